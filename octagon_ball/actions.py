"""The names of actions and back (docs/octagon-ball.md, "Actions"): indices are own-side, names absolute."""

from functools import lru_cache

from octagon_ball.rules.actions import (
    MOVE,
    PICK_UP,
    WORDS,
    action_count,
    block,
    pass_action,
    square_action,
    turned_direction,
    turned_square,
    word_action,
)
from octagon_ball.rules.board import NAMES, octagon
from octagon_ball.rules.state import BLACK, DIRECTIONS, STRIDE, WHITE
from tabletop.game.actions import NamedActions

TEAMS = ("white", "black")
LETTERS = ("W", "B")
KINDS_OF_PASS = ("short", "medium", "long")


def figure_name(who: int) -> str:
    """Name of a figure: `W3`."""
    return f"{LETTERS[who // STRIDE]}{who % STRIDE + 1}"


class ActionTable(NamedActions):
    """All actions of games with so many figures a team on a board so many squares across.

    Attributes:
      figures: F.
      squares: names of the squares, by number.
      size: A, the number of actions.
    """

    def __init__(self, figures: int, size: int) -> None:
        self.figures, self.squares = figures, octagon(size).names
        super().__init__((self._all_names(WHITE), self._all_names(BLACK)))
        assert self.size == action_count(figures, len(self.squares))

    def turn(self, index: int) -> int:
        """The same action on the board turned by half."""
        self.check(index)
        passes, squares = pass_action(self.figures), square_action(self.figures)
        if index < passes:
            order = index % block(self.figures)
            return index if order >= PICK_UP else index - order + MOVE + int(turned_direction(BLACK, order - MOVE))
        if index < squares:
            kind, direction = divmod(index - passes, DIRECTIONS)
            return passes + DIRECTIONS * kind + int(turned_direction(BLACK, direction))
        if index < word_action(self.figures, len(self.squares)):
            return squares + int(turned_square(BLACK, len(self.squares), index - squares))
        return index

    def _all_names(self, team: int) -> tuple[str, ...]:
        directions = [NAMES[turned_direction(team, d)] for d in range(DIRECTIONS)]
        names = []
        for number in range(1, self.figures + 1):
            who = f"{LETTERS[team]}{number}"
            names += [f"{who} move {direction}" for direction in directions]
            names += [f"{who} pick up", f"{who} tackle"]
            names += [f"{who} jostle {LETTERS[1 - team]}{enemy}" for enemy in range(1, self.figures + 1)]
        names += [f"pass {kind} {direction}" for kind in KINDS_OF_PASS for direction in directions]
        names += [f"square {name}" for name in (self.squares if team == WHITE else self.squares[::-1])]
        return (*names, *WORDS)

    def fault(self, name: str, team: int) -> str:
        """Return what is wrong with a name that no action of `team` has."""
        head, *rest = name.split(" ")
        if head == "square" and len(rest) == 1:
            return f"there is no square {rest[0]} on this board"
        if head == "pass" and len(rest) == 2:
            if rest[0] not in KINDS_OF_PASS:
                return f"{rest[0]} is no kind of pass ({' '.join(KINDS_OF_PASS)})"
            return f"{rest[1]} is no direction ({' '.join(NAMES)})"
        if head[:1] in LETTERS and head[1:].isdecimal():
            if not 1 <= int(head[1:]) <= self.figures:
                return f"there is no {head} in this game ({self.figures} figures a team)"
            if head[0] != LETTERS[team]:
                return f"{head} is {TEAMS[1 - team].capitalize()}'s and {TEAMS[team].capitalize()} decides"
            if len(rest) == 2 and rest[0] == "move":
                return f"{rest[1]} is no direction ({' '.join(NAMES)})"
            if len(rest) == 2 and rest[0] == "jostle":
                return f"{rest[1]} is no enemy ({LETTERS[1 - team]}1 to {LETTERS[1 - team]}{self.figures})"
            return f"{head} knows no '{' '.join(rest)}'" if rest else f"what is {head} to do?"
        return "unknown"


@lru_cache(maxsize=64)
def action_table(figures: int, size: int) -> ActionTable:
    """The table for this number of figures and this size of the board, made once."""
    return ActionTable(figures, size)
