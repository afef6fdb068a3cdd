"""What `paintball verify` has to do, in units that can be done in any order and taken up again."""

from typing import NamedTuple

from paintball_env.scenario import Scenario, presets

SWITCHES: tuple[dict[str, object], ...] = (
    {},
    {},
    {"activation": "one_at_a_time"},
    {"sentry_in_base": True},
    {"enter_defended": False},
    {"activation": "one_at_a_time", "sentry_in_base": True, "enter_defended": False, "max_turns": 12},
)


class Unit(NamedTuple):
    """One piece of work.

    Attributes:
      check: `twin`, `sound`, `states` or `text`.
      preset: name of the scenario.
      switches: which of SWITCHES are set.
      seed: the first seed.
      size: games, decisions or states.
    """

    check: str
    preset: str
    switches: int
    seed: int
    size: int

    @property
    def name(self) -> str:
        """What tells it from all others."""
        return f"{self.check} {self.preset} {self.switches} {self.seed} {self.size}"

    def scenario(self) -> Scenario:
        """The preset with its switches."""
        return Scenario.load(self.preset).with_rules(**SWITCHES[self.switches])


def plan(games: int, decisions: int, states: int, texts: int, seed: int, names: list[str] | None = None) -> list[Unit]:
    """Spread the work over these scenarios (all presets, if none is named) with all switches."""
    names = names or presets()
    cells = [(name, switches) for switches in range(len(SWITCHES)) for name in names]
    units = []
    totals = (("twin", games, 5), ("sound", decisions, 100_000), ("states", states, 200), ("text", texts, 5))
    for check, total, size in totals:
        number = -(-total // size)
        for i in range(number):
            preset, switches = cells[i % len(cells)]
            units.append(Unit(check, preset, switches, seed + i * size, min(size, total - i * size)))
    return units
