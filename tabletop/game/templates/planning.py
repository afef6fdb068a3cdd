"""Planning: positions with dice of their own, play-outs by a policy up to some turn, and what they are worth.

For the simulator (`tabletop.env.batch.simulator`) and the search (`tabletop.agents.search`). The game's module of
planning (`GameDefinition.planning`) may have three functions beside the kernels; a game without them has what is here:

    policy  (world, game, mask, parameters, key) -> a legal action; else: any, uniformly at random
    value   (world, game, team, weights) -> -1 … 1, the expected result; else: tanh of the potential
    stage   (game, team) -> the number of the part of a turn that the game is in, such as a phase, if it is the team's
            own; no other part of the game has this number. NONE: it isn't its own; else: the number of the turn, for
            both teams

Whatever record comes in, the dice that follow come from a seed that is given here, never from its own.

Arguments as in `tabletop.game.arrays`, and:

    trials    a record to play in, shape (1,)
    spare     int8 [2, A], scratch
    policies  records or numbers, shape (P,): `parameters` of each policy; RANDOM stands for one that needs none
    weights   float64 [k], what `value` takes
    key       uint64, a random number for this decision: dice and noise of all play-outs follow from it
"""

import math
from typing import Any

import numpy as np

from tabletop.base.arrays import Float64, Int64
from tabletop.compiled.compiling import rule
from tabletop.game.arrays import (
    Actions,
    Chances,
    Games,
    Key,
    Keys,
    Mask,
    Masks,
    Numbers,
    Parameters,
    Rows,
    Seed,
    Seeds,
    Values,
    Weights,
    Worlds,
)
from tabletop.game.choices import choice_key, choose
from tabletop.game.hashing import GOLDEN, mix
from tabletop.game.header import NONE, OVER, Record, result

rules: Any  # the game's own kernels, put in before this file is run

FOREVER = 1 << 62  # a turn that no game comes to
RANDOM = -1  # number of the policy that plays uniformly at random
_U = np.uint64
ONE = _U(1)
_DICE = _U(0x44696365)  # keeps the play-outs' dice apart from their policies' noise

if hasattr(rules, "policy"):
    policy = rules.policy
else:

    @rule
    def policy(world: Record, game: Record, mask: Mask, parameters: Any, key: Key) -> int:
        """The policy of a game that has none of its own."""
        return choose(mask, key)


if hasattr(rules, "value"):
    running_value = rules.value
else:

    @rule
    def running_value(world: Record, game: Record, team: int, weights: Weights) -> float:
        """The worth of a position of a game that has no function for it."""
        return math.tanh(rules.potential(world, game, team, weights))


if hasattr(rules, "stage"):
    stage = rules.stage
else:

    @rule
    def stage(game: Record, team: int) -> int:
        """The turn, in which both teams act; NONE: none has begun."""
        return game.turn if game.turn > 0 else NONE


@rule
def value(world: Record, game: Record, team: int, weights: Weights) -> float:
    """The expected result of a position for `team`, -1 … 1; of a game that is over: its result."""
    if game.decision == OVER:
        return result(game, team)
    return running_value(world, game, team, weights)


@rule
def answer(world: Record, game: Record, mask: Mask, policies: Parameters, number: int, key: Key) -> int:
    """The action that policy `number` takes."""
    if number == RANDOM:
        return choose(mask, key)
    return policy(world, game, mask, policies[number], key)


@rule
def play_on(
    world: Record,
    game: Record,
    chance: Record,
    mask: Mask,
    policies: Parameters,
    own: int,
    other: int,
    team: int,
    planned: int,
    seed: Seed,
    turns: int,
    limit: int,
) -> int:
    """Play on until turn `turns` has begun, the game is over, or `limit` decisions are made; how many were.

    Or until the team's stage `planned` has ended, unless that is NONE. Policy `own` decides for `team`, `other` for the
    other one; `seed` gives their noise. `mask` is the game's own.
    """
    decisions = 0
    while game.decision != OVER and game.turn < turns and decisions < limit:
        if planned != NONE and stage(game, team) != planned:
            break
        number = own if game.decider == team else other
        action = answer(world, game, mask, policies, number, choice_key(seed, _U(decisions)))
        rules.step(world, game, chance, action, mask)
        decisions += 1
    return decisions


# The search at one decision: candidates, then samples, then fewer candidates, and so on.


@rule
def propose(
    worlds: Worlds, games: Games, index: int, masks: Masks, policies: Parameters, spare: Masks, key: Key, tried: Int64
) -> int:
    """Write the actions worth a try to `tried`, int64 [W], the first policy's choice first; how many there are.

    The policies name their best actions in turn, each of those that nobody has named yet.
    """
    mask = spare[0]
    mask[:] = masks[index]
    legal = 0
    for action in range(mask.shape[0]):
        legal += int(mask[action])
    count = min(legal, tried.shape[0])
    for i in range(count):
        tried[i] = policy(worlds[0], games[index], mask, policies[i % policies.shape[0]], key)
        mask[tried[i]] = 0
    return count


