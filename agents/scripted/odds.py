"""What a shot, a volley or a charge is worth: chances by the rules page, looked up in the boards' tables.

The chances are those of one shot as it is fired; what a Marshal does on his walk is left out.
Axes: worlds and games are records; `team` is Red 0 or Blue 1; hexes are absolute indices.
"""

from paintball_env.rules.state import EMPTY, HARD, JAMMED, LOADED, MARSHALS, NONE, SOFT, STRIDE, Figure, Game, World
from tabletop.compiling import rule

REACH = 5  # hexes of an unaimed shot; an aimed one reaches one further (SH1)


@rule
def share(classes: int, wanted: int) -> float:
    """Share of a die's faces that are of one class; `classes` holds a decimal digit a face."""
    found = 0
    for _ in range(6):
        if classes % 10 == wanted:
            found += 1
        classes //= 10
    return found / 6.0


@rule
def impotent(figure: Figure) -> bool:
    """Tell whether a figure can't shoot for now (IM, MF3)."""
    return figure.gun != LOADED or figure.suppressed == 1


@rule
def hits(world: World, start: int, target: int, aimed: int) -> float:
    """Chance that a die hits a figure in hex `target` when shot from `start`; nothing in the way counted (SH1, EN1)."""
    board = world.board
    if start == target:
        return 5.0 / 6.0
    if board.line[start, target] == 0:
        return 0.0
    distance = board.distance[start, target]
    if distance > REACH + aimed:
        return 0.0
    works = board.works[target]
    if works != NONE and works != board.works[start]:
        return 1.0 / 6.0
    return (7 - max(distance + 1 - aimed, 2)) / 6.0


@rule
def passes(world: World, game: Game, start: int, target: int) -> float:
    """Chance that a shot that has hit is not stopped on its way to `target` (IW)."""
    board = world.board
    through = share(world.rules.way, 1)
    chance = 1.0
    if start == target:
        return chance
    for i in range(board.crossed[start, target]):
        place = board.between[start, target, i]
        things = game.present[0, place] + game.present[1, place]
        if game.cover[place] == SOFT:
            things += 1
        for m in range(MARSHALS):
            if game.marshal[m].hex == place:
                things += 1
        for _ in range(things):
            chance *= through
    cover = game.cover[target]
    if cover == SOFT or (cover >= HARD and (board.shields[target, start] >> (cover - HARD)) & 1):
        chance *= through
    return chance


@rule
def strays(world: World, game: Game, team: int, start: int, target: int) -> float:
    """Chance that a shot that has hit is stopped by a figure of `team` (IW3); small numbers are added up."""
    board = world.board
    found = 0.0
    if start != target:
        for i in range(board.crossed[start, target]):
            found += game.present[team, board.between[start, target, i]]
    return min(found * share(world.rules.way, 2), 1.0)


@rule
def spots(world: World, game: Game, start: int, target: int) -> float:
    """Chance that smoke leaves a shooter in `start` his shot at `target` (SM2, SM3)."""
    if world.rules.grenades == 0:
        return 1.0
    chance = 1.0
    if game.smoke[start] == 1:
        chance -= share(world.rules.spot_in, 1)
    if start != target:
        for i in range(world.board.crossed[start, target]):
            if game.smoke[world.board.between[start, target, i]] == 1:
                return chance * (1.0 - share(world.rules.spot_through, 1))
    return chance


@rule
def veiled(world: World, start: int, target: int, place: int) -> float:
    """Chance that smoke in `place` takes a shot from `start` at `target` away (SM2, SM3)."""
    if place == start:
        return share(world.rules.spot_in, 1)
    if start != target and place != target:
        for i in range(world.board.crossed[start, target]):
            if world.board.between[start, target, i] == place:
                return share(world.rules.spot_through, 1)
    return 0.0


@rule
def checked(world: World, game: Game, place: int) -> bool:
    """Tell whether a Marshal would come to a figure hit in `place` (PC1); without him it plays on."""
    board = world.board
    for m in range(MARSHALS):
        marshal = game.marshal[m]
        if (
            marshal.hex != NONE
            and marshal.attends == NONE
            and board.steps[marshal.hex, place] <= world.rules.call_range
        ):
            return True
    return False


