"""SH, IW, MF, SU, SM2, SM3: volleys and what becomes of each die."""

from typing import Any

from paintball_env.rules import events
from paintball_env.rules.clouds import is_in_smoke
from paintball_env.rules.dice import (
    DISQUALIFIED,
    GOGGLES,
    GOGGLES_OFF,
    GOGGLES_STEAM,
    GUN_JAMS,
    HIT,
    HITS,
    MISFIRE,
    MISFIRE_REACTION,
    MISFIRE_VOLLEY,
    MISFIRED,
    NO_AMMO,
    NO_GAS,
    NO_SHOT,
    SAVE,
    SAVED,
    SPOT_IN,
    SPOT_THROUGH,
    TEAM_SUBJECT,
    to_hit,
)
from paintball_env.rules.figures import figure_of, is_armed, is_impotent, may_be_told, put_out, spend, team_of
from paintball_env.rules.ground import are_together, gap, is_entrenched
from paintball_env.rules.in_the_way import is_stopped
from paintball_env.rules.marshals import mark, near_marshal, suppress_classes
from paintball_env.rules.numbering import SHOT
from paintball_env.rules.reasons import (
    CANNOT_SHOOT,
    HAS_FIRED,
    IS_SENTRY,
    NOT_DECLARED,
    NOT_SUPPRESSIBLE,
    OTHER_VOLLEY,
    OUT_OF_GAME,
    SHOT_COSTS,
)
from paintball_env.rules.sight import (
    aim_of_die,
    can_be_shot_in,
    face_for,
    is_suppressible,
    no_shot,
)
from paintball_env.rules.state import (
    EMPTY,
    JAMMED,
    NONE,
    SHOOT,
    SHOTS,
    SUPPRESS,
    Chance,
    Figure,
    Game,
    World,
)
from paintball_env.rules.volleys import is_hidden, keep_hits, may_follow, next_goal, reach_of
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED, NOT_ASKED
from tabletop.game.chance import die, note


@rule(inline=True)
def has_volley(figure: Figure) -> bool:
    """SH5, IM1, MF3, SE1, SM2: the figure has its volley of this turn before it."""
    return is_armed(figure) and may_be_told(figure, SHOT) and figure.fired == 0 and figure.dazed == 0


@jitable
def volley_cost(rules: Any, dice: int) -> int:
    """AP2, SH3, SU2: the points that a volley of so many dice takes; 0 of none."""
    return dice * rules.shoot_cost


@rule(inline=True)
def dice_for(world: World, points: int) -> int:
    """AP2, SH3: the most dice of a volley that so many points pay."""
    dice = 0
    while dice < SHOTS and volley_cost(world.rules, dice + 1) <= points:
        dice += 1
    return dice


@rule
def no_fire(world: World, game: Game, who: int) -> int:
    """SE1, IM1, SH5, AP2: what forbids a ready figure to begin a volley."""
    figure = figure_of(game, who)
    if has_volley(figure):
        return ALLOWED if figure.points >= volley_cost(world.rules, 1) else SHOT_COSTS
    if not may_be_told(figure, SHOT):
        return IS_SENTRY
    return CANNOT_SHOOT if is_impotent(figure) else HAS_FIRED


@rule
def declared(game: Game) -> int:
    """How many shots of the volley have been declared."""
    for i in range(SHOTS):
        if game.shot[i] == NONE:
            return i
    return SHOTS


@rule(inline=True)
def aim_of_next_die(game: Game, who: int, kind: int) -> int:
    """AI1, SU1: 1: the next die of the figure, a shot or suppressive fire, is aimed; a sentry's never is (SE1)."""
    return aim_of_die(figure_of(game, who).aim, kind, declared(game))


@rule
def no_target(world: World, game: Game, who: int, target: int, kind: int) -> int:
    """SU2, SH3: what forbids the figure's next die, SHOOT or SUPPRESS, to go at an enemy."""
    figure = figure_of(game, target)
    if kind == SUPPRESS and figure.hex != NONE and not is_suppressible(figure):
        return NOT_SUPPRESSIBLE
    return no_shot(world, game, who, target, aim_of_next_die(game, who, kind))


@rule
def no_volley(world: World, game: Game, who: int, enemy: int, kind: int) -> int:
    """SH3, SU2: what forbids a ready figure to begin a volley with this target."""
    reason = no_fire(world, game, who)
    return reason if reason != ALLOWED else no_target(world, game, who, enemy, kind)


@rule
def no_further_shot(world: World, game: Game, who: int, enemy: int, kind: int) -> int:
    """SH3, SU2: what forbids the volley's next die at this enemy: same shooter and kind, targets together, points."""
    number = declared(game)
    if (
        who != game.actor
        or kind != game.kind
        or number == SHOTS
        or figure_of(game, who).points < volley_cost(world.rules, number + 1)
        or not are_together(figure_of(game, enemy).hex, figure_of(game, game.shot[0]).hex)
        or not may_follow(world, game, who)
    ):
        return OTHER_VOLLEY
    return no_target(world, game, who, enemy, kind)


