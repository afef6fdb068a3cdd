"""Beat to Quarters as the core knows it: all that `tabletop.game.definition.GameDefinition` asks a game for."""

from collections.abc import Mapping, Sequence

import numpy as np

from beat_to_quarters import facts, notation, observation, registration, symmetry
from beat_to_quarters.actions import TEAMS, action_table, ship_name, why_not
from beat_to_quarters.encoding import ENCODINGS, Encoding
from beat_to_quarters.rules import actions, events, state, tables
from beat_to_quarters.scenario import PRESETS, Scenario
from beat_to_quarters.shaping import Shaping
from tabletop.base.arrays import Float64, Records
from tabletop.game.actions import DeclaredNames
from tabletop.game.definition import AgentEntry, GameDefinition
from tabletop.game.draws import TABLE
from tabletop.game.header import Record
from tabletop.game.hex_grid import DIRECTIONS, name

# Of the planner's value (`beat_to_quarters.planning.value`), fitted to results of battles of the bots.
VALUE_WEIGHTS = (1.05, 1.6, 0.6, -1.1)
_BOTS = "beat_to_quarters.bots.agents"
_COMMODORE = "beat_to_quarters.bots.commodore"
# Rules with which `verify` plays each preset: together they have every switch. Where ships begin is said anew: in a
# bought fleet, in one that is placed ship by ship, and among islands and shoals.
_OPEN_SEA = {"columns": 26, "rows": 24, "chart": "", "batteries": [], "squadrons": False, "wind": "drawn"}
_FLEETS = {"white": [{"rate": 3}, {"rate": 7, "masts": 2}], "black": [{"rate": 4, "crew": "crack"}, {"rate": 8}]}
_SHALLOWS = """
....................
.......33...........
......3##2..........
.......#22....44....
..............4#....
..............44....
....................
...5................
..5#5.......2.......
...55......2#2......
............2.......
....................
"""
VARIANTS: Sequence[Mapping[str, object]] = (
    {},
    {"squadrons": True, "weather": True, "victory": "field"},
    {"chasers": True, "nations": ["british", "british"], "dismasted": "fires"},
    {"shot": True, "nations": ["spanish", "other"], "last_die": "kept"},
    {"fireships": True, "prizes": "sail", "alongside": True},
    {"prizes": "sail", "passing": "stops", "swing": "barred"},
    {"drift": "together", "crews": "drawn", "solo": True},
    {**_OPEN_SEA, "rows": 30, "points": 90, "white": [], "black": [], "deployment": "corners"},
    {**_OPEN_SEA, **_FLEETS, "deployment": "chosen", "weather": True},
    {
        **_OPEN_SEA,
        "columns": 20,
        "rows": 12,
        "chart": _SHALLOWS,
        "deployment": "fixed",
        "wind": "drawn",
        "white": [{"rate": 3, "place": "0605", "heading": "E"}, {"rate": 5, "place": "0510", "heading": "NE"}],
        "black": [{"rate": 2, "place": "1808", "heading": "W"}, {"rate": 4, "place": "1203", "heading": "SW"}],
        "batteries": [{"team": "white", "kind": "light", "place": "1605", "heading": "W"}],
    },
    {
        **{key: True for key in ("squadrons", "weather", "chasers", "shot", "fireships")},
        "prizes": "sail",
        "nations": ["american", "american"],
    },
)


class BeatToQuarters(GameDefinition[Scenario]):
    """See `tabletop.game.definition.GameDefinition`."""

    name = "naval"
    title = "Beat to Quarters"
    package = "beat_to_quarters"
    distribution = "paintball-mini"
    kernels = "beat_to_quarters.kernels"
    view = "beat_to_quarters.view:View"
    showing = "beat_to_quarters.showing:NavalShowing"
    teams = TEAMS
    decisions = notation.DECISIONS
    endings = notation.ENDINGS
    goal_ending = "victory"
    halted = state.GOES_ON
    boundaries = (state.NEXT_CHIP,)
    orders = actions.ORDERS
    encodings = ENCODINGS
    features = {"battle": observation.BATTLE, "ship": observation.SHIP}
    versions = {
        "state": state.VERSION,
        "observation": observation.VERSION,
        "facts": facts.VERSION,
        "actions": actions.VERSION,
    }
    formats = {"positions": notation.VERSION, "actions": actions.VERSION, "draws": 1}
    default_scenario = "duel"
    environments = registration.ENVIRONMENTS
    environment_name = registration.NAME
    ratings = registration.RATINGS
    rated_by = registration.RATED_BY
    agents = {
        "admiral": AgentEntry(f"{_BOTS}:Admiral", "lets dice say where its ships turn, fires as soon as it can"),
        "gunner": AgentEntry(f"{_BOTS}:Gunner", "keeps its distance, waits for a good broadside, seldom boards"),
        "boarder": AgentEntry(f"{_BOTS}:Boarder", "comes close to ships that it can take, grapples and boards"),
        "commodore": AgentEntry(
            f"{_COMMODORE}:Commodore", "a trained network: Hard without thinking ahead", aside=True
        ),
        "easy": AgentEntry(f"{_COMMODORE}:Easy", "for your first games: many mistakes", aside=True, level=True),
        "medium": AgentEntry(f"{_COMMODORE}:Medium", "a fair opponent: some mistakes", aside=True, level=True),
        "hard": AgentEntry(f"{_COMMODORE}:Hard", "thinks ahead and plays its best", aside=True, level=True),
    }
    planning = "beat_to_quarters.planning"
    twin = "tests.twins.naval"
    variants = VARIANTS
    record_suffix = ".bq"
    shaping = Shaping
    shaping_weights = {
        "points": "weight of the lead in points",
        "strength": "weight of the lead in what the ships in action can still stand",
    }

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

    def opening(self, scenario: Scenario, game: Record) -> str:
        return "ship"

    purposes = state.PURPOSES
    draw_examples = ("check:W2=4", "gunnery:B1=-2", "chip=1")

    def subject_name(self, scenario: Scenario, subject: int) -> str:
        if subject >= state.TABLE:
            return TABLE
        return TEAMS[subject - state.TEAM_SUBJECT] if subject >= state.TEAM_SUBJECT else ship_name(subject)

    def policies(self) -> Mapping[str, Records]:
        from beat_to_quarters.bots.temperament import TEMPERAMENTS

        return {name: temperament.record() for name, temperament in TEMPERAMENTS.items()}

    def value_weights(self, scenario: Scenario) -> Float64:
        return np.array(VALUE_WEIGHTS)

    event_kinds = events.KINDS

    def place_name(self, scenario: Scenario, place: int) -> str:
        r, q = place >> 8, (place & 255) - 64
        return name(scenario.columns, scenario.rows, r * scenario.columns + q + (r >> 1))

    def event_value(self, scenario: Scenario, meaning: str, value: int, who: int) -> int | str:
        if meaning == "action":
            return self.action_names(scenario).name(value, who - state.TEAM_SUBJECT)
        if meaning == "ending":
            return notation.ENDINGS[value]
        if meaning == "crew":
            return tables.CREWS[value + 1]
        if meaning in ("side", "by bow or stern"):
            return ("", *((notation.SIDES[:2]) if meaning == "side" else notation.SIDES[2:]))[value]
        return DIRECTIONS[value] if meaning == "direction" else value


BEAT_TO_QUARTERS = BeatToQuarters()
