"""Chance: every draw of the game goes through this file (docs/formats.md, "Draws").

A draw names its purpose, its subject, and its classes: the faces that mean the same.  What comes back from a die is
its class, so that no rule can tell two faces of a class apart.  In play a die is a pure function of seed, turn,
subject, purpose and number (no stream); on a tape the results are given, and where the tape ends the draw says so and
the caller looks at what was asked for.
"""

import numpy as np

from paintball_env.rules.state import Chance, Game, record
from tabletop.compiling import rule

TAPE = 4096  # most draws of one step: forced decisions can chain over several turns

# Purposes, numbered in the order of the published table.
(
    ROLL_OFF,
    FLAG_LOT,
    SETUP_LOT,
    EXPERTS,
    GRENADES,
    ORDER,
    COMMAND,
    CLEAR,
    MARSHAL_LOT,
    STEP_LOT,
    ASIDE,
    SPOT_IN,
    SPOT_THROUGH,
    HIT,
    MISFIRE,
    GOGGLES,
    WAY,
    SAVE,
    CHECK,
    SHOOT_OUT,
    SCATTER_DIE,
    MARK,
) = range(1, 23)

# Classes that aren't a d6's six digits; below TWO_DICE stands a lot's number of candidates.
TWO_DICE = 1000
CONTEST = 2000  # + 32 * chargers + defenders

# Subjects behind the figure ids.
MARSHAL_SUBJECT, TEAM_SUBJECT, TABLE, HEX_SUBJECT = 32, 36, 38, 64

# Classes of a die to hit by the least face that hits (SH1, SH2): 1 misfire, 2 miss, 3 hit.
MISSED, HITS = 2, 3
# Classes of MF in a volley (4 and 5 are the same to a figure that is no sentry) and in a reaction.
MISFIRE_VOLLEY, MISFIRE_REACTION = 123446, 123456
ANY_FACE = 123456

# Whether the results come from the seed or from the tape.
PLAYED, TAPED = 0, 1

CHANCE = record(
    ("mode", "i4"),  # PLAYED, TAPED
    ("traced", "i4"),  # 1: note the draws played below; a shared record stays untouched with 0
    ("length", "i4"),  # results on the tape
    ("used", "i4"),  # draws made
    ("short", "i4"),  # 1: the tape ended, or a result on it can't be; the game after that means nothing
    ("halting", "i4"),  # 1: stop in the midst of a volley, where different dice have led to the same (odds.py)
    ("result", "i2", (TAPE,)),  # face, sum, candidate from 1, or 32 * x + y in a shoot-out
    ("purpose", "i2", (TAPE,)),
    ("subject", "i2", (TAPE,)),
    ("spare_2", "i2", (TAPE,)),
    ("classes", "i4", (TAPE,)),
)