@rule
def sample(
    worlds: Worlds,
    chances: Chances,
    games: Games,
    index: int,
    trials: Games,
    spare: Masks,
    policies: Parameters,
    others: int,
    weights: Weights,
    key: Key,
    turns: int,
    limit: int,
    plan: int,
    tried: Int64,
    count: int,
    first: int,
    number: int,
    sums: Float64,
) -> None:
    """Play the first `count` candidates of `tried`, int64 [W], out `number` times; each time all have the same dice.

    A candidate is an action, after which policy `plan` plays to the end of the team's own stage; or, if `plan` is NONE,
    the number of the policy that plays this stage. Then the first policy plays on. A play-out lasts `turns` turns, at
    most `limit` decisions. `first` is the number of the first sample: each has dice of its own, and the next one of the
    first `others` policies for the other team. To `sums`, float64 [3, W], are added: the values; what they are above
    the first candidate's; the squares of that.
    """
    team = games[index].decider
    own_stage = stage(games[index], team)
    world, chance, trial, mask = worlds[0], chances[0], trials[0], spare[0]
    for sample_index in range(first, first + number):
        seed = mix(key + GOLDEN * _U(sample_index + 1))
        other = sample_index % others
        base = 0.0
        for i in range(count):
            trials[0] = games[index]
            trial.dice.seed = mix(seed ^ _DICE)
            own = plan
            if plan == NONE:
                own = tried[i]
                rules.legal_actions(world, trial, mask)
            else:
                rules.step(world, trial, chance, tried[i], mask)
            made, noise, until = 0, seed, games[index].turn + turns
            if plan != 0 and own_stage != NONE:
                made = play_on(world, trial, chance, mask, policies, own, other, team, own_stage, seed, FOREVER, limit)
                noise = mix(seed)
            play_on(world, trial, chance, mask, policies, 0, other, team, NONE, noise, until, limit - made)
            worth = value(world, trial, team, weights)
            if i == 0:
                base = worth
            sums[0, i] += worth
            sums[1, i] += worth - base
            sums[2, i] += (worth - base) ** 2


@rule
def stage_of(games: Games, index: int) -> int:
    """The stage of the team that decides in a game (see `stage`)."""
    return stage(games[index], games[index].decider)


@rule
def keep_best(tried: Int64, count: int, visits: Int64, sums: Float64, kept: int) -> None:
    """Move the best `kept` candidates to the front, by the mean of their values; the first one stays the first."""
    for place in range(1, kept):
        best = place
        for i in range(place + 1, count):
            if sums[1, i] > sums[1, best]:
                best = i
        tried[place], tried[best] = tried[best], tried[place]
        visits[place], visits[best] = visits[best], visits[place]
        for row in range(3):
            sums[row, place], sums[row, best] = sums[row, best], sums[row, place]


# Many positions: the simulator.


@rule
def enter_rows(worlds: Worlds, games: Games, rows: Rows, positions: Games, dice: Seeds, masks: Masks) -> None:
    """Put positions, records (1,) or (k,), into these games, with dice of their own, uint64 [k]; write the masks."""
    for i in range(rows.shape[0]):
        row = rows[i]
        games[row] = positions[i if positions.shape[0] > 1 else 0]
        games[row].dice.seed = dice[i]
        rules.legal_actions(worlds[0], games[row], masks[row])


@rule
def answer_rows(
    worlds: Worlds,
    games: Games,
    rows: Rows,
    masks: Masks,
    policies: Parameters,
    number: int,
    keys: Keys,
    actions: Actions,
) -> None:
    """Write the actions that policy `number` takes in these games, of those in the masks; actions: int64 [B]."""
    for i in range(rows.shape[0]):
        row = rows[i]
        actions[row] = answer(worlds[0], games[row], masks[row], policies, number, keys[row])


@rule
def play_rows_on(
    worlds: Worlds,
    chances: Chances,
    games: Games,
    rows: Rows,
    masks: Masks,
    policies: Parameters,
    numbers: Int64,
    seeds: Seeds,
    turns: int,
    limit: int,
    staged: int,
    made: Numbers,
) -> None:
    """Play these games on by policies until turn `turns` has begun, they are over, or `limit` decisions are made.

    `numbers`, int64 [2], are those of the teams' policies; `seeds`, uint64 [B], give their noise. With `staged` 1 they
    also end where the stage ends that the team that decides is in; if it is in none of its own, at once. `made`, int64
    [B], is written for `rows`: decisions.
    """
    for i in range(rows.shape[0]):
        row = rows[i]
        world, game, chance, mask = worlds[0], games[row], chances[0], masks[row]
        team, planned = 0, NONE
        if staged == 1 and game.decision != OVER:
            team = int(game.decider)
            planned = stage(game, team)
            if planned == NONE:
                made[row] = 0
                continue
        own, other = numbers[team], numbers[1 - team]
        made[row] = play_on(world, game, chance, mask, policies, own, other, team, planned, seeds[row], turns, limit)


@rule
def stage_rows(games: Games, rows: Rows, teams: Numbers, out: Numbers) -> None:
    """Write the stages of teams, int64 [B], in these games, and NONE where one is over; out: int64 [B]."""
    for i in range(rows.shape[0]):
        row = rows[i]
        out[row] = NONE
        if games[row].decision != OVER:
            out[row] = stage(games[row], teams[row])


@rule
def value_rows(worlds: Worlds, games: Games, rows: Rows, team: int, weights: Weights, out: Values) -> None:
    """Write the values of these positions for a team; out: float64 [B]."""
    for i in range(rows.shape[0]):
        out[rows[i]] = value(worlds[0], games[rows[i]], team, weights)
