"""The potential of a position, for shaping: the lead in points (VI3), and in what ships in action can still stand."""

from beat_to_quarters import chances
from beat_to_quarters.rules import ships, victory
from beat_to_quarters.rules.state import IN_ACTION, OVER, RATES, SHIPS, STRIDE, Game, Ship, World
from tabletop.base.arrays import Float64
from tabletop.compiled.compiling import rule


@rule
def potential(world: World, game: Game, team: int, weights: Float64) -> float:
    """The potential of a position for `team`: the negative of the other team's; 0 before and after the battle.

    Args:
      world: rules and sea.
      game: the position.
      team: 0 or 1.
      weights: float64 [2], as `beat_to_quarters.shaping.Shaping` names them.
    """
    if game.turn == 0 or game.decision == OVER:
        return 0.0
    scale = dearer_fleet(world, game)
    points = victory.points_of(world, game, team) - victory.points_of(world, game, 1 - team)
    strength = strength_of_team(world, game, team) - strength_of_team(world, game, 1 - team)
    return (weights[0] * points + weights[1] * strength) / scale


@rule
def dearer_fleet(world: World, game: Game) -> float:
    """What the ships of the dearer fleet cost together, as built (SH6)."""
    most = 1
    for team in range(2):
        cost = 0
        for number in range(world.sea.own[team]):
            ship = game.ships[team, number]
            if ship.state != 0:
                cost += ships.cost_of(world, ship)
        most = max(most, cost)
    return float(most)


@rule
def soundness_of(ship: Ship) -> float:
    """DA2: the share of the rates that a ship in action could lose as it began which it can still lose, 0 to 1."""
    whole = max(1, min(RATES + 1 - int(ship.built), 2 * (int(ship.skill) + 2)))
    return min(1.0, chances.life_of(ship) / whole)


@rule
def strength_of_team(world: World, game: Game, team: int) -> float:
    """The cost of a team's ships in action, each for the share that it can still stand."""
    strength = 0.0
    for who in range(SHIPS):
        ship = game.ships[who // STRIDE, who % STRIDE]
        if ship.state == IN_ACTION and ship.holder == team:
            strength += ships.cost_of(world, ship) * soundness_of(ship)
    return strength
