"""PaintBall Mini as the core knows it: every answer that `tabletop.game.definition.GameDefinition` asks a game for."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from paintball_env.action_names import action_table
from paintball_env.actions import TEAMS
from paintball_env.notation import format_position, parse_position
from paintball_env.notation.words import ENDINGS, KINDS, WHATS, flag_keys
from paintball_env.observation import ENCODINGS, Encoding
from paintball_env.observation.table import PUBLISHED
from paintball_env.openings import opening
from paintball_env.places import DIRECTIONS, ground_of, place_names
from paintball_env.position_value import learnt_weights
from paintball_env.purposes import PURPOSES, subject_name
from paintball_env.refusal import why_not
from paintball_env.registration import (
    DEFAULT_SCENARIO,
    ENVIRONMENTS,
    GAME,
    NAME,
    RATED_BY,
    RATINGS,
    RELATIVES,
    TITLE,
    TWIN,
)
from paintball_env.rules import actions, dice, events, state
from paintball_env.rules.versions import ACTIONS, FACTS, OBSERVATION, STATE
from paintball_env.scenario import DRAWN, Scenario, presets
from paintball_env.shaping import Shaping
from paintball_env.shoot_out_odds import contest_odds
from paintball_env.start import start_record
from tabletop.base.arrays import Float64, Records
from tabletop.game.actions import DeclaredNames
from tabletop.game.definition import AgentEntry, GameDefinition
from tabletop.game.header import Record

# What an event's number stands for, by its meaning.
EVENT_NAMES = {"direction": DIRECTIONS, "piece": WHATS, "grenade": WHATS, "ending": ENDINGS}

_HERE = __name__.rpartition(".")[0]  # the package, or an edition of it
_SCRIPTED = f"{_HERE}.bots.scripted.bots"
_CHAMPION = f"{_HERE}.bots.champion.agents"
# Agents of the network that has been learnt.
_LEARNT = {
    "champion": AgentEntry(f"{_CHAMPION}:Champion", "a trained network: Hard without thinking ahead", aside=True),
    "easy": AgentEntry(f"{_CHAMPION}:Easy", "for your first games: many mistakes", aside=True, level=True),
    "medium": AgentEntry(f"{_CHAMPION}:Medium", "a fair opponent: some mistakes", aside=True, level=True),
    "hard": AgentEntry(f"{_CHAMPION}:Hard", "thinks ahead and plays its best", aside=True, level=True),
}


class Paintball(GameDefinition[Scenario]):
    """See `tabletop.game.definition.GameDefinition`."""

    name = GAME
    title = TITLE
    package = "paintball_env"
    distribution = "paintball-mini"
    kernels = f"{_HERE}.kernels"
    showing = f"{_HERE}.showing:PaintballShowing"
    view = f"{_HERE}.view:View"
    teams = TEAMS
    decisions = KINDS
    endings = ENDINGS
    ending_nouns = {"eliminated": "elimination", "turns": "turn limit"}
    goal_ending = "flag"
    halted = state.RESOLVING
    orders = actions.ORDERS
    encodings = ENCODINGS
    features = PUBLISHED
    versions = {
        "state": STATE,
        "observation": OBSERVATION,
        "facts": FACTS,
        "actions": ACTIONS,
    }
    formats = {"positions": 1, "actions": ACTIONS, "draws": 1}
    default_scenario = DEFAULT_SCENARIO
    set_up_by = "setup"
    set_ups = {"": "{who} place everything", DRAWN: "drawn, start at once"}
    environments = ENVIRONMENTS
    environment_name = NAME
    agents = {
        "hunter": AgentEntry(f"{_SCRIPTED}:Hunter", "shoots when the odds are good, goes for the flag"),
        "sentinel": AgentEntry(f"{_SCRIPTED}:Sentinel", "holds covered ground, aims, stands sentry, comes out late"),
        "raider": AgentEntry(f"{_SCRIPTED}:Raider", "suppresses and charges, crosses in smoke, all for the flag"),
        "striker": AgentEntry(f"{_SCRIPTED}:Striker", "plans two steps, runs its flag through with escort", aside=True),
        **{
            f"{name.lower()}@{version}": AgentEntry(f"{_SCRIPTED}:{name}{version}", f"its {words} version", aside=True)
            for version, words, names in (
                (1, "first", ("Hunter", "Sentinel", "Raider", "Striker")),
                (2, "second", ("Hunter", "Sentinel", "Raider")),
            )
            for name in names
        },
        **_LEARNT,
    }
    ratings = RATINGS
    rated_by = RATED_BY
    record_suffix = ".pbr"
    shaping = Shaping
    shaping_weights = {
        "figures": "weight of the lead in figures: own share left minus the enemy's, -1 to 1",
        "flag": "weight of the lead in flag progress: own minus the enemy's, each 0 to 1 (0.5 for carrying the flag, "
        "up to 0.5 for its nearness to the goal)",
    }
    twin = TWIN
    relatives = RELATIVES
    planning = f"{_HERE}.planning"
    scoring = f"{_HERE}.scoring"
    value_title = "expected result, learnt from the built-in bots' games"
    variants: Sequence[Mapping[str, object]] = (
        {},
        {},
        {"activation": "one_at_a_time"},
        {"sentry_in_base": True},
        {"enter_defended": False},
        {"activation": "one_at_a_time", "sentry_in_base": True, "enter_defended": False, "max_turns": 12},
    )

    def load(self, name_or_path: str | Path) -> Scenario:
        return Scenario.load(name_or_path)

    def presets(self) -> Sequence[str]:
        return presets()

    def from_json(self, text: str) -> Scenario:
        return Scenario.from_json(text)

    def with_rules(self, scenario: Scenario, rules: Mapping[str, object]) -> Scenario:
        return scenario.with_rules(**rules)

    def faults(self, scenario: Scenario) -> list[str]:
        from paintball_env.scenario_faults import faults

        return faults(scenario)

    def start_record(self, scenario: Scenario) -> Records:
        return start_record(scenario)

    def encoding(self, scenario: Scenario, name: str) -> Encoding:
        return Encoding(scenario, name)

    def action_names(self, scenario: Scenario) -> DeclaredNames:
        return action_table(scenario.figures, ground_of(scenario))

    def format_position(self, scenario: Scenario, games: Records | Record) -> str:
        return format_position(scenario, games)

    def parse_position(self, scenario: Scenario, text: str) -> Records:
        return parse_position(scenario, text)

    def why_not(self, scenario: Scenario, games: Records, action: int) -> str:
        return why_not(scenario, games, action)

    def openings(self) -> Path | None:
        from paintball_env.bots.champion.agents import POLICY
        from tabletop.agents.policy_folder import OPENINGS

        folder = POLICY / OPENINGS
        return folder if folder.is_dir() else None

    def opening(self, scenario: Scenario, game: Record) -> str:
        return opening(scenario, game)

    purposes = PURPOSES
    draw_examples = ("hit:R3=5", "order=1/2", "shoot-out:red=1-0")

    def subject_name(self, scenario: Scenario, subject: int) -> str:
        return subject_name(scenario, subject)

    def own_odds(self, classes: int, result: int) -> Fraction:
        chargers, defenders = divmod(classes - dice.CONTEST, dice.CHARGER)
        return contest_odds(chargers, defenders).get(self.own_result(result), Fraction(0))

    def own_classes(self, classes: int) -> str:
        chargers, defenders = divmod(classes - dice.CONTEST, dice.CHARGER)
        return f"{chargers} v {defenders}"

    def own_result(self, result: int) -> tuple[int, int]:
        return divmod(result, dice.CHARGER)

    def own_code(self, result: tuple[int, ...]) -> int:
        return dice.CHARGER * result[0] + result[1]

    def policies(self) -> Mapping[str, Records]:
        from paintball_env.bots.scripted.temperament import TEMPERAMENTS

        return {name: temperament.record() for name, temperament in TEMPERAMENTS.items()}

    def value_weights(self, scenario: Scenario) -> Float64:
        return learnt_weights(int(scenario.world["rules"]["objective"][0]))

    event_kinds = events.KINDS

    def place_name(self, scenario: Scenario, place: int) -> str:
        return place_names(scenario)[place]

    def event_value(self, scenario: Scenario, meaning: str, value: int, who: int) -> int | str:
        if meaning == "action":
            return self.action_names(scenario).name(value, who - dice.TEAM_SUBJECT)
        if meaning == "flag":
            return next(key for key, number in flag_keys(scenario.world[0].rules).items() if number == value)
        if meaning == "losses":
            return "{}-{}".format(*self.own_result(value))
        names = EVENT_NAMES.get(meaning)
        return names[value] if names else value


PAINTBALL = Paintball()
