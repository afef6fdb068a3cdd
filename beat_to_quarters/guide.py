"""The guide beside the board: what is explained when it first matters, in a few short sentences; and the first fight.

The rules themselves stand in docs/beat-to-quarters.md; here are only their numbers.
"""

from collections.abc import Mapping
from pathlib import Path

from beat_to_quarters.notation import DECISIONS
from beat_to_quarters.rules.state import REACH, SAIL
from beat_to_quarters.scenario import Scenario
from tabletop.show.page import GUIDED, Lesson, Step, Topic

FIRST_GAME = Path(__file__).with_name("first_game.toml")
OPPONENT = "boarder"  # the agent on the other side: it comes close, so there is no long chase

TOPICS: Mapping[str, Topic] = {
    # Questions.
    "pick": Topic(
        "Which ship first?",
        "Each of your ships acts once in this phase, in an order that you choose. Click one on the sea.",
        ("AC1",),
        decisions=("pick",),
    ),
    "sail": Topic(
        "A ship acts",
        "First it may fire from where it is, or grapple: tie itself to a ship. Then it sails, or heaves to: it stays. "
        "The wind says how many dice you roll: most if it comes from behind at an angle, few from ahead. The blue "
        "arrow shows where it blows.",
        ("AC2", "MO1", "WI3"),
        decisions=("sail",),
    ),
    "advance": Topic(
        "How far?",
        "Sail the sum of all dice, or the number on one of them. Click a sign ahead of your ship. It sails straight "
        "on, and must go the whole way. Who sails over the edge is gone.",
        ("MO3", "MO4", "MP5"),
        decisions=("advance",),
    ),
    "moment": Topic(
        "On the way",
        "After each hex you may fire at a ship in your field of fire, the yellow wedge beside your ship. A side that "
        "has fired is empty for the rest of the turn: wait for a better place if the odds are low.",
        ("AC3", "GU1", "GU2"),
        decisions=("moment",),
    ),
    "answer": Topic(
        "The enemy sails by",
        "Your ships may fire at a ship that sails past their guns. Click the enemy. Each side fires once a turn, so "
        "you may also wait: after the next hex it may be nearer.",
        ("AC3", "GU1"),
        decisions=("answer",),
    ),
    "turn": Topic(
        "Turning",
        "At the end of its way a ship may turn. The bow stays where it is, and the stern swings around. Click an "
        "arrow. Point your side at the enemy, not your bow: guns stand along the sides.",
        ("TK1", "TK3"),
        decisions=("turn",),
    ),
    "tack": Topic(
        "Into the wind",
        "Your crew has passed its check, and the bow is in the wind. Go on through the wind, or turn back.",
        ("TK4",),
        decisions=("tack",),
    ),
    "loose": Topic(
        "Tied together",
        "Tied ships don't sail or turn. Try to get loose if the enemy's crew is better, or stay and board it at the "
        "end of the turn.",
        ("CO2", "CO3"),
        decisions=("clear", "loose"),
    ),
    "pass": Topic(
        "Close by",
        "Your ship has come upon another one and is clear of it. You may try to grapple it now, or sail on past it.",
        ("CF2", "GR1"),
        decisions=("pass",),
    ),
    "board": Topic(
        "Boarding",
        "Both sides roll a die and add their crew and the other ship's rate. The attacker takes the ship if it has "
        "more. A weak ship has a high rate, so shoot first. Struck and burning ships don't resist.",
        ("BO1", "BO2", "BO3", "BO5"),
        decisions=("board",),
        verbs=("board",),
    ),
    "abandon": Topic(
        "Alone on the sea",
        "The enemy fights no more, but ships that have struck give points only if you board them. Go on, or let points "
        "decide now.",
        ("VI1", "VI3"),
        decisions=("abandon",),
    ),
    "place": Topic(
        "Before the battle",
        "Buy and place your ships, one after the other.",
        ("SU1", "SU2"),
        decisions=("buy", "column", "row", "heading"),
    ),
    "orders": Topic(
        "Orders",
        "Before your ships act you may give orders, load other shot or set chasers, if the scenario has these rules. "
        "Ships that a line joins are a squadron and act as one, behind the first. You need no orders for that. A ship "
        "that shall act alone must leave it.",
        ("SQ3", "AM1", "CH1"),
        decisions=("order", "ship", "load", "chasers"),
    ),
    # What may be done.
    "fire": Topic(
        "A broadside",
        f"Guns reach {REACH} hexes. The nearer the better: next to an equal ship you do damage every second time, from "
        "five hexes every seventh. Point at the enemy to see the odds.",
        ("GU3", "GU7", "GU8"),
        verbs=("fire at",),
    ),
    "grapple": Topic(
        "Grappling",
        "Hooks and ropes tie you to a ship beside you, if your crew passes a check. Tied ships may board each other at "
        "the end of the turn.",
        ("GR1", "GR2"),
        verbs=("grapple",),
    ),
    "anchor": Topic(
        "Anchors",
        "A ship at anchor stays where it is, and turns by up to two hexsides a turn. To weigh takes two turns; to cut "
        "the cable takes no time, and the anchor is lost.",
        ("AN1", "AN2", "AN3", "AN4"),
        verbs=("anchor by the bow", "anchor by the stern", "weigh", "cut", "swing"),
    ),
    "kedge": Topic(
        "Aground",
        "Your ship sits on the ground. If its crew passes a check it hauls itself off.",
        ("AG1", "AG2"),
        verbs=("kedge",),
    ),
    # What has happened.
    "chips": Topic(
        "Whose turn?",
        "Six chips are in a bag, three of each side, and drawn one by one. Your first in a turn is for repairs, on the "
        "other two your ships act. So the enemy may act twice before you. After the sixth a new turn begins, and all "
        "guns are loaded again.",
        ("TS1", "AC2", "GU1"),
        said=("TS1",),
    ),
    "rake": Topic(
        "Damage",
        "Damage raises a ship's rate: it fires worse, is hit more easily, and above rate 8 it strikes: it gives up. "
        "The best shots come from ahead or astern of the enemy, at most 4 hexes away: they rake its whole length.",
        ("DA1", "DA2", "RK1", "RK2"),
        said=("DA1",),
    ),
    "mast": Topic(
        "A mast falls",
        "Each mast lost is one die less for sailing. A mast that hangs over a side keeps its guns silent, and the ship "
        "can't turn, until its crew cuts it away.",
        ("RG1", "RG2", "CO5"),
        said=("RG",),
    ),
    "irons": Topic(
        "In irons",
        "The bow points into the wind and the ship doesn't sail or turn; it drifts. When its crew passes a check in "
        "the command phase, it may turn by one hexside in its next act.",
        ("TK5", "TK6"),
        said=("TK4", "TK5"),
    ),
    "fire aboard": Topic(
        "Fire",
        "A burning ship doesn't fire or turn, and may explode. Its crew tries to put the fire out in each command "
        "phase.",
        ("FI1", "FI2", "CO7"),
        said=("FI",),
    ),
    "drift": Topic(
        "Drifting",
        "A ship that didn't sail is pushed along by the wind, one to four hexes, in its next command phase.",
        ("DR1", "DR2"),
        said=("DR",),
    ),
}


