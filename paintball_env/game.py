"""The façade for PaintBall: one game in plain Python, of a scenario, a preset's name or a scenario file."""

from collections.abc import Iterable
from pathlib import Path

import tabletop.game
from paintball_env.scenario import Scenario


class Game(tabletop.game.Game[Scenario]):
    """`tabletop.game.Game`, whose scenario may also be a preset's name, or the path of a .toml file."""

    def __init__(
        self,
        scenario: Scenario | str | Path,
        seed: int = 0,
        start: str | None = None,
        results: Iterable[int | tuple[int, int]] | None = None,
    ) -> None:
        found = scenario if isinstance(scenario, Scenario) else Scenario.load(scenario)
        super().__init__(found, seed, start, results)
