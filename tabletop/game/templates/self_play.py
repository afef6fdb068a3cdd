"""What Python calls in compiled code to play both teams of many games: one call a step.

Arguments as in `tabletop.game.templates.batch`, and, for n opponents:

    rows          int64 [k]: the games to touch, each once
    sides         int64 [B]: the team of player 0; player 1 has the other one
    slots         int64 [B]: each game's opponent, who is player 1
    inside        int8 [n]: 1 where the opponent is asked by the batch, 0 where the caller plays both teams
    lengths       int64 [B, 2]: the caller's decisions, by team
    returns       float64 [B, 2]: sums of rewards, by team
    potentials    float64 [B, 2]: the shaping's, by team, where the caller last decided for it; NaN: nowhere yet
    places        int8 [B]: what has become of a game in this step: SHOWN, ENDED or WAITS
    shaping       float64 [k]: the weights of `potential`; [0]: there is none
    limit         decisions of the caller after which a game is cut off; 0: never
"""

from typing import Any

import numba
import numpy as np

from tabletop.compiled.compiling import rule
from tabletop.game.choices import MOST_SKIPPED, episode_rows, start_of
from tabletop.game.header import OVER, record, result

rules: Any  # the game's own kernels, put in before this file is run

SHOWN, ENDED, WAITS = 0, 1, 2
NOWHERE = np.nan
PART = 16  # games that a core takes at a time

# A game that has ended; by team where there are two of something.
END = record(
    ("seed", "u8"),
    ("row", "i8"),
    ("turn", "i8"),
    ("ending", "i8"),
    ("open", "i8"),  # the decision
    ("team", "i8"),  # that would decide, had the game not been cut off
    ("side", "i8"),
    ("slot", "i8"),
    ("lengths", "i8", (2,)),
    ("returns", "f8", (2,)),
    ("results", "f4", (2,)),
)


@rule
def first_illegal(rows, actions, masks) -> int:
    """The first of these games whose action isn't legal; -1: there is none."""
    for i in range(rows.shape[0]):
        action = actions[rows[i]]
        if action < 0 or action >= masks.shape[1] or masks[rows[i], action] == 0:
            return rows[i]
    return -1


@rule
def observe_deciders(worlds, games, rows, cells, observations):
    """Write what the deciding teams of these games see; observations: float32 [k, D], in the order of `rows`."""
    for i in range(rows.shape[0]):
        rules.observe(worlds[0], games[rows[i]], games[rows[i]].decider, cells, observations[i])


@rule
def show_rows(worlds, games, rows, masks, sides, cells, observations, shown, teams, players):
    """Show these games to whoever is to decide in them; nothing else happens."""
    for i in range(rows.shape[0]):
        row = rows[i]
        team = int(games[row].decider)
        rules.observe(worlds[0], games[row], team, cells, observations[row])
        for action in range(masks.shape[1]):
            shown[row, action] = masks[row, action]
        teams[row] = team
        players[row] = 0 if team == sides[row] else 1


@rule
def place_rows(
    worlds, games, rows, masks, sides, slots, inside, lengths, returns, potentials, limit, shaping, gamma, cells,
    observations, shown, teams, players, rewards, places,
):
    """Find where these games stand. Where the caller is to decide it is shown, and its team gets what shaping pays."""
    # One loop, without functions that take arrays: each array passed on costs nanoseconds a game.
    for i in range(rows.shape[0]):
        row = rows[i]
        game = games[row]
        if game.decision == OVER:
            places[row] = ENDED
            continue
        team = int(game.decider)
        if inside[slots[row]] == 1 and team != sides[row]:
            places[row] = WAITS
            continue
        if limit > 0 and lengths[row, 0] + lengths[row, 1] >= limit:
            places[row] = ENDED
            continue
        if shaping.shape[0] > 0:
            after = rules.potential(worlds[0], game, team, shaping)
            if not np.isnan(potentials[row, team]):
                rewards[row, team] = gamma * after - potentials[row, team]
                returns[row, team] += rewards[row, team]
            potentials[row, team] = after
        rules.observe(worlds[0], game, team, cells, observations[row])
        for action in range(masks.shape[1]):
            shown[row, action] = masks[row, action]
        teams[row] = team
        players[row] = 0 if team == sides[row] else 1
        places[row] = SHOWN


@rule
def step_rows(
    worlds, chances, games, rows, actions, masks, sides, slots, inside, lengths, returns, potentials, limit, shaping,
    gamma, cells, observations, shown, teams, players, rewards, dones, illegal, places,
):
    """Carry out the caller's action in these games, an illegal one changes nothing; then `place_rows`."""
    for i in range(rows.shape[0]):
        row = rows[i]
        rewards[row, 0] = 0.0
        rewards[row, 1] = 0.0
        dones[row] = False
        illegal[row] = True
        lengths[row, int(games[row].decider)] += 1
        action = actions[row]
        if action >= 0 and action < masks.shape[1]:
            if rules.step(worlds[0], games[row], chances[0], action, masks[row]) == 1:
                illegal[row] = False
    place_rows(
        worlds, games, rows, masks, sides, slots, inside, lengths, returns, potentials, limit, shaping, gamma, cells,
        observations, shown, teams, players, rewards, places,
    )


@rule(parallel=True)
def step_rows_parallel(
    worlds, chances, games, rows, actions, masks, sides, slots, inside, lengths, returns, potentials, limit, shaping,
    gamma, cells, observations, shown, teams, players, rewards, dones, illegal, places,
):
    """`step_rows` on all cores."""
    parts = (rows.shape[0] + PART - 1) // PART
    for part in numba.prange(parts):
        step_rows(
            worlds, chances, games, rows[part * PART : (part + 1) * PART], actions, masks, sides, slots, inside,
            lengths, returns, potentials, limit, shaping, gamma, cells, observations, shown, teams, players, rewards,
            dones, illegal, places,
        )


