#!/usr/bin/env python3
"""Scenarios with boards, teams and rules drawn by lot, for networks that are to play more than the presets.

    python scripts/variety.py --seed 1 --count 24 --out configs/variety    # what `champion` is trained on, too
    python scripts/variety.py --seed 2 --count 12 --out /tmp/unseen        # the same kind, for measuring

Boards are the same turned by half. Each scenario differs from the presets in its board, its teams, its number of turns
and a few numbers of the rules; the rest is as in the book.
"""

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from paintball_env import Scenario

BOARDS = ((4, 5, 4), (5, 6, 5), (6, 7, 6), (7, 8, 7), (3, 4, 5, 4, 3), (4, 5, 6, 5, 4), (5, 6, 7, 6, 5))  # rows
TURNS = (3, 4, 6, 8, 10, 12, 16, 20, 24)
SMALL = 24  # hexes: boards up to this size have at most four figures a side
# Numbers of the rules. A quarter of the time one is drawn from its row; else it is the first of it, as in the book.
RULES = {
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


def board(lot: random.Random) -> tuple[str, int]:
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
    return "\n".join(lines), hexes


def scenario(name: str, lot: random.Random) -> str:
    """Return a scenario's file."""
    drawn, hexes = board(lot)
    most = 4 if hexes <= SMALL else 6
    red = lot.randint(2, most)
    blue = red if lot.random() < 0.7 else lot.randint(max(2, red - 1), min(most, red + 1))
    objective = lot.choice(("capture", "reverse", "single", "elimination"))
    lines = [
        f"# Drawn by lot: scripts/variety.py. {red} against {blue} on {hexes} hexes.",
        f'name = "{name}"',
        f'title = "{name.replace("-", " ").capitalize()}"',
        f'objective = "{objective}"',
        f'setup = "{lot.choice(("drawn", "drawn", "players"))}"',
        f'map = """\n{drawn}\n"""',
        f"\n[red]\nfigures = {red}\n\n[blue]\nfigures = {blue}",
        f"\n[cover]\nsoft = {lot.randint(0, hexes // 8)}\nhard = {lot.randint(0, hexes // 12)}",
        f"\n[rules]\nmax_turns = {lot.choice(TURNS)}",
    ]
    lines += [f"{switch} = true" for switch in ("experts", "grenades", "blind_spots") if lot.random() < 0.4]
    for key, choices in RULES.items():
        chosen = lot.choice(choices) if lot.random() < 0.25 else choices[0]
        if chosen != choices[0]:
            lines.append(f"{key} = {chosen}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--out", type=Path, required=True, help="folder of the files")
    asked = parser.parse_args()
    lot, made = random.Random(asked.seed), 0
    asked.out.mkdir(parents=True, exist_ok=True)
    while made < asked.count:
        name = f"variety-{asked.seed}-{made + 1:02}"
        path = asked.out / f"{name}.toml"
        path.write_text(scenario(name, lot), encoding="utf-8")
        try:
            Scenario.load(str(path))
        except ValueError:  # a board without room for the teams or the cover, for example: another one
            path.unlink()
            continue
        made += 1


if __name__ == "__main__":
    main()
