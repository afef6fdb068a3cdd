"""Games step by step for watching: from a record, or while two agents play; and as pictures."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop.front.commands.files_of_commands import same_game
from tabletop.game.header import NONE, RUNNING
from tabletop.show.drawing.shapes import check_width
from tabletop.show.showing import showing_of
from tabletop.show.watched import WatchedStep, step_taken, steps_of

if TYPE_CHECKING:
    from tabletop.agents.base import Agent
    from tabletop.play.records import GameRecord, Recorder

ENDINGS = (".gif", ".webp", ".png", ".svg")
MOST_FRAMES = 2000


def recorded(record: "GameRecord", scenario: Any, path: Path) -> Iterator[WatchedStep]:
    """Yield the steps of the record in a file.

    Raises:
      NotSoError: replaying it gives another game; at the latest after the last step.
    """
    with same_game(path):
        yield from steps_of(record, scenario)


def live(agents: "tuple[Agent, Agent]", recorder: "Recorder") -> Iterator[WatchedStep]:
    """Yield the steps of a game while it is played (`tabletop.rate.matches.single.play`).

    Raises:
      ValueError: an agent that can't play the scenario.
      AgentError: an agent's fault.
    """
    from tabletop.rate.matches.single import play

    game = recorder.game
    teller = showing_of(game.scenario.game).storyteller(game.scenario)
    played = play(agents, recorder)
    last = step_taken(game, teller, 0)
    yield last
    for number, _ in enumerate(played, 1):
        last = step_taken(game, teller, number, last)
        yield last


def take(
    recorder: "Recorder", teller: Any, action: int | str, number: int, thoughts: Iterable[Any] = ()
) -> WatchedStep:
    """Take an action, record it with an agent's thoughts, and describe it."""
    recorder.step(action, thoughts)
    return step_taken(recorder.game, teller, number)


def summary(position: str, scenario: Any, names: tuple[str, str], decisions: int) -> str:
    """Return who won, how, and in which turn; or who plays, if the game isn't over."""
    end = scenario.game.parse_position(scenario, position)[0]
    words, after = (
        showing_of(scenario.game).summary(scenario, position),
        f"after {decisions} decision" + "s" * (decisions != 1),
    )
    if end.ending == RUNNING:
        return f"broken off in turn {end.turn} {after}: {words}"
    winner_text = f" ({names[end.winner]} beats {names[1 - end.winner]})" if end.winner != NONE else ""
    return f"{words}, in turn {end.turn}, {after}{winner_text}"


def check_picture(out: Path, width: int) -> None:
    """Raise ValueError unless the name and the width are those of a picture that can be written."""
    check_width(width)
    if out.suffix.lower() not in ENDINGS:
        raise ValueError(f"{out}: pictures are a .gif or .webp of the game, or a .png or .svg of its end")


def write_pictures(scenario: Any, steps: list[WatchedStep], out: Path, width: int, delay: float) -> str:
    """Write the steps as an animation, or the last one as a picture with its words; return what has been written."""
    if not steps:
        raise ValueError("there is nothing to draw in these turns")
    pictures = showing_of(scenario.game).pictures(scenario, width)
    if out.suffix.lower() in (".png", ".svg"):
        position, words, step = steps[-1].frame
        pictures.write(position, out, caption=words, step=step)
        return f"{out}: decision {steps[-1].number}"
    if len(steps) > MOST_FRAMES:
        raise ValueError(f"{len(steps)} frames are more than {MOST_FRAMES}; choose some turns")
    frames = [step.frame for step in steps]
    return f"{out}: {pictures.write_animation(frames, out, delay)} frames"
