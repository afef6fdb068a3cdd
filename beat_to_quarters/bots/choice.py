"""What a scripted bot does: the legal action that it thinks most of."""

import numpy as np

from beat_to_quarters import kinds, outlook, waters
from beat_to_quarters.bots.admiral import AGGRESSIVE, mode_of, turn_by_table, way_by_table
from beat_to_quarters.bots.places import ASHORE, OFF, lying_worth, place_worth, turn_worth, way_worth
from beat_to_quarters.chances import FACES, boarding, worth_of
from beat_to_quarters.rules import actions, gunnery, state, victory
from beat_to_quarters.rules.boarding import melee_score
from beat_to_quarters.rules.sailing import MOST_SWING, dice_of, no_sail, turn_limit
from beat_to_quarters.rules.ships import apart, ship_of, ties_of
from beat_to_quarters.rules.state import IN_ACTION, NONE, SHIPS, STRIDE, STRUCK, Game, World
from tabletop.agents.noise import uniform
from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.header import Record

STRANGE = -30.0  # worth of what it doesn't want, or knows nothing about
FIRST, SECOND = 100.0, 60.0  # of shots, and of grapples, that it wants: nothing else comes before
LITTLE = 0.02  # gain for which it doesn't turn at anchor
MEAN_DIE = 2.5  # of a D4
FAVOURED = (3, 4, 3, 2)  # rates that it buys, in turn
NO_ENEMY = 1e9  # the margin over none
CRACK = 3  # of the crews, from poor


@rule(shared=True)
def choose(world: World, game: Game, mask: Int8, temper: Record, key: np.uint64) -> int:
    """A legal action; `temper` is a temperament's record, `key` (uint64) the noise."""
    best, best_worth = NONE, -1e9
    for action in range(mask.shape[0]):
        if mask[action] == 0:
            continue
        option, who, value = actions.decode(world, game, action)
        kind = int(kinds.KIND_OF[option])
        value_of = temper.noise * uniform(key, action) + worth(world, game, temper, kind, who, value, key)
        if value_of > best_worth:
            best, best_worth = action, value_of
    return best


@rule
def worth(world: World, game: Game, temper: Record, kind: int, who: int, value: int, key: np.uint64) -> float:
    """The worth of an action of a kind, to be compared with the others at its decision."""
    ship = int(game.ship)
    solo = temper.table == 1
    if kind == kinds.HOLD or kind == kinds.STAY or kind == kinds.DONE:
        return -20.0 if game.decision == state.BUY else 0.0
    if kind == kinds.PICK or kind == kinds.PICK_PRIZE:
        picked = who if kind == kinds.PICK else value
        return -float(picked % STRIDE) if solo else _pick(world, game, picked)
    if kind == kinds.FIRE_AT or kind == kinds.FIRE_AT_OWN:
        return _fire(world, game, temper, ship, value)
    if kind == kinds.FIRES or kind == kinds.PRIZE_FIRES:
        return _fire(world, game, temper, who if kind == kinds.FIRES else value, ship)
    if kind == kinds.GRAPPLE or kind == kinds.GRAPPLE_OWN:
        return _grapple(game, temper, ship, value)
    if kind == kinds.GRAPPLES or kind == kinds.PRIZE_GRAPPLES:
        return _grapple(game, temper, who if kind == kinds.GRAPPLES else value, ship)
    if kind == kinds.BOARD or kind == kinds.BOARD_OWN:
        return _board(world, game, temper, ship, value)
    if kind == kinds.ADVANCE:
        if solo:
            return way_by_table(world, game, ship, value)
        return way_worth(world, game, temper, ship, value)
    if kind == kinds.TURN:
        if solo:
            return turn_by_table(world, game, ship, value, turn_limit(world, game, ship), key)
        return turn_worth(world, game, temper, ship, value)
    if kind == kinds.SAIL:
        return _sail(world, game, temper)
    if kind == kinds.HEAVE_TO:
        return 0.0 if solo else lying_worth(world, game, temper, ship)
    if kind == kinds.THROUGH or kind == kinds.BACK:
        return _tack(world, game, temper, kind == kinds.THROUGH)
    if kind == kinds.CUT_LOOSE:
        return _cut_loose(world, game, temper)
    if kind == kinds.ABANDON:
        return _abandon(world, game, temper)
    if kind == kinds.KEDGE:
        return 10.0
    if kind == kinds.SWING:
        return _swing(world, game, temper)
    if kind == kinds.CUT:
        return 20.0 if game.alone == game.decider else STRANGE
    if kind == kinds.BUY_HULL:
        return -float(abs(value + 1 - FAVOURED[int(game.team[game.decider].own) % len(FAVOURED)]))
    if kind == kinds.BUY_CREW:
        return -float(abs(value - CRACK))
    return STRANGE


@rule
def _pick(world: World, game: Game, who: int) -> float:
    """AC1: batteries first, then ships with free water ahead, so that nobody is in the way of those astern."""
    if ship_of(game, who).battery == 1:
        return 20.0
    done, _ = outlook.way_ahead(world, game, who, waters.FARTHEST_SEEN)
    return float(done)


@rule
def _fire(world: World, game: Game, temper: Record, who: int, whom: int) -> float:
    """GU: whether to fire now: not where a better shot is to come on this way, or a poor one early in the turn."""
    side, near, _ = gunnery.shot_at(world, game, who, whom)
    if temper.table == 1:
        return FIRST - near
    ship = ship_of(game, who)
    worth = outlook.shot_worth(world, game, who, whom, side, near)
    acts_left = min(2, int(game.team[ship.holder].chips))
    if worth < temper.least * acts_left / 2.0:
        return STRANGE
    later = 0.0
    if game.decision == state.ANSWER:
        later = outlook.best_as_it_passes(world, game, who, whom, side, int(game.left))
    elif game.decision == state.MOMENT:
        later = outlook.best_later(world, game, who, side, int(game.left))
    elif no_sail(world, game, who) == ALLOWED:
        later = outlook.best_later(world, game, who, side, _mean_way(world, game, who))
    return STRANGE if worth < temper.patience * later else FIRST + worth


