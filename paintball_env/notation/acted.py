"""What a figure shows of its phase, asked backwards: had it the points for it, and can it have walked there?"""

from paintball_env.actions import figure_name
from paintball_env.notation.ground import OnGround
from paintball_env.rules import state
from paintball_env.rules.charging import fights
from paintball_env.rules.figures import carries, full_points, is_armed
from paintball_env.rules.moving import single_cost, step_cost
from paintball_env.rules.shooting import volley_cost
from paintball_env.rules.single_orders import AIM, RELOAD, SENTRY, SINGLE, STAND_DOWN, TAKE_FLAG
from paintball_env.rules.state import NONE, SHOTS
from tabletop.base.errors import counted

_FOLLOWED = {AIM, SENTRY, STAND_DOWN, RELOAD, TAKE_FLAG}  # orders of which is known how often; of others nothing is


class Acted(OnGround):
    """Judges what figures have done in their phase; `figure` is one of the acting team's, on the board."""

    def check_figure(self, identity: int) -> None:
        """AP1, AP2, TU2, MV1: points, use, what it did and where it stands fit together."""
        figure, key = self.figure(identity), figure_name(identity)
        has_acted = figure.points < full_points(self.rules, figure.expert) or figure.turned
        is_used = figure.activation != state.FRESH
        if not (has_acted or is_used or figure.moved or figure.fired or figure.aim):
            return  # most figures of most positions
        self.fail(key, "it has spent points or rotated, so it is used (TU2)", has_acted and not is_used)
        if is_used and not (has_acted or carries(self.game, identity)):
            self.fail(key, "it is used, and has neither spent a point nor rotated nor taken up a flag (TU2)")
        self.paid(identity, 0)
        if is_used and not figure.fired and (figure.gun == state.JAMMED or figure.dazed):
            self.fail(key, "it is used, so that it is jammed or dazed by its volley: it has fired (MF3, SM2)")
        if figure.fired and figure.suppressed:
            self.fail(key, "suppressed since the enemy's phase, it can't have fired (IM1)")
        if figure.moved and not self.has_come(identity):
            self.fail(key, "it has moved, and there is no hex that its last steps can have led from (MV1, MV2, BS2)")

    def paid(self, identity: int, act_cost: int) -> None:
        """AP2: the figure had the points for what one sees that it has done, and spent none on nothing.

        Args:
          identity: the figure's.
          act_cost: points of an act that goes on; the figure has them back while this is asked.
        """
        figure, rules = self.figure(identity), self.rules
        # Nothing that uses a sentry of earlier turns leaves it one (SE1, SE3, SE4).
        went_on_sentry = bool(figure.sentry and figure.activation != state.FRESH)
        cost = figure.moved * step_cost(rules) + volley_cost(rules, figure.fired) + figure.aim * rules.aim_cost
        cost += rules.sentry_cost if went_on_sentry else 0
        points, max_points = int(figure.points), int(full_points(rules, figure.expert))
        if points + cost > max_points:
            words = f"it has {counted(max_points, 'point')} a turn, and has spent {int(cost) + act_cost} at least (AP2)"
            self.fail(figure_name(identity), words)
        rest = max_points - points - int(cost)
        if rest and not self.is_explained(identity, rest, went_on_sentry + (act_cost > 0)):
            self.fail(figure_name(identity), f"nothing that it can have done takes the {counted(rest, 'point')} (AP2)")

    def is_explained(self, identity: int, rest: int, aims_ended: int) -> bool:
        """AP2: acts that leave nothing to be seen take so many points together.

        Args:
          identity: the figure's.
          rest: the points.
          aims_ended: how many aims may have ended besides those that its steps and its volley have ended (AI2).
        """
        figure, rules = self.figure(identity), self.rules
        moved, fired, has_flag = int(figure.moved), int(figure.fired), int(carries(self.game, identity))
        if not (figure.points or moved or fired or figure.aim or figure.sentry) and is_armed(figure):
            return True  # it has stood down (SE4)
        possible = {0}
        for cost, most in (
            (volley_cost(rules, 1), SHOTS - 1 if fired else 0),  # the volley's other dice
            (rules.aim_cost, moved + fired + has_flag + aims_ended),
            (rules.reload_cost, 1 + fired - (figure.gun == state.EMPTY)),  # each of them but the first after a volley
            (rules.sentry_cost, has_flag),  # taking up the flag has ended it (SE5)
            (rules.throw_cost, rest if rules.grenades else 0),
            *((single_cost(rules, figure, order), rest) for order in SINGLE if order not in _FOLLOWED),
        ):
            possible |= {so_far + int(cost) * times for so_far in possible for times in range(1, most + 1)}
        return rest in possible

    def has_come(self, identity: int) -> bool:
        """MV1, MV2, SN2, BS2: there is a way that the figure can have walked to its hex.

        Enemies don't move meanwhile. The last step gave the facing, if nothing has come after it.
        """
        figure, game = self.figure(identity), self.game
        in_charge = game.place != NONE and game.decision != state.SCATTER and fights(game, identity)
        spent = full_points(self.rules, figure.expert) - figure.points
        has_just_moved = in_charge or (game.decision == state.REACT and identity == game.actor)
        is_last = has_just_moved or spent == figure.moved * step_cost(self.rules)
        is_known = self.rules.blind_spots and is_last and not figure.turned
        return self.can_have_come(figure, in_charge, int(figure.facing) if is_known else NONE)
