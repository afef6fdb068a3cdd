"""The guide beside the board: what is explained when it first matters, in a few short sentences; the first skirmish.

The rules themselves stand in docs/state-of-war.md; here are only their numbers.
"""

from collections.abc import Mapping
from pathlib import Path

from state_of_war.rules.state import DECISIONS, ORDER
from state_of_war.scenario import Scenario
from tabletop.show.page import GUIDED, Lesson, Step, Topic

FIRST_GAME = Path(__file__).with_name("first_game.toml")
OPPONENT = "careful"  # the agent on the other side: it stays behind its fence

TOPICS: Mapping[str, Topic] = {
    # Questions.
    "slot": Topic(
        "Setting up",
        "Both sides set up in turn, unit by unit. Click a dot on your side of the table. Pale figures show where the "
        "unit will stand.",
        ("DE1", "DE3"),
        decisions=("slot",),
    ),
    "hide": Topic(
        "Out of sight",
        "A unit in cover may hide. Nobody can shoot at it or charge it until it is spotted, shoots, moves or charges.",
        ("AM1", "AM2"),
        decisions=("hide",),
    ),
    "spot": Topic(
        "Hidden enemies",
        "Once in each of your parts you may look for hidden units. A die says from how far you spot each: up to 60 cm. "
        "Look now, or after your first orders, from nearer.",
        ("AM3",),
        decisions=("spot",),
    ),
    "pick": Topic(
        "Which unit first?",
        "Your part of a turn has two actions. In each, every unit gets one order, in any order that you like. Click a "
        "unit. Those that you leave out wait.",
        ("TU2",),
        decisions=("pick",),
    ),
    "order": Topic(
        "An order",
        "Click a dot to move there: all go together, and the pale figures show where they end. Or choose an enemy to "
        "shoot at or to charge, form ranks, or wait. The rings show how far your weapons reach.",
        ("AC1", "MV2", "WE2"),
        decisions=("order",),
    ),
    "second": Topic(
        "From the saddle",
        "The horse moves while the rider does something else: after its move a mounted unit may shoot, load or wait.",
        ("AC5",),
        decisions=("second",),
    ),
    "react": Topic(
        "They come nearer",
        "Your men stand ready. They may fire at every quarter of the enemy's way. Nearer is better, but it may stop, "
        "or be upon you. If somebody is hit, the enemy checks its morale and may stop dead.",
        ("RE1", "RE2", "RE3"),
        decisions=("react",),
    ),
    # What may be done.
    "shoot": Topic(
        "Shooting",
        "Each man rolls his class's die against two of the target: one for range, one for cover. The lead over the "
        "higher one counts: 2 a wound, 4 disabled, 6 killed; 1, a graze, only tests morale. All shots fall together "
        "when the action ends.",
        ("SH4", "SH5", "SH6", "TU2"),
        verbs=("shoot at",),
    ),
    "charge": Topic(
        "Charging",
        "A charge goes straight into contact. You check your morale first if the enemy is better or has more men, and "
        "it checks, too. In the melee the charger has +1.",
        ("ME1", "ME4", "MO1"),
        verbs=("charge",),
    ),
    "wait": Topic(
        "Waiting and loading",
        "A rifle or musket takes three actions to load. Who waits loads by one. Who is loaded, with an enemy in sight, "
        "stands ready to shoot at whoever comes nearer.",
        ("LD1", "LD2", "RE1"),
        verbs=("stand",),
    ),
    "form": Topic(
        "Ranks",
        "One rank lets all men shoot; of two ranks both may; a column of two gets through narrow places. Open the list "
        "of forms, and dots around the unit show where it may face.",
        ("MV6", "SH9"),
        verbs=("form",),
    ),
    "detach": Topic(
        "A detachment",
        "A unit may send off one to four men, who are a unit of their own from then on: scouts, guards, messengers.",
        ("UN5",),
        verbs=("detach",),
    ),
    "horses": Topic(
        "On foot",
        "Riders may dismount: they shoot from cover, and their horses stand where they left them.",
        ("MV7",),
        verbs=("dismount", "mount"),
    ),
    # What has happened.
    "hit": Topic(
        "Wounded and out",
        "A wounded man has one action a turn instead of two; a second wound puts him out. A side that has lost half of "
        "its points has lost the battle.",
        ("AC2", "SH7", "VI1"),
        said=("SH7",),
    ),
    "morale": Topic(
        "Morale",
        "A unit that was hurt rolls for its morale. Losses count against it, and a flank that is open; cover, friends "
        "who win, and a commander near it help. It may stop advancing, fall back, or run.",
        ("MO1", "MO3", "MO5", "MO6"),
        said=("MO5",),
    ),
    "melee": Topic(
        "Melee",
        "Men in contact fight in every action. Each throws his dice, and the higher one wins: the other is pushed "
        "back, wounded or killed. Nobody leaves a melee of his own will.",
        ("ME2", "ME4", "ME6"),
        said=("ME6",),
    ),
}


STEPS = (
    Step(
        "Go behind the wall",
        "You are Blue. Choose B1, then click the pin with the number 1, just behind the stone wall: the men form "
        "there. If it is too far they go toward it, and get there with the next action.",
        ("go",),
        verbs=("move", "shoot at", "stand"),
        rules=("MV10", "SH11"),
    ),
    Step(
        "Give the first fire",
        "The Grey unit G1 stands behind the fence. Your rifles reach 110 cm well, its muskets 30. Choose a unit, click "
        "G1, and shoot. All shots fall when every unit has had its order, or when you end the action.",
        ("shoot at",),
        verbs=("stand", "move"),
        rules=("SH1", "SH5", "TU2"),
    ),
    Step(
        "Load again",
        "The dark line on a man is his loaded weapon. After a shot it is gone. Choose “Wait” in three actions, and it "
        "is loaded again. Loaded men who wait stand ready: their line is yellow.",
        ("stand",),
        verbs=("move", "shoot at"),
        rules=("LD1", "LD2", "RE1"),
    ),
    Step(
        "Break them",
        "Go on until Grey has lost half of its men, or runs. Shoot from cover when you are loaded; if G1 is weak, come "
        "near and charge it with the bayonet.",
        ("charge",),
        verbs=("shoot at", "move", "stand"),
        rules=("ME1", "MO5", "VI1"),
    ),
)


def lesson() -> Lesson:
    """The skirmish to learn by."""
    return Lesson(
        "Your first skirmish",
        Scenario.load(FIRST_GAME),
        OPPONENT,
        0,
        welcome=(
            "You are Blue, with two squads of riflemen. Grey has one squad with muskets, behind a fence.",
            "Take the wall, fire, load, and make them run. It is eight turns long at most.",
            GUIDED,
        ),
        after="first-skirmish",
        decision=DECISIONS[ORDER],
        steps=STEPS,
    )
