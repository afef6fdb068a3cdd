"""Whole games through every door, both teams deciding by the record alone: `python -m tests.door_games GAMES`.

A decision is a function of the record's bytes, dice included. So with one seed every door must play the same game,
whoever asks: the learner here, or an opponent inside.
"""

import hashlib
import sys
from zlib import crc32

import numpy as np

from paintball_env.engine import Game
from paintball_env.env import AGENTS, PaintballAECEnv, PaintballParallelEnv
from paintball_env.gym_env import PaintballEnv
from paintball_env.gym_vector import PaintballVectorEnv
from paintball_env.scenario import Scenario
from paintball_env.starts import SIDES
from paintball_env.vector import BatchedGames


def choice(record, mask):
    """A legal action, by the bytes of a game's record."""
    legal = np.flatnonzero(mask)
    return int(legal[crc32(record) % len(legal)])


class ByRecord:
    """An opponent that decides so."""

    def act(self, worlds, games, rows, masks, actions, keys):
        for row in rows:
            actions[row] = choice(games[row].tobytes(), masks[row])


class ByCount:
    """An opponent that keeps something: it decides by how often it has been asked in a game."""

    def __init__(self):
        self.asked = {}

    def begin(self, rows):
        for row in rows:
            self.asked[int(row)] = 0

    def act(self, worlds, games, rows, masks, actions, keys):
        for row in rows:
            legal = np.flatnonzero(masks[row])
            actions[row] = legal[self.asked[int(row)] % len(legal)]
            self.asked[int(row)] += 1


# Each gives, of one game, [(deciding team, record), …] and the record at the end; with a side, its decisions alone.


def facade(scenario, seed):
    game, made = Game(scenario, seed=seed), []
    while not game.over:
        made.append((game.decider, game.games.tobytes()))
        game.step(choice(made[-1][1], game._mask))
    return made, game.games.tobytes()


def parallel(env, seed):
    observations, _ = env.reset(seed=seed)
    made = []
    while env.agents:
        team, record = int(env.game["decider"]), env.game.tobytes()
        made.append((team, record))
        observations, *_ = env.step({AGENTS[team]: choice(record, observations[AGENTS[team]]["action_mask"])})
    return made, env.game.tobytes()


def aec(env, seed):
    env.reset(seed=seed)
    made = []
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        record = env.game.tobytes()
        made.append((AGENTS.index(agent), record))
        env.step(choice(record, seen["action_mask"]))
    return made, env.game.tobytes()


def single(env, seed, side):
    _, info = env.reset(seed=seed, options={"side": SIDES[side]})
    made, over = [], False
    while not over:
        record = env.game.tobytes()
        made.append((side, record))
        _, _, over, _, info = env.step(choice(record, info["action_mask"]))
    return made, env.game.tobytes()


def many(games, step, masks):
    """Games of a batch until each has ended once; `step` gives the next masks, and who has ended."""
    made, ends = [[] for _ in range(games.count)], [None] * games.count
    sides = games.sides.copy()
    while None in ends:
        records = [game.tobytes() for game in games.games]
        actions = np.zeros(games.count, np.int64)
        for row, record in enumerate(records):
            actions[row] = choice(record, masks[row])
            if ends[row] is None:
                made[row].append((int(sides[row]), record))
        masks, dones = step(actions)
        for row in np.flatnonzero(dones):
            ends[row] = ends[row] or games.games[row].tobytes()
    return list(zip(made, ends, strict=True))


def batched(games, seeds, sides):
    games.begin(seeds=seeds, sides=sides)

    def step(actions):
        running = np.flatnonzero(~games.ended)
        made = games.advance(actions, running)
        return made.masks, made.dones

    return many(games, step, games.current()[1])


def vector(env, seeds, sides):
    _, infos = env.reset(seed=seeds, options={"side": [SIDES[side] for side in sides]})

    def step(actions):
        *_, terminations, _, infos = env.step(actions)
        return infos["action_mask"], terminations

    return many(env.batch, step, infos["action_mask"])


def of_side(whole, side):
    """The part of a whole game that one side sees."""
    made, end = whole
    return [entry for entry in made if entry[0] == side], end


def digests(name, count, batch=25):
    """By door, a SHA-256 over `count` whole games."""
    scenario = Scenario.load(name)
    found = {door: hashlib.sha256() for door in ("parallel", "aec", "single", "batched", "vector", "sb3")}

    def add(door, game):
        for _, record in game[0]:
            found[door].update(record)
        found[door].update(game[1] or b"")

    one, other = PaintballParallelEnv(scenario), PaintballAECEnv(scenario)
    gym = PaintballEnv(scenario, opponent=ByRecord())
    games, env = BatchedGames(scenario, batch), PaintballVectorEnv(batch, scenario)
    for seed in range(count):
        add("parallel", parallel(one, seed))
        add("aec", aec(other, seed))
        add("single", single(gym, seed, seed % 2))
    for first in range(0, count, batch):
        seeds, sides = list(range(first, first + batch)), [number % 2 for number in range(batch)]
        for door, played in (("batched", batched(games, seeds, sides)), ("vector", vector(env, seeds, sides))):
            for game in played:
                add(door, game)
    try:
        from paintball_env.sb3 import PaintballVecEnv
    except ImportError:
        return {door: total.hexdigest() for door, total in found.items()}
    learners = PaintballVecEnv(BatchedGames(scenario, batch, seed=5))
    ended, seen = 0, learners.reset()
    while ended < count:
        found["sb3"].update(seen.tobytes())
        pairs = zip(learners.batch.games, learners.action_masks(), strict=True)
        actions = np.array([choice(game.tobytes(), mask) for game, mask in pairs])
        seen, rewards, dones, _ = learners.step(actions)
        found["sb3"].update(rewards.tobytes())
        ended += int(dones.sum())
    return {door: total.hexdigest() for door, total in found.items()}


if __name__ == "__main__":
    for scenario in sys.argv[2:]:
        print(digests(scenario, int(sys.argv[1])))
