"""Positions on a table: read as the shared text, with all pieces there in play; and turned by half."""

import re

from ..paintball_reference.text import read as read_plain
from ..paintball_reference.text import write
from .geometry import HEADINGS


def read(scenario, text):
    """The game at a position line; in play one with fewer pieces than the scenario's is refused."""
    game = read_plain(scenario, text)
    if game.turn and (len(game.soft), len(game.hard)) != (scenario.soft_total, scenario.hard_total):
        raise ValueError(f"in play there are {scenario.soft_total} soft and {scenario.hard_total} hard pieces")
    if any(heading >= 8 for heading in game.hard.values()):
        raise ValueError("the headings of hard cover are E to WNW")
    return game


def turned(scenario, text):
    """The position turned by half, the teams exchanged; the scenario must be symmetric."""
    other = str.maketrans("RB12", "BR21")
    tokens = []
    for token in text.split():
        key, _, value = token.partition("=")
        if re.fullmatch(r"[RB]\d+", key):
            where, *states = value.split(",")
            place, _, heading = where.partition("/")
            turned_heading = f"/{HEADINGS[(HEADINGS.index(heading) + 8) % 16]}" if heading else ""
            value = ",".join([turned_points(place) + turned_heading, *states])
            key = key[0].translate(other) + key[1:]
        elif re.fullmatch(r"M[12]", key):
            key = key.translate(other)
            value = turned_names(turned_points(value))
        elif key in ("score", "used", "losses", "left"):
            value = ",".join(value.split(",")[::-1])
        elif key in ("acting", "second", "to", "over"):
            value = exchanged(value)
        elif key.startswith("flag"):
            key, value = exchanged(key), turned_names(turned_points(value))
        else:
            value = turned_names(turned_points(value))
        tokens.append(f"{key}={value}")
    return write(read(scenario, " ".join(tokens)))


def exchanged(text):
    """Red and blue exchanged."""
    return re.sub("red|blue", lambda match: {"red": "blue", "blue": "red"}[match[0]], text)


def turned_names(text):
    """The names of figures exchanged."""
    return re.sub(r"\b[RB](?=\d)", lambda match: {"R": "B", "B": "R"}[match[0]], text)


def turned_points(text):
    """All points of a text turned by half."""

    def negated(number):
        return number if number == "0.0" else number[1:] if number.startswith("-") else f"-{number}"

    return re.sub(r"(-?\d+\.\d):(-?\d+\.\d)", lambda match: f"{negated(match[1])}:{negated(match[2])}", text)
