"""What a bot keeps in mind while it makes a choice: whatever it looks at again and again, action after action.

A record of scratch, one a choice. What stands there was worked out when it was first asked for, by the function that
asks (as in `paintball_env.shots`), so it is what that function would work out anew, to the last bit.
"""

from typing import Any

from paintball_env.chances import hits, share
from paintball_env.rules.dice import STOPPED
from paintball_env.rules.state import LARGE, NONE, Game, World
from paintball_env.shots import KNOWN, know, passes_known, spots_known
from tabletop.compiling import rule
from tabletop.header import check_record, record

UNASKED = -1e9  # not asked for yet; no worth is that low

MEMORY = record(
    ("shots", KNOWN),  # chances of shots
    ("stray", "f8"),  # chance that one figure in the way stops a shot
    # Of the position.
    ("free", "f8"),  # `ground.free_share`
    ("own", "f8", (LARGE.figures,)),  # `fire.own_worth`
    ("enemy", "f8", (LARGE.figures,)),  # `fire.enemy_worth`
    ("hit", "f8", (LARGE.figures,)),  # `fire.hit_worth`
    ("pinned", "f8", (LARGE.figures,)),  # `fire.pinned_worth`
    # By hex.
    ("outlook", "f8", (LARGE.hexes,)),  # `fire.outlook`
    ("danger", "f8", (LARGE.hexes,)),  # `ground.danger`
    ("press", "f8", (LARGE.hexes,)),  # `ground.out_of_range`
    ("smoke", "f8", (LARGE.hexes,)),  # `grenades.smoke_worth`
    ("paint", "f8", (LARGE.hexes,)),  # `grenades.paint_worth`
    ("hidden", "f8", (LARGE.hexes,)),  # while the worth of smoke is worked out: what it takes from one enemy
    # Of the place that `ground.danger` looks at: by hex, the chance of a die shot from there.
    ("chance", "f8", (LARGE.hexes,)),
    ("gun", "i2", (LARGE.hexes,)),  # the hexes from which an enemy may come to shoot …
    ("guns", "i4"),  # … and how many these are; NONE: not asked for yet
    # Of the figure or hex that was asked for last, which is the next one as a rule: actions are in the figures' order.
    ("stays", "i4"),  # the figure …
    ("turns", "i4"),  # the figure …
    ("shoots", "i4"),  # the hex …
    ("watches", "i4"),  # the hex …
    ("spare", "i4"),
    ("stay", "f8"),  # … worth of the figure where it stands (`ground.stay_worth`)
    ("volley", "f8", (6,)),  # … of its volley, by its facing (`orders.look_about`)
    ("die", "f8", (2, LARGE.figures)),  # … of its unaimed and its aimed die at each enemy (`fire.next_die`)
    ("watch", "f8", (6,)),  # … of the sentry there, by its facing (`ground.watch`)
    ("best", "f8", (6,)),  # while that is worked out: on one enemy
)
check_record(MEMORY)
Memory = Any  # the record, as compiled functions see it


@rule
def begin(world: World, game: Game, memory: Memory) -> None:
    """Begin to keep what is known of a position."""
    know(world, game, memory.shots)
    memory.stray = share(world.rules.way, STOPPED)
    memory.free = UNASKED
    memory.guns = memory.stays = memory.turns = memory.shoots = memory.watches = NONE
    for number in range(world.rules.figures):
        memory.own[number] = memory.enemy[number] = memory.hit[number] = memory.pinned[number] = UNASKED
    for place in range(world.board.hexes):
        memory.outlook[place] = memory.danger[place] = memory.press[place] = UNASKED
        memory.smoke[place] = memory.paint[place] = UNASKED


@rule
def arrives_known(world: World, game: Game, start: int, goal: int, memory: Memory) -> float:
    """`chances.arrives`, of an unaimed die."""
    chance = hits(world, start, goal, 0)
    if chance == 0.0:
        return 0.0
    known = memory.shots
    return chance * passes_known(world, game, start, goal, known) * spots_known(world, game, start, goal, known)
