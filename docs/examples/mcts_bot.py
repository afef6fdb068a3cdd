"""Monte Carlo tree search: a tree of actions, new dice in every simulation, each cut off where the next turn begins."""

import time
from math import log, sqrt

from paintball_env import Bot, Simulator, View


class MctsBot(Bot):
    def __init__(self, ms: float = 100.0, sims: int = 0) -> None:
        super().__init__()
        self.ms, self.sims = ms, sims  # time to think; or a number of simulations, for games that can be repeated

    def prepare(self, scenario) -> None:
        self.scenario = scenario

    def reset(self, seed: int) -> None:
        self.simulator = Simulator(self.scenario, seed=seed)

    def act(self, view: View) -> int:
        tree, began = {(): {}}, time.process_time()
        while sum(visits for visits, _ in tree[()].values()) < self.sims or (
            not self.sims and time.process_time() - began < self.ms / 1000
        ):
            self.simulate(view, tree)
        return max(tree[()], key=lambda action: tree[()][action])  # most visits

    def simulate(self, view: View, tree: dict) -> None:
        simulator, path, actions, new = self.simulator, [], (), False
        simulator.enter(view)
        while not new and not simulator.over[0] and simulator.turns[0] == view.turn:
            node, mask = tree.setdefault(actions, {}), simulator.masks[0]
            known = [action for action in node if mask[action]]
            visits = sum(node[action][0] for action in known)
            new = not known or len(known) < min(sqrt(visits), mask.sum())
            if new:  # try what a scripted bot likes best of the rest
                mask[known] = 0
                action = int(simulator.choose("hunter")[0])
                node[action] = [0, 0.0]
            else:
                action = max(known, key=lambda a: node[a][1] / node[a][0] + 0.3 * sqrt(log(visits) / node[a][0]))
            path.append((1 if simulator.deciders[0] == view.team else -1, node[action]))
            actions += (action,)
            simulator.step(action)
        simulator.play("hunter", until=view.turn + 1)
        value = simulator.values(view.team)[0]
        for sign, sums in path:
            sums[0], sums[1] = sums[0] + 1, sums[1] + sign * value
