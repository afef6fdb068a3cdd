"""What is required of whole games: that they end, instead of going on silently, and with an ending that has a name."""

from typing import Any

from tabletop.game.header import RUNNING

LONGEST = 100_000  # decisions; games that end have hundreds


class EndlessGameError(ValueError):
    """A game that has had so many decisions that it won't end."""


def check_length(decisions: int, seed: int) -> None:
    """Give up a game after LONGEST decisions: EndlessGameError, with its seed."""
    if decisions >= LONGEST:
        raise EndlessGameError(
            f"the game with the seed {seed} isn't over after {LONGEST:,} decisions: its rules let it go on for ever"
        )


def check_endings(game: Any, games: Any) -> None:
    """Refuse, by a ValueError, records of games whose ending has no name: tables would leave them out.

    Args:
      game: the definition.
      games: records, shape (B,).
    """
    has_name = (games["ending"] >= RUNNING) & (games["ending"] < len(game.endings))
    if not has_name.all():
        wrong = games[has_name.argmin()]
        raise ValueError(
            f"the game with the seed {wrong['dice']['seed']} has ended with {wrong['ending']}: "
            f"`endings` of {game.name} has the numbers 0 to {len(game.endings) - 1}"
        )
