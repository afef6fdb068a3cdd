"""What a policy that scores actions takes: a row of facts about the position, and a row about each legal action.

Both are seen from the own side, are numbers of about -1 to 1, and depend neither on the map's size nor on the number
of ships: one network plays every scenario. What may come of a shot is that of `beat_to_quarters.chances`, what a place
is like that of `beat_to_quarters.outlook`.
"""

import numpy as np

from beat_to_quarters import chances, kinds, outlook
from beat_to_quarters.bots import choice, temperament
from beat_to_quarters.observation import BATTLE, across, down, observe_battle
from beat_to_quarters.rules import actions, gunnery, sailing, state
from beat_to_quarters.rules.ships import apart, crew_of, is_tied, printed, ship_of, ties_of
from beat_to_quarters.rules.state import IN_ACTION, NONE, PORT, SHIPS, STARBOARD, STRIDE, STRUCK, Game, Ship, World
from beat_to_quarters.rules.tables import BURNS, MASTS, OUT, RISE
from beat_to_quarters.waters import FARTHEST_SEEN, water_ahead
from tabletop.base.arrays import Float32, Float64, Int8, Int16, Records
from tabletop.compiled.compiling import rule
from tabletop.game.encodings import Entry, row_fields
from tabletop.game.header import Record, record
from tabletop.game.hex_grid import STEPS

VERSION = 1  # of both rows

# Of the ships that each team has, the own one first.
TEAM = (
    Entry("in action", "ships in action, as a share of 10"),
    Entry("life", "rates that they can lose before they strike, as a share of 80"),
    Entry("worth", "their cost, as a share of 500"),
    Entry("masts", "masts that they have lost, as a share of 10"),
    Entry("crew", "mean crew, 0 poor to 1 elite"),
    Entry("burning", "ships that burn, as a share of 10; so for the next ones"),
    Entry("crippled", "ships in irons, aground, dismasted, or that can't turn"),
    Entry("tied", "ships that are tied"),
    Entry("loaded", "sides that haven't fired"),
    Entry("to act", "ships that haven't acted in this phase"),
    Entry("struck", "ships that have struck, and are loose"),
    Entry("column", "mean place from west to east, seen from the own side"),
    Entry("row", "mean place from north to south, likewise"),
    Entry("windward", "mean place against the wind"),
)
# Of each action: first of which kind it is.
ACTION = (
    # The ship that acts, answers, or is picked.
    Entry("rate", "its rate now"),
    Entry("crew", "its crew"),
    Entry("life", "rates that it can lose before it strikes"),
    Entry("masts", "masts that stand"),
    Entry("port loaded", "1: its port side hasn't fired"),
    Entry("starboard loaded", "1: its starboard side hasn't"),
    # Its place after the action.
    Entry("shots", "what its best shots are worth from there"),
    Entry("threats", "what the enemy's shots at it are worth"),
    Entry("more shots", "more than from where it is"),
    Entry("more threats", "likewise"),
    Entry("rakes", "1: it could rake somebody"),
    Entry("raked", "1: somebody could rake it"),
    Entry("nearest", "distance of the nearest enemy"),
    Entry("nearer", "nearer to it by so many hexes"),
    Entry("ahead nearer", "nearer by its next way straight ahead"),
    Entry("prey", "distance of the enemy that it best boards"),
    Entry("prey nearer", "nearer by its next way straight ahead"),
    Entry("capture", "chance to take an enemy that is next to it there"),
    Entry("captured", "chance to be taken by such an enemy"),
    Entry("dice", "dice of its attitude"),
    Entry("eye", "1: no dice, so in irons"),
    Entry("tacks", "chance to tack, where it turns into the wind"),
    Entry("water", "hexes before edge or land, straight ahead"),
    Entry("edge", "hexes to the nearest edge"),
    Entry("room", "hexes before land or the outermost hexes, straight ahead"),
    Entry("lee", "likewise downwind"),
    Entry("room after turn", "likewise after the next way and its best turn, at least"),
    # Ways and turns.
    Entry("hexes", "hexes ahead"),
    Entry("hexsides", "of a turn, to port"),
    Entry("off", "1: it would leave the map"),
    Entry("ashore", "1: it would run aground"),
    Entry("into friend", "1: it would run into a friend"),
    Entry("into enemy", "1: it would run into an enemy"),
    Entry("shots under way", "what its best shots are worth on the way"),
    Entry("threats under way", "the worst threats on the way"),
    Entry("shots after turn", "what its shots are worth after the best turn"),
    Entry("gain after turn", "shots less threats, after that turn"),
    Entry("nearer after turn", "nearer to the nearest enemy by the next way, after the turn that is best for it"),
    Entry("room by turning", "room straight ahead after the turn that is best for it"),
    # Shots, grapples and boarding.
    Entry("rates lost", "rates that the shot is expected to take"),
    Entry("masts lost", "masts"),
    Entry("out", "chance that the target strikes, sinks or explodes"),
    Entry("fire", "chance that it burns"),
    Entry("shot", "what the shot is worth"),
    Entry("range", "of the shot"),
    Entry("raking", "what it gains by raking"),
    Entry("later", "what the best shot of this side is worth later on this way"),
    Entry("grapple", "chance to grapple"),
    Entry("board", "chance to take the other ship"),
    Entry("counter", "chance of the other ship to take this one"),
    Entry("other rate", "rate of the other ship"),
    Entry("other worth", "its cost"),
    Entry("other struck", "1: it has struck, or is a prize"),
    Entry("other friend", "1: the own team has it"),
    # What two scripted bots think of it, beside what they think most of.
    Entry("gunner", "worth to `gunner`, less that of its best action", -1.0, 0.0),
    Entry("boarder", "worth to `boarder`, likewise", -1.0, 0.0),
    Entry("gunner best", "1: it is `gunner`'s best action"),
    Entry("boarder best", "1: it is `boarder`'s"),
    Entry("tied to enemies", "ships in action of the enemy's that it is tied to"),
)
_BATTLE, _TEAM = len(BATTLE), len(TEAM)
KIND_FACTS = len(kinds.NAMES)  # facts about an action that say of which kind it is, the first ones
POSITION_FACTS, ACTION_FACTS = _BATTLE + 2 * _TEAM, KIND_FACTS + len(ACTION)
TEAM_ROW, ROW = record(*row_fields(TEAM)), record(("kind", "f4", (KIND_FACTS,)), *row_fields(ACTION))
ADVISERS = np.concatenate([temperament.GUNNER.record(), temperament.BOARDER.record()])
FAR_SEEN = 20.0  # hexes: distances are shown as shares of it
MEAN_DIE = 2.5


