"""The numbering of actions: every index, its name, and back (docs/formats.md, "Actions").

Indices are seen from the deciding team's own side, names are absolute.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from paintball_env.rules import actions
from paintball_env.rules.actions import MOVE, ROTATE, SINGLE
from paintball_env.rules.state import BLUE, RED, STRIDE
from tabletop.game.actions import NamedActions
from tabletop.game.hex_grid import DIRECTIONS

TEAMS = ("red", "blue")
TEAM_TITLES = tuple(team.capitalize() for team in TEAMS)
LETTERS = ("R", "B")

# How the orders of one word are told, by the event that is noted of each.
TOLD = {single.event: single.told for single in SINGLE.values()}

# The words at the end, in order.
WORDS = ("first", "second", "soft", "hard", "smoke", "paint", "done", "wait")


def name_of(subject: str) -> str:
    """A team or a figure in a sentence: `Red` for `red`; others as they are."""
    return subject.capitalize() if subject in TEAMS else subject


def figure_name(figure: int) -> str:
    """Name of the figure with this id: `R3`."""
    return f"{LETTERS[figure // STRIDE]}{figure % STRIDE + 1}"


@dataclass(frozen=True)
class Layout:
    """Where each range of actions begins, for F figures (the larger team's) and H hexes (`rules.actions`)."""

    figures: int
    hexes: int

    @property
    def width(self) -> int:
        """Entries of one figure's block."""
        return actions.block(self.figures)

    @property
    def charge(self) -> int:
        """The action `charge`."""
        return actions.charge_action(self.figures)

    @property
    def hex(self) -> int:
        """Hex 0."""
        return actions.hex_action(self.figures)

    @property
    def direction(self) -> int:
        """Direction 0."""
        return actions.direction_action(self.figures, self.hexes)

    @property
    def figure(self) -> int:
        """Own figure 0."""
        return actions.figure_action(self.figures, self.hexes)

    @property
    def words(self) -> int:
        """The action `first`; the other words follow in the order of `WORDS`."""
        return actions.word_action(self.figures, self.hexes)

    def word(self, word: str) -> int:
        """The action of a single word, `done` for example."""
        return self.words + WORDS.index(word)

    @property
    def size(self) -> int:
        """A, the number of actions."""
        return actions.action_count(self.figures, self.hexes)


class ActionTable(NamedActions):
    """All actions of games with `figures` figures (the larger team's) on a board whose hexes bear these names.

    Attributes:
      layout: where each range of indices begins.
      hexes: names of the hexes in reading order.
      size: number of actions.
    """

    def __init__(self, figures: int, names: tuple[str, ...]) -> None:
        self.layout = Layout(figures, len(names))
        self.hexes = tuple(names)
        super().__init__((self._all_names(RED), self._all_names(BLUE)))

    def turn(self, index: int) -> int:
        """The same action on the board turned by half: directions and hexes turned, figures keep their numbers.

        For Blue this leads from an own-side index to one that counts hexes and directions as the board does, and back.
        """
        self.check(index)
        at = self.layout
        if index < at.charge:
            entry = index % at.width
            if entry >= ROTATE + 6:
                return index
            first = MOVE if entry < ROTATE else ROTATE
            return index - entry + first + (entry - first + 3) % 6
        if at.hex <= index < at.direction:
            return at.hex + at.hexes - 1 - (index - at.hex)
        if at.direction <= index < at.figure:
            return at.direction + (index - at.direction + 3) % 6
        return index

    def _all_names(self, team: int) -> tuple[str, ...]:
        at = self.layout
        directions = DIRECTIONS if team == RED else DIRECTIONS[3:] + DIRECTIONS[:3]
        hexes = self.hexes if team == RED else self.hexes[::-1]
        own, enemy = LETTERS[team], LETTERS[1 - team]
        names = []
        for figure in range(1, at.figures + 1):
            subject = f"{own}{figure}"
            names += [f"{subject} move {direction}" for direction in directions]
            names += [f"{subject} rotate {direction}" for direction in directions]
            names += [f"{subject} {single.name}" for single in SINGLE.values()]
            for verb in ("shoot", "suppress"):
                names += [f"{subject} {verb} {enemy}{target}" for target in range(1, at.figures + 1)]
            names += [f"{subject} throw smoke", f"{subject} throw paint"]
        names.append("charge")
        names += [f"hex {name}" for name in hexes]
        names += [f"direction {direction}" for direction in directions]
        names += [f"figure {own}{figure}" for figure in range(1, at.figures + 1)]
        names += WORDS
        assert len(names) == at.size
        return tuple(names)

    def fault(self, name: str, team: int) -> str:
        """Return what is wrong with a name that no action of `team` has."""
        words = name.split(" ")
        head, rest = words[0], words[1:]
        if head == "hex" and len(rest) == 1:
            return f"there is no hex {rest[0]} on this board"
        if head == "direction" and len(rest) == 1:
            return f"{rest[0]} is no direction ({' '.join(DIRECTIONS)})"
        if head == "figure" and len(rest) == 1:
            return self._figure_fault(rest[0], team)
        if _is_figure(head):
            if fault := self._figure_fault(head, team):
                return fault
            if len(rest) == 2 and rest[0] in ("move", "rotate"):
                return f"{rest[1]} is no direction ({' '.join(DIRECTIONS)})"
            if len(rest) == 2 and rest[0] in ("shoot", "suppress"):
                return self._figure_fault(rest[1], 1 - team, "and no target")
            if len(rest) == 2 and rest[0] == "throw":
                return f"{rest[1]} is no grenade (smoke paint)"
            if rest == ["charge"]:
                return "a charge is declared as 'charge' alone; then you name who charges (CH2)"
            return f"{head} knows no '{' '.join(rest)}'" if rest else f"what is {head} to do?"
        return "unknown"

    def _figure_fault(self, text: str, team: int, ending: str = "") -> str:
        # What keeps `text` from naming a figure of `team`; empty: nothing does.
        if not _is_figure(text):
            return f"{text} is no figure ({LETTERS[team]}1 to {LETTERS[team]}{self.layout.figures})"
        if int(text[1:]) > self.layout.figures:
            return f"there is no {text} in this game ({self.layout.figures} figures a side)"
        if text[0] != LETTERS[team]:
            ending = ending or f"and {TEAM_TITLES[team]} decides"
            return f"{text} is {TEAM_TITLES[1 - team]}'s {ending}"
        return ""


def _is_figure(text: str) -> bool:
    return re.fullmatch("[RB][1-9][0-9]{0,2}", text) is not None


@lru_cache(maxsize=64)
def action_table(figures: int, names: tuple[str, ...]) -> ActionTable:
    """The table for this number of figures and these hexes, made once."""
    return ActionTable(figures, names)
