"""What one of two people proposes to the other, who accepts it or not: a draw, taking back, another game."""

AGAIN, SWAPPED = "again", "swapped"
WHILE_PLAYED = ("draw", "take back")
WHEN_OVER = (AGAIN, SWAPPED)


class Proposals:
    """The proposals of two teams: each has one open at most, and makes each kind once a decision at most."""

    def __init__(self) -> None:
        self._open: dict[int, str] = {}
        self._made: set[tuple[int, str]] = set()

    def open(self) -> list[str]:
        """What each team proposes; empty: nothing."""
        return [self._open.get(team, "") for team in (0, 1)]

    def clear(self) -> None:
        """Forget all: somebody has decided, or the game has ended or goes on."""
        self._open.clear()
        self._made.clear()

    def make(self, team: int, what: str) -> bool:
        """Let a team propose something; True: the other one proposes the same, so both agree.

        ValueError: it has proposed that since the last decision, in a game that goes on.
        """
        if self._open.get(1 - team) == what:
            return True
        if self._open.get(team) == what:
            return False
        if what in WHILE_PLAYED and (team, what) in self._made:
            raise ValueError("you have proposed that already; you may do so again after the next decision")
        self._open[team] = what
        self._made.add((team, what))
        return False

    def end(self) -> bool:
        """End what is proposed: who has proposed it takes it back, or the other one declines; False: nothing is."""
        found = bool(self._open)
        self._open.clear()
        return found
