"""The hunter's plan for a phase: what it wants, where to bring it, who stays behind, who runs."""

from paintball_env._jit import rule
from paintball_env.rules.state import CAPTURE, ELIMINATION, NONE, REVERSE, STRIDE, Game, World

# A plan is a tuple of these, in this order.
PRIZE, HELD, GOAL, THREAT, STOLEN, THEIR_GOAL, GUARD, RUNNER, SECOND_RUNNER = range(9)
Plan = tuple[int, int, int, int, int, int, int, int, int]


@rule
def flag_of(world: World, team: int) -> int:
    """Index of the flag that `team` has to bring home; NONE without flags."""
    objective = world.rules.objective
    if objective == ELIMINATION:
        return NONE
    if objective == CAPTURE:
        return 1 - team
    return team if objective == REVERSE else 0


@rule
def goal_of(world: World, team: int) -> int:
    """Hex to which `team` has to bring it."""
    return world.board.home[team] if world.rules.objective == CAPTURE else world.board.home[1 - team]


@rule
def place_of(game: Game, flag: int) -> int:
    """Hex of a flag, lying or carried; NONE if it isn't on the board."""
    if flag == NONE:
        return NONE
    carrier = game.flag[flag].carrier
    if carrier == NONE:
        return game.flag[flag].hex
    return game.figure[carrier // STRIDE, carrier % STRIDE].hex


@rule
def nearest(world: World, game: Game, team: int, place: int, without: int, also: int) -> int:
    """Number of the own figure with the shortest way to `place`, two left out; NONE if there is none."""
    best, least = NONE, 1000
    for f in range(world.rules.team_size[team]):
        start = game.figure[team, f].hex
        if f != without and f != also and start != NONE and world.board.steps[start, place] < least:
            best, least = f, int(world.board.steps[start, place])
    return best


@rule
def make_plan(world: World, game: Game, team: int) -> Plan:
    """Look at the flags and share out the parts."""
    own, other = flag_of(world, team), flag_of(world, 1 - team)
    prize, threat = place_of(game, own), place_of(game, other)
    held, stolen = 0, 0
    if own != NONE and game.flag[own].carrier != NONE and game.flag[own].carrier // STRIDE == team:
        held = 1
    if other != NONE and game.flag[other].carrier != NONE and game.flag[other].carrier // STRIDE != team:
        stolen = 1
    guard, runner, second = NONE, NONE, NONE
    if world.rules.objective == CAPTURE and threat != NONE and stolen == 0:
        guard = nearest(world, game, team, threat, NONE, NONE)
    if held == 1:
        runner = game.flag[own].carrier % STRIDE
        if guard == runner:
            guard = NONE
    elif prize != NONE:
        runner = nearest(world, game, team, prize, guard, NONE)
        if runner != NONE:
            second = nearest(world, game, team, prize, guard, runner)
    return (
        int(prize), held, int(goal_of(world, team)), int(threat), stolen, int(goal_of(world, 1 - team)),
        int(guard), int(runner), int(second),
    )  # fmt: skip
