"""Which positions no match reaches: they are refused, each with its rule, by asking the rules backwards."""

from collections.abc import Iterator

import numpy as np

from octagon_ball.actions import figure_name
from octagon_ball.rules import state
from octagon_ball.rules.figures import apart, figure_at, is_safe, square_of, stands, team_of
from octagon_ball.rules.passes import COSTS, DICE, FARTHEST, asked_figure, is_knocked, may_try, roll
from octagon_ball.rules.setup import is_candidate, next_to_place, no_place
from octagon_ball.rules.state import BLACK, NONE, STRIDE, WHITE
from octagon_ball.rules.tackles import no_tackle
from octagon_ball.rules.turns import centre_spot, may_keep, winner_of
from octagon_ball.scenario import Scenario
from tabletop.base.arrays import Records
from tabletop.base.errors import counted
from tabletop.game.action_table import ALLOWED
from tabletop.game.header import Record
from tabletop.game.position_text import refuse


def check(scenario: Scenario, games: Records) -> None:
    """Refuse what no match reaches, with the rule's number.

    Args:
      scenario: of the match.
      games: the position's record, shape (1,), each field within its range.
    """
    position = _Position(scenario, games)
    position.check_fields()
    if position.game["turn"] == 0:
        position.check_deployment()
        return
    position.check_score()
    position.check_ground()
    position.check_keeping()
    position.check_question()
    if position.is_first_of_all():
        position.check_kick_off()
    position.check_points()


