"""PaintBall on a web page: the legal actions as they are offered, odds, how one wins, the rules by number."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from paintball_env import rule_texts, terms
from paintball_env.actions import TEAM_TITLES
from paintball_env.aiming import own_in_way
from paintball_env.guide import lesson, topics
from paintball_env.notation.words import flag_keys
from paintball_env.offered import LAST, Offered
from paintball_env.places import base_words, place_names
from paintball_env.play_odds import can_coincide, chances_of, exactly, rows_of
from paintball_env.render.status import asked_about
from paintball_env.render.view import Position
from paintball_env.rules import state
from paintball_env.rules.charges import fights_back
from paintball_env.rules.clouds import in_throw, throw_reach
from paintball_env.rules.figures import left_to_use
from paintball_env.rules.flags import can_carry, goal_of
from paintball_env.rules.ground import are_together
from paintball_env.rules.moving import single_cost, step_cost
from paintball_env.rules.shooting import declared, volley_cost
from paintball_env.rules.sight import aim_of_die
from paintball_env.rules.single_orders import SINGLE
from paintball_env.rules.state import NONE
from paintball_env.rules.turns import WINNER_AT_LIMIT
from paintball_env.scenario import Scenario
from paintball_env.scenario_words import changes, notes
from paintball_env.shoot_out_odds import winning
from paintball_env.view import Figure, View
from tabletop.base.errors import counted
from tabletop.game.header import Record
from tabletop.play.game import Game
from tabletop.show.odds import Odds, further
from tabletop.show.page import (
    DECISION,
    STAGE,
    Choice,
    Primer,
    docs_folder,
    in_full,
    read_primer,
    refusal,
    with_notes,
)

__all__ = [
    "aim",
    "changes",
    "choices",
    "helping",
    "lesson",
    "odds",
    "pitch",
    "primer",
    "question",
    "rules",
    "topics",
    "why_not",
]

_SINGLE = {single.name: number for number, single in SINGLE.items()}
# First words of orders to a figure.
_ORDERS = ("move", "go", "rotate", "shoot", "suppress", "throw")
_DONE = {
    "act": "End the phase",
    "volley": "No further shot: roll the dice",
    "react": "Let it pass",
    "charger": "No further charger",
}
_WORDS = {
    "first": "Go first",
    "second": "Go second",
    "soft": "Place soft cover",
    "hard": "Place hard cover",
    "smoke": "Smoke",
    "paint": "Paint",
}
_FIGURES = {
    "carrier": "{} carries the flag",
    "expert": "{} is an expert",
    "grenadier": "{} carries the grenade",
    "pick": "{} is hit",
    "charger": "{} charges",
    "casualty": "{} falls",
}
_QUESTIONS = {
    "piece": "Which piece of cover comes next?",
    "cover-hex": "Where does the {kind} stand?",
    "cover-facing": "Which way does the hard cover in {place} face?",
    "flag-hex": "Where does the flag stand?",
    "marshal-hex": "Where does your Marshal stand?",
    "deploy": "Where does {actor} start?",
    "carrier": "Who carries the flag?",
    "expert": "Who is an expert? {count} to name",
    "grenade": "Smoke or paint? {count} to choose",
    "grenadier": "Who carries the {kind} grenade?",
    "first": "Equal scores: first or second?",
    "act": "What next?",
    "volley": "{actor}: another shot?",
    "react": "{asked} on sentry: shoot at {actor}?",
    "pick": "Who is hit? {count} to pick",
    "throw": "Where does {actor} throw the {kind}?",
    "scatter": "Where does the {kind} land?",
    "charger": "Who charges {place}?",
    "casualty": "Who falls in {place}?",
    **terms.QUESTIONS,
}


def question(game: Game[Scenario]) -> str:
    """What is to be decided, as a question of a few words; empty: the game is over."""
    if game.decision == "act":
        return f"{_QUESTIONS['act']}{_left(game.record)}"
    hint = " One has to go" if game.decision == "charger" and "done" not in game.legal_actions() else ""
    words = _QUESTIONS.get(game.decision, "").format_map(asked_about(Position(game.scenario, game)))
    return words + hint


def _left(record: Record) -> str:
    """How many more figures may be used, where not all may (TU1, TU2)."""
    team = int(record.decider)
    quota = int(left_to_use(record, team))
    fresh_figures = sum(figure.hex != NONE and figure.activation == state.FRESH for figure in record.figure[team])
    if quota >= fresh_figures:
        return ""
    return f" {quota} figure{'' if quota == 1 else 's'} left" if quota > 0 else " No further figure"


def helping(game: Game[Scenario]) -> str:
    """What a bot would decide up to the end of the phase: the own one, or answers in the other side's (SE2, SH4)."""
    record = game.record
    if not game.turn:
        return "Set up for me"
    if not record.phase:
        return "Choose for me"
    return "Play my phase for me" if game.decider == record.acting else "Answer for me in this phase"


