"""Monte Carlo search: plays out a bot's best actions on the same dice; leaves the bot's choice only for clear gains.

Each simulation has new dice, never the game's, and ends when two turns have passed.
"""

import math
import statistics
import time

from paintball_env import Bot, Simulator, View


class MonteCarloBot(Bot):
    def __init__(self, ms: float = 100.0, samples: int = 0, width: int = 8) -> None:
        super().__init__()
        # Time to think; or samples in each round, for games that can be repeated; the number of actions tried at most.
        self.ms, self.samples, self.width = ms, samples, width

    def prepare(self, scenario) -> None:
        self.simulator = Simulator(scenario, self.width)

    def act(self, view: View) -> int:
        simulator, began, actions = self.simulator, time.process_time(), []
        simulator.enter(view)
        while len(actions) < self.width and simulator.masks[0].any():
            actions += simulator.choose("hunter", 0).tolist()
            simulator.masks[0, actions] = 0  # next time, it chooses the best of the rest
        gains = {action: [] for action in actions}
        rounds = math.ceil(math.log2(len(actions)))
        for number in range(1, rounds + 1):
            rows, made = range(len(actions)), 0
            while made < (self.samples or 1) or (
                not self.samples and time.process_time() - began < self.ms / 1000 * number / rounds
            ):
                simulator.enter(view, rows, dice=[self.random.getrandbits(64)] * len(actions))
                simulator.step(actions, rows)
                simulator.play("hunter", until=view.turn + 2, rows=rows)
                values = simulator.values(view.team)
                for row, action in enumerate(actions):
                    gains[action].append(values[row] - values[0])
                made += 1
            rest = sorted(actions[1:], key=lambda action: -statistics.mean(gains[action]))
            actions = [actions[0], *rest[: max(1, (len(actions) - 1) // 2)]]
        gain = gains[actions[1]]
        error = statistics.stdev(gain) / math.sqrt(len(gain)) if len(gain) > 1 else math.inf
        return actions[1] if statistics.mean(gain) > error else actions[0]