class _Position:
    """A position that is asked how it can have come about."""

    def __init__(self, scenario: Scenario, games: Records) -> None:
        self.scenario, self.world = scenario, scenario.world[0]
        self.games, self.game = games, games[0]
        self.decision, self.acting = int(self.game["decision"]), int(self.game["acting"])
        self.holder, self.passer = int(self.game["holder"]), int(self.game["passer"])
        self.ball, self.asked = int(self.game["ball"]), int(self.game["asked"])
        self.is_over = self.decision == state.OVER
        self.in_goal = self.ball == NONE
        # Points of the turn that are gone; at the end of a match it isn't known how many.
        self.spent = scenario.points - (0 if self.is_over else int(self.game["points"]))

    def figures(self, team: int) -> range:
        """The figures of a team."""
        return range(STRIDE * team, STRIDE * team + self.scenario.figures)

    def figure(self, who: int) -> Record:
        """The record of a figure."""
        return self.game["figure"][divmod(who, STRIDE)]

    def down(self, team: int) -> int:
        """How many figures of a team are on the ground."""
        return sum(int(self.figure(who)["down"]) for who in self.figures(team))

    def before(self) -> Records:
        """A copy, for what was before."""
        return self.games.copy()

    # What holds in every position.

    def check_fields(self) -> None:
        """Refuse fields that don't fit together."""
        game, scenario, decision = self.game, self.scenario, self.decision
        on_board = game["figure"]["square"][:, : scenario.figures] != NONE
        has_begun = not self.is_over or game["ending"] != state.RUNNING
        played = any(game[field].any() for field in ("points", "tackles", "kept", "score")) or self.down(0) + self.down(
            1
        )
        is_on_spot = self.holder == NONE and self.ball == centre_spot(self.world)
        is_asked = self.asked != NONE
        faults = {
            "turn 0 is that of deployment (DE1)": (game["turn"] == 0) == (decision == state.DEPLOY or not has_begun),
            "all figures are placed after turn 0 (DE1)": game["turn"] == 0 or on_board.all(),
            "only there where deployment is chosen (DE2)": decision != state.DEPLOY or scenario.deployment == "chosen",
            "nobody is placed before the lot (MA3)": has_begun or not on_board.any(),
            "White acts before the lot (MA3)": has_begun or self.acting == WHITE,
            "in turn 0 nothing has been played (DE1)": game["turn"] != 0 or not played,
            "a figure can't be deployed there (DE1, DE3)": self._homes_fit(),
            "there is a ball while the match runs (MA5)": not self.in_goal or game["ending"] != state.RUNNING,
            "the ball is on the centre spot until the match begins (MA4)": game["turn"] != 0 or is_on_spot,
            "a goal that ends the match leaves the ball in the goal (GO1)": game["ending"] != state.GOALS
            or self.in_goal,
            "a figure on the ground holds no ball (JO4)": self.holder == NONE or not self.figure(self.holder)["down"],
            "the team in turn acts (MA1)": decision not in (state.ACT, state.TAKE) or game["decider"] == self.acting,
            "a pass is there exactly while an interception is asked (PA2)": (self.passer != NONE)
            == (decision == state.INTERCEPT),
            "who is asked is the team that decides (IN2)": is_asked
            == (decision in (state.DEPLOY, state.INTERCEPT, state.TAKE))
            and (not is_asked or self.asked // STRIDE == game["decider"]),
            "nobody tries to intercept but in a pass (IN3)": self.passer != NONE or not game["figure"]["tried"].any(),
            "at the end of the match nothing is left of a turn (GO1)": game["ending"] == state.RUNNING
            or not (game["points"] or game["tackles"] or game["kept"]),
        }
        for words, holds in faults.items():
            if not holds:
                refuse(words)

    def _homes_fit(self) -> bool:
        """DE1, DE3: whether each figure may have been deployed on its home square."""
        empty = self.before()
        empty["figure"]["square"] = NONE
        lot_falls = self.scenario.deployment == "drawn"
        homes = [(who, int(self.figure(who)["home"])) for team in (WHITE, BLACK) for who in self.figures(team)]
        return all(
            is_candidate(self.world, empty[0], who, home)
            if lot_falls
            else no_place(self.world, empty[0], who, home) == ALLOWED
            for who, home in homes
            if home != NONE
        )

    def check_deployment(self) -> None:
        """DE2: refuse a figure that is asked for out of turn."""
        if self.decision != state.DEPLOY:
            return
        placed, trial = self.game["figure"]["square"] != NONE, self.before()
        squares = trial["figure"]["square"][0]
        squares[:] = NONE
        while (who := int(next_to_place(self.world, trial[0]))) != NONE and placed[divmod(who, STRIDE)]:
            squares[divmod(who, STRIDE)] = 0
        if who != self.asked or not np.array_equal(placed, squares != NONE):
            refuse("figures are deployed in turn (DE2)")

    # Goals and turns.

    def check_score(self) -> None:
        """MA1, MA2, GO1, MA4: refuse goals that don't fit the turn, the ending, the winner or who is in turn."""
        game, scenario = self.game, self.scenario
        white, black = map(int, game["score"])
        if game["ending"] != state.RUNNING and game["winner"] != winner_of(white, black):
            refuse("who has scored more has won (MA1)")
        if game["ending"] == state.TIME and game["turn"] != scenario.turns:
            refuse("the match ends after the last turn (MA1)")
        if scenario.goals:
            have_won = [goals >= scenario.goals for goals in (white, black)]
            if any(have_won) != (game["ending"] == state.GOALS) or all(have_won) or max(white, black) > scenario.goals:
                refuse("so many goals win at once (MA2)")
        if white + black < self.in_goal or self.goals_before() > game["turn"] - 1:
            refuse("a ball in the goal is a goal, and a goal ends the turn (GO1)")

    def goals_before(self) -> int:
        """How many goals were scored before this turn."""
        return int(self.game["score"].sum()) - int(self.in_goal)

    def is_first_of_all(self) -> bool:
        """MA4: whether each turn before this one has ended with a goal, so that this one has begun with a kick-off."""
        return self.goals_before() == self.game["turn"] - 1

    def check_kick_off(self) -> None:
        """MA4: refuse what can't be in the turn of a kick-off."""
        if self.goals_before() and not any(self._conceded(last) for last in (WHITE, BLACK)):
            refuse("the team that has conceded the goal has the next turn (MA4)")
        others = [self.figure(who) for who in self.figures(1 - self.acting)]
        if self.down(self.acting) or any(figure["square"] != figure["home"] for figure in others):
            refuse("at kick-off all figures stand on their home squares (MA4)")

    def _conceded(self, last: int) -> bool:
        """Whether the team in turn may have conceded the goal before this turn; `last` has scored the one in it."""
        score = self.game["score"].copy()
        if self.in_goal:
            score[last] -= 1
        return bool(score.min() >= 0 and score[1 - self.acting] > 0)

    # The ground, and how long the ball was kept.

    def check_ground(self) -> None:
        """JO2, JO4, AP5: refuse figures on the ground that nobody has pushed there, or that have stood up."""
        for team in (WHITE, BLACK):
            if self.down(team) * state.ORDER_COST > self.scenario.points:
                refuse("so many can't be pushed to the ground in a turn (JO4)")
            for who in self.figures(team):
                if self.figure(who)["down"] and is_safe(self.world, self.game, who):
                    refuse(f"{figure_name(who)} can't be pushed to the ground in its goal zone, nor come there (JO2)")
        if self.game["ending"] == state.TIME and not self.in_goal and self.down(self.acting):
            refuse("at the end of a turn the figures of its team stand up (AP5)")

    def check_keeping(self) -> None:
        """AP6: refuse a count of turns that the holder hasn't kept the ball for."""
        if self.game["kept"] > self.scenario.keeping:
            refuse(f"at most {counted(self.scenario.keeping, 'turn')} of keeping are counted (AP6)")
        if self.game["kept"] and not _keeps(self, self.holder, int(self.game["kept"])):
            refuse("only a goalie in its goal zone keeps the ball, turn by turn (AP6)")

    # What was asked.

    def check_question(self) -> None:
        """IN, TA3, TA5: refuse a question that isn't asked so."""
        if self.decision == state.TAKE:
            if (
                self.holder != NONE
                or self.game["points"] < state.WIN_COST
                or not self._has_tackled(self.asked, self._held())
            ):
                refuse(f"{figure_name(self.asked)} hasn't won this ball in a tackle, with a point to take it (TA3)")
        elif self.decision == state.INTERCEPT:
            self._check_tries()
            self._check_way()

    def _held(self) -> int:
        """Who has held a ball that was won in a tackle: who stands in its square."""
        return int(figure_at(self.world, self.game, self.ball))

    def _has_tackled(self, who: int, holder: int) -> bool:
        """TA1, TA6: whether a figure of the team in turn may have tackled an enemy that held the ball."""
        if team_of(who) != self.acting or holder == NONE or not (stands(self.game, who) and stands(self.game, holder)):
            return False
        before = self.before()
        before["holder"], before["ball"] = holder, self.figure(holder)["square"]
        before["points"] += state.ORDER_COST
        keeping = self.scenario.keeping
        before["kept"] = keeping if keeping and _keeps(self, holder, keeping) else 0
        return bool(no_tackle(self.world, before[0], who) == ALLOWED)

    def _check_tries(self) -> None:
        """IN1-IN3: refuse questions out of order, and tries of those who can't."""
        game, world, passer = self.game, self.world, self.passer
        if self.holder != NONE:
            refuse("nobody holds a ball under way (PA2)")
        if self.figure(passer)["down"] or self.figure(passer)["tried"]:
            refuse(f"{figure_name(passer)} has had the ball: it stands, and doesn't try (IN1)")
        if not may_try(world, game, self.asked):
            refuse(f"{figure_name(self.asked)} isn't asked whether it intercepts (IN1)")
        idle = self.before()
        idle["figure"]["tried"] = state.IDLE
        idle["points"] += state.TRY_COST
        order = [int(asked_figure(world, game, turn)) for turn in range(2 * self.scenario.figures)]
        asked_later = order[order.index(self.asked) :]
        for who in order:
            tried = self.figure(who)["tried"]
            if tried and not stands(game, who):
                refuse(f"{figure_name(who)} tries on the ground (IN1)")
            if tried == state.TRYING and (who in asked_later or not may_try(world, idle[0], who)):
                refuse(f"{figure_name(who)} hasn't been asked in this square (IN2)")

    def _check_way(self) -> None:
        """PA1, RB, IN1: refuse a ball that can't have come to its square, past those who have tried."""
        name, tried = figure_name(self.passer), self._tried()
        senders = [self.passer]
        if is_knocked(self.game):
            senders = [who for who in tried if self._has_tackled(who, self.passer)]
            if not senders:
                refuse(f"no figure that can have knocked the ball free from {name} is marked as tried (TA5, IN1)")
        ways = list(self._ways())
        if not ways:
            refuse(f"from {name} the ball doesn't come to its square in this direction (RB1)")
        ways = [way for way in ways if self._sent_for(len(way)) <= self.scenario.points]
        if not ways:
            refuse("no dice send the ball so far (PA1, TA5)")
        if not any(self._have_met(way, [who for who in tried if who != sender]) for way in ways for sender in senders):
            refuse("who has tried hasn't been near the ball's way (IN1)")

    def _tried(self) -> list[int]:
        """Those who are marked as having tried."""
        return [
            who for team in (WHITE, BLACK) for who in self.figures(team) if self.figure(who)["tried"] == state.TRIED
        ]

    def _have_met(self, way: list[int], figures: list[int]) -> bool:
        """Whether the ball has come near each of these before its last square."""
        squares = [square_of(self.game, who) for who in figures]
        return all(any(apart(self.world, square, met) <= 1 for met in way[:-1]) for square in squares)

    def _ways(self) -> Iterator[list[int]]:
        """The squares that the ball may have entered, its own the last, on its way from where it was sent."""
        for direction in range(state.DIRECTIONS):
            ball, heading, way = int(square_of(self.game, self.passer)), direction, []
            for _ in range(FARTHEST):
                conceding, ball, heading = roll(self.world, ball, heading)
                if conceding != NONE:
                    break
                way.append(int(ball))
                if ball == self.ball and heading == self.game["heading"]:
                    yield list(way)

    def _sent_for(self, gone: int) -> int:
        """PA1, TA5, AP2: the least points for which the ball goes so far and what is left; if it can't: too many."""
        squares = gone + int(self.game["left"])
        if is_knocked(self.game):
            return 0 if squares <= 6 else self.scenario.points + 1  # the tackle is counted elsewhere
        kinds = zip(COSTS, DICE, strict=True)
        fitting = [cost for cost, dice in kinds if dice <= squares <= 6 * dice]
        return min(fitting, default=self.scenario.points + 1)

    # What all that has cost.

    def check_points(self) -> None:
        """AP1, AP2: refuse a turn in which more was done than the points that are gone pay for."""
        tackled = self.decision == state.TAKE or (self.passer != NONE and bool(is_knocked(self.game)))
        tackles = self.down(1 - self.acting) + int(tackled)
        if not self.is_over and min(tackles, state.MOST_TACKLES) > self.game["tackles"]:
            refuse("who lies on the ground was jostled, who lost the ball tackled, in this turn (JO3, TA2)")
        cost = state.ORDER_COST * max(tackles, int(self.game["tackles"]))
        if self.passer != NONE:
            own = sum(int(self.figure(who)["tried"] != state.IDLE) for who in self.figures(self.acting))
            cost += state.TRY_COST * (own - int(tackled)) + min(self._sent_for(len(way)) for way in self._ways())
        if self.is_first_of_all():
            cost += self._walked()
        if cost > self.spent:
            refuse("more was done in this turn than the points that are gone pay for (AP2)")

    def _walked(self) -> int:
        """AP2, MV1, MV3: points of the moves since the kick-off that this turn began with, at least."""
        steps, nearest = 0, 2 * self.scenario.size
        for who in self.figures(self.acting):
            home, square = (int(self.figure(who)[field]) for field in ("home", "square"))
            there, spot = int(apart(self.world, home, square)), int(centre_spot(self.world))
            steps += there
            nearest = min(nearest, int(apart(self.world, home, spot) + apart(self.world, spot, square)) - there)
        untouched = self.in_goal or (self.holder == self.passer == NONE and self.ball == centre_spot(self.world))
        # Somebody has been on the centre spot and has picked up the ball.
        return state.ORDER_COST * (steps if untouched else steps + nearest + 1)


def _keeps(position: _Position, holder: int, kept: int) -> bool:
    """AP6: whether a holder may have kept the ball so long: in its zone at each end of its team's turns."""
    if holder == NONE or not may_keep(holder):
        return False
    team, world = holder // STRIDE, position.world
    is_in_turn = team == position.acting
    steps = position.spent // state.ORDER_COST if is_in_turn else 0
    square = int(position.figure(holder)["square"])
    is_near = min(int(apart(world, square, zone)) for zone in position.scenario.zone(team)) <= steps
    turns = int(position.game["turn"]) - 1 - position.goals_before()  # that no goal has ended
    return is_near and 2 * kept - (not is_in_turn) <= turns
