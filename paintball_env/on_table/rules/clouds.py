"""GR2, GR3, PG1, SM: where grenades can be thrown and land, and the clouds of smoke."""

from paintball_env.on_table.rules.ground import HEX, TOGETHER, fits, is_near, squared, xy
from paintball_env.on_table.rules.numbering import is_middle, place_named
from paintball_env.on_table.rules.shape import MOST_CLOUDS
from paintball_env.rules import events
from paintball_env.rules.dice import CLEAR, CLEARED, HEX_SUBJECT
from paintball_env.rules.figures import figure_of
from paintball_env.rules.reasons import NOT_NEXT, OUT_OF_THROW
from paintball_env.rules.state import NONE, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import die, note
from tabletop.game.open_table import place as point_of

CLOUD = BURST = TOGETHER  # SM1, PG1: mm


@rule
def throw_reach(world: World) -> int:
    """GR2: how many times 10 cm away a grenade can be thrown."""
    return world.rules.throw_range


@rule
def in_throw(world: World, start: int, place: int) -> bool:
    """GR2: a point of the table within 20 cm of the thrower's, that one too; no line, no facing."""
    x, y = xy(place)
    return fits(world, x, y, 0) and is_near(start, place, HEX * int(throw_reach(world)))


@rule
def no_throw_at(world: World, game: Game, hex: int) -> int:
    """GR2: what forbids to throw the grenade in the hand at a place."""
    return ALLOWED if hex != NONE and in_throw(world, figure_of(game, game.actor).hex, hex) else OUT_OF_THROW


@rule
def no_throw_at_figure(world: World, game: Game, figure: int) -> int:
    """GR2: what forbids to throw the grenade in the hand to where a figure is."""
    return no_throw_at(world, game, figure_of(game, figure).hex)


@rule
def no_throw_at_named(world: World, game: Game, named: int) -> int:
    """GR2: what forbids to throw the grenade in the hand at a named place: of a thing only its middle is."""
    return no_throw_at(world, game, place_named(world, game, named)) if is_middle(world, named) else OUT_OF_THROW


@rule
def no_landing(world: World, game: Game, hex: int) -> int:
    """GR3: what forbids a grenade to land in a place: it must be within 10 cm of the mark, and isn't that."""
    if hex == NONE or squared(hex, game.place) == 0 or not is_near(hex, game.place, HEX):
        return NOT_NEXT
    return ALLOWED


@rule
def no_landing_on_figure(world: World, game: Game, figure: int) -> int:
    """GR3: what forbids a grenade to land where a figure is."""
    return no_landing(world, game, figure_of(game, figure).hex)


@rule
def is_in_burst(place: int, burst: int) -> bool:
    """PG1: a figure in a place is marked by paint that bursts there."""
    return is_near(place, burst, BURST)


@rule
def is_in_smoke(game: Game, place: int) -> bool:
    """SM2: the place is in a cloud."""
    for i in range(MOST_CLOUDS):
        if game.cloud[i] == NONE:
            break
        if is_near(game.cloud[i], place, CLOUD):
            return True
    return False


@rule
def add_smoke(game: Game, place: int) -> bool:
    """SM1: a cloud appears; False: there is one within 5 cm, or there are as many as counters."""
    if is_in_smoke(game, place) or game.cloud[MOST_CLOUDS - 1] != NONE:
        return False
    x, y = xy(place)
    index = 0
    while game.cloud[index] != NONE and game.cloud[index] < point_of(x, y):
        index += 1
    for i in range(MOST_CLOUDS - 1, index, -1):
        game.cloud[i] = game.cloud[i - 1]
    game.cloud[index] = point_of(x, y)
    return True


@rule
def clear_smoke(world: World, game: Game, chance: Chance) -> None:
    """SM4, TU6 (1): each cloud goes on 1 or 6, in the order of the acting side (W2); its number is Red's."""
    count = 0
    while count < MOST_CLOUDS and game.cloud[count] != NONE:
        count += 1
    cleared = 0  # bits
    for i in range(count):
        index = i if game.acting == 0 else count - 1 - i
        if die(game, chance, CLEAR, HEX_SUBJECT + index, world.rules.clear) == CLEARED:
            cleared |= 1 << index
            note(chance, events.SMOKE_CLEARED, place=game.cloud[index])
        else:
            note(chance, events.SMOKE_STAYED, place=game.cloud[index])
    kept = 0
    for i in range(count):
        if (cleared >> i) & 1 == 0:
            game.cloud[kept] = game.cloud[i]
            kept += 1
    for i in range(kept, count):
        game.cloud[i] = NONE