STEPS = (
    Step(
        "Fire a broadside",
        "Your ship W1 is white; the pointed end, the bow, is its front. The black ship B1 lies beside it, in the "
        "yellow wedge: the guns on your left side, port, can hit it. Point at B1 to see the odds, then click it. If it "
        "isn't beside you, sail until it is.",
        ("fire at",),
        verbs=("sail", "heave to"),
        rules=("GU2", "GU7"),
    ),
    Step(
        "Get under way",
        "Choose “Sail”, or click the sign ahead of you: 3d4 are three dice with four sides. They are rolled, and you "
        "choose how far: the sum, or one die. At the end of the way you may turn. Stay near B1, with your side "
        "towards it.",
        ("sail", "heave to"),
        verbs=("fire at", "grapple"),
        rules=("MO1", "MO3", "TK1"),
    ),
    Step(
        "Come alongside",
        "When you lie right beside B1, hex to hex, click it and choose “Grapple”: hooks and ropes tie the ships "
        "together. Until then sail towards it, and fire when the odds are good.",
        ("grapple",),
        verbs=("sail", "heave to", "fire at"),
        rules=("GR1", "GR2"),
    ),
    Step(
        "Take it",
        "Tied ships may board each other when all six chips of the turn are drawn: choose “Board” when you are asked. "
        "If it fails, fire again and try once more. You also win if B1 strikes, sinks or sails off the map.",
        ("board",),
        verbs=("sail", "heave to", "fire at", "grapple"),
        rules=("BO1", "BO2", "VI1"),
    ),
)


def lesson() -> Lesson:
    """The fight to learn by."""
    return Lesson(
        "Your first fight",
        Scenario.load(FIRST_GAME),
        OPPONENT,
        0,
        welcome=(
            "You are White, the captain of the frigate Fox. Black is the brig Wren, a weaker ship.",
            "Sail beside it, fire, and take it. It is sixteen turns long at most.",
            GUIDED,
        ),
        after="duel",
        start="turn=1 wind=W first=white chips=1,2,0 acting=white to=white:sail ship=W1 W1=0709E,still B1=0806E",
        decision=DECISIONS[SAIL],
        steps=STEPS,
    )
