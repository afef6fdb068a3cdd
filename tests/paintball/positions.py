"""Random positions as records, for the tests of the text: every kind of decision, every field, nothing impossible."""

from contextlib import suppress

import numpy as np

from paintball_env.notation import NotationError
from paintball_env.notation.acted import Acted
from paintball_env.notation.reached import check_reached
from paintball_env.rules import objectives, state
from paintball_env.rules.figure_states import LATER, NEVER, OWN_PHASE, STATES
from paintball_env.rules.flags import goal_of, prize_of
from paintball_env.rules.state import NONE, STRIDE
from paintball_env.rules.terrain import BASE, WORKS
from tests.paintball.uses import act_at_random, finish_others, is_idle

SET_UP = range(state.PIECE, state.FIRST)
STAGES = (
    *((state.PIECE, state.COVER_HEX, state.COVER_FACING), (state.FLAG_HEX,), (state.MARSHAL_HEX,), (state.DEPLOY,)),
    *((state.CARRIER,), (state.EXPERT,), (state.GRENADE, state.GRENADIER)),
)
OTHERS = (state.REACT, state.PICK, state.SCATTER)  # what the side decides that doesn't act
ATTEMPTS, TRIES = 500, 20
# States of one kind that hang together with others: set one by one. All others of the table come and go by chance.
SET_HERE = ("aim", "fired", "turned", "sentry", "suppressed", "dazed", "expert")
OTHER_STATES = tuple(one for one in STATES if one.binary and one.field not in SET_HERE)


class NoRoomError(Exception):
    """An unlucky choice left no place for what had to come."""


def random_position(scenario, kind, decider, rng):
    """A position with this decision open; `decider` is the winner where the game is over."""
    for _ in range(ATTEMPTS):
        try:
            games = _Maker(scenario, kind, decider, rng).make()
            check_reached(scenario.world[0], games[0], {})
            return games
        except (NoRoomError, NotationError):
            continue
    raise AssertionError(f"no position of kind {kind} in {ATTEMPTS} attempts")