@rule(inline=True)
def no_reaction(game: Game, who: int, enemy: int) -> int:
    """SE2: only the sentry that is asked shoots, at the figure that has moved."""
    return ALLOWED if who == game.asked and enemy == game.actor else NOT_ASKED


@rule
def declare(world: World, game: Game, chance: Chance, who: int, target: int, kind: int) -> None:
    """SH3: declare the next shot of a volley."""
    game.actor = who
    game.kind = kind
    number = declared(game)
    game.shot[number] = target
    goal = figure_of(game, target).hex
    reach = gap(world, figure_of(game, who).hex, goal)
    how = int(kind == SUPPRESS) + 2 * int(number > 0)
    note(chance, events.SHOT_DECLARED, who=who, whom=target, place=goal, value=reach, how=how)


@rule
def is_spotted(world: World, game: Game, chance: Chance, who: int, target: int, shots: int) -> bool:
    """SM2, SM3: the spotting rolls of a volley or reaction; False: no shot."""
    figure = figure_of(game, who)
    if is_in_smoke(game, figure.hex):
        if die(game, chance, SPOT_IN, who, world.rules.spot_in) == NO_SHOT:
            figure.dazed = 1
            note(chance, events.LOST_IN_SMOKE, who=who)
            return False
        note(chance, events.SAW_OUT, who=who)
    if is_hidden(world, game, who, target, shots):
        is_seen = die(game, chance, SPOT_THROUGH, who, world.rules.spot_through) != NO_SHOT
        note(chance, events.SAW_THROUGH if is_seen else events.SAW_NOTHING, who=who)
        return is_seen
    return True


@rule
def misfire(world: World, game: Game, chance: Chance, who: int, classes: int) -> bool:
    """MF1-MF8, W3: a natural 1; True: the volley's other shots are lost (MF7)."""
    figure = figure_of(game, who)
    result = die(game, chance, MISFIRE, who, classes)
    note(chance, events.OUT_OF_GAS + result - NO_GAS, who=who)
    if result == NO_GAS:
        put_out(game, chance, who)
    elif result == NO_AMMO or result == GUN_JAMS:
        figure.gun = EMPTY if result == NO_AMMO else JAMMED
        figure.aim = 0
        figure.sentry = 0
    elif result == GOGGLES_STEAM:
        figure.sentry = 0
    elif result == GOGGLES_OFF:
        if not near_marshal(world, game, who):
            note(chance, events.NOBODY_NEAR, who=who)
            return False
        if die(game, chance, GOGGLES, who, world.rules.goggles) != DISQUALIFIED:
            note(chance, events.UNSEEN, who=who)
            return False
        note(chance, events.DISQUALIFIED, who=who)
        put_out(game, chance, who)
    return True


@rule
def roll_hits(
    world: World, game: Game, chance: Chance, who: int, target: int, shots: int, aim: int, classes: int
) -> int:
    """SH6 stages 1 to 3: spotting, all dice, the 1s.

    Args:
      world: rules and board.
      game: the game.
      chance: dice.
      who: the shooter.
      target: of the first die; of the others those that are declared.
      shots: number of dice.
      aim: 1: the shooter holds aim (AI1).
      classes: of the misfire roll: a volley's or a reaction's.

    Returns:
      The dice that have hit, before the look at what is in their way: bit i: die i.
    """
    if not is_spotted(world, game, chance, who, target, shots):
        return 0
    start, goal = figure_of(game, who).hex, figure_of(game, target).hex
    reach, entrenched = reach_of(world, game, who, target, shots), is_entrenched(world, start, goal)
    misfires = hits = hit = 0
    for i in range(shots):
        aimed = aim_of_die(aim, game.kind, i)
        outcome = die(game, chance, HIT, who, to_hit(face_for(reach, aimed, entrenched)))
        how = int(entrenched) + 2 * aimed
        note(chance, events.SHOT_MISFIRED + outcome - MISFIRED, who=who, place=goal, value=reach, how=how)
        if outcome == MISFIRED:
            misfires += 1
        elif outcome == HITS:
            hits += 1
            hit |= 1 << i
    for _ in range(misfires):
        if misfire(world, game, chance, who, classes):
            if hits > 0:
                note(chance, events.SHOTS_LOST, who=who, value=hits)
            return 0
    if hits == 0:
        note(chance, events.NO_HIT, who=who, value=shots)
    return hit


