"""State of War as the core knows it: all that `tabletop.game.definition.GameDefinition` asks a game for."""

from collections.abc import Mapping, Sequence

import numpy as np

from state_of_war import facts, notation, observation, registration, symmetry
from state_of_war.actions import TEAMS, action_table, figure_name, unit_name, why_not
from state_of_war.encoding import ENCODINGS, Encoding
from state_of_war.rules import actions, events, state
from state_of_war.scenario import PRESETS, Scenario
from state_of_war.shaping import Shaping
from tabletop.base.arrays import Float64, Records
from tabletop.game import open_table
from tabletop.game.actions import DeclaredNames
from tabletop.game.definition import AgentEntry, GameDefinition
from tabletop.game.draws import TABLE
from tabletop.game.header import Record
from tabletop.game.headings import COMPASS

# Of the planner's value (`state_of_war.planning.value`), by reasoning.
VALUE_WEIGHTS = (4.0, 0.6, 0.8, 0.5)
_BOTS, _COLONEL = "state_of_war.bots.agents", "state_of_war.bots.colonel"
# Rules with which `verify` plays each preset: together they have every switch.
VARIANTS: Sequence[Mapping[str, object]] = (
    {},
    {"volleys": "one_by_one", "fallen": "targets", "graze": False},
    {"fire_lines": "leaders", "wounded": "half", "react": "once"},
    {"turning": "begun", "climb": "half", "jump": True, "dismount": False},
    {"first": "by_lot", "toward": -1, "fog": False, "breakpoint": 0},
    {"buildings": "open", "seeing": "bound", "exit": True},
    {"ambush": False, "detachments": False, "objective": [0, 0], "hold": 2},
)


class StateOfWar(GameDefinition[Scenario]):
    """See `tabletop.game.definition.GameDefinition`."""

    name = "skirmish"
    title = "State of War"
    package = "state_of_war"
    distribution = "paintball-mini"
    kernels = "state_of_war.kernels"
    view = "state_of_war.view:View"
    showing = "state_of_war.showing:SkirmishShowing"
    teams = TEAMS
    decisions = state.DECISIONS
    endings = state.ENDINGS
    goal_ending = "objective"
    boundaries = (state.SHOTS, state.MELEES, state.MORALE)
    orders = actions.ORDERS
    encodings = ENCODINGS
    features = {"battle": observation.BATTLE, "unit": observation.UNIT, "figure": observation.FIGURE}
    versions = {
        "state": state.VERSION,
        "observation": observation.VERSION,
        "facts": facts.VERSION,
        "actions": actions.VERSION,
    }
    formats = {"positions": notation.VERSION, "actions": actions.VERSION, "draws": 1}
    default_scenario = "line-and-line"
    environments = registration.ENVIRONMENTS
    environment_name = registration.NAME
    ratings = registration.RATINGS
    rated_by = registration.RATED_BY
    agents = {
        "regular": AgentEntry(f"{_BOTS}:Regular", "plays by the book's rules for a side without a player"),
        "careful": AgentEntry(f"{_BOTS}:Careful", "shoots from cover, keeps its distance"),
        "aggressive": AgentEntry(f"{_BOTS}:Aggressive", "comes close, shoots there, charges"),
        "colonel": AgentEntry(f"{_COLONEL}:Colonel", "a trained network: Hard without thinking ahead", aside=True),
        "easy": AgentEntry(f"{_COLONEL}:Easy", "for your first games: many mistakes", aside=True, level=True),
        "medium": AgentEntry(f"{_COLONEL}:Medium", "a fair opponent: some mistakes", aside=True, level=True),
        "hard": AgentEntry(f"{_COLONEL}:Hard", "thinks ahead and plays its best", aside=True, level=True),
    }
    planning = "state_of_war.planning"
    twin = "tests.twins.state_of_war"
    luck_ways = 5_000  # a way is a whole volley
    variants = VARIANTS
    record_suffix = ".sow"
    shaping = Shaping
    shaping_weights = {"losses": "weight of the lead in losses"}

    load = staticmethod(Scenario.load)
    from_json = staticmethod(Scenario.from_json)
    encoding = staticmethod(Encoding)
    start_record = staticmethod(notation.start_record)
    format_position = staticmethod(notation.format_position)
    parse_position = staticmethod(notation.parse_position)
    why_not = staticmethod(why_not)
    turned = staticmethod(symmetry.turned)
    turned_results = staticmethod(symmetry.turned_results)

    def presets(self) -> Sequence[str]:
        return PRESETS

    def with_rules(self, scenario: Scenario, rules: Mapping[str, object]) -> Scenario:
        return scenario.with_rules(**rules)

    def action_names(self, scenario: Scenario) -> DeclaredNames:
        return action_table(scenario)

    def warnings(self, scenario: Scenario) -> list[str]:
        from state_of_war.doubts import doubts

        return doubts(scenario)

    def opening(self, scenario: Scenario, game: Record) -> str:
        return f"unit {game['unit']}"

    purposes = (
        "attacker",
        "edge",
        "slot",
        "first",
        "spot",
        "target",
        "shot",
        "horse",
        "morale",
        "melee",
        "fall",
        "rally",
    )
    draw_examples = ("target:B1.3=2/5", "shot:B1.3=9-4-2", "morale:G2=4")

    def subject_name(self, scenario: Scenario, subject: int) -> str:
        if subject >= state.NOBODY:
            return TABLE
        if subject >= state.SIDE_SUBJECT:
            return TEAMS[subject - state.SIDE_SUBJECT]
        if subject >= state.UNIT_SUBJECT:
            return unit_name(subject - state.UNIT_SUBJECT)
        return figure_name(scenario, subject)

    def policies(self) -> Mapping[str, Records]:
        from state_of_war.bots.temperament import TEMPERAMENTS

        return {name: temperament.record() for name, temperament in TEMPERAMENTS.items()}

    def value_weights(self, scenario: Scenario) -> Float64:
        return np.array(VALUE_WEIGHTS)

    event_kinds = events.KINDS

    def place_name(self, scenario: Scenario, place: int) -> str:
        return open_table.name(place)

    def event_value(self, scenario: Scenario, meaning: str, value: int, who: int) -> int | str:
        if meaning == "action":
            return self.action_names(scenario).name(value, who - state.SIDE_SUBJECT)
        if meaning == "ending":
            return state.ENDINGS[value]
        return COMPASS[value] if meaning == "heading" else value


STATE_OF_WAR = StateOfWar()
