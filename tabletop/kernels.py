"""The only functions that Python calls in compiled code: one game, or many games of one scenario.

They take arrays alone, never a record (that would cost some 3 µs a call), and do in one call what a step needs. Common
arguments, for B games, A actions, H hexes and observations of D numbers:

    worlds    the scenario's rules and board, shape (1,)
    chances   the source of dice, shape (1,); one of play, untraced, is only read and serves any number of games
    games     records of games, shape (B,)
    starts    the table before the first decision, shape (1,): what a new game is a copy of (engine.start_record)
    rows      int64 [k]: the games to touch, each once
    masks     int8 [B, A]: legal actions of the team that decides, in its own-side numbering; all 0 once a game is over
    actions   int64 [B]
    sides     int64 [B]: the team in question of each game, 0 or 1
    seeds     uint64 [B]: seeds of the games
    counters  uint64 [B]: choices made so far by those who choose at random; 0 at a game's beginning
    cells     int16 [2, H] for observations as planes, [2, 0] for vectors (observation.Encoding)

Functions ending in `_parallel` do the same on all cores and give the same bytes; waking the threads costs some 30 µs.
"""

import numba
import numpy as np

from paintball_env.observation import observe, observe_planes
from paintball_env.reward import potential, result
from paintball_env.rules.dice import mix
from paintball_env.rules.legal import legal_actions
from paintball_env.rules.play import begin, step
from paintball_env.rules.state import NONE, OVER
from tabletop.compiling import rule

_U = np.uint64
_GOLDEN = _U(0x9E3779B97F4A7C15)
# Keep these draws apart from each other and from the dice.
_CHOICES, _SLOTS, _SIDES = _U(0x43686F696365), _U(0x536C6F74), _U(0x5369646573)
ANY_SIDE = 2  # the learner's team by lot
_S11, _S32, _S63 = _U(11), _U(32), _U(63)


@rule
def see(world, game, team, cells, out):
    """Write what `team` observes, in the encoding that `cells` stands for; out: float32 [D]."""
    if cells.shape[1] == 0:
        observe(world, game, team, out)
    else:
        observe_planes(world, game, team, cells, out)


@rule
def _look(world, game, masks, cells, observations):
    # The decider's mask has been written to row 0.
    wait = masks.shape[1] - 1
    if game.decider == 1:
        masks[1, :] = masks[0]
    else:
        masks[1, :] = 0
        masks[1, wait] = 1
    if game.decider != 0:
        masks[0, :] = 0
        masks[0, wait] = 1
    for team in range(2):
        see(world, game, team, cells, observations[team])


# One game and both teams' views: the doors for a single game.


@rule
def look_one(worlds, games, index, masks, cells, observations):
    """Write both teams' masks, int8 [2, A] (never all 0: who doesn't decide may wait), and views, float32 [2, D]."""
    legal_actions(worlds[0], games[index], masks[0])
    _look(worlds[0], games[index], masks, cells, observations)


@rule
def begin_one(worlds, chances, starts, games, index, seed, masks, cells, observations):
    """Begin game `index` anew from `seed` (uint64), then `look_one`."""
    games[index] = starts[0]
    begin(worlds[0], games[index], chances[0], seed, masks[0])
    _look(worlds[0], games[index], masks, cells, observations)


@rule
def step_one(worlds, chances, games, index, action, masks, cells, observations) -> int:
    """Carry out the decider's action, then `look_one`; 1 if it was legal, 0 if nothing has changed."""
    if action < 0 or action >= masks.shape[1]:
        return 0
    if step(worlds[0], games[index], chances[0], action, masks[0]) == 0:
        return 0
    _look(worlds[0], games[index], masks, cells, observations)
    return 1


@rule
def potential_one(worlds, games, index, team, figures, flag) -> float:
    """The shaping potential of game `index` for `team` (reward.potential)."""
    return potential(worlds[0], games[index], team, figures, flag)


# Many games.


