"""PaintBall on a web page: the legal actions as they are offered, odds, how one wins, the rules by number."""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from paintball_env.actions import TEAM_TITLES, figure_name
from paintball_env.guide import lesson, topics
from paintball_env.notation.words import flag_keys
from paintball_env.play_odds import can_coincide, chances_of, exactly, rows_of
from paintball_env.render.status import KINDS
from paintball_env.rules import state
from paintball_env.rules.charges import fights_back
from paintball_env.rules.figures import left_to_use
from paintball_env.rules.flags import goal_of, prize_of
from paintball_env.rules.grenades import in_throw, throw_reach
from paintball_env.rules.in_the_way import figures_in_way, way_place
from paintball_env.rules.moving import single_cost, step_cost
from paintball_env.rules.numbering import SINGLE
from paintball_env.rules.shooting import declared, volley_cost
from paintball_env.rules.sight import aim_of_die
from paintball_env.rules.state import NONE
from paintball_env.rules.turns import WINNER_AT_LIMIT
from paintball_env.scenario import Scenario
from paintball_env.scenario_words import changes, notes
from paintball_env.shoot_out_odds import winning
from paintball_env.view import Figure, View
from tabletop.base.errors import counted
from tabletop.game.header import Record
from tabletop.game.hex_grid import DIRECTIONS
from tabletop.play.game import Game
from tabletop.show.odds import Odds, further
from tabletop.show.page import (
    Choice,
    Primer,
    docs_folder,
    in_full,
    numbered_rules,
    refusal,
    with_notes,
)

__all__ = ["aim", "choices", "helping", "lesson", "odds", "primer", "question", "rules", "topics", "why_not"]

_SINGLE = {single.name: number for number, single in SINGLE.items()}
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
_HEXES = {
    "cover-hex": "Place it in {}",
    "flag-hex": "Put the flag in {}",
    "marshal-hex": "Put the Marshal in {}",
    "deploy": "Start in {}",
    "throw": "Throw at {}",
    "scatter": "It lands in {}",
    "charge": "Charge {}",
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
    "charge": "Which hex do you charge?",
    "charger": "Who charges {place}?",
    "step": "{actor} charges {place}: which way?",
    "casualty": "Who falls in {place}?",
}


def question(game: Game[Scenario]) -> str:
    """What is to be decided, as a question of a few words; empty: the game is over."""
    record, names = game.record, game.scenario.board_map.names
    if game.decision == "act":
        return f"{_QUESTIONS['act']}{_left(record)}"
    hint = " One has to go" if game.decision == "charger" and "done" not in game.legal_actions() else ""
    actor, sentry = (figure_name(int(who)) if who != NONE else "" for who in (record.actor, record.asked))
    text = _QUESTIONS.get(game.decision, "").format(
        actor=actor,
        asked=sentry,
        place=names[record.place] if record.place != NONE else "",
        kind=KINDS[record.kind],
        count=int(record.count),
    )
    return text + hint


def _left(record: Record) -> str:
    """How many more figures may be used, where not all may (TU1, TU2)."""
    team = int(record.decider)
    quota = int(left_to_use(record, team))
    fresh_figures = sum(figure.hex != NONE and figure.activation == state.FRESH for figure in record.figure[team])
    if quota >= fresh_figures:
        return ""
    return f" {'No' if quota <= 0 else quota} further figure{'' if quota <= 1 else 's'} may be used"


def helping(game: Game[Scenario]) -> str:
    """What a bot would decide up to the end of the phase: the own one, or answers in the other side's (SE2, SH4)."""
    record = game.record
    if not game.turn:
        return "Set up for me"
    if not record.phase:
        return "Choose for me"
    return "Play my phase for me" if game.decider == record.acting else "Answer for me in this phase"


def choices(game: Game[Scenario]) -> list[Choice]:
    """The legal actions as they are offered."""
    return _choices(game, game.legal_actions())


