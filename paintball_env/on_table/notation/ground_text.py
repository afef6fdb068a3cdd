"""The tokens of position text that a table has in its own way (docs/open-table.md, "Positions on the table")."""

from collections.abc import Iterator
from dataclasses import dataclass

from paintball_env.actions import figure_name
from paintball_env.notation.names import FIGURE, one_of
from paintball_env.notation.words import WALKING
from paintball_env.on_table.places import DIRECTIONS, PLACE
from paintball_env.on_table.rules.ground import standing
from paintball_env.on_table.rules.placing import PIECE_HEADINGS
from paintball_env.rules.state import NONE, STRIDE
from paintball_env.scenario import Scenario
from tabletop.game.header import Record
from tabletop.game.position_text import Part, Row, Token, Tokens, one, refuse

HEADING = one_of(DIRECTIONS[:PIECE_HEADINGS])  # of hard cover


class Place(Token):
    """The place that the open decision is about; in a charge it is where an enemy stands, or stood."""

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        super().read(scenario, game, tokens)
        if game["place"] != NONE and game["decision"] in WALKING:
            game["place"] = standing(scenario.world[0], 1 - int(game["acting"]), int(game["place"]))


class Group(Row):
    """CH1: the charged figures that are left, by number: `group=B2,B3`."""

    key = "group"

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token."""
        first = STRIDE * (1 - game["acting"])
        if names := [figure_name(first + n) for n in range(STRIDE) if game["group"] >> n & 1]:
            yield self.key, ",".join(names)

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        for name in tokens.pop(self.key).split(",") if self.key in tokens else ():
            team, number = divmod(FIGURE.read(scenario, self.key, name), STRIDE)
            if team == game["acting"]:
                refuse(f"{name} is on the chargers' side", self.key)
            if game["group"] >> number & 1:
                refuse(f"{name} is given twice", self.key)
            game["group"] |= 1 << number


@dataclass(frozen=True)
class Ground(Row):
    """The points at which there is something, in Red's order: `soft=10.0:0.0`, with a heading `hard=10.0:10.0/NE`.

    Attributes:
      key: the token's.
      field: of the record: an array of points.
      turned: what lies there has a heading.
    """

    key: str
    field: str
    turned: bool = False

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token."""
        points = [PLACE.write(scenario, point) for point in game[self.field].tolist() if point != NONE]
        if self.turned:
            points = [f"{point}/{DIRECTIONS[h]}" for point, h in zip(points, game["heading"].tolist(), strict=False)]
        if points:
            yield self.key, ",".join(points)

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        things: dict[int, int] = {}
        for text in tokens.pop(self.key).split(",") if self.key in tokens else ():
            name, slash, heading = text.partition("/")
            place = PLACE.read(scenario, self.key, name)
            if place in things:
                refuse(f"{name} is given twice", self.key)
            if bool(slash) != self.turned:
                refuse("hard cover, and only hard cover, has a heading, as in hard=10.0:10.0/NE", self.key)
            things[place] = HEADING.read(scenario, self.key, heading) if slash else 0
        if len(things) > (most := len(game[self.field])):
            refuse(f"a table holds {most} at most", self.key)
        for index, (place, heading_number) in enumerate(sorted(things.items())):
            game[self.field][index] = place
            if self.turned:
                game["heading"][index] = heading_number


PLACE_ROWS = Place("place", (Part("place", PLACE, None, NONE),)), Group(), one("goal", PLACE, usual=NONE)
GROUND_ROWS = Ground("soft", "soft"), Ground("hard", "hard", turned=True), Ground("smoke", "cloud")
