"""A game from tables: fields, switches, actions and the functions that they name, in one file of its own.

    GAME = DeclaredGame("my-game", __name__, title="My game", teams=("north", "south"), …)

is a whole `GameDefinition`: scenarios, records, position texts, observations, facts about actions, compiled kernels.
Its kernels are written as a module of the name `<its module>.kernels` (`source` is their text). Whatever the tables
can't say, a keyword says: any attribute of `GameDefinition`, and kernels of the game's own (`functions`).
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ClassVar

import numpy as np
import pydantic

from tabletop.base.arrays import Records
from tabletop.base.errors import brief
from tabletop.compiled.written import load_written
from tabletop.game.action_table import (
    ALLOWED,
    NEVER_ASKED,
    NOT_ASKED,
    OWN_REASONS,
    Actions,
    Argument,
    Function,
    Kind,
    Option,
)
from tabletop.game.actions import DeclaredNames, too_few
from tabletop.game.chance import EventKind
from tabletop.game.declared_source import header_entries, source
from tabletop.game.definition import PACKAGES, AgentEntry, GameDefinition
from tabletop.game.draws import TABLE as TABLE_NAME
from tabletop.game.encodings import Block, DeclaredEncoding
from tabletop.game.fields import (
    Field,
    Switch,
    entries_of,
    exchanged,
    faults,
    record_fields,
    rows_of_text,
    turned_fields,
)
from tabletop.game.header import FIELDS, NONE, OVER, RUNNING, TEAMS, Record, check_header, dice_type, record
from tabletop.game.position_text import Deciding, Number, PositionText, one, refuse
from tabletop.game.rules import KINDS, OWN_SUBJECTS
from tabletop.game.scenario_files import ScenarioModel, is_file_name, name_of
from tabletop.game.shaping import Shaping

__all__ = ["AgentEntry", "Argument", "DeclaredGame", "EventKind", "Field", "Kind", "Option", "Switch"]

TAKEN = ("to", "over", "spare")  # of position text and of padding: no field's, nor a switch's
MOST_TURNS = (1 << 24) - 1
WAIT = "wait"
Names = Mapping[str, Sequence[Sequence[str]]]  # of what actions name, by argument, team and own-side number


@dataclass(frozen=True)
class Lead(Shaping):
    """Shaping by the lead of one field, as a share.

    Attributes:
      lead: its weight.
      gamma: discount of the learner.
    """

    lead: float = 0.5
    gamma: float = 1.0


@dataclass(frozen=True)
class NoShaping(Shaping):
    """The shaping of a game that has none."""

    gamma: float = 1.0


class DeclaredScenario(ScenarioModel):
    """What is played of a declared game: the values of its switches, which are attributes."""

    definition: ClassVar[Any]

    def __reduce__(self) -> tuple[Any, ...]:
        return self.definition.from_json, (self.to_json(),)  # its class is in no module

    @property
    def game(self) -> "DeclaredGame":
        """Its game."""
        game: DeclaredGame = self.definition
        return game

    @property
    def record_type(self) -> np.dtype[np.void]:
        """The type of a game's record."""
        return self.game.record_type

    @cached_property
    def actions(self) -> int:
        """A, the number of actions."""
        return self.game.actions.size(**self.numbers())

    @cached_property
    def action_names(self) -> DeclaredNames:
        """The names of its actions."""
        return self.game.names_of(self)

    @cached_property
    def world(self) -> Records:
        """Rules and board, shape (1,); not to be written to."""
        world = np.zeros(1, self.game.world_type)
        for key, number in self.numbers().items():
            world["rules"][key] = number
        if self.game.lay_out:
            self.game.lay_out(self, world[0]["board"])
        return world

    def numbers(self) -> dict[str, int]:
        """The values of the switches, by name."""
        return {switch.name: int(getattr(self, switch.name)) for switch in self.game.switches}


def _are_names(both: Any) -> bool:
    """Whether these are names of both teams."""
    if isinstance(both, str) or not isinstance(both, Sequence) or len(both) != TEAMS:
        return False
    return all(isinstance(names, Sequence) and not isinstance(names, str) for names in both)


