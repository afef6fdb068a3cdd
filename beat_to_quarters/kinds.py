"""Which kind of action each option of the table of actions is, for compiled code: kinds by name."""

import numpy as np

from beat_to_quarters.rules.actions import ACTIONS

NAMES = tuple(dict.fromkeys(option.kind for option in ACTIONS.options))
KIND_OF = np.array([NAMES.index(option.kind) for option in ACTIONS.options])  # of an option, as `decode` gives it

PICK, PICK_PRIZE = map(NAMES.index, ("pick", "pick prize"))
FIRE_AT, FIRE_AT_OWN = map(NAMES.index, ("fire at", "fire at own"))
FIRES, PRIZE_FIRES = map(NAMES.index, ("fires", "prize fires"))
GRAPPLE, GRAPPLE_OWN = map(NAMES.index, ("grapple", "grapple own"))
GRAPPLES, PRIZE_GRAPPLES = map(NAMES.index, ("grapples", "prize grapples"))
BOARD, BOARD_OWN = map(NAMES.index, ("board", "board own"))
ADVANCE, TURN, SAIL, HEAVE_TO = map(NAMES.index, ("advance", "turn", "sail", "heave to"))
THROUGH, BACK = map(NAMES.index, ("through the wind", "back"))
CUT_LOOSE, STAY, HOLD, HOLD_ON = map(NAMES.index, ("cut loose", "stay", "hold", "hold on"))
ABANDON, CUT, SWING, KEDGE = map(NAMES.index, ("abandon", "cut", "swing", "kedge"))
BUY_HULL, BUY_CREW, HEADING, DONE = map(NAMES.index, ("buy hull", "buy crew", "heading", "done"))
