"""The tokens of position text, declared: which fields each holds, how it is written and read (docs/formats.md)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from paintball_env.actions import LETTERS, TEAMS, figure_name
from paintball_env.notation.ground_text import GROUND_ROWS, PLACE_ROWS
from paintball_env.notation.names import DIRECTION, FIGURE, TEAM, one_of, team_size
from paintball_env.notation.words import ENDINGS, FACING, FLAG_KEYS, KINDS, WHATS, flag_keys
from paintball_env.places import DIRECTIONS, PLACE, place_names
from paintball_env.rules import entry, figure_states, state
from paintball_env.rules.figures import full_points
from paintball_env.rules.ground import put_in
from paintball_env.rules.state import BLUE, MARSHALS, NONE, RED, SHOTS, STRIDE, TEAM_NUMBERS
from paintball_env.scenario import Scenario
from tabletop.base.arrays import Records
from tabletop.game.header import OVER, Record
from tabletop.game.position_text import Number, Part, PositionText, Row, Token, Tokens, one, refuse

PAIR = "wants Red's and Blue's number, as in 1,0"
PIECES = "wants soft+hard pieces of Red and Blue, as in 3+1,2+0"
# A figure's states: field and value by word; of the counted ones the state by what stands before the number.
STATES = {
    one.token(value): (one.field, value)
    for one in figure_states.STATES
    if not one.counted
    for value in range(1, len(one.values) + 1)
}
COUNTED = {one.values[0].token: one for one in figure_states.STATES if one.counted}


@dataclass(frozen=True)
class Count(Number):
    """A number without leading zeros; `most` may be the name of one of the scenario's rules."""

    def limit(self, scenario: Scenario) -> int:
        """The largest number."""
        return int(scenario.world[0].rules[self.most]) if isinstance(self.most, str) else super().limit(scenario)

    def read(self, scenario: Scenario, key: str, text: str) -> int:
        """The number of a text; ValueError: it is none, or too large."""
        if not re.fullmatch("0|[1-9][0-9]{0,3}", text):
            refuse(f"'{text}' is no number", key)
        if int(text) > (most := self.limit(scenario)):
            refuse(f"{text} is more than {most}", key)
        return int(text)


SCORE = Count(lambda scenario: 6 * int(scenario.world[0].rules.command_dice))
SIZES = [Count(partial(team_size, team)) for team in (RED, BLUE)]
GRENADES, ANY = Count(99), Count(9999)
# Behind hex and facing stand in a figure's record its states, its points first.
NO_STATES = [0] * (len(state.FIGURE.names or ()) - 3)
EXPERT_AT = figure_states.FIELDS.index("expert")
IN_WORDS = [(figure_states.FIELDS.index(one.field), one) for one in figure_states.IN_WORDS]


def start_record(scenario: Scenario) -> Records:
    """The record that a text fills: nobody is placed, nothing is asked."""
    games = np.zeros(1, scenario.size.game)
    entry.clear(games)
    for field, parts in (("marshal", ("hex", "attends")), ("flag", ("hex", "carrier"))):
        for part in parts:
            games[field][part] = NONE
    return games


class Keys(Row):
    """Nothing of its own: it refuses keys that the scenario doesn't have, and a text without those that are needed."""

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield nothing."""
        return iter(())

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Take out nothing."""
        flags = flag_keys(scenario.world[0].rules)
        for key in tokens:
            if re.fullmatch("[RB][1-9][0-9]?", key):
                FIGURE.read(scenario, key, key)
            elif key in ALL_FLAGS and key not in flags:
                refuse(f"this scenario's flags are {' and '.join(flags) or 'none'}", key)
            elif key not in KNOWN:
                refuse("unknown key", key)
        for key in ("turn", "acting", "second"):
            if key not in tokens:
                refuse("is missing, it is always written", key)


class Shots(Row):
    """SH3, SH4: declared targets in their order; `*` stands behind those that are picked."""

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token."""
        shots = zip(game["shot"].tolist(), game["taken"].tolist(), strict=True)
        if words := [figure_name(shot) + "*" * taken for shot, taken in shots if shot != NONE]:
            yield "shots", ",".join(words)

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        shots = tokens.pop("shots").split(",") if "shots" in tokens else []
        if len(shots) > SHOTS:
            refuse(f"a volley has {SHOTS} shots at most", "shots")
        for index, text in enumerate(shots):
            game["shot"][index] = FIGURE.read(scenario, "shots", text.removesuffix("*"))
            game["taken"][index] = text.endswith("*")


class Figures(Row):
    """A figure's hex, the direction it faces, and its states: `R1=c4/NE,p1,moved1,used`; and who is in which hex."""

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the tokens of those on the board."""
        names = place_names(scenario)
        for team, points in enumerate(_usual_points(scenario, game)):
            usual = [[number, *NO_STATES] for number in points]
            for number, figure in enumerate(game["figure"][team].tolist(), 1):
                if figure[0] == NONE:
                    continue
                place, facing, *states = figure
                words = [names[place] + (f"/{DIRECTIONS[facing]}" if facing != FACING[team] else "")]
                if states != (left_out := usual[states[EXPERT_AT]]):
                    words += [one.token(states[at]) for at, one in IN_WORDS if states[at] != left_out[at]]
                yield f"{LETTERS[team]}{number}", ",".join(words)

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the tokens, in the text's order."""
        figures = {name: who for who, name in FIGURE.by_number(scenario).items()}
        usual = _usual_points(scenario, game)
        for key in [key for key in tokens if key in figures]:
            team, number = divmod(figures[key], STRIDE)
            figure = game["figure"][team, number]
            place, *words = tokens.pop(key).split(",")
            name, slash, facing = place.partition("/")
            spot = PLACE.read(scenario, key, name)
            figure["facing"] = DIRECTION.read(scenario, key, facing) if slash else FACING[team]
            states: dict[str, int] = {}
            for word in words:
                field, value = _state(scenario, key, word)
                if field in states:
                    refuse(f"'{word}' repeats or contradicts what stands before it", key)
                states[field] = figure[field] = value
            expert = states.get("expert", 0)
            figure["points"] = points = states.get("points", usual[team][expert])
            if points > (most := int(full_points(scenario.world[0].rules, expert))):
                refuse(f"{'an expert' if expert else 'a figure'} has {most} points at most", key)
            put_in(scenario.world[0], game, figures[key], spot)


