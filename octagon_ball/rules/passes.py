"""PA, RB, IN: balls under way, square by square: passes, knocked balls (TA5), and who intercepts them."""

from octagon_ball.rules import events
from octagon_ball.rules.figures import apart, figure_at, figure_of, is_marked, square_of, stands, team_of
from octagon_ball.rules.reasons import NO_PASS, PASS_COSTS
from octagon_ball.rules.state import (
    DISTANCE,
    GOALIE,
    INTERCEPT,
    INTERCEPTION,
    NONE,
    STRIDE,
    TRIED,
    TRY_COST,
    TRYING,
    Chance,
    Game,
    World,
)
from octagon_ball.rules.turns import act, end_pass, score_goal
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import ANY_FACE, die, note, two_dice

COSTS = (1, 3, 7)  # AP2: of a short, a medium, a long pass
DICE = (2, 3, 4)  # PA1: that say how far it goes
SHORTEST, FARTHEST = min(DICE), 6 * max(DICE)  # squares of the shortest and of the longest pass
MARKED = 1  # IN6: what a marked figure's roll counts less


@rule
def no_pass(game: Game, kind: int) -> int:
    """PA1, AP2: what forbids the team in turn a pass."""
    if game.holder == NONE or team_of(game.holder) != game.acting:
        return NO_PASS
    return ALLOWED if game.points >= COSTS[kind] else PASS_COSTS


