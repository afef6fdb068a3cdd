"""What a scenario is, for a person who chooses or draws one: its switches, its forces and what they cost, its table."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from state_of_war import roster, text_map
from state_of_war.actions import TEAMS, unit_name
from state_of_war.forces import ARMS, BLADES, CLASSES, Man, Troop, cost_of
from state_of_war.rules.state import UNITS
from state_of_war.scenario import Scenario
from state_of_war.starting import SIDES
from state_of_war.view import View
from tabletop.base.errors import counted
from tabletop.play.game import Game
from tabletop.show.words import PlainScenarioWords

ELSEWHERE = ("name", "title", "description", "areas", "pieces", "places", "slots", "blue", "grey")  # the map shows them


class SkirmishScenarioWords(PlainScenarioWords):
    """See `tabletop.show.words.ScenarioWords`."""

    def facts(self, scenario: Any) -> dict[str, Any]:
        """The plain facts, and what each side has and costs."""
        forces = {
            side: {"units": len(troops), "men": sum(len(troop.men) for troop in troops), "points": cost_of(troops)}
            for side, troops in zip(SIDES, scenario.troops, strict=True)
        }
        return super().facts(scenario) | {"title": scenario.title, "turns": scenario.turns} | forces

    def row(self, scenario: Any) -> Mapping[str, str | int]:
        """Its line in the list of all."""
        facts = self.facts(scenario)
        return {
            "name": scenario.name,
            "table": "x".join(map(str, scenario.table)),
            "men": ":".join(str(facts[side]["men"]) for side in SIDES),
            "points": ":".join(str(facts[side]["points"]) for side in SIDES),
            "set-up": scenario.setup,
            "turns": scenario.turns,
            **{key: value for key, value in super().row(scenario).items() if key != "name"},
        }

    def description(self, scenario: Any, colour: bool) -> str:
        """All of it in words, and its map: of a fixed set-up the start, else the slots."""
        row = self.row(scenario)
        sizes = f"{row['actions']} actions, observation {row['observation']} numbers"
        lines = [": ".join(filter(None, (scenario.name, scenario.title))), scenario.description, sizes, ""]
        lines += [*_switches(scenario), ""]
        for side in (0, 1):
            lines += [*_force(scenario, side), ""]
        if scenario.setup != "fixed":
            return "\n".join(lines) + "\n" + text_map.draw_table(scenario)
        game = Game(scenario)
        return "\n".join([*lines, *_sights(game), ""]) + "\n" + self._draw_text(scenario, game.games, colour=colour)


def _switches(scenario: Scenario) -> Iterator[str]:
    usual = {key: field.get_default() for key, field in Scenario.model_fields.items()}
    for key, value in json.loads(scenario.to_json()).items():
        if key not in ELSEWHERE:
            mark = "" if getattr(scenario, key) == usual[key] else "   # not the usual"
            yield f"{key} = {json.dumps(value)}{mark}"


def _force(scenario: Scenario, side: int) -> Iterator[str]:
    """FO1: a side's units as they are bought, and the sum of their points."""
    troops = scenario.troops[side]
    limit = f" of {scenario.points}" if scenario.points else ""
    men = sum(len(troop.men) for troop in troops)
    yield f"{TEAMS[side].capitalize()}: {counted(men, 'figure')}, {cost_of(troops)}{limit} points"
    for number, troop in enumerate(troops):
        yield f"{unit_name(side * UNITS + number)}: {bought(troop)}"


def bought(troop: Troop) -> str:
    """A unit as it is bought: `10 trained, Minié rifles, bayonet, 210 points`."""
    first, last = troop.men[0], troop.men[-1]
    words = [f"{len(troop.men)} {roster.GRADES[CLASSES[last.skill]]}", *_weapons(last)]
    if troop.entry.commander:
        words.insert(1, "the commander" if first is last else "with the commander")
    elif first != last:
        differs = [roster.GRADES[CLASSES[first.skill]]] if first.skill != last.skill else []
        words.append(f"led by one with {', '.join([*differs, *_weapons(first)])}")
    return f"{', '.join(words)}, {counted(cost_of([troop]), 'point')}"


def _weapons(man: Man) -> list[str]:
    """WE3: what a man has."""
    words = ["mounted"] if man.horse else []
    words += [roster.WEAPONS[ARMS[man.arm]]] if man.arm else []
    words += ["pistol"] if man.pistol else []
    words += [BLADES[man.blade]] if man.blade else []
    return words or ["no weapon"]


def _sights(game: Game[Scenario]) -> Iterator[str]:
    """SI: who sees whom at the start."""
    view = View(game.scenario, game.games, game.legal_mask())
    pairs = [(one, other) for one in view.units(0) for other in view.units(1)]
    seen = [f"{one.name} and {other.name}" for one, other in pairs if view.sees(one.name, other.name)]
    yield f"in sight of each other at the start: {', '.join(seen) if seen else 'nobody'}"
