"""What no game reaches: the chapters' own predicates are asked about a position that was typed in."""

from collections.abc import Callable

from paintball_env.actions import figure_name
from paintball_env.notation.acted import Acted
from paintball_env.notation.set_up import SetUp
from paintball_env.notation.words import WALKING, flag_keys, title
from paintball_env.rules import state
from paintball_env.rules.charges import fights_back
from paintball_env.rules.charging import fighters, fights
from paintball_env.rules.clouds import no_throw_at
from paintball_env.rules.figures import full_points, is_armed, is_impotent, may_be_told, no_order, obeys
from paintball_env.rules.flags import can_carry, has_won, is_carried_at_first, prize_of
from paintball_env.rules.grenades import no_throw
from paintball_env.rules.ground import AT_HAND, is_closed
from paintball_env.rules.marshals import is_attended, nearest_to
from paintball_env.rules.moving import can_walk, step_cost
from paintball_env.rules.numbering import MOVE
from paintball_env.rules.shooting import (
    can_react,
    declared,
    no_fire,
    no_further_shot,
    no_target,
    no_volley,
    volley_cost,
)
from paintball_env.rules.sight import aim_of_die, no_shot
from paintball_env.rules.state import BLUE, MARSHALS, NONE, RED, SHOTS
from paintball_env.rules.turns import stands
from paintball_env.rules.walks import has_to_leave
from paintball_env.shoot_out_odds import contest_odds
from tabletop.game.action_table import ALLOWED

# Decisions before which somebody may have gone out since the last act was judged (TU7).
UNJUDGED = (*WALKING, state.PICK)


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


