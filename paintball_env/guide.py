"""The guide beside the board: what is explained when it first matters, in a few short sentences; and the first game.

The rules themselves stand in docs/rules.md; here are only their numbers. They stand in braces: those that a scenario
may change, by their names in `[rules]`, and those of the chapters (`_numbers`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from paintball_env import terms
from paintball_env.registration import DEFAULT_SCENARIO
from paintball_env.render.words import NUMBERS
from paintball_env.rules import dice
from paintball_env.rules.sight import ENTRENCHED, OUT_OF_REACH, face_at
from paintball_env.scenario import DRAWN, FOLDER, Scenario
from paintball_env.terms import HERE, INTO, PLACE, far, moves
from tabletop.base.errors import counted
from tabletop.game.chance import class_of
from tabletop.show.page import GUIDED, Lesson, Step, Topic

FIRST_GAME = FOLDER.with_name("first_game.toml")
# What a misfire's die may say, by names in the text (MF1-MF6).
_MISFIRES = {
    "no_gas": (dice.NO_GAS,),
    "no_ammo": (dice.NO_AMMO,),
    "jam": (dice.GUN_JAMS,),
    "little": (dice.NO_HARM, dice.GOGGLES_STEAM),
    "lifted": (dice.GOGGLES_OFF,),
}

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
        "Put each figure into a marked hex. {Works_team} may stand in your base, where only a {entrenched} hits them. "
        "“Set up for me” does all of this for you.",
        ("SN1", "EN1"),
        decisions=("deploy",),
    ),
    "carrier": Topic("The carrier", "One figure begins with your flag.", ("SN2",), decisions=("carrier",)),
    "expert": Topic(
        "Experts",
        "An expert {is_expert}.",
        ("EX1", "EX2"),
        decisions=("expert",),
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
        "has {points}{of_experts}. The number that you rolled says how many figures you may use this turn; in turn 1 "
        "you may use all. {one_at_a_time}End the phase when you are done.",
        ("TU1", "TU2", "TU5", "AP1", "AP2"),
        decisions=("act",),
    ),
    "shoot": Topic(
        "Shooting",
        "A shot costs {shoot_cost}. The die must show more than the range: range 3 needs a {at_3}. So shots reach "
        "{reach}. The odds stand beside each target.",
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
        "A hit isn't the end. The target {saves} (in soft cover {soft_save}). Else a Marshal {near} comes and checks: "
        "the figure is {out}.",
        ("SV1", "SV2", "PC1", "PC2"),
        said=("SV", "PC"),
    ),
    "misfire": Topic(
        "A misfire",
        "A {misfired} on the die to hit is trouble with the gun. The shot is lost, mostly with the others of its "
        "volley. A second die says what it is: {no_gas} out of gas, the figure is out; {no_ammo} out of ammo, it must "
        "reload; {jam} a jam; {little} little; {lifted} lifted goggles, for which a Marshal near it may send it off.",
        ("SH2", "MF1", "MF2", "MF3", "MF6", "MF7"),
        said=("MF",),
    ),
    "jam": Topic(
        "A jam",
        "The figure does nothing until its gun is clear. Each turn a Marshal walks {walk} toward it. Once there he "
        "stays for a turn. It can be shot at meanwhile, but not charged.",
        ("MF3",),
        said=("MF3",),
    ),
    "out of ammo": Topic(
        "Out of ammo",
        "The figure can't shoot or react, and may be charged, until it has reloaded for {reload_cost}.",
        ("MF2", "IM1", "IM3"),
        said=("MF2",),
    ),
    "in the way": Topic(
        "In the way",
        "Cover, figures and Marshals between shooter and target may stop a shot that has hit: {way}. Friends "
        "can be hit too.",
        ("IW1", "IW2", "IW3"),
        said=("IW",),
    ),
    "aim": Topic(
        "Taking aim",
        "For {aim_cost} the next shot hits more easily: a {aimed_at_3} is enough at range 3, and it reaches "
        "{aimed_reach}. Moving loses the aim.",
        ("AI1", "AI2"),
        verbs=("aim",),
    ),
    "sentry": Topic(
        "On sentry",
        "For {sentry_cost} a figure watches{not_from_base}. In the enemy's phase it may shoot at everyone who moves "
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
    "reload": Topic(
        "Reloading", "For {reload_cost} a gun that is out of ammo shoots again.", ("IM3",), verbs=("reload",)
    ),
    "rotate": Topic(
        "Turning",
        "Figures see the front half of the board alone. Moving turns a figure the way it goes; turning on the spot is "
        "free, but the figure counts as used.",
        ("BS1", "BS2", "BS3"),
        verbs=("rotate",),
    ),
    "throw": Topic(
        "Throwing",
        "A grenade flies {throw_range} and costs {throw_cost}. Once it is taken out it has to be thrown. {misses}",
        ("GR2", "GR3"),
        decisions=("throw",),
        verbs=("throw smoke", "throw paint"),
    ),
    "smoke": Topic(
        "Smoke",
        "Shots through smoke are {lost}, shots out of it {spot_in}.",
        ("SM2", "SM3", "SM4"),
        said=("SM",),
    ),
    "paint": Topic(
        "Paint",
        "Everybody in the hex rolls and {stays_clean}; else a Marshal checks.",
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
    # Of what has just happened the most usual comes last.
    "move": Topic(
        "Moving",
        "A step to a hex next to it costs {move_cost}. Nobody moves more than {max_moves} a turn.",
        ("MV1", "AP3"),
        said=("MV1",),
    ),
    "take flag": Topic(
        "Taking it up", "A figure that stands on a flag may take it up, free.", ("FL1",), verbs=("take flag",)
    ),
}


NO_BASE = Topic(
    "Placing figures",
    f"Put each figure {INTO} a marked {PLACE}. Nobody may go into the own base. "
    "“Set up for me” does all of this for you.",
    ("SN1", "SN2"),
    decisions=("deploy",),
)

# Where the file names the hexes of set-up (SN6).
NAMED_START = replace(
    NO_BASE,
    text=f"Put each figure {INTO} a marked {PLACE}. “Set up for me” does all of this for you.",
    rules=("SN1", "SN6"),
)
NAMED_FLAG_HEXES = replace(
    TOPICS["flag-hex"], text=f"Put your flag {INTO} a marked {PLACE}. The enemy wants it.", rules=("SN1", "SN6")
)


def topics(scenario: Scenario) -> Mapping[str, Topic]:
    """What is explained in games of a scenario, with its numbers."""
    numbers = _numbers(scenario)
    chosen = {key: replace(topic, text=terms.TOPICS.get(key, topic.text)) for key, topic in TOPICS.items()}
    if scenario.own_base_closed:
        chosen["deploy"] = NO_BASE
    elif _names_start(scenario):
        chosen["deploy"] = NAMED_START
    if any(team.near_home is not None for team in scenario.teams):
        chosen["flag-hex"] = NAMED_FLAG_HEXES
    return {key: replace(topic, text=topic.text.format_map(numbers)) for key, topic in chosen.items()}


def _names_start(scenario: Scenario) -> bool:
    """Whether the file lists where a team's figures start, and not its base."""
    teams = zip(scenario.teams, scenario.world[0].board.home.tolist(), scenario.start_areas, strict=True)
    return any(team.start is not None and base not in area for team, base, area in teams)


