"""Pig, a whole game in one file: the smallest that the core can play, with dice, choices and a turn limit.

In turn a team rolls as often as it dares: the points rolled are kept in a pot; a 1 loses the pot and the turn. With two
dice at once both count, and any 1 loses. Who holds adds the pot to its score and passes the turn on. 30 points win;
after 20 turns each the game is drawn.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from tabletop.agents.base import Bot
from tabletop.agents.view import View
from tabletop.compiled.compiling import rule
from tabletop.game.chance import ANY_FACE, die, lot, rewind
from tabletop.game.chance import no_own_draws as own_next  # noqa: F401  a kernel
from tabletop.game.definition import AgentEntry, GameDefinition
from tabletop.game.encodings import Part
from tabletop.game.header import NONE, OVER, RUNNING, check_header, dice_type, record
from tabletop.game.shaping import Shaping

GOAL_USUAL, TURNS_USUAL = 30, 20
ROLL_OR_HOLD = 1  # the only kind of decision
REACHED, TURNS = 1, 2  # endings
ROLL, ROLL_TWO, HOLD, WAIT = range(4)
NAMES = ("roll", "roll two", "hold", "wait")
ORDER, THROW = 1, 2  # what is drawn for
MOST_POINTS = 9_999  # in a scenario, and in a position's text
TABLE = 2  # subject; 0 and 1 are the teams

WORLD = record(("goal", "i2"), ("turns", "i2"))
GAME = record(
    ("dice", dice_type(4)),
    ("turn", "i2"),  # of both teams
    ("decision", "i2"),
    ("decider", "i2"),
    ("ending", "i2"),
    ("winner", "i2"),
    ("first", "i2"),  # team that begins
    ("pot", "i2"),
    ("score", "i2", (2,)),
    ("spare", "i2", (3,)),
)
check_header(GAME)


# Rules.


@rule
def _end(game, ending, winner):
    game.decision, game.decider = OVER, NONE
    game.ending, game.winner = ending, winner


@rule
def _pass_on(world, game):
    """The other team's turn; after the second team's, the next one."""
    game.pot = 0
    game.dice.rolled[:] = 0
    team = game.decider
    game.decider = 1 - team
    if team != game.first:
        game.turn += 1
        if game.turn > world.turns:
            game.turn = world.turns
            _end(game, TURNS, NONE)


@rule
def legal_actions(world, game, mask):
    mask[:] = 0
    if game.decision == OVER:
        return 0
    mask[ROLL] = mask[ROLL_TWO] = 1
    if game.pot > 0:
        mask[HOLD] = 1
        return 3
    return 2


@rule
def is_legal(world, game, action):
    if game.decision == OVER or action < ROLL or action > HOLD:
        return False
    return action != HOLD or game.pot > 0


@rule
def begin(world, game, chance, seed, mask):
    game.dice.seed = seed
    game.dice.rolled[:] = 0
    rewind(chance)
    if game.turn == 0:
        game.first = lot(game, chance, ORDER, TABLE, 2)
        game.decision, game.decider, game.turn = ROLL_OR_HOLD, game.first, 1
    return legal_actions(world, game, mask)


@rule
def step(world, game, chance, action, mask):
    if not is_legal(world, game, action):
        return 0
    rewind(chance)
    team = int(game.decider)
    if action == HOLD:
        game.score[team] += game.pot
        if game.score[team] >= world.goal:
            _end(game, REACHED, team)
        else:
            _pass_on(world, game)
    else:
        lost = False
        for _ in range(2 if action == ROLL_TWO else 1):
            face = die(game, chance, THROW, team, ANY_FACE)
            game.pot += face
            lost = lost or face == 1
        if lost:
            _pass_on(world, game)
    legal_actions(world, game, mask)
    return 1


@rule
def go_on(world, game, chance, mask):
    return legal_actions(world, game, mask)


@rule
def observe(world, game, team, cells, out):
    """Own score, the other's, the pot by whose it is, each as a share of the goal; the turns left; who decides."""
    out[:] = 0.0
    out[0] = min(1.0, game.score[team] / world.goal)
    out[1] = min(1.0, game.score[1 - team] / world.goal)
    if game.decision != OVER:
        out[2 if game.decider == team else 3] = min(1.0, game.pot / world.goal)
        out[5 if game.decider == team else 6] = 1.0
    out[4] = 1.0 - game.turn / world.turns
    out[7] = 1.0 if game.first == team else 0.0


