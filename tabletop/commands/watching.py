"""Games step by step for watching: from a record, or while two agents play; and as pictures."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop.commands.places import same_game
from tabletop.events import Step
from tabletop.header import NONE, RUNNING
from tabletop.presentation.pictures import check_width
from tabletop.presentation.story import caption

if TYPE_CHECKING:
    from tabletop.agents.base import Agent
    from tabletop.game import Game
    from tabletop.records import GameRecord, Recorder

ENDINGS = (".gif", ".webp", ".png", ".svg")
MOST_FRAMES = 2000


class WatchedStep(NamedTuple):
    """A decision and what the engine did after it.

    Attributes:
      number: of the decision; 0: the game's beginning.
      turn: in which the decision was made; 0 in set-up.
      position: after the decision, as text.
      story: the decision and what followed, in words.
      step: the same for drawing; None: the game's beginning.
    """

    number: int
    turn: int
    position: str
    story: list[Any]
    step: Step | None = None


def recorded(record: "GameRecord", scenario: Any, path: Path) -> Iterator[WatchedStep]:
    """Yield the steps of the record in a file.

    Raises:
      NotSoError: replaying it gives another game; at the latest after the last step.
    """
    from tabletop.records import replay_game

    teller, last = scenario.game.storyteller(scenario), None
    with same_game(path):
        for number, (game, _) in enumerate(replay_game(record)):
            last = _step(game, teller, number, last)
            yield last


def live(agents: "tuple[Agent, Agent]", recorder: "Recorder") -> Iterator[WatchedStep]:
    """Yield the steps of a game while it is played (`tabletop.matches.single.play`).

    Raises:
      ValueError: an agent that can't play the scenario.
      AgentError: an agent's fault.
    """
    from tabletop.matches.single import play

    game = recorder.game
    teller = game.scenario.game.storyteller(game.scenario)
    played = play(agents, recorder)
    last = _step(game, teller, 0)
    yield last
    for number, _ in enumerate(played, 1):
        last = _step(game, teller, number, last)
        yield last


def take(
    recorder: "Recorder", teller: Any, action: int | str, number: int, thoughts: Iterable[Any] = ()
) -> WatchedStep:
    """Take an action, record it with an agent's thoughts, and describe it."""
    recorder.step(action, thoughts)
    return _step(recorder.game, teller, number)


def _step(game: "Game[Any]", teller: Any, number: int, last: WatchedStep | None = None) -> WatchedStep:
    """Return the step that a game has just taken, after the `last` one."""
    events, draws = game.events, game.draws
    story = teller.tell(events, draws, game.turn)
    step = Step(last.position, events, draws) if last is not None else None
    return WatchedStep(number, story[0].turn if story else 0, game.position(), story, step)


def summary(position: str, scenario: Any, names: tuple[str, str], decisions: int) -> str:
    """Return who won, how, and in which turn; or who plays, if the game isn't over."""
    end = scenario.game.parse_position(scenario, position)[0]
    words, after = scenario.game.summary(scenario, position), f"after {decisions} decision" + "s" * (decisions != 1)
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
    if out.suffix.lower() in (".png", ".svg"):
        last = steps[-1]
        words = caption(last.number, last.story)
        scenario.game.write_picture(scenario, last.position, out, width, caption=words, step=last.step)
        return f"{out}: decision {last.number}"
    if len(steps) > MOST_FRAMES:
        raise ValueError(f"{len(steps)} frames are more than {MOST_FRAMES}; choose some turns")
    frames = [(step.position, caption(step.number, step.story), step.step) for step in steps]
    return f"{out}: {scenario.game.write_animation(scenario, frames, out, width, delay)} frames"
