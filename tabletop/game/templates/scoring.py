"""Policies that score each legal action by facts about the position and about the action, and value the position.

For games whose kernels have, beside the others, POSITION_FACTS and ACTION_FACTS, P and K; KIND_FACTS: so many of
the facts about an action, the first ones, say of which kind it is, one of them 1; `observe_position(world, game, team,
out)`; and `observe_legal(world, game, mask, out, listed) -> n` (paintball_env/scoring.py, octagon_ball/facts.py).

    hidden = relu(position @ of_position + action @ of_action + bias)      [H], for each legal action
    score  = relu(hidden @ second + second_bias) @ last                    a logit
    value  = tanh(relu(relu(position @ value_first + …) @ value_second + …) @ value_last + …)

All float32, added up in one fixed order: so a choice depends on position, weights and key alone, on any machine.

Arguments as in `tabletop.game.arrays`, and:

    network   float32 [k]: H, H2, V, V2, then the weights one behind the other, as `unpack` names them
"""

import math
from typing import Any

import numba
import numpy as np

from tabletop.base.arrays import Bool, Float32, Int16, Int64
from tabletop.compiled.compiling import rule
from tabletop.game.arrays import (
    Actions,
    Chances,
    Deciding,
    Games,
    Key,
    Keys,
    Mask,
    Masks,
    Network,
    Plain,
    Rows,
    Values,
    Worlds,
)
from tabletop.game.choices import choice_key
from tabletop.game.contests import contests_of
from tabletop.game.hashing import unit
from tabletop.game.header import OVER, Record
from tabletop.game.urns import urns_of

rules: Any  # the game's own kernels, put in before this file is run

ONE = np.uint64(1)
F = np.float32


@rule
def facts_of_rows(
    worlds: Worlds,
    games: Games,
    rows: Rows,
    asked: Bool,
    masks: Masks,
    positions: Float32,
    actions: Float32,
    listed: Int16,
    starts: Int64,
) -> int:
    """Write the facts of these games for the teams that decide, one game behind the other.

    asked: bool [k], false: no facts about the actions of this game. positions: float32 [k, P]; actions: float32 [N, K];
    listed: int16 [N]; starts: int64 [k + 1], where each game's rows begin. Returns how many rows there are; -1: they
    don't fit.
    """
    n = 0
    starts[0] = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        if n + masks.shape[1] > listed.shape[0]:
            return -1
        rules.observe_position(worlds[0], games[row], games[row].decider, positions[i])
        if asked[i]:
            n += rules.observe_legal(worlds[0], games[row], masks[row], actions[n:], listed[n:])
        starts[i + 1] = n
    return n


@rule
def add_product(row: Float32, matrix: Float32, out: Float32) -> None:
    """Add row @ matrix to `out`; entries of 0 cost nothing."""
    for k in range(row.shape[0]):
        x = row[k]
        if x != 0.0:
            for j in range(out.shape[0]):
                out[j] += x * matrix[k, j]


@rule
def rectified_product(row: Float32, matrix: Float32, out: Float32) -> None:
    """Add relu(row) @ matrix to `out`."""
    for k in range(row.shape[0]):
        x = row[k]
        if x > 0.0:
            for j in range(out.shape[0]):
                out[j] += x * matrix[k, j]


@rule
def rectified_sum(row: Float32, weights: Float32) -> np.float32:
    """relu(row) @ weights."""
    total = F(0.0)
    for k in range(row.shape[0]):
        if row[k] > 0.0:
            total += row[k] * weights[k]
    return total


@rule
def unpack(network: Network, position: int, action: int) -> tuple[Float32, ...]:
    """The parts of a network for `position` and `action` facts, as views.

    Returns:
      of_position [P, H], of_action [K, H], bias [H], second [H, H2], second_bias [H2], last [H2], value_first [P, V],
      value_first_bias [V], value_second [V, V2], value_second_bias [V2], value_last [V2], value_last_bias [1].
    """
    hidden, deeper, first, second = int(network[0]), int(network[1]), int(network[2]), int(network[3])
    a = 4 + position * hidden
    b = a + action * hidden
    c = b + hidden
    d = c + hidden * deeper
    e = d + deeper
    f = e + deeper
    g = f + position * first
    h = g + first
    i = h + first * second
    j = i + second
    k = j + second
    return (
        network[4:a].reshape(position, hidden),
        network[a:b].reshape(action, hidden),
        network[b:c],
        network[c:d].reshape(hidden, deeper),
        network[d:e],
        network[e:f],
        network[f:g].reshape(position, first),
        network[g:h],
        network[h:i].reshape(first, second),
        network[i:j],
        network[j:k],
        network[k : k + 1],
    )


@rule
def score_actions(position: Float32, actions: Float32, count: int, network: Network, scores: Float32) -> None:
    """Write the scores of `count` rows of actions to `scores`, float32 [count or more]."""
    of_position, of_action, bias, second, second_bias, last = unpack(network, position.shape[0], actions.shape[1])[:6]
    base = bias.copy()
    add_product(position, of_position, base)
    hidden, deeper = np.empty_like(bias), np.empty_like(second_bias)
    _score_rows(actions, count, base, of_action, second, second_bias, last, hidden, deeper, scores)


@rule
def _score_rows(
    actions: Float32,
    count: int,
    base: Float32,
    of_action: Float32,
    second: Float32,
    second_bias: Float32,
    last: Float32,
    hidden: Float32,
    deeper: Float32,
    scores: Float32,
) -> None:
    # Makes no array, so that no references are counted row by row.
    for i in range(count):
        for j in range(hidden.shape[0]):
            hidden[j] = base[j]
        add_product(actions[i], of_action, hidden)
        for j in range(deeper.shape[0]):
            deeper[j] = second_bias[j]
        rectified_product(hidden, second, deeper)
        scores[i] = rectified_sum(deeper, last)


