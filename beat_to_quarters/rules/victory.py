"""VI: points, and the end of the battle."""

from beat_to_quarters.rules import events, ships, state
from beat_to_quarters.rules.state import BLACK, IN_ACTION, NONE, OVER, STRUCK, WHITE, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.chance import note


@rule
def points_of(world: World, game: Game, team: int) -> int:
    """VI3: a team's points: the cost of the enemy's ships that are sunk, or its own prizes."""
    points = 0
    for number in range(world.sea.own[1 - team]):
        ship = game.ships[1 - team, number]
        is_prize = ship.holder == team and ships.is_afloat(ship)
        if ship.state == state.SUNK or is_prize:
            points += ships.cost_of(world, ship)
    return points


@rule
def fights(world: World, game: Game, team: int) -> bool:
    """VI1: whether a team has a ship in action."""
    for side in range(2):
        for number in range(world.sea.own[side]):
            ship = game.ships[side, number]
            if ship.state == IN_ACTION and ship.holder == team:
                return True
    return False


@rule
def end_battle(game: Game, chance: Chance, ending: int, winner: int) -> None:
    """VI: the battle is over."""
    game.decision, game.decider = OVER, NONE
    game.ending, game.winner = ending, winner
    game.stage = game.at = game.act = game.left = game.turned = game.held = game.asked = game.place = 0
    game.side = game.entering = game.line = game.moving = game.going = game.gone = game.halting = 0
    game.swinging = game.swung = game.tacking = game.lining = 0
    game.rolled[:] = 0
    game.ship = game.through = game.alone = NONE
    note(chance, events.GAME_OVER, who=NONE if winner == NONE else state.TEAM_SUBJECT + winner, value=ending)


@rule
def end_by_points(world: World, game: Game, chance: Chance, ending: int) -> None:
    """VI1, VI2: the points decide; equal points are a draw."""
    white, black = points_of(world, game, WHITE), points_of(world, game, BLACK)
    note(chance, events.POINTS, who=state.TEAM_SUBJECT + WHITE, value=white)
    note(chance, events.POINTS, who=state.TEAM_SUBJECT + BLACK, value=black)
    end_battle(game, chance, ending, WHITE if white > black else BLACK if black > white else NONE)


@rule
def is_decided(world: World, game: Game, chance: Chance) -> bool:
    """VI1: ends the battle where nobody is left to fight; otherwise says who goes on alone."""
    white, black = fights(world, game, WHITE), fights(world, game, BLACK)
    if white and black:
        game.alone = NONE
        return False
    team = WHITE if white else BLACK if black else NONE
    is_duel = game.team[WHITE].own == 1 and game.team[BLACK].own == 1
    if is_duel or world.rules.field == 1:
        end_battle(game, chance, state.VICTORY, team)
        return True
    if team == NONE:
        end_by_points(world, game, chance, state.VICTORY)
        return True
    is_loose, can_sail = False, False
    for side in range(2):
        for number in range(world.sea.own[side]):
            ship = game.ships[side, number]
            is_loose = is_loose or (ship.state == STRUCK and ship.battery == 0)
            if ship.state == IN_ACTION and ship.battery == 0 and ship.masts > 0 and ship.aground == 0:
                can_sail = True
    if not is_loose or not can_sail:
        end_by_points(world, game, chance, state.VICTORY)
        return True
    game.alone = team
    return False
