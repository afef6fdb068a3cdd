"""TA, SP, JO: tackles, the dispersal spider, and jostling."""

from octagon_ball.rules import events
from octagon_ball.rules.board import turned_direction
from octagon_ball.rules.figures import apart, figure_at, figure_of, is_safe, square_of, stands, team_of
from octagon_ball.rules.passes import fly
from octagon_ball.rules.reasons import (
    DOWN_ALREADY,
    ENEMY_FAR,
    ENEMY_SAFE,
    HOLDER_FAR,
    HOLDER_SAFE,
    HOLDS_BALL,
    NOT_HELD,
    OTHER_WON,
)
from octagon_ball.rules.state import (
    DIRECTIONS,
    JOSTLE,
    KNOCK,
    MOST_TACKLES,
    NONE,
    ORDER_COST,
    RESIST,
    SPIDER,
    TACKLE,
    TAKE,
    TRIED,
    WIN_COST,
    Chance,
    Game,
    World,
)
from octagon_ball.rules.turns import act, foul
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import ANY_FACE, die, lot, note

BY_TWO = 2  # JO4, JO5
LEFT, SAME, RIGHT = 1, 2, 3  # classes of the die that resists: lower than the other's, level, higher


@rule
def no_tackle(world: World, game: Game, who: int) -> int:
    """TA1, TA6: what forbids a ready figure to tackle the holder."""
    holder = int(game.holder)
    if holder == NONE or team_of(holder) == team_of(who):
        return NOT_HELD
    if apart(world, square_of(game, who), game.ball) != 1:
        return HOLDER_FAR
    return HOLDER_SAFE if is_safe(world, game, holder) else ALLOWED


@rule
def no_jostle(world: World, game: Game, who: int, enemy: int) -> int:
    """JO1, JO2: what forbids a ready figure to jostle an enemy."""
    if enemy == game.holder:
        return HOLDS_BALL
    if not stands(game, enemy):
        return DOWN_ALREADY
    if is_safe(world, game, enemy):
        return ENEMY_SAFE
    return ALLOWED if apart(world, square_of(game, who), square_of(game, enemy)) == 1 else ENEMY_FAR


@rule
def no_taking(game: Game, who: int) -> int:
    """TA3: what forbids a figure to take the ball that a tackler has won."""
    return ALLOWED if who == game.asked else OTHER_WON


@jitable
def resisting_classes(score: int, margin: int) -> int:
    """TA2, JO3: a die's classes against a score: 1 lower by the margin or more, 3 higher by it or more, 2 between."""
    classes = 0
    for face in range(1, 7):
        classes = 10 * classes + (1 if score - face >= margin else 3 if face - score >= margin else 2)
    return classes


@jitable
def less_by(made: int) -> int:
    """TA2, JO3: what is taken from the roll of a tackle or jostle after so many in the turn."""
    return made


@jitable
def tackle_classes(face: int, made: int) -> int:
    """TA2: classes of the holder's die against the tackler's face, after so many tackles and jostles in the turn."""
    return resisting_classes(face - less_by(made), 1)


@jitable
def jostle_classes(face: int, made: int) -> int:
    """JO3-JO5: classes of the die that resists against the jostler's face, after so many in the turn."""
    return resisting_classes(face - less_by(made), BY_TWO)


@jitable
def is_foul(made: int) -> bool:
    """TA7: whether a tackle that fails is a foul, after so many tackles and jostles in the turn."""
    return made > 0


@rule
def count_tackle(game: Game) -> int:
    """AP2, TA2, JO3: a tackle or jostle is paid and counted; how many the turn has had before."""
    made = int(game.tackles)
    game.points -= ORDER_COST
    game.tackles = min(MOST_TACKLES, made + 1)
    return made


@rule
def tackle(world: World, game: Game, chance: Chance, who: int) -> None:
    """TA2-TA7: a figure tackles the holder; up to what becomes of the ball."""
    holder = int(game.holder)
    made = count_tackle(game)
    note(chance, events.TACKLED, who=who, whom=holder, value=less_by(made))
    face = die(game, chance, TACKLE, who, ANY_FACE)
    result = die(game, chance, RESIST, holder, tackle_classes(face, made))
    act(game)
    if result == LEFT:
        game.holder = NONE
        game.kept = 0
        note(chance, events.WON, who=who, whom=holder)
        if game.points >= WIN_COST:
            game.decision = TAKE
            game.asked = who
        else:
            note(chance, events.SPILT, who=who, whom=holder, place=game.ball)
    elif result == SAME:
        note(chance, events.LEVEL, who=who, whom=holder)
        knock_free(world, game, chance, who, holder)
    else:
        note(chance, events.FAILED, who=who, whom=holder)
        if is_foul(made):
            foul(world, game, chance, who)


@rule
def take(world: World, game: Game, chance: Chance, takes: int) -> None:
    """TA3, TA4: the tackler asked takes the ball that it has won, or leaves it in the square of who has held it."""
    who, holder = int(game.asked), figure_at(world, game, game.ball)
    game.asked = NONE
    act(game)
    if takes == 1:
        game.points -= WIN_COST
        game.holder = who
        game.ball = square_of(game, who)
        note(chance, events.TAKEN, who=who, whom=holder, place=game.ball)
    else:
        note(chance, events.SPILT, who=who, whom=holder, place=game.ball)


@rule
def knock_free(world: World, game: Game, chance: Chance, who: int, holder: int) -> None:
    """TA5, SP1, IN1: the spider, as the tackler's team sees it, says where the ball goes, a die how far."""
    game.holder = NONE
    game.kept = 0
    way = lot(game, chance, SPIDER, holder, DIRECTIONS + 1)
    if way == DIRECTIONS:
        note(chance, events.DROPPED, who=holder, place=game.ball)
        return
    game.heading = turned_direction(team_of(who), way)
    note(chance, events.KNOCKED, who=holder, start=game.ball, value=game.heading)
    game.left = die(game, chance, KNOCK, holder, ANY_FACE)
    game.passer = holder
    figure_of(game, who).tried = TRIED
    fly(world, game, chance)


@rule
def jostle(world: World, game: Game, chance: Chance, who: int, enemy: int) -> None:
    """JO3-JO5: a figure jostles an enemy that doesn't hold the ball."""
    made = count_tackle(game)
    note(chance, events.JOSTLED, who=who, whom=enemy, value=less_by(made))
    face = die(game, chance, JOSTLE, who, ANY_FACE)
    result = die(game, chance, RESIST, enemy, jostle_classes(face, made))
    act(game)
    if result == LEFT:
        figure_of(game, enemy).down = 1
        note(chance, events.FELLED, who=who, whom=enemy)
    elif result == SAME:
        note(chance, events.HELD, who=who, whom=enemy)
    else:
        foul(world, game, chance, who)
