"""Which kind of action each option of the table of actions is, for compiled code: kinds by name."""

import numpy as np

from state_of_war.rules.actions import ACTIONS

NAMES = tuple(dict.fromkeys(option.kind for option in ACTIONS.options))
KIND_OF = np.array([NAMES.index(option.kind) for option in ACTIONS.options])  # of an option, as `decode` gives it

PICK, END, MOVE, FORM, SHOOT, CHARGE, DETACH, STAND = map(
    NAMES.index, ("pick", "end", "move", "form", "shoot at", "charge", "detach", "stand")
)
MOUNT, DISMOUNT, PRESS, FIRE, HOLD, SPOT, DECLINE = map(
    NAMES.index, ("mount", "dismount", "press", "fire", "hold", "spot", "decline")
)
HIDE, SHOW, GO, SLOT = map(NAMES.index, ("hide", "show", "go", "slot"))