def _numbers(scenario: Scenario) -> Mapping[str, str]:
    """The numbers of a scenario's rules in words, by their names: `2 points`, `1 hex`, `on a 1 or 6`."""
    rules = scenario.rules
    numbers = {name: _on(value) for name, value in rules if isinstance(value, tuple)}
    for name, value in rules:
        if name == "points" or name.endswith("_cost"):
            numbers[name] = counted(value, "point")
        elif name == "max_moves":
            numbers[name] = moves(value)
        elif name in ("walk", "throw_range"):
            numbers[name] = far(value)
    numbers |= {"entrenched": _or(range(ENTRENCHED, 7)), "at_3": _or(range(face_at(3, 0), 7))}
    numbers |= {"aimed_at_3": str(face_at(3, 1)), "reach": _reach(0), "aimed_reach": _reach(1)}
    numbers["misfired"] = _faces(dice.to_hit(2), dice.MISFIRED)
    for name, classes in _MISFIRES.items():
        numbers[name] = _faces(dice.MISFIRE_REACTION, *classes)
    works_team, one_at_a_time = rules.works_team, rules.activation == "one_at_a_time"
    return numbers | {
        "of_experts": f", an expert {rules.expert_points}" * (rules.experts and rules.expert_points != rules.points),
        "is_expert": _expert(scenario),
        "saves": _when("saves", rules.save),
        "near": f"within {far(rules.call_range)}" if rules.call_range else HERE,
        "out": _when("out", [face for face in range(1, 7) if face not in rules.check]),
        "misses": f"It {_when('misses', rules.scatter)}{', and the enemy says where it lands' * bool(rules.scatter)}.",
        "lost": _when("lost", rules.spot_through),
        "stays_clean": _when("stays clean", rules.mark),
        "one_at_a_time": "Using another figure finishes the one before. " if one_at_a_time else "",
        "not_from_base": "" if rules.sentry_in_base else ", but not from a base",
        "Works_team": NUMBERS[works_team - 1].title() if works_team <= len(NUMBERS) else str(works_team),
    }


