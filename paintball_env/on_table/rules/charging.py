"""CH1, CH2: who can charge whom, where the chargers will stand, and their ways."""

from paintball_env.on_table.rules.ground import (
    HEADINGS,
    HEX,
    TOGETHER,
    along,
    are_together,
    is_near,
    squared,
    standing,
    xy,
)
from paintball_env.on_table.rules.steps import go_straight, heading_of, no_stand, no_way
from paintball_env.rules import events
from paintball_env.rules.dice import TEAM_SUBJECT
from paintball_env.rules.figures import figure_of, is_impotent, team_of
from paintball_env.rules.moving import can_walk, step_cost
from paintball_env.rules.reasons import CANNOT_CHARGE, NO_CHARGE, OUT_OF_GAME
from paintball_env.rules.state import CHARGER, JAMMED, NONE, STRIDE, Chance, Game, World
from paintball_env.rules.turns import ask
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note
from tabletop.game.open_table import place as point_of

RINGS = 25, TOGETHER  # CH2: mm from the named enemy to the chargers' places


@rule
def group_of(game: Game, who: int, spared: int) -> int:
    """CH1: the named enemy and those together with it, bits of their numbers; 0: they can't be charged.

    Enemy `spared` (a number; NONE: nobody) is taken for impotent.
    """
    place, team = figure_of(game, who).hex, team_of(who)
    group = 0
    for number in range(game.figure.shape[1]):
        figure = game.figure[team, number]
        if are_together(figure.hex, place):
            if figure.gun == JAMMED or not (is_impotent(figure) or number == spared):
                return 0
            group |= 1 << number
    for number in range(game.figure.shape[1]):
        other = game.figure[1 - team, number].hex
        if other != NONE and is_with_one_of(game, team, group, other):
            return 0
    return group


@rule
def is_with_one_of(game: Game, team: int, group: int, place: int) -> bool:
    """CH1: a figure in a place is together with one of a group of the team's."""
    for number in range(game.figure.shape[1]):
        if (group >> number) & 1 == 1 and are_together(game.figure[team, number].hex, place):
            return True
    return False


