"""A bot's plan for a phase: what it wants, where to bring it, who stays behind, who runs, and whether it holds."""

from paintball_env.distances import steps
from paintball_env.rules.flags import goal_of, is_held, place_of, prize_of
from paintball_env.rules.objectives import CAPTURE, REVERSE
from paintball_env.rules.state import NONE, STRIDE, Game, World
from tabletop.compiled.compiling import rule

from .temperament import Temper

# A plan is a tuple of these, in this order.
(
    PRIZE,  # place of the flag it wants; NONE
    HELD,  # 1: an own figure carries it
    GOAL,  # place to bring it to
    THREAT,  # place of the flag the enemy wants; NONE
    STOLEN,  # 1: an enemy carries it
    THEIR_GOAL,
    GUARD,  # number of the figure that minds the own flag, or one of the enemy that has fallen; NONE
    RUNNER,  # numbers of those who fetch the prize, or of its carrier; NONE
    SECOND_RUNNER,
    HOLDS,  # 1: lets the enemy come
    GROUND,  # place round which it holds
    HASTE,  # percent of fear that the end of the game drives away
    GATES,  # 1: a flag is near that an enemy may bring into the own base
) = range(13)
Plan = tuple[int, int, int, int, int, int, int, int, int, int, int, int, int]
LATE = 50  # percent of haste that leaves the own flag alone


@rule
def nearest(world: World, game: Game, team: int, place: int, without: int, also: int) -> int:
    """Number of the own figure with the shortest way to `place`, two left out; NONE if there is none."""
    best, best_steps = NONE, 1000
    for f in range(world.rules.team_size[team]):
        start = game.figure[team, f].hex
        if f != without and f != also and start != NONE and steps(world, start, place) < best_steps:
            best, best_steps = f, steps(world, start, place)
    return best


@rule
def standing(world: World, game: Game, team: int) -> int:
    """Count the figures of a team on the board."""
    count = 0
    for f in range(world.rules.team_size[team]):
        if game.figure[team, f].hex != NONE:
            count += 1
    return count


@rule
def haste(world: World, game: Game, temper: Temper) -> int:
    """Percent of fear driven away: none while it is calm, all of it at the last turn (TU8)."""
    if temper.calm >= 1.0:
        return 0
    calm = temper.calm * world.rules.max_turns
    return int(100.0 * max(game.turn - calm, 0.0) / max(world.rules.max_turns - calm, 1.0))


@rule
def comfort(plan: Plan, temper: Temper) -> float:
    """Share of the worth of cover, aim and sentry that the end of the game has left."""
    return 1.0 - temper.hurry * plan[HASTE] / 100.0


@rule
def make_plan(world: World, game: Game, team: int, temper: Temper) -> Plan:
    """Look at the flags and share out the parts."""
    own, other = prize_of(world, team), prize_of(world, 1 - team)
    prize, threat = place_of(game, own), place_of(game, other)
    held, stolen, holds = int(is_held(game, own, team)), int(is_held(game, other, 1 - team)), 0
    hurry = haste(world, game, temper)
    own_left, their_left = standing(world, game, team), standing(world, game, 1 - team)
    # In Reverse Flag carriers start with their flags: carrying is no alarm there, and no reason to run.
    reverse = world.rules.objective == REVERSE
    if game.turn <= temper.patience * world.rules.max_turns and (reverse or held + stolen == 0):
        if own_left < their_left + temper.lead:
            holds = 1
    if temper.behind > 0.0 and own_left <= their_left - temper.behind and (reverse or held + stolen == 0):
        holds = 1
    their_goal = goal_of(world, 1 - team)
    # In Reverse Flag nobody but the enemy can take up its flag, and it can't where one of ours stands.
    flag_lies = reverse and stolen == 0 and threat != NONE and temper.gate > 0.0
    is_near = (stolen == 1 or flag_lies) and steps(world, threat, their_goal) <= temper.alarm
    gates = int(is_near and their_goal == world.board.home[team])
    if reverse and not is_near:
        stolen = 0
    guard, runner, second = NONE, NONE, NONE
    # The last one, and late in the game the stronger side's guard, have better things to do than to stand and wait.
    has_spare = own_left > 1 and (hurry < LATE or own_left < their_left)
    if temper.guard >= 0.5 and has_spare and world.rules.objective == CAPTURE and threat != NONE and stolen == 0:
        guard = nearest(world, game, team, threat, NONE, NONE)
    if flag_lies and is_near and own_left > 1:
        guard = nearest(world, game, team, threat, NONE, NONE)
    if held == 1:
        runner = game.flag[own].carrier % STRIDE
        if guard == runner:
            guard = NONE
    elif prize != NONE and holds == 0:
        runner = nearest(world, game, team, prize, guard, NONE)
        if runner != NONE:
            second = nearest(world, game, team, prize, guard, runner)
    ground = world.board.home[team]
    if world.rules.objective == CAPTURE and threat != NONE:
        ground = threat
    return (
        int(prize), held, int(goal_of(world, team)), int(threat), stolen, int(their_goal),
        int(guard), int(runner), int(second), holds, int(ground), hurry, gates,
    )  # fmt: skip
