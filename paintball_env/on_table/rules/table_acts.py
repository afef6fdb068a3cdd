"""What the actions do that only a table has: a place is named first, then it is as on hexes."""

from paintball_env.on_table.rules.ground import spot_of
from paintball_env.on_table.rules.numbering import place_named, start_point
from paintball_env.on_table.rules.shape import GO
from paintball_env.on_table.rules.steps import end_of_going, go_straight
from paintball_env.rules import setup
from paintball_env.rules.acts import after_move, scatter, throw
from paintball_env.rules.figures import figure_of
from paintball_env.rules.state import Chance, Game, World
from tabletop.compiled.compiling import rule


@rule
def begin_to_go(game: Game, who: int) -> None:
    """MV1: a move to a place, which is asked next."""
    game.actor = who
    game.decision = GO


@rule
def go_to_place(world: World, game: Game, chance: Chance, named: int) -> None:
    """MV1, SE2: the move to a place, then the enemy's sentries."""
    who = int(game.actor)
    place = place_named(world, game, named)
    go_straight(world, game, chance, who, end_of_going(figure_of(game, who).hex, place))
    after_move(world, game, chance, 0)


@rule
def throw_at_figure(world: World, game: Game, chance: Chance, figure: int) -> None:
    """GR2, GR3: the grenade goes to where a figure is."""
    throw(world, game, chance, spot_of(figure_of(game, figure).hex))


@rule
def throw_at_named(world: World, game: Game, chance: Chance, named: int) -> None:
    """GR2, GR3: the grenade goes to a thing's middle, or where a flag lies."""
    throw(world, game, chance, place_named(world, game, named))


@rule
def scatter_on_figure(world: World, game: Game, chance: Chance, figure: int) -> None:
    """GR3: a missed grenade lands where a figure is."""
    scatter(world, game, chance, spot_of(figure_of(game, figure).hex))


@rule
def put_flag(world: World, game: Game, chance: Chance, start: int) -> None:
    """SN1: the own flag."""
    setup.flag_hex(world, game, chance, start_point(world, game.decider, start))


@rule
def put_marshal(world: World, game: Game, chance: Chance, start: int) -> None:
    """SN1: the team's Marshal."""
    setup.marshal_hex(world, game, chance, start_point(world, game.decider, start))


@rule
def put_figure(world: World, game: Game, chance: Chance, start: int) -> None:
    """SN1, SN4: figures by number."""
    setup.deploy(world, game, chance, start_point(world, game.decider, start))
