"""Scenarios drawn by lot, `variety-SEED-NN`: boards, teams and rules for networks that are to play more than presets.

Boards are the same turned by half. A scenario differs from the presets in its board, its teams, its number of turns and
a few numbers of the rules; the rest is as in the book. Changing anything here changes what these names stand for.
"""

import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from paintball_env.rules.objectives import NAMES

NAME = re.compile(r"variety-(0|[1-9]\d{0,8})-(?!00)(\d\d)", re.ASCII)
BOARDS = ((4, 5, 4), (5, 6, 5), (6, 7, 6), (7, 8, 7), (3, 4, 5, 4, 3), (4, 5, 6, 5, 4), (5, 6, 7, 6, 5))  # rows
TURNS = (3, 4, 6, 8, 10, 12, 16, 20, 24)
SMALL = 24  # hexes: boards up to this size have at most four figures a side
# Numbers of the rules. A quarter of the time one is drawn from its row; else it is the first of it, as in the book.
RULES: dict[str, tuple[Any, ...]] = {
    "points": (2, 3, 1),
    "max_moves": (2, 1),
    "aim_cost": (1, 2),
    "sentry_cost": (2, 1),
    "reload_cost": (2, 1, 3),
    "throw_range": (2, 3),
    "call_range": (2, 1, 4),
    "command_dice": (1, 2),
    "save": ([1, 6], [1], [1, 2, 6], []),
    "soft_save": ([1, 2, 3], [1, 2], [1, 2, 3, 4]),
    "check": ([1, 2, 3], [1, 2], [1], []),
    "way": ([4, 5, 6], [5, 6], [3, 4, 5, 6]),
    "goggles": ([1, 6], [], [1, 2, 3]),
    "suppress_save": ([1, 6], [1], [1, 2, 3]),
}


def _board(lot: random.Random) -> tuple[str, int]:
    """Return a map, and how many hexes it has."""
    rows = lot.choice(BOARDS)
    hexes = sum(rows)
    cells = ["."] * hexes
    for number in range(hexes // 2):
        kind = lot.choices(".^tu", (80, 8, 8, 4))[0]
        cells[number] = cells[hexes - 1 - number] = kind
    middle = len(rows) // 2
    base = sum(rows[:middle])
    cells[base], cells[base + rows[middle] - 1] = "R", "B"
    lines, first = [], 0
    for count in rows:
        lines.append(" " * (2 + max(rows) - count) + " ".join(cells[first : first + count]))
        first += count
    return "\n".join(lines) + "\n", hexes


def drawn(name: str, lot: random.Random) -> dict[str, Any]:
    """Draw a scenario, as plain data; one in some twenty has no room for its teams or its cover."""
    map_text, hexes = _board(lot)
    limit = 4 if hexes <= SMALL else 6
    red = lot.randint(2, limit)
    blue = red if lot.random() < 0.7 else lot.randint(max(2, red - 1), min(limit, red + 1))
    data = {
        "name": name,
        "title": name.replace("-", " ").capitalize(),
        "objective": lot.choice(NAMES),
        "setup": lot.choice(("drawn", "drawn", "players")),
        "map": map_text,
        "red": {"figures": red},
        "blue": {"figures": blue},
        "cover": {"soft": lot.randint(0, hexes // 8), "hard": lot.randint(0, hexes // 12)},
    }
    rules: dict[str, Any] = {"max_turns": lot.choice(TURNS)}
    rules |= {switch: True for switch in ("experts", "grenades", "blind_spots") if lot.random() < 0.4}
    for key, choices in RULES.items():
        value = lot.choice(choices) if lot.random() < 0.25 else choices[0]
        if value != choices[0]:
            rules[key] = value
    return data | {"rules": rules}


@cache
def _numbered(seed: int, number: int, read: Callable[[Any, str], Any]) -> tuple[Any, object]:
    """Return a seed's scenario, and the state of the lot after it."""
    lot, name = random.Random(seed), f"variety-{seed}-{number:02}"
    if number > 1:
        lot.setstate(_numbered(seed, number - 1, read)[1])  # type: ignore[arg-type]
    while True:
        try:
            return read(drawn(name, lot), name), lot.getstate()
        except ValueError:  # a board without room for the teams or the cover, for example: another one
            continue


def load(name: str, read: Callable[[Any, str], Any]) -> Any | None:
    """Return the scenario of a name; None: it is no such name. `read` makes one of plain data, or raises ValueError."""
    found = NAME.fullmatch(name)
    return _numbered(int(found[1]), int(found[2]), read)[0] if found else None
