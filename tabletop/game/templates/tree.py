"""Tree search in many games at once: policies improved by planning with Gumbel (Danihelka et al. 2022), with chance.

A tree has nodes, positions in which a team decides or the game is over, and edges, their actions. An action's results
are the edge's children. Where the dice can fall in few ways all of them are known, each with its probability; where
there are more they are sampled, fewer and fewer new ones the more often the edge is visited. Of the children the one is
visited that has had the least of its share. The value of an edge is the mean over its children, by their shares.

At the root so many actions are considered, those with the best sums of logit and Gumbel noise; by sequential halving
the better half stays. Below, the action is taken whose share of the visits falls most behind the improved policy: the
softmax of logits and completed values (an action that was never tried has the value of the position).

Arguments as in `tabletop.game.arrays`, `tabletop.game.templates.outcomes`, and:

    of_forest    see `Forest`, as a plain tuple
    leaves       records [B], the positions to be evaluated
"""

import math
from typing import Any

import numpy as np

from tabletop.base.arrays import Float32, Float64, Int64
from tabletop.compiled.compiling import instantiate, rule
from tabletop.game.arrays import Chances, Forest, Games, Keys, Masks, Plain, ResultRoom, Rows, Worlds
from tabletop.game.chance import PLAYED
from tabletop.game.hashing import GOLDEN, hash_words, mix, unit
from tabletop.game.header import NONE, OVER, result

rules: Any  # the game's own kernels, put in before this file is run

outcomes = instantiate("tabletop.game.templates.outcomes", rules.__name__)
results_of, DONE, MISSING = outcomes.results_of, outcomes.DONE, outcomes.MISSING

UNSEEN, KNOWN, SAMPLED = 0, 1, 2  # edges: never visited; with all their results; with sampled ones
VISITS = 50.0  # what the most visits count beside, in the scale of values (Danihelka et al. 2022)
WIDER = 2.0  # an edge with n visits has up to so many times the root of n + 1 sampled results
_U = np.uint64
_NOISE, _ROLLS = _U(0x4775_6D62_656C), _U(0x526F_6C6C)  # keep noise and dice apart


@rule
def begin_trees(
    worlds: Worlds, positions: Games, rows: Rows, keys: Keys, of_forest: Plain, leaves: Games, masks: Masks
) -> None:
    """Begin a tree for each of these positions, records [k], in these rows; they are to be evaluated first.

    keys: uint64 [B], random numbers: noise and dice follow from them.
    """
    forest = Forest(*of_forest)
    for i in range(rows.shape[0]):
        b = rows[i]
        base = b * forest.logits.shape[1]
        forest.records[base] = positions[i]
        forest.keys[b] = keys[b]
        forest.nodes[b] = 1
        forest.places[b] = 1
        forest.rolls[b] = 0
        forest.parent[b, 0] = NONE
        forest.place[b, 0] = 0
        forest.visits[b, 0] = 0
        forest.total[b, 0] = 0.0
        forest.leaf[b] = 0
        _clear(forest.kind[b, 0], forest.tries[b, 0], forest.worth[b, 0], forest.first[b, 0])
        leaves[b] = positions[i]
        rules.legal_actions(worlds[0], leaves[b], masks[b])


@rule
def _clear(kind: Any, count: Any, worth: Any, first: Any) -> None:
    for action in range(kind.shape[0]):
        kind[action] = UNSEEN
        count[action] = 0
        worth[action] = 0.0
        first[action] = NONE


@rule
def completed(of_forest: Plain, b: int, place: int, team: int, scale: float, out: Float64) -> None:
    """Write the logits of the improved policy of a position, float64 [A]; -inf: illegal."""
    forest = Forest(*of_forest)
    logits, count, worth = forest.logits[b, place], forest.tries[b, place], forest.worth[b, place]
    sign = 1.0 if team == 0 else -1.0
    top = -math.inf
    for action in range(logits.shape[0]):
        top = max(top, logits[action])
    tried = weighed = 0.0
    most = total = 0
    for action in range(logits.shape[0]):
        if logits[action] > -math.inf and count[action] > 0:
            share = math.exp(logits[action] - top)
            tried += share
            weighed += share * sign * worth[action]
            total += count[action]
            most = max(most, count[action])
    # The value of what was never tried: the network's own, with what was tried, by their shares of the policy.
    base = sign * forest.value[b, place]
    if tried > 0.0:
        base = (base + total * weighed / tried) / (1.0 + total)
    factor = (VISITS + most) * scale / 2.0  # values are -1 … 1, in the paper 0 … 1
    for action in range(logits.shape[0]):
        if logits[action] > -math.inf:
            value = sign * worth[action] if count[action] > 0 else base
            out[action] = logits[action] + factor * value
        else:
            out[action] = -math.inf


