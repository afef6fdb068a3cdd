"""What PaintBall draws for (docs/formats.md, "Draws"): purposes, subjects and classes; and a shoot-out's round.

The draws themselves are `tabletop.game.chance`'s, by lot (W1) among them; a shoot-out's round is a kind of draw of the
game's own (CH3).
"""

from paintball_env.rules.shape import HEX_SUBJECT as HEX_SUBJECT
from paintball_env.rules.state import STRIDE, Chance, Game
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.chance import OWN, PLAYED, draw_number, rolled, settle_draw

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

# Classes of a shoot-out's round: + CHARGER * chargers + defenders; so are its results, of those who fall (CH3).
CONTEST = OWN
CHARGER = 32

# Subjects behind the figure ids.
MARSHAL_SUBJECT, TEAM_SUBJECT, TABLE = 2 * STRIDE, 2 * STRIDE + 4, 2 * STRIDE + 6

# Classes of a die to hit (SH1, SH2): 1 misfire, 2 miss, 3 hit.
MISFIRED, HITS = 1, 3
# Classes of the dice whose faces the scenario sets.
NO_SHOT = 1  # SM2, SM3
STOPPED = 2  # IW1
SAVED = 1  # SV1, SV2, SU1, PG1
CHECKED_OUT = 2  # PC1
DISQUALIFIED = 1  # MF6
CLEARED = 1  # SM4
MISSED = 1  # GR3
# The class, 1 or 2, of the faces that a scenario's file lists of such a die; the other faces have the other one.
LISTED = {
    **dict.fromkeys(("save", "soft_save", "suppress_save", "mark"), SAVED),
    **{"check": 3 - CHECKED_OUT, "way": STOPPED},
    **dict.fromkeys(("spot_in", "spot_through"), NO_SHOT),
    **{"goggles": DISQUALIFIED, "clear": CLEARED},
    **dict.fromkeys(("scatter", "expert_scatter"), MISSED),
}
# Classes of a misfire, MF1 to MF6.
NO_GAS, NO_AMMO, GUN_JAMS, NO_HARM, GOGGLES_STEAM, GOGGLES_OFF = range(1, 7)
# Their digits in a volley (NO_HARM and GOGGLES_STEAM are the same to a figure that is no sentry) and in a reaction.
MISFIRE_VOLLEY, MISFIRE_REACTION = 123446, 123456


@rule
def contest(game: Game, chance: Chance, team: int, chargers: int, defenders: int) -> int:
    """CH3: a shoot-out's round as CHARGER * (chargers that fall) + (defenders that fall)."""
    subject = TEAM_SUBJECT + team
    number = draw_number(game, subject)
    result = 1
    if chance.mode == PLAYED:
        own = other = 0  # how many dice show each face, 8 bits a face
        for part in range(chargers):
            own += 1 << (8 * rolled(game, SHOOT_OUT, subject, number, part, 6))
        for part in range(chargers, chargers + defenders):
            other += 1 << (8 * rolled(game, SHOOT_OUT, subject, number, part, 6))
        result = fallen(own, other, chargers, defenders)
    result = settle_draw(chance, SHOOT_OUT, subject, CONTEST + CHARGER * chargers + defenders, result)
    if not can_fall(chargers, defenders, result):
        chance.short = 1
        result = 1
    return result


@rule
def can_fall(chargers: int, defenders: int, result: int) -> bool:
    """CH3: whether a round can end so: somebody falls, and not all of both sides."""
    x, y = result // CHARGER, result % CHARGER
    return 0 <= x <= chargers and y <= defenders and x + y > 0 and not (x == chargers and y == defenders)


@rule
def next_contest(classes: int, result: int) -> int:
    """The next result behind `result` with which a round of these classes can end; 0: none."""
    chargers, defenders = (classes - CONTEST) // CHARGER, (classes - CONTEST) % CHARGER
    for candidate in range(result + 1, CHARGER * chargers + defenders):
        if can_fall(chargers, defenders, candidate):
            return candidate
    return 0


@jitable
def exchange(
    mine: int, theirs: int, due_mine: int, due_theirs: int, x: int, y: int, chargers: int, defenders: int
) -> tuple[int, int, int, int]:
    """CH3: the dice of one face, after those of all higher faces.

    The highest unshot die shoots, ties to the chargers; the other side loses a figure, and the highest of its unshot
    dice is struck: one of the same face, or else the next one in descending order, so that the strike is due.  The
    round ends when one side is gone.

    Args:
      mine: how many dice of the chargers show this face.
      theirs: how many of the defenders.
      due_mine: strikes that wait for the chargers' next lower dice.
      due_theirs: those for the defenders'.
      x: chargers that have fallen.
      y: defenders that have.
      chargers: how many there are at first.
      defenders: the same.

    Returns:
      x, y, due_mine and due_theirs after them.
    """
    struck_mine, struck_theirs = min(mine, due_mine), min(theirs, due_theirs)
    mine, theirs = mine - struck_mine, theirs - struck_theirs
    due_mine, due_theirs = due_mine - struck_mine, due_theirs - struck_theirs
    while mine > 0 and y < defenders:
        mine, y = mine - 1, y + 1
        if theirs > 0:
            theirs -= 1
        else:
            due_theirs += 1
    while theirs > 0 and y < defenders and x < chargers:
        theirs, x = theirs - 1, x + 1
        due_mine += 1
    return x, y, due_mine, due_theirs


@rule
def fallen(own: int, other: int, chargers: int, defenders: int) -> int:
    """CH3: from the dice of both sides (8 bits a face: how many show it) to CHARGER * x + y figures that fall."""
    x = y = due_own = due_other = 0
    for face in range(6, 0, -1):
        mine, theirs = (own >> (8 * face)) & 255, (other >> (8 * face)) & 255
        x, y, due_own, due_other = exchange(mine, theirs, due_own, due_other, x, y, chargers, defenders)
    return CHARGER * x + y


@jitable
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