@rule(shared=True)
def observe_position(world: World, game: Game, team: int, out: Float32) -> None:
    """Write the facts of a position as `team` sees it; out float32 [P], overwritten."""
    out[:] = 0.0
    observe_battle(world, game, team, out)
    rows = out[_BATTLE:].view(TEAM_ROW)
    if game.turn > 0:
        for side in range(2):
            _observe_team(world, game, team, team ^ side, rows[side])


@rule
def _observe_team(world: World, game: Game, seen_by: int, team: int, row: Record) -> None:
    count, column, down_row = 0, 0.0, 0.0
    for number in range(SHIPS):
        # Sums of floats depend on their order: a team's own ships come before its prizes, from either side.
        who = outlook.fleet_first(team, number)
        ship = game.ships[who // STRIDE, who % STRIDE]
        if ship.state == STRUCK and who // STRIDE == team and ship.battery == 0:
            row.struck += 0.1
        if ship.state != IN_ACTION or ship.holder != team:
            continue
        count += 1
        row.life += chances.life_of(ship) / 80.0
        row.worth += chances.worth_of(world, ship) / 10.0
        row.masts += (ship.rigged - ship.masts) / 10.0
        row.crew += (crew_of(ship) + 1) / 4.0
        row.burning += 0.1 * ship.burning
        row.tied += 0.1 if is_tied(ship) else 0.0
        if ship.battery == 0:
            lame = ship.irons != 0 or ship.aground == 1 or ship.masts == 0 or ship.hung != 0 or ship.steering == 1
            row.crippled += 0.1 if lame else 0.0
        row.loaded += (0.0 if int(ship.fired) & PORT else 0.05) + (0.0 if int(ship.fired) & STARBOARD else 0.05)
        row.to_act += 0.1 * (1 - ship.acted)
        column += across(world, seen_by, ship.q, ship.r)
        down_row += down(world, seen_by, ship.r)
    if count > 0:
        row.in_action = count / 10.0
        row.crew /= count
        row.column, row.row = column / count, down_row / count
        step_q, step_r = STEPS[(int(game.wind) + 3 * seen_by) % 6]
        row.windward = 0.5 * (row.column * (step_q + 0.5 * step_r) + row.row * step_r)


@rule(shared=True)
def observe_legal(world: World, game: Game, mask: Int8, out: Float32, listed: Int16) -> int:
    """Write the facts of the legal actions of the team that decides.

    Args:
      world: rules and sea.
      game: the position, not over.
      mask: int8 [A], the legal actions.
      out: float32 [n or more, K]; n rows are overwritten.
      listed: int16 [n or more]; the n legal actions are written.

    Returns:
      n, how many actions are legal.
    """
    before = np.zeros(3)
    if game.turn > 0 and game.ship != NONE:
        _look_before(world, game, int(game.ship), before)
    rows = out.view(ROW)
    count = 0
    for action in range(mask.shape[0]):
        if mask[action] == 0:
            continue
        option, actor, value = actions.decode(world, game, action)
        kind = int(kinds.KIND_OF[option])
        out[count] = 0.0
        row = rows[count, 0]
        listed[count] = action
        count += 1
        row.kind[kind] = 1.0
        if game.turn > 0:
            _observe_action(world, game, kind, actor, value, before, row)
    _add_opinions(world, game, rows, listed, count)
    return count


@rule
def _add_opinions(world: World, game: Game, rows: Records, listed: Int16, count: int) -> None:
    """What two bots, without noise, think of each legal action."""
    worths = np.zeros(count)
    for bot in range(len(ADVISERS)):
        for at in range(count):
            option, actor, value = actions.decode(world, game, int(listed[at]))
            kind = int(kinds.KIND_OF[option])
            worths[at] = choice.worth(world, game, ADVISERS[bot], kind, actor, value, np.uint64(0))
        best = worths.max()
        for at in range(count):
            behind = max(-1.0, worths[at] - best)
            if bot == 0:
                rows[at, 0].gunner = behind
                rows[at, 0].gunner_best = 1.0 if worths[at] == best else 0.0
            else:
                rows[at, 0].boarder = behind
                rows[at, 0].boarder_best = 1.0 if worths[at] == best else 0.0


@rule
def _look_before(world: World, game: Game, who: int, before: Float64) -> None:
    """What a ship sees from where it is: shots, threats, the distance of the nearest enemy."""
    before[0] = outlook.shots_borne(world, game, who)
    before[1] = outlook.threats_to(world, game, who)
    _, away = outlook.nearest_enemy(world, game, who)
    before[2] = min(FAR_SEEN, away)


@rule
def _observe_action(world: World, game: Game, kind: int, actor: int, value: int, before: Float64, row: Record) -> None:
    who = int(game.ship)
    if kind == kinds.PICK or kind == kinds.FIRES or kind == kinds.GRAPPLES:
        who = actor
    elif kind == kinds.PICK_PRIZE or kind == kinds.PRIZE_FIRES or kind == kinds.PRIZE_GRAPPLES:
        who = value
    if who == NONE:
        return
    ship = ship_of(game, who)
    _observe_ship(ship, row)
    if kind == kinds.PICK or kind == kinds.PICK_PRIZE:
        _look_before(world, game, who, before)
        _observe_place(world, game, who, before, row)
    elif kind == kinds.FIRE_AT or kind == kinds.FIRE_AT_OWN:
        _observe_shot(world, game, who, value, row)
    elif kind == kinds.FIRES or kind == kinds.PRIZE_FIRES:
        _observe_shot(world, game, who, int(game.ship), row)
    elif kind == kinds.GRAPPLES or kind == kinds.PRIZE_GRAPPLES:
        _observe_other(world, game, who, int(game.ship), row)
    elif is_about_another(kind):
        _observe_other(world, game, who, value, row)
    elif kind == kinds.ADVANCE:
        _observe_way(world, game, who, value, before, row)
    elif kind == kinds.SAIL:
        dice = sailing.dice_of(world, game, who)
        done, _ = outlook.way_ahead(world, game, who, int(MEAN_DIE * dice))
        _observe_way(world, game, who, done, before, row)
    elif kind == kinds.TURN:
        _observe_turn(world, game, who, value, before, row)
    elif kind == kinds.THROUGH or kind == kinds.BACK:
        side = 1 if game.turned > 0 else -1
        _observe_turn(world, game, who, side if kind == kinds.THROUGH else -side, before, row)
    elif kind == kinds.HEAVE_TO or kind == kinds.HOLD or kind == kinds.HOLD_ON:
        _observe_place(world, game, who, before, row)
    elif kind == kinds.CUT_LOOSE or kind == kinds.STAY:
        _observe_ties(game, who, row)


@rule
def is_about_another(kind: int) -> bool:
    """Whether an action is a grapple or a boarding, of the ship that it names."""
    return kind == kinds.GRAPPLE or kind == kinds.GRAPPLE_OWN or kind == kinds.BOARD or kind == kinds.BOARD_OWN


@rule
def _observe_ship(ship: Ship, row: Record) -> None:
    row.rate, row.crew, row.life = ship.rate / 9.0, (crew_of(ship) + 1) / 4.0, chances.life_of(ship) / 8.0
    row.masts = ship.masts / 3.0
    row.port_loaded = 0.0 if int(ship.fired) & PORT else 1.0
    row.starboard_loaded = 0.0 if int(ship.fired) & STARBOARD else 1.0


@rule
def _observe_place(world: World, game: Game, who: int, before: Float64, row: Record) -> None:
    """What a ship sees from where it is set; `before` is as `_look_before` wrote it where it was."""
    ship = ship_of(game, who)
    row.shots, row.threats = outlook.shots_borne(world, game, who), outlook.threats_to(world, game, who)
    row.more_shots, row.more_threats = row.shots - before[0], row.threats - before[1]
    row.rakes = 1.0 if outlook.rakes_anybody(world, game, who) else 0.0
    row.raked = 1.0 if outlook.is_raked(world, game, who) else 0.0
    enemy, away = outlook.nearest_enemy(world, game, who)
    prey, to_prey = outlook.prey_of(world, game, who, 0.3)
    row.nearest = min(1.0, away / FAR_SEEN)
    row.nearer = (before[2] - min(FAR_SEEN, away)) / 10.0
    row.prey = min(1.0, to_prey / FAR_SEEN)
    dice = printed(world, game, ship)
    outlook.shift(ship, 2 * dice)
    if enemy != NONE:
        row.ahead_nearer = (away - apart(ship, ship_of(game, enemy))) / 10.0
    if prey != NONE:
        row.prey_nearer = (to_prey - apart(ship, ship_of(game, prey))) / 10.0
    outlook.shift(ship, -2 * dice)
    for whom in range(SHIPS):
        other = ship_of(game, whom)
        if outlook.is_prey(game, who, whom) and apart(ship, other) == 1:
            row.capture = max(row.capture, chances.boarding(game, who, whom))
            if other.state == IN_ACTION:
                row.captured = max(row.captured, chances.boarding(game, whom, who))
    row.dice = dice / 4.0
    row.eye = 1.0 if dice == 0 else 0.0
    row.water = water_ahead(world, ship, 0, FARTHEST_SEEN) / FARTHEST_SEEN
    row.edge = min(FARTHEST_SEEN, outlook.to_edge(world, ship)) / FARTHEST_SEEN
    lee = (int(game.wind) + 3 - int(ship.heading)) % 6
    room = outlook.room_from(world, ship, 0)
    row.room, row.lee = room / outlook.ROOM, outlook.room_from(world, ship, lee) / outlook.ROOM
    row.room_after_turn = outlook.room_after_turn(world, game, who, min(room, outlook.SAFE_WATER)) / outlook.ROOM


@rule
def _observe_turn(world: World, game: Game, who: int, turns: int, before: Float64, row: Record) -> None:
    """Where a ship will lie after a turn, if nothing is in its way."""
    ship = ship_of(game, who)
    heading, q, r = int(ship.heading), int(ship.q), int(ship.r)
    row.hexsides = turns / 3.0
    if turns != 0 and not outlook.turns_freely(world, game, who, turns):
        row.into_friend = 1.0  # or an enemy, or land
    elif turns != 0 and ship.heading == game.wind and ship.anchor == 0:
        row.tacks = chances.passing(ship)
    _observe_place(world, game, who, before, row)
    ship.heading, ship.q, ship.r = heading, q, r


@rule
def _observe_way(world: World, game: Game, who: int, hexes: int, before: Float64, row: Record) -> None:
    """Where a ship will lie after a way straight ahead, and what it meets on it."""
    ship = ship_of(game, who)
    row.hexes = hexes / FAR_SEEN
    done, end = outlook.way_ahead(world, game, who, hexes)
    row.off = 1.0 if end == outlook.EDGE else 0.0
    row.ashore = 1.0 if end == outlook.LAND else 0.0
    row.into_friend = 1.0 if end == outlook.FRIEND else 0.0
    row.into_enemy = 1.0 if end == outlook.ENEMY else 0.0
    for _ in range(done):
        outlook.shift(ship, 1)
        row.shots_under_way = max(row.shots_under_way, outlook.shots_borne(world, game, who))
        row.threats_under_way = max(row.threats_under_way, outlook.threats_to(world, game, who))
    _observe_place(world, game, who, before, row)
    row.shots_after_turn, row.gain_after_turn = row.shots, row.shots - row.threats
    row.nearer_after_turn, row.room_by_turning = row.ahead_nearer, row.room
    enemy, away = outlook.nearest_enemy(world, game, who)
    turns = outlook.usual_turns(world, game, who)
    heading, q, r = int(ship.heading), int(ship.q), int(ship.r)
    for by in range(-turns, turns + 1):
        if by != 0 and outlook.turns_freely(world, game, who, by):
            dice = printed(world, game, ship)
            if dice > 0:
                row.room_by_turning = max(row.room_by_turning, outlook.room_from(world, ship, 0) / outlook.ROOM)
            if enemy != NONE:
                outlook.shift(ship, 2 * dice)
                nearer = (away - apart(ship, ship_of(game, enemy))) / 10.0
                row.nearer_after_turn = max(row.nearer_after_turn, nearer)
                outlook.shift(ship, -2 * dice)
            shots = outlook.shots_borne(world, game, who)
            row.shots_after_turn = max(row.shots_after_turn, shots)
            row.gain_after_turn = max(row.gain_after_turn, shots - outlook.threats_to(world, game, who))
            ship.heading, ship.q, ship.r = heading, q, r
    outlook.shift(ship, -done)


@rule
def _observe_shot(world: World, game: Game, who: int, whom: int, row: Record) -> None:
    """GU: a shot, and whether a better one is to come on this way."""
    side, near, _ = gunnery.shot_at(world, game, who, whom)
    expected, target = chances.weigh_shot(world, game, who, whom, side, near), ship_of(game, whom)
    row.rates_lost, row.masts_lost = expected[RISE] / 3.0, expected[MASTS]
    row.out, row.fire = expected[OUT], expected[BURNS]
    row.shot = chances.harm_of(target, expected) * chances.worth_of(world, target)
    row.range = near / 13.0
    row.raking = gunnery.raking_of(game, who, whom, side, near) / 4.0
    if game.decision == state.ANSWER:
        row.later = outlook.best_as_it_passes(world, game, who, whom, side, int(game.left))
    elif game.decision == state.MOMENT:
        row.later = outlook.best_later(world, game, who, side, int(game.left))
    _observe_other(world, game, who, whom, row)


@rule
def _observe_other(world: World, game: Game, who: int, whom: int, row: Record) -> None:
    """GR, BO: the ship that is fired at, grappled or boarded."""
    ship, other = ship_of(game, who), ship_of(game, whom)
    row.grapple = 1.0 if ship.holder == other.holder else chances.passing(ship)
    row.board = chances.boarding(game, who, whom)
    row.counter = chances.boarding(game, whom, who) if other.state == IN_ACTION else 0.0
    row.other_rate, row.other_worth = other.rate / 9.0, chances.worth_of(world, other)
    row.other_struck = 1.0 if other.state != IN_ACTION else 0.0
    row.other_friend = 1.0 if ship.holder == other.holder else 0.0


@rule
def _observe_ties(game: Game, who: int, row: Record) -> None:
    """CO2, CO3: the enemies that a ship is tied to: the best chance to take one, and the worst to be taken."""
    ship = ship_of(game, who)
    for whom in range(SHIPS):
        other = ship_of(game, whom)
        if ties_of(ship) >> whom & 1 and other.holder != ship.holder:
            row.board = max(row.board, chances.boarding(game, who, whom))
            if other.state == IN_ACTION:
                row.counter = max(row.counter, chances.boarding(game, whom, who))
                row.tied_to_enemies += 0.5