def choices(game: Game[Scenario]) -> list[Choice]:
    """The legal actions as they are offered: in their order, but for verbs that come last."""
    return sorted(map(_Offers(game).choice, game.legal_actions()), key=lambda choice: choice.verb in LAST)


class _Offers(Offered):
    """The choices of a position."""

    def __init__(self, game: Game[Scenario]) -> None:
        self.game, self.record, self.decision = game, game.record, game.decision
        self.view = view = View(game.scenario, game.games, game.legal_mask())
        self.world, self.names = game.scenario.world[0], place_names(game.scenario)
        self.own, self.enemies = (
            {figure.name: figure for figure in view.figures(team)} for team in (view.team, 1 - view.team)
        )

    def choice(self, name: str) -> Choice:
        """A legal action as it is offered."""
        decision, actor = self.decision, self.view.asked or self.view.actor
        who, _, order = name.partition(" ")
        if who in self.own:
            return self._order(name, who, order)
        if who in _ORDERS or name in _SINGLE:  # of the figure that has been picked
            return self._order(name, actor, name)
        if choice := self.place(name, who, order):
            return choice
        if who == "figure":
            label = _FIGURES.get(decision, "{}").format(order)
            chance = self._winning(self.record.place, 1) if decision == "charger" else ""
            dice = decision in ("pick", "casualty", "charger")
            return Choice(name, label, decision, target=order, chance=chance, dice=dice)
        if name == "charge":
            return self._charge()
        if name == "done":
            # With it the dice of what was declared fall: of a volley, or of a shoot-out.
            chance = self._winning(self.record.place, 0) if decision == "charger" else ""
            dice, ends = decision in ("volley", "charger"), STAGE if decision == "act" else DECISION
            return Choice(name, _DONE[decision], "done", chance=chance, dice=dice, ends=ends)
        return Choice(name, _WORDS[name], name, dice=False)

    def _order(self, name: str, who: str, order: str) -> Choice:
        """An order to a figure."""
        rules, figure = self.world.rules, self.own[who]
        verb, _, argument = order.partition(" ")
        if verb in ("move", "go"):
            return self.move(name, who, argument)
        if verb == "rotate":
            return Choice(name, f"Turn to {argument}", "rotate", argument, who, cost="free", dice=False, idle=True)
        if verb in ("shoot", "suppress"):
            dice = declared(self.record)
            points = 0 if self.decision == "react" else volley_cost(rules, dice + 1) - volley_cost(rules, dice)
            words = "Another shot" if self.decision == "volley" else {"shoot": "Shoot", "suppress": "Suppress"}[verb]
            label = f"{words}{'' if words == 'Suppress' else ' at'} {argument}"
            return Choice(
                name, label, verb, argument, who, argument, _points(points), self._shot(name, verb, figure, argument)
            )
        if verb == "throw":
            # The points are gone before a place is named: what could be reached is said beforehand (GR2).
            start = self.spot(who)
            near = [enemy for enemy in self.enemies if in_throw(self.world, start, self.spot(enemy))]
            reach = f"up to {terms.far(throw_reach(self.world))}"
            chance = reach if argument == "smoke" else f"reaches {', '.join(near) or 'no enemy'}"
            cost = counted(int(rules.throw_cost), "point")
            return Choice(name, f"Throw {argument} …", order, "", who, "", cost, chance, dice=False)
        number = _SINGLE[order]
        record = self.record.figure[self.view.team, int(who[1:]) - 1]
        cost = "all its points" if SINGLE[number].takes_all else _points(single_cost(rules, record, number))
        return Choice(name, SINGLE[number].label, order, who=who, cost=cost, dice=False)

    def _shot(self, name: str, verb: str, figure: Figure, argument: str) -> str:
        """What a shot's die brings, and what it may do to an own figure in its way, where that is likelier."""
        target = self.enemies[argument]
        if verb == "shoot":
            aimed = aim_of_die(int(figure.aim), state.SHOOT, declared(self.record)) == 1
            share, becomes = self.view.chance_to_put_out(figure.hex, target.hex, aimed), "out"
        else:
            share, becomes = self.view.chance_to_suppress(figure.hex, target.hex), "suppressed"
        if self.decision == "volley":
            return f"this die: {_percent(share)} {becomes}"
        ways = own_in_way(self.world, self.record, self.view.team, self.spot(figure.name), self.spot(argument))
        met = {self.names[place] for place in ways}
        in_way = [ally for ally in self.own.values() if ally.hex in met]
        happens = dict(chances_of(self.game, name).rows) if in_way else {}
        risks = ((float(happens.get(f"{ally.name} is out", 0)), ally.name) for ally in in_way)
        risk, friend = max(risks, default=(0.0, ""))
        return f"{_percent(share)} {becomes}" + (f", own {friend} {_percent(risk)} out" if risk > share else "")

    def _charge(self) -> Choice:
        """To declare a charge: it can't be left any more; where there is no choice it is carried out at once (CH2)."""
        trial = self.game.clone(seed=0)
        trial.step("charge")
        places = [event.place for event in trial.events if event.kind == "charge named"]
        chargers = [event.who for event in trial.events if event.kind == "charger named"]
        cost = f"{counted(int(step_cost(self.world.rules)), 'point')} a step"
        # No hex of its own: a click on it would be one on those who stand there, and this can't be taken back.
        if chargers:
            chance = self._winning(self.place_of(places[0]), 1)
            return Choice("charge", f"{chargers[0]} charges {places[0]}", "charge", cost=cost, chance=chance)
        charged = self.among(places) if places else self.charged(trial.legal_actions())
        targets = f"at {charged}; then somebody has to go"
        return Choice("charge", "Charge …", "charge", cost=cost, chance=targets)

    def _winning(self, place: int, more: int) -> str:
        """The chance to win the shoot-out there with so many more chargers, if they arrive (CH3); empty: none do."""
        figures, team = self.record.figure, self.view.team
        chargers = sum(bool(are_together(figure.hex, place)) for figure in figures[team]) + more
        defenders = sum(bool(are_together(figure.hex, place) and fights_back(figure)) for figure in figures[1 - team])
        share = _percent(winning(chargers, defenders))
        return f"{share} to win{' alone' if chargers == 1 and more else ''}" if chargers else ""


