"""VI: how a battle ends."""

from state_of_war.rules import events
from state_of_war.rules.figures import figure_of, men_of
from state_of_war.rules.state import (
    BREAKPOINT,
    BROKEN,
    CLEARED,
    DISABLED,
    EXIT,
    KILLED,
    LOSSES,
    NO_ACT,
    NONE,
    OBJECTIVE,
    OFF,
    OVER,
    RUNNING,
    SIDE_SUBJECT,
    STANDING,
    THROUGH,
    UNITS,
    Chance,
    Game,
    World,
)
from state_of_war.rules.tidying import end_of_part, forget_action
from tabletop.compiled.compiling import rule
from tabletop.game.chance import note
from tabletop.game.open_table import within

HELD_WITHIN = 200  # mm (VI2)


@rule
def end_battle(world: World, game: Game, chance: Chance, ending: int, winner: int) -> None:
    """The battle is over: what belongs to an action or a part is forgotten."""
    forget_action(world, game)
    end_of_part(game)
    game.unit = game.near = game.asked = game.target = NONE
    game.act = NO_ACT
    game.heading = game.whole = game.at = game.fires = game.stage = game.next = 0
    game.decision, game.decider = OVER, NONE
    game.ending, game.winner = ending, winner
    note(chance, events.GAME_OVER, who=SIDE_SUBJECT + winner if winner != NONE else NONE, value=ending)


@rule
def losses(world: World, game: Game, side: int) -> int:
    """VI1: what a side's figures that are out, or off the table, cost."""
    lost = 0
    for number in range(UNITS):
        troop = world.troops[side, number]
        for at in range(troop.first, troop.first + troop.men):
            state = game.figures[side, at].state
            if state == DISABLED or state == KILLED or state == OFF:
                lost += int(world.men[side, at].cost)
    return lost


@rule
def is_decided(world: World, game: Game, chance: Chance) -> bool:
    """VI3, VI5: whether the battle is over, at any time when figures fall or leave; then it is ended."""
    if game.ending != RUNNING:
        return True
    if world.rules.exit == 1:
        attacker, got = int(game.attacker), 0
        for number in range(UNITS):
            troop = world.troops[attacker, number]
            for at in range(troop.first, troop.first + troop.men):
                if game.figures[attacker, at].state == THROUGH:
                    got += int(world.men[attacker, at].cost)
        if 3 * got >= int(world.costs[attacker]):
            end_battle(world, game, chance, EXIT, attacker)
            return True
    here = 0
    for side in range(2):
        for number in range(UNITS):
            troop = world.troops[side, number]
            for at in range(troop.first, troop.first + troop.men):
                if game.figures[side, at].state == STANDING:
                    here |= 1 << side
    if here == 3:
        return False
    end_battle(world, game, chance, CLEARED, NONE if here == 0 else here - 1)
    return True


@rule
def men_there(world: World, game: Game, side: int) -> int:
    """VI2: a side's men within 20 cm of the objective, not of broken units."""
    x, y = int(world.rules.objective_x), int(world.rules.objective_y)
    if game.turned == 1:
        x, y = -x, -y
    count = 0
    for number in range(UNITS):
        if game.units[side, number].morale >= BROKEN:
            continue
        begin, end = men_of(world, game, side * UNITS + number)
        for who in range(begin, end):
            figure = figure_of(game, who)
            if figure.state == STANDING and figure.unit == number:
                count += within(figure.x, figure.y, x, y, HELD_WITHIN + (20 if figure.horse == 1 else 12))
    return count


@rule
def holder_now(world: World, game: Game) -> int:
    """VI2: the side with more men there; NONE: nobody holds the objective."""
    lead = men_there(world, game, 0) - men_there(world, game, 1)
    return NONE if lead == 0 else 0 if lead > 0 else 1


@rule
def judge_turn(world: World, game: Game, chance: Chance) -> bool:
    """VI1, VI2, VI4: at the end of a turn; whether the battle is over."""
    lost, other = losses(world, game, 0), losses(world, game, 1)
    cost, costs = int(world.costs[0]), int(world.costs[1])
    rate = int(world.rules.breakpoint)
    if rate > 0:
        blue, grey = 100 * lost >= rate * cost, 100 * other >= rate * costs
        if blue or grey:
            winner = 1 if blue else 0
            if blue and grey:
                winner = NONE if lost * costs == other * cost else (1 if lost * costs > other * cost else 0)
            end_battle(world, game, chance, BREAKPOINT, winner)
            return True
    last = game.turn == world.rules.turns
    if world.rules.objective == 1:
        holder = holder_now(world, game)
        game.held = 0 if holder == NONE else (game.held + 1 if holder == game.holder else 1)
        game.holder = holder
        if holder != NONE and (last or (world.rules.hold > 0 and game.held >= world.rules.hold)):
            end_battle(world, game, chance, OBJECTIVE, holder)
            return True
    if last:
        margin = lost * costs - other * cost
        winner = NONE
        if 10 * abs(margin) >= cost * costs:
            winner = 1 if margin > 0 else 0
        end_battle(world, game, chance, LOSSES, winner)
        return True
    return False
