"""Chances of a shot, made from the rules' own functions and numbers (SH, IW, SM, SV, PC1, SU1).

For bots and for whoever looks at a position: what one die does, exactly, without trying any dice.  A threshold or a
term that is changed in its chapter changes the chance with it.  Whether the die may be shot at all (points, sight,
targets) is `rules.legal`'s question; what follows from a whole volley is told by `odds.outcomes`.

Axes: worlds and games are records; hexes are absolute indices; `aimed` is 1 for an aimed die (AI1), else 0.
"""

import numpy as np

from paintball_env.rules.clouds import is_in_smoke
from paintball_env.rules.dice import (
    CHECKED_OUT,
    DISQUALIFIED,
    GOGGLES_OFF,
    HITS,
    MISFIRE_VOLLEY,
    MISFIRED,
    MISSED,
    NO_GAS,
    NO_SHOT,
    SAVED,
    STOPPED,
    to_hit,
)
from paintball_env.rules.figures import figure_of
from paintball_env.rules.ground import has_line, in_soft_cover, is_shielded
from paintball_env.rules.in_the_way import is_veiled, things_on_way
from paintball_env.rules.marshals import is_checked, near_marshal, save_classes, suppress_classes
from paintball_env.rules.sight import OUT_OF_REACH, least_face
from paintball_env.rules.state import Game, World
from tabletop.base.arrays import Float64
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.chance import class_of


@jitable
def share(classes: int, wanted: int) -> float:
    """Share of a d6's faces that are of one class; `classes` holds a decimal digit a face."""
    count = 0
    for face in range(1, 7):
        if class_of(classes, face) == wanted:
            count += 1
    return count / 6.0


# By the least face that hits, up to OUT_OF_REACH: the share of a die's faces that do.
_HITTING = np.array([*(share(to_hit(face), HITS) for face in range(OUT_OF_REACH)), 0.0])
_MISFIRING = share(to_hit(2), MISFIRED)  # the same whatever the least face (SH2)
# Of a misfire's results those that may put out the shooter, the same in a volley and in a reaction (MF1, MF6).
_OUT_OF_GAS, _LIFTED = share(MISFIRE_VOLLEY, NO_GAS), share(MISFIRE_VOLLEY, GOGGLES_OFF)


@rule
def spots(world: World, game: Game, start: int, goal: int) -> float:
    """Chance that smoke leaves a shooter in `start` his shot at `goal` (SM2, SM3)."""
    chance = 1.0
    if is_in_smoke(game, start):
        chance -= share(world.rules.spot_in, NO_SHOT)
    if is_veiled(world, game, start, goal):
        chance *= 1.0 - share(world.rules.spot_through, NO_SHOT)
    return chance


@rule(inline=True)
def hits(world: World, start: int, goal: int, aimed: int) -> float:
    """Chance that a die from `start` hits at `goal`, smoke and what is in the way left out (SH1, SH2, SH-LOS, EN1)."""
    if not has_line(world, start, goal):
        return 0.0
    return _HITTING[least_face(world, start, goal, aimed)]


@rule
def passes(world: World, game: Game, start: int, goal: int) -> float:
    """Chance that a shot that has hit is not stopped on its way to `goal` (IW, SC1, HC2)."""
    things = things_on_way(world, game, start, goal)
    return (1.0 - share(world.rules.way, STOPPED)) ** things if things > 0 else 1.0


@rule
def is_covered(world: World, game: Game, start: int, goal: int) -> bool:
    """Whether cover of a figure in `goal` counts against shots from `start` (SC1, HC1)."""
    return in_soft_cover(world, game, start, goal) or is_shielded(world, game, start, goal)


@rule
def falls(world: World, game: Game, start: int, place: int) -> float:
    """Chance that a figure in `place`, hit from `start`, is put out now (SV1, SV2, PC1); PC2 isn't counted."""
    if not is_checked(world, game, place):
        return 0.0
    return (1.0 - share(save_classes(world, game, start, place), SAVED)) * share(world.rules.check, CHECKED_OUT)


@rule
def pins(world: World, game: Game, place: int) -> float:
    """Chance that a figure hit by suppressive fire in `place` is suppressed (SU1); exact."""
    return 1.0 - share(suppress_classes(world, game, place), SAVED)


@rule
def arrives(world: World, game: Game, start: int, goal: int, aimed: int) -> float:
    """Chance that a die shot from `start` hits a figure in `goal`, smoke and what is in the way counted; exact."""
    chance = hits(world, start, goal, aimed)
    if chance == 0.0:
        return 0.0
    return chance * passes(world, game, start, goal) * spots(world, game, start, goal)


@rule
def puts_out(world: World, game: Game, start: int, goal: int, aimed: int) -> float:
    """Chance that a volley or reaction of one die, shot from `start`, puts out its target in `goal`; exact.

    What else the die may do isn't counted: hit somebody in the way, or bring a Marshal nearer (PC2).
    """
    chance = hits(world, start, goal, aimed)
    if chance == 0.0:
        return 0.0
    return chance * passes(world, game, start, goal) * falls(world, game, start, goal) * spots(world, game, start, goal)


@rule
def suppresses(world: World, game: Game, start: int, goal: int) -> float:
    """Chance that a volley of one die of suppressive fire from `start` suppresses its target in `goal` (SU1); exact."""
    return arrives(world, game, start, goal, 0) * pins(world, game, goal)


@rule
def write_tables(world: World, game: Game, aimed: int, out: Float64) -> None:
    """Write the chances of one die from every hex H at every hex; out: float64 [3, H, H], as the functions say it.

    These are `arrives`, `puts_out` and `suppresses`; the last one of an unaimed die always, for no other suppresses.
    """
    for start in range(world.board.hexes):
        for goal in range(world.board.hexes):
            out[0, start, goal] = arrives(world, game, start, goal, aimed)
            out[1, start, goal] = puts_out(world, game, start, goal, aimed)
            out[2, start, goal] = suppresses(world, game, start, goal)


@rule
def misfires_out(world: World, game: Game, who: int, goal: int) -> float:
    """Chance that one die that a figure shoots at `goal` puts out the figure itself (MF1, MF6); exact."""
    loss_chance = _OUT_OF_GAS
    if near_marshal(world, game, who):
        loss_chance += _LIFTED * share(world.rules.goggles, DISQUALIFIED)
    return _MISFIRING * loss_chance * spots(world, game, figure_of(game, who).hex, goal)


@rule
def lands(world: World, game: Game, who: int) -> float:
    """Chance that a grenade thrown by a figure doesn't miss the hex (GR3); exact."""
    classes = world.rules.expert_scatter if figure_of(game, who).expert == 1 else world.rules.scatter
    return 1.0 - share(classes, MISSED)


@rule
def paints_out(world: World, game: Game, place: int) -> float:
    """Chance that a paint grenade in a hex puts out a figure there, the first that is checked (PG1, PC1); exact."""
    if not is_checked(world, game, place):
        return 0.0
    return (1.0 - share(world.rules.mark, SAVED)) * share(world.rules.check, CHECKED_OUT)