def _points(cost: int) -> str:
    return counted(int(cost), "point") if cost else "free"


def _percent(chance: float) -> str:
    return "<1%" if 0 < chance < 0.005 else f"{chance:.0%}"


def odds(game: Game[Scenario], action: str) -> Odds:
    """The odds of a legal action (`play_odds.chances_of`)."""
    chances = chances_of(game, action)
    # What is said beyond the action, such as who may react.
    of = in_full(_Offers(game).choice(action)) + chances.of.removeprefix(action)
    if chances.why:
        return Odds(of, note=chances.why)
    rows = [(float(chance), exactly(chance), event) for event, chance in rows_of(chances)]
    notes = [rest] if (rest := further(len(chances.rows))) else []
    if can_coincide(chances):
        notes.append("several may happen together")
    return Odds(of, rows, "; ".join(notes))


def why_not(game: Game[Scenario], who: str, target: str) -> str:
    """Why a click on a figure or a hex means no action: of the chosen figure, or as an answer; else what is asked."""
    offers = _Offers(game)
    own = offers.own
    if (words := offers.why_not(who, target)) is not None:
        return words
    if game.decision in _FIGURES:
        return refusal(game, f"figure {target}") if target in own else question(game)
    if game.decision != "act":  # a volley, or a sentry who may react: only shots are asked for
        shot = f"{who} shoot {target}"
        return refusal(game, shot) or ("" if shot in game.legal_actions() else question(game))
    if target in own:  # the cheapest thing that depends on no place: what it costs isn't what was clicked
        order = "stand down" if own[target].sentry else "sentry"
        return refusal(game, f"{target} {order}").partition(", this costs")[0]
    return refusal(game, f"{who} shoot {target}") if who in own else ""


def aim(scenario: Scenario, team: int) -> str:
    """How a team wins (SN1 to SN3, TU7)."""
    world = scenario.world[0]
    enemy = TEAM_TITLES[1 - team]
    goal = int(goal_of(world, team))
    words = f"Put all of {enemy} out."
    flags = flag_keys(world.rules).values()
    if flags:
        own, other = "your own", f"{enemy}'s"
        mine = [flag for flag in flags if can_carry(world, team, flag)]
        whose = ["the" if len(flags) == 1 else own if flag == team else other for flag in mine]
        brought = " and ".join(f"{owner} flag" for owner in whose)
        base = "your" if goal == world.board.home[team] else other
        words = f"Bring {brought} into {base} base {base_words(scenario, goal)}, or put all of {enemy} out."
    limit = "A draw" if WINNER_AT_LIMIT == NONE else f"{TEAM_TITLES[WINNER_AT_LIMIT]} has won"
    return f"{words} {limit} after turn {int(world.rules.max_turns)}."


def rules(scenario: Scenario | None = None) -> Mapping[str, str]:
    """The rules by number, as Markdown; a chapter's name by its letters.

    Of a scenario, a rule also says what there is other than its text says.
    """
    texts = rule_texts.texts(_docs())
    return texts if scenario is None else with_notes(texts, notes(scenario, texts))


def pitch() -> str:
    """What the game is, and how it is won in the usual scenario."""
    return (
        "Two teams meet with paint guns, Red and Blue. Bring the other team's flag into your base, or put all of its "
        "figures out. Dice decide each shot, and you see its odds first."
    )


@lru_cache(maxsize=1)
def primer() -> Primer | None:
    """The first game in pictures."""
    if not (page := rule_texts.PRIMER):
        return None
    return read_primer(_docs(), page)


def _docs() -> Path:
    return docs_folder(Path(__file__).resolve().parent, "rules.md")
