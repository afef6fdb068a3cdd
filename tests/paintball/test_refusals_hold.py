"""Is what a refusal says true: is the rule that it names really the one that the order would break?"""

import re

import numpy as np
import pytest

from paintball_env import Game
from paintball_env.actions import action_table
from paintball_env.refusal import why_not
from paintball_env.rules import figures, flags, moving, sight, state
from paintball_env.rules.actions import AIM, MOVE, RELOAD, ROTATE, SENTRY, SHOT, SINGLE, throw_order, turned_direction
from paintball_env.rules.state import STRIDE
from tests.paintball.fights import play_random
from tests.paintball.positions import random_position
from tests.paintball.rules.conftest import scenario_of

SCENARIOS = (
    scenario_of("capture-the-flag"),
    scenario_of("reverse-flag?activation=one_at_a_time&enter_defended=false&sentry_in_base=true"),
    scenario_of("battle-12-drawn?works_team=1&enter_defended=false"),
    scenario_of("capture-the-flag-basic"),
)
EVERY = {  # what is said of orders; the last one of a chain is said when nothing before it is true
    *("MF3", "SM2", "TU5", "TU1", "SE1", "IM1", "SH5", "AP2", "SU2", "SH1", "SH-LOS1", "BS1", "HC3", "SH3", "GR2"),
    *("AP3", "MV1", "SN2", "EN4", "MV2", "BS", "BS3", "SE3", "AI1", "EN3", "SE4", "IM3", "FL1"),
}
NEVER = ("SE1", "IM1")  # what is said of an order that no sentry, or no impotent figure, is ever given
OBEYS_NOTHING = ("MF3", "SM2")  # what is said of a figure in a state in which it obeys no order at all


class Order:
    """An order to a figure, and which rules it breaks."""

    def __init__(self, scenario, game, index):
        at = action_table(scenario.figures, scenario.board_map.names).layout
        self.world, self.game, self.rules = scenario.world[0], game, scenario.world[0].rules
        self.team = int(game.decider)
        number, self.order = divmod(index, at.width)
        self.who, self.count = STRIDE * self.team + number, at.figures
        self.figure = game.figure[self.team, number]
        self.shoots = SHOT <= self.order < throw_order(self.count)
        self.suppresses = self.shoots and self.order >= SHOT + self.count
        self.target = STRIDE * (1 - self.team) + (self.order - SHOT) % self.count

    def kind(self):
        """Which order it is, whatever the direction or the target, and however large the teams."""
        starts = (MOVE, ROTATE, *SINGLE, SHOT, SHOT + self.count, throw_order(self.count), throw_order(self.count) + 1)
        return sum(start <= self.order for start in starts)

    def cost(self):
        if self.order in SINGLE:
            return int(moving.single_cost(self.rules, self.figure, self.order))
        names = {"shoot_cost": self.shoots, "move_cost": self.order < ROTATE, "throw_cost": self.order > SHOT}
        return next((int(self.rules[name]) for name, fits in names.items() if fits), 0)

    def breaks(self, rule):
        """Whether the order breaks this rule, whatever else it breaks."""
        world, rules, figure, team, order = self.world, self.rules, self.figure, self.team, self.order
        aim_at = figures.figure_of(self.game, self.target)
        moves, turns = order < ROTATE, ROTATE <= order < AIM
        if self.shoots and rule in ("SU2", "SH1", "SH-LOS1", "BS1", "HC3"):
            start, goal = figure.hex, aim_at.hex
            aimed = 0 if self.suppresses else figure.aim
            return {
                "SU2": self.suppresses and (aim_at.gun == state.JAMMED or aim_at.suppressed == 1),
                "SH1": sight.least_face(world, start, goal, aimed) == sight.OUT_OF_REACH,
                "SH-LOS1": world.board.line[start, goal] == 0,
                "BS1": not sight.sees(world, start, figure.facing, goal),
                "HC3": figures.is_impotent(aim_at) and sight.is_shielded(world, self.game, start, goal),
            }[rule]
        if moves and rule in ("MV1", "SN2", "EN4", "MV2"):
            place = world.board.neighbour[figure.hex, turned_direction(team, order)]
            if rule == "MV1" or place == state.NONE:
                return rule == "MV1" and place == state.NONE
            works = world.board.works[place] != state.NONE
            return {
                "SN2": rules.own_base_closed == 1 and place == world.board.home[team],
                "EN4": works and not moving.has_room(world, self.game, team, place),
                "MV2": self.game.present[1 - team, place] > 0 and not (works and rules.enter_defended == 1),
            }[rule]
        full = rules.expert_points if figure.expert else rules.points
        at_base = figure.hex in world.board.home
        lying = [index for index in range(state.FLAGS) if self.game.flag[index].hex == figure.hex]
        return {
            "MF3": figure.gun == state.JAMMED,
            "SM2": figure.dazed == 1,
            "TU5": figure.activation == state.FINISHED,
            "TU1": figure.activation == state.FRESH and figures.left_to_use(self.game, team) <= 0,
            "SE1": figure.sentry == 1,
            "IM1": figures.is_impotent(figure),
            "SH5": self.shoots and figure.fired == 1,
            "AP2": figure.points < self.cost(),
            "SH3": self.game.decision == state.VOLLEY and self.shoots and not self.fits_volley(),
            "GR2": (figure.smoke if order == throw_order(self.count) else figure.paint) == 0,
            "AP3": moves and figure.moved >= rules.max_moves,
            "BS": turns and rules.blind_spots == 0,
            "BS3": turns and (figure.turned == 1 or figure.facing == turned_direction(team, order - ROTATE)),
            "SE3": order == SENTRY and figures.carries(self.game, self.who),
            "AI1": order == AIM and (figure.aim == 1 or figure.fired == 1),
            "EN3": order == SENTRY
            and world.board.works[figure.hex] != state.NONE
            and not (at_base and rules.sentry_in_base == 1),
            "SE4": figure.sentry == 0 or figure.points != full,
            "IM3": order == RELOAD and figure.gun != state.EMPTY,
            "FL1": not any(flags.can_carry(self.world, team, index) for index in lying),
        }.get(rule, False)

    def fits_volley(self):
        kind = state.SUPPRESS if self.suppresses else state.SHOOT
        same_hex = figures.figure_of(self.game, self.target).hex == figures.figure_of(self.game, self.game.shot[0]).hex
        shots = sum(int(shot) != state.NONE for shot in self.game.shot)
        points_left = self.figure.points >= (shots + 1) * self.rules.shoot_cost
        return self.who == self.game.actor and self.game.kind == kind and same_hex and points_left


