"""Squadrons: what they are, and the orders by which ships enter and leave them (SQ1 to SQ5).

`battle.lines` has the ships of each squadron in their order, by team and number. A follower's `wake` are the directions
in which the ship before it has gone and it has not: three of them, more where a ship has left the line.
"""

from .hexes import step


def lines_at_first(battle):
    """SU3: the squadrons that the scenario names."""
    for ship in battle.everybody():
        if ship.squadron:
            battle.lines.setdefault((ship.team, ship.squadron), []).append(ship)
    for line in battle.lines.values():
        if line[0].formation == "ahead":
            line[:] = in_line(line)
        form(line, line[0].formation)


def ship_leads(ship, other):
    """SQ2: whether a ship stands ahead of another one in a line, up to ten ships long."""
    return any(step(ship.bow, ship.heading, -3 * count) == other.bow for count in range(1, 10))


def in_line(ships):
    """SQ2: the ships from the foremost one to the last."""
    return sorted(ships, key=lambda ship: sum(ship_leads(ship, other) for other in ships), reverse=True)


def form(line, formation):
    """The ships of a line are ahead, from the first one on, or abreast."""
    for ship in line:
        ship.formation, ship.wake = formation, [ship.heading] * 3 if formation == "ahead" else []


def stands(formation, last, ship):
    """SQ2: whether a ship stands in the line behind, or beside, its last one."""
    if ship.heading != last.heading:
        return False
    if formation == "ahead":
        return ship.bow == step(last.bow, last.heading, -3)
    return any(ship.bow == step(last.bow, last.heading + turn, n) for turn in (1, 2, -1, -2) for n in (2, 3))


def led_by(ship):
    """SQ6: the ships of its squadron, the leader first."""
    line = ship.battle.lines[ship.side, ship.squadron]
    return line if ship.formation == "ahead" else sorted(line, key=lambda ship: ship.number)


def end_for(line, ship):
    """SQ3: the end of a line at which a ship stands: behind the last one; abreast, beside the first one, too."""
    ends = (line[-1],) if line[0].formation == "ahead" else (line[-1], line[0])
    return next((end for end in ends if stands(end.formation, end, ship)), None)


def drop_out(ship):
    """SQ4, SQ5: a ship leaves; who was behind it has its way to go, too."""
    lines = ship.battle.lines
    for key, line in list(lines.items()):
        if ship not in line:
            continue
        place = line.index(ship)
        if place + 1 < len(line) and ship.formation == "ahead":
            line[place + 1].wake += ship.wake if place else []
        line.remove(ship)
        if len(line) < 2:
            for other in line:
                other.squadron, other.formation, other.wake = 0, "", []
            del lines[key]
    ship.squadron, ship.formation, ship.wake = 0, "", []


def tidy(battle):
    """SQ4: who strikes, sinks, withdraws, is tied or aground drops out."""
    for line in list(battle.lines.values()):
        for ship in list(line):
            if not ship.active or ship.ties or ship.aground or not ship.squadron:
                drop_out(ship)


def enlist(battle, team, ships, formation):
    """A new squadron, under the lowest number that is free; ships alone, or too many squadrons, stay without."""
    free = [number for number in (1, 2, 3, 4) if (team, number) not in battle.lines]
    if len(ships) > 1 and free:
        for ship in ships:
            ship.squadron = free[0]
        battle.lines[team, free[0]] = line = list(ships)
        form(line, formation)


def lone(battle, team):
    """Ships that may enter a squadron."""
    return [
        ship
        for ship in battle.active(team)
        if not (ship.squadron or ship.battery or ship.ties or ship.aground) and ship.team == team
    ]


def pairs(battle, team, last, formations, taken):
    """Ships that may follow the last one, and how."""
    return {
        ship: formation
        for formation in formations
        for ship in lone(battle, team)
        if ship not in taken and stands(formation, last, ship)
    }


def order(battle, team):
    """SQ3: at most two orders."""
    for _ in range(2):
        tidy(battle)
        lines = [line for (whose, _), line in sorted(battle.lines.items()) if whose == team]
        firsts = [ship for ship in lone(battle, team) if pairs(battle, team, ship, ("ahead", "abreast"), [ship])]
        joining = [ship for ship in lone(battle, team) if any(end_for(line, ship) for line in lines)]
        names = ["form squadron"] if firsts and len(lines) < 4 else []
        names += ["take station"] if joining else []
        names += ["break station", "break stations", "close action"] if lines else []
        name = yield from battle.ask(team, "order", [*names, "done"])
        if name == "done":
            return
        if name == "form squadron":
            yield from form_squadron(battle, team, firsts)
        elif name == "take station":
            ship = yield from which(battle, team, joining)
            line = next(line for line in lines if end_for(line, ship))
            end = end_for(line, ship)
            ship.squadron, ship.formation = end.squadron, end.formation
            ship.wake = [ship.heading] * 3 if ship.formation == "ahead" else []
            line.insert(len(line) if end is line[-1] else 0, ship)
        elif name == "break station":
            drop_out((yield from which(battle, team, [ship for line in lines for ship in line])))
        else:
            leader = None
            if name == "break stations":
                leader = yield from which(battle, team, [led_by(line[0])[0] for line in lines])
            for line in lines:
                if leader in (None, *line):
                    for ship in list(line):
                        drop_out(ship)


def which(battle, team, ships, more=()):
    """SQ3: a ship for an order; None: `done`."""
    ships = sorted(ships, key=lambda ship: ship.number)
    name = yield from battle.ask(team, "ship", [*(ship.name for ship in ships), *more])
    return None if name == "done" else battle.named(name)


def form_squadron(battle, team, firsts):
    """SQ1, SQ3: ship by ship, from the first in the line on."""
    chosen, formations = [(yield from which(battle, team, firsts))], ("ahead", "abreast")
    while following := pairs(battle, team, chosen[-1], formations, chosen):
        ship = yield from which(battle, team, list(following), ["done"] if len(chosen) > 1 else [])
        if ship is None:
            break
        chosen.append(ship)
        formations = (following[ship],)
    enlist(battle, team, chosen, formations[0])
