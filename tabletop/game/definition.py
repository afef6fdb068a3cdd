"""What a game gives to the core, in one object; the core knows nothing else of a game."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from pathlib import Path
from pickle import PicklingError
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from tabletop.base.arrays import Float32, Float64, Int16, Records
from tabletop.compiled.compiling import instantiate
from tabletop.game.actions import DeclaredNames
from tabletop.game.chance import EventKind
from tabletop.game.check import check
from tabletop.game.contests import Contests, contests_of, pack, unpack
from tabletop.game.encodings import Entry, Part
from tabletop.game.header import HALTS_NEVER, Record
from tabletop.game.urns import Urns, urns_of

KERNELS = {
    "begin": "(world, game, chance, seed, mask) -> number of legal actions: from a start record to a first decision",
    "step": "(world, game, chance, action, mask) -> 1, or 0 if illegal: then not a byte has changed",
    "go_on": "(world, game, chance, mask) -> number of legal actions: on from where it has halted (`halted`)",
    "legal_actions": "(world, game, mask) -> their number; mask int8 [A] is overwritten",
    "is_legal": "(world, game, action) -> bool, for the deciding team, by its own-side numbering",
    "observe": "(world, game, team, cells, out): float32 [D], in the encoding that `cells` stands for",
    "potential": "(world, game, team, weights) -> float: of the shaping, the negative of the other team's",
    "own_next": "(classes, result) -> the next result, behind this one, of a draw of the game's own kind; 0: none",
    "order_of": "(world, decision, action) -> index of `GameDefinition.orders`, or -1",
    "sound": "(world, game) -> 0, or the number of the first thing that must hold in every position and doesn't",
}


PACKAGES: set[str] = set()  # in which this process has found games


class AgentEntry(NamedTuple):
    """Where an agent's class is, and a description in one line.

    Attributes:
      place: `module:class`.
      line: the description, for people who choose an opponent: what it does.
      aside: not part of default panels of opponents (old versions, difficulty levels).
      level: whether people are offered it as an opponent; the game names its levels in order, the easiest first.
    """

    place: str
    line: str
    aside: bool = False
    level: bool = False


class ActionNames(Protocol):
    """All actions of a scenario and their names; indices are numbered from the deciding team's own side."""

    size: int

    def __len__(self) -> int: ...

    def name(self, index: int, team: int) -> str:
        """Name of an action of `team`; ValueError: not in the table."""
        ...

    def names(self, team: int) -> tuple[str, ...]:
        """All names of the actions of `team`, by index."""
        ...

    def index(self, name: str, team: int) -> int:
        """Index of the action of `team` with this name; ValueError explains what is wrong with the name."""
        ...

    def turn(self, index: int) -> int:
        """The same action on the board rotated by 180°."""
        ...


class Encoding(Protocol):
    """One encoding of one scenario's positions.

    Attributes:
      name: one of the game's `encodings`.
      shape: of one observation.
      size: D, numbers in one observation.
      parts: named parts that cover all its numbers (`tabletop.game.encodings.split`).
      cells: int16, the encoding as the kernel `observe` takes it.
    """

    name: str
    shape: tuple[int, ...]
    size: int
    parts: Mapping[str, Part]
    cells: Int16

    @property
    def low(self) -> Float32:
        """The lowest value of each number, float32 `shape`."""
        ...

    @property
    def high(self) -> Float32:
        """The highest value of each number, float32 `shape`."""
        ...


class Scenario(Protocol):
    """What is played: the part of a game's scenario that the core uses."""

    @property
    def name(self) -> str:
        """Its name; a preset's name loads it again."""
        ...

    @property
    def game(self) -> "GameDefinition[Any]":
        """The game that it is a scenario of."""
        ...

    @property
    def actions(self) -> int:
        """A, the number of actions; the last one is `wait`."""
        ...

    @property
    def record_type(self) -> np.dtype[np.void]:
        """The type of a game's record; its first fields are the header's."""
        ...

    @property
    def world(self) -> Records:
        """Rules and board, an array of one record; shared, so don't write to it."""
        ...

    def digest(self) -> str:
        """64 hex digits, different for different scenarios, regardless of their names."""
        ...

    def __hash__(self) -> int:
        """Equal ones have equal hashes: what is made of a scenario is kept by it."""
        ...

    def to_json(self) -> str:
        """The whole scenario as one line."""
        ...


S = TypeVar("S", bound=Scenario)


