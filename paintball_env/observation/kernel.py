"""The kernel `observe`: each encoding's own one, by the dimensions of what the encoding gives as `cells`."""

from paintball_env.observation.actions import observe_legal
from paintball_env.observation.encode import observe as observe_vector
from paintball_env.observation.encode import observe_planes, vector_size
from paintball_env.observation.entities import observe_entities
from paintball_env.rules.numbering import action_count
from paintball_env.rules.state import Game, World
from tabletop.base.arrays import Float32, Int16
from tabletop.compiled.compiling import rule


@rule(shared=True)
def observe(world: World, game: Game, team: int, cells: Int16, out: Float32) -> None:
    """Write what `team` observes; `cells` and `out` (float32 [size]) are of an `Encoding`.

    Numba leaves out branches that a number of dimensions decides: what isn't used is not compiled.
    """
    if cells.ndim == 1:
        observe_vector(world, game, team, out)
    elif cells.ndim == 2:
        observe_planes(world, game, team, cells, out)
    elif cells.ndim == 3:
        figures, hexes = int(world.rules.figures), int(world.board.hexes)
        first = vector_size(figures, hexes)
        observe_vector(world, game, team, out[:first])
        observe_legal(world, game, team, action_count(figures, hexes), out[first:])
    else:
        observe_entities(world, game, team, cells[0, 0], out)
