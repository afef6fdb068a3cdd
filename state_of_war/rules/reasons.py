"""Why an action is illegal: a number for each reason, which the rules return, and its words.

`{who}` is the unit that would do it, `{whom}` the one it would be done to, `{side}` the side that decides.
"""

from tabletop.game.action_table import OWN_REASONS

_WORDS = {
    "NO_UNIT": "there is no such unit, or nobody of it stands (UN6)",
    "NOT_FREE": "{who} can't be ordered: it has been, is broken, or makes a forced move (TU2, MO6)",
    "NOT_ALL_PLACED": "this slot isn't one of yours, or somebody stands there (DE3)",
    "IN_CONTACT": "{who} is in contact with an enemy: it can only press (ME2)",
    "NOT_IN_CONTACT": "{who} isn't in contact with an enemy (ME9)",
    "NOBODY_GOES": "nobody of {who} may go: all that are sound have acted, or the wounded have (AC2)",
    "APART": "those who would go don't hang together (UN3)",
    "TOO_FAR": "it is farther than {who} may go: turning, difficult ground and climbs shorten the way (MV1, MV4, MV5)",
    "IN_THE_WAY": "a base, the edge, a building or water is in the way, or an enemy would be touched (MV3)",
    "ON_A_WALL": "nobody ends on a wall or fence, and mounted men cross none (MV5)",
    "THROUGH_FIRE": "the way crosses a line of fire of another unit (TU3)",
    "MUST_NOT_ADVANCE": "{who} mustn't end nearer to the nearest enemy in sight (MO6)",
    "SEES_NOBODY": "{who} sees no enemy: it goes on, or toward the objective or firing (AM4)",
    "BOUND": "{who} must go nearer to an enemy in sight, or to cover (AM5)",
    "NO_CHANGE": "nobody's place would change (MV6)",
    "NOT_HERE": "{who} can't come nearer to this place (MV10)",
    "NOT_MOUNTED": "nobody of {who} who may act is mounted, or horses stand there (MV7)",
    "NO_HORSES": "{who} has no horses within 5 cm of its pivot (MV7)",
    "NO_ROOM": "there is no room to mount (MV7)",
    "TOO_FEW": "{who} has too few men to send so many off, or they wouldn't hang together (UN5)",
    "NO_NUMBER": "{side} has 14 units: there is no number for another one (UN6)",
    "NO_SHOT": "nobody of {who} can shoot at {whom}: not loaded, out of reach, or nothing in sight (SH1, SH2)",
    "NOT_SEEN": "{who} doesn't see {whom}, or it is hidden (SH1, ME1, AM2)",
    "NO_WAY_TO_IT": "{who} doesn't come into contact with {whom} on a straight way (ME1)",
    "SWITCHED_OFF": "the scenario doesn't have this (`dismount`, `detachments`)",
}
(
    NO_UNIT,
    NOT_FREE,
    NOT_ALL_PLACED,
    IN_CONTACT,
    NOT_IN_CONTACT,
    NOBODY_GOES,
    APART,
    TOO_FAR,
    IN_THE_WAY,
    ON_A_WALL,
    THROUGH_FIRE,
    MUST_NOT_ADVANCE,
    SEES_NOBODY,
    BOUND,
    NO_CHANGE,
    NOT_HERE,
    NOT_MOUNTED,
    NO_HORSES,
    NO_ROOM,
    TOO_FEW,
    NO_NUMBER,
    NO_SHOT,
    NOT_SEEN,
    NO_WAY_TO_IT,
    SWITCHED_OFF,
) = range(OWN_REASONS, OWN_REASONS + len(_WORDS))
WORDS = dict(enumerate(_WORDS.values(), OWN_REASONS))
