"""Beat to Quarters on a web page: the legal actions as they are offered, odds, how one wins, the rules by number."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from beat_to_quarters import battle_lines, guide
from beat_to_quarters.actions import TEAMS, action_table, ship_name
from beat_to_quarters.cards import TYPES, conditions
from beat_to_quarters.rules import gunnery, state
from beat_to_quarters.rules.ships import attitude, is_land, on_map, ship_at, ship_of
from beat_to_quarters.rules.sight import BOW_RAKE
from beat_to_quarters.rules.state import NONE, STRIDE
from beat_to_quarters.rules.tables import CREWS
from beat_to_quarters.scenario import Scenario
from beat_to_quarters.scenes import dice_to_sail, headings, scenes_of
from beat_to_quarters.shot_odds import boarding_chance, check_chance, in_short, shot_effects
from tabletop.base.errors import counted
from tabletop.game.action_table import ALLOWED
from tabletop.game.header import Record
from tabletop.game.hex_grid import DIRECTIONS, STEPS
from tabletop.play.game import Game
from tabletop.play.odds import Result
from tabletop.show.odds import SHOWN, Odds, further
from tabletop.show.page import DECISION, Choice, Lesson, PlainPageWords, Topic, refusal, wrong_click

ATTITUDES = ("from ahead", "from ahead, at an angle", "from behind, at an angle", "from behind")  # WI3: D, C, A, B
QUESTIONS = {
    state.BUY: "Which ship do you buy? You have {money}",
    state.COLUMN: "In which column does {ship} begin?",
    state.ROW: "In which row does {ship} begin?",
    state.HEADING: "Where does {ship} head?",
    state.ORDER: "Which order do your squadrons get?",
    state.MEMBER: "For which ships is the order?",
    state.LOAD: "What does {ship} load?",
    state.ABANDON: "Go on alone, or abandon the battle?",
    state.CLEAR: "{ship} is fouled. Does it try to get clear?",
    state.LOOSE: "{ship} is grappled. Does it try to cut loose?",
    state.CHASERS: "Does {ship} change its chasers?",
    state.PICK: "Which ship acts next?",
    state.SAIL: "What does {ship} do? The wind comes {wind}",
    state.ADVANCE: "How far does {ship} sail? The dice: {dice}",
    state.PASS: "{ship} is clear of {through}. Does it try to grapple it?",
    state.MOMENT: "{ship} {where}. Does it fire?",
    state.ANSWER: "{ship} sails by. Does anybody fire at it?",
    state.TURN: "Where does {ship} head now?",
    state.TACK: "The bow of {ship} is in the wind. On through it, or back?",
    state.BOARD: "Whom does {ship} board?",
}
# What a word does: its label, and its verb where that is another one.
LABELS = {
    "heave to": "Heave to: stay here this time",
    "through the wind": "On through the wind, to {heading}",
    "back": "Turn back, to {heading}",
    "cut loose": "Try to get loose",
    "stay": "Leave it as it is",
    "abandon": "Abandon the battle: points decide",
    "anchor by the bow": "Drop anchor by the bow",
    "anchor by the stern": "Drop anchor by the stern",
    "weigh": "Begin to weigh the anchor",
    "cut": "Cut the anchor cable",
    "swing": "Turn at anchor",
    "kedge": "Try to haul the ship off the ground",
    "done": "Buy no more",
    "set chasers": "Set the chasers, at bow and stern",
    "remove chasers": "Remove the chasers",
    "set ablaze": "Set the ship ablaze: a fireship",
}
HOLDS = {
    state.MOMENT: "Not now",
    state.ANSWER: "Not now",
    state.PASS: "Don't grapple, sail on",
    state.BOARD: "Don't board",
}
DONE = {state.ORDER: "No more orders", state.MEMBER: "These ships", state.LOAD: "Leave the guns as they are"}
ORDERS = {
    "form squadron": "ships join in a line",
    "take station": "a ship joins a squadron",
    "break station": "a ship leaves its squadron",
    "break stations": "a squadron dissolves",
    "close action": "all squadrons dissolve",
}
OFF = "off the map: lost"
CHECKED = ("cut loose", "kedge")  # by a check of the ship that is asked
NO_DICE = frozenset(
    (
        *("heave to", "back", "stay", "abandon", "hold", "hold on", "pick", "pick prize", "weigh", "cut", "swing"),
        *("set chasers", "remove chasers", "set ablaze", "buy hull", "buy crew", "done"),
    )
)


class NavalPageWords(PlainPageWords):
    """See `tabletop.show.page.PageWords`."""

    PAGE = "beat-to-quarters.md"
    PRIMER = "first-fight"
    NOTHING = "nothing changes"

    def question(self, game: Game[Scenario]) -> str:
        """What is to be decided, as a question of a few words; empty: the battle is over."""
        record = game.record
        words = QUESTIONS.get(int(record.decision), "") if game.decision else ""
        if record.decision == state.SAIL and ship_of(record, int(record.ship))["battery"]:
            words = "Does {ship} fire?"
        if record.decision == state.BUY and record.asked:
            words = "Which crew does the " + TYPES[int(record.asked)] + " get? You have {money}"
        left = int(record.left)
        return words.format(
            ship=_name(record.ship),
            through=_name(record.through),
            money=counted(int(record.team[game.decider]["money"]), "point") if game.decision else "",
            dice=", ".join(str(die) for die in record.rolled if die),
            where=f"has {left} hex{'' if left == 1 else 'es'} to go" if left else "is at the end of its way",
            wind=ATTITUDES[int(attitude(record, ship_of(record, int(record.ship))))] if record.ship != NONE else "",
        )

    def helping(self, game: Game[Scenario]) -> str:
        """What comes before the battle, an own phase, or an answer in the other side's."""
        if not game.turn:
            return "Set up for me"
        return "Play my turn for me" if game.decider == game.record.acting else "Answer for me in this turn"

    def choice(self, game: Game[Scenario], name: str) -> Choice:
        """An action as it is offered: what is clicked for it, and the chance of what it is meant for."""
        record, plain = game.record, super().choice(game, name)
        kind = action_table(game.scenario).parts(game.table.index(name, game.decider), game.decider).kind.name
        ship, argument = _name(record.ship), plain.short
        target = scenes_of(game.scenario).target(record, name)
        who = plain.who or (ship if record.decision not in (state.PICK, state.ORDER, state.MEMBER) else "")
        choice = replace(plain, who=who, target=target, dice=kind not in NO_DICE)
        if kind == "pick" and record.decision == state.MEMBER:
            return replace(choice, label=f"Name {target}", verb="name", short=target, who="", dice=False)
        if kind == "done" and record.decision != state.BUY:
            label = DONE.get(int(record.decision), "Done")
            return replace(choice, label=label, who="", dice=False)
        if kind == "load":
            side, load = argument.split(" ")
            short = f"{side} with {load} shot"
            return replace(choice, label=f"Load {short}", short=short, dice=False)
        if kind == "order":
            return replace(
                choice,
                label=f"Order: {argument}",
                verb="order",
                short=argument,
                cost=ORDERS[argument],
                who="",
                dice=False,
            )
        if kind in ("pick", "pick prize"):
            return replace(choice, label=f"Next: {target}", verb="act", short=target, who="", target=target)
        if kind.startswith("fire"):
            return self._shot(game, choice, target)
        if kind.startswith("grapple"):
            ships = _id(who), _id(target)
            held = _sides(record, *ships)[0] == _sides(record, *ships)[1]
            chance = Fraction(1) if held else check_chance(ship_of(record, ships[0]))
            return replace(
                choice, label=f"Grapple {target}", verb="grapple", short=target, chance=_odds(chance, "holds")
            )
        if kind.startswith("board"):
            chance = boarding_chance(record, _id(who), _id(target)) if ship else Fraction(0)
            return replace(choice, label=f"Board {target}", verb="board", short=target, chance=_odds(chance, "taken"))
        if kind == "advance":
            short = f"{argument} hex{'' if argument == '1' else 'es'}"
            found = self._ahead(game, int(argument)) if ship else ""
            dice = found not in ("", OFF)
            return replace(choice, label=f"Sail {short}", short=short, chance=found, dice=dice)
        if kind in ("turn", "in succession", "through the wind", "back") and ship:
            return self._turn(game, choice, argument or kind)
        if kind == "sail":
            number = dice_to_sail(game.scenario.world[0], record) if ship else 0
            out = bool(ship) and ship_of(record, int(record.ship))["irons"] != 0
            label = "Turn out of irons" if out else f"Sail: roll {counted(number, 'die').replace('dies', 'dice')}"
            return replace(
                choice, label=label, dice=not out, chance="" if out or not ship else self._edge(game, number)
            )
        if kind in CHECKED and ship:
            chance = check_chance(ship_of(record, int(record.ship)))
            return replace(choice, label=LABELS[kind], chance=_odds(chance, "works"))
        if kind == "hold":
            label = HOLDS.get(int(record.decision), "Hold")
            return replace(choice, label=label, verb="hold", who="", ends=DECISION)
        if kind == "hold on":
            label = "Not again on this way" if game.decider == record.acting else f"Not while {ship} sails by"
            return replace(choice, label=label, verb="hold", who="", ends=DECISION)
        if kind in ("buy hull", "buy crew"):
            costs = game.scenario.world[0]["sea"]["cost"][0]
            if kind == "buy crew":
                cost = counted(int(costs[int(record.asked), CREWS.index(argument)]), "point") if record.asked else ""
                return replace(choice, label=f"A crew that is {argument}", short=argument, who="", cost=cost)
            rate = int(argument.removeprefix("rate "))
            label = f"Buy a {TYPES[rate]}, {argument}"
            return replace(choice, label=label, verb=label, short="", who="", cost=f"from {costs[rate, 0]} points")
        if kind == "heave to" and ship and ship_of(record, int(record.ship))["battery"]:
            return replace(choice, label="No more shots now")
        if kind in ("column", "row", "heading"):
            return replace(choice, label=f"{kind.capitalize()} {argument}", verb=kind, who="", dice=False)
        return replace(choice, label=LABELS[kind]) if kind in LABELS else choice

    def _shot(self, game: Game[Scenario], choice: Choice, target: str) -> Choice:
        world, who, whom = game.scenario.world[0], _id(choice.who), _id(target)
        label = replace(choice, label=f"Fire at {target}", verb="fire at", short=target)
        if who == NONE or whom == NONE:
            return label
        side, near, reason = gunnery.shot_at(world, game.record, who, whom)
        if reason != ALLOWED:
            return label
        raking = int(gunnery.raking_of(game.record, who, whom, side, near))
        rake = f", {'bow' if raking == BOW_RAKE else 'stern'} rake" if raking else ""
        return replace(label, cost=f"range {near}{rake}", chance=in_short(shot_effects(world, game.record, who, whom)))

    def _turn(self, game: Game[Scenario], choice: Choice, name: str) -> Choice:
        record, found = game.record, headings(game.scenario.world[0], game.record)
        if name not in found:
            return choice
        heading = DIRECTIONS[found[name]]
        if name in LABELS:
            return replace(choice, label=LABELS[name].format(heading=heading), short="")
        if name == "steady":
            return replace(choice, label=f"Keep the heading, {heading}", verb="steady", short="", dice=False)
        tacks = found[name] == record.wind and record.act != state.SWINGS
        chance = f"into the wind, {_odds(check_chance(ship_of(record, int(record.ship))), 'works')}" if tacks else ""
        short = f"{name.replace('starboard', 'right').replace('port', 'left')}, to {heading}"
        dice = bool(tacks) or not self._is_open(game)
        return replace(choice, label=f"Turn {short}", short=short, chance=chance, dice=dice)

    def _is_open(self, game: Game[Scenario]) -> bool:
        """Whether there is nothing that the stern could meet when the ship that is asked turns (TK3)."""
        record, world = game.record, game.scenario.world[0]
        who = int(record.ship)
        q, r = int(ship_of(record, who)["q"]), int(ship_of(record, who)["r"])
        around = [(q + steps * dq, r + steps * dr) for dq, dr in STEPS for steps in (1, 2)]
        meets = any(on_map(world, *at) and int(ship_at(world, record, *at)) not in (NONE, who) for at in around)
        return not (meets or game.scenario.chart)

    def _edge(self, game: Game[Scenario], dice: int) -> str:
        """How likely all ways by so many dice lead off the map; empty: that can't be, or it is a squadron."""
        record, world = game.record, game.scenario.world[0]
        ship = ship_of(record, int(record.ship))
        dq, dr = STEPS[int(ship["heading"])]
        q, r = int(ship["q"]), int(ship["r"])
        free = next((step for step in range(4) if not on_map(world, q + (step + 1) * dq, r + (step + 1) * dr)), 4)
        risk = Fraction(4 - free, 4) ** dice
        return "" if record.line or not risk else OFF if risk == 1 else f"{float(risk):.0%} {OFF}"

    def _ahead(self, game: Game[Scenario], hexes: int) -> str:
        """What a way of so many hexes leads into; empty: free sea."""
        record, world = game.record, game.scenario.world[0]
        ship = ship_of(record, int(record.ship))
        dq, dr = STEPS[int(ship["heading"])]
        for step in range(1, hexes + 1):
            q, r = int(ship["q"]) + step * dq, int(ship["r"]) + step * dr
            if not on_map(world, q, r):
                return OFF
            if is_land(world, q, r):
                return "runs aground"
            other = int(ship_at(world, record, q, r))
            if other not in (NONE, int(record.ship)):
                return f"runs into {ship_name(other)}"
        return ""

    def odds(self, game: Game[Scenario], action: str) -> Odds:
        """The exact odds of a shot or a check as it is; of a roll for sailing the distances; else what comes of it."""
        choice, record = self.choice(game, action), game.record
        of = f"{choice.who}: {choice.label}" if choice.who else choice.label
        if choice.verb == "fire at":
            effects = shot_effects(game.scenario.world[0], record, _id(choice.who), _id(choice.target))
            words: dict[str, Fraction] = {}
            for effect, chance in effects.items():
                words[effect.words()] = words.get(effect.words(), Fraction(0)) + chance
            if words:
                return _listed(f"{of}, {choice.cost}", words)
        if choice.verb == "grapple":
            held = _sides(record, _id(choice.who), _id(choice.target))
            chance = Fraction(1) if held[0] == held[1] else check_chance(ship_of(record, _id(choice.who)))
            return _listed(of, {"the two are tied together": chance, "the hooks don't hold": 1 - chance})
        if choice.verb == "board":
            chance = boarding_chance(record, _id(choice.who), _id(choice.target))
            return _listed(of, {f"{choice.target} is taken": chance, "the boarders are beaten off": 1 - chance})
        if choice.verb == "sail" and choice.dice:
            number = dice_to_sail(game.scenario.world[0], record)
            return _distances(of, number)
        return super().odds(game, action)

    def came(self, game: Game[Scenario], result: Result) -> str:
        """What an action has come to, in words."""
        old, new, parts = game.record, result.game[0], []
        for who in range(2 * STRIDE):
            before, after = ship_of(old, who), ship_of(new, who)
            said = [words for words in conditions(after) if words not in {*conditions(before)}]
            if after["rate"] > before["rate"] and after["state"] < state.SUNK:
                said.insert(0, f"{counted(int(after['rate'] - before['rate']), 'rate')} weaker")
            if after["masts"] < before["masts"] and after["state"] < state.SUNK:
                said.append("loses a mast")
            parts += [f"{ship_name(who)}: {', '.join(said)}"] if said else []
        if new["ending"] != state.RUNNING:
            parts.append("the battle is over")
        return "; ".join(parts) or self.NOTHING

    def why_not(self, game: Game[Scenario], who: str, target: str) -> str:
        """Why a click on a ship or a hex means no action."""
        decision = int(game.record.decision)
        if decision in (state.COLUMN, state.ROW, state.HEADING, state.BUY):
            return ""
        if decision in (state.ADVANCE, state.TURN, state.TACK, state.CLEAR, state.LOOSE):
            return refusal(game, "hold")
        return wrong_click(game, self.choice, who or _name(game.record.ship), target)

    def aim(self, scenario: Scenario, team: int) -> str:
        """How a team wins (VI1, VI2)."""
        enemy, turns = TEAMS[1 - team].capitalize(), scenario.turns
        if battle_lines.ends_at_once(scenario):
            return f"Sink or take {enemy}'s last ship, or make it strike: give up. After turn {turns} points decide."
        return f"Sink {enemy}'s ships, or board and take them: both give points. The last turn is {turns}."

    def topics(self, scenario: Scenario) -> Mapping[str, Topic]:
        """Those of the guide."""
        return guide.TOPICS

    def pitch(self) -> str:
        """What the game is, and how it is won."""
        return (
            "Two fleets under sail. The wind says how many dice you roll, and you choose among them how far you sail. "
            "Fire a broadside when the enemy lies beside you, or board it. You see the odds first."
        )

    def lesson(self) -> Lesson:
        """That of the guide."""
        return guide.lesson()


