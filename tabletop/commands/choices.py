"""The legal actions as a player reads them: in groups by figure, with numbers."""

import textwrap
from typing import Any

from paintball_env.render.status import states
from paintball_env.render.view import Position

WIDTH = 110


def groups(legal: list[str]) -> dict[str, dict[str, list[str]]]:
    """Legal actions by figure (empty: none) and verb, in order; of each its names."""
    found: dict[str, dict[str, list[str]]] = {}
    for name in legal:
        head, _, rest = name.partition(" ")
        if head in ("hex", "direction", "figure"):
            found.setdefault("", {}).setdefault(head, []).append(name)
        elif not rest:
            found.setdefault("", {}).setdefault(name, []).append(name)
        else:
            words = rest.split()
            verb = words[0] if words[0] in ("move", "rotate", "shoot", "suppress", "throw") else rest
            found.setdefault(head, {}).setdefault(verb, []).append(name)
    # What is nobody's comes last: `charge`, `done`.
    found.update({"": found.pop("")} if "" in found else {})
    return found


def numbered(legal: list[str]) -> list[str]:
    """The legal actions in the order of the list's numbers, which begin with 1."""
    return [name for verbs in groups(legal).values() for names in verbs.values() for name in names]


def listed(scenario: Any, position: Position, legal: list[str]) -> str:
    """The list: a paragraph a figure."""
    number = {name: k for k, name in enumerate(numbered(legal), 1)}
    lines = []
    for who, verbs in groups(legal).items():
        parts = []
        for verb, names in verbs.items():
            if len(names) == 1 and names[0] in (verb, f"{who} {verb}"):
                parts.append(f"{number[names[0]]} {verb}")
            else:
                parts.append(f"{verb} " + " ".join(f"{number[name]}:{name.split()[-1]}" for name in names))
        figure = next((f for f in position.figures if f.name == who), None)
        head = who
        if figure is not None:
            head += f" in {scenario.board_map.names[figure.hex]} ({', '.join(states(figure))})"
        text = f"{head}: {' · '.join(parts)}" if head else " · ".join(parts)
        lines += textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="     ", break_on_hyphens=False)
    return "\n".join(lines)
