"""The hunter: shoots where the odds are good, goes for the flag and carries it home, and minds its own.

Each legal action gets a score, the best one is taken; a little noise decides between equals. What no score speaks of
stays at 0, so the choice is legal in every kind of decision. Axes: B games, A actions.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import noise, odds
from agents.base import Actions, Batched, Keys, Masks, Records, Rows
from agents.scripted import plan as plans
from agents.scripted import setting_up
from agents.scripted.worth import act_of_figure, charge_worth, grenade_worth, own_worth, shot_worth, stop_worth
from paintball_env._jit import rule
from paintball_env.rules.actions import (
    DONE,
    FIRST_PHASE,
    charge_action,
    direction_action,
    figure_action,
    hex_action,
    turned_direction,
    turned_hex,
    word_action,
)
from paintball_env.rules.actions import block as block_width
from paintball_env.rules.state import (
    ACT,
    CASUALTY,
    CHARGE,
    CHARGER,
    FIRST,
    NONE,
    PICK,
    SCATTER,
    STEP,
    STRIDE,
    THROW,
    VOLLEY,
    Game,
    World,
)

CAUTION, NOISE = 0, 1  # entries of the traits


@rule
def score(world: World, game: Game, team: int, action: int, plan: plans.Plan, traits: NDArray[np.float64]) -> float:
    """Worth of a legal action, in figures put out; 0 is as good as doing nothing."""
    rules = world.rules
    figures, hexes = rules.figures, world.board.hexes
    kind = game.decision
    if action < charge_action(figures):
        number, order = action // block_width(figures), action % block_width(figures)
        if kind == ACT:
            return act_of_figure(world, game, team, number, order, plan, traits[CAUTION])
        # VOLLEY, REACT: only shots are legal here.
        return shot_worth(world, game, team, number, order, plan)
    if action == charge_action(figures):
        best = 0.0
        for place in range(hexes):
            best = max(best, charge_worth(world, game, team, place, NONE, NONE, plan))
        return best
    if action < direction_action(figures, hexes):
        place = turned_hex(team, hexes, action - hex_action(figures))
        if kind == CHARGE:
            return charge_worth(world, game, team, place, NONE, NONE, plan)
        if kind in (THROW, SCATTER):
            return grenade_worth(world, game, team, game.kind, place, plan)
        return setting_up.hex_worth(world, game, team, place)
    if action < figure_action(figures, hexes):
        direction = turned_direction(team, action - direction_action(figures, hexes))
        if kind == STEP:
            actor = game.figure[game.actor // STRIDE, game.actor % STRIDE]
            return -odds.danger(world, game, team, world.board.neighbour[actor.hex, direction])
        return setting_up.facing_worth(world, game, team, direction)
    if action < word_action(figures, hexes):
        number = action - figure_action(figures, hexes)
        if kind in (PICK, CASUALTY):
            return -own_worth(world, game, team, number)
        if kind == CHARGER:
            start = game.figure[team, number].hex
            return 3.0 - own_worth(world, game, team, number) - 0.1 * world.board.steps[start, game.place]
        return setting_up.figure_worth(world, game, team, number)
    word = action - word_action(figures, hexes)
    if word == DONE:
        if kind == VOLLEY:
            return stop_worth(world, game, team, plan, traits[CAUTION])
        if kind == CHARGER:
            # Enough is one more than those who fight back.
            enough = game.count > odds.defenders(world, game, team, game.place, NONE)
            return 4.0 if enough else 0.0
        return 0.0
    if kind == FIRST:
        return 0.1 if word == FIRST_PHASE else 0.0
    return setting_up.word_worth(word)


@rule
def choose(world: World, game: Game, mask: NDArray[np.int8], traits: NDArray[np.float64], key: np.uint64) -> int:
    """Take the best legal action of the deciding team; `mask` is int8[A]."""
    team = game.decider
    plan = plans.make_plan(world, game, team)
    best, most = -1, -1e9
    for action in range(mask.shape[0]):
        if mask[action]:
            found = score(world, game, team, action, plan, traits) + traits[NOISE] * noise.uniform(key, action)
            if found > most:
                best, most = action, found
    return best


@rule
def hunt(worlds: Any, games: Any, rows: Any, masks: Any, actions: Any, keys: Any, traits: Any) -> None:
    """Fill `actions` of the given rows (see `Batched.decide`)."""
    for i in range(rows.shape[0]):
        row = rows[i]
        actions[row] = choose(worlds[0], games[row], masks[row], traits, keys[row])


class Hunter(Batched):
    """A scripted bot: the hunter."""

    def __init__(self, caution: float = 1.0, noise: float = 0.02) -> None:
        """Set its temper.

        Args:
          caution: how much enemy fire on a hex keeps it from going there; 0 knows no fear.
          noise: width of the noise on every score; 0 plays the same in the same position.

        Raises:
          ValueError: a negative value.
        """
        if caution < 0 or noise < 0:
            raise ValueError(f"hunter: caution and noise are 0 or more, not {caution:g} and {noise:g}")
        super().__init__("hunter" if (caution, noise) == (1.0, 0.02) else f"hunter:caution={caution:g},noise={noise:g}")
        self.traits = np.array([caution, noise], np.float64)

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`)."""
        hunt(worlds, games, rows, masks, actions, keys, self.traits)
