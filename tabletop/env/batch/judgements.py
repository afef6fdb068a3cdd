"""What trained agents take and what they think, for many positions at once: facts, scores of actions, values."""

from typing import Any, NamedTuple

from tabletop.agents.registry import make
from tabletop.base.arrays import Float32, Float64, Int16, Int64, Records
from tabletop.base.errors import brief
from tabletop.game.definition import Scenario
from tabletop.game.header import OVER


class Judgements(NamedTuple):
    """What an agent thinks of k positions and of their legal actions.

    Attributes:
      scores: float32 [n], logits of the actions, the rows of one position behind those of the other.
      listed: int16 [n], the indices of these actions.
      starts: int64 [k + 1], as of `Facts`.
      values: float64 [k], the results expected for the teams that decide, -1 … 1; NaN: its network values nothing.
    """

    scores: Float32
    listed: Int16
    starts: Int64
    values: Float64


def judge_of(agent: Any, scenario: Scenario) -> Any:
    """Return what judges positions, of an agent or its name, ready for a scenario; TypeError: it only plays."""
    found = make(agent, scenario.game) if isinstance(agent, str) else agent
    if not hasattr(found, "judge"):
        raise TypeError(f"agent {brief(agent)}: one that judges positions is meant, such as a trained one")
    if isinstance(agent, str):
        found.prepare(scenario)
    return found


def check_running(games: Records, rows: Int64) -> None:
    """Refuse games that are over: ValueError."""
    over = rows[games["decision"][rows] == OVER]
    if len(over):
        raise ValueError(f"game {over[0]} is over: nobody decides in it")