def _choices(game: Game[Scenario], names: list[str]) -> list[Choice]:
    """Some of the legal actions as they are offered."""
    scenario = game.scenario
    view = View(scenario, game.games, game.legal_mask())
    own = {figure.name: figure for figure in view.figures(view.team)}
    enemies = {figure.name: figure for figure in view.figures(1 - view.team)}
    decision, record = game.decision, game.record
    actor = figure_name(int(record.actor)) if record.actor != NONE else ""
    options = []
    for name in names:
        who, _, order = name.partition(" ")
        if who in own:
            options.append(_order(game, view, own, enemies, name, who, order, decision))
        elif who == "hex":
            label = _HEXES.get(decision, "{}").format(order)
            acts = actor if decision in ("throw", "deploy") else ""
            enemy_names = _among(enemies, [order]) if decision == "charge" else ""
            dice = decision in ("throw", "charge") or (decision == "scatter" and int(record.kind) == state.PAINT)
            options.append(Choice(name, label, decision, order, acts, order, chance=enemy_names, dice=dice))
        elif who == "direction":
            options.append(_direction(view, name, order, decision, actor, int(record.place)))
        elif who == "figure":
            label = _FIGURES.get(decision, "{}").format(order)
            chance = _winning(view, int(record.place), 1) if decision == "charger" else ""
            dice = decision in ("pick", "casualty", "charger")
            options.append(Choice(name, label, decision, target=order, chance=chance, dice=dice))
        elif name == "charge":
            options.append(_charge(game, view, enemies))
        elif name == "done":
            # With it the dice of what was declared fall: of a volley, or of a shoot-out.
            chance = _winning(view, int(record.place), 0) if decision == "charger" else ""
            options.append(Choice(name, _DONE[decision], "done", chance=chance, dice=decision in ("volley", "charger")))
        else:
            options.append(Choice(name, _WORDS[name], name, dice=False))
    return options


def _direction(view: View, name: str, order: str, decision: str, actor: str, place: int) -> Choice:
    names = view.scenario.board_map.names
    if decision == "step":
        start = next(figure.hex for figure in view.figures(view.team) if figure.name == actor)
        goal = view.beside(start, order)
        return Choice(name, f"{actor} moves to {goal}", "step", goal, actor, goal)
    board = view.worlds["board"][0]
    neighbour = int(board["neighbour"][place, DIRECTIONS.index(order)])
    target = "" if neighbour == NONE else names[neighbour]
    return Choice(name, f"It faces {order}", "face", order, target=target, dice=False)


def _order(
    game: Game[Scenario],
    view: View,
    own: Mapping[str, Figure],
    enemies: Mapping[str, Figure],
    name: str,
    who: str,
    order: str,
    decision: str,
) -> Choice:
    """An order to a figure."""
    rules, figure = view.worlds["rules"][0], own[who]
    verb, _, argument = order.partition(" ")
    if verb == "move":
        goal = view.beside(figure.hex, argument)
        return Choice(name, f"Move to {goal}", "move", goal, who, goal, counted(int(step_cost(rules)), "point"))
    if verb == "rotate":
        return Choice(name, f"Turn to {argument}", "rotate", argument, who, cost="free", dice=False)
    if verb in ("shoot", "suppress"):
        target, react = enemies[argument], decision == "react"
        if verb == "shoot":
            aimed = aim_of_die(int(figure.aim), state.SHOOT, declared(game.record)) == 1
            share, becomes = view.chance_to_put_out(figure.hex, target.hex, aimed), "out"
        else:
            share, becomes = view.chance_to_suppress(figure.hex, target.hex), "suppressed"
        chance = f"{'this die: ' if decision == 'volley' else ''}{_percent(share)} {becomes}"
        in_way = _between(view, own, figure.hex, target.hex) if decision != "volley" else set()
        if in_way:
            happens = dict(chances_of(game, name).rows)
            risk, friend = max((float(happens.get(f"{ally} is out", 0)), ally) for ally in in_way)
            chance += f", own {friend} {_percent(risk)} out" if risk > share else ""
        words = {"shoot": "Shoot at", "suppress": "Suppress"}[verb]
        label = f"{'Another shot at' if decision == 'volley' else words} {argument}"
        dice = declared(game.record)
        points = 0 if react else int(volley_cost(rules, dice + 1) - volley_cost(rules, dice))
        cost = counted(points, "point") if points else "free"
        return Choice(name, label, verb, argument, who, argument, cost, chance)
    if verb == "throw":
        # The points are gone before a hex is named: what could be reached is said beforehand (GR2).
        world, index = view.worlds[0], view.scenario.board_map.names.index
        start = index(figure.hex)
        targets = [enemy.name for enemy in enemies.values() if in_throw(world, start, index(enemy.hex))]
        near = ", ".join(targets) or "no enemy"
        reach_words = f"up to {counted(throw_reach(world), 'hex')}" if argument == "smoke" else f"reaches {near}"
        cost = counted(rules["throw_cost"], "point")
        return Choice(name, f"Throw {argument} …", order, "", who, "", cost, reach_words, dice=False)
    number, record = _SINGLE[order], game.record.figure[view.team, int(who[1:]) - 1]
    single, points = SINGLE[number], int(single_cost(rules, record, number))
    cost = "all its points" if single.takes_all else counted(points, "point") if points else "free"
    return Choice(name, single.label, order, who=who, cost=cost, dice=False)


