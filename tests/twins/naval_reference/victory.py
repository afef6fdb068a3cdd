"""The end of a battle and its points (VI)."""

from .model import OverError


def points(battle, team):
    """VI3: the cost of each ship built by the enemy that is sunk or the team's own prize."""
    return sum(
        ship.cost for ship in battle.teams[1 - team] if ship.state == "sunk" or (ship.holder == team and ship.afloat)
    )


def end(battle, ending, winner):
    """The battle is over."""
    battle.ending, battle.winner = ending, winner
    raise OverError


def by_points(battle, ending):
    """VI2: more points win; equal ones are a draw."""
    white, black = points(battle, 0), points(battle, 1)
    end(battle, ending, None if white == black else int(black > white))


def loose(battle):
    """SH8: ships that have struck and are neither prizes nor secured; nobody can take a battery (SB4)."""
    return [ship for ship in battle.everybody() if ship.state == "struck" and not ship.battery]


def can_sail(ship):
    """VI1: neither dismasted nor aground."""
    return not ship.battery and not ship.dismasted and not ship.aground


def judge(battle):
    """VI1: looked at whenever something is settled."""
    active = [bool(battle.active(team)) for team in (0, 1)]
    if all(active):
        battle.alone = False
        return
    winner = active.index(True) if any(active) else None
    if all(len(team) == 1 for team in battle.teams) or battle.rules.victory == "field":
        end(battle, "victory", winner)
    if winner is None or not loose(battle):
        by_points(battle, "victory")
    if not any(can_sail(ship) for ship in battle.active(winner)):
        by_points(battle, "victory")
    battle.alone = True


def withdrawn(battle, ship, team):
    """VI1: who loses its last ship in action over the edge has lost."""
    if not battle.active(team):
        end(battle, "victory", 1 - team)
