"""SH1, SH-LOS, EN1, EN2, EN6, HC, BS1: who can be shot at from where, and what the die must show."""

from paintball_env.rules.board import SHOT_RANGE
from paintball_env.rules.figures import figure_of, is_impotent
from paintball_env.rules.ground import gap, has_line, is_entrenched, is_shielded, sees
from paintball_env.rules.reasons import NO_LINE, OUT_OF_RANGE, SPARED, TARGET_OUT, UNSEEN
from paintball_env.rules.state import JAMMED, NONE, SHOOT, Figure, Game, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED

OUT_OF_REACH = SHOT_RANGE + 1  # an aimed die needs the range itself (SH1)
ENTRENCHED = 6  # EN1, EN6: the least face that hits who is


@jitable
def face_at(reach: int, aimed: int) -> int:
    """SH1, SH2, SH7, AI1: the least face of a d6 that hits so many hexes away, 2 to 6; OUT_OF_REACH: none does."""
    face = reach + 1 - aimed
    return OUT_OF_REACH if face >= OUT_OF_REACH else max(face, 2)


@jitable
def face_for(reach: int, aimed: int, entrenched: bool) -> int:
    """SH1, SH2, SH7, EN1, EN2: `face_at`, perhaps of a target that is entrenched."""
    face = face_at(reach, aimed)
    return ENTRENCHED if entrenched and reach > 0 and face != OUT_OF_REACH else face


@rule(inline=True)
def least_face(world: World, start: int, goal: int, aimed: int) -> int:
    """SH1, SH2, SH7, EN1, EN2, EN6: the least face of a d6 that hits, 2 to 6; OUT_OF_REACH: none does."""
    return face_for(gap(world, start, goal), aimed, is_entrenched(world, start, goal))


@rule(inline=True)
def aim_of_die(aim: int, kind: int, index: int) -> int:
    """AI1, SU1: 1: this die of a volley is aimed: the first one, `index` 0, of shots by a figure that holds aim."""
    return aim if kind == SHOOT and index == 0 else 0


@rule
def in_reach(world: World, start: int, goal: int, aimed: int) -> bool:
    """SH-LOS, SH1: the die has a line to the hex, and a face that hits there."""
    return has_line(world, start, goal) and least_face(world, start, goal, aimed) != OUT_OF_REACH


@rule(inline=True)
def is_spared(world: World, game: Game, start: int, goal: int, target: Figure) -> bool:
    """HC3: hard cover forbids to shoot from a hex at a target that is impotent, were it in hex `goal`."""
    return is_impotent(target) and is_shielded(world, game, start, goal)


@rule
def no_shot_in(world: World, game: Game, who: int, target: int, goal: int, aimed: int) -> int:
    """SH1, SH-LOS, BS1, HC3: what forbids the next die of a figure at a target, were it in hex `goal`."""
    figure = figure_of(game, who)
    if figure.hex == NONE or goal == NONE:
        return TARGET_OUT
    if not in_reach(world, figure.hex, goal, aimed):
        near = least_face(world, figure.hex, goal, aimed) != OUT_OF_REACH
        return NO_LINE if near else OUT_OF_RANGE
    if not sees(world, figure.hex, figure.facing, goal):
        return UNSEEN
    return SPARED if is_spared(world, game, figure.hex, goal, figure_of(game, target)) else ALLOWED


@rule
def can_be_shot_in(world: World, game: Game, who: int, target: int, goal: int, aimed: int) -> bool:
    """SH3, SH-LOS, BS1, HC3: the target, were it in hex `goal`, is in line, sight and reach of the next die."""
    return no_shot_in(world, game, who, target, goal, aimed) == ALLOWED


@rule
def no_shot(world: World, game: Game, who: int, target: int, aimed: int) -> int:
    """SH1, SH-LOS, BS1, HC3: what forbids the figure's next die at the target."""
    return no_shot_in(world, game, who, target, figure_of(game, target).hex, aimed)


@rule(inline=True)
def may_be_suppressed(figure: Figure) -> bool:
    """SU2, MF3: no neutral figure is ever suppressed."""
    return figure.gun != JAMMED


@rule(inline=True)
def is_suppressible(figure: Figure) -> bool:
    """SU2: neither neutral nor suppressed already."""
    return may_be_suppressed(figure) and figure.suppressed == 0
