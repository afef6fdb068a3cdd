"""Shots: volleys (SH), suppressive fire (SU), reactions (SE2), misfires (MF), things in the way (IW), smoke (SM)."""

from .chance import classes_of
from .legal import picks, sentry_may_shoot
from .marshals import is_hit

NEED = {2: "133333", 3: "123333", 4: "122333", 5: "122233", 6: "122223"}


def roll(chance, purpose, subject, classes):
    """The class of one d6."""
    return classes_of(chance.draw(purpose, subject, classes), classes)


def need(game, shooter, i, aimed):
    """SH1, SH7, EN1: the least face that hits in hex i."""
    distance = game.board.distance(shooter.hex, i)
    if distance == 0:
        return 2
    if game.board.entrenched(i, shooter.hex):
        return 6
    return max(2, distance if aimed else distance + 1)


def spot(game, shooter, i, chance):
    """SM2, SM3: does the shooter see through the smoke?"""
    if shooter.hex in game.smoke and roll(chance, "spot-in", shooter.name, "111222") == 1:
        shooter.dazed = True
        return False
    if any(between in game.smoke for between in game.board.line(shooter.hex, i).between):
        return roll(chance, "spot-through", shooter.name, "122221") == 2
    return True


def misfire(game, shooter, chance, reaction):
    """MF1 to MF8: what a natural 1 does; True if it ends the volley."""
    face = roll(chance, "misfire", shooter.name, "123456" if reaction else "123446")
    if face == 1:
        game.put_out(shooter)
    elif face == 2:
        shooter.empty = True
        shooter.stop()
    elif face == 3:
        shooter.jammed = True
        shooter.stop()
    elif face == 5:
        shooter.sentry = False
    elif face == 6:
        steps, reach = game.board.steps, game.scenario.call_range
        if not any(steps(m.hex, shooter.hex) <= reach for m in game.marshals_in_order()):
            return False
        if roll(chance, "goggles", shooter.name, "122221") == 2:
            return False
        game.put_out(shooter)
    return True


def in_the_way(game, team, start, i):
    """IW2, IW4, SC1, HC2: what stands in the way of a shot of this team from start at hex i, nearest first."""
    if start == i:
        return []
    things = []
    for between in game.board.line(start, i).between:
        things += game.figures_in(between, team) + game.figures_in(between, 1 - team)
        things += [m for m in game.marshals_in_order(team) if m.hex == between]
        if between in game.soft:
            things.append("cover")
    if i in game.soft:
        things.append("cover")
    if i in game.hard and game.board.shields(game.hard[i], i, start):
        things.append("cover")
    return things


def gets_through(game, shooter, i, chance):
    """IW1, IW3: each thing in the way may stop the shot; a figure that stops it is hit at once."""
    for thing in in_the_way(game, shooter.team, shooter.hex, i):
        if roll(chance, "way", shooter.name, "111222") == 2:
            if hasattr(thing, "team"):
                is_hit(game, thing, chance)
            return False
    return True


def roll_volley(game, chance):
    """SH6: a volley from its spotting to the choice of the hits; False if the opponent has to choose."""
    shooter, number = game.figure(game.actor), len(game.shots)
    i = game.figure(game.shots[0][0]).hex
    aimed = shooter.aim and game.kind == "shoot"
    game.spend(shooter, number * game.scenario.cost_shoot)
    shooter.fired, shooter.aim = True, False
    if not spot(game, shooter, i, chance):
        return True
    needs = [need(game, shooter, i, aimed and n == 0) for n in range(number)]
    dice = [roll(chance, "hit", shooter.name, NEED[least]) for least in needs]
    for die in dice:
        if die == 1 and misfire(game, shooter, chance, False):
            return True
    hits = 0
    for die in dice:
        if die == 3 and gets_through(game, shooter, i, chance):
            hits += 1
    targets = {name for name, _ in game.shots}
    if 0 < hits < number and len(targets) > 1:
        game.count = hits
        game.to = (1 - shooter.team, "pick")
        return False
    for shot in game.shots[:hits]:
        shot[1] = True
    strike(game, chance)
    return True


def pick(game, name, chance):
    """SH4: the opponent picks a shot that counts; False if more are to be picked."""
    next(shot for shot in game.shots if shot[0] == name and not shot[1])[1] = True
    game.count -= 1
    if game.count and picks(game):
        return False
    strike(game, chance)
    return True


def strike(game, chance):
    """SH6 6, SU1, SU2: each shot that counts, in declared order; a hit on a figure already out is lost."""
    for name, picked in game.shots:
        target = game.figure(name)
        if not picked or target.hex is None:
            continue
        if game.kind == "shoot":
            is_hit(game, target, chance)
        elif not target.suppressed and roll(chance, "save", name, "122221") == 2:
            target.suppressed = True
            target.stop()


def react(game, chance):
    """SE2, MF8: the sentry asked shoots one die at the mover."""
    sentry, mover = game.figure(game.asked), game.figure(game.actor)
    if not spot(game, sentry, mover.hex, chance):
        return
    die = roll(chance, "hit", sentry.name, NEED[need(game, sentry, mover.hex, False)])
    if die == 1:
        misfire(game, sentry, chance, True)
    elif die == 3 and gets_through(game, sentry, mover.hex, chance):
        is_hit(game, mover, chance)


def ask_sentries(game, after=0):
    """SE2: asks the next sentry by number that may shoot at the mover; False if there is none, or no mover."""
    mover = game.figure(game.actor)
    game.asked = None
    if mover.hex is None:
        return False
    for sentry in game.alive(1 - mover.team):
        if sentry.number > after and sentry_may_shoot(game, sentry, mover):
            game.asked = sentry.name
            game.to = (sentry.team, "react")
            return True
    return False
