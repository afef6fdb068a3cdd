"""Chance: every draw of every game goes through this file (docs/formats.md, "Draws").

A draw names its purpose, its subject, and its classes: the faces that mean the same. What comes back from a die is
its class, so that no rule can tell two faces of a class apart. In play a die is a pure function of seed, turn,
subject, purpose and number (no stream); on a tape the results are given, and where the tape ends the draw says so and
the caller looks at what was asked for.

Dice, lots and the sum of two dice are here. Results of any weights come from urns (`tabletop.game.urns`), and dice of
two sides are compared in contests (`tabletop.game.contests`). A game's own kind of draw has a code from OWN on for its
classes; it is made of `draw_number`, `rolled` and `settle_draw`, as those here are.

Where the record is traced, rules also note what happens (`note`, docs/formats.md, "Events"), at the one place where it
happens, so that words, pictures and viewers need no rules of their own. An event keeps how many draws were made before
it: what a die has decided is noted right behind that die. In other play nothing is noted.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from tabletop.compiled.compiling import compiled, jitable, rule
from tabletop.game.hashing import GOLDEN, mix
from tabletop.game.header import MOST_SUBJECTS, NONE, Record, record

TAPE = 4096  # most draws of one step: forced decisions can chain over several turns
EVENTS = 4096  # most events of one step; later ones are not noted

# Classes: below TWO_DICE a lot's number of candidates; from DIE on a d6's six digits; from URN on a declared urn.
TWO_DICE = 1000
OWN = 2000  # and above: the game's own kinds of draw
DIE = 111111
ANY_FACE = 123456  # a die whose faces all differ
URN = 1_000_000  # and above: + the number of a declared urn
CONTEST = 1 << 30  # and above: + dice and cuts, in bits

# How many values each part of a draw has, from 0: a larger one would reach into the bits of another part, so that two
# draws would share their dice.
RANGES = {"turn": 1 << 24, "subject": MOST_SUBJECTS, "purpose": 1 << 8, "number": 1 << 16, "part": 1 << 8}

# Whether the results come from the seed or from the tape.
PLAYED, TAPED = 0, 1

CHANCE = record(
    ("mode", "i4"),  # PLAYED, TAPED
    ("traced", "i4"),  # 1: note draws and events below; a shared record stays untouched with 0
    ("length", "i4"),  # results on the tape
    ("used", "i4"),  # draws made
    ("short", "i4"),  # 1: the tape ended, or a result on it can't be; the game after that means nothing
    ("halting", "i4"),  # 1: stop in the middle of an action, where different dice have led to the same (odds.py)
    ("result", "i4", (TAPE,)),  # face, sum, candidate from 1, the game's own number; of a contest its dice in bits
    ("purpose", "i2", (TAPE,)),
    ("subject", "i2", (TAPE,)),
    ("classes", "i4", (TAPE,)),
    # What happened.
    ("noted", "i4"),  # number of events
    ("event", "i2", (EVENTS,)),  # number of its kind, from 1
    ("who", "i2", (EVENTS,)),  # a subject, as those of draws; NONE: nobody
    ("whom", "i2", (EVENTS,)),  # likewise
    ("start", "i4", (EVENTS,)),  # place from where, up to a point of an open table; NONE: none
    ("place", "i4", (EVENTS,)),  # likewise
    ("value", "i2", (EVENTS,)),  # a number; the kind says what it means
    ("how", "i2", (EVENTS,)),  # bits; the kind has their words
    ("drawn", "i2", (EVENTS,)),  # draws made before it in this step
)


CHOSEN, TURN_BEGAN, GAME_OVER = "chosen", "turn began", "game over"  # names of kinds that there are in all games


F = TypeVar("F", bound=Callable[..., Any])


class EventKind(NamedTuple):
    """What is noted of an event.

    Attributes:
      name: as programs and people read it.
      rule: its number; empty: none.
      who, whom: what kind of subject; empty: nobody.
      start, place: which place; empty: none.
      value: what the number means; empty: nothing.
      how: what each bit means, from the lowest.
    """

    name: str
    rule: str = ""
    who: str = ""
    whom: str = ""
    start: str = ""
    place: str = ""
    value: str = ""
    how: tuple[str, ...] = ()


class EventKinds(list[EventKind]):
    """The kinds of event of a game; number 1 is the first."""

    def declare(self, name: str, rule: str, **meaning: Any) -> int:
        """Enter a kind, an `EventKind` of these; its number."""
        self.append(EventKind(name, rule, **meaning))
        return len(self)


_U = np.uint64
_S8, _S24, _S32, _S40 = _U(8), _U(24), _U(32), _U(40)
_POWERS = (0, 100000, 10000, 1000, 100, 10, 1)


def new_chance(traced: bool = False) -> np.ndarray:
    """A chance record for play, shape (1,); with `traced` it notes the draws and events of the last step."""
    chance = np.zeros(1, CHANCE)
    chance["traced"] = int(traced)
    return chance


@rule
def rewind(chance: Record) -> None:
    """Start the notes, or the tape, afresh; a record that does neither may be shared and stays untouched."""
    if chance.traced == 1 or chance.mode == TAPED:
        chance.used = 0
        chance.short = 0
        chance.noted = 0


def _in_ranges(roll: F) -> F:
    """Refuse parts of a draw outside their ranges, where rules run as plain Python; compiled code has no such check."""
    if compiled():
        return roll

    @functools.wraps(roll)
    def checked(game: Record, purpose: int, subject: int, number: int, part: int, sides: int) -> int:
        values = (game.turn, subject, purpose, number, part)
        for (name, count), value in zip(RANGES.items(), values, strict=True):
            if not 0 <= value < count:
                raise ValueError(f"a draw with the {name} {value}: it is 0 to {count - 1}, else draws share their dice")
        return int(roll(game, purpose, subject, number, part, sides))

    return checked  # type: ignore[return-value]


@_in_ranges
@rule
def rolled(game: Record, purpose: int, subject: int, number: int, part: int, sides: int) -> int:
    """A die of `sides` sides, from 1: the published function of seed, turn, subject, purpose, number, part."""
    word = (_U(game.turn) << _S40) | (_U(subject) << _S32) | (_U(purpose) << _S24) | (_U(number) << _S8) | _U(part)
    x = mix(game.dice.seed + GOLDEN * mix(word + GOLDEN))
    return int(((x >> _S32) * _U(sides)) >> _S32) + 1


@rule
def draw_number(game: Record, subject: int) -> int:
    """How many draws the subject has made this turn, counting one more; one without a counter draws at most once."""
    if subject >= game.dice.rolled.shape[0]:
        return 0
    number = int(game.dice.rolled[subject])
    game.dice.rolled[subject] = number + 1
    return number


@rule
def settle_draw(chance: Record, purpose: int, subject: int, classes: int, result: int) -> int:
    """The result of a draw: `result`, noted where the record is traced, or on a tape the tape's (0: there is none)."""
    if chance.mode == PLAYED and chance.traced == 0:
        return result
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
def _draw(game: Record, chance: Record, purpose: int, subject: int, classes: int, sides: int) -> int:
    """A result from 1 to `sides`; where a tape has none, what is rolled, so that a rule that rolls again ends."""
    own = rolled(game, purpose, subject, draw_number(game, subject), 0, sides)
    result = settle_draw(chance, purpose, subject, classes, own)
    if result < 1 or result > sides:
        chance.short = 1
        result = own
    return result


