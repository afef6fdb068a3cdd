"""Octagon ball on a web page: the legal actions as they are offered, odds, how one wins, the rules by number."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

from octagon_ball.actions import TEAMS, action_table, figure_name
from octagon_ball.chances import JOSTLES, TACKLES, reach
from octagon_ball.guide import TOPICS, lesson
from octagon_ball.notation import DECISIONS
from octagon_ball.rules.actions import (
    DONE,
    JOSTLE,
    LEAVE_BALL,
    LET_PASS,
    LONG,
    MOVE,
    PICK_UP,
    PLACE,
    SHORT,
    TACKLE,
    TAKE_BALL,
    TRY,
    decode,
)
from octagon_ball.rules.figures import square_of
from octagon_ball.rules.passes import COSTS
from octagon_ball.rules.state import (
    ACT,
    DEPLOY,
    INTERCEPT,
    NONE,
    ORDER_COST,
    OVER,
    STRIDE,
    TAKE,
    TRY_COST,
    WHITE,
    WIN_COST,
)
from octagon_ball.rules.turns import winner_of
from octagon_ball.scenario import Scenario
from octagon_ball.scenes import left_text
from tabletop.base.errors import counted
from tabletop.game.header import Record
from tabletop.play.game import Game
from tabletop.play.odds import outcomes
from tabletop.show.odds import MOST, NO_DIE, SHOWN, Odds, further
from tabletop.show.page import (
    STAGE,
    Choice,
    Topic,
    docs_folder,
    in_full,
    numbered_rules,
    refusal,
    with_notes,
    wrong_click,
)

__all__ = ["aim", "choices", "helping", "lesson", "odds", "primer", "question", "rules", "topics", "why_not"]

_PAGE = "octagon-ball.md"
_NOTHING = "nothing changes hands"


def question(game: Game[Scenario]) -> str:
    """What is to be decided, as a question of a few words; empty: the match is over."""
    record = game.record
    name = figure_name(int(record.asked)) if record.asked != NONE else ""
    return {
        DECISIONS[DEPLOY]: f"Where does {name} start?",
        DECISIONS[ACT]: f"What next? {left_text(record)}",
        DECISIONS[INTERCEPT]: f"Does {name} try to intercept?",
        DECISIONS[TAKE]: f"Does {name} take the ball that it has won?",
    }.get(game.decision, "")


def helping(game: Game[Scenario]) -> str:
    """What a bot would decide up to the end of the turn: the set-up, the own turn, or answers in the other side's."""
    if game.decision == DECISIONS[DEPLOY]:
        return "Set up for me"
    return "Play my turn for me" if game.decider == game.record.acting else "Answer for me in this turn"


def choices(game: Game[Scenario]) -> list[Choice]:
    """The legal actions as they are offered."""
    return [_choice(game, name) for name in game.legal_actions()]


def _choice(game: Game[Scenario], name: str) -> Choice:
    """A legal action as it is offered."""
    record, scenario, table = game.record, game.scenario, action_table(game.scenario.figures, game.scenario.size)
    index = table.index(name, game.decider)
    kind, who, argument = table.parts(index, game.decider)
    option, cost = table.option(index, int(record.decision)), counted(ORDER_COST, "point")
    asked = figure_name(int(record.asked)) if record.asked != NONE else ""
    if option == MOVE:
        _, figure, direction = decode(scenario.world[0], record, index)
        to = int(scenario.world[0].board.ahead[square_of(record, figure), direction])
        if to == NONE:
            label = f"Carry the ball into the goal, {argument}"
            return Choice(name, label, "carry in", argument, who, cost=cost)
        goal = scenario.board.names[to]
        return Choice(name, f"Move to {goal}", "move", goal, who, goal, cost, dice=False)
    if option == TACKLE:
        holder = figure_name(int(record.holder))
        won, level, _ = TACKLES[int(record.tackles)]
        # With the last point a tackle wins no ball: it makes it loose, as a level roll does (TA3, TA4, TA5).
        chance = f"{won:.0%} won" if record.points >= ORDER_COST + WIN_COST else f"{won + level:.0%} loose"
        return Choice(name, f"Tackle {holder}", "tackle", "", who, holder, cost, chance)
    if option == JOSTLE:
        chance = f"{JOSTLES[int(record.tackles)][0]:.0%} down"
        return Choice(name, f"Jostle {argument}", "jostle", argument, who, argument, cost, chance)
    if SHORT <= option <= LONG:
        cost, holder = counted(COSTS[option - SHORT], "point"), figure_name(int(record.holder))
        label = f"{kind.name.removeprefix('pass ').capitalize()} pass to the {argument}"
        return Choice(name, label, kind.name, argument, holder, cost=cost)
    if option == TRY:
        catcher = int(record.asked)
        cost = counted(TRY_COST, "point") if catcher // STRIDE == record.acting else "free"
        chance = f"{reach(scenario.world[0], record, catcher, int(record.ball)):.0%} if alone"
        return Choice(name, "Try to catch the ball", "intercept", cost=cost, chance=chance)
    if option == PLACE:
        return Choice(name, f"Start in {argument}", "deploy", argument, asked, argument, dice=False)
    return {
        PICK_UP: Choice(name, "Pick up the ball", "pick up", who=who, cost=cost),
        LET_PASS: Choice(name, "Let it pass", "let pass"),
        DONE: Choice(name, "End the turn", "done", dice=False, ends=STAGE),
        TAKE_BALL: Choice(name, "Take the ball", "take", who=asked, cost=counted(WIN_COST, "point"), dice=False),
        LEAVE_BALL: Choice(name, "Leave the ball where it is", "leave", who=asked, dice=False),
    }.get(option, Choice(name, name, name))