class _Reached(Acted):
    def check(self) -> None:
        if self.game.turn == 0:
            SetUp(self.world, self.game, self.tokens).check()
            return
        self.scores()
        if self.is_over:
            self.ended()
        self.spent()
        if self.game.phase:
            self.in_use()
        self.marshals()
        self.flags()
        if self.is_over:
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
        self.check_course()
        if self.place != NONE and kind != state.SCATTER:
            self.charged()

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
            for identity, figure in self.on_board(team):
                if self.game.phase and team == self.acting:
                    self.check_figure(identity)
                else:
                    self.spent_otherwise(identity, figure)

    def in_use(self) -> None:
        """TU5: figures that act one at a time finish each other, but for the chargers of one charge."""
        if not self.rules.one_at_a_time:
            return
        used = {who: figure for who, figure in self.on_board(self.acting) if figure.activation == state.USED}
        for who, figure in used.items() if len(used) > 1 else ():
            # A charger has moved, and wasn't impotent then; suppressed it has been since the enemy's phase.
            if not figure.moved or figure.suppressed:
                words = "only the chargers of one charge are used at once, the others finish each other (TU5)"
                self.fail(figure_name(who), words)
        finished = [who for who, figure in self.on_board(self.acting) if figure.activation == state.FINISHED]
        if finished and not used and self.game.side[self.acting].used == len(finished):
            self.fail(figure_name(finished[-1]), "no other figure has been used since, so it is not finished (TU5)")

    def spent_otherwise(self, identity: int, figure: state.Figure) -> None:
        key, max_points = figure_name(identity), int(full_points(self.rules, figure.expert))
        if self.game.ending == state.TURNS:
            self.fail(key, "the phases are over, it has no points: p0", figure.points)
        elif self.game.phase < 2 and figure.points < max_points:
            self.fail(key, f"its phase is still to come: p{max_points} (TU6)")

    def marshals(self) -> None:
        """MF3, EN5, TU6: whom he attends; he stays in a full hex only if all around are, and open ones never are."""
        for number in range(MARSHALS):
            patient = int(self.game.marshal[number].attends)
            if patient != NONE and self.figure(patient).activation != state.FRESH:
                words = f"{figure_name(patient)} has been used, so its gun has jammed in this phase (MF3)"
                self.fail(f"M{number + 1}", words)
            marshal = self.game.marshal[number]
            if has_to_leave(self.world, self.game, number):
                neighbours = [place for place in self.board.neighbour[marshal.hex] if place != NONE]
                if any(self.board.works[place] == NONE for place in neighbours):
                    self.fail(f"M{number + 1}", "he leaves a hex that is full (EN5)")

        if self.is_early():
            for team in (RED, BLUE):
                for who, figure in self.on_board(team):
                    if figure.gun != state.JAMMED or is_attended(self.game, who):
                        continue
                    if (index := nearest_to(self.world, self.game, team, int(figure.hex), AT_HAND, 0)) != NONE:
                        self.fail(f"M{index + 1}", f"he has begun to attend {figure_name(who)} (TU6)")

    def is_early(self) -> bool:
        """TU2, TU6: a turn has begun, and nothing has happened since but the command dice."""
        game = self.game
        return not self.is_over and game.phase < 2 and game.side[game.acting].used == 0

    def out(self, team: int) -> int:
        """PC4: how many figures of the team aren't on the board."""
        return int(self.rules.team_size[team]) - int((self.game.figure[team]["hex"] != NONE).sum())

    def flags(self) -> None:
        """SN1-SN3, FL1, FL2: where a flag lies only once a carrier has fallen, one may have fallen."""
        game = self.game
        for key, number in flag_keys(self.rules).items():
            place = int(game.flag[number].hex)
            if place == NONE:
                continue
            teams = [team for team in (RED, BLUE) if can_carry(self.world, team, number)]
            if all(is_closed(self.world, team, place) for team in teams):
                self.fail(key, "nobody who may carry it gets there (SN2)")
            if any(map(self.out, teams)) and not (game.turn == 1 and self.is_early()):
                continue
            self.fail(key, "a figure starts with it, and nobody is out (SN2, FL2)", is_carried_at_first(self.world))
            if not self.bases_meet() and self.is_in_a_base(place):
                self.fail(key, "no flag is set up in a base, and no carrier has fallen there (SN1, SN3)")
            for who, figure in self.on_board(self.acting) if self.acting in teams else ():
                if figure.moved and self.has_entered(figure, place):
                    self.fail(figure_name(who), "it has moved there, and so taken up the flag (FL1)")

    def judged(self) -> None:
        """TU7, FL3: a game that is won is over; in an act a figure may have just brought the flag home."""
        game = self.game
        for team in (RED, BLUE):
            if game.decision not in UNJUDGED and not stands(game, team):
                self.fail("over", f"is missing: {title(team)} has no figure left (TU7)")
            if has_won(self.world, game, team):
                carrier = int(game.flag[prize_of(self.world, team)].carrier)
                is_there = carrier == self.actor or (self.place != NONE and fights(game, carrier))
                if team != self.acting or game.decision not in WALKING or not is_there:
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
        if game.ending == state.FLAG and winner != self.acting:
            self.fail("over", f"{title(self.acting)} acts, and only who acts brings a flag home (FL3)")
        if game.ending != state.TURNS and not game.side[self.acting].used:
            self.fail("over", f"it ends after an act, and {title(self.acting)} has used nobody (TU7, FL3)")

    def volley(self) -> None:
        """SH3, SU2: each shot could be declared after those before it."""
        world, game, actor = self.world, self.game, self.actor
        self.fail("actor", "it can't begin a volley now (SH5, IM1, SE1, SM2)", not self.may_fire())
        shots = [int(shot) for shot in game.shot]
        kind = int(game.kind)
        for index, target in enumerate(shots):
            if target == NONE:
                break
            game.shot[index:] = NONE
            forbids = no_further_shot if index else no_volley
            is_legal = forbids(world, game, actor, target, kind) == ALLOWED
            game.shot[: index + 1] = shots[: index + 1]
            if not is_legal:
                game.shot[:] = shots
                self.fail("shots", f"{figure_name(actor)} can't shoot at {figure_name(target)} now (SH3)")
        game.shot[:] = shots

    def may_fire(self) -> bool:
        """SH5: the actor may begin a volley."""
        world, game, actor = self.world, self.game, self.actor
        return bool(no_order(game, actor) == ALLOWED and no_fire(world, game, actor) == ALLOWED)

    def may_throw(self) -> bool:
        """GR2: the actor may throw the kind of grenade that the position names."""
        world, game, actor = self.world, self.game, self.actor
        return bool(no_order(game, actor) == ALLOWED and no_throw(world, game, actor, int(game.kind)) == ALLOWED)

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
            self.paid(self.actor, cost)
            self.fail("actor", words, not can_begin())
        finally:
            for name, value in after.items():
                figure[name] = value

    def moved(self) -> None:
        """SE2: the sentry may shoot at a figure that has just moved."""
        world, game, actor = self.world, self.game, self.actor
        figure = self.figure(actor)
        self.fail("actor", "it has not just moved (SE2, AI2)", not figure.moved or figure.aim)
        self.fail("actor", "it is impotent and can't charge (IM2)", self.place != NONE and is_impotent(figure))
        words = "it couldn't move (MF3, SE1, SM2)"
        self.went_before(lambda: can_walk(world, game, actor), step_cost(self.rules), words, moved=figure.moved - 1)
        if self.place != NONE and not self.has_arrived(figure) and not can_walk(world, game, actor):
            self.fail("actor", "it has no step left to arrive at the hex that is charged (CH2)")
        if not can_react(world, game, int(game.asked), actor):
            self.fail("asked", f"it can't shoot at {figure_name(actor)} now (SE2)")

    def took_out_grenade(self) -> None:
        """GR2: the points for the throw have been paid, and the grenade is in the hand."""
        world, game, actor, kind = self.world, self.game, self.actor, int(self.game.kind)
        field = "smoke" if kind == state.SMOKE else "paint"
        before = {field: self.figure(actor)[field] + 1}
        words = "it couldn't throw (GR2, MF3, SM2)"
        self.went_before(self.may_throw, self.rules.throw_cost, words, **before)
        if game.decision == state.SCATTER and no_throw_at(world, game, self.place) != ALLOWED:
            self.fail("place", f"{figure_name(actor)} can't throw so far (GR2)")

    def fired(self) -> None:
        """SH4, SH5: a volley whose targets are picked has been paid and fired."""
        world, game, actor = self.world, self.game, self.actor
        words = "it has fired its volley, and is neither impotent, neutral, a sentry nor dazed (SH5)"
        self.fail("actor", words, not self.figure(actor).fired)
        cost = volley_cost(self.rules, declared(game))
        self.went_before(self.may_fire, cost, words, fired=0)
        for index in range(SHOTS):
            target = int(game.shot[index])
            if target == NONE:
                break
            # Its second die was at the same hex.
            is_legal = (
                no_target(world, game, actor, target, state.SUPPRESS) == ALLOWED
                if game.kind == state.SUPPRESS
                else no_shot(world, game, actor, target, aim_of_die(1, state.SHOOT, 1)) == ALLOWED
            )
            self.fail("shots", f"{figure_name(actor)} couldn't shoot at {figure_name(target)} (SH3)", not is_legal)

    def charged(self) -> None:
        """CH1, CH2: the charge may go on, and those who have come are chargers."""
        game = self.game
        self.check_charged()
        chargers = [figure for who, figure in self.on_board(self.acting) if fights(game, who)]
        if not all(figure.moved and figure.activation == state.USED for figure in chargers):
            self.fail("place", f"{title(self.acting)}'s figures there have charged: they have moved and are used (CH1)")
        able = (is_armed(figure) and obeys(figure) and may_be_told(figure, MOVE) for figure in chargers)
        if not all(able) or any(figure.aim or figure.turned for figure in chargers):
            self.fail("place", f"{title(self.acting)}'s figures there have charged, as no such figure can (CH1, IM2)")
        if game.decision == state.CASUALTY:
            self.fallen()
            return
        # Each charger named is there, or out, or on its way; out they have been used (TU2).
        on_way = game.decision in (state.STEP, state.REACT) and not fights(game, self.actor)
        gone = int(game.count) - len(chargers) - on_way
        active = sum(figure.activation != state.FRESH for _, figure in self.on_board(self.acting))
        if not 0 <= gone <= game.side[self.acting].used - active:
            self.fail("count", f"of the chargers named {len(chargers) + on_way} are there or on their way (CH2)")

    def fallen(self) -> None:
        """CH3: a round of the shoot-out can have ended so, with those who have fallen in it already."""
        game, enemy = self.game, 1 - self.acting
        for who, figure in self.on_board(enemy):
            if fights(game, who) and not fights_back(figure):
                self.fail(figure_name(who), "out of ammo it is removed before (CH3)")
        if game.losses[game.decider] >= fighters(game, int(game.decider)):
            self.fail("losses", f"{title(game.decider)} loses all there, and doesn't choose (CH3)")
        # Defenders fall first, so that chargers have fallen only where their owner is choosing.
        chargers, defenders = int(fighters(game, self.acting)), int(fighters(game, enemy))
        lost, defenders_lost = int(game.losses[self.acting]), int(game.losses[enemy])
        for x in range(self.out(self.acting) + 1 if game.decider == self.acting else 1):
            for y in range(self.out(enemy) + 1):
                if defenders + y and (lost + x, defenders_lost + y) in contest_odds(chargers + x, defenders + y):
                    return
        self.fail("losses", "no round of a shoot-out ends so (CH3)")
