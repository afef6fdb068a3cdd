"""Shots: volleys (SH), suppressive fire (SU), reactions (SE2), misfires (MF), things in the way (IW), smoke (SM).

Lines, sight, needs and what is in the way are asked of the game. A figure that is out keeps its place in the object
that was taken from the game before: a hit that was declared at it still goes there.
"""

from .chance import classes_of
from .legal import picks, sentry_may_shoot
from .marshals import is_hit

NEED = {2: "133333", 3: "123333", 4: "122333", 5: "122233", 6: "122223"}


def roll(chance, purpose, subject, classes):
    """The class of one d6."""
    return classes_of(chance.draw(purpose, subject, classes), classes)


def spot(game, shooter, targets, chance):
    """SM2, SM3: does the shooter see through the smoke?"""
    if game.in_smoke(shooter) and roll(chance, "spot-in", shooter.name, "111222") == 1:
        shooter.dazed = True
        return False
    if any(game.smoke_between(shooter, target) for target in targets):
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
        if not any(game.in_call(m, shooter) for m in game.marshals_in_order()):
            return False
        if roll(chance, "goggles", shooter.name, "122221") == 2:
            return False
        game.put_out(shooter)
    return True


def gets_through(game, shooter, target, chance):
    """IW1, IW3: each thing in the way may stop the shot; a figure that stops it is hit at once."""
    for thing in game.in_the_way(shooter, target):
        if roll(chance, "way", shooter.name, "111222") == 2:
            if hasattr(thing, "team"):
                is_hit(game, thing, shooter, chance)
            return False
    return True


def roll_volley(game, chance):
    """SH6: a volley from its spotting to the choice of the hits; False if the opponent has to choose."""
    shooter, number = game.figure(game.actor), len(game.shots)
    targets = [game.figure(name) for name, _ in game.shots]
    aimed = shooter.aim and game.kind == "shoot"
    game.spend(shooter, number * game.scenario.cost_shoot)
    shooter.fired, shooter.aim = True, False
    if not spot(game, shooter, targets, chance):
        return True
    needs = [game.need(shooter, targets, aimed and n == 0) for n in range(number)]
    dice = [roll(chance, "hit", shooter.name, NEED[least]) for least in needs]
    for die in dice:
        if die == 1 and misfire(game, shooter, chance, False):
            return True
    hits = 0
    for die, target in zip(dice, targets, strict=True):
        if die == 3 and gets_through(game, shooter, target, chance):
            hits += 1
    if 0 < hits < number and len({name for name, _ in game.shots}) > 1:
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
    shooter = game.figure(game.actor)
    for name, picked in game.shots:
        target = game.figure(name)
        if not picked or target.at is None:
            continue
        if game.kind == "shoot":
            is_hit(game, target, shooter, chance)
        elif not target.suppressed and roll(chance, "save", name, "122221") == 2:
            target.suppressed = True
            target.stop()


def react(game, chance):
    """SE2, MF8: the sentry asked shoots one die at the mover."""
    sentry, mover = game.figure(game.asked), game.figure(game.actor)
    if not spot(game, sentry, [mover], chance):
        return
    die = roll(chance, "hit", sentry.name, NEED[game.need(sentry, [mover], False)])
    if die == 1:
        misfire(game, sentry, chance, True)
    elif die == 3 and gets_through(game, sentry, mover, chance):
        is_hit(game, mover, sentry, chance)


def ask_sentries(game, after=0):
    """SE2: asks the next sentry by number that may shoot at the mover; False if there is none, or no mover."""
    mover = game.figure(game.actor)
    game.asked = None
    if mover.at is None:
        return False
    for sentry in game.alive(1 - mover.team):
        if sentry.number > after and sentry_may_shoot(game, sentry, mover):
            game.asked = sentry.name
            game.to = (sentry.team, "react")
            return True
    return False
