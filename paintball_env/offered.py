"""Choices on a page that name places, and clicks on them: here hexes."""

from typing import Any

from paintball_env.rules import state
from paintball_env.rules.moving import step_cost
from paintball_env.rules.state import NONE
from paintball_env.scenario import Scenario
from paintball_env.view import Figure, View
from tabletop.base.errors import counted
from tabletop.game.hex_grid import DIRECTIONS
from tabletop.play.game import Game
from tabletop.show.page import Choice, refusal

LAST: frozenset[str] = frozenset()  # verbs that a list of choices ends with
# What an action that names a hex means, by decision.
_HEXES = {
    "cover-hex": "Place it in {}",
    "flag-hex": "Put the flag in {}",
    "marshal-hex": "Put the Marshal in {}",
    "deploy": "Start in {}",
    "throw": "Throw at {}",
    "scatter": "It lands in {}",
    "charge": "Charge {}",
}


class Offered:
    """What `page_words` asks of the ground, of one position.

    Attributes:
      game, record, decision, view, world: of it.
      names: of places, by their numbers.
      own, enemies: figures of the deciding team and of the other one, by name.
    """

    game: Game[Scenario]
    record: Any
    decision: str
    view: View
    world: Any
    names: Any
    own: dict[str, Figure]
    enemies: dict[str, Figure]

    def spot(self, who: str) -> int:
        """The place of a figure."""
        team = "RB".index(who[0])
        return int(self.record.figure[team, int(who[1:]) - 1].hex)

    def place_of(self, name: str) -> int:
        """The number of a place that an event names."""
        return int(self.names.index(name))

    def among(self, places: list[str]) -> str:
        """The enemies in these places."""
        return ", ".join(enemy.name for enemy in self.enemies.values() if enemy.hex in places)

    def charged(self, actions: list[str]) -> str:
        """The enemies that may be charged, by the actions that name them."""
        return self.among([name.partition(" ")[2] for name in actions])

    def place(self, name: str, who: str, order: str) -> Choice | None:
        """The choice of an action that names a place or a direction; None: it is none."""
        decision, actor = self.decision, self.view.actor
        if who == "hex":
            label = _HEXES.get(decision, "{}").format(order)
            acts = actor if decision in ("throw", "deploy") else ""
            chance = self.among([order]) if decision == "charge" else ""
            dice = decision in ("throw", "charge") or (decision == "scatter" and int(self.record.kind) == state.PAINT)
            return Choice(name, label, decision, order, acts, order, chance=chance, dice=dice)
        if who != "direction":
            return None
        if decision == "step":
            goal = self.view.beside(self.own[actor].hex, order)
            return Choice(name, f"{actor} moves to {goal}", "step", goal, actor, goal)
        neighbour = int(self.world.board.neighbour[self.record.place, DIRECTIONS.index(order)])
        target = "" if neighbour == NONE else self.names[neighbour]
        return Choice(name, f"It faces {order}", "face", order, target=target, dice=False)

    def move(self, name: str, who: str, argument: str) -> Choice:
        """The choice of a move."""
        goal = self.view.beside(self.own[who].hex, argument)
        return Choice(
            name, f"Move to {goal}", "move", goal, who, goal, counted(int(step_cost(self.world.rules)), "point")
        )

    def why_not(self, who: str, target: str) -> str | None:
        """Why a click is no action, where that depends on the ground; None: it doesn't."""
        game, own, enemies = self.game, self.own, self.enemies
        if game.decision in _HEXES:
            hexes = {each.name: each.hex for side in (own, enemies) for each in side.values()}
            return refusal(game, f"hex {hexes.get(target) or target}")
        if game.decision == "step":
            return next(filter(None, (refusal(game, f"direction {way}") for way in DIRECTIONS)), "")
        if game.decision != "act" or target in own or who not in own or target not in self.names:
            return None
        neighbours = self.world.board.neighbour[self.names.index(own[who].hex)].tolist()
        if self.names.index(target) not in neighbours:
            return f"MV1: a step leads to a hex next to {who}"
        return refusal(game, f"{who} move {DIRECTIONS[neighbours.index(self.names.index(target))]}")