POSITION_FACTS, ACTION_FACTS, KIND_FACTS = 8, 4, 3


@rule
def observe_position(world, game, team, out):
    """Write what `observe` writes."""
    observe(world, game, team, None, out)


@rule
def observe_legal(world, game, mask, out, listed):
    """Write of each legal action which one it is, and what lies in the pot."""
    count = 0
    for action in range(WAIT):
        if mask[action] == 1:
            out[count, :] = 0.0
            out[count, action] = 1.0
            out[count, WAIT] = min(1.0, game.pot / world.goal)
            listed[count] = action
            count += 1
    return count


@rule
def potential(world, game, team, weights):
    return 0.0 if game.decision == OVER else weights[0] * (game.score[team] - game.score[1 - team]) / world.goal


@rule
def order_of(world, decision, action):
    return action if decision == ROLL_OR_HOLD and action <= HOLD else -1


@rule
def sound(world, game):
    if game.turn < 1 or game.turn > world.turns or game.pot < 0:
        return 1
    if (game.decision == OVER) != (game.ending != RUNNING) or (game.decision == OVER) != (game.decider == NONE):
        return 2
    for team in range(2):
        if (game.score[team] >= world.goal) != (game.ending == REACHED and game.winner == team):
            return 3
    return 0


# Scenarios, text, and what else the core asks for.


@dataclass(frozen=True)
class Lead(Shaping):
    """Shaping by the lead in points."""

    lead: float = 0.5
    gamma: float = 1.0


class PigScenario:
    """A goal and a number of turns."""

    actions = len(NAMES)
    record_type = GAME

    def __init__(self, name: str, goal: int, turns: int) -> None:
        self.name, self.goal, self.turns = name, goal, turns
        self.world = np.zeros(1, WORLD)
        self.world["goal"], self.world["turns"] = goal, turns

    @property
    def game(self) -> "Pig":
        return PIG

    def digest(self) -> str:
        return f"{self.goal:032x}{self.turns:032x}"

    def to_json(self) -> str:
        return json.dumps({"name": self.name, "goal": self.goal, "turns": self.turns})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PigScenario) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())


class Names:
    """The actions of both teams are the same."""

    size = len(NAMES)

    def __len__(self) -> int:
        return self.size

    def names(self, team: int) -> tuple[str, ...]:
        return NAMES

    def name(self, index: int, team: int) -> str:
        if not 0 <= index < self.size:
            raise ValueError(f"action {index}: the actions of this game are numbered 0 to {self.size - 1}")
        return NAMES[index]

    def index(self, name: str, team: int) -> int:
        if name not in NAMES:
            raise ValueError(f"action '{name}': unknown")
        return NAMES.index(name)

    def turn(self, index: int) -> int:
        return index


class Careful(Bot):
    """Holds at a number of points."""

    def __init__(self, at: int = 12) -> None:
        super().__init__()
        self.at = at

    def act(self, view: View) -> int:
        pot = int(view.games["pot"][0])
        return view.legal["hold"] if pot >= self.at else view.legal["roll"]


def _number(text: str, most: int) -> int:
    """A number of a position's text: what doesn't fit into the record is refused here."""
    if not 0 <= (number := int(text)) <= most:
        raise ValueError(f"{number} isn't 0 to {most}")
    return number


PRESETS = {"pig": (GOAL_USUAL, TURNS_USUAL), "short-pig": (12, 6)}