@rule
def roll_volley(world: World, game: Game, chance: Chance) -> None:
    """SH3, SH5: the declared volley is paid and rolled; its hits are left to be resolved."""
    who = game.actor
    figure = figure_of(game, who)
    shots = declared(game)
    goal = figure_of(game, game.shot[0]).hex
    aim = figure.aim
    how = int(game.kind == SUPPRESS)
    for i in range(shots):
        note(chance, events.SHOT_FIRED, who=who, whom=game.shot[i], place=goal, value=i + 1, how=how)
    spend(world, game, who, volley_cost(world.rules, shots))
    figure.fired = 1
    figure.aim = 0
    keep_hits(game, roll_hits(world, game, chance, who, game.shot[0], shots, aim, MISFIRE_VOLLEY))


@rule
def resolve_hit(world: World, game: Game, chance: Chance) -> int:
    """SH6 stages 4 to 6: the volley's next hit finds its way, or it is settled whom they strike, or the next strikes.

    One at a time and kept in the record: what different dice have led to alike goes on as one (odds.py).

    Returns:
      1: there may be more; 2: the opponent picks who is hit (SH4); 0: the volley is resolved.
    """
    if game.count > 0:
        start, goal = figure_of(game, game.actor).hex, next_goal(game)
        if not is_stopped(world, game, chance, game.actor, start, goal):
            game.passed += 1
        return 1
    if game.passed > 0:
        hits = int(game.passed)
        game.passed = 0
        shots = declared(game)
        if hits < shots:
            for i in range(1, shots):
                if game.shot[i] != game.shot[0]:
                    game.count = hits
                    note(chance, events.PICK_DUE, who=TEAM_SUBJECT + 1 - team_of(game.actor), value=hits)
                    return 2
        for i in range(hits):
            game.taken[i] = 1
        return 1
    return strike(world, game, chance)


@rule
def no_pick(game: Game, figure: int) -> int:
    """SH4: what forbids to pick a figure: it was not declared more often than picked."""
    for i in range(SHOTS):
        if game.shot[i] == figure and game.taken[i] == 0:
            return ALLOWED
    return OUT_OF_GAME if figure_of(game, figure).hex == NONE else NOT_DECLARED


@rule
def pick(game: Game, chance: Chance, target: int) -> None:
    """SH4: one of the shots declared at this figure counts."""
    for i in range(SHOTS):
        if game.shot[i] == target and game.taken[i] == 0:
            game.taken[i] = 1
            game.count -= 1
            team = TEAM_SUBJECT + team_of(target)
            note(chance, events.PICKED, who=team, whom=target, value=game.count)
            return


@rule
def strike(world: World, game: Game, chance: Chance) -> int:
    """SH6 stage 6: the next shot that counts, in declared order; at a figure already out (SU2: suppressed) it is lost.

    Returns:
      1, or 0: there was none left.
    """
    for i in range(SHOTS):
        if game.taken[i] == 1:
            game.taken[i] = 0
            target = game.shot[i]
            if figure_of(game, target).hex == NONE:
                note(chance, events.LOST_ON_OUT, who=game.actor, whom=target)
            elif game.kind == SHOOT:
                mark(world, game, chance, target, figure_of(game, game.actor).hex)
            elif figure_of(game, target).suppressed == 0:
                suppress(world, game, chance, target)
            else:
                note(chance, events.LOST_ON_SUPPRESSED, who=game.actor, whom=target)
            return 1
    return 0


@rule
def suppress(world: World, game: Game, chance: Chance, target: int) -> None:
    """SU1: the target saves, else it is suppressed and no sentry any more."""
    figure = figure_of(game, target)
    if die(game, chance, SAVE, target, suppress_classes(world, game, figure.hex)) == SAVED:
        note(chance, events.UNSUPPRESSED, who=target)
    else:
        note(chance, events.SUPPRESSED, who=target)
        figure.suppressed = 1
        figure.aim = 0
        figure.sentry = 0


@rule
def can_react_in(world: World, game: Game, who: int, mover: int, place: int) -> bool:
    """SE2: the sentry may shoot at the figure once it has moved to the hex."""
    figure = figure_of(game, who)
    return figure.sentry == 1 and figure.dazed == 0 and can_be_shot_in(world, game, who, mover, place, 0)


@rule
def can_react(world: World, game: Game, who: int, mover: int) -> bool:
    """SE2: the sentry may shoot at the figure that has just moved."""
    return can_react_in(world, game, who, mover, figure_of(game, mover).hex)


@rule
def react(world: World, game: Game, chance: Chance, who: int, mover: int) -> None:
    """SE2, MF8: a sentry's one die, an ordinary shot with all that follows."""
    start, goal = figure_of(game, who).hex, figure_of(game, mover).hex
    note(chance, events.REACTED, who=who, whom=mover, place=goal)
    if roll_hits(world, game, chance, who, mover, 1, 0, MISFIRE_REACTION) != 0:
        if not is_stopped(world, game, chance, who, start, goal):
            mark(world, game, chance, mover, start)