class DeclaredGame(GameDefinition[DeclaredScenario]):
    """A game that its tables declare. One of them is an attribute of its module."""

    encodings = ("vector",)
    version = "1"
    versions: Mapping[str, int] = {"state": 1, "observation": 1, "facts": 1, "actions": 1}
    formats: Mapping[str, int] = {"positions": 1, "actions": 1, "draws": 1}

    def __init__(
        self,
        name: str,
        module: str,
        *,
        title: str,
        teams: tuple[str, str],
        decisions: Sequence[str],
        endings: Sequence[str],
        fields: Sequence[Field],
        options: Sequence[Option],
        start: Function,
        kinds: Sequence[Kind] = (),
        arguments: Mapping[str, Argument] | None = None,
        actors: Argument | None = None,
        ready: Mapping[int, Function] | None = None,
        names: Names | Callable[[DeclaredScenario], Names] | None = None,
        reasons: Sequence[str] = (),
        purposes: Sequence[str] = (),
        subjects: Sequence[str] = (),
        events: Sequence[EventKind] = (),
        switches: Sequence[Switch] = (),
        presets: Mapping[str, Mapping[str, Any]] | None = None,
        turns: str = "",
        lead: str = "",
        board: np.dtype[np.void] | None = None,
        lay_out: Callable[[DeclaredScenario, Record], None] | None = None,
        fault: Callable[[DeclaredScenario, Record], str] = lambda scenario, game: "",
        turned: Callable[[DeclaredScenario, Records], None] | None = None,
        symmetric: bool = True,
        sound: Function | None = None,
        functions: Mapping[str, Function] | None = None,
        **more: Any,
    ) -> None:
        """Make a game of its tables. Functions are compiled ones, unless it is said otherwise.

        Args:
          name: lower case, of files and folders.
          module: `__name__` of the module whose attribute the game is.
          title: for people.
          teams: names of teams 0 and 1, lower case.
          decisions: names of decisions 1, 2, …
          endings: names of endings 1, 2, …; the first one is the game's goal.
          fields: of the record, beside the header.
          options: which kind of action may answer which decision, by whose functions.
          start: `(world, game, chance)`: what comes before the first decision.
          kinds: of actions, in the order of their numbers, without `wait`, which is the last one; empty: the options'.
          arguments: what actions name, as of `tabletop.game.action_table.Actions`.
          actors: likewise, the pieces of a team.
          ready: likewise, what forbids an actor everything.
          names: of what actions name, by argument; of the actors by the key "actors"; plain Python if a function.
          reasons: words for the game's own reasons, from OWN_REASONS on; `{who}`, `{argument}` are of the action.
          purposes: names of what is drawn for, from 1.
          subjects: of draws, from OWN_SUBJECTS on; before them are the teams and the table.
          events: of the game's own, from OWN_EVENTS on.
          switches: numbers that scenarios set; in rules `world.rules.<name>`.
          presets: values of switches by the scenario's name, the usual one first; also `title` and `description`.
          turns: the switch that says how many turns there are at most.
          lead: the field, with one number of each team, whose lead the shaping weighs.
          board: the type of `world.board`.
          lay_out: fills it; plain Python.
          fault: says, in a line, what of a position no game reaches; plain Python, empty: nothing.
          turned: turns by half, in place, what else names places; plain Python. The core exchanges teams and turns
            fields that are places.
          symmetric: the game is the same for both teams, on the board turned by half: `verify` looks at it.
          sound: `(world, game)`: 0, or a number of what doesn't hold.
          functions: kernels of the game's own by name: `observe`, `stage`, `value`, …
          more: any other attribute of `GameDefinition`.

        Raises:
          ValueError: one line with all that is wrong with the tables.
          TypeError: one line with all that isn't of the type that a table has.
        """
        given = {**locals(), **more}
        # What it was made of, for games of other tables: `DeclaredGame("other", __name__, **GAME.tables | {…})`.
        self.tables = {key: given[key] for key in given.keys() - {"self", "name", "module", "more"}}
        # Where it is: it is pickled by its module and its name there.
        self.__module__, self.name, self.title, self.teams = module, name, title, teams
        self.package, self.kernels = module.partition(".")[0], f"{module}.kernels"
        PACKAGES.add(self.package)
        self.decisions, self.endings = ("", *decisions), ("", *endings)
        self.goal_ending = "".join(self.endings[1:2])
        self.purposes, self.subjects, self.reasons = tuple(purposes), tuple(subjects), tuple(reasons)
        self.draw_examples = tuple(f"{purpose}:{teams[0]}=3" for purpose in self.purposes[:2])
        self.event_kinds = (*KINDS, *events)
        self.fields, self.switches, self.turns = tuple(fields), tuple(switches), turns
        self.symmetric = symmetric
        self.environment_name = f"{name.replace('-', '_')}_v0"
        self.lay_out, self._fault, self._turned, self._names = lay_out, fault, turned, names or {}
        self._presets = dict(presets or {name: {}})
        self.default_scenario = next(iter(self._presets))
        if mistyped := self._mistyped(given):
            raise TypeError(f"the game {name}: {'; '.join(mistyped)}")
        if wrong := list(faults(self.fields, self.switches, (*FIELDS, *TAKEN))) + self._faults(lead):
            raise ValueError(f"the game {name}: {'; '.join(wrong)}")
        if not any(option.order for option in options):
            options = [option._replace(order=option.kind) for option in options]
        kinds = kinds or [Kind(each) for each in dict.fromkeys(option.kind for option in options)]
        some = actors or Argument(0)
        self.actions = Actions([*kinds, Kind(WAIT)], options, some, arguments or {}, ready)
        largest = {switch.name: switch.most for switch in self.switches}
        if few := () if callable(self._names) else list(too_few(self.actions, largest, self._names)):
            raise ValueError(f"the game {name}: {'; '.join(few)}")
        self.orders = self.actions.orders
        self.shaping, self.shaping_weights = NoShaping, {}
        whole = None
        if lead:
            field = next(field for field in self.fields if field.name == lead)
            self.shaping, self.shaping_weights = Lead, {"lead": f"weight of the lead in {lead.replace('_', ' ')}"}
            whole = lead, field.share or field.most
        own = dict(functions or {})
        if {"value", "policy"} & own.keys():
            self.planning = self.kernels
        for key, value in more.items():
            if not hasattr(GameDefinition, key) and key not in GameDefinition.__annotations__:
                raise TypeError(f"DeclaredGame: {key} is no part of a game")
            setattr(self, key, value)
        self._make_types(board)
        self._scenario_type = self._scenario_class()
        self._text = self._position_text()
        draws = [f"{module}.{each}" for each in ("URNS", "CONTESTS") if hasattr(sys.modules.get(module), each)]
        self.source = source(self.actions, self.fields, self.decisions, start, turns, whole, own, sound, draws)
        load_written(self.kernels, self.source)

    @staticmethod
    def _mistyped(given: Mapping[str, Any]) -> list[str]:
        """What of the tables isn't what it should be."""
        kinds = {"kinds": Kind, "options": Option, "fields": Field, "switches": Switch, "events": EventKind}
        wrong = [
            f"{key}: {each!r} is no {kind.__name__}"
            for key, kind in kinds.items()
            for each in given[key]
            if not isinstance(each, kind)
        ]
        arguments, names = given["arguments"] or {}, given["names"] or {}
        if not isinstance(arguments, Mapping):
            wrong.append("arguments: a mapping is meant, from the name of what actions name to its Argument")
            arguments = {}
        pieces = [("actors", given["actors"])] if given["actors"] is not None else []
        wrong += [
            f"{key}: {each!r} is no Argument"
            for key, each in [*pieces, *arguments.items()]
            if not isinstance(each, Argument)
        ]
        if isinstance(names, Mapping):
            wrong += [f"names: {key} is no argument, nor actors" for key in names if key not in ("actors", *arguments)]
            wrong += [
                f"names: those of {key} are two sequences of names, of team 0 and of team 1"
                for key, both in names.items()
                if not _are_names(both)
            ]
        if given["actors"] is None and any(isinstance(each, Kind) and each.actor for each in given["kinds"]):
            wrong.append("actors: there are none, yet a kind of action has an actor")
        if given["turned"] is not None and not callable(given["turned"]):
            wrong.append("turned: a function is meant")
        return wrong

    def _faults(self, lead: str) -> list[str]:
        leads = [field.name for field in self.fields if field.each and not field.many]
        wrong = [f"lead: {lead} is no field with one number of each team"] if lead and lead not in leads else []
        if self.turns and self.turns not in [switch.name for switch in self.switches]:
            wrong.append(f"turns: {self.turns} is no switch")
        if not self.goal_ending:
            wrong.append("endings: there is none")
        taken = {*dir(DeclaredScenario), *DeclaredScenario.model_fields, *TAKEN}
        return wrong + [
            f"switch {each.name}: scenarios have this already" for each in self.switches if each.name in taken
        ]

    def _make_types(self, board: np.dtype[np.void] | None) -> None:
        subjects = -(-(OWN_SUBJECTS + len(self.subjects)) // 4) * 4
        header = [(name, "i4") for name in FIELDS[1:]]
        fields: list[Any] = [("dice", dice_type(subjects)), *header, *record_fields(self.fields)]
        if np.zeros(1, record(*fields)).itemsize % 8:
            fields.append(("spare", "i4"))
        self.record_type = record(*fields)
        check_header(self.record_type)
        spare = ("spare", "i4", (2 - len(self.switches) % 2,))
        rules = record(*((switch.name, "i4") for switch in self.switches), spare)
        self.world_type = record(("rules", rules), *([("board", board)] if board is not None else []))

    def _scenario_class(self) -> type[DeclaredScenario]:
        keys: dict[str, Any] = {
            each.name: (Annotated[int, pydantic.Field(ge=each.low, le=each.most)], each.usual) for each in self.switches
        }
        kind = pydantic.create_model(f"{self.title} scenario", __base__=DeclaredScenario, **keys)
        kind.definition = self
        return kind

    def _position_text(self) -> PositionText[DeclaredScenario]:
        rows = (
            one("turn", Number(self.turns or MOST_TURNS), given=True),
            Deciding(self.teams, self.decisions, self.endings),
            *rows_of_text(self.fields, self.teams),
        )
        return PositionText(rows, self.start_record, self._check)

    # Scenarios.

    def load(self, name_or_path: str | Path) -> DeclaredScenario:
        text = name_of(name_or_path, self.presets())
        if is_file_name(text):
            return self._scenario_type.from_file(text)
        return self._scenario_type.read({"name": text, **self._presets[text]}, text)

    def presets(self) -> Sequence[str]:
        return tuple(self._presets)

    def from_json(self, text: str) -> DeclaredScenario:
        return self._scenario_type.from_json(text)

    def with_rules(self, scenario: DeclaredScenario, rules: Mapping[str, object]) -> DeclaredScenario:
        return self._scenario_type.read(json.loads(scenario.to_json()) | dict(rules), scenario.name)

    def start_record(self, scenario: DeclaredScenario) -> Records:
        games = np.zeros(1, self.record_type)
        games["decider"] = games["winner"] = NONE
        for field in self.fields:
            games[field.name] = field.start
        return games

    def encoding(self, scenario: DeclaredScenario, name: str) -> DeclaredEncoding:
        if name not in self.encodings:
            raise ValueError(f"encoding {brief(name)}: known are {', '.join(self.encodings)}")
        header = header_entries(self.decisions, self.turns)
        return DeclaredEncoding(name, [Block("game", header), Block("fields", entries_of(self.fields))])

    # Text.

    def action_names(self, scenario: DeclaredScenario) -> DeclaredNames:
        return scenario.action_names

    def names_of(self, scenario: DeclaredScenario) -> DeclaredNames:
        """Make the table of a scenario's actions; ValueError: the names of something are too few."""
        given = dict(self._names(scenario) if callable(self._names) else self._names)
        counts = scenario.numbers()
        for key, argument in {"actors": self.actions.actors, **self.actions.arguments}.items():
            usual = [str(number + 1) for number in range(self.actions.count(argument, counts))]
            given.setdefault(key, (usual, usual))
        return DeclaredNames(self.actions, counts, given["actors"], given, self.teams)

    def format_position(self, scenario: DeclaredScenario, games: Records | Record) -> str:
        return self._text.format(scenario, games)

    def parse_position(self, scenario: DeclaredScenario, text: str) -> Records:
        return self._text.parse(scenario, text)

    def _check(self, scenario: DeclaredScenario, games: Records) -> None:
        game = games[0]
        if game["decision"] == OVER and game["ending"] == RUNNING:
            if game["turn"]:
                refuse("who decides (to=), or how the game has ended (over=), is missing")
            if games.tobytes() != self.start_record(scenario).tobytes():
                refuse("turn=0: the game hasn't begun, so nothing has happened yet")
        elif fault := self._fault(scenario, game):
            refuse(fault)

    def why_not(self, scenario: DeclaredScenario, games: Records, action: int) -> str:
        game = games[0]
        reason = int(import_module(self.kernels).no_action(scenario.world[0], game, action))
        if reason == ALLOWED:
            return "nothing: it is legal"
        if reason == NEVER_ASKED:
            return "to wait is for the team that doesn't decide"
        if reason == NOT_ASKED:
            return f"this is no answer to what is asked: {self.decisions[game['decision']]}"
        parts = self.action_names(scenario).parts(action, int(game["decider"]))
        return self.reasons[reason - OWN_REASONS].format(who=parts.who, argument=parts.argument)

    def subject_name(self, scenario: DeclaredScenario, subject: int) -> str:
        return (*self.teams, TABLE_NAME, *self.subjects)[subject]

    def event_value(self, scenario: DeclaredScenario, meaning: str, value: int, who: int) -> int | str:
        if meaning == "action":
            return self.action_names(scenario).name(value, who)
        return self.endings[value] if meaning == "ending" else value

    # The board turned by half.

    def turned(self, scenario: DeclaredScenario, games: Records) -> Records | None:
        if not self.symmetric:
            return None
        if self.actions.arguments and self._turned is None and not any(field.place for field in self.fields):
            return None  # what actions name may be places
        if not isinstance(games, np.ndarray):
            raise TypeError("games: an array of records, such as `game.games`, not one record")
        other = games.copy()
        for field in ("decider", "winner"):
            other[field] = exchanged(other[field])
        turned_fields(self.fields, other, scenario.numbers())
        if self._turned:
            self._turned(scenario, other)
        return other
