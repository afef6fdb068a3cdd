"""Whole games through every environment, both teams deciding by the record alone.

`python -m tests.env.environment_games GAMES SCENARIO ENCODING` prints what they come to.

A decision is a function of the record's bytes, dice included. So with one seed every environment must play the same
game, whoever asks: the learner here, or an opponent inside.
"""

import hashlib
import sys
from zlib import crc32

import numpy as np

from paintball_env import AGENTS, BatchedGames, PaintballAECEnv, PaintballEnv, PaintballParallelEnv, PaintballVectorEnv
from paintball_env.actions import TEAMS as SIDES
from paintball_env.game import Game
from paintball_env.scenario import Scenario
from paintball_env.shaping import Shaping


def choice(record, mask):
    """A legal action, by the bytes of a game's record."""
    legal = np.flatnonzero(mask)
    return int(legal[crc32(record) % len(legal)])


class ByRecord:
    """An opponent that decides so."""

    def decide(self, worlds, games, rows, masks, actions, keys):
        for row in rows:
            actions[row] = choice(games[row].tobytes(), masks[row])


class ByCount:
    """An opponent that keeps something: it decides by how often it has been asked in a game."""

    def __init__(self):
        self.asked = {}

    def begin(self, rows):
        for row in rows:
            self.asked[int(row)] = 0

    def decide(self, worlds, games, rows, masks, actions, keys):
        for row in rows:
            legal = np.flatnonzero(masks[row])
            actions[row] = legal[self.asked[int(row)] % len(legal)]
            self.asked[int(row)] += 1


def silent(*given):
    """Nobody is told what an environment gives."""


# Each tells what its environment gives. It returns, of one game, [(deciding team, record), …] and the record at the
# end; with a side, its decisions alone.


def facade(scenario, seed):
    game, made = Game(scenario, seed=seed), []
    while not game.over:
        made.append((game.decider, game.games.tobytes()))
        game.step(choice(made[-1][1], game.legal_mask()))
    return made, game.games.tobytes()


def parallel(env, seed, tell=silent):
    observations, infos = env.reset(seed=seed)
    tell(observations, infos)
    made = []
    while env.agents:
        team, record = int(env.game["decider"]), env.game.tobytes()
        made.append((team, record))
        given = env.step({AGENTS[team]: choice(record, observations[AGENTS[team]]["action_mask"])})
        tell(*given)
        observations = given[0]
    return made, env.game.tobytes()


def aec(env, seed, tell=silent):
    env.reset(seed=seed)
    made = []
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = given = env.last()
        tell(agent, *given)
        if terminated or truncated:
            env.step(None)
            continue
        record = env.game.tobytes()
        made.append((AGENTS.index(agent), record))
        env.step(choice(record, seen["action_mask"]))
    return made, env.game.tobytes()


def single(env, seed, side, tell=silent):
    seen, info = env.reset(seed=seed, options={"side": SIDES[side]})
    tell(seen, info)
    made, over = [], False
    while not over:
        record = env.game.tobytes()
        made.append((side, record))
        _, _, over, _, info = given = env.step(choice(record, info["action_mask"]))
        tell(*given)
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


def batched(games, seeds, sides, tell=silent):
    games.begin(seeds=seeds, sides=sides)

    def step(actions):
        running = np.flatnonzero(~games.ended)
        made = games.advance(actions, running)
        tell(*made)
        return made.masks, made.dones

    return many(games, step, games.current()[1])


def vector(env, seeds, sides, tell=silent):
    seen, infos = env.reset(seed=seeds, options={"side": [SIDES[side] for side in sides]})

    tell(seen, infos)

    def step(actions):
        *_, terminations, _, infos = given = env.step(actions)
        tell(*given)
        return infos["action_mask"], terminations

    return many(env.batch, step, infos["action_mask"])


def of_side(whole, side):
    """The part of a whole game that one side sees."""
    made, end = whole
    return [entry for entry in made if entry[0] == side], end


def plain(given):
    """All that an environment gives, arrays by their bytes, to be compared and printed."""
    if isinstance(given, dict):
        return {name: plain(part) for name, part in given.items()}
    if isinstance(given, (list, tuple)):
        return [plain(part) for part in given]
    if isinstance(given, np.ndarray):
        return given.dtype.str, given.shape, given.tolist() if given.dtype == object else given.tobytes()
    return given


def feed(total, given):
    """Add all that an environment gives to a hash, as `plain` has it; bytes as they are: their text would take long."""
    if isinstance(given, dict):
        for name, part in given.items():
            total.update(name.encode())
            feed(total, part)
    elif isinstance(given, (list, tuple)):
        total.update(b"%d:" % len(given))
        for part in given:
            feed(total, part)
    elif isinstance(given, np.ndarray) and given.dtype != object:
        total.update(f"{given.dtype.str}{given.shape}".encode())
        total.update(np.ascontiguousarray(given))
    else:
        total.update(repr(plain(given)).encode())


class Sums:
    """By environment, what its games come to: a SHA-256 over their records, and one over all that it gave."""

    def __init__(self):
        self.games, self.given = {}, {}

    def add(self, name, game):
        total = self.games.setdefault(name, hashlib.sha256())
        for _, record in game[0]:
            total.update(record)
        total.update(game[1] or b"")

    def tell(self, name):
        total = self.given.setdefault(name, hashlib.sha256())
        return lambda *given: feed(total, given)

    def hashes(self):
        return [{name: total.hexdigest() for name, total in part.items()} for part in (self.games, self.given)]


def digests(preset, encoding, count):
    """Two dicts by environment, a SHA-256 each over `count` whole games: of the records, and of all that it gave."""
    scenario, sums, seen = Scenario.load(preset), Sums(), {"encoding": encoding}
    one, other = PaintballParallelEnv(scenario, **seen), PaintballAECEnv(scenario, **seen)
    gym = PaintballEnv(scenario, opponent=ByRecord(), **seen)
    games = BatchedGames(scenario, count, shaping=Shaping(), **seen)
    env = PaintballVectorEnv(count, scenario, **seen)
    for seed in range(count):
        sums.add("parallel", parallel(one, seed, sums.tell("parallel")))
        sums.add("aec", aec(other, seed, sums.tell("aec")))
        sums.add("single", single(gym, seed, seed % 2, sums.tell("single")))
    seeds, sides = list(range(count)), [number % 2 for number in range(count)]
    for name, play, where in (("batched", batched, games), ("vector", vector, env)):
        for game in play(where, seeds, sides, sums.tell(name)):
            sums.add(name, game)
    try:
        from paintball_env import PaintballVecEnv
    except ImportError:
        return sums.hashes()
    learners = PaintballVecEnv(BatchedGames(scenario, count, seed=5, **seen))
    ended, tell = 0, sums.tell("sb3")
    tell(learners.reset())
    while ended < count:
        pairs = zip(learners.batch.games, learners.action_masks(), strict=True)
        seen, rewards, dones, infos = learners.step(np.array([choice(game.tobytes(), mask) for game, mask in pairs]))
        for info in infos:
            info.pop("episode", None)  # holds the time
        tell(seen, rewards, dones, infos)
        ended += int(dones.sum())
    return sums.hashes()


if __name__ == "__main__":
    count, *named = sys.argv[1:]  # a scenario, an encoding, a scenario …
    print([digests(*kind, int(count)) for kind in zip(named[::2], named[1::2], strict=True)])
