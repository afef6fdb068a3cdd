"""MF3, PC1, PC2: how Marshals walk, straight. EN5 falls away: they bar nobody's place (OT3)."""

from paintball_env.on_table.rules.ground import AT_HAND, FLAG, HEX, is_near, squared, toward
from paintball_env.rules import events
from paintball_env.rules.dice import MARSHAL_SUBJECT
from paintball_env.rules.state import Chance, Game, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.chance import note

STOP = FLAG  # PC1: so near to the figure a Marshal stops


@jitable
def has_to_leave(world: World, game: Game, index: int) -> bool:
    """EN5: no Marshal ever has to."""
    return False


@jitable
def step_aside(world: World, game: Game, chance: Chance, index: int) -> None:
    """EN5: nobody has to."""


@jitable
def make_room(world: World, game: Game, chance: Chance, place: int) -> None:
    """EN5: nobody has to."""


@rule
def walk(world: World, game: Game, chance: Chance, index: int, goal: int) -> None:
    """MF3, PC2: a Marshal walks to 25 mm from a figure if that is within 20 cm, else 20 cm toward it."""
    marshal, reach = game.marshal[index], HEX * int(world.rules.walk)
    if squared(marshal.hex, goal) <= AT_HAND:
        return
    end = toward(goal, marshal.hex, STOP)
    if not is_near(marshal.hex, end, reach):
        end = toward(marshal.hex, goal, reach)
    note(chance, events.MARSHAL_STEPPED, who=MARSHAL_SUBJECT + index, start=marshal.hex, place=end, value=1)
    marshal.hex = end


@rule
def come(world: World, game: Game, index: int, goal: int) -> None:
    """PC1: a Marshal who checks comes to 25 mm from the figure, however far; who is within 50 mm stays."""
    if squared(game.marshal[index].hex, goal) > AT_HAND:
        game.marshal[index].hex = toward(goal, game.marshal[index].hex, STOP)