def check(scenario, games, seen, given):
    """Ask why each illegal order of a position is none.

    Args:
      scenario: of the position.
      games: an array of one record, its game.
      seen: filled with the rules that are named; with those of `NEVER`, and with the kind of order.
      given: filled with these rules and each kind of order that such a figure may be given all the same.
    """
    mask = np.zeros(scenario.actions, np.int8)
    scenario.game.batch.legal_game(scenario.world, games, mask)
    at = action_table(scenario.figures, scenario.board_map.names).layout
    for index in np.flatnonzero(mask[: at.charge] == 0):
        words = why_not(scenario, games, int(index))
        if rules := re.match(r"([A-Z]+[-A-Z0-9]*(?:, [A-Z]+[-A-Z0-9]*)*): ", words):
            numbers = rules[1].split(", ")
            order = Order(scenario, games[0], int(index))
            text = scenario.game.format_position(scenario, games)
            assert any(order.breaks(number) for number in numbers), (words, int(index), text)
            if numbers[0] in OBEYS_NOTHING:
                first = index - order.order
                assert not mask[first : first + at.width].any(), (words, int(index), text)
            seen.add((numbers[0], order.kind()) if numbers[0] in NEVER else numbers[0])
    for index in np.flatnonzero(mask[: at.charge]) if games[0].decision == state.ACT else ():
        order = Order(scenario, games[0], int(index))
        given.update((number, order.kind()) for number in NEVER if order.breaks(number))


def test_a_refused_order_breaks_the_rule_that_is_named():
    rng, seen, given = np.random.default_rng(5), set(), set()
    for scenario in SCENARIOS:
        for number in range(12):
            for kind in (state.ACT, state.ACT, state.VOLLEY):
                check(scenario, random_position(scenario, kind, number % 2, rng), seen, given)
        for step, game in enumerate(play_random(scenario, 4, most=400)):
            if step % 18 == 0 and not game.over:
                check(scenario, game.games, seen, given)
    assert seen & given == set()
    assert {each if isinstance(each, str) else each[0] for each in seen} == EVERY


AT = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 B1=c5 B2=c6 M1=d1 M2=d6"


@pytest.mark.parametrize("order", ["R1 move E", "R1 shoot B1", "R1 suppress B1"])
def test_mv2_hc3_of_a_legal_order_no_rule_is_named_because_it_is_the_last_one(order):
    game = Game("capture-the-flag-basic", start=AT)
    assert order in game.legal_actions()
    with pytest.raises(AssertionError, match=r"nothing .* forbids"):
        why_not(game.scenario, game.games, game.table.index(order, 0))


@pytest.mark.parametrize(("cost", "points"), [(1, "a point"), (2, "2 points")])
def test_sh3_what_a_further_shot_of_a_volley_needs(cost, points):
    scenario = scenario_of(f"capture-the-flag-basic?points=4&shoot_cost={cost}")
    game = Game(scenario, start=AT.replace("R1=c2", "R1=c2,p4"))
    game.step("R1 shoot B1")
    words = why_not(game.scenario, game.games, game.table.index("R1 shoot B2", 0))
    assert words.startswith("SH3: the volley's next shot is R1's") and words.endswith(f", and needs {points}")