@rule
def value_position(position: Float32, action: int, network: Network) -> float:
    """The expected result of a position for the team whose facts these are, -1 … 1; `action` is K."""
    first, first_bias, second, second_bias, last, last_bias = unpack(network, position.shape[0], action)[6:]
    hidden, deeper = first_bias.copy(), second_bias.copy()
    add_product(position, first, hidden)
    rectified_product(hidden, second, deeper)
    return math.tanh(rectified_sum(deeper, last) + last_bias[0])


@rule
def judge_rows(
    worlds: Worlds,
    games: Games,
    rows: Rows,
    masks: Masks,
    network: Network,
    listed: Int16,
    scores: Float32,
    starts: Int64,
    values: Values,
) -> None:
    """Write the scores of the legal actions of these games, none of which is over, and the values of their positions.

    listed: int16 [n]; scores: float32 [n], the actions of one game behind those of the other; starts: int64 [k + 1],
    where they begin, given; values: float64 [k], for the teams that decide.
    """
    most = 0
    for i in range(rows.shape[0]):
        most = max(most, starts[i + 1] - starts[i])
    position, actions = np.empty(rules.POSITION_FACTS, np.float32), np.empty((most, rules.ACTION_FACTS), np.float32)
    for i in range(rows.shape[0]):
        game, first, last = games[rows[i]], starts[i], starts[i + 1]
        rules.observe_position(worlds[0], game, game.decider, position)
        rules.observe_legal(worlds[0], game, masks[rows[i]], actions, listed[first:last])
        score_actions(position, actions, last - first, network, scores[first:last])
        values[i] = value_position(position, rules.ACTION_FACTS, network)


@rule
def choose(world: Record, game: Record, mask: Mask, network: Network, temperature: float, key: Key) -> int:
    """The action of the policy in a game that isn't over: the best one, or with a temperature one drawn by `key`."""
    limit = mask.shape[0]
    legal, only = 0, -1
    for action in range(limit):
        if mask[action] == 1:
            legal += 1
            only = action
    if legal == 1:
        return only
    position, actions = np.empty(rules.POSITION_FACTS, np.float32), np.empty((legal, rules.ACTION_FACTS), np.float32)
    legal_actions, scores = np.empty(legal, np.int16), np.empty(legal, np.float32)
    rules.observe_position(world, game, game.decider, position)
    rules.observe_legal(world, game, mask, actions, legal_actions)
    score_actions(position, actions, legal, network, scores)
    best = 0
    for i in range(1, legal):
        if scores[i] > scores[best]:
            best = i
    if temperature == 0.0:
        return legal_actions[best]
    total, top = 0.0, scores[best]
    for i in range(legal):
        total += math.exp((scores[i] - top) / temperature)
    mass = total * unit(key)
    for i in range(legal):
        mass -= math.exp((scores[i] - top) / temperature)
        if mass < 0.0:
            return legal_actions[i]
    return legal_actions[best]


@rule
def choose_rows(
    worlds: Worlds,
    games: Games,
    rows: Rows,
    masks: Masks,
    actions: Actions,
    keys: Keys,
    network: Network,
    temperature: float,
) -> None:
    """Write the policy's actions in these games."""
    for i in range(rows.shape[0]):
        row = rows[i]
        actions[row] = choose(worlds[0], games[row], masks[row], network, temperature, keys[row])


@rule
def play_rows(
    worlds: Worlds,
    chances: Chances,
    games: Games,
    rows: Rows,
    of_deciding: Plain,
    network: Network,
    temperature: float,
) -> None:
    """Play these games on until team `sides[row]` of `of_deciding` decides or they are over."""
    deciding = Deciding(*of_deciding)
    for i in range(rows.shape[0]):
        row = rows[i]
        game, mask, side = games[row], deciding.masks[row], deciding.sides[row]
        while game.decision != OVER and game.decider != side:
            key = choice_key(deciding.seeds[row], deciding.counters[row])
            deciding.counters[row] += ONE
            rules.step(worlds[0], game, chances[0], choose(worlds[0], game, mask, network, temperature, key), mask)


@rule(parallel=True)
def play_rows_parallel(
    worlds: Worlds,
    chances: Chances,
    games: Games,
    rows: Rows,
    of_deciding: Plain,
    network: Network,
    temperature: float,
) -> None:
    """`play_rows` on all cores."""
    for i in numba.prange(rows.shape[0]):
        play_rows(worlds, chances, games, rows[i : i + 1], of_deciding, network, temperature)


# For planning and luck (tabletop.game.templates), whose `rules` this module can be: kernels, a policy, a value.

begin, legal_actions, step, own_next = rules.begin, rules.legal_actions, rules.step, rules.own_next
URNS, CONTESTS = urns_of(rules), contests_of(rules)
if hasattr(rules, "stage"):
    stage = rules.stage


@rule
def policy(world: Record, game: Record, mask: Mask, parameters: Network, key: Key) -> int:
    """The best action by the network `parameters`."""
    return choose(world, game, mask, parameters, 0.0, key)


@rule
def value(world: Record, game: Record, team: int, weights: Network) -> float:
    """The expected result for `team`, -1 … 1, of a game that isn't over: the network knows those who decide."""
    position = np.empty(rules.POSITION_FACTS, np.float32)
    rules.observe_position(world, game, game.decider, position)
    worth = value_position(position, rules.ACTION_FACTS, weights)
    return worth if game.decider == team else -worth
