"""The game: one action, what it sets going, and on to the next decision. The table of contents of the rules."""

import numpy as np

from octagon_ball.rules import events
from octagon_ball.rules.actions import (
    DONE,
    JOSTLE_ENEMY,
    LET_PASS,
    PICK_UP,
    TACKLE_HOLDER,
    TRY,
    block,
    pass_action,
    square_action,
    turned_direction,
    turned_square,
    word_action,
)
from octagon_ball.rules.figures import figure_of, square_of, team_of
from octagon_ball.rules.legal import is_legal, legal_actions
from octagon_ball.rules.passes import answer, send
from octagon_ball.rules.setup import begin_match, go_on_deploying, place
from octagon_ball.rules.state import (
    DIRECTIONS,
    NONE,
    ORDER_COST,
    OVER,
    RUNNING,
    STRIDE,
    TAKE,
    TEAM_SUBJECT,
    Chance,
    Game,
    World,
)
from octagon_ball.rules.tackles import jostle, tackle, take
from octagon_ball.rules.turns import act, end_turn, score_goal
from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule
from tabletop.game.chance import note, rewind


@rule(shared=True)
def begin(world: World, game: Game, chance: Chance, seed: np.uint64, mask: Int8) -> int:
    """From a start record, or a position, to the first decision; the number of legal actions."""
    game.dice.seed = seed
    game.dice.rolled[:] = 0
    rewind(chance)
    if game.turn == 0 and game.decision == OVER and game.ending == RUNNING:
        begin_match(world, game, chance)
    return settle(world, game, chance, mask)


@rule(shared=True)
def step(world: World, game: Game, chance: Chance, action: int, mask: Int8) -> int:
    """Carry out a legal action up to the next decision, 1; an illegal one changes nothing, 0."""
    if not is_legal(world, game, action):
        return 0
    rewind(chance)
    note(chance, events.CHOSEN, who=TEAM_SUBJECT + game.decider, value=action)
    apply(world, game, chance, action)
    settle(world, game, chance, mask)
    return 1


@rule(shared=True)
def go_on(world: World, game: Game, chance: Chance, mask: Int8) -> int:
    """An action is never parted: the number of legal actions."""
    return settle(world, game, chance, mask)


@rule(shared=True)
def settle(world: World, game: Game, chance: Chance, mask: Int8) -> int:
    """W4, AP4: take forced decisions until a team has a choice; the number of legal actions, 0: the match is over."""
    while game.decision != OVER:
        number = legal_actions(world, game, mask)
        if number != 1:
            return number  # 0: never in play; a position that somebody wrote may ask for what can't be done
        for action in range(mask.shape[0]):
            if mask[action] == 1:
                note(chance, events.FORCED, who=TEAM_SUBJECT + game.decider, value=action)
                apply(world, game, chance, action)
                break
    mask[:] = 0
    return 0


@rule(shared=True)
def apply(world: World, game: Game, chance: Chance, action: int) -> None:
    """Take a legal action: decode it and call its chapter."""
    figures, squares = int(world.rules.figures), int(world.rules.squares)
    words = word_action(figures, squares)
    if game.decision == TAKE:
        take(world, game, chance, action != words + LET_PASS)
    elif action == words + DONE:
        end_turn(world, game, chance)
    elif action >= words:
        answer(world, game, chance, action == words + TRY)
    elif action >= square_action(figures):
        square = turned_square(game.decider, squares, action - square_action(figures))
        place(game, chance, game.asked, square, 0)
        go_on_deploying(world, game, chance)
    elif action >= pass_action(figures):
        kind, direction = divmod(action - pass_action(figures), DIRECTIONS)
        send(world, game, chance, kind, turned_direction(game.acting, direction))
    else:
        order(world, game, chance, STRIDE * game.acting + action // block(figures), action % block(figures))


@rule
def order(world: World, game: Game, chance: Chance, who: int, what: int) -> None:
    """AP2: an order to a figure."""
    if what < PICK_UP:
        move(world, game, chance, who, turned_direction(team_of(who), what))
    elif what == PICK_UP:
        pick_up(game, chance, who)
    elif what == TACKLE_HOLDER:
        tackle(world, game, chance, who)
    else:
        jostle(world, game, chance, who, STRIDE * (1 - team_of(who)) + what - JOSTLE_ENEMY)


@rule
def move(world: World, game: Game, chance: Chance, who: int, direction: int) -> None:
    """MV1, MV2: one square, with the ball if the figure holds it; over the goal line a goal."""
    figure = figure_of(game, who)
    start = int(figure.square)
    game.points -= ORDER_COST
    to = world.board.ahead[start, direction]
    if to == NONE:
        note(chance, events.CARRIED_IN, who=who, start=start, value=direction)
        score_goal(world, game, chance, 1 - team_of(who))
        return
    figure.square = to
    carries = game.holder == who
    if carries:
        game.ball = to
    note(chance, events.MOVED, who=who, start=start, place=to, value=direction, how=int(carries))
    act(game)


@rule
def pick_up(game: Game, chance: Chance, who: int) -> None:
    """MV3: the loose ball in the figure's square."""
    game.points -= ORDER_COST
    game.holder = who
    note(chance, events.PICKED_UP, who=who, place=square_of(game, who))
    act(game)