@rule
def _step_row(worlds, chances, games, row, actions, masks) -> int:
    action = actions[row]
    if action < 0 or action >= masks.shape[1]:
        return 1
    return 1 - step(worlds[0], games[row], chances[0], action, masks[row])


@rule
def step_rows(worlds, chances, games, rows, actions, masks, illegal) -> int:
    """Carry out one action a game and renew its mask; count the illegal ones, which change nothing.

    `illegal`, int8 [B], is written for `rows`: 1 where the action was illegal.
    """
    wrong = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        illegal[row] = _step_row(worlds, chances, games, row, actions, masks)
        wrong += illegal[row]
    return wrong


@rule(parallel=True)
def step_rows_parallel(worlds, chances, games, rows, actions, masks, illegal) -> int:
    """`step_rows` on all cores."""
    wrong = 0
    for i in numba.prange(rows.shape[0]):
        row = rows[i]
        illegal[row] = _step_row(worlds, chances, games, row, actions, masks)
        wrong += illegal[row]
    return wrong


@rule
def observe_rows(worlds, games, rows, sides, cells, out):
    """Write the view of team `sides[row]` on each game; out: float32 [B, D], written for `rows`."""
    for i in range(rows.shape[0]):
        row = rows[i]
        see(worlds[0], games[row], sides[row], cells, out[row])


@rule(parallel=True)
def observe_rows_parallel(worlds, games, rows, sides, cells, out):
    """`observe_rows` on all cores."""
    for i in numba.prange(rows.shape[0]):
        row = rows[i]
        see(worlds[0], games[row], sides[row], cells, out[row])


@rule
def mask_rows(worlds, games, rows, masks):
    """Write the deciders' masks of these games."""
    for i in range(rows.shape[0]):
        legal_actions(worlds[0], games[rows[i]], masks[rows[i]])


@rule
def begin_rows(worlds, chances, starts, games, rows, seeds, masks):
    """Begin these games anew from their seeds and write their masks."""
    for i in range(rows.shape[0]):
        row = rows[i]
        games[row] = starts[0]
        begin(worlds[0], games[row], chances[0], seeds[row], masks[row])


@rule
def episode_rows(streams, rows, episodes, seeds, counters, sides, slots, weights, side, paired):
    """Draw the next episode of these games: nothing but its stream, row and the episode's number decides about it.

    Counts up `episodes` (int64 [B], -1 before the first) and writes `seeds`, `counters`, `sides` (the learner's teams)
    and `slots` (int64 [B], the opponents' numbers, drawn by the cumulative `weights`, float64, the last 1). `streams`,
    uint64 [B], are the seeds of the rows' streams. With `side` 0 or 1 that is the learner's team in all games; NONE: in
    turn, so half of the games each; ANY_SIDE: by lot. With `paired` 1, two episodes of a row have the same seed and
    opponent, and sides swapped.
    """
    for i in range(rows.shape[0]):
        row = rows[i]
        episodes[row] += 1
        number = episodes[row] // 2 if paired == 1 else episodes[row]
        word = (_U(row) << _S32) + _U(number)
        seeds[row] = mix(streams[row] + _GOLDEN * mix(word + _GOLDEN))
        counters[row] = _U(0)
        sides[row] = (row + episodes[row]) % 2 if side == NONE else side
        if side == ANY_SIDE:
            sides[row] = int(mix(seeds[row] ^ _SIDES) >> _S63)
        share = float(mix(seeds[row] ^ _SLOTS) >> _S11) / 9007199254740992.0
        slot = 0
        while slot < weights.shape[0] - 1 and share >= weights[slot]:
            slot += 1
        slots[row] = slot


@rule
def waiting_rows(games, sides, out) -> int:
    """Write the games that wait for another team than `sides[row]` to `out` (int64 [B]), and return how many."""
    count = 0
    for row in range(games.shape[0]):
        if games[row].decision != OVER and games[row].decider != sides[row]:
            out[count] = row
            count += 1
    return count


