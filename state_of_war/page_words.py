"""State of War on a web page: the legal orders as they are offered, odds, how one wins, the rules by number."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from state_of_war import guide
from state_of_war.actions import LETTERS, TEAMS, action_table, unit_name
from state_of_war.odds import Toll, expected_toll, volley_odds
from state_of_war.previews import Orders
from state_of_war.roster import MORALES, units_of
from state_of_war.rules import state
from state_of_war.rules.actions import decode
from state_of_war.rules.morale import class_of_unit
from state_of_war.rules.state import NONE, QUARTERS
from state_of_war.scenario import Scenario
from state_of_war.shots import shot_of
from tabletop.base.errors import counted
from tabletop.game.header import Record
from tabletop.game.headings import COMPASS
from tabletop.play.game import Game
from tabletop.play.odds import Result
from tabletop.show.odds import SHOWN, Odds, further
from tabletop.show.page import DECISION, STAGE, Choice, Lesson, PlainPageWords, Topic, in_full, refusal, wrong_click

QUESTIONS = {
    state.SLOT: "Where does {unit} begin?",
    state.HIDE: "{asked} is in cover. Does it hide?",
    state.SPOT: "Do you look for hidden units now? You may once in this part",
    state.PICK: "Which unit gets the next order?",
    state.ORDER: "What does {unit} do?",
    state.SECOND: "{unit} has moved. Does it shoot, too?",
    state.REACT: "{unit} {does}. Does {asked} fire?",
}
DOING = {
    state.MOVES: "comes nearer",
    state.FORCED: "goes by",
    state.FORMS: "has formed",
    state.MOUNTS: "has mounted",
    state.CHARGES: "charges",
}
RANKS = {"one": "1 rank", "two": "2 ranks", "column": "column"}
# What a word does: its label.
LABELS = {
    "stand": "Wait: load, or stand ready to shoot",
    "mount": "Mount the horses",
    "dismount": "Dismount",
    "press": "Press on in the melee",
    "fire": "Fire at {unit}",
    "hold": "Hold the fire",
    "spot": "Look for hidden units now",
    "decline": "Not now: in the second action",
    "hide": "Hide {asked}",
    "show": "Stay in sight",
    "end": "End the action: all others wait",
}
ALL, CLEARLY = 100, 10  # per cent of a side's points (VI1, VI4)
MOST_CASES = 9999  # of a fraction that is shown
FIRST = ("shoot at", "charge", "go", "move", "form")  # in which orders are offered; then the others


class SkirmishPageWords(PlainPageWords):
    """See `tabletop.show.page.PageWords`."""

    PAGE = "state-of-war.md"
    PRIMER = "first-skirmish"
    NOTHING = "nothing changes"

    def question(self, game: Game[Scenario]) -> str:
        """What is to be decided, as a question of a few words; empty: the battle is over."""
        record = game.record
        words = QUESTIONS.get(int(record.decision), "") if game.decision else ""
        return words.format(
            unit=_name(record.unit), asked=_name(record.asked), does=DOING.get(int(record.act), "is there")
        )

    def helping(self, game: Game[Scenario]) -> str:
        """What comes before the battle, an own part, or an answer in the other side's."""
        if not game.turn:
            return "Set up for me"
        return "Play my part for me" if game.decider == game.record.acting else "Answer for me in this part"

    def choices(self, game: Game[Scenario]) -> list[Choice]:
        """The legal orders, shots first; of each kind in the order of their numbers, places as they are numbered."""
        found = [self.choice(game, name) for name in game.legal_actions()]
        return sorted(found, key=_weight)

    def choice(self, game: Game[Scenario], name: str) -> Choice:
        """An action as it is offered: what is clicked for it, and what it may lead to."""
        record, plain = game.record, super().choice(game, name)
        index = game.table.index(name, game.decider)
        kind = action_table(game.scenario).parts(index, game.decider).kind.name
        who = _name(record.asked) if record.asked != NONE else _name(record.unit)
        value = int(decode(game.scenario.world[0], record, index)[2])
        choice = replace(plain, who=who, target="", dice=False)
        if kind == "pick":
            return replace(choice, label=f"Order {name}", verb="order", short=name, who="", target=name)
        if kind in ("shoot at", "charge"):
            target = unit_name(value)
            aimed = replace(choice, label=f"{kind.capitalize()} {target}", short=target, target=target, dice=True)
            if kind == "charge":
                return replace(aimed, cost=self._checks(game, value))
            return replace(aimed, cost=self._shots(game, value), chance=self._toll(game, value))
        if kind == "move":
            return self._move(game, choice, value)
        if kind == "form":
            heading, _, ranks = plain.short.partition(" ")
            return self._answered(
                game, replace(choice, label=f"Form {heading} {RANKS[ranks]}", short=f"{heading} {RANKS[ranks]}")
            )
        if kind == "go":
            return self._answered(game, replace(choice, label=f"Go to place {value + 1}", short=f"{value + 1}"))
        if kind == "detach":
            men = counted(value, "man").replace("mans", "men")
            return replace(choice, label=f"Send off {men}", short=men)
        if kind == "slot":
            return replace(choice, label=f"Slot {value + 1}", verb="slot", short=f"{value + 1}", who="")
        if kind == "end":
            return replace(choice, label=LABELS[kind], verb=kind, who="", dice=self._falls(record), ends=STAGE)
        label = LABELS[kind].format(unit=_name(record.unit), asked=_name(record.asked))
        if kind == "fire":
            mean = self._toll(game, int(record.unit))
            return replace(choice, label=label, verb="fire", target=_name(record.unit), chance=mean, dice=True)
        if kind in ("spot", "decline", "hold"):
            dice = kind == "spot"
            return replace(choice, label=label, verb=kind, who="" if kind != "hold" else who, dice=dice, ends=DECISION)
        return replace(choice, label=label, verb=kind, target=who if kind == "hide" else "")

    def _move(self, game: Game[Scenario], choice: Choice, way: int) -> Choice:
        orders = Orders(game.scenario.world[0], game.record)
        heading, quarters = COMPASS[way // QUARTERS], way % QUARTERS + 1
        if not orders.left(way // QUARTERS):
            return replace(choice, label=f"Face about to {heading}", verb="face", short=heading)
        length = f"{quarters * orders.quarter // 10} cm"
        return self._answered(game, replace(choice, label=f"Move {heading} {length}", short=f"{heading} {length}"))

    def _answered(self, game: Game[Scenario], choice: Choice) -> Choice:
        """RE1: dice may fall, and an odds table says who may fire, where any enemy is ready."""
        ready = game.record.figures["ready"][1 - game.decider]
        return replace(choice, dice=bool(ready.any()))

    def _falls(self, record: Record) -> bool:
        """TU6: whether shots are declared, or men are in melee or hurt: dice may fall at the end of the action."""
        own = record.units[record.acting]
        return bool((own["shoots"] != NONE).any() or (record.units["hurt"] == 1).any() or (own["fights"] == 1).any())

    def _shots(self, game: Game[Scenario], target: int) -> str:
        """SH1, SH2, SH5: how many of the unit would shoot, and why not all, at which range, at which cover."""
        shot = shot_of(game.scenario, game.record, int(game.record.unit), target)
        if shot is None:
            return ""
        cover = f", {shot.cover} cover" if shot.cover != "none" else ""
        units = {unit.name: unit for unit in units_of(game.scenario, game.record)}
        loaded = sum(man.loaded for man in units[unit_name(int(game.record.unit))].men)
        count, few = len(shot.men), len(shot.men) < loaded
        why = "; the others can't see or reach it" if few else ""
        shots = f"{count} of {loaded} loaded" if few else counted(count, "shot")
        return f"{shots}, {shot.range} range{cover}{why}"

    def _toll(self, game: Game[Scenario], target: int) -> str:
        """SH6, SH7: how many men the shots that are asked for put out, and wound, on the average."""
        world, record = game.scenario.world[0], game.record
        if record.decision == state.REACT:
            mean = expected_toll(world, record, int(record.asked), target, "ready")
        else:
            mean = expected_toll(world, record, int(record.unit), target)
        return f"about {float(mean.disabled + mean.killed):.1f} out, {float(mean.wounded):.1f} wounded"

    def odds(self, game: Game[Scenario], action: str) -> Odds:
        """The exact odds of a volley; of the end of an action those of each that is declared; else what comes of it."""
        choice, record, world = self.choice(game, action), game.record, game.scenario.world[0]
        if choice.verb in ("shoot at", "fire"):
            unit, who = (record.asked, "ready") if choice.verb == "fire" else (record.unit, "ordered")
            tolls = volley_odds(world, record, int(unit), _id(choice.target), who)
            return _listed(in_full(choice), tolls, "all fall together when the action ends" if who == "ordered" else "")
        declared = [unit for unit in units_of(game.scenario, record) if unit.shoots]
        if choice.verb == "end" and declared:
            rows = []
            for unit in declared:
                tolls = volley_odds(world, record, _id(unit.name), _id(unit.shoots), "declared")
                chance = sum((share for toll, share in tolls.items() if toll.disabled + toll.killed), Fraction(0))
                if tolls:
                    rows.append((float(chance), _exact(chance), f"{unit.name} puts somebody of {unit.shoots} out"))
            return Odds(in_full(choice), rows[:SHOWN], "melees and morale come after the shots")
        return super().odds(game, action)

    def _checks(self, game: Game[Scenario], target: int) -> str:
        """MO1 (b): whether the unit must check before it charges."""
        world, record = game.scenario.world[0], game.record
        own, other = int(record.unit), target
        units = {unit.name: unit for unit in units_of(game.scenario, record)}
        more = len(units[unit_name(other)].men) > len(units[unit_name(own)].men)
        better = class_of_unit(world, record, other) > class_of_unit(world, record, own)
        return f"{unit_name(own)} must check its morale first" if more or better else ""

    def came(self, game: Game[Scenario], result: Result) -> str:
        """What an action has come to, in words: men lost, morale, who may fire now."""
        old, new, parts = game.record, result.game[0], []
        before, after = ({unit.name: unit for unit in units_of(game.scenario, each)} for each in (old, new))
        for name, unit in before.items():
            then = after[name]
            said = []
            if lost := len(unit.men) - len(then.men):
                said.append(f"loses {counted(lost, 'man').replace('mans', 'men')}" if name not in _sent(after) else "")
            hurt = sum(man.wounded for man in then.men) - sum(man.wounded for man in unit.men)
            said += [f"{hurt} more wounded"] if hurt > 0 else []
            if MORALES.index(then.morale) > MORALES.index(unit.morale):
                said.append(_MORALE[then.morale])
            if then.contact and not unit.contact:
                said.append("is in melee")
            if unit.hidden and not then.hidden:
                said.append("isn't hidden any more")
            parts += [f"{name}: {', '.join(filter(None, said))}"] if any(said) else []
        if new["decision"] == state.REACT and (new["asked"], new["at"]) != (old["asked"], old["at"]):
            parts.append(f"{unit_name(int(new['asked']))} may fire at it{_gone(new)}")
        if new["ending"] != state.RUNNING:
            parts.append("the battle is over")
        return "; ".join(parts) or self.NOTHING

    def why_not(self, game: Game[Scenario], who: str, target: str) -> str:
        """Why a click on a unit means no action."""
        if game.decision == "pick":
            return refusal(game, target)
        return wrong_click(game, self._aimed, who, target)

    def _aimed(self, game: Game[Scenario], name: str) -> Choice:
        """An action, legal or not, as a click on a unit means it."""
        kind, _, argument = name.rpartition(" ")
        who = _name(game.record.asked) if game.record.asked != NONE else _name(game.record.unit)
        aims = argument if kind in ("shoot at", "charge") else ""
        return Choice(name, name, kind or name, who=who, target=aims)

    def aim(self, scenario: Scenario, team: int) -> str:
        """How a side wins (VI), by the shares that stand beside the sides' names."""
        own, enemy = TEAMS[team].capitalize(), TEAMS[1 - team].capitalize()
        share = scenario.breakpoint
        parts = [f"{enemy} has lost {share} %{' or more' if share < ALL else ''} at the end of a turn"] if share else []
        if scenario.objective:
            parts.append(f"who has more men near the flag after turn {scenario.turns} wins")
        else:
            parts.append(f"after turn {scenario.turns} at least {CLEARLY} % more than {own}")
        if scenario.exit:
            parts.append("the attacker wins with a third of his points off the far edge")
        words = "; or ".join(parts)
        return f"{words[0].upper()}{words[1:]}."

    def topics(self, scenario: Scenario) -> Mapping[str, Topic]:
        """Those of the guide."""
        return guide.TOPICS

    def pitch(self) -> str:
        """What the game is, and how it is won."""
        return (
            "A skirmish of the American Civil War. Your units move, shoot, charge or wait, twice in a turn. A rifle "
            "takes three actions to load, so choose when to fire. Units that lose men may break and run."
        )

    def lesson(self) -> Lesson:
        """That of the guide."""
        return guide.lesson()


def _weight(choice: Choice) -> tuple[int, int]:
    """Where an order stands among the others."""
    if choice.verb not in FIRST:
        return len(FIRST), 0
    return FIRST.index(choice.verb), int(choice.short) if choice.verb == "go" else 0


def _listed(of: str, tolls: Mapping[Toll, Fraction], note: str) -> Odds:
    """How many a volley puts out; of nobody, whether it wounds somebody."""
    words: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for toll, chance in tolls.items():
        out = int(toll.disabled + toll.killed)
        words[out, 0 if out else min(1, int(toll.wounded))] += chance
    said = {(0, 0): "nobody is hurt", (0, 1): "some are wounded, nobody is out"}
    rows = [(float(chance), _exact(chance), said.get(key, f"{key[0]} out")) for key, chance in sorted(words.items())]
    return Odds(of, rows[:SHOWN], note or further(len(rows)))


def _exact(chance: Fraction) -> str:
    """A chance as a fraction, if people can read it."""
    return str(chance) if chance.denominator <= MOST_CASES else ""


def _id(name: str) -> int:
    return state.UNITS * LETTERS.index(name[0]) + int(name[1:]) - 1


_MORALE = {"halted": "mustn't advance", "falling": "falls back", "broken": "breaks", "routed": "breaks for good"}


def _name(unit: Any) -> str:
    return unit_name(int(unit)) if unit != NONE else ""


def _sent(units: Mapping[str, Any]) -> set[str]:
    """The units that have sent others off."""
    return {unit.of for unit in units.values()}


def _gone(record: Record) -> str:
    if record["act"] == state.CHARGES:
        return " as it charges"
    return (
        f" after {('a quarter', 'half', 'three quarters', 'all')[int(record['at']) - 1]} of the way"
        if record["at"]
        else ""
    )