@rule
def noise_of(key: np.uint64, action: int) -> float:
    """Gumbel noise of an action at the root."""
    return -math.log(-math.log(unit(mix(mix(key ^ _NOISE) + GOLDEN * _U(action + 1))) + 1e-300) + 1e-300)


@rule
def _best_at_root(of_forest: Plain, b: int, scale: float, noisy: int, wanted: int, out: Float64) -> int:
    """The considered action with so many visits, or with the most if `wanted` is NONE, that has the best sum."""
    forest = Forest(*of_forest)
    count, considered = forest.tries[b, 0], forest.considered[b]
    completed(of_forest, b, 0, forest.team[b, 0], scale, out)
    if wanted == NONE:
        for action in range(out.shape[0]):
            if considered[action]:
                wanted = max(wanted, count[action])
    best = NONE
    top = -math.inf
    for action in range(out.shape[0]):
        if considered[action] and count[action] == wanted:
            total = out[action] + (noise_of(forest.keys[b], action) if noisy == 1 else 0.0)
            if best == NONE or total > top:
                best, top = action, total
    return best


@rule
def _best_below(of_forest: Plain, b: int, place: int, scale: float, out: Float64) -> int:
    """The action whose share of the visits falls most behind the improved policy."""
    forest = Forest(*of_forest)
    count = forest.tries[b, place]
    completed(of_forest, b, place, forest.team[b, place], scale, out)
    top = -math.inf
    for action in range(out.shape[0]):
        top = max(top, out[action])
    mass, total = 0.0, 1.0
    for action in range(out.shape[0]):
        if out[action] > -math.inf:
            out[action] = math.exp(out[action] - top)
            mass += out[action]
            total += count[action]
        else:
            out[action] = -1.0
    best, behind = NONE, -math.inf
    for action in range(out.shape[0]):
        if out[action] >= 0.0:
            gap = out[action] / mass - count[action] / total
            if gap > behind:
                best, behind = action, gap
    return best


@rule
def _new_node(of_forest: Plain, b: int, parent: int, action: int, weight: float, number: int) -> int:
    """A child of an edge, the first of them now; NONE: there is no room."""
    forest = Forest(*of_forest)
    node = forest.nodes[b]
    if node == forest.parent.shape[1]:
        return NONE
    forest.nodes[b] += 1
    place = forest.place[b, parent]
    forest.parent[b, node] = parent
    forest.action[b, node] = action
    forest.weight[b, node] = weight
    forest.number[b, node] = number
    forest.place[b, node] = NONE
    forest.visits[b, node] = 0
    forest.total[b, node] = 0.0
    forest.sibling[b, node] = forest.first[b, place, action]
    forest.first[b, place, action] = node
    return int(node)


@rule
def _overdue(of_forest: Plain, b: int, first: int) -> int:
    """The child that has had the least of its share of visits."""
    forest = Forest(*of_forest)
    weights, visits = 0.0, 1.0
    node = first
    while node != NONE:
        weights += forest.weight[b, node]
        visits += forest.visits[b, node]
        node = forest.sibling[b, node]
    best, behind = NONE, -math.inf
    node = first
    while node != NONE:
        gap = forest.weight[b, node] / weights * visits - forest.visits[b, node]
        if gap > behind:
            best, behind = node, gap
        node = forest.sibling[b, node]
    return best


@rule
def _sample(worlds: Worlds, chances: Chances, of_forest: Plain, of_room: Plain, b: int, node: int, action: int) -> int:
    """Roll the dice of an edge once more; the child that it leads to. Its position is in `room.trials`."""
    forest, room = Forest(*of_forest), ResultRoom(*of_room)
    place = forest.place[b, node]
    trials, mask = room.trials, room.mask
    trials[0] = forest.records[b * forest.logits.shape[1] + place]
    trials[0].dice.seed = mix(mix(forest.keys[b] ^ _ROLLS) + GOLDEN * _U(forest.rolls[b] + 1))
    trials[0].dice.rolled[:] = 0
    forest.rolls[b] += 1
    rules.step(worlds[0], trials[0], chances[0], action, mask)
    key = hash_words(room.position)
    child = forest.first[b, place, action]
    while child != NONE:
        if forest.key[b, child] == key:
            forest.weight[b, child] += 1.0
            return int(child)
        child = forest.sibling[b, child]
    child = _new_node(of_forest, b, node, action, 1.0, NONE)
    if child == NONE:
        return _overdue(of_forest, b, forest.first[b, place, action])
    forest.key[b, child] = key
    return child


