"""What a unit's shot at another one would be: who shoots, how far, at whom with which cover (SH1, SH5)."""

from dataclasses import dataclass

from state_of_war.actions import figure_name
from state_of_war.rules.cover import cover_of
from state_of_war.rules.figures import body_of, men_of
from state_of_war.rules.loading import may_handle
from state_of_war.rules.shooting import BY_PISTOL, band_of, candidates, nearest_of, weapon_in_use, weapon_of
from state_of_war.rules.sight import in_sight
from state_of_war.rules.state import MEN
from state_of_war.scenario import Scenario
from tabletop.game.header import Record

BANDS = ("short", "medium", "long", "extreme")  # WE2
COVERS = ("none", "soft", "hard")  # SH5


@dataclass(frozen=True)
class Shot:
    """A shot of a unit.

    Attributes:
      men: names of those who shoot.
      range: `short`, `medium`, `long` or `extreme`: of the man for whom it is shortest, to his nearest candidate.
      cover: `none`, `soft` or `hard`: of that candidate against him.
    """

    men: tuple[str, ...]
    range: str
    cover: str


def shot_of(scenario: Scenario, game: Record, unit: int, target: int) -> Shot | None:
    """The shot that a unit of the acting side could be ordered now, by ids; None: it has none (SH1)."""
    world = scenario.world[0]
    if not in_sight(world, game, unit, target):
        return None
    first, _ = men_of(world, game, unit)
    body, men, nearest = int(body_of(world, game, unit)), [], []
    for who in (int(first) + i for i in range(MEN) if body >> i & 1):
        weapon = int(weapon_in_use(world, game, who, target)) if may_handle(world, game, who) else 0
        if weapon:
            by_pistol = weapon == BY_PISTOL
            whom = int(nearest_of(world, game, who, target, candidates(world, game, who, target, by_pistol)))
            band = int(band_of(game, who, whom, weapon_of(world, who, by_pistol)))
            men.append(figure_name(scenario, who))
            nearest.append((band, int(cover_of(world, game, whom, who))))
    if not men:
        return None
    band, cover = min(nearest)
    return Shot(tuple(men), BANDS[band], COVERS[cover])
