"""The legal actions as a player reads and types them: in groups by figure, with numbers; and what else play says."""

import re
import textwrap
from collections.abc import Mapping, Sequence

from paintball_env.action_names import action_table
from paintball_env.actions import LETTERS
from paintball_env.places import DIRECTIONS, NAMED, ground_of, number_of_named, place_names
from paintball_env.play_odds import chances
from paintball_env.render.frame import DIM, INKS, PLAIN, runs
from paintball_env.render.status import states
from paintball_env.render.view import Position
from paintball_env.rules.state import BLUE
from paintball_env.scenario import Scenario
from paintball_env.terms import AT, EXAMPLES
from tabletop.base.arrays import Records
from tabletop.game.actions import DeclaredNames
from tabletop.game.header import Record

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
MANY = 20  # of a kind, that the shortest list doesn't name one by one
ODDS_EXAMPLE = "R3 shoot B2"
AUTO = "the bot sets up for you, or plays your phase to its end"
LEFT_OUT = frozenset({*NAMED, "figure"})
NEVER_SHORTENED = frozenset(map(str.lower, DIRECTIONS))
_SINGLE = {"done": 0, "charge": 1, "first": 1, "second": 2, "soft": 1, "hard": 2, "smoke": 1, "paint": 2}
_ARGUED = ("move", "rotate", "shoot", "suppress")  # orders that a hex, a direction or a figure follows

# Figures, Marshals, teams, rules in brackets.
_NAMES = re.compile(r"\bR\d+\b|\bRed\b|\bB\d+\b|\bBlue\b|\bM[1-4]\b|\([A-Z]{2}[^()]*\)")


def groups(legal: Sequence[str]) -> dict[str, dict[str, list[str]]]:
    """Legal actions by figure (empty: none) and verb, in order; of each its names."""
    by_figure: dict[str, dict[str, list[str]]] = {}
    for name in legal:
        head, _, rest = name.partition(" ")
        if head in LEFT_OUT:
            by_figure.setdefault("", {}).setdefault(head, []).append(name)
        elif not _is_figure(head):
            verb = head if head in _ARGUED else name
            verb = " ".join([verb, *rest.split()[1:]]) if verb == "move" else verb
            by_figure.setdefault("", {}).setdefault(verb, []).append(name)
        else:
            words = rest.split()
            verb = words[0] if words[0] in (*_ARGUED, "throw") else rest
            verb = " ".join([verb, *words[2:]]) if verb == "move" else verb  # as far on a table
            by_figure.setdefault(head, {}).setdefault(verb, []).append(name)
    # What is nobody's comes last: `charge`, `done`.
    by_figure.update({"": by_figure.pop("")} if "" in by_figure else {})
    return by_figure


def _is_figure(word: str) -> bool:
    """Whether an action begins with the figure that does it: not where that has been picked before."""
    return word[:1] in LETTERS and word[1:].isdecimal()


def numbered(scenario: Scenario, games: Records, names: Sequence[str]) -> dict[str, int]:
    """The number of each of these actions, in the list's order; it belongs to the action: 113 is R1's or B1's aim.

    An order is numbered by its figure and its place among a figure's orders; a hex, a direction and a figure by their
    place on the board, round the compass and in the team; a word that stands alone is 1 or 2, `done` 0.
    """
    team = int(games.reshape(-1)[0]["decider"])
    table = action_table(scenario.figures, ground_of(scenario))
    return {
        name: _number(table, name, team) for verbs in groups(names).values() for same in verbs.values() for name in same
    }


def _number(table: DeclaredNames, name: str, team: int) -> int:
    if name in _SINGLE:
        return _SINGLE[name]
    index = table.index(name, team)
    if team == BLUE:
        index = table.turn(index)  # directions and hexes as the board has them
    _, figure, argument = table.rows[index]
    if figure < 0:
        return number_of_named(table, index, argument)
    width = sum(row[1] == 0 for row in table.rows)  # of a figure
    return 100 * (figure + 1) + index % width + 1


