"""The kernel `observe`: each encoding's own one, by the dimensions of what the encoding gives as `cells`."""

from paintball_env.observation.actions import ROW_FACTS, observe_legal
from paintball_env.on_table.observation.encode import observe as observe_vector
from paintball_env.on_table.observation.encode import observe_entities, row_sizes
from paintball_env.rules.state import Game, World
from tabletop.base.arrays import Float32, Int16
from tabletop.compiled.compiling import rule


@rule(shared=True)
def observe(world: World, game: Game, team: int, cells: Int16, out: Float32) -> None:
    """Write what `team` observes; `cells` and `out` (float32 [size]) are of an `Encoding`.

    Numba leaves out branches that a number of dimensions decides: what isn't used is not compiled.
    """
    if cells.ndim == 4:
        observe_entities(world, game, team, cells[0, 0, 0], out)
    elif cells.ndim == 3:
        first = row_sizes(cells[0, 0])
        observe_vector(world, game, team, cells[0, 0], out[:first])
        observe_legal(world, game, team, (out.shape[0] - first) // (1 + ROW_FACTS), out[first:])
    else:  # also what is compiled where nothing is observed, of two dimensions
        observe_vector(world, game, team, cells.reshape(-1), out)
