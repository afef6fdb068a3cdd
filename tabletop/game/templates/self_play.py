"""What Python calls in compiled code to play both teams of many games: one call a step (tabletop/game/arrays.py)."""

from typing import Any

import numba
import numpy as np

from tabletop.compiled.compiling import rule
from tabletop.game.arrays import (
    Actions,
    Cells,
    Chances,
    Games,
    Masks,
    Observations,
    Plain,
    Play,
    Rows,
    Settings,
    Turn,
    Worlds,
)
from tabletop.game.choices import MOST_SKIPPED, episode_rows, start_of
from tabletop.game.header import OVER, result

rules: Any  # the game's own kernels, put in before this file is run

SHOWN, ENDED, WAITS = 0, 1, 2  # what has become of a game in a step
PART = 16  # games that a core takes at a time


@rule
def observe_deciders(worlds: Worlds, games: Games, rows: Rows, cells: Cells, observations: Observations) -> None:
    """Write what the deciding teams of these games see; observations: float32 [k, D], in the order of `rows`."""
    for i in range(rows.shape[0]):
        rules.observe(worlds[0], games[rows[i]], games[rows[i]].decider, cells, observations[i])


@rule
def show_rows(worlds: Worlds, games: Games, rows: Rows, of_play: Plain, cells: Cells, of_turn: Plain) -> None:
    """Show these games to whoever is to decide in them; nothing else happens."""
    play, turn = Play(*of_play), Turn(*of_turn)
    for i in range(rows.shape[0]):
        row = rows[i]
        team = int(games[row].decider)
        rules.observe(worlds[0], games[row], team, cells, turn.observations[row])
        for action in range(play.masks.shape[1]):
            turn.masks[row, action] = play.masks[row, action]
        turn.teams[row] = team
        turn.players[row] = 0 if team == play.sides[row] else 1


@rule
def place_rows(worlds: Worlds, games: Games, rows: Rows, play: Play, settings: Settings, turn: Turn) -> None:
    """Find where these games stand. Where the caller is to decide it is shown, and its team gets what shaping pays."""
    # One loop, without functions that take arrays: each array passed on costs nanoseconds a game.
    for i in range(rows.shape[0]):
        row = rows[i]
        game = games[row]
        if game.decision == OVER:
            turn.places[row] = ENDED
            continue
        team = int(game.decider)
        if settings.inside[play.slots[row]] == 1 and team != play.sides[row]:
            turn.places[row] = WAITS
            continue
        if settings.limit > 0 and play.lengths[row, 0] + play.lengths[row, 1] >= settings.limit:
            turn.places[row] = ENDED
            continue
        if settings.shaping.shape[0] > 0:
            after = rules.potential(worlds[0], game, team, settings.shaping)
            if not np.isnan(play.potentials[row, team]):
                turn.rewards[row, team] = settings.gamma * after - play.potentials[row, team]
                play.returns[row, team] += turn.rewards[row, team]
            play.potentials[row, team] = after
        rules.observe(worlds[0], game, team, settings.cells, turn.observations[row])
        for action in range(play.masks.shape[1]):
            turn.masks[row, action] = play.masks[row, action]
        turn.teams[row] = team
        turn.players[row] = 0 if team == play.sides[row] else 1
        turn.places[row] = SHOWN


@rule
def step_rows(
    worlds: Worlds, chances: Chances, games: Games, rows: Rows, play: Play, settings: Settings, turn: Turn
) -> None:
    """Carry out the caller's action in these games, an illegal one changes nothing; then `place_rows`."""
    for i in range(rows.shape[0]):
        row = rows[i]
        turn.rewards[row, 0] = 0.0
        turn.rewards[row, 1] = 0.0
        turn.dones[row] = False
        turn.illegal[row] = True
        play.lengths[row, int(games[row].decider)] += 1
        action = turn.actions[row]
        if action >= 0 and action < play.masks.shape[1]:
            if rules.step(worlds[0], games[row], chances[0], action, play.masks[row]) == 1:
                turn.illegal[row] = False
    place_rows(worlds, games, rows, play, settings, turn)


@rule(parallel=True)
def step_rows_parallel(
    worlds: Worlds, chances: Chances, games: Games, rows: Rows, of_play: Plain, of_settings: Plain, of_turn: Plain
) -> None:
    """`step_rows` on all cores."""
    play, settings, turn = Play(*of_play), Settings(*of_settings), Turn(*of_turn)
    parts = (rows.shape[0] + PART - 1) // PART
    for part in numba.prange(parts):
        step_rows(worlds, chances, games, rows[part * PART : (part + 1) * PART], play, settings, turn)