def preset_name(scenario: Scenario) -> str:
    """Return the name of the preset that a scenario is; empty: it is one of its own, even if it has a preset's name."""
    name, game = scenario.name, scenario.game
    return name if name in game.presets() and game.load(name) == scenario else ""


def encoding_of(scenario: Scenario, name: str | None = None) -> Encoding:
    """Return the encoding of a scenario's positions with this name; None: the game's default."""
    game = scenario.game
    return game.encoding(scenario, game.encodings[0] if name is None else name)


class GameDefinition(ABC, Generic[S]):
    """A game, as the core knows it. One immutable object per game.

    A game must provide what is abstract here and the attributes without a value. All else is optional. What is loaded
    only by those who want it, a game names: the core has a plain form of each for any game.

    Attributes:
      name: of the game in file formats and folders, lower case: `paintball`.
      title: for people.
      package: import name of the game's package, which has `__version__`; its bots are in `<package>.bots`.
      distribution: name of the installed package that the game comes with; empty: there is none.
      kernels: import name of the module with the game's compiled functions (KERNELS).
      showing: `module:class` of what shows the game to people (`tabletop.show.showing.Showing`); empty: the
        plain one.
      view: `module:class` of what an agent sees when it decides (`tabletop.agents.view.View`); empty: the plain one.
      teams: names of teams 0 and 1, lower case.
      decisions: names of the kinds of decision by number; that of OVER is empty.
      endings: names of the endings by number; that of RUNNING is empty.
      ending_nouns: for endings that aren't nouns or say too little: the words after "won by".
      goal_ending: the ending by which a winner has reached the game's goal; tables count these wins.
      halted: the kind of decision in a record that has halted in the middle of an action.
      boundaries: further such kinds, with a place in the game that people know: a chip, a volley's next shot. Odds can
        end there (`tabletop.play.odds.outcomes`), so the position's text says it, and a game begins in it by going on.
      orders: names of the kinds of order that an agent's profile counts.
      encodings: names of the encodings of observations, the default first.
      features: what observations of all scenarios are made of, by name, for people; empty: nothing but their numbers.
      versions: of what stored policies, records and snapshots depend on: `state`, `observation`, `actions`.
      formats: versions of the texts in game records: `positions`, `actions`, `draws`.
      default_scenario: a preset.
      set_up_by: the scenarios' attribute that says who decides what comes before the first turn; empty: there is none.
      set_ups: where presets come with several set-ups, the end of the name that stands for each, the first one empty,
        with its words in a menu; in these, `{who}` is `you` or `the bots`. Empty: there is one set-up.
      environments: ids in the registries of Gymnasium and PettingZoo, each with its preset.
      environment_name: of the PettingZoo environments, with their version.
      agents: the game's own agents by name; none of them needs an argument.
      ratings: how strong agents are, in Elo, by name, as measured; others have none.
      rated_by: in which games that was, and which agent has a given rating, in words for people.
      record_suffix: suffix of the names of game record files.
      shaping: the class of the reward shaping, of weights and `gamma` (`tabletop.game.shaping.Shaping`).
      shaping_weights: names of its weights, each with a description; if all of them are 0, shaping is off.
      relatives: places, `module:name`, of definitions of games that bots of the same names play on another ground.
      twin: the module that checks the engine against a second one (tabletop.front.verify.work.Twin); it lies in the
        game's package, or beside it in the tests, which come only with a checkout. Empty: there is none.
      variants: rules, by key, with which `verify` plays each preset.
      planning: import name of a module with all kernels and, for planners, a policy and a value of positions
        (tabletop.game.templates.planning); empty: the game has only those that any game has.
      scoring: import name of a module with all kernels and the input of networks that score actions
        (tabletop.game.templates.scoring); empty: the kernels have it, or there are no such networks.
      value_title: name of the value of positions in `planning`, for people; empty: it isn't shown to them.
      luck_ways: of the dice of an action to fall, at most so many are tried to know what they do on average; with more,
        other rolls stand for them all. Fewer where a volley's ways are many and slow.
    """

    name: str
    title: str
    package: str
    distribution: str = ""
    kernels: str
    showing: str = ""
    view: str = ""
    teams: tuple[str, str]
    decisions: tuple[str, ...]
    endings: tuple[str, ...]
    ending_nouns: Mapping[str, str] = {}
    goal_ending: str
    halted: int = HALTS_NEVER
    boundaries: tuple[int, ...] = ()
    orders: tuple[str, ...] = ()
    encodings: tuple[str, ...]
    features: Mapping[str, Sequence[Entry]] = {}
    versions: Mapping[str, int]
    formats: Mapping[str, int]
    default_scenario: str
    set_up_by: str = ""
    set_ups: Mapping[str, str] = {}
    environments: Mapping[str, str] = {}
    environment_name: str
    agents: Mapping[str, AgentEntry] = {}
    ratings: Mapping[str, int] = {}
    rated_by: str = ""
    record_suffix: str = ".txt"
    shaping: type[Any]
    shaping_weights: Mapping[str, str]
    twin: str = ""
    relatives: tuple[str, ...] = ()
    variants: Sequence[Mapping[str, object]] = ({},)
    planning: str = ""
    scoring: str = ""
    value_title: str = ""
    luck_ways: int = 50_000

    def __init_subclass__(cls) -> None:
        PACKAGES.add(cls.__module__.partition(".")[0])

    @property
    def halts(self) -> tuple[int, ...]:
        """The kinds of decision in a record that has halted."""
        return (self.halted, *self.boundaries)

    @property
    def version(self) -> str:
        """The version of the game's package."""
        return str(import_module(self.package).__version__)

    def __reduce__(self) -> str:
        # There is one object per game: it is pickled as its name in its module, or in that of its class.
        module = self.__module__
        for name, value in vars(sys.modules[module]).items():
            if value is self:
                return name
        raise PicklingError(f"{self.name}: to be pickled, a game has to be an attribute of its module, {module}")

    def compiled(self, template: str) -> Any:
        """Return the module of a template's compiled functions for this game."""
        return instantiate(f"tabletop.game.templates.{template}", self.kernels)

    @cached_property
    def batch(self) -> Any:
        """The compiled functions of `templates.batch` for this game; ValueError: the game is incomplete."""
        check(self, KERNELS)  # nothing plays without them
        return self.compiled("batch")

    @cached_property
    def scoring_kernels(self) -> Any:
        """The compiled functions of `tabletop.game.templates.scoring` for this game."""
        return instantiate("tabletop.game.templates.scoring", self.scoring or self.kernels)

    # Planning.

    @cached_property
    def outcome_kernels(self) -> Any:
        """The compiled functions of `tabletop.game.templates.outcomes` for this game."""
        return self.compiled("outcomes")

    @cached_property
    def tree_kernels(self) -> Any:
        """The compiled functions of `tabletop.game.templates.tree` for this game."""
        return self.compiled("tree")

    @cached_property
    def planning_kernels(self) -> Any:
        """The compiled functions of `tabletop.game.templates.planning` for this game."""
        return instantiate("tabletop.game.templates.planning", self.planning or self.kernels)

    @cached_property
    def network_planning_kernels(self) -> Any:
        """The same, with networks that score actions as policies and values (tabletop.game.templates.scoring)."""
        return instantiate("tabletop.game.templates.planning", self.scoring_kernels.__name__)

    @cached_property
    def luck_kernels(self) -> Any:
        """The compiled functions of `tabletop.game.templates.luck`, with planning's value of positions."""
        return instantiate("tabletop.game.templates.luck", self.planning or self.kernels)

    @cached_property
    def network_luck_kernels(self) -> Any:
        """The same, with the value of networks that score actions."""
        return instantiate("tabletop.game.templates.luck", self.scoring_kernels.__name__)

    @cached_property
    def policy_kernels(self) -> Any:
        """The compiled functions of `tabletop.game.templates.policies` for this game, whose planning has a policy."""
        return instantiate("tabletop.game.templates.policies", self.planning)

    def policies(self) -> Mapping[str, np.ndarray]:
        """Return the parameters, an array of one, of each policy that planning's `policy` can play."""
        return {"random": np.zeros(1)}

    def value_weights(self, scenario: S) -> Float64:
        """Return the weights by which planners value positions, float64 [k]; default: those of the default shaping."""
        return np.array(self.shaping().weights(), np.float64)

    # Scenarios.

    @abstractmethod
    def load(self, name_or_path: str | Path) -> S:
        """Return a preset, or the scenario of a .toml file; ValueError of one line."""

    @abstractmethod
    def presets(self) -> Sequence[str]:
        """Return the names that `load` knows."""

    @abstractmethod
    def from_json(self, text: str) -> S:
        """Return the scenario that `to_json` wrote; ValueError of one line."""

    def with_rules(self, scenario: S, rules: Mapping[str, object]) -> S:
        """Return the scenario with other values of some rules; ValueError of one line."""
        if rules:
            raise ValueError(f"{', '.join(rules)}: rules of {self.title} can't be changed")
        return scenario

    def faults(self, scenario: S) -> list[str]:
        """Return what of the game's own is wrong with a readable scenario, one line each."""
        return []

    def warnings(self, scenario: S) -> list[str]:
        """Return what of a scenario makes little sense though it can be played, one line each, a file's key first."""
        return []

    @abstractmethod
    def start_record(self, scenario: S) -> Records:
        """Return the record that every game is copied from before `begin`, shape (1,); don't write to it."""

    @abstractmethod
    def encoding(self, scenario: S, name: str) -> Encoding:
        """Return an encoding of the scenario's positions; ValueError for an unknown name."""

    # Text.

    @abstractmethod
    def action_names(self, scenario: S) -> ActionNames:
        """Return the table of the scenario's actions, made once."""

    @abstractmethod
    def format_position(self, scenario: S, games: Records | Record) -> str:
        """Return the position of a record, or of an array of one, as one line of text."""

    @abstractmethod
    def parse_position(self, scenario: S, text: str) -> Records:
        """Return the record of a position's text, shape (1,); ValueError of one line."""

    @abstractmethod
    def why_not(self, scenario: S, games: Records, action: int) -> str:
        """Explain why the deciding team may not take an illegal action; the game is not over."""

    # Fairness.

    def turned(self, scenario: S, games: Records) -> Records | None:
        """Return the record, shape (1,), of a position on the board turned by half, with the teams exchanged.

        There all is to be as it is here, for the other team: `verify` compares masks, observations, facts and results.
        None, the default: it isn't known, or the scenario isn't the same there.
        """
        return None

    def turned_results(self, draws: Sequence[Any]) -> Sequence[Any]:
        """Return the results that play the turned game as these draws (`Game.draws`) have played the game itself."""
        return [draw.result for draw in draws]

    def actor_name(self, scenario: S, action: int, team: int) -> str:
        """Return the name of the piece that does an action of `team`; default: as declared (`DeclaredNames`)."""
        names = self.action_names(scenario)
        return names.parts(action, team).who if isinstance(names, DeclaredNames) else ""

    # Agents.

    def openings(self) -> Path | None:
        """Return the folder of the game's opening books, which `search` sets up by; default: there is none."""
        return None

    def opening(self, scenario: S, game: Record) -> str:
        """Return a name for what is decided in a game (its record) before the first turn, as opening books know it.

        Decisions of one name have the same preferences, whichever team decides. Default: the kind of decision.
        """
        return self.decisions[game["decision"]]

    # Chance.

    purposes: tuple[str, ...]  # names of the purposes of draws, by number from 1
    draw_examples: tuple[str, ...]  # draws as text, as examples of how they are written

    @abstractmethod
    def subject_name(self, scenario: S, subject: int) -> str:
        """Return the name of a draw's subject."""

    @cached_property
    def urns(self) -> Urns:
        """The urns that the rules draw from: URNS of the module `kernels`, where it has one."""
        return urns_of(import_module(self.kernels))

    @cached_property
    def contests(self) -> Contests:
        """The cuts of the rules' contests: CONTESTS of the module `kernels`, where it has one."""
        return contests_of(import_module(self.kernels))

    def own_odds(self, classes: int, result: int) -> Fraction:
        """Return the probability of a result of one of the game's own kinds of draw (tabletop.game.chance.OWN)."""
        raise NotImplementedError(f"{self.name} has no draws of its own kind")

    def own_classes(self, classes: int) -> str:
        """Return the classes of one of the game's own kinds of draw as text."""
        raise NotImplementedError(f"{self.name} has no draws of its own kind")

    def own_result(self, result: int) -> tuple[int, ...]:
        """Return the numbers that a result of one of the game's own kinds of draw consists of."""
        return unpack(result)

    def own_code(self, result: tuple[int, ...]) -> int:
        """Return the number on a tape for a result of several numbers: of a contest, or of one of the game's own kinds.

        Default: four bits each. A game with contests can have no other code.
        """
        return pack(result)

    # Events.

    event_kinds: Sequence[EventKind] = ()  # by number from 1; empty if the rules note none (events.plain_events)

    def place_name(self, scenario: S, place: int) -> str:
        """Return the name of the place of an event."""
        raise NotImplementedError(f"{self.name} has no places")

    def event_value(self, scenario: S, meaning: str, value: int, who: int) -> int | str:
        """Return the meaning of an event's number: `meaning` is its kind's `value`, `who` the event's subject."""
        return value