def _name(who: Any) -> str:
    return ship_name(int(who)) if who != NONE else ""


def _id(name: str) -> int:
    return STRIDE * "WB".index(name[0]) + int(name[1:]) - 1 if name[1:].isdigit() else NONE


def _sides(record: Record, who: int, whom: int) -> tuple[int, int]:
    return int(ship_of(record, who)["holder"]), int(ship_of(record, whom)["holder"])


def _odds(chance: Fraction, words: str) -> str:
    return "sure" if chance == 1 else f"{float(chance):.0%} {words}"


def _listed(of: str, chances: Mapping[str, Fraction]) -> Odds:
    rows = sorted(((words, chance) for words, chance in chances.items() if chance), key=lambda row: (-row[1], row[0]))
    return Odds(of, [(float(chance), str(chance), words) for words, chance in rows[:SHOWN]], further(len(rows)))


def _distances(of: str, number: int) -> Odds:
    """MO3: how often each distance can be chosen, with so many dice."""
    ways: Counter[int] = Counter()
    for dice in product(range(1, 5), repeat=number):
        ways.update({sum(dice), *dice})
    total = 4**number
    rows = [(count / total, str(Fraction(count, total)), hexes) for hexes, count in sorted(ways.items())]
    best = sorted(rows, reverse=True)[:SHOWN]
    said = [(share, exact, f"you may sail {hexes}") for share, exact, hexes in sorted(best, key=lambda row: row[2])]
    return Odds(of, said, "each die alone, or the sum of all")
