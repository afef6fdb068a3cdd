"""The hunter's set-up: cover at home, the flag far from the enemy, one figure upon it and the rest in front."""

from paintball_env._jit import rule
from paintball_env.rules.actions import TAKE_PAINT, TAKE_SOFT
from paintball_env.rules.state import (
    CAPTURE,
    COVER_FACING,
    COVER_HEX,
    DEPLOY,
    FLAG_HEX,
    GRENADIER,
    MARSHAL_HEX,
    STRIDE,
    Game,
    World,
)


@rule
def hex_worth(world: World, game: Game, team: int, place: int) -> float:
    """Worth of a hex in a decision of the set-up."""
    board = world.board
    own, other = board.steps[place, board.home[team]], board.steps[place, board.home[1 - team]]
    kind = game.decision
    if kind == COVER_HEX:
        return -0.1 * abs(own - 2)  # a step or two in front of the own base
    if kind == FLAG_HEX:
        return 0.1 * other
    if kind == MARSHAL_HEX:
        return 0.1 * own - 0.1 * other  # near the enemy's figures: those are the ones he shall check
    if kind == DEPLOY:
        flag = game.flag[team].hex
        if world.rules.objective == CAPTURE and place == flag and game.actor % STRIDE == 0:
            return 1.0
        covered = 0.05 if game.cover[place] != 0 else 0.0
        return covered - 0.1 * other - 0.03 * game.present[team, place]
    return 0.0


@rule
def facing_worth(world: World, game: Game, team: int, direction: int) -> float:
    """Worth of a facing of hard cover: toward the enemy's home."""
    if game.decision != COVER_FACING:
        return 0.0
    board = world.board
    there = board.neighbour[game.place, direction]
    return -0.1 * board.steps[there, board.home[1 - team]] if there >= 0 else -1.0


@rule
def figure_worth(world: World, game: Game, team: int, number: int) -> float:
    """Worth of a figure as carrier, expert or grenadier: near the enemy; grenades go to different hands."""
    board, figure = world.board, game.figure[team, number]
    found = 0.0 if figure.hex < 0 else -0.1 * board.steps[figure.hex, board.home[1 - team]]
    if game.decision == GRENADIER:
        found -= 0.3 * (figure.smoke + figure.paint)
    return found


@rule
def word_worth(word: int) -> float:
    """Worth of soft or hard cover, smoke or paint."""
    if word == TAKE_PAINT:
        return 0.5
    return 0.01 if word == TAKE_SOFT else 0.0
