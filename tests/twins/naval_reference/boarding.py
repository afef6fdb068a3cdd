"""The boarding phase (BO)."""

from .victory import judge


def boarding(battle, done=0):
    """BO1: the ships of the turn's first team in order, then those of the other; `done` have been asked already."""
    ships = battle.active(battle.first) + battle.active(1 - battle.first)
    for ship in ships[done:]:
        battle.acting = ship.side
        names = [f"board {other.name}" for other in boardable(battle, ship)]
        if not names:
            continue
        battle.ship = ship
        name = yield from battle.ask(ship.side, "board", [*names, "hold"])
        battle.ship = None
        if name != "hold":
            board(battle, ship, battle.named(name.split()[1]))
            judge(battle)


def boardable(battle, ship):
    """BO1, BO4, BO7."""
    if not ship.active or ship.boarded:
        return []
    tied = [other for other in battle.afloat() if other in ship.ties and ship.near(other)]
    return [other for other in tied if not battle.friends(ship.side, other) or other.state == "struck"]


def board(battle, ship, other):
    """BO2 to BO7."""
    if battle.friends(ship.side, other):
        other.state = "secured"
        return
    if other.active and not other.burning:
        score = battle.dice.die("melee", ship.name, "123456") + ship.crew_now + other.rate
        defence = other.crew_now + ship.rate
        classes = "".join("2" if face + defence < score else "1" for face in range(1, 7))
        if battle.dice.die("resist", other.name, classes) == 1:
            other.boarded = True
            return
    take(battle, ship.side, other)


def take(battle, team, ship):
    """ST2, ST3, FS3: a prize, or an own ship that is taken back."""
    ship.untie()
    if ship.fireship:
        ship.steered, ship.holder = team, None if ship.team == team else team
        return
    if ship.team == team:
        ship.state, ship.holder, ship.retaken = "secured", None, True
    else:
        ship.state, ship.holder = "prize", team
