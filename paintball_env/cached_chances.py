"""Chances of many shots of one position (`paintball_env.chances`): what doesn't change from shot to shot is kept.

Records are passed, never arrays: a function that has made an array counts references at each call that it hands it to.
"""

from paintball_env import kept
from paintball_env.chances import hits, share, spots
from paintball_env.rules.dice import STOPPED
from paintball_env.rules.figures import is_armed
from paintball_env.rules.ground import sees
from paintball_env.rules.sight import is_spared
from paintball_env.rules.state import LARGE, NONE, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record, check_record, record

KNOWN = record(
    ("way", "f8"),  # chance that one thing in the way doesn't stop a shot
    ("next", "f8", (LARGE.figures,)),  # of the figure in hand: chance that its next die puts out each enemy
    ("ground", kept.KEPT),  # what depends on the ground
    ("guns", "i4", (2, LARGE.figures)),  # the places of the armed figures of each team …
    ("count", "i4", (2,)),  # … and how many these are
    ("smoky", "i4"),  # 1: there is smoke
    ("spare", "i4"),
)
check_record(KNOWN)


@rule
def know(world: World, game: Game, known: Record) -> None:
    """Begin to keep what is known of a position, in a record KNOWN."""
    known.way = 1.0 - share(world.rules.way, STOPPED)
    known.smoky = int(kept.keep(world, game, known.ground))
    for team in range(2):
        count = 0
        for number in range(world.rules.team_size[team]):
            figure = game.figure[team, number]
            if figure.hex != NONE and is_armed(figure):
                known.guns[team, count] = figure.hex
                count += 1
        known.count[team] = count


@rule(inline=True)
def falls_in(world: World, game: Game, place: int, known: Record) -> float:
    """Chance that a figure in a place, hit from wherever, is put out now (`chances.falls`)."""
    return kept.falls_in(world, game, place, known.ground)


@rule(inline=True)
def through(world: World, game: Game, start: int, goal: int, left: int, known: Record) -> float:
    """Chance that smoke leaves a shooter his shot and nothing stops a hit on its way (`chances.spots` and `passes`).

    One figure is taken to have left the place `left`; NONE: none.
    """
    chance = 1.0
    for _ in range(kept.things_met(world, game, start, goal, left, known.ground)):
        chance *= known.way
    return chance * spots(world, game, start, goal) if known.smoky == 1 else chance


@rule(inline=True)
def passes_known(world: World, game: Game, start: int, goal: int, known: Record) -> float:
    """`chances.passes`, to the last bit."""
    things = kept.things_met(world, game, start, goal, NONE, known.ground)
    return known.way**things if things > 0 else 1.0


@rule(inline=True)
def spots_known(world: World, game: Game, start: int, goal: int, known: Record) -> float:
    """`chances.spots`."""
    return spots(world, game, start, goal) if known.smoky == 1 else 1.0


@rule(inline=True)
def puts_out_known(world: World, game: Game, start: int, goal: int, known: Record) -> float:
    """`chances.puts_out` of an unaimed die, to the last bit."""
    chance = hits(world, start, goal, 0)
    fall = kept.falls_from(world, game, start, goal, known.ground) if chance > 0.0 else 0.0
    if fall == 0.0:
        return 0.0
    chance = chance * passes_known(world, game, start, goal, known) * fall
    return chance * spots_known(world, game, start, goal, known)


@rule
def arrives_known(world: World, game: Game, start: int, goal: int, known: Record) -> float:
    """`chances.arrives` of an unaimed die, to the last bit."""
    chance = hits(world, start, goal, 0)
    if chance == 0.0:
        return 0.0
    return chance * passes_known(world, game, start, goal, known) * spots_known(world, game, start, goal, known)


@rule(inline=True)
def arrives_leaving(world: World, game: Game, start: int, goal: int, aimed: int, left: int, known: Record) -> float:
    """`chances.arrives`, one figure gone from the place `left`; multiplied in another order, so not to the last bit."""
    chance = hits(world, start, goal, aimed)
    return chance * through(world, game, start, goal, left, known) if chance > 0.0 else 0.0


@rule
def exposure(world: World, game: Game, team: int, place: int, left: int, known: Record) -> float:
    """Chance that a figure of the team in `place` is put out if each armed enemy shoots one die, each for itself."""
    survival = 1.0
    if falls_in(world, game, place, known) > 0.0:
        for index in range(known.count[1 - team]):
            start = known.guns[1 - team, index]
            fall = kept.falls_from(world, game, start, place, known.ground)
            survival *= 1.0 - fall * arrives_leaving(world, game, start, place, 0, left, known)
    return 1.0 - survival


@rule
def best_shot(world: World, game: Game, team: int, place: int, facing: int, left: int, known: Record) -> float:
    """Chance of the likeliest unaimed die from `place`, looking in a direction, to put out an enemy (BS1, HC3)."""
    best = 0.0
    for number in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, number]
        goal = enemy.hex
        if goal != NONE and sees(world, place, facing, goal) and not is_spared(world, game, place, goal, enemy):
            chance = hits(world, place, goal, 0)
            if chance > best:
                chance *= kept.falls_from(world, game, place, goal, known.ground)
                if chance > best:
                    best = max(best, chance * through(world, game, place, goal, left, known))
    return best


@rule
def know_figure(world: World, game: Game, team: int, number: int, aimed: int, known: Record) -> None:
    """Look up the next dice of a figure, whatever it looks at (HC3), for `best_turned`."""
    place = game.figure[team, number].hex
    for index in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, index]
        known.next[index] = 0.0
        if enemy.hex != NONE and not is_spared(world, game, place, enemy.hex, enemy):
            chance = arrives_leaving(world, game, place, enemy.hex, aimed, NONE, known)
            known.next[index] = chance * kept.falls_from(world, game, place, enemy.hex, known.ground)


@rule
def best_turned(world: World, game: Game, team: int, number: int, facing: int, known: Record) -> float:
    """Chance of the likeliest next die of the figure in hand, looking in a direction, to put out an enemy (BS1)."""
    best = 0.0
    place = game.figure[team, number].hex
    for index in range(world.rules.team_size[1 - team]):
        if known.next[index] > best and sees(world, place, facing, game.figure[1 - team, index].hex):
            best = known.next[index]
    return best
