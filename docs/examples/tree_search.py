"""Tree search in plain Python, to read and to change: Gumbel's (Danihelka et al. 2022) with chance, many games at once.

It does what `TreeSearch` does in compiled code; `search(records, evaluate)` is called as that one's, without noise.
"""

import math

import numpy as np

from paintball_env import Simulator


class Node:
    """A position: who decides, what the network says of it, and what has been tried."""

    def __init__(self, record) -> None:
        self.record, self.team = record, int(record["decider"][0])
        self.over = self.team < 0
        self.visits, self.total, self.edges = 0, 0.0, {}  # the sum of the values found, for team 0
        if self.over:
            self.value = {0: 1.0, 1: -1.0}.get(int(record["winner"][0]), 0.0)

    def mean(self) -> float:
        return self.total / self.visits


class Edge:
    """An action: its results, each with its share."""

    def __init__(self, children=(), sampled=False) -> None:
        self.visits, self.worth, self.sampled = 0, 0.0, sampled
        self.children = [[share, node] for share, node in children]

    def overdue(self) -> Node:
        """The result that has had the least of its share of visits."""
        shares = sum(share for share, _ in self.children)
        visits = 1 + sum(node.visits for _, node in self.children)
        return max(self.children, key=lambda child: child[0] / shares * visits - child[1].visits)[1]


class PythonTreeSearch:
    def __init__(self, scenario, count=1, *, simulations=32, considered=16, exact=8, scale=1.0, seed=0) -> None:
        self.simulations, self.considered, self.exact, self.scale = simulations, considered, exact, scale
        self.leaves, self.one = Simulator(scenario, count, seed=seed), Simulator(scenario, 1, seed=seed + 1)
        self.schedule = [self.visits_by_simulation(n) for n in range(considered + 1)]

    def search(self, records, evaluate):
        """Return the best actions, int64 [k], and the values of the positions for the teams that decide, float [k]."""
        roots = [Node(records[row : row + 1]) for row in range(len(records))]
        self.expand(dict(enumerate(roots)), evaluate)
        for root in roots:
            root.visits, root.total = 1, root.value
            root.tried = np.argsort(-root.logits, kind="stable")[: self.considered]  # places among the legal actions
        for simulation in range(self.simulations):
            paths = [self.descend(root, simulation) for root in roots]
            new = {row: path[-1][2] for row, path in enumerate(paths) if path[-1][2].visits == 0}
            self.expand({row: node for row, node in new.items() if not node.over}, evaluate)
            for path in paths:
                self.back_up(path)
        best = [int(root.legal[self.best_at_root(root, None)]) for root in roots]
        return np.array(best), np.array([root.mean() * (1 - 2 * root.team) for root in roots])

    def expand(self, nodes, evaluate) -> None:
        """Ask the network about positions, by their rows in `leaves`."""
        if not nodes:
            return
        rows = np.array(list(nodes))
        self.leaves.enter(np.concatenate([node.record for node in nodes.values()]), rows)
        logits, values = evaluate(self.leaves, rows)
        for node, row, scores, value in zip(nodes.values(), rows, logits, values, strict=True):
            node.legal = self.leaves.legal(row)
            node.logits = np.asarray(scores)[node.legal].astype(np.float32)
            node.value = float(value) * (1 - 2 * node.team)

    def descend(self, root, simulation):
        """Go down to a position that hasn't been evaluated, or to an end: nodes, their actions, and where they lead."""
        path, node = [], root
        while True:
            if node is root:
                place = self.best_at_root(root, self.schedule[len(root.tried)][simulation])
            else:
                policy = np.exp(self.improved(node) - self.improved(node).max())
                tries = np.array([node.edges[a].visits if a in node.edges else 0 for a in node.legal])
                place = int(np.argmax(policy / policy.sum() - tries / (1 + tries.sum())))
            action = int(node.legal[place])
            child = self.child(node, action)
            path.append((node, action, child))
            if child.visits == 0 or child.over:
                return path
            node = child

    def improved(self, node):
        """The logits of the improved policy: an action that was never tried has the value of the position."""
        sign = 1 - 2 * node.team
        tries = np.array([node.edges[a].visits if a in node.edges else 0 for a in node.legal])
        worths = np.array([sign * node.edges[a].worth if a in node.edges else 0.0 for a in node.legal])
        policy = np.exp(node.logits.astype(float) - node.logits.max())
        value = sign * node.value
        if tries.any():
            tried = policy[tries > 0].sum()
            value = (value + tries.sum() * (policy * worths)[tries > 0].sum() / tried) / (1 + tries.sum())
        return node.logits + (50 + tries.max()) * self.scale / 2 * np.where(tries > 0, worths, value)

    def best_at_root(self, root, wanted):
        """The best of the actions with so many visits; None: of those with the most."""
        tries = {place: root.edges[a].visits if (a := root.legal[place]) in root.edges else 0 for place in root.tried}
        wanted = max(tries.values()) if wanted is None else wanted
        sums = self.improved(root)
        return max(sorted(place for place in tries if tries[place] == wanted), key=lambda place: sums[place])

    def child(self, node, action) -> Node:
        """The result of an action that is visited next."""
        self.one.enter(node.record)
        if action not in node.edges:
            found = self.one.successors(action, limit=self.exact) if self.exact else None
            shares = [] if found is None else found.probabilities
            children = [(share, Node(found.games[i : i + 1])) for i, share in enumerate(shares)]
            node.edges[action] = Edge(children, sampled=not children)
        edge = node.edges[action]
        if edge.sampled and sum(share for share, _ in edge.children) < 2 * math.sqrt(edge.visits + 1):
            self.one.step(action)
            key, record = int(self.one.keys()[0]), self.one.games.copy()
            for child in edge.children:
                if child[1].key == key:
                    child[0] += 1
                    return child[1]
            edge.children.insert(0, [1.0, Node(record)])
            edge.children[0][1].key = key
            return edge.children[0][1]
        return edge.overdue()

    def back_up(self, path) -> None:
        """Carry the value of the last position up to the root."""
        leaf = path[-1][2]
        leaf.visits, leaf.total = leaf.visits + 1, leaf.total + leaf.value
        for node, action, _ in reversed(path):
            edge = node.edges[action]
            seen = [(share, child.mean()) for share, child in edge.children if child.visits]
            before = edge.visits * edge.worth
            edge.worth = sum(share * mean for share, mean in seen) / sum(share for share, _ in seen)
            edge.visits, node.visits = edge.visits + 1, node.visits + 1
            node.total += edge.visits * edge.worth - before

    def visits_by_simulation(self, considered):
        """Sequential halving: how many visits the action has that is tried in each simulation."""
        rounds, left, visits = max(1, (considered - 1).bit_length()), max(1, considered), []
        while len(visits) < self.simulations:
            for _ in range(max(1, self.simulations // (rounds * left))):
                visits += [visits[-1] + 1 if visits else 0] * left
            left = min(max(1, considered), max(2, left // 2))
        return visits[: self.simulations]