@jitable
def class_of(classes: int, face: int) -> int:
    """The class of a d6's face, 1 to 6: the digit of `classes` at its place."""
    return classes // _POWERS[face] % 10


@rule
def die(game: Record, chance: Record, purpose: int, subject: int, classes: int) -> int:
    """A d6: the class of the face rolled."""
    return class_of(classes, _draw(game, chance, purpose, subject, classes, 6))


@rule
def lot(game: Record, chance: Record, purpose: int, subject: int, candidates: int) -> int:
    """One of `candidates`, from 0, equal chances; one candidate: nothing is drawn."""
    if candidates < 2:
        return 0
    return _draw(game, chance, purpose, subject, candidates, candidates) - 1


@rule
def two_dice(game: Record, chance: Record, purpose: int, subject: int) -> int:
    """The sum of two d6."""
    number = draw_number(game, subject)
    own = rolled(game, purpose, subject, number, 0, 6) + rolled(game, purpose, subject, number, 1, 6)
    result = settle_draw(chance, purpose, subject, TWO_DICE, own)
    if result < 2 or result > 12:
        chance.short = 1
        result = own
    return result


@rule
def no_own_draws(classes: int, result: int) -> int:
    """The kernel `own_next` of a game that has no kind of draw of its own."""
    return 0


@rule(inline=True)
def note(
    chance: Record,
    kind: int,
    who: int = NONE,
    whom: int = NONE,
    start: int = NONE,
    place: int = NONE,
    value: int = 0,
    how: int = 0,
) -> None:
    """Note an event, by the number of its kind, where the chance record is traced."""
    if chance.traced == 1:
        _write_event(chance, kind, who, whom, start, place, value, how)


@rule
def _write_event(chance: Record, kind: int, who: int, whom: int, start: int, place: int, value: int, how: int) -> None:
    at = chance.noted
    if at == EVENTS:
        return
    chance.event[at] = kind
    chance.who[at] = who
    chance.whom[at] = whom
    chance.start[at] = start
    chance.place[at] = place
    chance.value[at] = value
    chance.how[at] = how
    chance.drawn[at] = chance.used
    chance.noted = at + 1
