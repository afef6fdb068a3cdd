"""PaintBall's compiled functions under their former names, until every caller asks its scenario's game for them."""

from tabletop.choices import ANY_SIDE as ANY_SIDE
from tabletop.choices import choice_key as choice_key
from tabletop.choices import choose as choose
from tabletop.choices import choose_rows as choose_rows
from tabletop.choices import clone_rows as clone_rows
from tabletop.choices import episode_rows as episode_rows
from tabletop.choices import key_rows as key_rows
from tabletop.choices import result_rows as result_rows
from tabletop.choices import waiting_rows as waiting_rows
from tabletop.compiling import instantiate

_batch = instantiate("tabletop.templates.batch", "paintball_env.kernels")
look_one, step_one = _batch.look_one, _batch.step_one
step_rows, step_rows_parallel = _batch.step_rows, _batch.step_rows_parallel
mask_rows, observe_rows, observe_rows_parallel = _batch.mask_rows, _batch.observe_rows, _batch.observe_rows_parallel
play_rows, play_rows_parallel = _batch.play_rows, _batch.play_rows_parallel

def begin_one(worlds, chances, starts, games, index, seed, masks, cells, views):  # type: ignore[no-untyped-def]
    """See the template."""
    _batch.begin_one(worlds, chances, games, index, starts, seed, masks, cells, views)


def begin_rows(worlds, chances, starts, games, rows, seeds, masks):  # type: ignore[no-untyped-def]
    """See the template."""
    _batch.begin_rows(worlds, chances, games, rows, starts, seeds, masks)


def potential_one(worlds, games, index, team, figures, flag):  # type: ignore[no-untyped-def]
    """See the template."""
    import numpy as np

    return _batch.potential_one(worlds, games, index, team, np.array([figures, flag]))


def potential_rows(worlds, games, rows, sides, figures, flag, out):  # type: ignore[no-untyped-def]
    """See the template."""
    import numpy as np

    _batch.potential_rows(worlds, games, rows, sides, np.array([figures, flag], np.float64), out)
