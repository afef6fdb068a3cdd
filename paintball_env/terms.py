"""How sentences name places and lengths: here hexes."""

from paintball_env.rules import state
from tabletop.base.errors import counted
from tabletop.game.events import Event

PLACE = "hex"  # what a place is called
AT = "in"  # before a place's name
FACE, FACING = "face", "facing"  # before the direction of hard cover
INTO = "into"  # before where one puts something in the set-up
EXAMPLES = "R3 move NE, r3 m ne, c4, done"  # of actions as they are typed
MARK = "its hex"  # where a throw was meant to land
HERE = "in its hex"  # of a Marshal who needn't walk
WALK = "a hex next to it that is marked in green"  # what a newcomer clicks to walk
MOVES: tuple[str, ...] = ("move",)  # verbs of the choices that do it

# Position text: tokens of a charge, and further kinds of decision with the tokens that they need.
GROUP: tuple[str, ...] = ()
GOAL: tuple[str, ...] = ()
FURTHER: tuple[tuple[str, tuple[str, ...]], ...] = ()

# What is decided about places, after "Red decides: "; in braces what `render.status.asked_about` says.
DECIDED = {
    state.CHARGE: "which hex is charged",
    state.STEP: "{actor}'s next step to {place}",
}
# The same as questions on a page, by the names of decisions.
QUESTIONS = {
    "charge": "Which hex do you charge?",
    "step": "{actor} charges {place}: which way?",
}
# Texts of the guide's topics (`guide.TOPICS`).
TOPICS: dict[str, str] = {}


def far(hexes: int) -> str:
    """A length."""
    return counted(hexes, "hex")


def step_words(event: Event) -> tuple[str, str]:
    """A figure's move in the story, behind the figure's name: in full, and in the short form."""
    return f"moves {event.value} to {event.place}", f"moves to {event.place}"


def moves(count: int) -> str:
    """How far a figure has moved, by the number that is counted of it (AP3)."""
    return counted(count, "hex")