def _between(view: View, own: Mapping[str, Figure], start: str, goal: str) -> set[str]:
    """The own figures that a shot may meet (IW2)."""
    names, world, record = view.scenario.board_map.names, view.worlds[0], view.games[0]
    ends = names.index(start), names.index(goal)
    way = [way_place(world, *ends, index) for index in range(int(world.board.crossed[ends]) + 1)]
    hexes = {names[place] for place in way if figures_in_way(record, ends[1], place, view.team) > 0}
    return {figure.name for figure in own.values() if figure.hex in hexes}


def _charge(game: Game[Scenario], view: View, enemies: Mapping[str, Figure]) -> Choice:
    """To declare a charge: it can't be left any more, and where there is no choice it is carried out at once (CH2)."""
    trial = game.clone(seed=0)
    trial.step("charge")
    places = [event.place for event in trial.events if event.kind == "charge named"]
    chargers = [event.who for event in trial.events if event.kind == "charger named"]
    if not places:
        places = [name.partition(" ")[2] for name in trial.legal_actions()]
    cost = f"{counted(int(step_cost(view.worlds['rules'][0])), 'point')} a step"
    # No hex of its own: a click on it would be one on those who stand there, and this can't be taken back.
    if chargers:
        chance = _winning(view, view.scenario.board_map.names.index(places[0]), 1)
        return Choice("charge", f"{chargers[0]} charges {places[0]}", "charge", cost=cost, chance=chance)
    targets = f"at {_among(enemies, places)}; then somebody has to go"
    return Choice("charge", "Charge …", "charge", cost=cost, chance=targets)


def _among(enemies: Mapping[str, Figure], places: list[str]) -> str:
    return ", ".join(enemy.name for enemy in enemies.values() if enemy.hex in places)


def _winning(view: View, place: int, more: int) -> str:
    """The chance to win the shoot-out in a hex with so many more chargers, if they arrive (CH3); empty: nobody does."""
    record = view.games[0]
    chargers = sum(figure.hex == place for figure in record.figure[view.team]) + more
    defenders = sum(figure.hex == place and fights_back(figure) for figure in record.figure[1 - view.team])
    share = _percent(winning(chargers, defenders))
    return f"{share} to win{' alone' if chargers == 1 and more else ''}" if chargers else ""


def _percent(chance: float) -> str:
    return "<1%" if 0 < chance < 0.005 else f"{chance:.0%}"