@rule
def _finish_row(
    worlds: Worlds, games: Games, row: int, play: Play, settings: Settings, turn: Turn, number: int
) -> None:
    """Pay what is paid at the end of a game, and write down, at `number`, how it ended."""
    game, end = games[row], turn.ends[number]
    for team in range(2):
        reward = float(result(game, team))
        end.results[team] = reward
        if not np.isnan(play.potentials[row, team]):
            potential = rules.potential(worlds[0], game, team, settings.shaping)
            reward += settings.gamma * potential - play.potentials[row, team]
        turn.rewards[row, team] = reward
        play.returns[row, team] += turn.rewards[row, team]
        end.returns[team] = play.returns[row, team]
        end.lengths[team] = play.lengths[row, team]
        rules.observe(worlds[0], game, team, settings.cells, turn.end_observations[number, team])
    turn.dones[row] = True
    end.rows = row
    end.seeds = play.seeds[row]
    end.sides = play.sides[row]
    end.opponents = play.slots[row]
    end.turns = game.turn
    end.endings = game.ending
    end.decisions = game.decision
    end.teams = game.decider
    end.truncated = running = game.decision != OVER
    actions = play.masks.shape[1]
    for action in range(actions):
        turn.end_masks[number, action] = play.masks[row, action] if running else 0
    if not running:
        turn.end_masks[number, actions - 1] = 1


@rule
def _start_rows(worlds: Worlds, chances: Chances, games: Games, rows: Rows, play: Play, settings: Settings) -> None:
    """Draw the next episodes of these games and begin them, each as a copy of a start; nothing lies behind them."""
    episode_rows(rows, play, settings.weights, settings.side, settings.paired)
    for i in range(rows.shape[0]):
        row = rows[i]
        games[row] = settings.starts[start_of(play.seeds[row], settings.starts.shape[0])]
        rules.begin(worlds[0], games[row], chances[0], play.seeds[row], play.masks[row])
        for team in range(2):
            play.lengths[row, team] = 0
            play.returns[row, team] = 0.0
            play.potentials[row, team] = np.nan


@rule
def _settle_rows(
    worlds: Worlds, chances: Chances, games: Games, rows: Rows, play: Play, settings: Settings, turn: Turn
) -> None:
    """Write down the games that have ended, begin the next ones, and tell which wait for opponents."""
    counts, begun, waiting, again = turn.counts, turn.lists[0], turn.lists[1], turn.lists[2]
    over, waits = 0, 0
    for i in range(rows.shape[0]):
        row = rows[i]
        if turn.places[row] == WAITS:
            waiting[waits] = row
            waits += 1
        elif turn.places[row] == ENDED:
            begun[over] = again[over] = row
            over += 1
            if play.lengths[row, 0] + play.lengths[row, 1] == 0:
                counts[3] += 1
            else:
                _finish_row(worlds, games, row, play, settings, turn, counts[0])
                counts[0] += 1
    counts[1] = over
    for _ in range(MOST_SKIPPED):
        if over == 0:
            break
        left = again[:over]
        _start_rows(worlds, chances, games, left, play, settings)
        place_rows(worlds, games, left, play, settings, turn)
        over = 0
        for i in range(left.shape[0]):
            row = left[i]
            if turn.places[row] == ENDED:
                left[over] = row
                over += 1
            elif turn.places[row] == WAITS:
                waiting[waits] = row
                waits += 1
        counts[3] += over
    if over > 0:
        counts[3] = -1
    counts[2] = waits


@rule
def settle_rows(
    worlds: Worlds, chances: Chances, games: Games, rows: Rows, of_play: Plain, of_settings: Plain, of_turn: Plain
) -> None:
    """Write down the games that have ended, begin the next ones, and tell which wait for opponents."""
    _settle_rows(worlds, chances, games, rows, Play(*of_play), Settings(*of_settings), Turn(*of_turn))


@rule
def go_on_rows(
    worlds: Worlds, chances: Chances, games: Games, rows: Rows, of_play: Plain, of_settings: Plain, of_turn: Plain
) -> None:
    """`place_rows`, then `settle_rows`: after games have begun, or opponents have decided in them."""
    play, settings, turn = Play(*of_play), Settings(*of_settings), Turn(*of_turn)
    place_rows(worlds, games, rows, play, settings, turn)
    _settle_rows(worlds, chances, games, rows, play, settings, turn)


@rule
def first_illegal(rows: Rows, actions: Actions, masks: Masks) -> int:
    """The first of these games whose action isn't legal; -1: there is none."""
    for i in range(rows.shape[0]):
        action = actions[rows[i]]
        if action < 0 or action >= masks.shape[1] or masks[rows[i], action] == 0:
            return rows[i]
    return -1


@rule
def turn_rows(
    worlds: Worlds, chances: Chances, games: Games, rows: Rows, of_play: Plain, of_settings: Plain, of_turn: Plain
) -> int:
    """A whole step: `step_rows`, then `settle_rows`.

    Returns:
      -1; or if settings are strict the first game whose action is illegal: then nothing has changed.
    """
    play, settings, turn = Play(*of_play), Settings(*of_settings), Turn(*of_turn)
    if settings.strict == 1:
        wrong = first_illegal(rows, turn.actions, play.masks)
        if wrong >= 0:
            return wrong
    step_rows(worlds, chances, games, rows, play, settings, turn)
    _settle_rows(worlds, chances, games, rows, play, settings, turn)
    return -1
