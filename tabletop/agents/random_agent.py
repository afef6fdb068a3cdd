"""The random agent: each action is drawn uniformly at random from the legal ones."""

from tabletop.agents.base import Actions, Batched, Keys, Masks, Records, Rows
from tabletop.game.choices import choose_rows


class RandomAgent(Batched):
    """Plays legal actions uniformly at random."""

    def __init__(self) -> None:
        super().__init__("random")

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`)."""
        choose_rows(rows, masks, keys, actions)