def _expert(scenario: Scenario) -> str:
    """What an expert has, or does, other than the rest (EX2, GR3)."""
    rules = scenario.rules
    ways = []
    if rules.expert_points != rules.points:
        ways.append(f"has {rules.expert_points} instead of {counted(rules.points, 'point')}")
    if rules.grenades and (more := len(rules.scatter) - len(rules.expert_scatter)):
        ways.append(f"throws {'better' if more > 0 else 'worse'}")
    return ", and ".join(ways) or "is like any other figure here"


def _reach(aimed: int) -> str:
    """How far a shot hits (SH1, AI1)."""
    return far(next(reach for reach in range(100) if face_at(reach + 1, aimed) == OUT_OF_REACH))


def _faces(of: int, *classes: int) -> str:
    """The faces of a die that mean one of these classes: `4 and 5`."""
    return " and ".join(str(face) for face in range(1, 7) if class_of(of, face) in classes)


def _when(what: str, faces: Sequence[int]) -> str:
    """What a die does when it shows one of these faces: `never saves`, `saves on a 1 or 6`."""
    return f"{what} {_on(faces)}" if 0 < len(faces) < 6 else f"{_on(faces)} {what}"


def _on(faces: Sequence[int]) -> str:
    """When a die shows one of these faces."""
    if len(faces) in (0, 6):
        return "always" if faces else "never"
    return f"on {'a ' if len(faces) < 3 else ''}{_or(faces)}"


def _or(faces: Sequence[int]) -> str:
    """Faces in words: `4, 5 or 6`."""
    first = ", ".join(map(str, faces[:-1]))
    return f"{f'{first} or ' if first else ''}{faces[-1]}"


STEPS = (
    Step(
        "Walk",
        f"Click one of your figures, a red disc, then {terms.WALK}. A step costs 1 of its 2 "
        "points. Walk towards the flag in the middle.",
        terms.MOVES,
        rules=("MV1", "AP1"),
    ),
    Step(
        "End your phase",
        "You may go on with every figure that has points left. When you have done what you want, press “End the "
        "phase”: then it is Blue's turn. From turn 2 on a die says how many figures you may use.",
        ("done",),
        said=("TU6",),
        rules=("TU1", "TU6"),
    ),
    Step(
        "Shoot",
        "Click a figure of yours, then one of Blue's that is marked in orange. If none is, walk nearer. Point at a "
        "shot in the list first: its odds say what may come of it.",
        ("shoot",),
        verbs=terms.MOVES,
        rules=("SH1",),
    ),
    Step(
        "Stand on sentry",
        "Click a figure that hasn't done anything yet, and choose “Go on sentry”. In Blue's phase it may shoot at "
        "each figure that moves in its sight.",
        ("sentry",),
        rules=("SE1", "SE2"),
    ),
    Step(
        "Fetch the flag",
        "Walk with a figure to the white flag: who reaches it takes it up.",
        ("take flag",),
        verbs=terms.MOVES,
        said=("FL1",),
        rules=("FL1",),
    ),
    Step(
        "Win",
        "Bring the flag into Blue's base on the right, or put both of Blue's figures out. If the carrier is put out, "
        "the flag lies there: fetch it again.",
        terms.MOVES,
        rules=("FL3",),
    ),
)


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
        after=f"{DEFAULT_SCENARIO}{DRAWN}",
        decision="act",
        steps=STEPS,
    )
