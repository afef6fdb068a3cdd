"""What no game reaches: the chapters' own predicates are asked about a position that was typed in."""

from collections.abc import Callable, Iterator

from paintball_env.actions import figure_name
from paintball_env.notation.words import Judge, flag_keys, title
from paintball_env.rules import state
from paintball_env.rules.charges import can_be_charged_on, can_charge, can_charge_any, can_charge_hex
from paintball_env.rules.figures import carries, full_points, is_impotent
from paintball_env.rules.flags import has_won, is_carried_at_first
from paintball_env.rules.grenades import can_throw, can_throw_at
from paintball_env.rules.marshals import has_to_leave
from paintball_env.rules.moving import can_walk, step_cost
from paintball_env.rules.shooting import (
    can_add_shot,
    can_be_suppressed,
    can_open_fire,
    can_react,
    can_shoot,
    can_suppress,
    declared,
    volley_cost,
)
from paintball_env.rules.sight import aim_of_die, can_be_shot
from paintball_env.rules.state import BLUE, MARSHALS, NONE, RED, SHOTS, STRIDE
from paintball_env.rules.turns import stands
from tabletop.mistakes import counted

# Decisions before which the act before has been judged (TU7, FL3).
JUDGED = (state.FIRST, state.ACT, state.VOLLEY, state.THROW, state.CHARGE)
# Decisions of set-up for which all figures have been placed (SN4).
DEPLOYED = (state.CARRIER, state.EXPERT, state.GRENADE, state.GRENADIER)


def check_reached(world: state.World, game: state.Game, tokens: dict[str, str]) -> None:
    """Refuse a position in which everything is possible by itself, but which no game reaches.

    Args:
      world: rules and board.
      game: the record that was read; its shots and its actor are changed and put back.
      tokens: the text's tokens, to be quoted.

    Raises:
      NotationError: in one line.
    """
    _Reached(world, game, tokens).check()