def odds(game: Game[Scenario], action: str) -> Odds:
    """The odds of a legal action (`play_odds.chances_of`)."""
    chances = chances_of(game, action)
    (choice,) = _choices(game, [action])
    of = in_full(choice) + chances.of.removeprefix(action)  # what is said beyond the action, such as who may react
    if chances.why:
        return Odds(of, note=chances.why)
    rows = [(float(chance), exactly(chance), event) for event, chance in rows_of(chances)]
    notes = [rest] if (rest := further(len(chances.rows))) else []
    if can_coincide(chances):
        notes.append("several may happen together")
    return Odds(of, rows, "; ".join(notes))


def why_not(game: Game[Scenario], who: str, target: str) -> str:
    """Why a click on a figure or a hex means no action: of the chosen figure, or as an answer; else what is asked."""
    view = View(game.scenario, game.games, game.legal_mask())
    own, enemies = ({each.name: each.hex for each in view.figures(team)} for team in (view.team, 1 - view.team))
    if game.decision in _HEXES:
        return refusal(game, f"hex {(own | enemies).get(target) or target}")
    if game.decision in _FIGURES:
        return refusal(game, f"figure {target}") if target in own else question(game)
    if game.decision == "step":
        return next(filter(None, (refusal(game, f"direction {way}") for way in DIRECTIONS)), "")
    if game.decision != "act":  # a volley, or a sentry who may react: only shots are asked for
        shot = f"{who} shoot {target}"
        return refusal(game, shot) or ("" if shot in game.legal_actions() else question(game))
    if target in own:  # the cheapest thing that depends on no place: what it costs isn't what was clicked
        sentry = next(figure.sentry for figure in view.figures(view.team) if figure.name == target)
        return refusal(game, f"{target} {'stand down' if sentry else 'sentry'}").partition(", this costs")[0]
    if who not in own:
        return ""
    names = game.scenario.board_map.names
    if target not in names:
        return refusal(game, f"{who} shoot {target}")
    neighbours = view.worlds["board"][0]["neighbour"][names.index(own[who])].tolist()
    if names.index(target) not in neighbours:
        return f"MV1: a step leads to a hex next to {who}"
    return refusal(game, f"{who} move {DIRECTIONS[neighbours.index(names.index(target))]}")


def aim(scenario: Scenario, team: int) -> str:
    """How a team wins (SN1 to SN3, TU7), and what of the rules is other than the rules page says."""
    world, board = scenario.world[0], scenario.board_map
    enemy = TEAM_TITLES[1 - team]
    prize, goal = int(prize_of(world, team)), int(goal_of(world, team))
    words = f"Put every figure of {enemy} out."
    if prize != NONE:
        own, other = "your own", f"{enemy}'s"
        flag = "the" if len(flag_keys(world.rules)) == 1 else own if prize == team else other
        base = own if goal == board.homes[team] else other
        words = f"Bring {flag} flag into {base} base {board.names[goal]}. Or put every figure of {enemy} out."
    limit = "it is a draw" if WINNER_AT_LIMIT == NONE else f"{TEAM_TITLES[WINNER_AT_LIMIT]} has won"
    return f"{words} After turn {int(world.rules.max_turns)} {limit}. {changes(scenario)}".rstrip()


def rules(scenario: Scenario | None = None) -> Mapping[str, str]:
    """The rules by number, from docs/rules.md, as Markdown; a chapter's name by its letters.

    Of a scenario, a rule also says what there is other than its text says.
    """
    texts = numbered_rules(_docs() / "rules.md")
    return texts if scenario is None else with_notes(texts, notes(scenario, texts))


@lru_cache(maxsize=1)
def primer() -> Primer:
    """The first game in pictures, from docs/first-game.md."""
    docs = _docs()
    text = (docs / "first-game.md").read_text(encoding="utf-8")
    names = re.findall(r"\]\(first-game/([\w-]+\.svg)\)", text)
    return Primer(text, {name: (docs / "first-game" / name).read_text(encoding="utf-8") for name in names})


def _docs() -> Path:
    return docs_folder(Path(__file__).resolve().parent, "rules.md")
