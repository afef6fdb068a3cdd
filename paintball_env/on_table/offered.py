"""Choices on a page that name places, and clicks on them: here points of a table."""

from typing import Any

from paintball_env.on_table.rules.ground import are_together, spot_of
from paintball_env.rules import state
from paintball_env.rules.moving import step_cost
from paintball_env.scenario import Scenario
from paintball_env.view import Figure, View
from tabletop.base.errors import counted
from tabletop.game.open_table import place_named
from tabletop.play.game import Game
from tabletop.show.page import Choice, refusal

LAST = frozenset({"move 5", "move 10", "rotate"})  # verbs that a list of choices ends with: they are many
# What an action that names a point means, by decision, and one that names a figure.
_POINTS = {
    "cover-hex": "Place it at {}",
    "cover-facing": "It lies along {}",
    "flag-hex": "Put the flag {}",
    "marshal-hex": "Put the Marshal {}",
    "deploy": "Start {}",
    "throw": "Throw at {}",
    "scatter": "It lands at {}",
    "go": "Go to {}",
}
_FIGURES = {"throw": "Throw at {}", "scatter": "It lands at {}", "charge": "Charge {}", "act": "Choose {}"}
_THINGS = {"soft": "bushes", "hard": "crates"}  # what else pieces are called
_PLACES = ("place", "point", "middle", "at", "heading", "start")


class Offered:
    """What `page_words` asks of the ground, of one position.

    Attributes:
      game, record, decision, view, world: of it.
      own, enemies: figures of the deciding team and of the other one, by name.
    """

    game: Game[Scenario]
    record: Any
    decision: str
    view: View
    world: Any
    own: dict[str, Figure]
    enemies: dict[str, Figure]

    def spot(self, who: str) -> int:
        """The place of a figure."""
        team = "RB".index(who[0])
        return int(self.record.figure[team, int(who[1:]) - 1].hex)

    def place_of(self, name: str) -> int:
        """The number of a place that an event names: of who stands there, if somebody does."""
        point = place_named(name)
        there = (int(place) for place in self.record.figure["hex"].ravel() if spot_of(place) == point)
        return next(there, point)

    def among(self, places: list[str]) -> str:
        """The enemies together with who is at these points."""
        there = [self.place_of(place) for place in places]
        return ", ".join(who for who in self.enemies if any(are_together(self.spot(who), place) for place in there))

    def charged(self, actions: list[str]) -> str:
        """The enemies that may be charged, by the actions that name them."""
        return ", ".join(name.partition(" ")[2] for name in actions)

    def place(self, name: str, who: str, order: str) -> Choice | None:
        """The choice of an action that names a point, a heading or a figure in place of one; None: it is none."""
        decision, acts = self.decision, self.view.actor if self.decision in ("throw", "deploy", "go") else ""
        dice = decision in ("throw", "charge", "go")
        dice = dice or (decision == "scatter" and int(self.record.kind) == state.PAINT)
        if who == "figure" and decision in _FIGURES:
            return Choice(name, _FIGURES[decision].format(order), decision, order, acts, order, dice=dice)
        if who not in _PLACES:
            return None
        verb, words, short = decision, order, order
        if who in ("point", "start") and " " in order:
            short, far = order.split()
            verb, words = f"{decision} {far}", f"{far} cm {short}"
        elif who == "start":
            words = f"at {order}"
        elif decision == "go" and not order.startswith("flag"):  # as many for each thing
            thing, _, end = order.partition(" ")
            verb, short = f"go {thing}", end or "middle"
            kind = thing.rstrip("0123456789")
            words = f"{_THINGS.get(kind, kind)} {thing.removeprefix(kind)}, {short}"
        target = f"flag{order.endswith('.blue'):d}" if order.startswith("flag") else ""
        return Choice(name, _POINTS[decision].format(words), verb, short, acts, target, dice=dice)

    def move(self, name: str, who: str, argument: str) -> Choice:
        """The choice of a move, or to name a place to go to."""
        cost = counted(int(step_cost(self.world.rules)), "point")
        if not argument:
            return Choice(name, "Go to a place …", "go", who=who, cost=cost, dice=False)
        heading, _, far = argument.partition(" ")
        return Choice(name, f"Move {far} cm {heading}", f"move {far}", heading, who, cost=cost)

    def why_not(self, who: str, target: str) -> str | None:
        """Why a click is no action, where that depends on the ground; None: it doesn't."""
        if target.startswith("flag"):
            return refusal(self.game, f"{who} take flag") if self.decision == "act" and who in self.own else ""
        if target in self.own | self.enemies and self.decision in _FIGURES and self.decision != "act":
            return refusal(self.game, f"figure {target}")
        return "" if self.decision in (*_POINTS, "order") else None
