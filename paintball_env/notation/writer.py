"""Positions as one line of text that a person can read and type (docs/formats.md, "Positions").

Text and record say the same, exactly: all but the leading sub-record with the dice.
"""

from collections import namedtuple
from functools import lru_cache
from typing import Any

import numpy as np

from paintball_env.actions import TEAMS, figure_name
from paintball_env.notation.checks import check
from paintball_env.notation.reader import read
from paintball_env.notation.words import ENDINGS, FACING, KINDS, WHATS, NotationError, Place, flag_keys, usual_points
from paintball_env.rules import state
from paintball_env.rules.figure_states import IN_WORDS
from paintball_env.rules.state import BLUE, MARSHALS, NONE, RED, STRIDE
from tabletop.base.arrays import Records
from tabletop.game.header import Record, position_key
from tabletop.game.hex_grid import DIRECTIONS

__all__ = ["NotationError", "format_position", "parse_position", "position_key", "same_position"]


def parse_position(scenario: Place, text: str) -> np.ndarray:
    """Read a position.

    Args:
      scenario: the board, rules and teams it belongs to.
      text: one line of `key=value` tokens.

    Returns:
      An array of one game record; its dice are all 0.

    Raises:
      NotationError: one line that names the token and says what is wrong with it.
    """
    games, tokens = read(scenario, text)
    check(scenario, games[0], tokens)
    return games


def format_position(scenario: Place, game: Records | Record) -> str:
    """Write a position in the canonical order, usual values left out.

    Args:
      scenario: what it belongs to.
      game: a game record, or an array of one.
    """
    record = _as_tuple(game)
    rules, names = scenario.world[0].rules, scenario.board_map.names
    tokens = [f"turn={record.turn}"]
    if record.phase:
        tokens.append(f"phase={record.phase}")
    tokens += [f"acting={TEAMS[record.acting]}", f"second={TEAMS[record.second]}"]
    tokens += _pair("score", *(record.side[team].score for team in (RED, BLUE)))
    tokens += _pair("used", *(record.side[team].used for team in (RED, BLUE)))
    if record.decision != state.OVER:
        tokens.append(f"to={TEAMS[record.decider]}:{KINDS[record.decision]}")
    if record.ending != state.RUNNING:
        winner = "draw" if record.winner == NONE else TEAMS[record.winner]
        tokens.append(f"over={winner}:{ENDINGS[record.ending]}")
    tokens += _open_decision(record, names)
    tokens += _left(record)
    for team in (RED, BLUE):
        for number, figure in enumerate(record.figure[team]):
            if figure.hex != NONE:
                usual = usual_points(rules, record, team, figure.expert)
                tokens.append(_figure(STRIDE * team + number, figure, usual, names))
    for number in range(MARSHALS):
        marshal = record.marshal[number]
        if marshal.hex != NONE:
            attends = "" if marshal.attends == NONE else f",attends={figure_name(marshal.attends)}"
            tokens.append(f"M{number + 1}={names[marshal.hex]}{attends}")
    for key, number in flag_keys(rules).items():
        flag = record.flag[number]
        if flag.carrier != NONE:
            tokens.append(f"{key}={figure_name(flag.carrier)}")
        elif flag.hex != NONE:
            tokens.append(f"{key}={names[flag.hex]}")
    tokens += _hexes(record, names)
    return " ".join(tokens)


def same_position(a: Records | Record, b: Records | Record) -> bool:
    """Tell whether two game records are the same position, whatever their dice."""
    return position_key(a) == position_key(b)


def _pair(key: str, first: int, second: int) -> list[str]:
    return [f"{key}={first},{second}"] if first or second else []


def _open_decision(game: Any, names: tuple[str, ...]) -> list[str]:
    tokens = []
    if game.actor != NONE:
        tokens.append(f"actor={figure_name(game.actor)}")
    if game.asked != NONE:
        tokens.append(f"asked={figure_name(game.asked)}")
    if game.place != NONE:
        tokens.append(f"place={names[game.place]}")
    if game.kind != state.NO_KIND:
        tokens.append(f"kind={WHATS[game.kind]}")
    if game.count:
        tokens.append(f"count={game.count}")
    shots = [
        figure_name(shot) + "*" * int(taken) for shot, taken in zip(game.shot, game.taken, strict=True) if shot != NONE
    ]
    if shots:
        tokens.append(f"shots={','.join(shots)}")
    return tokens + _pair("losses", *game.losses)


def _left(game: Any) -> list[str]:
    pieces = [f"{side.soft}+{side.hard}" for side in game.side]
    return [f"left={','.join(pieces)}"] if pieces != ["0+0", "0+0"] else []


def _figure(identity: int, figure: Any, usual: int, names: tuple[str, ...]) -> str:
    place = names[figure.hex]
    if figure.facing != FACING[identity // STRIDE]:
        place += f"/{DIRECTIONS[figure.facing]}"
    words = [place]
    for entry in IN_WORDS:
        value = getattr(figure, entry.field)
        if value != (usual if entry.field == "points" else 0):
            words.append(entry.token(value))
    return f"{figure_name(identity)}={','.join(words)}"


def _hexes(game: Any, names: tuple[str, ...]) -> list[str]:
    soft = [name for name, cover in zip(names, game.cover, strict=False) if cover == state.SOFT]
    hard = [
        f"{name}/{DIRECTIONS[cover - state.HARD]}"
        for name, cover in zip(names, game.cover, strict=False)
        if cover >= state.HARD
    ]
    smoke = [name for name, cloud in zip(names, game.smoke, strict=False) if cloud]
    lists = (("soft", soft), ("hard", hard), ("smoke", smoke))
    return [f"{key}={','.join(hexes)}" for key, hexes in lists if hexes]


def _as_tuple(record: Records | np.void) -> Any:
    """A record, or an array of one, of Python's own numbers, tuples and lists: they are read ten times as fast.

    An element of a table is `table[i][j]`; nothing can be written through it.
    """
    if isinstance(record, np.ndarray):
        record = record.reshape(())[()]
    return _reader(record.dtype)(record.item())


@lru_cache(maxsize=64)
def _reader(dtype: np.dtype[np.void]) -> Any:
    """A function from what `tolist` gives for a dtype to named tuples; None: it is plain already."""
    if dtype.names is None or dtype.fields is None:
        return None
    kind = namedtuple("kind", dtype.names)  # type: ignore[misc]
    parts = []  # what isn't a plain number already: its place, its reader, how many axes it has
    for place, name in enumerate(dtype.names):
        inner = dtype.fields[name][0]
        base, shape = inner.subdtype or (inner, ())
        if (reader := _reader(base)) or shape:
            parts.append((place, reader, len(shape)))
    if not parts:
        return kind._make

    def read(values: Any) -> Any:
        values = list(values)
        for place, part, depth in parts:
            values[place] = _read(part, depth, values[place])
        return kind._make(values)

    return read


def _read(part: Any, depth: int, value: Any) -> Any:
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if part is None:
        return value
    if depth == 0:
        return part(value)
    return [_read(part, depth - 1, item) for item in value]
