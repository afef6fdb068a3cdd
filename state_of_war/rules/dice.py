"""The urns and the cuts of contests of the game's draws (docs/state-of-war.md, "Order of the draws")."""

import numpy as np

from state_of_war.rules.state import QUALITY
from tabletop.game.contests import Contests
from tabletop.game.urns import Urns, cut, dice

URNS, CONTESTS = Urns(), Contests()
LEAST, MOST = -3 - int(QUALITY[-1]), -1  # modifiers with which more than one result of a check can come (MO5)
# Results of a morale check (MO5).
BREAKS_FOR_GOOD, BREAKS, FALLS_BACK, DOES_NOT_ADVANCE, CONTINUES = range(1, 6)


def _morale() -> np.ndarray:
    """Declare the urns of checks; int64 [classes, modifiers from LEAST]: their numbers."""
    numbers = np.zeros((len(QUALITY), MOST - LEAST + 1), np.int64)
    for skill, faces in enumerate(QUALITY.tolist()):
        for modifier in range(LEAST, MOST + 1):
            weights = dict.fromkeys(range(1, 6), 0)
            for face in range(1, faces + 1):
                weights[result_of(face + modifier)] += 1
            numbers[skill, modifier - LEAST] = URNS.declare(f"morale d{faces} {modifier:+d}", weights)
    return numbers


def result_of(total: int) -> int:
    """MO5: the result of a check by its total."""
    if total >= 1:
        return CONTINUES
    if total >= -1:
        return DOES_NOT_ADVANCE
    return FALLS_BACK if total == -2 else BREAKS if total == -3 else BREAKS_FOR_GOOD


MORALES = _morale()
RALLIES = np.array([URNS.declare(f"d{faces} at 4", cut(dice(faces), 4)) for faces in QUALITY.tolist()])  # MO7
# AM3: `SPOTS[small, n]`, n from 2; at 1 everybody is spotted, and beyond the faces nobody: nothing is drawn.
SPOTS = np.zeros((2, 7), np.int64)
for _small, _faces in enumerate((6, 4)):
    for _n in range(2, _faces + 1):
        _name = f"d{_faces} at {_n}"
        SPOTS[_small, _n] = (
            URNS.names.index(_name) if _name in URNS.names else URNS.declare(_name, cut(dice(_faces), _n))
        )
SHOT_CUTS = CONTESTS.declare(1, 2, 4, 6)  # SH6: nothing, graze, wound, disabled, killed
UNGRAZED = CONTESTS.declare(2, 4, 6)  # with `graze` `false`: nothing, wound, disabled, killed


def _melee(acting: bool, other: bool) -> int:
    """ME6: the cuts of leads, by whether the acting primary and its opponent are mounted."""
    lost = (-5, -4, -2, -1, 0) if acting else (-5, -4, -3, -2, -1, 0)
    won = (1, 2, 3, 5, 6) if other else (1, 2, 3, 4, 5, 6)
    return CONTESTS.declare(*lost, *won)


MELEE_CUTS = np.array([[_melee(acting, other) for other in (False, True)] for acting in (False, True)])