class _Maker:
    def __init__(self, scenario, kind, decider, rng):
        self.world = scenario.world[0]
        self.rules, self.board = self.world.rules, self.world.board
        self.forced = {}  # fields of figures that the decision needs, by figure
        self.paid = {}  # points that an act which goes on has cost and that no field shows, by figure
        self.kind, self.decider, self.rng = kind, decider, rng
        self.games = np.zeros(1, scenario.size.game)
        self.game = self.games[0]
        self.sizes = [int(size) for size in self.rules.team_size]
        self.hexes = int(self.board.hexes)

    def chance(self, share):
        return self.rng.random() < share

    def below(self, number):
        return int(self.rng.integers(number))

    def make(self):
        game = self.game
        game.figure["hex"] = NONE
        for name in ("actor", "asked", "place", "shot", "winner"):
            game[name] = NONE
        for name in ("marshal", "flag"):
            for field in game[name].dtype.names:
                game[name][field] = NONE
        self.course()
        if self.kind in SET_UP:
            self.set_up()
            return self.games
        self.decision()
        self.others()
        self.states()
        self.flags_and_marshals()
        self.ground()
        self.scores()
        return self.games

    def course(self):
        game = self.game
        game.decision, game.decider = self.kind, self.decider
        if self.kind == state.OVER:
            game.decider = NONE
            game.turn = self.below(self.rules.max_turns + 1)
        elif self.kind not in SET_UP:
            game.turn = 1 + self.below(self.rules.max_turns) if self.kind != state.FIRST else 2 + self.below(9)
        game.acting = self.below(2)
        if self.kind in OTHERS:
            game.acting = 1 - self.decider
        elif self.kind not in (*SET_UP, state.CASUALTY, state.OVER):
            game.acting = self.decider
        if game.turn and self.kind != state.FIRST:
            game.phase = 1 + self.below(2)
        game.second = game.acting if game.phase != 1 else self.below(2)
        if self.kind == state.OVER and game.turn:
            game.ending = 1 + self.below(3)
            game.winner = self.decider
            if game.ending == state.FLAG and self.decider in (0, 1):
                game.acting = self.decider
                game.second = game.acting if game.phase == 2 else game.second
            if game.ending == state.FLAG and NONE in (self.decider, prize_of(self.world, self.decider)):
                game.ending = state.ELIMINATED
            if game.ending == state.TURNS or (game.ending == state.ELIMINATED and self.chance(0.3)):
                game.winner = NONE
            if game.ending == state.TURNS:
                game.turn, game.phase, game.second = self.rules.max_turns, 0, game.acting

    # Set-up, in the order of SN4.

    def set_up(self):
        for team in (0, 1):
            self.set_up_team(team)
        if self.kind in STAGES[0]:
            self.pieces()
        for number in (2, 3):
            if self.chance(0.3):
                self.game.marshal[number].hex = self.below(self.hexes)
        self.ground()

    def when(self, stage, team):
        """1: the team has done this stage of the set-up, 0: it decides in it, -1: it comes later."""
        now = next(number for number, kinds in enumerate(STAGES) if self.kind in kinds)
        return int(np.sign(2 * (now - stage) + int(self.decider != self.game.second) - int(team != self.game.second)))

    def set_up_team(self, team):
        game, rules = self.game, self.rules
        near_home = np.flatnonzero(self.board.near_home[team])
        if rules.objective == objectives.CAPTURE and self.when(1, team) > 0:
            game.flag[team].hex = self.rng.choice(near_home)
        if rules.objective == objectives.SINGLE and self.when(1, team) > 0:
            game.flag[0].hex = self.free_hex(ordinary=True)
        if rules.has_marshal[team] and self.when(2, team) > 0:
            game.marshal[team].hex = self.rng.choice(near_home)
        placed = {1: self.sizes[team], 0: self.below(self.sizes[team]), -1: 0}[self.when(3, team)]
        for number in range(placed):
            area = [place for place in np.flatnonzero(self.board.start[team]) if self.has_room(team, place)]
            place = self.pick(area)
            self.put(team, number, place)
            game.figure[team][number].facing = self.board.toward[team, place] if rules.blind_spots else 3 * team
            self.other_states(team, game.figure[team][number])
        if self.kind == state.DEPLOY and team == self.decider:
            game.actor = STRIDE * team + placed
        if rules.objective == objectives.REVERSE and self.when(4, team) > 0:
            game.flag[team].carrier = STRIDE * team + self.below(placed)
        if rules.experts:
            count, left = self.rolled(5, team, min(1 + self.below(3) + int(rules.extra_experts), placed))
            game.figure[team][:placed]["expert"][self.rng.permutation(placed)[:count]] = 1
            game.count = left or game.count
        if rules.grenades:
            count, left = self.rolled(6, team, 1 + self.below(3) + int(rules.extra_grenades))
            for _ in range(count):
                game.figure[team][self.below(placed)][("smoke", "paint")[self.below(2)]] += 1
            game.count = left or game.count
            if left and self.kind == state.GRENADIER:
                game.kind = self.rng.choice([state.SMOKE, state.PAINT])

    def rolled(self, stage, team, number):
        """How many of so many the team has named or given, and how many are left."""
        done = {1: number, 0: self.below(number) if self.when(stage, team) == 0 else 0, -1: 0}[self.when(stage, team)]
        return done, number - done if self.when(stage, team) == 0 else 0

    def has_room(self, team, place):
        limit = self.rules.works_team if self.board.terrain[place] in WORKS else STRIDE
        return self.game.present[team][place] < limit

    def pieces(self):
        game, rules = self.game, self.rules
        for side in game.side:
            side.soft, side.hard = self.below(rules.soft_pieces + 1), self.below(rules.hard_pieces + 1)
        game.side[self.decider].soft = game.side[self.decider].hard = 1
        if self.kind == state.COVER_HEX:
            game.kind = self.rng.choice([state.SOFT_PIECE, state.HARD_PIECE])
        if self.kind == state.COVER_FACING:
            game.kind, game.place = state.HARD_PIECE, self.free_hex(ordinary=True)

    # Figures and the decision's own tokens.

    def free_hex(self, ordinary=False):
        hexes = [
            place
            for place in range(self.hexes)
            if not any(self.game.present[team][place] for team in (0, 1))
            and not (ordinary and self.board.terrain[place] in WORKS)
        ]
        return int(self.rng.choice(hexes))

    def put(self, team, number=None, place=None, charge=False):
        """A figure of the team into a hex; NoRoomError where there is no room."""
        game, rules = self.game, self.rules
        absent = np.flatnonzero(game["figure"]["hex"][team, : self.sizes[team]] == NONE)
        if not len(absent):
            raise NoRoomError
        number = int(absent[self.below(len(absent))]) if number is None else number
        place = self.below(self.hexes) if place is None else place
        own, enemy = int(game.present[team][place]), int(game.present[1 - team][place])
        if self.board.terrain[place] in WORKS:
            if own >= rules.works_team or own + enemy >= rules.works_all:
                raise NoRoomError
        elif enemy and not charge:
            raise NoRoomError
        if rules.own_base_closed and place == self.board.home[team]:
            raise NoRoomError
        game.figure[team][number].hex = place
        game.present[team][place] += 1
        return STRIDE * team + number

    def figure(self, identity):
        return self.game.figure[identity // STRIDE][identity % STRIDE]

    def decision(self):
        game, kind, acting = self.game, self.kind, int(self.game.acting)
        if kind in (state.VOLLEY, state.REACT, state.PICK, state.THROW, state.SCATTER, state.STEP):
            game.actor = self.put(acting)
        if kind in (state.THROW, state.SCATTER):
            game.kind = self.rng.choice([state.SMOKE, state.PAINT])
        if kind in (state.THROW, state.SCATTER):
            self.in_use(game.actor, moved=0, fired=0)
            self.paid[game.actor] = self.rules.throw_cost
        if kind == state.SCATTER:
            distance = self.board.distance[self.figure(game.actor).hex]
            game.place = self.pick([place for place in range(self.hexes) if distance[place] <= self.rules.throw_range])
        if kind == state.CHARGE:
            charger = self.put(acting)
            start = self.figure(charger).hex
            place = self.pick([n for n in self.board.neighbour[start] if n != NONE and self.is_free(n)])
            self.force(charger, gun=state.LOADED, suppressed=0, dazed=0, sentry=0, moved=0, activation=state.FRESH)
            self.helpless(self.put(1 - acting, place=place))
        if game.ending == state.FLAG:
            self.put(self.decider, place=int(goal_of(self.world, self.decider)))
        if kind in (state.VOLLEY, state.PICK):
            self.shots()
        if kind == state.REACT:
            self.in_use(game.actor, moved=1)
            game.asked = self.put(self.decider, place=self.shooting_place(self.figure(game.actor).hex))
            self.sees(game.asked, self.figure(game.actor).hex)
            self.force(game.asked, sentry=1, gun=state.LOADED, suppressed=0, dazed=0)
        if kind in (state.CHARGER, state.STEP, state.CASUALTY) or (kind == state.REACT and self.chance(0.5)):
            self.charge()

    def shots(self):
        game = self.game
        place = self.shooting_place(self.figure(game.actor).hex)
        self.sees(game.actor, place)
        fired = int(self.kind == state.PICK)
        self.in_use(game.actor, moved=0, fired=fired, activation=state.USED if fired else state.FRESH)
        targets = [self.put(1 - game.acting, place=place) for _ in range(2)]
        game.kind = self.rng.choice([state.SHOOT, state.SUPPRESS])
        if self.kind == state.VOLLEY:
            for index in range(1 + self.below(int(self.rules.points))):
                game.shot[index] = targets[self.below(2)]
            return
        game.shot[:2], game.count = targets, 1
        if self.rules.experts and self.chance(0.9):
            self.force(game.actor, expert=1)
            game.shot[2], game.count = targets[self.below(2)], 1 + self.below(2)
            if game.count == 1 and self.chance(0.8):
                game.taken[self.below(3)] = 1
        self.paid[game.actor] = sum(shot != NONE for shot in game.shot[1:]) * self.rules.shoot_cost

    def charge(self):
        game, acting = self.game, int(self.game.acting)
        game.place = self.free_hex(ordinary=self.kind == state.CASUALTY)
        if self.kind in (state.STEP, state.REACT):
            game.place = self.charged_from(self.figure(game.actor).hex)
        if self.kind == state.STEP:
            self.in_use(game.actor, moved=0, activation=state.FRESH)
        for _ in range(2):
            self.helpless(self.put(1 - acting, place=game.place, charge=True))
            if self.kind == state.CASUALTY or self.chance(0.5):
                self.in_use(self.put(acting, place=game.place, charge=True), moved=1)
        if self.kind == state.CASUALTY:
            game.losses[self.decider] = 1
            game.losses[1 - self.decider] = self.below(2) if self.decider != acting else 0

    def shooting_place(self, start):
        """A free ordinary hex in line with this one, in reach of an unaimed shot from and to it."""
        line, distance = self.board.line[start], self.board.distance[start]
        places = (place for place in range(self.hexes) if line[place] and 0 < distance[place] < 6)
        return self.pick([p for p in places if self.board.terrain[p] not in WORKS and self.is_free(p)])

    def sees(self, identity, place):
        if self.rules.blind_spots:
            seen = int(self.board.sees[self.figure(identity).hex, place])
            self.force(identity, facing=self.pick([facing for facing in range(6) if seen >> facing & 1]))

    def force(self, identity, **fields):
        self.forced.setdefault(int(identity), {}).update(fields)

    def in_use(self, identity, **fields):
        """A figure during an act, or of the next, with what it has done."""
        usual = dict.fromkeys(("aim", "turned", "sentry", "dazed", "suppressed"), 0) | {"gun": state.LOADED}
        self.force(identity, **usual | {"activation": state.USED} | fields)

    def helpless(self, identity):
        empty = self.kind != state.CASUALTY and self.chance(0.5)
        gun = state.EMPTY if empty else state.LOADED
        self.force(identity, gun=gun, suppressed=int(not empty), sentry=0, aim=0)

    def charged_from(self, start):
        """A free hex that a charger can go to from here: with a step's way where two steps are left (CH2)."""
        distance, neighbours = self.board.distance, [int(n) for n in self.board.neighbour[start] if n != NONE]
        near = [place for place in neighbours if self.is_free(place)]
        if self.kind == state.REACT:
            return self.pick([*near, start])
        far = [p for p in range(self.hexes) if distance[start, p] == 2 and any(distance[n, p] == 1 for n in near)]
        return self.pick([*near, *(place for place in far if self.is_free(place))])

    def is_free(self, place):
        return not self.game.present[:, place].any()

    def pick(self, places):
        if not places:
            raise NoRoomError
        return int(self.rng.choice(places))

    def others(self):
        """The other figures, wherever there is room."""
        game = self.game
        for team in (0, 1):
            if game.ending == state.ELIMINATED and team != game.winner:
                continue
            for number in range(self.sizes[team]):
                if game.figure[team][number].hex == NONE and self.chance(0.7):
                    try:
                        self.put(team, number)
                    except NoRoomError:
                        continue

    # States.

    def states(self):
        game, rules = self.game, self.rules
        for team in (0, 1):
            for number, figure in enumerate(game.figure[team]):
                if figure.hex == NONE:
                    continue
                identity = STRIDE * team + number
                figure.facing = 3 * team
                if rules.blind_spots and self.chance(0.5):
                    figure.facing = self.below(6)
                figure.expert = rules.experts and self.chance(0.3)
                if rules.grenades:
                    figure.smoke, figure.paint = self.rng.choice([0, 0, 1, 2, 12], 2)
                self.other_states(team, figure)
                if game.turn == 0:
                    continue
                self.gun(identity, figure)
                most = rules.expert_points if figure.expert else rules.points
                if game.phase and team == game.acting:
                    self.act(identity, figure, most)
                    continue
                self.force_on(identity, figure)
                figure.points = most if game.phase < 2 and game.ending != state.TURNS else figure.points
        if rules.one_at_a_time:
            in_act = {who for who, fields in self.forced.items() if fields.get("activation") == state.USED}
            finish_others(game.figure[game.acting], {who % STRIDE for who in in_act if who // STRIDE == game.acting})

    def force_on(self, identity, figure):
        for field, value in self.forced.get(identity, {}).items():
            figure[field] = value
        if figure.gun != state.LOADED:
            figure.dazed = 0

    def act(self, identity, figure, most):
        """What it has done in its own phase; more than its points allow is tried again for this figure alone."""
        for _ in range(TRIES):
            with suppress(NoRoomError, NotationError):
                act_at_random(figure, rules=self.rules, below=self.below, chance=self.chance)
                if self.rules.blind_spots:
                    figure.facing = self.below(6)
                self.force_on(identity, figure)
                self.spend(identity, figure, most)
                Acted(self.world, self.game, {}).check_figure(identity)
                return
        raise NoRoomError

    def spend(self, identity, figure, most):
        """Points left, and whether the figure is used, that fit what it has done (AP2, TU2)."""
        rules, full_points = self.rules, most
        most -= figure.moved * rules.move_cost + figure.fired * rules.shoot_cost + figure.aim * rules.aim_cost
        if figure.sentry and figure.activation:
            most -= rules.sentry_cost
        most -= self.paid.get(identity, 0)
        if most < 0:
            raise NoRoomError
        has_most = self.chance(0.5) or identity in self.forced or is_idle(figure)
        # What leaves nothing to be seen: more dice, an aim that has ended, a reload, a throw.
        unseen = [rules.reload_cost, *[rules.shoot_cost] * figure.fired, *[rules.throw_cost] * rules.grenades]
        unseen += [rules.aim_cost] * bool(figure.moved or figure.fired)
        figure.points = most if has_most else most - self.pick([0, *(cost for cost in unseen if cost <= most)])
        has_acted = figure.points < full_points or figure.turned
        figure.activation = (figure.activation or state.USED) if has_acted else state.FRESH

    def other_states(self, team, figure):
        """The table's states that nothing here is written for, when the table says that they can be."""
        game = self.game
        for one in OTHER_STATES:
            when = {NEVER: True, LATER: game.turn > 0, OWN_PHASE: game.phase and team == game.acting}
            if when.get(one.ends, game.phase) and all(self.rules[switch] for switch in one.switches):
                figure[one.field] = self.chance(0.3)

    def gun(self, identity, figure):
        game, rules = self.game, self.rules
        terrain = self.board.terrain[figure.hex]
        indoors = terrain in WORKS and not (terrain == BASE and rules.sentry_in_base)
        if identity == game.asked or (not indoors and self.chance(0.2)):
            figure.sentry = 1
        elif not any(shot == identity for shot in game.shot):
            figure.gun = self.rng.choice([state.LOADED, state.LOADED, state.EMPTY, state.JAMMED])
            figure.suppressed = game.phase and figure.gun != state.JAMMED and self.chance(0.2)
        figure.dazed = game.phase and figure.gun == state.LOADED and self.chance(0.1)

    def flags_and_marshals(self):
        game, rules = self.game, self.rules
        live = [
            STRIDE * team + n for team in (0, 1) for n in range(self.sizes[team]) if game.figure[team][n].hex != NONE
        ]
        for number in range({objectives.SINGLE: 1, objectives.ELIMINATION: 0}.get(int(rules.objective), 2)):
            team = {objectives.CAPTURE: 1 - number, objectives.REVERSE: number}.get(int(rules.objective))
            carriers = [who for who in live if not self.figure(who).sentry and team in (None, who // STRIDE)]
            won = game.ending == state.FLAG and prize_of(self.world, self.decider) == number
            goal = goal_of(self.world, self.decider) if won else NONE
            winners = [who for who in carriers if self.figure(who).hex == goal and who // STRIDE == game.winner]
            if won:
                game.flag[number].carrier = self.pick(winners)
            elif game.turn == 0:
                if rules.objective != objectives.REVERSE:
                    game.flag[number].hex = self.below(self.hexes)
                elif carriers:
                    game.flag[number].carrier = carriers[self.below(len(carriers))]
            elif carriers and self.chance(0.5):
                game.flag[number].carrier = carriers[self.below(len(carriers))]
            elif self.chance(0.8):
                game.flag[number].hex = self.below(self.hexes)
        jammed = [who for who in live if self.figure(who).gun == state.JAMMED and not self.figure(who).activation]
        for number in range(state.MARSHALS):
            if self.chance(0.3) or (number < 2 and not rules.has_marshal[number]):
                continue
            near = [int(self.figure(who).hex) for who in live] if self.chance(0.7) else []
            game.marshal[number].hex = self.pick(near or range(self.hexes))
            if jammed and self.chance(0.7):
                who = jammed.pop()
                game.marshal[number].attends, game.marshal[number].hex = who, self.figure(who).hex

    def ground(self):
        game = self.game
        for place in range(self.hexes):
            if self.board.terrain[place] not in WORKS and self.chance(0.3) and place != game.place:
                game.cover[place] = self.rng.choice([state.SOFT, *range(state.HARD, state.HARD + 6)])
            game.smoke[place] = self.chance(0.1)

    def scores(self):
        game, acting = self.game, int(self.game.acting)
        if game.phase:
            used = int(np.count_nonzero(game.figure[acting]["activation"]))
            is_out = game.figure[acting]["hex"][: self.sizes[acting]] == NONE
            game.side[acting].used = used + self.below(2) * bool(is_out.any())
            if game.turn > 1:
                most = 6 * int(self.rules.command_dice)
                least = int(self.rules.command_dice)
                score = max(least, min(max(1, int(game.side[acting].used)) + self.below(2), most))
                game.side[acting].score = score
                game.side[acting].used = min(game.side[acting].used, score)
                low, high = (least, score) if game.phase == 1 else (score, most)
                game.side[1 - acting].score = low + self.below(high - low + 1)
            if game.place != NONE and self.kind in (state.CHARGER, state.STEP, state.REACT):
                on_way = self.kind != state.CHARGER and self.figure(game.actor).hex != game.place
                gone = self.below(int(game.side[acting].used) - used + 1)
                game.count = int(game.present[acting][game.place]) + on_way + gone
        if self.kind == state.FIRST:
            for side in game.side:
                side.score = 4
