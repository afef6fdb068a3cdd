"""The legal actions as a player reads and types them: in groups by figure, with numbers; and what else play says."""

import re
import textwrap
from collections.abc import Sequence
from typing import Any

from paintball_env.play_odds import chances
from paintball_env.render.status import states
from paintball_env.render.view import position_of
from paintball_env.scenario import Scenario

__all__ = [
    "AUTO",
    "EXAMPLES",
    "LEFT_OUT",
    "NEVER_SHORTENED",
    "ODDS_EXAMPLE",
    "chances",
    "groups",
    "listed",
    "numbered",
    "painted",
    "spelled",
    "stage",
    "unplayed_set_up",
]

WIDTH = 110
EXAMPLES = "R3 move NE, r3 m ne, c4, done"
ODDS_EXAMPLE = "R3 shoot B2"
AUTO = "the bot sets up for you, or plays your phase to its end"
LEFT_OUT = frozenset({"hex", "direction", "figure"})
NEVER_SHORTENED = frozenset({"e", "ne", "nw", "w", "sw", "se"})
_ARGUED = ("move", "rotate", "shoot", "suppress")  # orders that a hex, a direction or a figure follows

# Figures, Marshals, teams, rules in brackets.
_NAMES = re.compile(r"\bR\d+\b|\bRed\b|\bB\d+\b|\bBlue\b|\bM[1-4]\b|\([A-Z]{2}[^()]*\)")
_INKS = {"R": "\033[1;91m", "B": "\033[1;94m", "M": "\033[1;93m"}  # by the first letter: red, blue, yellow
_DIM, _PLAIN = "\033[2m", "\033[0m"


def groups(legal: Sequence[str]) -> dict[str, dict[str, list[str]]]:
    """Legal actions by figure (empty: none) and verb, in order; of each its names."""
    found: dict[str, dict[str, list[str]]] = {}
    for name in legal:
        head, _, rest = name.partition(" ")
        if head in LEFT_OUT:
            found.setdefault("", {}).setdefault(head, []).append(name)
        elif not rest:
            found.setdefault("", {}).setdefault(name, []).append(name)
        else:
            words = rest.split()
            verb = words[0] if words[0] in (*_ARGUED, "throw") else rest
            found.setdefault(head, {}).setdefault(verb, []).append(name)
    # What is nobody's comes last: `charge`, `done`.
    found.update({"": found.pop("")} if "" in found else {})
    return found


def numbered(legal: Sequence[str]) -> list[str]:
    """The legal actions in the order of the list's numbers, which begin with 1."""
    return [name for verbs in groups(legal).values() for names in verbs.values() for name in names]


def listed(scenario: Scenario, games: Any, legal: Sequence[str]) -> str:
    """The list: a paragraph a figure, with its states in the position (a record, shape (1,))."""
    figures = {figure.name: figure for figure in position_of(scenario, games).figures}
    number = {name: k for k, name in enumerate(numbered(legal), 1)}
    lines = []
    for who, verbs in groups(legal).items():
        parts = []
        for verb, names in verbs.items():
            if len(names) == 1 and names[0] in (verb, f"{who} {verb}"):
                parts.append(f"{number[names[0]]} {verb}")
            else:
                parts.append(f"{verb} " + " ".join(f"{number[name]}:{name.split()[-1]}" for name in names))
        head = who
        if who in figures:
            head += f" in {scenario.board_map.names[figures[who].hex]} ({', '.join(states(figures[who]))})"
        text = f"{head}: {' · '.join(parts)}" if head else " · ".join(parts)
        lines += textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="     ", break_on_hyphens=False)
    return "\n".join(lines)


def spelled(text: str) -> str:
    """Figures and the words behind an order in capitals, as the actions' names have them."""
    head, *rest = text.split()
    words = [head.upper() if head[0] in "rb" and head[1:].isdecimal() else head, *rest]
    if len(words) == 3 and words[1] in _ARGUED:
        words[2] = words[2].upper()
    return " ".join(words)


def stage(record: Any) -> tuple[int, ...]:
    """The turn and its phase; the whole set-up is one stage."""
    return int(record.turn), int(record.phase)


def unplayed_set_up(scenario: Scenario) -> str:
    """The line that stands for a set-up drawn by lot; empty for another one."""
    return "The set-up is drawn by lot (SN5)." if scenario.setup == "drawn" else ""


def painted(line: str) -> str:
    """A line with figures and teams in their colour, rules dimmed."""
    return _NAMES.sub(lambda found: f"{_INKS.get(found[0][0], _DIM)}{found[0]}{_PLAIN}", line)
