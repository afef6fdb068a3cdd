"""The core's ways in for those who have PaintBall's names: a preset's, an agent's, a record's text."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tabletop.game
from paintball_env.definition import PAINTBALL
from paintball_env.scenario import Scenario
from tabletop.agents import trained
from tabletop.agents.base import Agent
from tabletop.agents.registry import make
from tabletop.records import GameRecord

if TYPE_CHECKING:
    from tabletop.datasets.write import Source, Written


class Game(tabletop.game.Game[Scenario]):
    """`tabletop.game.Game`, whose scenario may also be a preset's name, or the path of a .toml file."""

    def __init__(
        self,
        scenario: Scenario | str | Path,
        seed: int = 0,
        start: str | None = None,
        results: Iterable[int | tuple[int, int]] | None = None,
    ) -> None:
        setting = scenario if isinstance(scenario, Scenario) else Scenario.load(scenario)
        super().__init__(setting, seed, start, results)


def make_agent(name: str) -> Agent:
    """Make an agent from its name: `hunter`, `trained:runs/quick/agent`, `./my_bot.py`.

    Raises:
      ValueError: no such agent or file, no such argument, or a value that doesn't fit; the message says what there is.
    """
    return make(name, PAINTBALL)


def save_agent(
    folder: str | Path,
    layers: Iterable[Any],
    scenario: Scenario | str | Path,
    *,
    activation: str = "relu",
    encoding: str | None = None,
    card: Mapping[str, Any] | None = None,
) -> str:
    """Save a network of one's own as a trained agent: `tabletop.agents.trained.save_agent`, scenarios by name too."""
    setting = scenario if isinstance(scenario, Scenario) else Scenario.load(scenario)
    return trained.save_agent(folder, layers, setting, activation=activation, encoding=encoding, card=card)


def read_record(text: str) -> GameRecord:
    """Read a game record from its text (docs/formats.md, "Game records"); RecordError names the line."""
    return GameRecord.read(text, PAINTBALL)


def write_dataset(out: str | Path, source: "Source", encoding: str | None = None) -> "Written":
    """Write a dataset of PaintBall's games: `tabletop.datasets.write.write_dataset` (docs/datasets.md)."""
    from tabletop.datasets import write  # here, so that whoever plays a game doesn't wait for it

    return write.write_dataset(out, source, PAINTBALL, encoding)
