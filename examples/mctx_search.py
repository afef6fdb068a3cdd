"""Gumbel MuZero's search of mctx over `Simulator`, jitted by JAX: Red searches, Blue plays at random.

    python examples/mctx_search.py

A node of the search is a game's record, as bytes. JAX calls the simulator by `jax.pure_callback`; the dice of a node
follow from JAX's key, so the callback is pure. Each action is tried with the dice of one node only: mctx has no chance
nodes. Instead of equal chances for all legal actions and the game's own value, a network can give `prior` and `value`.
"""

import jax
import jax.numpy as jnp
import mctx
import numpy as np

from paintball_env import Scenario, Simulator

SCENARIO, ILLEGAL = Scenario.load("capture-the-flag-basic-drawn"), -1e9


def seen(games: Simulator) -> tuple[np.ndarray, ...]:
    """Records as bytes [B, R], deciding teams [B], log-priors of actions [B, A], values for who decides [B]."""
    records = np.frombuffer(games.games.tobytes(), np.uint8).reshape(games.count, -1)
    prior = np.where(games.masks, 0.0, ILLEGAL).astype(np.float32)
    value = np.where(games.over, 0.0, games.values(0) * np.where(games.deciders == 1, -1, 1)).astype(np.float32)
    return records, games.deciders.astype(np.int32), prior, value


def searcher(games: int, simulations: int):
    """Return a jitted function of what is `seen` and a key: the actions of the team that decides, [B]."""
    tree = Simulator(SCENARIO, games)

    def after(records, teams, actions, dice):
        tree.enter(np.frombuffer(np.asarray(records).tobytes(), tree.games.dtype), dice=np.asarray(dice, np.uint64))
        running = np.flatnonzero(~tree.over)  # mctx also looks behind an end, which then counts nothing
        tree.step(np.asarray(actions)[running], running)
        won = np.where(np.asarray(teams) == 0, tree.results(0), tree.results(1)).astype(np.float32)
        same = np.where(tree.deciders == np.asarray(teams), 1.0, -1.0)  # a team may decide several times in a row
        return *seen(tree), won, np.where(tree.over, 0.0, same).astype(np.float32)

    def recurrent(_, key, actions, embedding):
        records, teams, prior, value = embedding
        dice = jax.random.bits(key, (games,), jnp.uint32)
        shapes = [jax.ShapeDtypeStruct(part.shape, part.dtype) for part in (*embedding, value, value)]
        *embedding, won, discount = jax.pure_callback(after, shapes, records, teams, actions, dice)
        prior, value = embedding[2:]
        return mctx.RecurrentFnOutput(reward=won, discount=discount, prior_logits=prior, value=value), tuple(embedding)

    @jax.jit
    def search(position, key):
        root = mctx.RootFnOutput(prior_logits=position[2], value=position[3], embedding=position)
        how = {"max_depth": 16, "max_num_considered_actions": simulations, "gumbel_scale": 0.0}  # noise is for training
        return mctx.gumbel_muzero_policy((), key, root, recurrent, simulations, position[2] < 0, **how).action

    return search


def main(games: int = 8, simulations: int = 32, decisions: int = 10**6) -> float:
    """Play games to their ends; print and return Red's mean result, +1 for a win and -1 for a defeat."""
    played, search = Simulator(SCENARIO, games, seed=7), searcher(games, simulations)
    rng, key = np.random.default_rng(7), jax.random.key(7)
    played.begin()
    searched = 0
    while not played.over.all() and searched < decisions:
        key, own = jax.random.split(key)
        actions = np.asarray(search(seen(played), own))
        random = np.where(played.masks, rng.random(played.masks.shape), -1).argmax(axis=1)
        rows = np.flatnonzero(~played.over)
        searched += int((played.deciders == 0).sum())
        played.step(np.where(played.deciders == 0, actions, random)[rows], rows)
    result = float(played.results(0).mean())
    print(f"{searched} decisions of Red by {simulations} simulations each; its mean result: {result:+.2f}")
    return result


if __name__ == "__main__":
    main()