def listed(scenario: Scenario, games: Records, legal: Sequence[str], width: int = 0) -> list[str]:
    """The list: a paragraph a figure, with its states; then a line a figure; then the figures alone."""
    figures = {figure.name: figure for figure in Position(scenario, games).figures}
    number = numbered(scenario, games, legal)
    by_figure = groups(legal)
    full_list, short_list = [], []
    for who, verbs in by_figure.items():
        head, states_of = who, ""
        if who in figures:
            head += f" {AT} {place_names(scenario)[figures[who].hex]}"
            states_of = f" ({', '.join(states(figures[who]))})"
        parts = [_numbers(who, verb, names, number) for verb, names in verbs.items()]
        text = f"{head}{states_of}: {' · '.join(parts)}" if who else " · ".join(parts)
        lines = _wrapped(text, width or WIDTH)
        full_list += lines
        short_list += lines if len(lines) == 1 or not who else [_shortened(head, verbs, width or WIDTH)]
    acting = [who for who in by_figure if who]
    parts = [f"{' '.join(acting)} can act: type one to see what it can do"] if acting else []
    for verb, names in by_figure.get("", {}).items():
        summary = f"{verb} {_said(names[0])} … {_said(names[-1])}: type one, or 'list' for all {len(names)}"
        parts.append(summary if len(names) > MANY else _numbers("", verb, names, number))
    forms = [full_list]
    for lines in (short_list, _wrapped(" · ".join(parts), width or WIDTH)):
        if len(lines) < len(forms[-1]):
            forms.append(lines)
    return ["\n".join(lines) for lines in forms]


def _numbers(who: str, verb: str, names: Sequence[str], number: Mapping[str, int]) -> str:
    if len(names) == 1 and names[0] in (verb, f"{who} {verb}"):
        return f"{number[names[0]]} {verb}"
    glued = verb.replace(" ", "\0")
    return f"{glued} " + " ".join(f"{number[name]}:{_said(name)}" for name in names)


def _said(name: str) -> str:
    """What an action of a kind names: a hex, a figure, a heading; `soft1 NE` is one word."""
    words = name.split()
    if words[0] in LEFT_OUT:
        return "\0".join(words[1:])
    return words[-2] if "move" in words[:2] and words[-1].isdecimal() else words[-1]


def _shortened(head: str, verbs: Mapping[str, Sequence[str]], width: int) -> str:
    """A line without numbers."""
    parts = []
    for verb, names in verbs.items():
        words = [_said(name) for name in names] if verb.split()[0] in _ARGUED else []
        if verb in ("shoot", "suppress"):
            words = [runs(words[0][0], [int(word[1:]) for word in words])]
        parts.append(" ".join([verb, *words]))
    return "  " + textwrap.shorten(f"{head}: {' · '.join(parts)}", width - 2, placeholder=" …")


def _wrapped(text: str, width: int) -> list[str]:
    """Lines; none ends between a number and its word."""
    glued = re.sub(r"(\b\d{1,4}) (?=[a-z])", "\\1\0", text)
    lines = textwrap.wrap(glued, width, initial_indent="  ", subsequent_indent="     ", break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def spelled(text: str) -> str:
    """Figures and the words behind an order in capitals, as the actions' names have them."""
    head, *rest = text.split()
    words = [head.upper() if head[0] in "rb" and head[1:].isdecimal() else head, *rest]
    if len(words) > 2 and words[1] in _ARGUED:
        words[2] = words[2].upper()
    return " ".join(words)


def stage(record: Record) -> tuple[int, ...]:
    """The turn and its phase; the whole set-up is one stage."""
    return int(record.turn), int(record.phase)


def unplayed_set_up(scenario: Scenario) -> str:
    """The line that stands for a set-up drawn by lot; empty for another one."""
    return "The set-up is drawn by lot (SN5)." if scenario.setup == "drawn" else ""


def painted(line: str) -> str:
    """A line with figures and teams in their colour, rules dimmed."""
    return _NAMES.sub(lambda match: f"{INKS.get(match[0][0], DIM)}{match[0]}{PLAIN}", line)
