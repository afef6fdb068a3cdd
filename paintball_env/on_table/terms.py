"""How sentences name places and lengths: here points of a table, and centimetres (docs/open-table.md)."""

from paintball_env.on_table.rules.shape import GO, ORDER
from paintball_env.rules import state
from tabletop.base.errors import counted
from tabletop.game.events import Event
from tabletop.game.open_table import coords, distance, place_named

COMPASS_WORDS = {"N": "north", "E": "east", "S": "south", "W": "west"}
PLACE = "point"  # what a place is called
AT = "at"  # before a place's name
FACE, FACING = "lie along", "along"  # before the heading of hard cover
INTO = "at"  # before where one puts something in the set-up
EXAMPLES = "R3 move NE 10, r3 m ne 5, R3 go, soft2 W, done"  # of actions as they are typed
MARK = "its mark"  # where a throw was meant to land
HERE = "within 5 cm"  # of a Marshal who needn't walk
WALK = "a place that is marked in green, or a move in the list"
MOVES = ("move 5", "move 10", "go")  # verbs of the choices that do it

# Position text: tokens of a charge, and further kinds of decision with the tokens that they need.
GROUP, GOAL = ("group",), ("goal",)
FURTHER = (("go", ("actor",)), ("order", ("actor",)))

# What is decided about places, after "Red decides: "; in braces what `render.status.asked_about` says.
DECIDED = {
    state.COVER_FACING: "which way the hard cover at {place} lies",
    state.CHARGE: "who is charged",
    state.CHARGER: "who charges at {place}{nobody}",
    state.CASUALTY: "who falls at {place}",
    GO: "where {actor} goes",
    ORDER: "what {actor} does",
}
# The same as questions on a page, by the names of decisions.
QUESTIONS = {
    "cover-hex": "Where does the {kind} lie?",
    "cover-facing": "Which way does the hard cover at {place} lie?",
    "flag-hex": "Where does the flag lie?",
    "charge": "Whom do you charge?",
    "charger": "Who charges at {place}?",
    "casualty": "Who falls at {place}?",
    "go": "Where does {actor} go?",
    "order": "What does {actor} do?",
}
# Texts of the guide's topics (`guide.TOPICS`).
TOPICS = {
    "cover": "Both players put cover on the table, one piece each in turn. Soft cover (bushes) may stop a shot that "
    "has hit, if that crosses it. Hard cover (crates in a row) does so, too. It counts for a figure whose base is "
    "within 3 cm of it, if it lies between. Put cover where your figures will stand.",
    "flag-hex": "Your flag lies next to your base. The enemy wants it.",
    "deploy": "Put each figure at a marked point. {Works_team} may stand in your base, where only a {entrenched} hits "
    "them. “Set up for me” does all of this for you.",
    "grenade": "Choose smoke or paint for each grenade, and who carries it. Smoke hides: shots through it may be lost. "
    "Paint may put out everybody within 5 cm, friends too.",
    "react": "An enemy has moved in sight of your sentry. It may shoot one die at it now, for free, or let it pass.",
    "reacted": "An enemy on sentry may shoot each time one of your figures has moved in its sight. Walk where sentries "
    "don't see you, or suppress them first.",
    "pick": "The enemy shot at several of your figures, and not all shots hit. You pick which of them count.",
    "scatter": "The enemy's grenade missed its mark. You say where within 10 cm of that it lands.",
    "shoot": "A shot costs {shoot_cost}. The die must show more than the range, of which each 10 cm begun is one: "
    "25 cm are range 3, which needs a {at_3}. So shots reach {reach}. The odds stand beside each target.",
    "volley": "You have points for another shot: at the same figure, or at another one together with it (within 5 cm, "
    "or in the same works). All dice are rolled together when you say so. A figure has one volley a turn.",
    "charge": "Enemies who can't shoot (suppressed, out of ammo) may be charged: walk up to them, and both sides roll. "
    "The highest die strikes first, and no save helps. Once it is declared somebody has to go, and it is fought to the "
    "end.",
    "rotate": "Figures see the front half of the table alone. Moving turns a figure the way it goes; turning on the "
    "spot is free, but the figure counts as used.",
    "paint": "Everybody within 5 cm rolls and {stays_clean}; else a Marshal checks.",
    "flag": "A figure that walks within 2.5 cm of a flag that it may carry takes it up. If it is put out, the flag "
    "stays there.",
    "move": "A move of up to 10 cm costs {move_cost}: along one of 16 headings, 5 or 10 cm, or to a place beside a "
    "piece. An enemy bars ways within 5 cm of it. Nobody moves more than {max_moves} a turn.",
}


def far(steps: int) -> str:
    """A length of so many times 10 cm."""
    return f"{10 * steps} cm"


def step_words(event: Event) -> tuple[str, str]:
    """A figure's move in the story, behind the figure's name: in full, and in the short form."""
    length = distance(*coords(place_named(event.start)), *coords(place_named(event.place))) / 10
    words = f"moves {length:.0f} cm {'-'.join(COMPASS_WORDS[letter] for letter in str(event.value))}"
    return words, words


def moves(count: int) -> str:
    """How far a figure has moved, by the number that is counted of it (AP3)."""
    return {1: "once", 2: "twice"}.get(count, counted(count, "time"))