_U = np.uint64
_GOLDEN = _U(0x9E3779B97F4A7C15)
_M1, _M2 = _U(0xBF58476D1CE4E5B9), _U(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = _U(27), _U(30), _U(31), _U(32)
_S8, _S24, _S40 = _U(8), _U(24), _U(40)
_POWERS = (0, 100000, 10000, 1000, 100, 10, 1)


def new_chance(traced: bool = False) -> np.ndarray:
    """A chance record for play, shape (1,); with `traced` it notes the draws of the last step."""
    chance = np.zeros(1, CHANCE)
    chance["traced"] = int(traced)
    return chance


@rule(inline=True)
def mix(x: np.uint64) -> np.uint64:
    """The finaliser of splitmix64 (Steele, Lea and Flood 2014): a bijection of 64 bits that looks random."""
    x = (x ^ (x >> _S30)) * _M1
    x = (x ^ (x >> _S27)) * _M2
    return x ^ (x >> _S31)


@rule
def _play(game: Game, purpose: int, subject: int, number: int, part: int, sides: int) -> int:
    """A die of `sides` sides, from 1: the published function of seed, turn, subject, purpose, number, part."""
    word = (_U(game.turn) << _S40) | (_U(subject) << _S32) | (_U(purpose) << _S24) | (_U(number) << _S8) | _U(part)
    x = mix(game.dice.seed + _GOLDEN * mix(word + _GOLDEN))
    return int(((x >> _S32) * _U(sides)) >> _S32) + 1


@rule
def _number(game: Game, subject: int) -> int:
    """How many draws the subject has made this turn; a hex draws at most once."""
    if subject >= HEX_SUBJECT:
        return 0
    number = int(game.dice.rolled[subject])
    game.dice.rolled[subject] = number + 1
    return number


@rule
def _note(chance: Chance, purpose: int, subject: int, classes: int, result: int) -> int:
    """Note a draw; on a tape, answer with the tape's result instead (0: there is none)."""
    at = chance.used
    if at >= TAPE:
        chance.short = 1
        return result if chance.mode == PLAYED else 0
    chance.purpose[at] = purpose
    chance.subject[at] = subject
    chance.classes[at] = classes
    chance.used = at + 1
    if chance.mode == PLAYED:
        chance.result[at] = result
        return result
    if at >= chance.length:
        chance.short = 1
        return 0
    return int(chance.result[at])


@rule
def _draw(game: Game, chance: Chance, purpose: int, subject: int, classes: int, sides: int) -> int:
    """A result from 1 to `sides`; where a tape has none, 1."""
    number = _number(game, subject)
    result = 1
    if chance.mode == PLAYED:
        result = _play(game, purpose, subject, number, 0, sides)
        if chance.traced == 0:
            return result
    result = _note(chance, purpose, subject, classes, result)
    if result < 1 or result > sides:
        chance.short = 1
        result = 1
    return result


@rule
def die(game: Game, chance: Chance, purpose: int, subject: int, classes: int) -> int:
    """A d6: the class of the face rolled, the digit of `classes` at its place."""
    face = _draw(game, chance, purpose, subject, classes, 6)
    return classes // _POWERS[face] % 10


@rule
def lot(game: Game, chance: Chance, purpose: int, subject: int, candidates: int) -> int:
    """W1: one of `candidates`, from 0, equal chances; one candidate: nothing is drawn."""
    if candidates < 2:
        return 0
    return _draw(game, chance, purpose, subject, candidates, candidates) - 1


@rule
def two_dice(game: Game, chance: Chance, purpose: int, subject: int) -> int:
    """LG1: the sum of two d6."""
    number = _number(game, subject)
    result = 2
    if chance.mode == PLAYED:
        result = _play(game, purpose, subject, number, 0, 6) + _play(game, purpose, subject, number, 1, 6)
        if chance.traced == 0:
            return result
    result = _note(chance, purpose, subject, TWO_DICE, result)
    if result < 2 or result > 12:
        chance.short = 1
        result = 2
    return result


@rule
def contest(game: Game, chance: Chance, team: int, chargers: int, defenders: int) -> int:
    """CH3: a shoot-out's round as 32 * (chargers that fall) + (defenders that fall)."""
    subject = TEAM_SUBJECT + team
    number = _number(game, subject)
    result = 1
    if chance.mode == PLAYED:
        own = other = 0  # how many dice show each face, 8 bits a face
        for part in range(chargers):
            own += 1 << (8 * _play(game, SHOOT_OUT, subject, number, part, 6))
        for part in range(chargers, chargers + defenders):
            other += 1 << (8 * _play(game, SHOOT_OUT, subject, number, part, 6))
        result = fallen(own, other, chargers, defenders)
        if chance.traced == 0:
            return result
    result = _note(chance, SHOOT_OUT, subject, CONTEST + 32 * chargers + defenders, result)
    x, y = result // 32, result % 32
    if x < 0 or x > chargers or y < 0 or y > defenders or x + y < 1 or (x == chargers and y == defenders):
        chance.short = 1
        result = 1
    return result


@rule
def _strike(dice: int) -> int:
    """Take away the highest die; none left: none."""
    for face in range(6, 0, -1):
        if (dice >> (8 * face)) & 255 > 0:
            return dice - (1 << (8 * face))
    return dice


@rule
def fallen(own: int, other: int, chargers: int, defenders: int) -> int:
    """CH3: from the dice of both sides (8 bits a face: how many show it) to 32 * x + y figures that fall.

    The highest unshot die shoots, ties to the chargers; the other side loses a figure, and the highest of its unshot
    dice is struck.  The round ends when the dice are used up or one side is gone.
    """
    x = y = 0
    for face in range(6, 0, -1):
        unit = 1 << (8 * face)
        while (own >> (8 * face)) & 255 > 0:
            own -= unit
            other = _strike(other)
            y += 1
            if y == defenders:
                return 32 * x + y
        while (other >> (8 * face)) & 255 > 0:
            other -= unit
            own = _strike(own)
            x += 1
            if x == chargers:
                return 32 * x + y
    return 32 * x + y


@rule(inline=True)
def to_hit(need: int) -> int:
    """Classes of a die that hits from `need` (2 … 6) upward; a 1 is a misfire (SH2)."""
    if need <= 2:
        return 133333
    if need == 3:
        return 123333
    if need == 4:
        return 122333
    if need == 5:
        return 122233
    return 122223
