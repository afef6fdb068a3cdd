"""What an action names, for the facts about it (`observation/actions.py`): here headings, things, points."""

from paintball_env.on_table.rules.actions import ENEMY_OPTIONS, GO_TO, GO_TO_PLACE, MOVE, START_OPTIONS, THROW_AT_NAMED
from paintball_env.on_table.rules.clouds import is_in_burst
from paintball_env.on_table.rules.ground import (
    TOGETHER,
    are_together,
    in_soft_cover,
    is_near,
    is_shielded,
    standing,
    xy,
)
from paintball_env.on_table.rules.numbering import place_named, start_point
from paintball_env.on_table.rules.shape import GO as GO_DECISION
from paintball_env.on_table.rules.shape import ORDER
from paintball_env.on_table.rules.steps import end_of_going, end_of_way, heading_of
from paintball_env.rules.figures import figure_of
from paintball_env.rules.state import ACT, BLUE, NONE, STRIDE, Game, World
from tabletop.compiled.compiling import rule

# What a kind of action is told as, if it isn't by its own name.
TOLD_AS = {
    "heading": "turn",
    "go": "move",
    **dict.fromkeys(("enemy", "place", "point", "middle", "at", "start"), "hex"),
}
MOVES = MOVE, GO_TO_PLACE  # options that are moves; the second one answers …
WALKS_ON = GO_DECISION  # … this decision
ORDERS = ACT, ORDER  # kinds of decision in which figures are given orders
NAMES_NEXT = GO_TO  # an order whose place is named next


@rule
def place_of_answer(world: World, game: Game, option: int, value: int) -> int:
    """The place that an answer names, which is no order."""
    if option in START_OPTIONS:
        return start_point(world, game.decider, value)
    if option in ENEMY_OPTIONS:
        return int(figure_of(game, value).hex)
    return int(place_named(world, game, value)) if option == THROW_AT_NAMED else value


@rule(inline=True)
def direction_of_cover(team: int, value: int) -> int:
    """BO3: the heading along which hard cover lies, one of 8, which are the same from both sides."""
    return value


@rule
def end_of_move(world: World, game: Game, who: int, option: int, value: int) -> tuple[int, int]:
    """Where a move leads, and its heading."""
    start = int(figure_of(game, who).hex)
    if option == MOVE:
        return standing(world, who // STRIDE, end_of_way(start, value)), value % 16
    end = standing(world, who // STRIDE, end_of_going(start, place_named(world, game, value)))
    return end, heading_of(start, end)


@rule
def number_of_place(world: World, team: int, place: int) -> float:
    """The place as a number, 0 to 1, from the own side: by its x."""
    x, _ = xy(place)
    return min(1.0, max(0.0, 0.5 + (-x if team == BLUE else x) / world.board.length))


@rule
def is_in_soft(world: World, game: Game, place: int, enemy: int) -> bool:
    """SC1: soft cover helps in the place against the nearest enemy."""
    return in_soft_cover(world, game, enemy, place)


@rule
def is_behind_hard(world: World, game: Game, place: int, enemy: int) -> bool:
    """HC1: hard cover shields the place from the nearest enemy."""
    return is_shielded(world, game, enemy, place)


@rule
def in_burst(game: Game, team: int, place: int) -> int:
    """PG1: how many figures of the team paint would mark there."""
    count = 0
    for number in range(game.figure.shape[1]):
        other = game.figure[team, number].hex
        count += int(other != NONE and is_in_burst(other, place))
    return count


@rule
def company(game: Game, team: int, place: int) -> int:
    """How many figures of the team are within 50 mm."""
    count = 0
    for number in range(game.figure.shape[1]):
        other = game.figure[team, number].hex
        count += int(other != NONE and is_near(other, place, TOGETHER))
    return count


@rule
def fights_at(game: Game, team: int, number: int, goal: int) -> bool:
    """CH3: the figure would be in the shoot-out of a charge at the named enemy in `goal`."""
    place = game.figure[team, number].hex
    if game.place != NONE and team != game.acting:
        return (game.group >> number) & 1 == 1
    return are_together(place, goal)