def _usual_points(scenario: Scenario, game: Record) -> list[tuple[int, int]]:
    """The points that are left out, by team, of a figure and of an expert."""
    rules, nothing = scenario.world[0]["rules"], (0, 0)
    if game["turn"] == 0:
        return [nothing, nothing]
    full = int(full_points(rules, 0)), int(full_points(rules, 1))
    if game["phase"] < 2:
        return [full, full]
    return [full, nothing] if game["acting"] == RED else [nothing, full]


def _state(scenario: Scenario, key: str, word: str) -> tuple[str, int]:
    """Field and value of one of a figure's states."""
    if word in STATES:
        return STATES[word]
    name = word.rstrip("0123456789")
    if name not in COUNTED:
        refuse(f"'{word}' is no state of a figure", key)
    entry, digits = COUNTED[name], word.removeprefix(name)
    if entry.ends == figure_states.NEVER:
        if count := GRENADES.read(scenario, key, digits or "1"):
            return entry.field, count
        refuse(f"'{word}': no grenade is left out", key)
    return entry.field, (Count("max_moves") if entry.field == "moved" else ANY).read(scenario, key, digits)


class Marshals(Row):
    """A Marshal's hex, and whose gun he clears: `M1=c2,attends=R3` (MF3)."""

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the tokens of those on the board."""
        for number, (place, patient) in enumerate(game["marshal"].tolist(), 1):
            if place != NONE:
                attends = "" if patient == NONE else f",attends={figure_name(patient)}"
                yield f"M{number}", place_names(scenario)[place] + attends

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the tokens."""
        for key, marshal in zip(MARSHAL_KEYS, game["marshal"], strict=True):
            if key in tokens:
                name, comma, patient = tokens.pop(key).partition(",")
                marshal["hex"] = PLACE.read(scenario, key, name)
                if comma and ("," in patient or not patient.startswith("attends=")):
                    refuse("after a Marshal's hex stands nothing but the figure, as in attends=R3", key)
                if comma:
                    marshal["attends"] = FIGURE.read(scenario, key, patient.removeprefix("attends="))


class Flags(Row):
    """Where each of the scenario's flags lies, or who carries it (FL1)."""

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the tokens."""
        for key, number in flag_keys(scenario.world[0].rules).items():
            place, carrier = game["flag"][number].item()
            if carrier != NONE or place != NONE:
                yield key, place_names(scenario)[place] if carrier == NONE else figure_name(carrier)

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the tokens."""
        for key, number in flag_keys(scenario.world[0].rules).items():
            if name := tokens.pop(key, ""):
                field, value = ("carrier", FIGURE) if name[0] in LETTERS else ("hex", PLACE)
                game["flag"][number][field] = value.read(scenario, key, name)


class Asked(Token):
    """Who decides what, while somebody does."""

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token."""
        if game["decision"] != OVER:
            yield from super().write(scenario, game)


TEXT = PositionText[Scenario](
    (
        Keys(),
        one("turn", Count("max_turns"), given=True),
        one("phase", Count(2)),
        one("acting", TEAM, given=True),
        one("second", TEAM, given=True),
        Token("score", [Part("score", SCORE, within=("side", team)) for team in (RED, BLUE)], ",", meant=PAIR),
        Token("used", [Part("used", SIZES[team], within=("side", team)) for team in (RED, BLUE)], ",", meant=PAIR),
        Asked("to", (Part("decider", TEAM, None, NONE), Part("decision", one_of(KINDS)))),
        Token(
            "over",
            (
                Part("winner", one_of({**dict(enumerate(TEAMS)), NONE: "draw"}), None, NONE),
                Part("ending", one_of(ENDINGS)),
            ),
        ),
        one("actor", FIGURE, usual=NONE),
        one("asked", FIGURE, usual=NONE),
        *PLACE_ROWS,
        one("kind", one_of(WHATS)),
        one("count", GRENADES),
        Shots(),
        *(
            Token(each.field, [Part(each.field, Count(each.most), team) for team in (RED, BLUE)], ",", meant=PAIR)
            for each in TEAM_NUMBERS
        ),
        Token(
            "left",
            [
                Part(field, Count(f"{field}_pieces"), within=("side", team))
                for team in (RED, BLUE)
                for field in ("soft", "hard")
            ],
            ("+", ",", "+"),
            meant=PIECES,
        ),
        Figures(),
        Marshals(),
        Flags(),
        *GROUND_ROWS,
    ),
    start_record,
    whole=True,
)
ALL_FLAGS = [key for keys in FLAG_KEYS for key in keys]
MARSHAL_KEYS = [f"M{number}" for number in range(1, MARSHALS + 1)]
KNOWN = {*ALL_FLAGS, *MARSHAL_KEYS, "shots", *(key for row in TEXT.rows if (key := getattr(row, "key", "")))}
