"""Games step by step as they are watched: from a record, or while two agents play; and as pictures."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from paintball_env.scenario import Scenario
    from paintball_env.story import Told
    from tabletop.agents.base import Agent
    from tabletop.records import GameRecord, Recorder

ENDINGS = (".gif", ".webp", ".png")
MOST_FRAMES = 2000


class Step(NamedTuple):
    """A decision and what the engine did after it.

    Attributes:
      number: of the decision; 0: the game's beginning.
      turn: in which it was taken; 0 in set-up.
      position: after it, as text.
      told: it and what followed, in words.
    """

    number: int
    turn: int
    position: str
    told: "list[Told]"


def recorded(played: "GameRecord", scenario: "Scenario") -> Iterator[Step]:
    """The steps of a record; RecordError where it doesn't come out the same, at the latest behind the last step."""
    from paintball_env.story import Storyteller
    from tabletop.records import replay

    teller = Storyteller(scenario)
    before = ""
    for number, (position, action, draws) in enumerate(replay(played)):
        told = teller.step(before, action, draws) if number else teller.opening(draws, played.start)
        yield Step(number, told[0].turn if told else 0, position, told)
        before = position


def live(agents: "tuple[Agent, Agent]", recorder: "Recorder") -> Iterator[Step]:
    """The steps of a game while it is played (`tabletop.matches.single.play`).

    Raises:
      ValueError: an agent that can't play the scenario.
      AgentError: an agent's fault.
    """
    from paintball_env.story import Storyteller
    from tabletop.matches.single import play

    game = recorder.game
    teller = Storyteller(game.scenario)
    played = play(agents, recorder)
    told = teller.opening(game.draws)
    yield Step(0, told[0].turn, game.position(), told)
    before, turn = game.games.copy(), game.turn
    for number, action in enumerate(played, 1):
        yield Step(number, turn, game.position(), teller.step(before, action, game.draws))
        before, turn = game.games.copy(), game.turn


def take(recorder: "Recorder", teller: Any, action: int | str, number: int) -> Step:
    """Take an action, write it down and tell it."""
    game = recorder.game
    before, turn = game.games.copy(), game.turn
    name = action if isinstance(action, str) else game.table.name(action, game.decider)
    recorder.step(name)
    return Step(number, turn, game.position(), teller.step(before, name, game.draws))


def summary(position: str, scenario: "Scenario", names: tuple[str, str], decisions: int) -> str:
    """Who won, how, in which turn; who plays on where the game isn't over."""
    from paintball_env.render.status import decision_line
    from paintball_env.render.view import board_of, position_of

    found = position_of(scenario, position)
    words = decision_line(board_of(scenario), found)
    if not found.ending:
        return f"broken off in turn {found.turn} after {decisions} decisions: {words}"
    won = f" ({names[found.winner]} beats {names[1 - found.winner]})" if found.winner >= 0 else ""
    return f"{words}, in turn {found.turn}, after {decisions} decisions{won}"


def check_picture(out: Path) -> None:
    """ValueError unless it is a picture's name that can be written."""
    if out.suffix.lower() not in ENDINGS:
        raise ValueError(f"{out.name}: pictures are a .gif or .webp of the game, or a .png of its end")


def write_pictures(scenario: "Scenario", steps: list[Step], out: Path, width: int, delay: float) -> str:
    """Write the steps as an animation, or the last one as a picture; what has been written, in words."""
    from paintball_env.render import Frame, write_animation, write_png

    if not steps:
        raise ValueError("there is nothing to draw in these turns")
    if out.suffix.lower() == ".png":
        write_png(scenario, steps[-1].position, out, width=width)
        return f"{out}: the last position"
    if len(steps) > MOST_FRAMES:
        raise ValueError(f"{len(steps)} frames are more than {MOST_FRAMES}; choose some turns")
    frames = [Frame(step.position, caption(step)) for step in steps]
    return f"{out}: {write_animation(scenario, frames, out, width=width, delay=delay)} frames"


def caption(step: Step) -> str:
    """A step for a picture: the decision in a line, then its dice."""
    head = step.told[0].head if step.told else ""
    lines = [line for told in step.told for line in told.lines]
    return f"{step.number}. {head}\n{' · '.join(lines)}".strip()