class _Reached(Judge):
    def __init__(self, world: state.World, game: state.Game, tokens: dict[str, str]) -> None:
        self.world, self.game, self.tokens = world, game, tokens
        self.rules, self.board = world.rules, world.board
        self.acting = int(game.acting)
        self.actor, self.place = int(game.actor), int(game.place)

    def check(self) -> None:
        if self.game.turn == 0:
            self.flags_in_set_up()
            self.figures_in_set_up()
            return
        self.scores()
        if self.game.ending != state.RUNNING:
            self.ended()
        self.spent()
        if self.game.phase:
            self.in_use()
        self.marshals()
        if self.game.ending != state.RUNNING:
            return
        self.judged()
        kind = self.game.decision
        if kind == state.VOLLEY:
            self.volley()
        elif kind == state.PICK:
            self.fired()
        elif kind in (state.THROW, state.SCATTER):
            self.took_out_grenade()
        elif kind == state.REACT:
            self.moved()
        elif kind == state.STEP and not can_charge(self.world, self.game, self.actor, self.place):
            self.fail("actor", "it can't walk to the hex that is charged (CH2)")
        elif kind == state.CHARGE and not can_charge_any(self.world, self.game, self.acting):
            self.fail("to", "there is no hex to charge (CH1)")
        if self.place != NONE and kind != state.SCATTER:
            self.charged()

    def flags_in_set_up(self) -> None:
        game, board = self.game, self.board
        for key, number in flag_keys(self.rules).items():
            flag = game.flag[number]
            if is_carried_at_first(self.world):
                if flag.hex != NONE:
                    self.fail(key, "a figure starts with it (SN2)")
            elif flag.carrier != NONE:
                # A scenario's own beginning may give it to a figure.
                if game.decision != state.OVER:
                    self.fail(key, "nobody carries it in set-up (turn=0)")
            # By lot it comes to lie in a base only where the two are next to each other (SN4).
            elif flag.hex in board.home and board.distance[board.home[0], board.home[1]] > 1:
                self.fail(key, "no flag is set up in a base (SN1, SN3)")
            has_place = flag.hex != NONE or flag.carrier != NONE
            if game.decision == state.OVER and not has_place and (stands(game, RED) or stands(game, BLUE)):
                self.fail(key, "is missing: turn 1 begins")
            if flag.carrier != NONE and has_won(self.world, game, int(flag.carrier) // STRIDE):
                self.fail(key, "with it the game is won before it begins (FL3)")

    def figures_in_set_up(self) -> None:
        """TU7: a team without figures would have lost before the game begins."""
        game = self.game
        placed: tuple[int, ...] = ()
        # An empty board is where set-up begins; otherwise turn 1 comes next.
        if game.decision in DEPLOYED or (game.decision == state.OVER and (stands(game, RED) or stands(game, BLUE))):
            placed = (RED, BLUE)
        elif game.decision == state.DEPLOY and game.decider != game.second:
            placed = (int(game.second),)
        for team in placed:
            if not stands(game, team):
                self.fail("turn", f"{title(team)} has set up, and has no figure (TU7)")

    def scores(self) -> None:
        """TU1, TU4: from turn 2 on both have a score, and the higher one goes first."""
        game = self.game
        if game.turn == 1 or (game.phase == 0 and game.decision != state.FIRST):
            return
        own_score, enemy_score = (int(game.side[team].score) for team in (self.acting, 1 - self.acting))
        if min(own_score, enemy_score) < self.rules.command_dice:
            self.fail("score", f"from turn 2 on it is {int(self.rules.command_dice)} at least (TU1)")
        if (game.phase == 1 and own_score < enemy_score) or (game.phase == 2 and own_score > enemy_score):
            self.fail("score", "the higher one has the first phase (TU1)")

    def spent(self) -> None:
        """AP1, AP2, TU2, TU6: points, use and what a figure did in its phase fit together."""
        for team in (RED, BLUE):
            for number, figure in enumerate(self.game.figure[team]):
                if figure.hex != NONE:
                    identity = STRIDE * team + number
                    if self.game.phase and team == self.acting:
                        self.spent_in_phase(identity, figure)
                    else:
                        self.spent_otherwise(identity, figure)

    def spent_in_phase(self, identity: int, figure: state.Figure) -> None:
        rules, key = self.rules, figure_name(identity)
        max_points, is_used = int(full_points(rules, figure.expert)), figure.activation != state.FRESH
        self.afforded(identity, 0)
        has_acted = figure.points < max_points or figure.turned
        if has_acted and not is_used:
            self.fail(key, "it has spent points or rotated, so it is used (TU2)")
        if is_used and not (has_acted or carries(self.game, identity)):
            self.fail(key, "it is used, and has neither spent a point nor rotated nor taken up a flag (TU2)")
        if is_used and not figure.fired and (figure.gun == state.JAMMED or figure.dazed):
            self.fail(key, "it is used, so that it is jammed or dazed by its volley: it has fired (MF3, SM2)")
        if figure.fired and figure.suppressed:
            self.fail(key, "suppressed since the enemy's phase, it can't have fired (IM1)")

    def afforded(self, identity: int, act_cost: int) -> None:
        """AP2: the figure had the points for what one sees that it has done, and for the act that goes on."""
        figure, rules = self.figure(identity), self.rules
        cost = figure.moved * step_cost(rules) + volley_cost(rules, figure.fired) + figure.aim * rules.aim_cost
        # Nothing that uses a sentry of earlier turns leaves it one (SE1, SE3, SE4).
        cost += rules.sentry_cost if figure.sentry and figure.activation != state.FRESH else 0
        points, max_points = int(figure.points), int(full_points(rules, figure.expert))
        if points + cost > max_points:
            words = f"it has {counted(max_points, 'point')} a turn, and has spent {int(cost) + act_cost} at least (AP2)"
            self.fail(figure_name(identity), words)

    def own(self) -> Iterator[tuple[int, state.Figure]]:
        """The acting team's figures on the board, with their ids."""
        for number, figure in enumerate(self.game.figure[self.acting]):
            if figure.hex != NONE:
                yield STRIDE * self.acting + number, figure

    def in_use(self) -> None:
        """TU5: figures that act one at a time finish each other, but for the chargers of one charge."""
        if not self.rules.one_at_a_time:
            return
        used = {who: figure for who, figure in self.own() if figure.activation == state.USED}
        for who, figure in used.items() if len(used) > 1 else ():
            # A charger has moved, and wasn't impotent then; suppressed it has been since the enemy's phase.
            if not figure.moved or figure.suppressed:
                words = "only the chargers of one charge are used at once, the others finish each other (TU5)"
                self.fail(figure_name(who), words)
        finished = [who for who, figure in self.own() if figure.activation == state.FINISHED]
        if finished and not used and self.game.side[self.acting].used == len(finished):
            self.fail(figure_name(finished[-1]), "no other figure has been used since, so it is not finished (TU5)")

    def spent_otherwise(self, identity: int, figure: state.Figure) -> None:
        key, max_points = figure_name(identity), int(full_points(self.rules, figure.expert))
        if self.game.ending == state.TURNS:
            if figure.points:
                self.fail(key, "the phases are over, it has no points: p0")
        elif self.game.phase < 2 and figure.points < max_points:
            self.fail(key, f"its phase is still to come: p{max_points} (TU6)")

    def marshals(self) -> None:
        """EN5: he stays in a full hex only where all around it are full; open ground never is."""
        for number in range(MARSHALS):
            marshal = self.game.marshal[number]
            if has_to_leave(self.world, self.game, number):
                neighbours = [place for place in self.board.neighbour[marshal.hex] if place != NONE]
                if any(self.board.works[place] == NONE for place in neighbours):
                    self.fail(f"M{number + 1}", "he leaves a hex that is full (EN5)")

    def judged(self) -> None:
        """TU7, FL3: a game that is won is over."""
        if self.game.decision in JUDGED:
            for team in (RED, BLUE):
                if not stands(self.game, team):
                    self.fail("over", f"is missing: {title(team)} has no figure left (TU7)")
                if has_won(self.world, self.game, team):
                    self.fail("over", f"is missing: {title(team)} has won by the flag (FL3)")

    def ended(self) -> None:
        game, winner = self.game, int(self.game.winner)
        if (game.ending == state.TURNS) != (game.phase == 0):
            self.fail("phase", "only the turns' end comes after the phases (TU8)")
        if game.ending == state.TURNS and game.turn != self.rules.max_turns:
            self.fail("over", f"the turns end after turn {int(self.rules.max_turns)} (TU8)")
        for team in (RED, BLUE):
            if (game.ending != state.ELIMINATED or team == winner) and not stands(game, team):
                self.fail("over", f"{title(team)} has no figure left (TU7)")
            if game.ending == state.TURNS and has_won(self.world, game, team):
                self.fail("over", f"{title(team)} has won by the flag (FL3)")
        if game.ending == state.FLAG and not has_won(self.world, game, winner):
            self.fail("over", f"{title(winner)} has no flag where it wins (FL3)")

    def volley(self) -> None:
        """SH3, SU2: each shot could be declared after those before it."""
        world, game, actor = self.world, self.game, self.actor
        if not can_open_fire(world, game, actor):
            self.fail("actor", "it can't begin a volley now (SH5, IM1, SE1, SM2)")
        shots = [int(shot) for shot in game.shot]
        legal = can_suppress if game.kind == state.SUPPRESS else can_shoot
        for index, target in enumerate(shots):
            if target == NONE:
                break
            game.shot[index:] = NONE
            is_legal = legal(world, game, actor, target) if index == 0 else can_add_shot(world, game, target)
            game.shot[: index + 1] = shots[: index + 1]
            if not is_legal:
                game.shot[:] = shots
                self.fail("shots", f"{figure_name(actor)} can't shoot at {figure_name(target)} now (SH3)")
        game.shot[:] = shots

    def went_before(self, can_begin: Callable[[], bool], cost: int, words: str, **before: int) -> None:
        """TU2, AP2: an act goes on: the actor is in use, and could begin it with the points it had before.

        Args:
          can_begin: asks the rules, when the act is undone.
          cost: the points it has cost.
          words: what is wrong where it couldn't be begun.
          before: the other fields of the actor as they were before.
        """
        figure = self.figure(self.actor)
        if figure.activation != state.USED or figure.turned:
            self.fail("actor", "it has just spent points: it is used, and hasn't rotated since (TU2, BS3)")
        after = {name: int(figure[name]) for name in ("points", *before)}
        try:
            for name, value in {"points": figure.points + cost, **before}.items():
                figure[name] = value
            self.afforded(self.actor, cost)
            if not can_begin():
                self.fail("actor", words)
        finally:
            for name, value in after.items():
                figure[name] = value

    def moved(self) -> None:
        """SE2: the sentry may shoot at a figure that has just moved."""
        world, game, actor = self.world, self.game, self.actor
        figure = self.figure(actor)
        if not figure.moved or figure.aim:
            self.fail("actor", "it has not just moved (SE2, AI2)")
        if self.place != NONE and is_impotent(figure):
            self.fail("actor", "it is impotent and can't charge (IM2)")
        words = "it couldn't move (MF3, SE1, SM2)"
        self.went_before(lambda: can_walk(world, game, actor), step_cost(self.rules), words, moved=figure.moved - 1)
        if not can_react(world, game, int(game.asked), actor):
            self.fail("asked", f"it can't shoot at {figure_name(actor)} now (SE2)")

    def took_out_grenade(self) -> None:
        """GR2: the points for the throw have been paid, and the grenade is in the hand."""
        world, game, actor, kind = self.world, self.game, self.actor, int(self.game.kind)
        field = "smoke" if kind == state.SMOKE else "paint"
        before = {field: self.figure(actor)[field] + 1}
        words = "it couldn't throw (GR2, MF3, SM2)"
        self.went_before(lambda: can_throw(world, game, actor, kind), self.rules.throw_cost, words, **before)
        if game.decision == state.SCATTER and not can_throw_at(world, game, self.place):
            self.fail("place", f"{figure_name(actor)} can't throw so far (GR2)")

    def fired(self) -> None:
        """SH4, SH5: a volley whose targets are picked has been paid and fired."""
        world, game, actor = self.world, self.game, self.actor
        words = "it has fired its volley, and is neither impotent, neutral, a sentry nor dazed (SH5)"
        if not self.figure(actor).fired:
            self.fail("actor", words)
        cost = volley_cost(self.rules, declared(game))
        self.went_before(lambda: can_open_fire(world, game, actor), cost, words, fired=0)
        for index in range(SHOTS):
            target = int(game.shot[index])
            if target == NONE:
                break
            # Its second die was at the same hex.
            is_legal = can_be_suppressed(world, game, actor, target) if game.kind == state.SUPPRESS else (
                can_be_shot(world, game, actor, target, aim_of_die(1, state.SHOOT, 1))
            )
            if not is_legal:
                self.fail("shots", f"{figure_name(actor)} couldn't shoot at {figure_name(target)} (SH3)")

    def charged(self) -> None:
        """CH1: the hex could be charged when it was named; its defenders stay impotent."""
        game, place = self.game, self.place
        if game.decision == state.CHARGER and game.count == 0:
            is_legal = can_charge_hex(self.world, game, self.acting, place)
        else:
            is_legal = can_be_charged_on(self.world, game, self.acting, place, NONE)
        if not is_legal:
            self.fail("place", f"{title(self.acting)} can't charge it (CH1)")
        chargers = [figure for _, figure in self.own() if figure.hex == place]
        if not all(figure.moved and figure.activation == state.USED for figure in chargers):
            self.fail("place", f"{title(self.acting)}'s figures there have charged: they have moved and are used (CH1)")
