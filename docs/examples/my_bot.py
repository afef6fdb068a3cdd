"""Shoots at the enemy that it is most likely to put out; otherwise walks toward the nearest enemy."""

from paintball_env import Bot, View


class MyBot(Bot):
    def __init__(self, least: float = 0.1) -> None:
        super().__init__()
        self.least = least  # the chance below which it doesn't shoot

    def act(self, view: View) -> int:
        enemies = {enemy.name: enemy.hex for enemy in view.figures(1 - view.team)}
        own = {figure.name: figure.hex for figure in view.figures(view.team)}
        worths = {}
        for name, action in view.legal.items():  # "R3 move NE", "R3 shoot B2", "hex c4", "done" …
            who, _, order = name.partition(" ")
            worth = 0.1 * self.random.random()
            if order.startswith("shoot"):
                chance = view.chance_to_put_out(own[who], enemies[order.split()[1]])
                worth = 1.0 + chance if chance >= self.least else -1.0
            elif order.startswith("move") and enemies:
                there = view.beside(own[who], order.split()[1])
                worth += 0.5 - 0.05 * min(view.distance(there, enemy) for enemy in enemies.values())
            worths[action] = worth
        return max(worths, key=lambda action: worths[action])
