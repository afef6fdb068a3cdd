"""Positions as a line of text and back (docs/state-of-war.md, "Positions")."""

from collections.abc import Callable, Iterator

import numpy as np

from state_of_war.actions import TEAMS
from state_of_war.figure_text import Forces
from state_of_war.rules import state, turns
from state_of_war.rules.figures import up_table
from state_of_war.rules.state import BLUE, NONE, UNITS
from state_of_war.scenario import Scenario
from state_of_war.soundness import check
from state_of_war.text_values import COURSE, SIDE, UNIT
from tabletop.base.arrays import Records
from tabletop.game.header import Record
from tabletop.game.position_text import (
    Deciding,
    Name,
    Number,
    Part,
    PositionText,
    Row,
    Several,
    Token,
    Tokens,
    Value,
    one,
    refuse,
)

VERSION = 1  # of the text of positions
STAGES = {state.SHOTS: turns.SHOOTING, state.MELEES: turns.FIGHTING, state.MORALE: turns.CHECKING}
BOUNDARIES = tuple(STAGES)
ACTS = ("", "move", "forced", "form", "mount", "charge")
MOST_PARTS = 240  # of a charge's whole step (ME1)


def start_record(scenario: Scenario) -> Records:
    """The record that every game is copied from: nobody is placed."""
    world, games = scenario.world[0], np.zeros(1, scenario.record_type)
    game = games[0]
    for field in ("decider", "winner", "acting", "unit", "target", "near", "asked", "holder"):
        game[field] = NONE
    game["attacker"], game["zones"] = world["rules"]["attacker"], world["rules"]["zones"]
    game["first"] = game["attacker"]
    for field in ("origin", "course", "facing", "shoots"):
        game["units"][field] = NONE
    for side in (0, 1):
        for number, troop in enumerate(scenario.troops[side]):
            unit, first = game["units"][side, number], world["troops"][side, number]["first"]
            unit["origin"], unit["strength"] = number, len(troop.men)
            figures = game["figures"][side, first : first + len(troop.men)]
            figures["state"], figures["unit"] = state.UNPLACED, number
            if troop.entry.horse:
                unit["facing"] = up_table(game, side)
    return games


class Usual(Row):
    """A token of one number whose usual one depends on the scenario or on what is said before."""

    def __init__(self, key: str, value: Value, usual: Callable[[Scenario, Record], int], field: str = "") -> None:
        """Take the key, how the number is written, what it is where the token is left out, and the record's field."""
        self.key, self.value, self.usual, self.field = key, value, usual, field or key

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token, unless it is the usual one."""
        if game[self.field] != self.usual(scenario, game):
            yield self.key, self.value.write(scenario, int(game[self.field]))

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        given = tokens.pop(self.key, None)
        usual = self.usual(scenario, game)
        game[self.field] = usual if given is None else self.value.read(scenario, self.key, given)


class Act(Row):
    """RE2: what the unit under way does: `move:NNW:4`, `charge:G2:N:120`, `form`."""

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token."""
        act = int(game["act"])
        words = [ACTS[act]]
        if act == state.CHARGES:
            words.append(UNIT.write(scenario, int(game["target"])))
        if act in (state.MOVES, state.FORCED, state.CHARGES):
            words += [COURSE.write(scenario, int(game["heading"])), str(game["whole"])]
        if act:
            yield "act", ":".join(words)

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        if "act" not in tokens:
            return
        text = tokens.pop("act")
        word, *rest = text.split(":")
        act = game["act"] = Name(ACTS).read(scenario, "act", word)
        if act == state.CHARGES and rest:
            game["target"] = UNIT.read(scenario, "act", rest.pop(0))
        if len(rest) != (0 if act in (state.FORMS, state.MOUNTS) else 2):
            refuse(f"act={text}: move:N:4, forced:N:4, form, mount or charge:G2:N:120")
        if rest:
            most = MOST_PARTS if act == state.CHARGES else state.QUARTERS
            game["heading"] = COURSE.read(scenario, "act", rest[0])
            game["whole"] = Number(most, 1).read(scenario, "act", rest[1])


class Fires(Row):
    """RE2: units of the side that doesn't act which have said `fire` at this stop: `fires=G1+G2`."""

    late = True  # the acting side is known then

    def names(self, game: Record) -> Several:
        """The names of that side's units."""
        first = 0 if game["acting"] != BLUE else UNITS
        return Several(Name({number: UNIT.write(None, first + number) for number in range(UNITS)}))

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token."""
        if game["fires"]:
            yield "fires", self.names(game).write(scenario, int(game["fires"]))

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        if "fires" in tokens:
            game["fires"] = self.names(game).read(scenario, "fires", tokens.pop("fires"))


class Stage(Row):
    """What isn't written, for the boundary says it: what the engine does next."""

    late = True

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield nothing."""
        return iter(())

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Put it into the record."""
        game["stage"] = STAGES.get(int(game["decision"]), 0)


def _attacker(scenario: Scenario, game: Record) -> int:
    return int(scenario.world[0]["rules"]["attacker"])


def _zones(scenario: Scenario, game: Record) -> int:
    return int(scenario.world[0]["rules"]["zones"])


def _first(scenario: Scenario, game: Record) -> int:
    return int(game["attacker"])


def _action(scenario: Scenario, game: Record) -> int:
    return int(game["acting"] != NONE)


TEXT = PositionText[Scenario](
    (
        one("turn", Number("turns"), given=True),
        Usual("attacker", SIDE, _attacker),
        Usual("zones", Name(("long", "short", "half")), _zones),
        one("turned", Number(1)),
        Usual("first", SIDE, _first),
        one("part", SIDE, usual=NONE, field="acting"),
        Usual("action", Number(2, 1), _action),
        Deciding(TEAMS, state.DECISIONS, state.ENDINGS, boundaries=BOUNDARIES),
        one("unit", UNIT, usual=NONE),
        Act(),
        one("at", Number(MOST_PARTS)),
        one("near", UNIT, usual=NONE),
        one("asked", UNIT, usual=NONE),
        Fires(),
        one("declined", Number(1)),
        one("fallen", Several(SIDE)),
        Token("held", (Part("holder", SIDE, None, NONE), Part("held", Number("turns", 1)))),
        Forces(),
        Stage(),
    ),
    start_record,
    check,
)
format_position, parse_position = TEXT.format, TEXT.parse
