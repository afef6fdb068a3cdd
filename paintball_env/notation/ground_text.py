"""The tokens of position text that depend on the ground: here of hexes."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from paintball_env.notation.names import DIRECTION
from paintball_env.places import DIRECTIONS, PLACE
from paintball_env.rules import state
from paintball_env.rules.state import NONE
from paintball_env.scenario import Scenario
from tabletop.game.header import Record
from tabletop.game.position_text import Row, Tokens, one, refuse


@dataclass(frozen=True)
class Ground(Row):
    """The hexes in which there is something for a time: `soft=c5,d4`, with a facing `hard=b4/SW`.

    Attributes:
      key: the token's.
      field: by hex.
      number: in it; of what has a facing the first of six.
      facings: their names; empty: it has none.
    """

    key: str
    field: str
    number: int
    facings: tuple[str, ...] = ()

    @cached_property
    def kinds(self) -> dict[int, str]:
        """What is written behind a hex, by the number in it."""
        return dict(enumerate([f"/{facing}" for facing in self.facings] or [""], self.number))

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token."""
        kinds, marks = self.kinds, game[self.field].tolist()
        if any(marks):  # mostly there is nothing
            named = zip(scenario.board_map.names, marks, strict=False)
            if words := [name + kinds[mark] for name, mark in named if mark in kinds]:
                yield self.key, ",".join(words)

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        for text in tokens.pop(self.key).split(",") if self.key in tokens else ():
            name, slash, facing = text.partition("/")
            place = PLACE.read(scenario, self.key, name)
            if game[self.field][place]:
                refuse(f"{name} has {self.field} already", self.key)
            if bool(slash) != bool(self.facings):
                refuse("hard cover, and only hard cover, has a facing, as in hard=b4/SW", self.key)
            way = DIRECTION.read(scenario, self.key, facing) if slash else 0
            game[self.field][place] = self.number + way


PLACE_ROWS = (one("place", PLACE, usual=NONE),)
GROUND_ROWS = (
    Ground("soft", "cover", state.SOFT),
    Ground("hard", "cover", state.HARD, DIRECTIONS),
    Ground("smoke", "smoke", 1),
)
