"""A bot of any game, in a file of its own: it takes the first legal action but one in four times the last."""

from tabletop.agents.base import Bot


class FirstLegal(Bot):
    def act(self, view):
        legal = list(view.legal.values())
        return legal[-1] if self.random.random() < 0.25 else legal[0]