def odds(game: Game[Scenario], action: str) -> Odds:
    """The exact chance of each thing that a legal action brings, up to the next decision."""
    choice = _choice(game, action)
    of = in_full(choice)
    try:
        results = outcomes(game, action, limit=MOST)
    except ValueError as error:
        return Odds(of, note=str(error))
    chance: dict[str, Fraction] = defaultdict(Fraction)
    for result in results:
        chance[_came(game, result.game[0])] += result.probability
    if not choice.dice and [*chance] == [_NOTHING]:
        return Odds(of, note=NO_DIE)
    rows = sorted(chance.items(), key=lambda row: (-row[1], row[0]))
    top_rows = [(float(share), str(share), words) for words, share in rows[:SHOWN]]
    return Odds(of, top_rows, further(len(rows)))


def _came(game: Game[Scenario], new: Record) -> str:
    """What an action has come to, in words."""
    old, names = game.record, game.scenario.board.names
    parts = []
    for team in (0, 1):
        if new.score[team] > old.score[team]:
            parts.append(f"a goal for {TEAMS[team].capitalize()}")
        for number in range(game.scenario.figures):
            if new.figure[team, number].down > old.figure[team, number].down:
                parts.append(f"{figure_name(STRIDE * team + number)} is on the ground")
    if not parts and new.decision == INTERCEPT:
        parts.append(f"{figure_name(int(new.asked))} may intercept in {names[new.ball]}")
    elif not parts and new.decision == TAKE:
        parts.append(f"{figure_name(int(new.asked))} has won and may take the ball")
    elif not parts and new.holder != old.holder and new.holder != NONE:
        parts.append(f"{figure_name(int(new.holder))} has the ball")
    elif not parts and new.holder == NONE and (old.holder != NONE or old.passer != NONE):
        parts.append(f"the ball lies in {names[new.ball]}")
    if new.decision == OVER:
        parts.append("the match is over")
    elif new.turn > old.turn:
        if not (new.score > old.score).any():
            parts.append("the turn is over")
        # A team of whom nobody stands has no choice in its turn: who is in turn then is another than after one turn.
        if (passed := int(new.turn - old.turn) - 1) > 0:
            parts.append(f"the next {'one passes by itself' if passed == 1 else f'{passed} pass by themselves'}")
    return ", ".join(parts) or _NOTHING


def why_not(game: Game[Scenario], who: str, target: str) -> str:
    """Why a click on a figure or a square means no action: of the chosen figure, or as an answer."""
    record, names = game.record, game.scenario.board.names
    if game.decision == DECISIONS[DEPLOY]:
        squares = enumerate(record.figure["square"][:, :STRIDE].flat)
        places = {figure_name(figure): names[square] for figure, square in squares if square != NONE}
        return refusal(game, f"square {places.get(target, target)}")
    if game.decision != DECISIONS[ACT]:
        return refusal(game, "done")
    far = "a figure moves to a square next to it (MV1)" if target in names else ""
    return wrong_click(game, _choice, who, target, far)


def aim(scenario: Scenario, team: int) -> str:
    """How a team wins (GO1, MA1, MA2)."""
    side = "right" if team == WHITE else "left"
    goals, turns = scenario.goals, scenario.turns
    first = f"{goals} goal{'' if goals == 1 else 's'} win{'s' if goals == 1 else ''}; after" if goals else "After"
    level = winner_of(0, 0)
    otherwise = "or it is a draw" if level == NONE else f"and {TEAMS[level].capitalize()} if nobody has"
    last = f"{first} turn {turns} who has scored more has won, {otherwise}."
    return f"Bring the ball over the goal line on the {side}. {last}"


def topics(scenario: Scenario) -> Mapping[str, Topic]:
    """What is explained in matches of a scenario."""
    return TOPICS


def rules(scenario: Scenario | None = None) -> Mapping[str, str]:
    """The rules by number, from docs/octagon-ball.md, as Markdown; a chapter's name by its letters.

    Of a scenario, a rule also says what its switches are there, if they aren't the usual.
    """
    texts = numbered_rules(docs_folder(Path(__file__).resolve().parent, _PAGE) / _PAGE)
    return texts if scenario is None else with_notes(texts, _notes(scenario))


def _notes(scenario: Scenario) -> Iterator[tuple[str, str]]:
    for key, value in scenario.model_dump(mode="json").items():
        if getattr(scenario, key) != type(scenario).model_fields[key].default:
            for number in scenario.said_in(key):
                yield number, f"`{key}` {json.dumps(value)}"


def primer() -> None:
    """There is no page with pictures: the page of rules begins with the game in one minute."""
    return
