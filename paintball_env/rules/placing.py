"""SN1-SN4, BO3, BS3: where things are placed in set-up."""

from paintball_env.rules import events
from paintball_env.rules.dice import FLAG_LOT, TABLE
from paintball_env.rules.figures import usual_facing
from paintball_env.rules.ground import has_room
from paintball_env.rules.numbering import turned_hex
from paintball_env.rules.reasons import COVERED, FLAG_FAR, MARSHAL_FAR, OUT_OF_START
from paintball_env.rules.state import NONE, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import lot, note


@rule
def no_cover(world: World, game: Game, hex: int) -> int:
    """SN4, BO3: what forbids a piece in a hex: one a hex, none in bases, bunkers, trenches."""
    return ALLOWED if game.cover[hex] == 0 and world.board.works[hex] == NONE else COVERED


@rule(inline=True)
def lay_cover(game: Game, place: int, cover: int) -> None:
    """SN4: a piece is there from now on: SOFT, or HARD + its facing."""
    game.cover[place] = cover


@rule
def no_flag(world: World, team: int, hex: int) -> int:
    """SN1: what forbids to put the own flag into a hex."""
    return ALLOWED if world.board.near_home[team, hex] == 1 else FLAG_FAR


@rule
def no_marshal(world: World, team: int, hex: int) -> int:
    """SN1: what forbids to put the own Marshal into a hex."""
    return ALLOWED if world.board.near_home[team, hex] == 1 else MARSHAL_FAR


@rule
def mid_distance(world: World, place: int) -> int:
    """SN4: small where the distances to the homes differ least, then where their sum is smallest."""
    to_red = int(world.board.distance[world.board.home[0], place])
    to_blue = int(world.board.distance[world.board.home[1], place])
    return abs(to_red - to_blue) * 1000 + to_red + to_blue


@rule
def place_single_flag(world: World, game: Game, chance: Chance) -> None:
    """SN3, SN4: at mid-distance, by lot."""
    hexes = int(world.board.hexes)
    smallest = 1000000
    candidates = 0
    for place in range(hexes):
        value = mid_distance(world, place)
        if value < smallest:
            smallest, candidates = value, 1
        elif value == smallest:
            candidates += 1
    skip = lot(game, chance, FLAG_LOT, TABLE, candidates)
    for i in range(hexes):
        place = turned_hex(game.acting, hexes, i)
        if mid_distance(world, place) == smallest:
            if skip == 0:
                game.flag[0].hex = place
                note(chance, events.FLAG_SET, place=place, value=0, how=int(candidates > 1))
                return
            skip -= 1


@rule
def no_deployment(world: World, game: Game, team: int, hex: int) -> int:
    """SN1, SN2, EN4: what forbids a figure to start in a hex: the start area, while there is room."""
    fits = world.board.start[team, hex] == 1 and has_room(world, game, team, hex)
    return ALLOWED if fits else OUT_OF_START


@rule
def first_facing(world: World, team: int, place: int) -> int:
    """BS3: toward the enemy's home (a table of the board); without blind spots the usual facing."""
    if world.rules.blind_spots == 0:
        return usual_facing(team)
    return world.board.toward[team, place]
