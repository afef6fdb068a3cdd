"""How a person types the actions of octagon ball at the command line."""

from octagon_ball.rules.board import NAMES
from tabletop.show.words import PlainPlayWords


class PlayWords(PlainPlayWords):
    """The legal actions by their names and numbers (`tabletop.show.words.PlayWords`)."""

    LEFT_OUT = frozenset({"square"})
    NEVER_SHORTENED = frozenset(map(str.lower, NAMES))  # N begins NE and NW
