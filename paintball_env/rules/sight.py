"""SH1, SH-LOS, EN1, EN2, EN6, HC, BS1: who can be shot at from where, and what the die must show."""

from paintball_env.rules.board import SHOT_RANGE
from paintball_env.rules.figures import figure_of, is_impotent
from paintball_env.rules.reasons import NO_LINE, OUT_OF_RANGE, SPARED, TARGET_OUT, UNSEEN
from paintball_env.rules.state import HARD, JAMMED, NONE, SHOOT, Figure, Game, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED

OUT_OF_REACH = SHOT_RANGE + 1  # an aimed die needs the range itself (SH1)
ENTRENCHED = 6  # EN1, EN6: the least face that hits who is


@rule(inline=True)
def is_entrenched(world: World, start: int, goal: int) -> bool:
    """EN1, EN6: a target there, shot at from `start`."""
    works = world.board.works[goal]
    return works != NONE and works != world.board.works[start]


@jitable
def face_at(reach: int, aimed: int) -> int:
    """SH1, SH2, SH7, AI1: the least face of a d6 that hits so many hexes away, 2 to 6; OUT_OF_REACH: none does."""
    face = reach + 1 - aimed
    return OUT_OF_REACH if face >= OUT_OF_REACH else max(face, 2)


@rule(inline=True)
def least_face(world: World, start: int, goal: int, aimed: int) -> int:
    """SH1, SH2, SH7, EN1, EN2, EN6: the least face of a d6 that hits, 2 to 6; OUT_OF_REACH: none does."""
    reach = world.board.distance[start, goal]
    face = face_at(reach, aimed)
    if reach > 0 and face != OUT_OF_REACH and is_entrenched(world, start, goal):
        return ENTRENCHED
    return face


@rule(inline=True)
def aim_of_die(aim: int, kind: int, index: int) -> int:
    """AI1, SU1: 1: this die of a volley is aimed: the first one, `index` 0, of shots by a figure that holds aim."""
    return aim if kind == SHOOT and index == 0 else 0


@rule
def in_reach(world: World, start: int, goal: int, aimed: int) -> bool:
    """SH-LOS, SH1: the die has a line to the hex, and a face that hits there."""
    return world.board.line[start, goal] == 1 and least_face(world, start, goal, aimed) != OUT_OF_REACH


@rule(inline=True)
def sees(world: World, start: int, facing: int, goal: int) -> bool:
    """BS1: a figure in `start`, facing there, sees the hex."""
    return world.rules.blind_spots == 0 or (world.board.sees[start, goal] >> facing) & 1 == 1


@rule
def is_shielded(world: World, game: Game, start: int, goal: int) -> bool:
    """HC1: hard cover in the target's hex stands against shots from `start`."""
    cover = game.cover[goal]
    return cover >= HARD and (world.board.shields[goal, start] >> (cover - HARD)) & 1 == 1


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
