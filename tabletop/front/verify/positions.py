"""What can be wrong in a position of a game, whatever led to it: its header, mask, numbers and observations.

Each function says it in words; empty: nothing is wrong.
"""

from importlib import import_module
from typing import Any

import numpy as np

from tabletop.base.arrays import Records
from tabletop.game.chance import new_chance
from tabletop.game.draws import read_draw, write_draw
from tabletop.game.header import NONE, OVER, RUNNING, TEAMS
from tabletop.play.game import Game

AGAIN = 3  # calls that must lead to the same


def begin_fault(game: Game[Any]) -> str:
    """What `begin` does wrong in a new game: it is called again, then with another seed, fallen dice, noted draws."""
    definition, chance = game.definition, new_chance(traced=True)
    start, kernels = definition.start_record(game.scenario), import_module(definition.kernels)

    def begun(start: Records) -> Records:
        games = start.copy()
        kernels.begin(game.scenario.world[0], games[0], chance[0], np.uint64(game.seed), game.legal_mask())
        return games

    if any(begun(start).tobytes() != game.games.tobytes() for _ in range(AGAIN)):
        return "`begin` with the same seed leads to another position: it doesn't depend on its seed alone"
    other = start.copy()
    other["dice"]["seed"] = ~other["dice"]["seed"]
    other["dice"]["rolled"] = chance["used"] = chance["noted"] = 1
    games = begun(other)
    if games["dice"]["seed"] != game.seed:
        return f"`begin` was given the seed {game.seed}, and the record's `dice` hold {games['dice']['seed'][0]}"
    if games.tobytes() != game.games.tobytes():
        return "`begin` is to set `dice.rolled` to 0: the game depends on what it held"
    if chance["used"] != game.notes["used"] or chance["noted"] != game.notes["noted"]:
        return "`begin` is to call `rewind`: it keeps the draws that were noted before"
    return ""


def header_fault(game: Game[Any]) -> str:
    """What is wrong with the header, the mask as a whole, or what was drawn."""
    definition, header = game.definition, game.record
    for name, names in (("decision", definition.decisions), ("ending", definition.endings)):
        if not 0 <= header[name] < len(names):
            return f"`{name}` {header[name]}: `{name}s` has the numbers 0 to {len(names) - 1}"
    if header.decider not in ((NONE,) if game.over else range(TEAMS)) or header.winner not in (NONE, *range(TEAMS)):
        return f"`decider` {header.decider} and `winner` {header.winner} can't be"
    if (header.ending == RUNNING) != (header.decision != OVER):
        return f"`ending` is {header.ending} where `decision` is {header.decision}"
    if int(header.dice.seed) != game.seed:
        return f"`begin` was given the seed {game.seed}, and the record's `dice` hold {int(header.dice.seed)}"
    mask = game.legal_mask()
    if mask[-1]:
        return "`wait` is legal for the team that decides"
    if (mask.sum() > 1) == game.over:
        return f"{mask.sum()} actions are legal: two or more, and none when the game is over"
    purposes = game.notes["purpose"][0, : int(game.notes["used"][0])]
    if len(purposes) and not 1 <= purposes.min() <= purposes.max() <= len(definition.purposes):
        return f"a draw's purpose: `purposes` has the numbers 1 to {len(definition.purposes)}, not {purposes.max()}"
    return ""


def draws_fault(game: Game[Any]) -> str:
    """Which draw of the last step has a text that can't be read, or is read as another draw."""
    for draw in game.draws:
        try:
            read = read_draw(text := write_draw(draw), game.definition)
        except ValueError as error:
            return f"a draw that can't be read: {error}"
        if (read.purpose, read.subject, read.result) != (draw.purpose, draw.subject, draw.result):
            return f"a draw for {draw.subject} is written {text}, and read as one for {read.subject}"
    return ""


def mask_fault(game: Game[Any]) -> str:
    """Where the mask differs from `is_legal`, or `legal_actions` doesn't do what it must."""
    mask = game.legal_mask()
    legal = [int(game.definition.batch.is_legal_game(game.scenario.world, game.games, i)) for i in range(len(mask))]
    if legal != mask.tolist():
        at = int(np.flatnonzero(mask != legal)[0])
        return f"action {at}: the mask says {mask[at]}, `is_legal` {legal[at]}"
    used = np.ones_like(mask)
    count = import_module(game.definition.kernels).legal_actions(game.scenario.world[0], game.record, used)
    if used.tolist() != mask.tolist():
        at = int(np.flatnonzero(used != mask)[0])
        return f"action {at}: `legal_actions` doesn't overwrite what is in the mask that it is given"
    if count != mask.sum():
        return f"`legal_actions` returns {count}, and the mask has {mask.sum()}"
    return ""


def number_fault(game: Game[Any]) -> str:
    """What is wrong with orders and potentials."""
    definition, world, record = game.definition, game.scenario.world[0], game.record
    kernels = import_module(definition.kernels)
    for action in game.legal_indices():
        order = kernels.order_of(world, record.decision, action)
        if not -1 <= order < len(definition.orders):
            return f"`order_of` gives {order} for action {action}: `orders` are {len(definition.orders)}"
    weights = np.array(definition.shaping().weights(), np.float64)
    first, second = (kernels.potential(world, record, team, weights) for team in range(TEAMS))
    if not np.isclose(first, -second):
        return f"`potential` is {first:g} for one team and {second:g} for the other, not the negative of it"
    return ""


def observation_fault(game: Game[Any]) -> str:
    """Which number of an observation isn't written, isn't in its range, or depends on the seed."""
    definition, scenario = game.definition, game.scenario
    observe = import_module(definition.kernels).observe
    other_dice = game.games.copy()
    other_dice["dice"]["seed"] ^= np.uint64(0x5DEECE66D)
    for name in definition.encodings:
        encoding = definition.encoding(scenario, name)
        low, high = np.ravel(encoding.low), np.ravel(encoding.high)
        for team in range(TEAMS):
            out = np.full(encoding.size, np.nan, np.float32)  # what is not written stands out
            observe(scenario.world[0], game.record, team, encoding.cells, out)
            observe(scenario.world[0], other_dice[0], team, encoding.cells, other := np.empty_like(out))
            wrong = np.flatnonzero(~((low <= out) & (out <= high)))
            if len(wrong):
                at = int(wrong[0])
                words = f"is {out[at]:g}, not {low[at]:g} to {high[at]:g}"
                words = "isn't written, or isn't a number" if np.isnan(out[at]) else words
                return f"encoding {name}: number {at} of team {team}'s observation {words}"
            if (out != other).any():
                at = int(np.flatnonzero(out != other)[0])
                return f"encoding {name}: number {at} of team {team}'s observation depends on the seed: on future dice"
    return ""
