"""What a bot keeps in mind while it makes a choice: whatever it looks at again and again, action after action.

A record of scratch, one a choice. What stands there was worked out when it was first asked for, by the function that
asks (as in `paintball_env.cached_chances`), so it is what that function would work out anew, to the last bit; on a
table, where a spot is a cell with many points (`lattice`), at the first point that was asked for. Most of it depends on
the position alone: several bots that look at the same position, one after the other, work it out once.
"""

from typing import Any

from paintball_env.cached_chances import KNOWN, know
from paintball_env.chances import share
from paintball_env.rules.dice import STOPPED
from paintball_env.rules.figures import is_armed
from paintball_env.rules.state import LARGE, NONE, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.header import check_record, record

from . import lattice
from .lattice import FACINGS, MOST_SPOTS, spot_count

UNASKED = -1e9  # not asked for yet; no worth is that low

PLACE, DIRECT, BESIDE, DICE = 1, 2, 4, 8  # what is known of a spot, bits of `known`
MOST_LINES = LARGE.figures * (LARGE.figures + lattice.WAYS)

MEMORY = record(
    # Of the position and the team that decides.
    ("shots", KNOWN),  # chances of shots
    ("stray", "f8"),  # chance that one figure in the way stops a shot
    ("own", "f8", (LARGE.figures,)),  # `fire.own_worth`
    ("enemy", "f8", (LARGE.figures,)),  # `fire.enemy_worth`
    ("fall", "f8", (LARGE.figures,)),  # chance that a hit puts out the enemy; -1: no Marshal checks it
    ("pinned", "f8", (LARGE.figures,)),  # `fire.pinned_worth`
    ("paint", "f8", (MOST_SPOTS,)),  # of the place `painted`: `grenades.paint_worth`
    ("direct", "f8", (MOST_SPOTS, LARGE.figures)),  # by spot and enemy: chance of its die at the place …
    ("beside", "f8", (MOST_SPOTS, LARGE.figures)),  # … and of its best one after a step (`enemy_fire`)
    ("gain", "f8", (MOST_SPOTS, LARGE.figures)),  # by spot and enemy: of an unaimed die from there (`fire.one_die`) …
    ("loss", "f8", (MOST_SPOTS, LARGE.figures)),  # … chance to arrive, and what it may cost in own figures
    ("aimed_gain", "f8", (LARGE.figures, LARGE.figures)),  # by figure and enemy: the same of an aimed die
    ("aimed_loss", "f8", (LARGE.figures, LARGE.figures)),
    ("pin", "f8", (LARGE.figures, LARGE.figures)),  # by figure and enemy: chance that a die of it suppresses (SU1)
    ("watch", "f8", (LARGE.figures, FACINGS)),  # by figure and facing, as a sentry (`ground.watch`)
    ("reaction", "f8", (LARGE.figures, MOST_SPOTS)),  # by figure and spot: `enemy_fire.reactions`
    ("best", "f8", (FACINGS,)),  # while that is worked out: on one enemy
    ("friends", "i4", (MOST_SPOTS,)),  # own figures in a place or one step from it
    ("painted", "i4", (MOST_SPOTS,)),  # the place of `paint`
    ("covered", "i4", (MOST_SPOTS,)),  # `ground.is_covered`
    ("checked", "i4", (MOST_SPOTS,)),  # 1: a Marshal would come (PC1)
    ("known", "i4", (MOST_SPOTS,)),  # bits: what is known of a spot
    ("watched", "i4", (LARGE.figures,)),  # 1: `watch` of the figure is known
    ("charge", "i4", (LARGE.figures, LARGE.figures)),  # by figure and enemy if `pin` isn't 0: `fire.count_charge`
    ("same", "i4", (LARGE.figures,)),  # the first enemy in each enemy's place: dice at one are dice at the other
    ("armed", "i4", (LARGE.figures,)),  # the enemies that can shoot …
    ("sentry", "i4", (LARGE.figures,)),  # … the enemies that stand sentry …
    ("armed_count", "i4"),  # … and how many these are
    ("sentry_count", "i4"),
    ("ground", lattice.GROUND),  # what depends on the ground
    # Of one bot.
    ("line_chance", "f8", (MOST_LINES,)),  # by line of fire on which smoke counts: chance of a die …
    ("line_worth", "f8", (MOST_LINES,)),  # … and worth of its target
    ("line_enemy", "i4", (MOST_LINES,)),  # the number of the enemy that shoots; the lines of one follow each other …
    ("line_start", "i4", (MOST_LINES,)),  # … from where …
    ("line_goal", "i4", (MOST_LINES,)),  # … at which place
    ("turns", "i4"),  # the figure of `volley`
    ("steps", "i4"),  # the figure of `step`
    ("clouds", "i4"),  # 1: the lines of fire are listed, and what follows from them is known
    ("line_count", "i4"),
    ("stands", "i8", (MOST_SPOTS,)),  # the figure and the place of `stand`: STRIDE · place + number
    ("stand", "f8", (MOST_SPOTS,)),  # worth of that figure there (`ground.position_worth`)
    ("step", "f8"),  # worth of its best step (`ground.best_step`)
    ("volley", "f8", (FACINGS,)),  # worth of its volley, by facing (`orders.look_about`)
    ("free", "f8"),  # `enemy_fire.free_share`
    ("outlook", "f8", (MOST_SPOTS,)),  # `fire.outlook`
    ("danger", "f8", (MOST_SPOTS,)),  # `enemy_fire.danger`
    ("press", "f8", (MOST_SPOTS,)),  # `ground.out_of_range`
)
check_record(MEMORY)
Memory = Any  # the record, as compiled functions see it


@rule
def start_memory(world: World, game: Game, team: int, memory: Memory) -> None:
    """Begin to keep what is known of a position by a team; a bot has to `forget` before it thinks."""
    know(world, game, memory.shots)
    memory.stray = share(world.rules.way, STOPPED)
    lattice.begin(world, game, team, memory)
    memory.armed_count = memory.sentry_count = 0
    enemies = world.rules.team_size[1 - team]
    for e in range(enemies):
        memory.enemy[e] = memory.fall[e] = memory.pinned[e] = UNASKED
        enemy = game.figure[1 - team, e]
        memory.same[e] = e
        for other in range(e if enemy.hex != NONE else 0):
            if game.figure[1 - team, other].hex == enemy.hex:
                memory.same[e] = other
                break
        if enemy.hex != NONE and is_armed(enemy):
            memory.armed[memory.armed_count] = e
            memory.armed_count += 1
        if enemy.sentry == 1:
            memory.sentry[memory.sentry_count] = e
            memory.sentry_count += 1
    for number in range(world.rules.team_size[team]):
        memory.own[number] = UNASKED
        memory.watched[number] = 0
        for e in range(enemies):
            memory.pin[number, e] = memory.aimed_gain[number, e] = UNASKED
        for at in range(spot_count(world) if memory.sentry_count > 0 else 0):
            memory.reaction[number, at] = UNASKED
    for at in range(spot_count(world)):
        memory.known[at] = 0
        memory.painted[at] = NONE


@rule
def forget(world: World, memory: Memory) -> None:
    """Forget what another bot has thought of the position."""
    memory.turns = memory.steps = NONE
    memory.clouds = 0
    memory.free = UNASKED
    for at in range(spot_count(world)):
        memory.outlook[at] = memory.danger[at] = memory.press[at] = UNASKED
        memory.stands[at] = NONE