@rule
def result_rows(games, rows, sides, out):
    """Write the result for team `sides[row]`: +1, -1, or 0; out: float32 [B], written for `rows`."""
    for i in range(rows.shape[0]):
        out[rows[i]] = result(games[rows[i]], sides[rows[i]])


@rule
def potential_rows(worlds, games, rows, sides, figures, flag, out):
    """Write the shaping potential for team `sides[row]`; out: float64 [B], written for `rows`."""
    for i in range(rows.shape[0]):
        out[rows[i]] = potential(worlds[0], games[rows[i]], sides[rows[i]], figures, flag)


@rule
def clone_rows(source, source_rows, target, target_rows):
    """Copy games `source[source_rows[i]]` to `target[target_rows[i]]`; int64 [k] both."""
    for i in range(source_rows.shape[0]):
        target[target_rows[i]] = source[source_rows[i]]


# Uniform random play.


@rule(inline=True)
def choice_key(seed, counter):
    """A random uint64 for choice number `counter` of a game, apart from its dice."""
    return mix(mix(seed ^ _CHOICES) + _GOLDEN * (counter + _U(1)))


@rule
def key_rows(rows, seeds, counters, out):
    """Write a fresh random number for a choice in each of these games, counting it; out: uint64 [B]."""
    for i in range(rows.shape[0]):
        row = rows[i]
        out[row] = choice_key(seeds[row], counters[row])
        counters[row] += _U(1)


@rule
def choose(mask, key) -> int:
    """One of the legal actions of a mask (int8 [A], not all 0), all alike, by the random number `key` (uint64)."""
    count = 0
    for action in range(mask.shape[0]):
        count += int(mask[action])
    left = int((key >> _S32) * _U(count) >> _S32)
    for action in range(mask.shape[0]):
        left -= int(mask[action])
        if left < 0:
            return action
    return mask.shape[0] - 1


@rule
def choose_rows(rows, masks, keys, actions):
    """Write a random legal action for each of these games, by its number in `keys` (uint64 [B])."""
    for i in range(rows.shape[0]):
        actions[rows[i]] = choose(masks[rows[i]], keys[rows[i]])


@rule
def _play_row(worlds, chances, games, row, side, seeds, counters, masks, cells, observations, limit) -> int:
    """Play at random until `side` decides (NONE: nobody stops it), the game is over, or `limit` is reached."""
    world = worlds[0]
    game = games[row]
    chance = chances[0]
    mask = masks[row]
    made = 0
    while game.decision != OVER and game.decider != side and made < limit:
        if observations.shape[1] > 0:
            see(world, game, game.decider, cells, observations[row])
        step(world, game, chance, choose(mask, choice_key(seeds[row], counters[row])), mask)
        counters[row] += _U(1)
        made += 1
    return made


@rule
def play_rows(worlds, chances, games, rows, sides, seeds, counters, masks, cells, observations, limit, lengths):
    """Play these games on at random until team `sides[row]` decides or they are over.

    Masks must be the games' own, and are renewed. With NONE as the side nobody stops the play. `observations` is
    float32 [B, D], where the decider's view is written at each decision, or [B, 0]: none is made. `limit` is the most
    decisions a game; `lengths`, int64 [B], is written for `rows`: decisions made.
    """
    for i in range(rows.shape[0]):
        row = rows[i]
        lengths[row] = _play_row(
            worlds, chances, games, row, sides[row], seeds, counters, masks, cells, observations, limit
        )


@rule(parallel=True)
def play_rows_parallel(
    worlds, chances, games, rows, sides, seeds, counters, masks, cells, observations, limit, lengths
):
    """`play_rows` on all cores."""
    for i in numba.prange(rows.shape[0]):
        row = rows[i]
        lengths[row] = _play_row(
            worlds, chances, games, row, sides[row], seeds, counters, masks, cells, observations, limit
        )