@rule
def _finish_row(
    worlds, games, row, sides, slots, seeds, lengths, returns, potentials, shaping, gamma, masks, cells, rewards, end,
    end_observations, end_masks,
):
    """Pay what is paid at the end of a game, and write down how it ended."""
    game = games[row]
    for team in range(2):
        reward = float(result(game, team))
        end.results[team] = reward
        if not np.isnan(potentials[row, team]):
            reward += gamma * rules.potential(worlds[0], game, team, shaping) - potentials[row, team]
        rewards[row, team] = reward
        returns[row, team] += rewards[row, team]
        end.returns[team] = returns[row, team]
        end.lengths[team] = lengths[row, team]
        rules.observe(worlds[0], game, team, cells, end_observations[team])
    end.seed = seeds[row]
    end.row = row
    end.turn = game.turn
    end.ending = game.ending
    end.open = game.decision
    end.team = game.decider
    end.side = sides[row]
    end.slot = slots[row]
    running = game.decision != OVER
    for action in range(masks.shape[1]):
        end_masks[action] = masks[row, action] if running else 0
    if not running:
        end_masks[masks.shape[1] - 1] = 1


@rule
def start_rows(worlds, chances, games, rows, starts, seeds, lengths, returns, potentials, masks):
    """Begin these games, each from its seed, as copies of one of the records `starts`, shape (S,), by the seed."""
    for i in range(rows.shape[0]):
        row = rows[i]
        games[row] = starts[start_of(seeds[row], starts.shape[0])]
        rules.begin(worlds[0], games[row], chances[0], seeds[row], masks[row])
        forget_row(row, lengths, returns, potentials)


@rule
def forget_row(row, lengths, returns, potentials):
    """What a game that begins has behind it: nothing."""
    for team in range(2):
        lengths[row, team] = 0
        returns[row, team] = 0.0
        potentials[row, team] = NOWHERE


@rule
def settle_rows(
    worlds, chances, games, rows, masks, sides, slots, inside, lengths, returns, potentials, limit, shaping, gamma,
    cells, starts, streams, episodes, seeds, counters, weights, side, paired, observations, shown, teams, players,
    rewards, dones, places, ends, end_observations, end_masks, counts, lists,
):
    """Write down the games that have ended, begin the next ones, and tell which wait for opponents.

    `lists`, int64 [2, B], is written: which games have begun, and which wait. `counts` is int64 [4]: games that have
    ended so far in this step, added to; those that have begun, and those that wait, written; and those that were over
    before the caller had decided anything, added to: these are nobody's. (-1: too many of them.) Of the games that have
    ended `ends`, END [B], `end_observations`, float32 [B, 2, D], and `end_masks`, int8 [B, A], are written.
    """
    over, begun, waits = 0, 0, 0
    for i in range(rows.shape[0]):
        row = rows[i]
        if places[row] == WAITS:
            lists[1, waits] = row
            waits += 1
        elif places[row] == ENDED:
            lists[0, over] = row
            over += 1
            if lengths[row, 0] + lengths[row, 1] == 0:
                counts[3] += 1
                continue
            number = counts[0]
            _finish_row(
                worlds, games, row, sides, slots, seeds, lengths, returns, potentials, shaping, gamma, masks, cells,
                rewards, ends[number], end_observations[number], end_masks[number],
            )
            dones[row] = True
            counts[0] += 1
    begun = over
    left = lists[0, :over].copy()
    for _ in range(MOST_SKIPPED):
        if left.shape[0] == 0:
            break
        episode_rows(streams, left, episodes, seeds, counters, sides, slots, weights, side, paired)
        start_rows(worlds, chances, games, left, starts, seeds, lengths, returns, potentials, masks)
        place_rows(
            worlds, games, left, masks, sides, slots, inside, lengths, returns, potentials, limit, shaping, gamma,
            cells, observations, shown, teams, players, rewards, places,
        )
        over = 0
        for i in range(left.shape[0]):
            row = left[i]
            if places[row] == ENDED:
                left[over] = row
                over += 1
            elif places[row] == WAITS:
                lists[1, waits] = row
                waits += 1
        counts[3] += over
        left = left[:over]
    if left.shape[0] > 0:
        counts[3] = -1
    counts[1], counts[2] = begun, waits


@rule
def turn_rows(
    strict, worlds, chances, games, rows, actions, masks, sides, slots, inside, lengths, returns, potentials, limit,
    shaping, gamma, cells, starts, streams, episodes, seeds, counters, weights, side, paired, observations, shown,
    teams, players, rewards, dones, illegal, places, ends, end_observations, end_masks, counts, lists,
) -> int:
    """A whole step: `step_rows`, then `settle_rows`.

    Returns:
      -1; or with `strict` 1 the first game whose action is illegal: then nothing has changed.
    """
    if strict == 1:
        wrong = first_illegal(rows, actions, masks)
        if wrong >= 0:
            return wrong
    step_rows(
        worlds, chances, games, rows, actions, masks, sides, slots, inside, lengths, returns, potentials, limit,
        shaping, gamma, cells, observations, shown, teams, players, rewards, dones, illegal, places,
    )
    settle_rows(
        worlds, chances, games, rows, masks, sides, slots, inside, lengths, returns, potentials, limit, shaping, gamma,
        cells, starts, streams, episodes, seeds, counters, weights, side, paired, observations, shown, teams, players,
        rewards, dones, places, ends, end_observations, end_masks, counts, lists,
    )
    return -1
