"""MA, AP5, AP6, GO1: turns, their ends, goals, kick-offs, and the end of the match."""

from octagon_ball.rules import events
from octagon_ball.rules.figures import square_of, team_of
from octagon_ball.rules.state import (
    ACT,
    BLACK,
    GOALIE,
    GOALS,
    IDLE,
    NONE,
    OVER,
    STRIDE,
    TEAM_SUBJECT,
    TIME,
    WHITE,
    Chance,
    Game,
    World,
)
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.chance import note


@jitable
def centre_spot(world: World) -> int:
    """BO1: the middle one of all squares."""
    return int(world.rules.squares) // 2


@rule
def act(game: Game) -> None:
    """On to the next decision of the team in turn."""
    game.decision = ACT
    game.decider = game.acting


@rule
def end_pass(world: World, game: Game) -> None:
    """Forget the ball that was under way."""
    game.passer = NONE
    game.heading = NONE
    game.left = 0
    game.asked = NONE
    for team in range(2):
        for number in range(world.rules.figures):
            game.figure[team, number].tried = IDLE


@jitable
def winner_of(white: int, black: int) -> int:
    """MA1: the team that has won with so many goals of White and of Black, who has scored more; NONE: it is a draw."""
    if white == black:
        return NONE
    return WHITE if white > black else BLACK


@rule
def end_match(game: Game, chance: Chance, ending: int) -> None:
    """MA1, MA2: the match is over."""
    game.decision, game.decider = OVER, NONE
    game.ending = ending
    game.points = game.tackles = game.kept = 0
    game.winner = winner_of(int(game.score[WHITE]), int(game.score[BLACK]))
    note(chance, events.GAME_OVER, who=NONE if game.winner == NONE else TEAM_SUBJECT + game.winner, value=ending)


@rule
def begin_turn(world: World, game: Game, chance: Chance, team: int) -> None:
    """AP1, AP5: the next turn, a team's with full points; after the last one the match is over (MA1)."""
    if game.turn >= world.rules.turns:
        end_match(game, chance, TIME)
        return
    game.turn += 1
    game.acting = team
    game.points = world.rules.points
    game.tackles = 0
    game.dice.rolled[:] = 0
    note(chance, events.TURN_BEGAN, who=TEAM_SUBJECT + team, value=game.turn)
    act(game)


@jitable
def may_keep(who: int) -> bool:
    """AP6: whether it is counted for how long a figure keeps the ball: a goalie."""
    return who % STRIDE == GOALIE


@rule
def end_turn(world: World, game: Game, chance: Chance) -> None:
    """AP5, AP6, JO4: figures of the team in turn stand up, a goalie's keeping is counted, the turn passes on."""
    team = int(game.acting)
    for number in range(world.rules.figures):
        if game.figure[team, number].down == 1:
            game.figure[team, number].down = 0
            note(chance, events.STOOD_UP, who=STRIDE * team + number)
    holder = int(game.holder)
    if holder != NONE and team_of(holder) == team:
        keeps = may_keep(holder) and world.board.zone[team, square_of(game, holder)] == 1
        game.kept = min(world.rules.keeping, game.kept + 1) if keeps else 0
    begin_turn(world, game, chance, 1 - team)


@rule
def foul(world: World, game: Game, chance: Chance, who: int) -> None:
    """FO1: the turn of the fouling team ends at once."""
    note(chance, events.FOUL, who=who)
    end_turn(world, game, chance)


@rule
def kick_off(world: World, game: Game, chance: Chance) -> None:
    """MA4: all figures on their home squares, standing; the ball loose on the centre spot."""
    for team in range(2):
        for number in range(world.rules.figures):
            figure = game.figure[team, number]
            figure.square = figure.home
            figure.down = 0
    game.ball = centre_spot(world)
    note(chance, events.KICKED_OFF, place=game.ball)


@rule
def score_goal(world: World, game: Game, chance: Chance, conceding: int) -> None:
    """GO1, MA2, MA4: a goal for the other team; then a kick-off, or the end of the match."""
    team = 1 - conceding
    end_pass(world, game)
    game.holder = game.ball = NONE
    game.kept = 0
    game.score[team] += 1
    note(chance, events.GOAL, who=TEAM_SUBJECT + team, value=game.score[team])
    if world.rules.goals > 0 and game.score[team] >= world.rules.goals:
        end_match(game, chance, GOALS)
        return
    if game.turn < world.rules.turns:
        kick_off(world, game, chance)
    begin_turn(world, game, chance, conceding)