@rule
def _child(
    worlds: Worlds,
    chances: Chances,
    tapes: Chances,
    of_forest: Plain,
    of_room: Plain,
    own: Int64,
    odds: Float64,
    halts: Int64,
    limit: int,
    b: int,
    node: int,
    action: int,
    state: Int64,
) -> int:
    """The child of an edge that is visited next. If it has no place yet, its position is in `room.trials`."""
    forest, room = Forest(*of_forest), ResultRoom(*of_room)
    place = forest.place[b, node]
    kinds = forest.kind[b, place]
    at = b * forest.logits.shape[1] + place
    state[0] = DONE
    if kinds[action] == UNSEEN:
        count = results_of(worlds, tapes, forest.records, at, action, own, odds, halts, limit, of_room, 0, state)
        if state[0] == MISSING:
            return NONE
        if 0 < count <= forest.parent.shape[1] - forest.nodes[b]:
            kinds[action] = KNOWN
            for i in range(count - 1, -1, -1):
                _new_node(of_forest, b, node, action, room.chances[i], i)
        else:
            kinds[action] = SAMPLED
    state[0] = DONE
    if kinds[action] == SAMPLED:
        visits = forest.tries[b, place, action]
        rolled = 0.0
        child = forest.first[b, place, action]
        while child != NONE:
            rolled += forest.weight[b, child]
            child = forest.sibling[b, child]
        if rolled < WIDER * math.sqrt(visits + 1.0):
            return _sample(worlds, chances, of_forest, of_room, b, node, action)
    child = _overdue(of_forest, b, forest.first[b, place, action])
    if forest.place[b, child] == NONE and kinds[action] == KNOWN:
        results_of(worlds, tapes, forest.records, at, action, own, odds, halts, limit, of_room, 0, state)
        room.trials[0] = room.games[forest.number[b, child]]
    return child


@rule
def select_rows(
    worlds: Worlds,
    chances: Chances,
    tapes: Chances,
    rows: Rows,
    of_forest: Plain,
    of_room: Plain,
    own: Int64,
    odds: Float64,
    halts: Int64,
    limit: int,
    scale: float,
    noisy: int,
    simulation: int,
    schedule: Int64,
    first: int,
    scores: Float64,
    leaves: Games,
    masks: Masks,
    asked: Rows,
    state: Int64,
) -> int:
    """Go down each of these trees to a position that hasn't been evaluated, or to an end.

    scale: of values beside logits; noisy: 1: noise at the root; simulation: its number, from 0; schedule: int64
    [C + 1, n], how many visits the action has that is tried in a simulation, by how many are considered; first: the
    index in `rows` to go on at; scores: float64 [A], scratch. Where a position is to be evaluated, leaves and masks are
    written, and its row to asked, int64 [B]. state: int64 [2], written: MISSING: a draw of the game's own kind isn't in
    `own`, `tapes` says which; the number of rows asked. Returns the index in `rows` to go on at.
    """
    forest, room = Forest(*of_forest), ResultRoom(*of_room)
    places = forest.logits.shape[1]
    chances[0].mode = PLAYED
    for i in range(first, rows.shape[0]):
        b = rows[i]
        node = 0
        if forest.team[b, 0] == NONE:
            continue
        while True:
            place = forest.place[b, node]
            if forest.team[b, place] == NONE:
                forest.leaf[b] = node
                break
            if node == 0:
                wanted = schedule[forest.considered_count[b], simulation]
                action = _best_at_root(of_forest, b, scale, noisy, wanted, scores)
            else:
                action = _best_below(of_forest, b, place, scale, scores)
            child = _child(worlds, chances, tapes, of_forest, of_room, own, odds, halts, limit, b, node, action, state)
            if state[0] == MISSING:
                return i
            node = child
            if forest.place[b, node] == NONE:
                place = forest.places[b]
                forest.places[b] += 1
                forest.place[b, node] = place
                forest.records[b * places + place] = room.trials[0]
                _clear(forest.kind[b, place], forest.tries[b, place], forest.worth[b, place], forest.first[b, place])
                record = forest.records[b * places + place]
                forest.leaf[b] = node
                if record.decision == OVER:
                    forest.team[b, place] = NONE
                    forest.value[b, place] = result(record, 0)
                    break
                leaves[b] = record
                rules.legal_actions(worlds[0], leaves[b], masks[b])
                asked[state[1]] = b
                state[1] += 1
                break
    return rows.shape[0]


