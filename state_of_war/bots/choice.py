"""What a scripted bot does: the legal action that it thinks most of, by the facts of each."""

import numpy as np

from state_of_war import kinds
from state_of_war.bots import book
from state_of_war.deeds import spare_actions
from state_of_war.facts import ACTION_FACTS, ROW, observe_legal
from state_of_war.rules.state import MEN, NONE, Game, World
from state_of_war.rules.victory import losses
from tabletop.agents.noise import uniform
from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record

STRANGE = -30.0  # worth of what it doesn't want
ENDS = -1.0  # of the end of an action: nobody is left who may act
ROUNDS = 2.0  # of melee that it looks ahead
SLACK = 3.0  # actions
TENS = MEN / 10.0  # of a row's men
EAGER = 1.5  # price of a metre
AHEAD = 0.1  # of the points: a lead that wins (VI4)
TO_SPOT = 0.3  # m: so near hidden enemies are likely to be spotted (AM3)


@rule(shared=True)
def choose(world: World, game: Game, mask: Int8, temper: Record, key: np.uint64) -> int:
    """A legal action; `temper` is a temperament's record, `key` (uint64) the noise."""
    legal = 0
    for action in range(mask.shape[0]):
        legal += int(mask[action] != 0)
    facts, listed = np.empty((legal, ACTION_FACTS), np.float32), np.empty(legal, np.int16)
    observe_legal(world, game, mask, facts, listed)
    rows, keep = facts.view(ROW), kept_off(world, game, temper)
    best, best_worth = NONE, -1e9
    for at in range(legal):
        kind = 0
        while rows[at, 0].kind[kind] == 0.0:
            kind += 1
        worth = temper.noise * uniform(key, int(listed[at]))
        if temper.book == 1:
            worth += book.worth(world, game, kind, rows[at, 0])
        else:
            worth += worth_of(world, game, temper, keep, kind, rows[at, 0])
        if worth > best_worth:
            best, best_worth = int(listed[at]), worth
    return best


@rule
def kept_off(world: World, game: Game, temper: Record) -> float:
    """VI4: metres from the enemy at which it likes to fight: fewer as time goes by, unless it would win by its lead."""
    team = int(game.decider)
    lead = losses(world, game, 1 - team) / float(world.costs[1 - team]) - losses(world, game, team) / float(
        world.costs[team]
    )
    return temper.keep if lead >= AHEAD else temper.keep * (1.0 - game.turn / float(world.rules.turns))


@rule
def worth_of(world: World, game: Game, temper: Record, keep: float, kind: int, row: Record) -> float:
    """The worth of an action, to be compared with the others at its decision."""
    if kind == kinds.PICK:
        return pick(row)
    if kind == kinds.SLOT:
        return slot(temper, row)
    if kind == kinds.FIRE:
        chief = temper.chief if row.target_chief == 1.0 else 1.0
        return chief * row.harm - temper.patience * row.later if row.harm > 0.2 * temper.least else STRANGE
    if kind == kinds.HOLD:
        return 0.0
    if kind == kinds.SPOT or kind == kinds.HIDE or kind == kinds.PRESS:
        return 1.0
    if kind == kinds.END:
        return ENDS
    if kind == kinds.DECLINE or kind == kinds.SHOW or kind == kinds.DETACH:
        return STRANGE
    worth = place(world, game, temper, keep, row)
    if kind == kinds.SHOOT:
        return worth + shot(temper, row)
    if kind == kinds.STAND:
        return worth + row.give * (temper.load * row.loads + temper.ready * row.stands_ready)
    if kind == kinds.CHARGE:
        return worth + charge(temper, row)
    if kind == kinds.MOUNT or kind == kinds.DISMOUNT:
        return worth - 0.5
    return worth - temper.fear * row.waited


@rule
def pick(row: Record) -> float:
    """TU3: who is in front first, that no line of fire is in its way; the commander last; nobody who may not act."""
    if row.able == 0.0:
        return ENDS - 1.0
    return 0.0 if row.commander == 1.0 and row.men < 0.1 else 1.0 / (1.0 + row.nearest)


@rule
def slot(temper: Record, row: Record) -> float:
    """DE3: a slot near friends, cover and the objective; the commander out of the enemy's sight, behind the others."""
    if row.commander == 1.0 and row.men < 0.1:
        return -2.0 * row.open - row.friend - 0.2 * row.depth
    return -0.2 * row.aside - 0.5 * abs(row.friend - 0.3) - 0.3 * row.goal - 0.3 * row.to_cover + 0.1 * row.height


@rule
def place(world: World, game: Game, temper: Record, keep: float, row: Record) -> float:
    """The worth of a unit's place."""
    chief = temper.chief if row.commander == 1.0 else 1.0
    worth = temper.give * row.give - temper.fear * chief * row.threat + temper.command * row.commanded
    worth -= temper.rough * row.rough
    alone = row.commander == 1.0 and row.men < 0.1
    if not alone:
        worth -= TENS * row.men * farness(game, temper, keep, row)
    else:
        worth -= 0.3 * row.friend
    if world.rules.objective == 1 and not alone:
        worth -= TENS * row.men * temper.goal * lateness(world, game, row)
    return worth


@rule
def farness(game: Game, temper: Record, keep: float, row: Record) -> float:
    """The price of a distance from the enemy; an attacker who can't shoot at anybody goes on until he can."""
    if row.give > 0.0:
        return temper.approach * abs(row.nearest - keep)
    price = EAGER if game.attacker == game.decider else temper.approach
    return price * abs(row.nearest - min(keep, TO_SPOT))


@rule
def lateness(world: World, game: Game, row: Record) -> float:
    """VI2: 0: a unit can still be at the objective in the last turn, with SLACK actions to spare; 1 for these alone."""
    if row.holds == 1.0:
        return 0.0
    return max(0.0, SLACK - spare_actions(world, game, 1000.0 * row.goal, row.mounted)) / SLACK


@rule
def shot(temper: Record, row: Record) -> float:
    """SH: the worth of a volley, which leaves the weapons to be loaded again."""
    if row.harm < 0.2 * temper.least * MEN * row.men * row.shooters and row.target_chief == 0.0:
        return STRANGE
    chief = temper.chief if row.target_chief == 1.0 else 1.0
    return temper.shot * chief * row.harm + temper.shock * row.shock * row.target_men


@rule
def charge(temper: Record, row: Record) -> float:
    """ME: what a few rounds of melee are worth, and the enemy's shots before them."""
    pairs = MEN * min(row.men, row.target_men) / 5.0
    gain = ROUNDS * pairs * (temper.press * row.win - temper.mercy * row.lose)
    return row.goes_on * (gain - temper.fear * row.waited) - (1.0 - row.goes_on) * row.threat
