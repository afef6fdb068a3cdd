"""Draws in words, with the numbers of the rules that they follow."""

from collections.abc import Mapping
from typing import NamedTuple

from paintball_env.actions import TEAM_TITLES, name_of
from paintball_env.rules import dice
from paintball_env.terms import MARK
from tabletop.game.chance import class_of
from tabletop.game.draws import Draw


class Die(NamedTuple):
    """The words of a purpose whose dice are a d6.

    Attributes:
      rule: its number.
      what: what is rolled.
      meanings: of each class, from 1.
      on: the word before the faces that matter; empty: each class is told for itself.
      digit: the class of those faces.
    """

    rule: str
    what: str
    meanings: tuple[str, ...]
    on: str = ""
    digit: int = 0


class Misfire(NamedTuple):
    """What a misfire's second die means.

    Attributes:
      event: the kind of event that is noted.
      drawn: of the die, in a few words.
      told: in a story.
    """

    event: str
    drawn: str
    told: str


def _either(rule: str, what: str, on: str, digit: int, meaning: str, otherwise: str) -> Die:
    """A die with two classes, told by the faces of one of them."""
    return Die(rule, what, (meaning, otherwise) if digit == 1 else (otherwise, meaning), on, digit)


NUMBERS = ("one", "two", "three", "four", "five", "six")  # that a scenario's faces can stand for
SEEING = "needs", 3 - dice.NO_SHOT, "sees", "sees nothing, no shot"
DICE: Mapping[str, Die] = {
    "experts": Die("EX1", "for experts", NUMBERS),
    "grenades": Die("GR1", "for grenades", NUMBERS),
    "clear": _either("SM4", "for its smoke", "clears on", dice.CLEARED, "it clears", "it stays"),
    "spot-in": _either("SM2", "to see out of the smoke", *SEEING),
    "spot-through": _either("SM3", "to see through the smoke", *SEEING),
    "hit": Die(
        "SH1",
        "to hit",
        tuple({dice.MISFIRED: "a misfire", dice.HITS: "a hit"}.get(digit, "a miss") for digit in (1, 2, 3)),
        "needs",
        dice.HITS,
    ),
    "goggles": _either(
        "MF6", "for lifted goggles", "disqualified on", dice.DISQUALIFIED, "disqualified", "nobody saw it"
    ),
    "way": _either(
        "IW1", "for what is in the way", "stopped on", dice.STOPPED, "it stops the shot", "the shot flies on"
    ),
    "save": _either("SV", "to be unmarked", "needs", dice.SAVED, "unmarked", "marked"),
    "check": _either("PC1", "at the paintcheck", "out on", dice.CHECKED_OUT, "out", "plays on"),
    "scatter": _either("GR3", "for the throw", "misses on", dice.MISSED, f"it misses {MARK}", "it lands there"),
    "mark": _either("PG1", "against the paint", "needs", dice.SAVED, "unmarked", "marked"),
}
MISFIRES = (  # by the classes of the second die (MF1-MF6)
    Misfire("out of gas", "out of gas, out", "out of gas, {who} is out of the game"),
    Misfire("out of ammo", "out of ammo", "out of ammo, {who} can't shoot until it has reloaded"),
    Misfire("jammed", "jammed", "jammed, {who} does nothing until a Marshal has come and cleared the gun"),
    Misfire("minor trouble", "a minor trouble", "a minor problem, nothing more"),
    Misfire("goggles steamed up", "goggles steamed up", "goggles steamed up, on sentry no longer"),
    Misfire("goggles lifted", "goggles lifted", "goggles lifted, out if a Marshal near it sees that"),
)
LOTS = {
    "roll-off": ("SN4", "the roll-off"),
    "flag-hex": ("SN3", "the flag's hex"),
    "set-up": ("SN5", "the set-up"),
    "order": ("TU4", "the first phase"),
    "marshal": ("PC3", "which Marshal comes"),
    "step": ("PC3", "the Marshal's way"),
    "aside": ("EN5", "where the Marshal steps aside"),
}


def needs(classes: str, digit: int) -> str:
    """The faces of a d6 with this class in words: `4+`, `2 to 5`, `1 or 6`, `1, 2 or 3`, `6`.

    Args:
      classes: six digits, one a face.
      digit: the class.
    """
    faces = [face for face in range(1, 7) if classes[face - 1] == str(digit)]
    if not faces:
        return "no face"
    in_a_row = len(faces) > 1 and faces == list(range(faces[0], faces[-1] + 1))
    if in_a_row and faces[-1] == 6:
        return f"{faces[0]}+"
    if in_a_row and len(faces) > 3:
        return f"{faces[0]} to {faces[-1]}"
    first = ", ".join(map(str, faces[:-1]))
    return f"{first} or {faces[-1]}" if first else str(faces[-1])


def rolled(draw: Draw) -> str:
    """What a d6 shows and what it needed: `4, needs 3+`, `2, out on 4+`."""
    die = DICE[draw.purpose]
    return f"{draw.result}, {die.on} {needs(draw.classes, die.digit)}" if die.on else str(draw.result)


def misfire_number(draw: Draw) -> int:
    """Which of MF1 to MF6 a misfire's second die says; a volley has one class for MF4 and MF5, which the face tells."""
    assert isinstance(draw.result, int)
    number = int(draw.classes[draw.result - 1])
    told = class_of(dice.MISFIRE_REACTION, draw.result)
    return told if (number, told) == (dice.NO_HARM, dice.GOGGLES_STEAM) else number


def draw_words(draw: Draw) -> str:
    """A draw and what it means: "R3 rolls 5 to hit, needs 4+: a hit (SH1)"."""
    purpose, subject, classes, result = draw.purpose, name_of(draw.subject), draw.classes, draw.result
    if isinstance(result, tuple):
        return f"the shoot-out: {_fall(result[0], 'charger')}, {_fall(result[1], 'defender')} (CH3)"
    if purpose in LOTS:
        rule, matter = LOTS[purpose]
        lot = f"{result} of {classes.removeprefix('lot ')}" if classes else str(result)
        if purpose in ("roll-off", "order"):
            lot = TEAM_TITLES[result - 1]
        return f"by lot {matter}: {lot} ({rule})"
    if purpose == "command":
        dice, rules = (" with two dice", "TU1, LG1") if classes == "2d6" else ("", "TU1")
        return f"{subject} rolls {result}{dice} for command ({rules})"
    if purpose == "misfire":
        number = misfire_number(draw)
        return f"{subject} rolls {result} for the misfire: {MISFIRES[number - 1].drawn} (MF{number})"
    die = DICE[purpose]
    if len(classes) != 6:
        return f"{subject} rolls {result} {die.what} ({die.rule})"
    need = rolled(draw).removeprefix(str(result))
    return f"{subject} rolls {result} {die.what}{need}: {die.meanings[int(classes[result - 1]) - 1]} ({die.rule})"


def _fall(count: int, noun: str) -> str:
    if not count:
        return f"no {noun} falls"
    return f"one {noun} falls" if count == 1 else f"{count} {noun}s fall"
