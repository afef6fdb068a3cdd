"""Octagon ball on a web page: the legal actions as they are offered, odds, how one wins, the rules by number."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from octagon_ball.actions import TEAMS, action_table, figure_name
from octagon_ball.chances import JOSTLES, TACKLES, reach
from octagon_ball.guide import TOPICS, lesson
from octagon_ball.notation import DECISIONS
from octagon_ball.rules import actions, state
from octagon_ball.rules.figures import square_of
from octagon_ball.rules.passes import COSTS
from octagon_ball.rules.state import NONE, STRIDE, WHITE
from octagon_ball.rules.turns import winner_of
from octagon_ball.scenario import Scenario
from octagon_ball.scenes import left_text
from tabletop.base.errors import counted
from tabletop.game.header import Record
from tabletop.play.game import Game
from tabletop.play.odds import Result
from tabletop.show.page import STAGE, Choice, Lesson, PlainPageWords, Topic, refusal, wrong_click


class OctagonPageWords(PlainPageWords):
    """See `tabletop.show.page.PageWords`."""

    PAGE = "octagon-ball.md"
    PRIMER = "first-match"
    NOTHING = "nothing changes hands"

    def question(self, game: Game[Scenario]) -> str:
        """What is to be decided, as a question of a few words; empty: the match is over."""
        name = _asked(game.record)
        return {
            DECISIONS[state.DEPLOY]: f"Where does {name} start?",
            DECISIONS[state.ACT]: f"What next? {left_text(game.record)}",
            DECISIONS[state.INTERCEPT]: f"Does {name} try to intercept?",
            DECISIONS[state.TAKE]: f"Does {name} take the ball that it has won?",
        }.get(game.decision, "")

    def helping(self, game: Game[Scenario]) -> str:
        """The set-up, the own turn, or answers in the other side's."""
        if game.decision == DECISIONS[state.DEPLOY]:
            return "Set up for me"
        return "Play my turn for me" if game.decider == game.record.acting else "Answer for me in this turn"

    def choice(self, game: Game[Scenario], name: str) -> Choice:
        """An action as it is offered: with its price and the chance of what it is meant for."""
        record, scenario, plain = game.record, game.scenario, super().choice(game, name)
        table = action_table(scenario.figures, scenario.size)
        index, asked, argument = table.index(name, game.decider), _asked(record), plain.short
        option, world = table.option(index, int(record.decision)), scenario.world[0]
        ordered = replace(plain, cost=counted(state.ORDER_COST, "point"))
        if option == actions.MOVE:
            _, figure, direction = actions.decode(world, record, index)
            to = int(world.board.ahead[square_of(record, figure), direction])
            if to == NONE:
                label = f"Carry the ball into the goal, {argument}"
                return replace(ordered, label=label, verb="carry in", target="")
            goal = scenario.board.names[to]
            return replace(ordered, label=f"Move to {goal}", short=goal, target=goal, dice=False)
        if option == actions.TACKLE:
            holder = figure_name(int(record.holder))
            won, level, _ = TACKLES[int(record.tackles)]
            # With the last point a tackle wins no ball: it makes it loose, as a level roll does (TA3, TA4, TA5).
            wins = record.points >= state.ORDER_COST + state.WIN_COST
            chance = f"{won:.0%} won" if wins else f"{won + level:.0%} loose"
            return replace(ordered, label=f"Tackle {holder}", target=holder, chance=chance)
        if option == actions.JOSTLE:
            return replace(ordered, chance=f"{JOSTLES[int(record.tackles)][0]:.0%} down")
        if actions.SHORT <= option <= actions.LONG:
            label = f"{plain.verb.removeprefix('pass ').capitalize()} pass to the {argument}"
            cost, holder = counted(COSTS[option - actions.SHORT], "point"), figure_name(int(record.holder))
            return replace(plain, label=label, who=holder, target="", cost=cost)
        if option == actions.TRY:
            catcher = int(record.asked)
            cost = counted(state.TRY_COST, "point") if catcher // STRIDE == record.acting else "free"
            chance = f"{reach(world, record, catcher, int(record.ball)):.0%} if alone"
            return replace(plain, label="Try to catch the ball", cost=cost, chance=chance)
        if option == actions.PLACE:
            return replace(plain, label=f"Start in {argument}", verb="deploy", who=asked, dice=False)
        taken = counted(state.WIN_COST, "point")
        others: dict[int, dict[str, Any]] = {
            actions.PICK_UP: {"label": "Pick up the ball", "cost": ordered.cost},
            actions.LET_PASS: {"label": "Let it pass"},
            actions.DONE: {"label": "End the turn", "dice": False, "ends": STAGE},
            actions.TAKE_BALL: {"label": "Take the ball", "verb": "take", "who": asked, "cost": taken, "dice": False},
            actions.LEAVE_BALL: {"label": "Leave the ball where it is", "verb": "leave", "who": asked, "dice": False},
        }
        return replace(plain, **others[option]) if option in others else Choice(name, name, name)

    def came(self, game: Game[Scenario], result: Result) -> str:
        """What an action has come to, in words."""
        old, new, names = game.record, result.game[0], game.scenario.board.names
        parts = []
        for team in (0, 1):
            if new.score[team] > old.score[team]:
                parts.append(f"a goal for {TEAMS[team].capitalize()}")
            for number in range(game.scenario.figures):
                if new.figure[team, number].down > old.figure[team, number].down:
                    parts.append(f"{figure_name(STRIDE * team + number)} is on the ground")
        if not parts and new.decision == state.INTERCEPT:
            parts.append(f"{figure_name(int(new.asked))} may intercept in {names[new.ball]}")
        elif not parts and new.decision == state.TAKE:
            parts.append(f"{figure_name(int(new.asked))} has won and may take the ball")
        elif not parts and new.holder != old.holder and new.holder != NONE:
            parts.append(f"{figure_name(int(new.holder))} has the ball")
        elif not parts and new.holder == NONE and (old.holder != NONE or old.passer != NONE):
            parts.append(f"the ball lies in {names[new.ball]}")
        if new.decision == state.OVER:
            parts.append("the match is over")
        elif new.turn > old.turn:
            if not (new.score > old.score).any():
                parts.append("the turn is over")
            # A team of whom nobody stands has no choice in its turn: who is in turn then is another than after one.
            if (passed := int(new.turn - old.turn) - 1) > 0:
                parts.append(f"the next {'one passes by itself' if passed == 1 else f'{passed} pass by themselves'}")
        return ", ".join(parts) or self.NOTHING

    def why_not(self, game: Game[Scenario], who: str, target: str) -> str:
        """Why a click on a figure or a square means no action: of the chosen figure, or as an answer."""
        record, names = game.record, game.scenario.board.names
        if game.decision == DECISIONS[state.DEPLOY]:
            squares = enumerate(record.figure["square"][:, :STRIDE].flat)
            places = {figure_name(figure): names[square] for figure, square in squares if square != NONE}
            return refusal(game, f"square {places.get(target, target)}")
        if game.decision != DECISIONS[state.ACT]:
            return refusal(game, "done")
        far = "a figure moves to a square next to it (MV1)" if target in names else ""
        return wrong_click(game, self.choice, who, target, far)

    def aim(self, scenario: Scenario, team: int) -> str:
        """How a team wins (GO1, MA1, MA2)."""
        side = "right" if team == WHITE else "left"
        goals, turns = scenario.goals, scenario.turns
        first = f"{goals} goal{'' if goals == 1 else 's'} win{'s' if goals == 1 else ''}; after" if goals else "After"
        level = winner_of(0, 0)
        otherwise = "or it is a draw" if level == NONE else f"and {TEAMS[level].capitalize()} if nobody has"
        last = f"{first} turn {turns} who has scored more has won, {otherwise}."
        return f"Bring the ball over the goal line on the {side}. {last}"

    def topics(self, scenario: Scenario) -> Mapping[str, Topic]:
        """Those of the guide."""
        return TOPICS

    def pitch(self) -> str:
        """What the game is, and how it is won."""
        return (
            "Two teams and a ball on an octagon with walls. Run, pass and tackle, and bring the ball over the other "
            "team's goal line. Dice decide passes and tackles, and you see the odds first."
        )

    def lesson(self) -> Lesson:
        """That of the guide."""
        return lesson()


def _asked(record: Record) -> str:
    return figure_name(int(record.asked)) if record.asked != NONE else ""
