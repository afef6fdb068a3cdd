"""What an action names, for the facts about it (`observation/actions.py`): here hexes and directions."""

from paintball_env.rules.actions import MOVE, STEP_ON
from paintball_env.rules.figures import figure_of
from paintball_env.rules.numbering import turned_direction, turned_hex
from paintball_env.rules.state import ACT, HARD, SOFT, STEP, Game, World
from tabletop.compiled.compiling import rule

# What a kind of action is told as, if it isn't by its own name.
TOLD_AS = {"direction": "turn"}
MOVES = MOVE, STEP_ON  # options that are moves; the second one answers …
WALKS_ON = STEP  # … this decision
ORDERS = (ACT,)  # kinds of decision in which figures are given orders
NAMES_NEXT = -2  # an order whose place is named next: there is none


@rule(inline=True)
def place_of_answer(world: World, game: Game, option: int, value: int) -> int:
    """The place that an answer names, which is no order."""
    return value


@rule(inline=True)
def direction_of_cover(team: int, value: int) -> int:
    """HC1: the direction that hard cover faces, as the team sees it."""
    return turned_direction(team, value)


@rule(inline=True)
def end_of_move(world: World, game: Game, who: int, option: int, value: int) -> tuple[int, int]:
    """Where a move leads, and its direction."""
    return int(world.board.neighbour[figure_of(game, who).hex, value]), value


@rule(inline=True)
def number_of_place(world: World, team: int, place: int) -> float:
    """The place as a number, 0 to 1, from the own side."""
    hexes = int(world.board.hexes)
    return (turned_hex(team, hexes, place) + 1) / hexes


@rule(inline=True)
def is_in_soft(world: World, game: Game, place: int, enemy: int) -> bool:
    """SC: soft cover is in the place."""
    return game.cover[place] == SOFT


@rule(inline=True)
def is_behind_hard(world: World, game: Game, place: int, enemy: int) -> bool:
    """HC: hard cover is in the place."""
    return game.cover[place] >= HARD


@rule(inline=True)
def in_burst(game: Game, team: int, place: int) -> int:
    """PG1: how many figures of the team paint would mark there."""
    return game.present[team, place]


@rule(inline=True)
def company(game: Game, team: int, place: int) -> int:
    """How many figures of the team are there."""
    return game.present[team, place]


@rule(inline=True)
def fights_at(game: Game, team: int, number: int, goal: int) -> bool:
    """CH3: the figure would be in the shoot-out of a charge there."""
    return game.figure[team, number].hex == goal
