"""Position text into a record, token by token; whether what it says is possible is judged in `notation.checks`."""

import re

import numpy as np

from paintball_env.actions import LETTERS, TEAMS
from paintball_env.notation.words import (
    ENDINGS,
    FACING,
    KINDS,
    WHATS,
    NotationError,
    Place,
    fail,
    flag_keys,
    hex_numbers,
    title,
    usual_points,
)
from paintball_env.rules import figure_states, state
from paintball_env.rules.figures import full_points
from paintball_env.rules.state import BLUE, MARSHALS, NONE, RED, SHOTS, STRIDE
from tabletop.game.header import Record
from tabletop.game.hex_grid import DIRECTIONS

NUMBER = re.compile("0|[1-9][0-9]{0,3}")
LARGEST = 9999
# Words of a figure's states: field and value; of the counted ones the state.
STATES = {
    one.token(value): (one.field, value)
    for one in figure_states.STATES
    if not one.counted
    for value in range(1, len(one.values) + 1)
}
COUNTED = {one.values[0].token: one for one in figure_states.STATES if one.counted}
PLAIN_KEYS = (
    *("turn", "phase", "acting", "second", "score", "used", "to", "over"),
    *("actor", "asked", "place", "kind", "count", "shots", "losses", "left"),
    *("soft", "hard", "smoke"),
)
ALL_FLAGS = ("flag", "flag.red", "flag.blue")
MAX_GRENADES = 99

Tokens = dict[str, str]


def read(scenario: Place, text: str) -> tuple[np.ndarray, Tokens]:
    """Read a position without judging it; an array of one record, and its tokens."""
    tokens = _split(text)
    games = np.zeros(1, scenario.size.game)
    _Reader(scenario, tokens, games[0]).read()
    return games, tokens


def _split(text: str) -> Tokens:
    if not isinstance(text, str):
        raise NotationError(f"a position is a line of text, not {type(text).__name__}")
    if len(text.strip().splitlines()) > 1:
        raise NotationError("a position is one line")
    tokens: Tokens = {}
    for token in text.split():
        key, sign, value = token.partition("=")
        if not (key and sign and value):
            fail(token, "a token is key=value")
        if key in tokens:
            fail(token, f"{key} is given twice")
        tokens[key] = value
    return tokens


