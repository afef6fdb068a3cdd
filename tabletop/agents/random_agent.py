"""The random agent: every legal action is as likely as any other."""

from tabletop.agents.base import Actions, Batched, Keys, Masks, Records, Rows
from tabletop.kernels import choose_rows


class RandomAgent(Batched):
    """Plays any legal action."""

    def __init__(self) -> None:
        super().__init__("random")

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`)."""
        choose_rows(rows, masks, keys, actions)
