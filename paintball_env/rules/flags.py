"""SN1, SN2, SN3: which flag wins for whom, and where it has to be brought.  The one place that knows an objective."""

from paintball_env.rules.state import CAPTURE, ELIMINATION, NONE, REVERSE, STRIDE, Game, World
from tabletop.compiling import plain


@plain
def prize_of(world: World, team: int) -> int:
    """SN1, SN2, SN3: index of the flag that `team` may carry and wins by; NONE: the scenario has no flags."""
    objective = world.rules.objective
    if objective == ELIMINATION:
        return NONE
    if objective == CAPTURE:
        return 1 - team
    return team if objective == REVERSE else 0


@plain
def goal_of(world: World, team: int) -> int:
    """SN1, SN2, SN3: the base to which `team` has to bring it; without flags it means nothing."""
    return world.board.home[team] if world.rules.objective == CAPTURE else world.board.home[1 - team]


@plain
def place_of(game: Game, index: int) -> int:
    """Hex of a flag, lying or carried; NONE: not on the board, or `index` is NONE."""
    if index == NONE:
        return NONE
    carrier = game.flag[index].carrier
    if carrier == NONE:
        return game.flag[index].hex
    return game.figure[carrier // STRIDE, carrier % STRIDE].hex


@plain
def is_held(game: Game, index: int, team: int) -> bool:
    """FL1: a figure of `team` carries this flag (NONE: no flag)."""
    return index != NONE and game.flag[index].carrier != NONE and game.flag[index].carrier // STRIDE == team