@rule
def halfway(start: int, goal: int) -> int:
    """CH2, OT4: the point half the way, cut toward the start."""
    ax, ay = xy(start)
    bx, by = xy(goal)
    dx, dy = bx - ax, by - ay
    return point_of(ax + (dx // 2 if dx >= 0 else -(-dx // 2)), ay + (dy // 2 if dy >= 0 else -(-dy // 2)))


@rule
def next_end(start: int, goal: int) -> int:
    """CH2: the end of a charger's next step: there within 10 cm, else half the way."""
    return goal if is_near(start, goal, HEX) else halfway(start, goal)


@rule
def can_arrive(world: World, game: Game, who: int, goal: int, place: int, group: int) -> bool:
    """CH2: a charger can take a point by the named enemy in `place`: free, and in reach, with nothing in the way."""
    figure, team = figure_of(game, who), team_of(who)
    start = figure.hex
    steps = 1 if is_near(start, goal, HEX) else 2
    if figure.moved + steps > world.rules.max_moves or figure.points < steps * step_cost(world.rules):
        return False
    end = standing(world, team, goal)
    if not are_together(end, place) or no_stand(world, game, who, end) != ALLOWED:
        return False
    for number in range(game.figure.shape[1]):
        if (group >> number) & 1 == 0 and are_together(end, game.figure[1 - team, number].hex):
            return False
    if steps == 2:
        middle = standing(world, team, halfway(start, goal))
        if not is_near(start, middle, HEX) or not is_near(middle, goal, HEX):
            return False
        if no_stand(world, game, who, middle) != ALLOWED or no_way(world, game, who, start, middle, group) != ALLOWED:
            return False
        start = middle
    return no_way(world, game, who, start, end, group) == ALLOWED


@rule
def goal_for(world: World, game: Game, who: int, place: int, group: int) -> int:
    """CH2: where a charger will stand by the named enemy in `place`; NONE: it can't arrive.

    Of the nearer ring the point nearest to it, of two the one further anticlockwise, seen from the enemy.
    """
    start = figure_of(game, who).hex
    x, y = xy(place)
    ahead = heading_of(place, start)
    for ring in range(2):
        best = best_distance = NONE
        for i in range(HEADINGS):  # clockwise last
            heading = (ahead + HEADINGS // 2 + i) % HEADINGS
            dx, dy = along(heading, RINGS[ring])
            goal = point_of(x + dx, y + dy)
            distance = squared(goal, start)
            if best != NONE and distance > best_distance:
                continue
            if can_arrive(world, game, who, goal, place, group):
                best, best_distance = goal, distance
        if best != NONE:
            return best
    return NONE


@rule
def can_charge(world: World, game: Game, who: int, place: int, group: int) -> bool:
    """CH1, CH2, AP3, EN4, IM2: the figure may charge the group about the named enemy in `place`, and can arrive."""
    if not can_walk(world, game, who) or is_impotent(figure_of(game, who)):
        return False
    if are_together(figure_of(game, who).hex, place):
        return False
    return goal_for(world, game, who, place, group) != NONE


@rule
def can_charge_at(world: World, game: Game, team: int, enemy: int) -> bool:
    """CH1: some figure of the team can charge an enemy (id) now."""
    place = figure_of(game, enemy).hex
    group = 0 if place == NONE else group_of(game, enemy, NONE)
    if group == 0:
        return False
    for number in range(game.figure.shape[1]):
        if can_charge(world, game, STRIDE * team + number, place, group):
            return True
    return False


@rule
def can_charge_any(world: World, game: Game, team: int) -> bool:
    """CH1: there is an enemy to charge."""
    for number in range(game.figure.shape[1]):
        figure = game.figure[1 - team, number]
        if figure.hex != NONE and is_impotent(figure):
            if can_charge_at(world, game, team, STRIDE * (1 - team) + number):
                return True
    return False


@rule
def no_charge(world: World, game: Game, team: int) -> int:
    """CH1: what forbids a team to declare a charge: there is nobody to charge."""
    return ALLOWED if can_charge_any(world, game, team) else NO_CHARGE


@rule
def no_charged(world: World, game: Game, team: int, figure: int) -> int:
    """CH1: what forbids a team to charge an enemy."""
    if figure_of(game, figure).hex == NONE:
        return OUT_OF_GAME
    return ALLOWED if can_charge_at(world, game, team, figure) else NO_CHARGE


@rule
def no_charger(world: World, game: Game, figure: int) -> int:
    """CH2: what forbids to name a figure as charger now; no further one once the group is gone."""
    if figure_of(game, figure).hex == NONE:
        return OUT_OF_GAME
    follows = game.group != 0 and can_charge(world, game, figure, game.place, game.group)
    return ALLOWED if follows else CANNOT_CHARGE


@rule
def name_charged(game: Game, chance: Chance, figure: int) -> None:
    """CH1: the named enemy, and so the group; who charges is asked next."""
    game.place = figure_of(game, figure).hex
    game.group = group_of(game, figure, NONE)
    game.decision = CHARGER
    note(chance, events.CHARGE_NAMED, who=TEAM_SUBJECT + game.decider, place=game.place)


@rule
def make_step(world: World, game: Game, chance: Chance) -> None:
    """CH2: a step of the charger on its way."""
    who = int(game.actor)
    go_straight(world, game, chance, who, next_end(figure_of(game, who).hex, game.goal))


@rule
def set_out(world: World, game: Game, chance: Chance) -> bool:
    """CH2: the charger that has been named takes its place in view, and its first step.

    Returns:
      Whether it has made a step already, so that sentries may react.
    """
    game.goal = goal_for(world, game, game.actor, game.place, game.group)
    make_step(world, game, chance)
    return True


@rule
def walk_on(world: World, game: Game, chance: Chance) -> bool:
    """CH2: the charger walks on until it has arrived or is out; then the next one may be named.

    Returns:
      Whether it has made a further step already, so that sentries may react.
    """
    place = figure_of(game, game.actor).hex
    if place != NONE and squared(place, game.goal) > 0:
        make_step(world, game, chance)
        return True
    if place != NONE:
        note(chance, events.ARRIVED, who=game.actor, place=place)
    game.actor = NONE
    game.goal = NONE
    ask(game, CHARGER, game.acting)
    return False


@rule
def fights(game: Game, who: int) -> bool:
    """CH3: the figure is in the shoot-out: of the group, or of those who have arrived."""
    if team_of(who) == game.acting:
        return are_together(figure_of(game, who).hex, game.place)
    return figure_of(game, who).hex != NONE and (game.group >> (who % STRIDE)) & 1 == 1


@rule
def fighters(game: Game, team: int) -> int:
    """CH3: how many figures of the team are in the shoot-out."""
    count = 0
    for number in range(game.figure.shape[1]):
        if fights(game, STRIDE * team + number):
            count += 1
    return count
