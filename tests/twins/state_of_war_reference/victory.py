"""When a battle is over, and who has won (VI)."""

from .geometry import d2
from .model import OverError


def over(battle, ending, winner):
    """A battle that is over ends there (VI5)."""
    battle.ending, battle.winner = ending, winner
    raise OverError


def look(battle):
    """VI3, then VI5."""
    side = battle.attacker
    if battle.rules.exit:
        gone = sum(man.cost for man in battle.figures(side) if man.state == "through")
        if gone and 3 * gone >= battle.points[side]:
            over(battle, "exit", side)
    left = [each for each in (0, 1) if battle.men(each)]
    if len(left) < 2:
        over(battle, "cleared", left[0] if left else None)


def losses(battle, side):
    """VI1: what those cost who are out or off the table."""
    return sum(man.cost for man in battle.figures(side) if man.out or man.state == "off")


def end_of_turn(battle):
    """VI1, VI2, VI4; the turn has had both parts."""
    lost, points, rules = [losses(battle, side) for side in (0, 1)], battle.points, battle.rules
    shares = lost[0] * points[1], lost[1] * points[0]  # compared by cross products
    if rules.breakpoint:
        beaten = [side for side in (0, 1) if 100 * lost[side] >= rules.breakpoint * points[side]]
        if beaten:
            over(battle, "breakpoint", 1 - beaten[0] if len(beaten) == 1 else fewer(shares))
    if battle.ground.objective:
        hold(battle)
    if battle.turn >= rules.turns:
        if battle.held:
            over(battle, "objective", battle.held[0])
        for side in (0, 1):
            if 10 * (shares[side] - shares[1 - side]) >= points[0] * points[1]:
                over(battle, "losses", 1 - side)
        over(battle, "losses", None)


def fewer(shares):
    """Who has lost the smaller share; none: level."""
    return None if shares[0] == shares[1] else int(shares[0] > shares[1])


def hold(battle):
    """VI2: the objective is counted at the end of each turn."""
    spot = battle.ground.objective
    men = [
        sum(1 for man in battle.men(side) if not man.unit.broken and d2(man.place, spot) <= (200 + man.radius) ** 2)
        for side in (0, 1)
    ]
    if men[0] == men[1]:
        battle.held = None
        return
    side = int(men[1] > men[0])
    turns = battle.held[1] if battle.held and battle.held[0] == side else 0
    battle.held = side, turns + 1
    if battle.rules.hold and turns + 1 >= battle.rules.hold:
        over(battle, "objective", side)