@rule
def expand_rows(
    rows: Rows, of_forest: Plain, leaves: Games, masks: Masks, logits: Float32, values: Float64, most: int, noisy: int
) -> None:
    """Take what was found of the positions in these rows.

    logits: float32 [k, A]; values: float64 [k], for the teams that decide; most: actions considered at a root.
    """
    forest = Forest(*of_forest)
    for i in range(rows.shape[0]):
        b = rows[i]
        node = forest.leaf[b]
        place = forest.place[b, node]
        team = leaves[b].decider
        forest.team[b, place] = team
        forest.value[b, place] = values[i] if team == 0 else -values[i]
        own_logits, mask = forest.logits[b, place], masks[b]
        for action in range(mask.shape[0]):
            own_logits[action] = logits[i, action] if mask[action] == 1 else -np.inf
        if node == 0:
            _consider(of_forest, b, most, noisy)
            forest.visits[b, 0] = 1
            forest.total[b, 0] = forest.value[b, 0]


@rule
def _consider(of_forest: Plain, b: int, most: int, noisy: int) -> None:
    """Choose the actions that are considered at a root: those with the best sums of logit and noise."""
    forest = Forest(*of_forest)
    logits, considered = forest.logits[b, 0], forest.considered[b]
    considered[:] = False
    count = 0
    while count < most:
        best, top = NONE, -math.inf
        for action in range(logits.shape[0]):
            if logits[action] > -math.inf and not considered[action]:
                total = logits[action] + (noise_of(forest.keys[b], action) if noisy == 1 else 0.0)
                if best == NONE or total > top:
                    best, top = action, total
        if best == NONE:
            break
        considered[best] = True
        count += 1
    forest.considered_count[b] = count


@rule
def backup_rows(rows: Rows, of_forest: Plain) -> None:
    """Carry the values of the leaves up to the roots."""
    forest = Forest(*of_forest)
    for i in range(rows.shape[0]):
        b = rows[i]
        if forest.team[b, 0] == NONE:
            continue
        node = forest.leaf[b]
        place = forest.place[b, node]
        forest.visits[b, node] += 1
        forest.total[b, node] += forest.value[b, place]
        while node != 0:
            action, above = forest.action[b, node], forest.parent[b, node]
            place = forest.place[b, above]
            weights = mean = 0.0
            child = forest.first[b, place, action]
            while child != NONE:
                if forest.visits[b, child] > 0:
                    weights += forest.weight[b, child]
                    mean += forest.weight[b, child] * forest.total[b, child] / forest.visits[b, child]
                child = forest.sibling[b, child]
            count = forest.tries[b, place, action]
            before = count * forest.worth[b, place, action]
            forest.worth[b, place, action] = mean / weights
            forest.tries[b, place, action] = count + 1
            forest.visits[b, above] += 1
            forest.total[b, above] += (count + 1) * forest.worth[b, place, action] - before
            node = above


@rule
def answer_rows(
    rows: Rows, of_forest: Plain, scale: float, noisy: int, actions: Int64, policies: Float32, values: Float64
) -> None:
    """Write what was found; actions: int64 [k]; policies: float32 [k, A]; values: float64 [k], for those who decide."""
    forest = Forest(*of_forest)
    scores = np.empty(policies.shape[1])
    for i in range(rows.shape[0]):
        b = rows[i]
        actions[i] = NONE
        if forest.team[b, 0] == NONE:
            continue
        actions[i] = _best_at_root(of_forest, b, scale, noisy, NONE, scores)
        completed(of_forest, b, 0, forest.team[b, 0], scale, scores)
        top, mass = -math.inf, 0.0
        for action in range(scores.shape[0]):
            top = max(top, scores[action])
        for action in range(scores.shape[0]):
            scores[action] = math.exp(scores[action] - top)
            mass += scores[action]
        for action in range(scores.shape[0]):
            policies[i, action] = scores[action] / mass
        mean = forest.total[b, 0] / forest.visits[b, 0]
        values[i] = mean if forest.team[b, 0] == 0 else -mean