@rule
def _mean_way(world: World, game: Game, who: int) -> int:
    """MO1: hexes that a ship may expect to sail."""
    return int(MEAN_DIE * dice_of(world, game, who))


@rule
def _margin(game: Game, who: int, whom: int) -> int:
    """BO2, BO6: how much better a ship fights than another one; who burns is lost."""
    if ship_of(game, whom).burning == 1:
        return FACES if ship_of(game, who).burning == 0 else 0
    return -FACES if ship_of(game, who).burning == 1 else melee_score(game, who, whom)


@rule
def _grapple(game: Game, temper: Record, who: int, whom: int) -> float:
    """GR: whether to try to grapple an enemy, or what the enemy has taken or would take."""
    ship, other = ship_of(game, who), ship_of(game, whom)
    if ship.holder == other.holder:
        return STRANGE
    if temper.table == 1:
        return SECOND if mode_of(game, who) == AGGRESSIVE else STRANGE
    if other.state != IN_ACTION:
        return SECOND
    margin = _margin(game, who, whom) + _in_time(game, temper, int(ship.holder))
    return SECOND + margin if margin >= temper.grapple_from else STRANGE


@rule
def _in_time(game: Game, temper: Record, team: int) -> float:
    """BO1, BO4: what it is worth in margin that a team boards first in this turn: who is boarded doesn't board."""
    return temper.timing if game.first == team else -temper.timing


@rule
def _board(world: World, game: Game, temper: Record, who: int, whom: int) -> float:
    """BO: the worth of boarding; who is beaten off loses nothing."""
    if temper.table == 1 and mode_of(game, who) != AGGRESSIVE:
        return STRANGE
    other = ship_of(game, whom)
    if other.holder == ship_of(game, who).holder:
        return 0.01
    return 0.02 + boarding(game, who, whom) * worth_of(world, other)


@rule
def _cut_loose(world: World, game: Game, temper: Record) -> float:
    """CO2, CO3: whether to get clear: of friends always, not of what can be taken, of enemies that fight better."""
    who = int(game.ship)
    ship, ties, margin = ship_of(game, who), ties_of(ship_of(game, who)), NO_ENEMY
    if temper.table == 1 and mode_of(game, who) == AGGRESSIVE:
        return STRANGE
    for whom in range(SHIPS):
        other = ship_of(game, whom)
        if ties >> whom & 1 and other.holder != ship.holder:
            if other.state == IN_ACTION:
                margin = min(margin, _margin(game, who, whom) + _in_time(game, temper, int(ship.holder)))
            elif temper.table == 0:
                return STRANGE
    return STRANGE if temper.loose_below <= margin < NO_ENEMY and temper.table == 0 else 1.0


@rule
def _abandon(world: World, game: Game, temper: Record) -> float:
    """VI1: to leave what is loose: when ahead, or when nothing is near enough to be taken."""
    team = int(game.decider)
    if victory.points_of(world, game, team) > victory.points_of(world, game, 1 - team):
        return 1.0
    for who in range(SHIPS):
        ship = ship_of(game, who)
        if ship.state != IN_ACTION or ship.holder != team or ship.battery == 1:
            continue
        for whom in range(SHIPS):
            other = ship_of(game, whom)
            if other.state == STRUCK and other.holder != team and other.battery == 0:
                if apart(ship, other) <= temper.chase:
                    return STRANGE
    return 1.0


@rule
def _sail(world: World, game: Game, temper: Record) -> float:
    """MO1: the worth of rolling the dice, which may lead farther than there is water."""
    who = int(game.ship)
    if ship_of(game, who).irons == state.RECOVERED:
        return SECOND
    dice = dice_of(world, game, who)
    done, end = outlook.way_ahead(world, game, who, outlook.SAFE_WATER)
    risk = 0.0
    if end == outlook.EDGE or end == outlook.LAND:
        risk = (1.0 - done / outlook.SAFE_WATER) ** dice if dice > 0 else 0.0  # that no die is small enough
    if temper.table == 1:
        return -1.0 if risk > 0.0 else 1.0
    far, _ = outlook.way_ahead(world, game, who, _mean_way(world, game, who))
    worth = max(way_worth(world, game, temper, who, min(2, far)), way_worth(world, game, temper, who, far))
    return worth - risk * (OFF if end == outlook.EDGE else ASHORE)


@rule
def _tack(world: World, game: Game, temper: Record, through: bool) -> float:
    """TK4: the worth of the heading to which it leads."""
    who = int(game.ship)
    ship = ship_of(game, who)
    heading = int(ship.heading)
    side = 1 if game.turned > 0 else -1
    if not outlook.turns_freely(world, game, who, side if through else -side):
        return -ASHORE
    worth = place_worth(world, game, temper, who)
    ship.heading = heading
    return worth


@rule
def _swing(world: World, game: Game, temper: Record) -> float:
    """AN2: the worth of the best turn at anchor, to be compared with heaving to."""
    who = int(game.ship)
    most, best = MOST_SWING - int(ship_of(game, who).swung), -1e9
    for by in range(-most, most + 1):
        if by != 0:
            best = max(best, turn_worth(world, game, temper, who, by))
    return best - temper.idle - LITTLE