class Pig(GameDefinition[PigScenario]):
    """See `tabletop.game.definition.GameDefinition`."""

    name, title, version, package, kernels = "pig", "Pig", "1", "tests", "tests.any_game.pig"
    teams = ("first", "second")
    decisions, endings = ("", "roll or hold"), ("", "reached", "turns")
    orders, encodings = NAMES[:3], ("vector",)
    versions = {"state": 1, "observation": 1, "facts": 1, "actions": 1}
    formats = {"positions": 1, "actions": 1, "draws": 1}
    default_scenario = "pig"
    goal_ending = "reached"
    environment_name = "pig_v0"
    agents = {"careful": AgentEntry("tests.any_game.pig:Careful", "holds at 12 points")}
    shaping, shaping_weights = Lead, {"lead": "weight of the lead in points"}
    purposes = ("order", "throw")
    draw_examples = ("throw:first=5", "order=1/2")

    def load(self, name_or_path: str | Path) -> PigScenario:
        if name_or_path not in PRESETS:
            raise ValueError(f"no scenario {name_or_path!r}; there are {', '.join(PRESETS)}")
        return PigScenario(str(name_or_path), *PRESETS[str(name_or_path)])

    def presets(self) -> list[str]:
        return list(PRESETS)

    def from_json(self, text: str) -> PigScenario:
        data = json.loads(text)
        if not isinstance(data, dict) or data.keys() != {"name", "goal", "turns"}:
            raise ValueError(f"no scenario of Pig: {text} (its keys are name, goal and turns)")
        for key in ("goal", "turns"):
            if type(data[key]) is not int or not 1 <= data[key] <= MOST_POINTS:
                raise ValueError(f"{key}: a whole number from 1 to {MOST_POINTS} is meant, not {data[key]!r}")
        return PigScenario(**data)

    def start_record(self, scenario: PigScenario) -> Any:
        games = np.zeros(1, GAME)
        games["decider"] = games["winner"] = NONE
        return games

    def encoding(self, scenario: PigScenario, name: str) -> Any:
        if name not in self.encodings:
            raise ValueError(f"encoding '{name}': known are vector")
        low, high = np.zeros(8, np.float32), np.ones(8, np.float32)
        parts = {"points": Part(0, (2, 2)), "rest": Part(4, (4,))}
        cells = np.zeros((2, 0), np.int16)
        return SimpleNamespace(name=name, shape=(8,), size=8, low=low, high=high, parts=parts, cells=cells)

    def action_names(self, scenario: PigScenario) -> Names:
        return Names()

    def format_position(self, scenario: PigScenario, games: Any) -> str:
        """`turn=3 to=first:roll-or-hold first=second pot=4 score=10,7`, or `over=first:reached` for the second part."""
        game = games[0] if isinstance(games, np.ndarray) else games
        state = "to=nobody" if game["decider"] == NONE else f"to={self.teams[game['decider']]}:roll-or-hold"
        if game["ending"] != RUNNING:
            winner = "draw" if game["winner"] == NONE else self.teams[game["winner"]]
            state = f"over={winner}:{self.endings[game['ending']]}"
        scores = ",".join(map(str, game["score"]))
        return f"turn={game['turn']} {state} first={self.teams[game['first']]} pot={game['pot']} score={scores}"

    def parse_position(self, scenario: PigScenario, text: str) -> Any:
        games = self.start_record(scenario)
        try:
            parts = dict(token.split("=") for token in text.split())
            games["turn"], games["pot"] = _number(parts["turn"], scenario.turns), _number(parts["pot"], MOST_POINTS)
            games["score"][0] = [_number(score, MOST_POINTS) for score in parts["score"].split(",")]
            games["first"] = self.teams.index(parts["first"])
            if "over" in parts:
                winner, _, ending = parts["over"].partition(":")
                games["winner"] = NONE if winner == "draw" else self.teams.index(winner)
                games["ending"] = self.endings.index(ending)
            elif parts["to"] != "nobody":
                games["decision"], games["decider"] = ROLL_OR_HOLD, self.teams.index(parts["to"].partition(":")[0])
        except (KeyError, ValueError) as error:
            raise ValueError(f"no position of Pig: {text} ({error})") from None
        return games

    def why_not(self, scenario: PigScenario, games: Any, action: int) -> str:
        return "there is nothing to hold" if action == HOLD else "the other team's word"

    def subject_name(self, scenario: PigScenario, subject: int) -> str:
        return "table" if subject == TABLE else self.teams[subject]


PIG = Pig()