@rule
def send(world: World, game: Game, chance: Chance, kind: int, direction: int) -> None:
    """PA1, PA2: the holder passes the ball; up to the first question, or the pass's end."""
    passer = int(game.holder)
    game.points -= COSTS[kind]
    note(chance, events.PASSED, who=passer, start=game.ball, value=direction)
    squares = 0
    for _ in range(DICE[kind] // 2):
        squares += two_dice(game, chance, DISTANCE, passer)
    if DICE[kind] % 2 == 1:
        squares += die(game, chance, DISTANCE, passer, ANY_FACE)
    note(chance, events.WENT_FAR, who=passer, value=squares)
    game.passer = passer
    game.holder = NONE
    game.kept = 0
    game.heading = direction
    game.left = squares
    fly(world, game, chance)


@rule
def roll(world: World, ball: int, heading: int) -> tuple[int, int, int]:
    """RB1, GO2: how a ball rolls on: the team whose goal line it crosses, or NONE; its next square and heading."""
    conceding = int(world.board.crosses[ball, heading])
    if conceding != NONE:
        return conceding, ball, heading
    turned = int(world.board.onward[ball, heading])
    return NONE, int(world.board.ahead[ball, turned]), turned


@rule
def roll_on(world: World, game: Game, chance: Chance) -> int:
    """MA5: the moving ball enters its next square; the team whose goal line it crosses instead, or NONE."""
    conceding, ball, heading = roll(world, int(game.ball), int(game.heading))
    if conceding != NONE:
        return conceding
    if heading != game.heading:
        note(chance, events.REBOUNDED, place=game.ball, value=heading)
        game.heading = heading
    game.ball = ball
    return NONE


@rule
def fly(world: World, game: Game, chance: Chance) -> None:
    """PA2, TA5: on with the ball, square by square, up to the next question or the end of its way."""
    start = int(game.ball)
    squares = 0
    while game.left > 0:
        conceding = roll_on(world, game, chance)
        if conceding != NONE:
            note(chance, events.ROLLED, start=start, place=game.ball, value=squares)
            score_goal(world, game, chance, conceding)
            return
        game.left -= 1
        squares += 1
        if ask(world, game, 0):
            note(chance, events.ROLLED, start=start, place=game.ball, value=squares)
            return
    if squares > 0:
        note(chance, events.ROLLED, start=start, place=game.ball, value=squares)
    receive(world, game, chance)


@rule
def is_knocked(game: Game) -> bool:
    """TA5: whether the ball under way was knocked free; otherwise it was passed."""
    return team_of(game.passer) != game.acting


@rule
def receiver(world: World, game: Game, team: int, square: int) -> int:
    """PA3: the standing figure that has a team's pass which ends in a square; NONE: there it is loose."""
    who = figure_at(world, game, square)
    return who if who != NONE and team_of(who) == team and stands(game, who) else NONE


@rule
def awaited(world: World, game: Game, square: int) -> int:
    """PA3, TA5: who has the ball under way if it ends in a square; NONE: there it is loose."""
    return NONE if is_knocked(game) else receiver(world, game, game.acting, square)


@rule
def receive(world: World, game: Game, chance: Chance) -> None:
    """PA3, TA5: in its last square somebody has the ball, or it is loose."""
    who = awaited(world, game, game.ball)
    if who != NONE:
        game.holder = who
        note(chance, events.RECEIVED, who=who, whom=game.passer, place=game.ball)
    else:
        note(chance, events.CAME_LOOSE, place=game.ball)
    end_pass(world, game)
    act(game)


@rule
def may_try(world: World, game: Game, who: int) -> bool:
    """IN1, IN2: whether a figure is asked in the square that the ball has entered."""
    figure = figure_of(game, who)
    if not stands(game, who) or who == game.passer or figure.tried != 0:
        return False
    distance = apart(world, figure.square, game.ball)
    if distance > 1:
        return False
    if team_of(who) != game.acting:
        return True
    return game.points >= TRY_COST and (distance == 1 or game.left > 0 or is_knocked(game))


@rule
def asked_figure(world: World, game: Game, turn: int) -> int:
    """IN2: the figure whose turn it is to be asked: those of the team that isn't in turn, then the others."""
    figures = int(world.rules.figures)
    team = 1 - game.acting if turn < figures else game.acting
    return STRIDE * team + turn % figures


@rule
def ask(world: World, game: Game, turn: int) -> bool:
    """IN2: ask the next figure, from the one with this turn on; whether there is one."""
    while turn < 2 * world.rules.figures:
        who = asked_figure(world, game, turn)
        if may_try(world, game, who):
            game.asked = who
            game.decision = INTERCEPT
            game.decider = team_of(who)
            return True
        turn += 1
    game.asked = NONE
    return False


@rule
def answer(world: World, game: Game, chance: Chance, tries: int) -> None:
    """IN2, IN8, AP3: the figure asked tries to intercept, or lets the ball pass; on to the next question."""
    who = int(game.asked)
    if tries == 1:
        figure_of(game, who).tried = TRYING
        if team_of(who) == game.acting:
            game.points -= TRY_COST
        note(chance, events.TRIES, who=who, place=game.ball)
    else:
        note(chance, events.LETS_PASS, who=who, place=game.ball)
    turn = who % STRIDE + 1
    if team_of(who) == game.acting:
        turn += world.rules.figures
    if ask(world, game, turn):
        return
    winner = roll_interceptions(world, game, chance)
    if winner == NONE:
        fly(world, game, chance)
        return
    note(chance, events.INTERCEPTED, who=winner, whom=game.passer, place=square_of(game, winner))
    game.holder = winner
    game.ball = square_of(game, winner)
    end_pass(world, game)
    act(game)


@jitable
def need_of(who: int, distance: int) -> int:
    """TE2, IN4, IN5: the roll that a figure needs in the same square or in an adjacent one."""
    if who % STRIDE == GOALIE:
        return 4 if distance == 1 else 2
    return 5 if distance == 1 else 3


@jitable
def interception_classes(need: int, less: int, alone: bool) -> int:
    """IN4-IN7: a die's classes: 1 fails; 2 succeeds of one that tries alone, else the roll after the -1 does."""
    classes = 0
    for face in range(1, 7):
        score = face - less
        classes = 10 * classes + (1 if score < need else 2 if alone else score)
    return classes


@rule
def roll_interceptions(world: World, game: Game, chance: Chance) -> int:
    """IN3-IN7: those who try roll; who has the ball, or NONE."""
    count = 0
    for turn in range(2 * world.rules.figures):
        if figure_of(game, asked_figure(world, game, turn)).tried == TRYING:
            count += 1
    best = 1
    winner = NONE
    if count == 0:
        return winner
    for turn in range(2 * world.rules.figures):
        who = asked_figure(world, game, turn)
        figure = figure_of(game, who)
        if figure.tried != TRYING:
            continue
        figure.tried = TRIED
        marked = is_marked(world, game, who)
        need = need_of(who, apart(world, figure.square, game.ball))
        score = die(game, chance, INTERCEPTION, who, interception_classes(need, MARKED if marked else 0, count == 1))
        note(chance, events.MISSED if score == 1 else events.REACHED, who=who, how=int(marked))
        if score > best:
            best = score
            winner = who
        elif score == best:
            winner = NONE
    if best > 1 and winner == NONE:
        note(chance, events.CONTESTED, value=best)
    return winner
