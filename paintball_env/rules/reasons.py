"""Why an action is illegal: a number for each reason, which the rules return, and its words."""

from paintball_env.rules import said, state
from tabletop.game.action_table import OWN_REASONS

_WORDS = {
    # of every order to a figure
    "NOT_IN_GAME": "{who} is not in the game",
    "IS_JAMMED": "MF3: {who}'s gun is jammed; it does nothing until a Marshal has cleared it",
    "IS_DAZED": "SM2: {who} lost its way in smoke and does nothing more this turn",
    "HAS_FINISHED": "TU5: {who} has finished: another figure was used after it",
    "SCORE_USED_UP": "TU1: the command score of {score} is used up",
    "IS_SENTRY": "SE1: {who} is a sentry and can only stand down",
    "TOO_FEW_POINTS": "AP2: {who} has {points} left, this costs {cost}",
    "IS_IMPOTENT": "IM1: {who} is impotent",
    # of moves and rotations
    "MOVED_ENOUGH": "AP3: {who} has moved {moved} this turn",
    "NO_HEX": "MV1: there is no hex in that direction",
    "OWN_BASE": "SN2: no figure ever enters its own base",
    "NO_ROOM": "EN4: there is no room for another figure",
    "HELD_BY_ENEMIES": "MV2: enemies hold the hex",
    "NO_FACINGS": "BS: facings don't count in this game",
    "HAS_TURNED": "BS3: {who} has rotated already, or faces there",
    # of orders of one word
    "NO_AIM": "AI1: {who} holds aim, or has had its volley",
    "SENTRY_ALREADY": "SE1: {who} is a sentry already",
    "CARRIES_FLAG": "SE3: {who} carries a flag",
    "NO_SENTRIES_THERE": "EN3: no sentry stands in a {works}",
    "NOT_READY_TO_STAND_DOWN": "SE4: {who} is no sentry, or has not all its points",
    "NOT_EMPTY": "IM3: {who} is not out of ammo",
    "NO_FLAG_THERE": "FL1: no flag that {who} may carry lies in its hex",
    "NO_GRENADE": "GR2: {who} has no such grenade",
    # of shots
    "CANNOT_SHOOT": "IM1: {who} is impotent and can't shoot",
    "HAS_FIRED": "SH5: {who} has had its volley this turn",
    "SHOT_COSTS": "AP2: {who} has {points} left, a shot costs {cost}",
    "OTHER_VOLLEY": "SH3: the volley's next shot is {actor}'s, goes at figures in the same hex, is of the same kind, "
    "and needs {next_die}",
    "TARGET_OUT": "{enemy} is not in the game",
    "NOT_SUPPRESSIBLE": "SU2: {enemy} is neutral or suppressed already",
    "OUT_OF_RANGE": "SH1: {enemy} is {reach} hexes away, out of reach",
    "NO_LINE": "SH-LOS1, SH-LOS3: no clear line from {who} to {enemy}",
    "UNSEEN": "BS1: {who} doesn't see {enemy}",
    "SPARED": "HC3: {enemy} is impotent and behind hard cover",
    # of charges
    "NO_CHARGE": "CH1: a charge needs impotent enemies, no own figure there, and a figure that can reach it",
    "CANNOT_CHARGE": "CH1, CH2: it can't charge that hex now",
    "NO_CHARGER": "CH2: a charger must be named first",
    "NOT_ON_THE_WAY": "CH2: it is not the first step of a shortest way to the charged hex",
    "NOT_IN_SHOOT_OUT": "CH3: it is not in the shoot-out",
    # of hexes, figures and pieces
    "OUT_OF_GAME": "the figure is out of the game",
    "NOT_DECLARED": "SH4: it was not declared more often than picked",
    "OUT_OF_THROW": "GR2: it is outside the throw range of {throw_reach}",
    "NOT_NEXT": "GR3: it is not next to the named one",
    "NO_PIECE": "SN4: no such piece is left",
    "COVERED": "SN4: one piece a hex, and none in bases, bunkers and trenches",
    "FLAG_FAR": "SN1: the flag lies next to the own base",
    "MARSHAL_FAR": "SN1: the Marshal stands next to the own base",
    "OUT_OF_START": "SN1, SN2, EN4: it is not in the start area, or has no room",
    "EXPERT_ALREADY": "EX1: it is an expert already",
    # on a table
    "NO_STAND": "OT3: {who} can't stand there: the table's edge, another figure or a hard piece is in its place",
    "NO_PLACE_TO_GO": "MV1: there is no such place, or no way to it",
    "NO_HEADING": "BO3: with that heading it overlaps something, or lies off the table",
}
# fmt: off
(
    NOT_IN_GAME, IS_JAMMED, IS_DAZED, HAS_FINISHED, SCORE_USED_UP, IS_SENTRY, TOO_FEW_POINTS, IS_IMPOTENT,
    MOVED_ENOUGH, NO_HEX, OWN_BASE, NO_ROOM, HELD_BY_ENEMIES, NO_FACINGS, HAS_TURNED,
    NO_AIM, SENTRY_ALREADY, CARRIES_FLAG, NO_SENTRIES_THERE, NOT_READY_TO_STAND_DOWN, NOT_EMPTY, NO_FLAG_THERE,
    NO_GRENADE,
    CANNOT_SHOOT, HAS_FIRED, SHOT_COSTS, OTHER_VOLLEY, TARGET_OUT, NOT_SUPPRESSIBLE, OUT_OF_RANGE, NO_LINE, UNSEEN,
    SPARED,
    NO_CHARGE, CANNOT_CHARGE, NO_CHARGER, NOT_ON_THE_WAY, NOT_IN_SHOOT_OUT,
    OUT_OF_GAME, NOT_DECLARED, OUT_OF_THROW, NOT_NEXT, NO_PIECE, COVERED, FLAG_FAR, MARSHAL_FAR, OUT_OF_START,
    EXPERT_ALREADY,
    NO_STAND, NO_PLACE_TO_GO, NO_HEADING,
) = range(OWN_REASONS, OWN_REASONS + len(_WORDS))
# fmt: on
WORDS = dict(enumerate((_WORDS | said.REASONS).values(), OWN_REASONS))
# What a decision asks for, where an action is no answer to it.
ASKED = {
    state.PIECE: "which piece of cover to place: soft or hard",
    state.COVER_HEX: "a hex for the cover",
    state.COVER_FACING: "a direction for the hard cover to face",
    state.FLAG_HEX: "a hex for the flag",
    state.MARSHAL_HEX: "a hex for the Marshal",
    state.DEPLOY: "a hex for the figure to start in",
    state.CARRIER: "the figure that carries the flag",
    state.EXPERT: "the figure that is an expert",
    state.GRENADE: "smoke or paint",
    state.GRENADIER: "the figure that carries the grenade",
    state.FIRST: "first or second",
    state.ACT: "an order to a figure, charge, or done",
    state.VOLLEY: "the volley's next shot, or done",
    state.REACT: "the sentry's shot, or done",
    state.PICK: "a figure that is hit",
    state.THROW: "the hex to throw at",
    state.SCATTER: "the hex where the grenade lands",
    state.CHARGE: "the hex to charge",
    state.CHARGER: "who charges, or nobody more (done)",
    state.STEP: "the charger's next step",
    state.CASUALTY: "the figure that falls",
    **said.ASKED,
}
