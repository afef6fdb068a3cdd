"""FL3, SN1, SN2, SN3: which flag wins for whom, and where it has to be brought; nobody else knows an objective."""

import numpy as np

from paintball_env.rules.ground import is_in_base
from paintball_env.rules.objectives import CAPTURE, ELIMINATION, OBJECTIVES, REVERSE
from paintball_env.rules.state import NONE, STRIDE, Game, World
from tabletop.compiled.compiling import jitable, rule

_CARRIED = np.array([objective.carried for objective in OBJECTIVES])
_SHARED = np.array([objective.flags == 1 for objective in OBJECTIVES])


@jitable
def prize_of(world: World, team: int) -> int:
    """SN1, SN2, SN3: index of the flag that `team` may carry and wins by; NONE: the scenario has no flags."""
    objective = world.rules.objective
    if objective == ELIMINATION:
        return NONE
    if objective == CAPTURE:
        return 1 - team
    return team if objective == REVERSE else 0


@jitable
def is_won_at_home(objective: int) -> bool:
    """SN1, SN2, SN3: a team has to bring the flag to its own base, not to the enemy's."""
    return objective == CAPTURE


@jitable
def goal_of(world: World, team: int) -> int:
    """SN1, SN2, SN3: the base to which `team` has to bring it; without flags it means nothing."""
    return world.board.home[team if is_won_at_home(world.rules.objective) else 1 - team]


@jitable
def can_carry(world: World, team: int, index: int) -> bool:
    """SN1, SN2, SN3: whether the scenario lets the team move this flag."""
    return index == prize_of(world, team)


@jitable
def is_shared(objective: int) -> bool:
    """SN3: there is one flag, for both teams."""
    return bool(_SHARED[objective])


@jitable
def is_placed(world: World) -> bool:
    """SN1: each team places its own flag in set-up."""
    return world.rules.objective == CAPTURE


@jitable
def is_carried_at_first(world: World) -> bool:
    """SN2: a figure of each team has its team's flag from the start."""
    return bool(_CARRIED[world.rules.objective])


@jitable
def place_of(game: Game, index: int) -> int:
    """Hex of a flag, lying or carried; NONE: not on the board, or `index` is NONE."""
    if index == NONE:
        return NONE
    carrier = game.flag[index].carrier
    if carrier == NONE:
        return game.flag[index].hex
    return game.figure[carrier // STRIDE, carrier % STRIDE].hex


@jitable
def is_held(game: Game, index: int, team: int) -> bool:
    """FL1: a figure of `team` carries this flag (NONE: no flag)."""
    return index != NONE and game.flag[index].carrier != NONE and game.flag[index].carrier // STRIDE == team


@rule
def has_won(world: World, game: Game, team: int) -> bool:
    """FL3, SN1-SN3: a live figure of the team has the right flag in the right base."""
    index = prize_of(world, team)
    return is_held(game, index, team) and is_in_base(world, place_of(game, index), goal_of(world, team))
