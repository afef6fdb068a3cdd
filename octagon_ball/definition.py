"""Octagon ball as the core knows it: every answer that `tabletop.game.definition.GameDefinition` asks a game for."""

from collections.abc import Mapping, Sequence

from octagon_ball import facts, notation, observation, symmetry
from octagon_ball.actions import TEAMS, action_table, figure_name, why_not
from octagon_ball.encoding import ENCODINGS, Encoding
from octagon_ball.registration import ENVIRONMENTS, NAME, RATED_BY, RATINGS
from octagon_ball.rules import actions, events, state
from octagon_ball.rules.board import NAMES
from octagon_ball.scenario import PRESETS, Scenario
from octagon_ball.shaping import Shaping
from tabletop.base.arrays import Records
from tabletop.game.actions import DeclaredNames
from tabletop.game.definition import AgentEntry, GameDefinition
from tabletop.game.draws import TABLE
from tabletop.game.header import Record

_BOTS = "octagon_ball.bots.agents"
_STRIKER = "octagon_ball.bots.striker"


class OctagonBall(GameDefinition[Scenario]):
    """See `tabletop.game.definition.GameDefinition`."""

    name = "octagon"
    title = "Octagon ball"
    package = "octagon_ball"
    distribution = "paintball-mini"
    kernels = "octagon_ball.kernels"
    showing = "octagon_ball.showing:OctagonShowing"
    view = "octagon_ball.view:View"
    teams = TEAMS
    decisions = notation.DECISIONS
    endings = notation.ENDINGS
    goal_ending = "goals"
    orders = actions.ORDERS
    encodings = ENCODINGS
    features = {"match": observation.MATCH, "figure": observation.FIGURE, "planes": observation.PLANES}
    versions = {
        "state": state.VERSION,
        "observation": observation.VERSION,
        "facts": facts.VERSION,
        "actions": actions.VERSION,
    }
    formats = {"positions": notation.VERSION, "actions": actions.VERSION, "draws": 1}
    default_scenario = "octagon"
    set_up_by = "deployment"
    set_ups = {"": "{who} place every figure", "-formation": "usual formation, start at once"}
    environments = ENVIRONMENTS
    environment_name = NAME
    agents = {
        "runner": AgentEntry(f"{_BOTS}:Runner", "runs with the ball, presses, tackles and jostles"),
        "passer": AgentEntry(f"{_BOTS}:Passer", "passes and shoots from afar, keeps figures back"),
        "striker": AgentEntry(f"{_STRIKER}:Striker", "a trained network: Hard without thinking ahead", aside=True),
        "easy": AgentEntry(f"{_STRIKER}:Easy", "for your first games: many mistakes", aside=True, level=True),
        "medium": AgentEntry(f"{_STRIKER}:Medium", "a fair opponent: some mistakes", aside=True, level=True),
        "hard": AgentEntry(f"{_STRIKER}:Hard", "thinks ahead and plays its best", aside=True, level=True),
    }
    ratings = RATINGS
    rated_by = RATED_BY
    twin = "tests.twins.octagon_ball"
    planning = "octagon_ball.planning"
    record_suffix = ".ob"
    shaping = Shaping
    shaping_weights = {
        "lead": "weight of the lead in goals",
        "way": "weight of the ball's place between the goals",
        "ball": "weight of holding the ball",
        "near": "weight of being nearer to a loose ball than the other team",
    }
    variants: Sequence[Mapping[str, object]] = ({}, {}, {"points": 5}, {"deployment": "drawn", "turns": 16})

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
        return action_table(scenario.figures, scenario.size)

    def opening(self, scenario: Scenario, game: Record) -> str:
        return f"square of figure {game['asked'] % state.STRIDE + 1}"

    purposes = ("order", "place", "distance", "intercept", "tackle", "resist", "spider", "knock", "jostle")
    draw_examples = ("distance:W2=7", "spider:B3=4/9", "order=1/2")

    def subject_name(self, scenario: Scenario, subject: int) -> str:
        if subject == state.TABLE:
            return TABLE
        return TEAMS[subject - state.TEAM_SUBJECT] if subject >= state.TEAM_SUBJECT else figure_name(subject)

    def policies(self) -> Mapping[str, Records]:
        from octagon_ball.bots.temperament import TEMPERAMENTS

        return {name: temperament.record() for name, temperament in TEMPERAMENTS.items()}

    event_kinds = events.KINDS

    def place_name(self, scenario: Scenario, place: int) -> str:
        return scenario.board.names[place]

    def event_value(self, scenario: Scenario, meaning: str, value: int, who: int) -> int | str:
        if meaning == "action":
            return self.action_names(scenario).name(value, who - state.TEAM_SUBJECT)
        if meaning == "ending":
            return notation.ENDINGS[value]
        return NAMES[value] if meaning.startswith("direction") else value


OCTAGON_BALL = OctagonBall()
