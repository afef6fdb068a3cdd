"""The guide beside the board: what is explained when it first matters, in a few short sentences; and the first game.

The rules themselves stand in docs/rules.md; here are only their numbers.
"""

from collections.abc import Mapping
from pathlib import Path

from paintball_env.scenario import Scenario
from tabletop.presentation.page import GUIDED, Lesson, Topic

FIRST_GAME = Path(__file__).with_name("first_game.toml")

TOPICS: dict[str, Topic] = {
    # Set-up.
    "cover": Topic(
        "Placing cover",
        "Both players put cover on the board, one piece each in turn. Soft cover (leaves) may stop a shot that has "
        "hit. Hard cover (crates) does so too, but only from the side that it faces and the two beside it. Put cover "
        "where your figures will stand.",
        ("SN4", "SC1", "HC1"),
        decisions=("piece", "cover-hex", "cover-facing"),
    ),
    "flag-hex": Topic(
        "Your flag", "Your flag lies in a hex next to your base. The enemy wants it.", ("SN1",), decisions=("flag-hex",)
    ),
    "marshal-hex": Topic(
        "The Marshal",
        "Marshals (yellow) play for nobody. They check for paint: a figure that is hit goes out only after a Marshal "
        "near it has looked.",
        ("PC1", "BO5"),
        decisions=("marshal-hex",),
    ),
    "deploy": Topic(
        "Placing figures",
        "Put each figure into a marked hex. Two may stand in your base, where only a 6 hits them. "
        "“Set up for me” does all of this for you.",
        ("SN1", "EN1"),
        decisions=("deploy",),
    ),
    "carrier": Topic("The carrier", "One figure begins with your flag.", ("SN2",), decisions=("carrier",)),
    "expert": Topic(
        "Experts", "An expert has 3 points instead of 2, and throws better.", ("EX1", "EX2"), decisions=("expert",)
    ),
    "grenade": Topic(
        "Grenades",
        "Choose smoke or paint for each grenade, and who carries it. Smoke hides: shots through it may be lost. Paint "
        "may put out everybody in a hex, friends too.",
        ("GR1", "SM1", "PG1"),
        decisions=("grenade", "grenadier"),
    ),
    # Answers to the other side.
    "react": Topic(
        "Your sentry may shoot",
        "An enemy has moved one hex in sight of your sentry. It may shoot one die at it now, for free, or let it pass.",
        ("SE2",),
        decisions=("react",),
        team="own",
    ),
    "reacted": Topic(
        "A sentry sees you",
        "An enemy on sentry may shoot each time one of your figures has moved a hex in its sight. Walk where sentries "
        "don't see you, or suppress them first.",
        ("SE2", "SU1"),
        said=("SE2",),
        team="other",
    ),
    "pick": Topic(
        "Who is hit?",
        "The enemy shot at several of your figures in one hex, and not all shots hit. You pick which of them count.",
        ("SH4",),
        decisions=("pick",),
    ),
    "casualty": Topic(
        "Who falls?", "You lost dice in the shoot-out. You choose who falls.", ("CH3",), decisions=("casualty",)
    ),
    "scatter": Topic(
        "The throw missed",
        "The enemy's grenade missed its hex. You say in which hex next to it it lands.",
        ("GR3",),
        decisions=("scatter",),
    ),
    "first": Topic("Equal scores", "Both rolled the same. You may go first or second.", ("TU3",), decisions=("first",)),
    # The phase.
    "act": Topic(
        "Your phase",
        "Click one of your figures to see what it can do, then click where it goes or whom it shoots at. Each figure "
        "has 2 points, an expert 3. The number that you rolled says how many figures you may use this turn; in turn 1 "
        "you may use all. End the phase when you are done.",
        ("TU1", "TU2", "AP1", "AP2"),
        decisions=("act",),
    ),
    "move": Topic(
        "Moving",
        "A step to a hex next to it costs 1 point. Nobody moves more than 2 hexes a turn.",
        ("MV1", "AP3"),
        said=("MV1",),
    ),
    "shoot": Topic(
        "Shooting",
        "A shot costs 1 point. The die must show more than the range: range 3 needs a 4, 5 or 6. So shots reach 5 "
        "hexes. The odds stand beside each target.",
        ("SH1", "SH-LOS1"),
        verbs=("shoot",),
    ),
    "volley": Topic(
        "A volley",
        "You have points for another shot: at the same figure, or at another one in the same hex. All dice are rolled "
        "together when you say so. A figure has one volley a turn.",
        ("SH3", "SH5"),
        decisions=("volley",),
    ),
    "hit": Topic(
        "Hits, saves, checks",
        "A hit isn't the end. The target saves on a 1 or 6 (in soft cover on 1, 2 or 3). Else a Marshal within 2 hexes "
        "comes and checks: on 4, 5 or 6 the figure is out.",
        ("SV1", "SV2", "PC1", "PC2"),
        said=("SV", "PC"),
    ),
    "misfire": Topic(
        "A misfire",
        "A 1 on the die to hit is trouble with the gun. The shot is lost, mostly with the others of its volley. A "
        "second die says what it is: 1 out of gas, the figure is out; 2 out of ammo, it must reload; 3 a jam; 4 and 5 "
        "little; 6 lifted goggles, for which a Marshal near it may send it off.",
        ("SH2", "MF1", "MF2", "MF3", "MF6", "MF7"),
        said=("MF",),
    ),
    "jam": Topic(
        "A jam",
        "The figure does nothing until its gun is clear. Each turn a Marshal walks 2 hexes toward it. Once there he "
        "stays for a turn. It can be shot at meanwhile, but not charged.",
        ("MF3",),
        said=("MF3",),
    ),
    "out of ammo": Topic(
        "Out of ammo",
        "The figure can't shoot or react, and may be charged, until it has reloaded for 2 points.",
        ("MF2", "IM1", "IM3"),
        said=("MF2",),
    ),
    "in the way": Topic(
        "In the way",
        "Cover, figures and Marshals between shooter and target may stop a shot that has hit: on 4, 5 or 6. Friends "
        "can be hit too.",
        ("IW1", "IW2", "IW3"),
        said=("IW",),
    ),
    "aim": Topic(
        "Taking aim",
        "For 1 point the next shot hits more easily: a 3 is enough at range 3, and it reaches 6 hexes. Moving loses "
        "the aim.",
        ("AI1", "AI2"),
        verbs=("aim",),
    ),
    "sentry": Topic(
        "On sentry",
        "For 2 points a figure watches, but not from a base. In the enemy's phase it may shoot at everyone who moves "
        "in its sight. It stays on sentry until it stands down.",
        ("SE1", "SE2", "EN3"),
        verbs=("sentry",),
    ),
    "stand down": Topic(
        "Standing down",
        "It takes all points of a sentry to be an ordinary figure again.",
        ("SE4",),
        verbs=("stand down",),
    ),
    "suppress": Topic(
        "Suppressive fire",
        "It puts nobody out. A figure that is suppressed can't shoot or react this turn, and may be charged.",
        ("SU1", "SU2", "IM1"),
        verbs=("suppress",),
    ),
    "charge": Topic(
        "A charge",
        "Enemies who can't shoot (suppressed, out of ammo) may be charged: walk in, and both sides roll. The highest "
        "die strikes first, and no save helps. Once it is declared somebody has to go, and it is fought to the end.",
        ("CH1", "CH2", "CH3"),
        decisions=("charge", "charger", "step"),
        verbs=("charge",),
    ),
    "reload": Topic("Reloading", "2 points make a gun that is out of ammo shoot again.", ("IM3",), verbs=("reload",)),
    "rotate": Topic(
        "Turning",
        "Figures see the front half of the board alone. Moving turns a figure the way it goes; turning on the spot is "
        "free, but the figure counts as used.",
        ("BS1", "BS2", "BS3"),
        verbs=("rotate",),
    ),
    "throw": Topic(
        "Throwing",
        "A grenade flies 2 hexes and costs 2 points. Once it is taken out it has to be thrown. On a 1 or 6 it misses, "
        "and the enemy says where it lands.",
        ("GR2", "GR3"),
        decisions=("throw",),
        verbs=("throw smoke", "throw paint"),
    ),
    "smoke": Topic(
        "Smoke",
        "Shots through smoke are lost on a 1 or 6, shots out of it on 1, 2 or 3.",
        ("SM2", "SM3", "SM4"),
        said=("SM",),
    ),
    "paint": Topic(
        "Paint",
        "Everybody in the hex rolls: on a 1 or 6 it stays clean, else a Marshal checks.",
        ("PG1",),
        said=("PG1",),
    ),
    "flag": Topic(
        "The flag",
        "A figure that walks into a hex with a flag that it may carry takes it up. If it is put out, the flag stays "
        "there.",
        ("FL1", "FL2", "FL3"),
        said=("FL",),
    ),
    "take flag": Topic(
        "Taking it up", "A figure that stands on a flag may take it up, free.", ("FL1",), verbs=("take flag",)
    ),
}


NO_BASE = Topic(
    "Placing figures",
    "Put each figure into a marked hex. Nobody may go into the own base. “Set up for me” does all of this for you.",
    ("SN1", "SN2"),
    decisions=("deploy",),
)


def topics(scenario: Scenario) -> Mapping[str, Topic]:
    """What is explained in games of a scenario."""
    return TOPICS | {"deploy": NO_BASE} if scenario.own_base_closed else TOPICS


def lesson() -> Lesson:
    """The game to learn by."""
    return Lesson(
        "Your first game",
        Scenario.load(FIRST_GAME),
        "sentinel@1",
        0,
        welcome=(
            "You are Red, with three figures. Blue has two, and a flag stands in the middle of the board.",
            "Fetch the flag and bring it into Blue's base. Or put both of Blue's figures out.",
            GUIDED,
        ),
    )