class _Reader:
    def __init__(self, scenario: Place, tokens: Tokens, game: state.Game) -> None:
        self.world = scenario.world[0]
        self.rules = self.world.rules
        self.hexes = hex_numbers(scenario.board_map.names)
        self.tokens = tokens
        self.game = game

    def read(self) -> None:
        figures = []
        flags = flag_keys(self.rules)
        for key in self.tokens:
            if re.fullmatch("[RB][1-9][0-9]?", key):
                figures.append((key, self.figure(key, key)))
            elif key in ALL_FLAGS and key not in flags:
                fail(self.quote(key), f"this scenario's flags are {' and '.join(flags) or 'none'}")
            elif key not in PLAIN_KEYS and key not in flags and not re.fullmatch("M[1-4]", key):
                fail(self.quote(key), "unknown key")
        self.clear()
        self.basics()
        self.open_decision()
        for key, identity in figures:
            self.one_figure(key, identity)
        for number in range(MARSHALS):
            self.one_marshal(f"M{number + 1}", self.game.marshal[number])
        for key, number in flags.items():
            self.one_flag(key, self.game.flag[number])
        self.covers()
        for team in (RED, BLUE):
            for figure in self.game.figure[team]:
                if figure.hex != NONE:
                    self.game.present[team][figure.hex] += 1

    def clear(self) -> None:
        game = self.game
        game.decider = game.winner = game.actor = game.asked = game.place = NONE
        game.shot[:] = NONE
        game.figure[...] = state.ABSENT
        for record in game.marshal:
            record.hex = record.attends = NONE
        for record in game.flag:
            record.hex = record.carrier = NONE

    # Words of a value: each fails with the whole token.

    def quote(self, key: str) -> str:
        return f"{key}={self.tokens[key]}"

    def number(self, key: str, text: str, most: int = LARGEST) -> int:
        if not NUMBER.fullmatch(text):
            fail(self.quote(key), f"'{text}' is no number")
        if int(text) > most:
            fail(self.quote(key), f"{text} is more than {most}")
        return int(text)

    def word(self, key: str, text: str, words: tuple[str, ...]) -> int:
        if text not in words or not text:
            fail(self.quote(key), f"'{text}' is none of {' '.join(word for word in words if word)}")
        return words.index(text)

    def hex(self, key: str, text: str) -> int:
        if text not in self.hexes:
            fail(self.quote(key), f"there is no hex {text} on this board")
        return self.hexes[text]

    def figure(self, key: str, text: str) -> int:
        if not re.fullmatch("[RB][1-9][0-9]?", text):
            fail(self.quote(key), f"'{text}' is no figure")
        team, number = LETTERS.index(text[0]), int(text[1:])
        size = int(self.rules.team_size[team])
        if number > size:
            fail(self.quote(key), f"{title(team)} has {size} figures")
        return STRIDE * team + number - 1

    def pair(self, key: str, most: tuple[int, int]) -> tuple[int, int]:
        """Red's and Blue's number; 0,0 where the token is missing."""
        parts = self.tokens.get(key, "0,0").split(",")
        if len(parts) != 2:
            fail(self.quote(key), "wants Red's and Blue's number, as in 1,0")
        return self.number(key, parts[0], most[RED]), self.number(key, parts[1], most[BLUE])

    def listed(self, key: str) -> list[str]:
        return self.tokens[key].split(",") if key in self.tokens else []

    # Groups of tokens.

    def basics(self) -> None:
        game, tokens, rules = self.game, self.tokens, self.rules
        for key in ("turn", "acting", "second"):
            if key not in tokens:
                fail(key, "is missing, it is always written")
        game.turn = self.number("turn", tokens["turn"], int(rules.max_turns))
        game.phase = self.number("phase", tokens.get("phase", "0"), 2)
        game.acting = self.word("acting", tokens["acting"], TEAMS)
        game.second = self.word("second", tokens["second"], TEAMS)
        max_score = 6 * int(rules.command_dice)
        sizes = int(rules.team_size[RED]), int(rules.team_size[BLUE])
        for field, pair in (("score", self.pair("score", (max_score, max_score))), ("used", self.pair("used", sizes))):
            for team in (RED, BLUE):
                game.side[team][field] = pair[team]
        if "to" in tokens:
            team_name, _, kind = tokens["to"].partition(":")
            game.decider = self.word("to", team_name, TEAMS)
            game.decision = self.word("to", kind, KINDS)
        if "over" in tokens:
            winner, _, ending = tokens["over"].partition(":")
            team = self.word("over", winner, (*TEAMS, "draw"))
            game.winner = team if team < 2 else NONE
            game.ending = self.word("over", ending, ENDINGS)
        for team, text in enumerate(self.listed("left")):
            if team > BLUE or text.count("+") != 1 or self.tokens["left"].count(",") != 1:
                fail(self.quote("left"), "wants soft+hard pieces of Red and Blue, as in 3+1,2+0")
            soft, hard = text.split("+")
            game.side[team].soft = self.number("left", soft, int(rules.soft_pieces))
            game.side[team].hard = self.number("left", hard, int(rules.hard_pieces))

    def open_decision(self) -> None:
        game, tokens = self.game, self.tokens
        if "actor" in tokens:
            game.actor = self.figure("actor", tokens["actor"])
        if "asked" in tokens:
            game.asked = self.figure("asked", tokens["asked"])
        if "place" in tokens:
            game.place = self.hex("place", tokens["place"])
        if "kind" in tokens:
            game.kind = self.word("kind", tokens["kind"], WHATS)
        game.count = self.number("count", tokens.get("count", "0"), MAX_GRENADES)
        shots = self.listed("shots")
        if len(shots) > SHOTS:
            fail(self.quote("shots"), f"a volley has {SHOTS} shots at most")
        for index, text in enumerate(shots):
            game.shot[index] = self.figure("shots", text.removesuffix("*"))
            game.taken[index] = text.endswith("*")
        game.losses[:] = self.pair("losses", (STRIDE, STRIDE))

    def one_figure(self, key: str, identity: int) -> None:
        team = identity // STRIDE
        figure = self.game.figure[team][identity % STRIDE]
        place, *words = self.tokens[key].split(",")
        name, slash, facing = place.partition("/")
        figure.hex = self.hex(key, name)
        figure.facing = self.word(key, facing, DIRECTIONS) if slash else FACING[team]
        fields = set()
        for word in words:
            field, value = self.state(key, word)
            if field in fields:
                fail(self.quote(key), f"'{word}' repeats or contradicts what stands before it")
            fields.add(field)
            figure[field] = value
        max_points = int(full_points(self.rules, figure.expert))
        if "points" not in fields:
            figure.points = usual_points(self.rules, self.game, team, figure.expert)
        elif figure.points > max_points:
            fail(self.quote(key), f"{'an expert' if figure.expert else 'a figure'} has {max_points} points at most")

    def state(self, key: str, word: str) -> tuple[str, int]:
        """Field and value of one of a figure's states."""
        if word in STATES:
            return STATES[word]
        name = word.rstrip("0123456789")
        if name not in COUNTED:
            fail(self.quote(key), f"'{word}' is no state of a figure")
        entry, digits = COUNTED[name], word.removeprefix(name)
        if entry.ends == figure_states.NEVER:
            count = self.number(key, digits or "1", MAX_GRENADES)
            return entry.field, count or fail(self.quote(key), f"'{word}': no grenade is left out")
        limit = int(self.rules.max_moves) if entry.field == "moved" else LARGEST
        return entry.field, self.number(key, digits, limit)

    def one_marshal(self, key: str, marshal: Record) -> None:
        if key not in self.tokens:
            return
        name, *words = self.tokens[key].split(",")
        marshal.hex = self.hex(key, name)
        if words:
            if len(words) > 1 or not words[0].startswith("attends="):
                fail(self.quote(key), "after a Marshal's hex stands nothing but the figure, as in attends=R3")
            marshal.attends = self.figure(key, words[0].removeprefix("attends="))

    def one_flag(self, key: str, flag: Record) -> None:
        if key not in self.tokens:
            return
        value = self.tokens[key]
        if value[0] in LETTERS:
            flag.carrier = self.figure(key, value)
        else:
            flag.hex = self.hex(key, value)

    def covers(self) -> None:
        for key in ("soft", "hard", "smoke"):
            target = self.game.smoke if key == "smoke" else self.game.cover
            for text in self.listed(key):
                name, slash, facing = text.partition("/")
                place = self.hex(key, name)
                if target[place]:
                    fail(self.quote(key), f"{name} has {'smoke' if key == 'smoke' else 'cover'} already")
                if (key == "hard") != bool(slash):
                    fail(self.quote(key), "hard cover, and only hard cover, has a facing, as in hard=b4/SW")
                value = {"soft": state.SOFT, "hard": state.HARD, "smoke": 1}[key]
                target[place] = value + (self.word(key, facing, DIRECTIONS) if slash else 0)
