"""How the bots set up: where cover goes, the flag far from the enemy, figures to the front or round the flag."""

from paintball_env.distances import steps
from paintball_env.rules.actions import GO_FIRST, GO_SECOND, TAKE_PAINT, TAKE_SMOKE, TAKE_SOFT
from paintball_env.rules.ground import is_at
from paintball_env.rules.objectives import CAPTURE
from paintball_env.rules.state import (
    CARRIER,
    COVER_FACING,
    COVER_HEX,
    DEPLOY,
    EXPERT,
    FIRST,
    FLAG_HEX,
    GRENADE,
    GRENADIER,
    MARSHAL_HEX,
    PIECE,
    STRIDE,
    Game,
    World,
)
from tabletop.compiled.compiling import rule

from .lattice import count_with, front_of, has_cover, is_start, start_place
from .temperament import Temper


@rule
def place_worth(world: World, game: Game, team: int, place: int, temper: Temper) -> float:
    """Worth of a place in a decision of the set-up."""
    board = world.board
    own_steps, enemy_steps = steps(world, place, board.home[team]), steps(world, place, board.home[1 - team])
    kind = game.decision
    if kind == COVER_HEX:
        start_worth = temper.cover_start if is_start(world, team, place) else 0.0
        return start_worth - 0.1 * abs(own_steps - temper.cover_at)
    if kind == FLAG_HEX:
        cover_worth = temper.flag_cover if has_cover(world, game, team, place) else 0.0
        return cover_worth + 0.1 * enemy_steps
    if kind == MARSHAL_HEX:
        return 0.1 * own_steps - 0.1 * enemy_steps  # near the enemy's figures: those are the ones he shall check
    if kind == DEPLOY:
        flag = game.flag[team].hex
        is_guard = world.rules.objective == CAPTURE and temper.guard >= 0.5 and game.actor % STRIDE == 0
        if is_guard and is_at(place, flag):
            return 1.0
        cover_worth = 0.05 + temper.cover if has_cover(world, game, team, place) else 0.0
        return cover_worth - temper.forward * enemy_steps + temper.massed * count_with(world, game, team, place)
    return 0.0


@rule
def facing_worth(world: World, game: Game, team: int, direction: int) -> float:
    """Worth of a facing of hard cover: toward the enemy's home."""
    front = front_of(world, team, game.place, direction)
    return -0.1 * steps(world, front, world.board.home[1 - team]) if front >= 0 else -1.0


@rule
def figure_worth(world: World, game: Game, team: int, number: int, temper: Temper) -> float:
    """Worth of a figure as carrier, expert or grenadier: near the enemy; grenades go to different hands."""
    figure = game.figure[team, number]
    step = temper.vanguard if game.decision == CARRIER else 0.1
    worth = 0.0 if figure.hex < 0 else -step * steps(world, figure.hex, world.board.home[1 - team])
    if game.decision == GRENADIER:
        worth -= 0.3 * (figure.smoke + figure.paint)
    return worth


@rule
def answer_worth(world: World, game: Game, team: int, option: int, value: int, temper: Temper) -> float:
    """Worth of an answer in the set-up, or of the first or second phase: its option and what it names."""
    kind = game.decision
    if kind == FIRST:
        # Who attacks goes first; who waits sees what the enemy does.
        return 0.1 if option == (GO_FIRST if temper.patience == 0.0 else GO_SECOND) else 0.0
    if kind == PIECE:
        return 0.01 if option == TAKE_SOFT else 0.0
    if kind == COVER_FACING:
        return facing_worth(world, game, team, value)
    if kind in (CARRIER, EXPERT, GRENADIER):
        return figure_worth(world, game, team, value % STRIDE, temper)
    if kind == GRENADE:
        smoke, paint = 0, 0
        for f in range(world.rules.team_size[team]):
            smoke += game.figure[team, f].smoke
            paint += game.figure[team, f].paint
        best = TAKE_SMOKE if smoke < temper.smokes * (smoke + paint + 1) else TAKE_PAINT
        return 0.5 if option == best else 0.0
    if kind != COVER_HEX:
        value = start_place(world, team, value)
    return place_worth(world, game, team, value, temper)