@rule
def falls(world: World, game: Game, place: int) -> float:
    """Chance that a figure hit in `place` is put out (SV, PC)."""
    rules = world.rules
    if not checked(world, game, place):
        return 0.0
    save = rules.soft_save if game.cover[place] == SOFT else rules.save
    return (1.0 - share(save, 1)) * share(rules.check, 2)


@rule
def kills(world: World, game: Game, start: int, target: int, aimed: int) -> float:
    """Chance that one die, shot from `start`, puts out a figure in hex `target`."""
    chance = hits(world, start, target, aimed)
    if chance == 0.0:
        return 0.0
    return chance * passes(world, game, start, target) * falls(world, game, target)


@rule
def suppresses(world: World, game: Game, start: int, target: int) -> float:
    """Chance that one die of suppressive fire from `start` suppresses a figure in `target` (SU)."""
    chance = hits(world, start, target, 0)
    if chance == 0.0:
        return 0.0
    return chance * passes(world, game, start, target) * (1.0 - share(world.rules.suppress_save, 1))


@rule
def danger(world: World, game: Game, team: int, place: int) -> float:
    """Enemy dice on `place`: the chances of one die of each enemy who could shoot there, added up.

    A sentry counts half: it fires at those who move, and in its own phase not at all (SE1, SE2).
    """
    found = 0.0
    for e in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, e]
        if enemy.hex != NONE and not impotent(enemy) and enemy.hex != place:
            chance = kills(world, game, enemy.hex, place, 0) * spots(world, game, enemy.hex, place)
            found += 0.5 * chance if enemy.sentry == 1 else chance
    return found


@rule
def reactions(world: World, game: Game, team: int, place: int) -> float:
    """Dice of the enemy's sentries on a figure that enters `place`, their chances added up (SE2)."""
    found = 0.0
    for e in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, e]
        if enemy.hex == NONE or enemy.sentry == 0 or enemy.dazed == 1 or enemy.hex == place:
            continue
        if world.rules.blind_spots == 1 and not (world.board.sees[enemy.hex, place] >> enemy.facing) & 1:
            continue
        found += kills(world, game, enemy.hex, place, 0) * spots(world, game, enemy.hex, place)
    return found


@rule
def defenders(world: World, game: Game, team: int, place: int, spared: int) -> int:
    """Count those who would fight in a shoot-out when `team` charges `place`; -1 if it can't be charged (CH1, CH3).

    `spared` is the number of an enemy who is taken for suppressed; NONE: nobody.
    """
    if game.present[team, place] > 0 or game.present[1 - team, place] == 0:
        return -1
    found = 0
    for e in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, e]
        if enemy.hex == place:
            if enemy.gun == JAMMED or not (impotent(enemy) or e == spared):
                return -1
            if enemy.gun != EMPTY:
                found += 1
    return found


@rule
def chargers(world: World, game: Game, team: int, place: int, without: int) -> int:
    """Count the own figures that could take part in a charge of `place`, `without` (a number, or NONE) left out."""
    rules = world.rules
    side = game.side[team]
    fresh = side.score - side.used if side.score > 0 else STRIDE
    found = 0
    for f in range(rules.team_size[team]):
        figure = game.figure[team, f]
        if f == without or figure.hex == NONE or impotent(figure) or figure.sentry == 1 or figure.dazed == 1:
            continue
        if figure.points <= 0 or figure.activation > 1:
            continue
        steps = world.board.steps[figure.hex, place]
        if steps * rules.move_cost > figure.points or steps > rules.max_moves - figure.moved:
            continue
        if figure.activation == 0:
            if fresh <= 0:
                continue
            fresh -= 1
        found += 1
    return found


@rule
def wins_charge(attackers: int, opposed: int) -> float:
    """Chance, roughly, that a charge wins its shoot-out: exact for one against one, and for none (CH3)."""
    if opposed == 0:
        return 1.0
    if attackers > opposed:
        return 0.95
    return 0.58 if attackers == opposed else 0.25
