"""Marshals and what they decide: MF3, PC, and a figure that is hit (SV). How they walk, the board's game says."""

from .chance import classes_of, lot


def choose(game, figure, candidates, chance):
    """PC3: of equally near Marshals the figure's team's, then those of no team (by lot), then the other's."""
    own = [m for m in candidates if m.number == figure.team + 1]
    neutral = [m for m in candidates if m.number > 2]
    if own:
        return own[0]
    if neutral:
        return lot(chance, "marshal", figure.name, neutral)
    return candidates[0]


def nearest(game, figure, free, chance):
    """PC1, PC3: the nearest of these Marshals, or None."""
    if not free:
        return None
    least = min(game.steps(m, figure) for m in free)
    return choose(game, figure, [m for m in free if game.steps(m, figure) == least], chance)


def paintcheck(game, figure, chance):
    """PC1, PC2: a marked figure calls a Marshal; one near enough checks, else he walks and the figure wipes."""
    attending = [m for m in game.marshals_in_order() if m.attends and game.beside(m, figure)]
    free = [m for m in game.marshals_in_order() if not m.attends]
    marshal = attending[0] if attending else nearest(game, figure, free, chance)
    if marshal is None:
        return
    if not attending and not game.in_call(marshal, figure):
        game.walk(marshal, figure, chance)
    else:
        game.come(marshal, figure)
        if classes_of(chance.draw("check", figure.name, "111222"), "111222") == 2:
            game.put_out(figure)
    game.step_aside(marshal, chance)


def is_hit(game, figure, shooter, chance):
    """SV1, SV2, PC: a hit by an ordinary shot of this shooter."""
    classes = "111222" if game.in_soft_cover(figure, shooter) else "122221"
    if classes_of(chance.draw("save", figure.name, classes), classes) == 2:
        paintcheck(game, figure, chance)


def clear_guns(game, chance):
    """TU6 2, MF3: guns attended through the whole last turn are clear, and the Marshals are free."""
    for marshal in game.marshals_in_order():
        if marshal.attends:
            game.figure(marshal.attends).jammed = False
            marshal.attends = None
            game.step_aside(marshal, chance)


def jams(game):
    """The jammed figures that nobody attends, in order."""
    return [f for f in game.in_order() if f.jammed and game.attending(f) is None]


def walk_to_jams(game, chance):
    """TU6 3, MF3: the nearest pair of an unattended jam and a free unsent Marshal first, and so on."""
    waiting = jams(game)
    unsent = [m.name for m in game.marshals_in_order() if not m.attends]
    while waiting and unsent:
        free = [m for m in game.marshals_in_order() if m.name in unsent]
        least = min(game.steps(m, f) for m in free for f in waiting)
        figure = next(f for f in waiting if any(game.steps(m, f) == least for m in free))
        marshal = nearest(game, figure, free, chance)
        waiting.remove(figure)
        unsent.remove(marshal.name)
        game.walk(marshal, figure, chance)
        if game.beside(marshal, figure):
            marshal.attends = figure.name
        else:
            game.step_aside(marshal, chance)


def begin_to_attend(game, chance):
    """TU6 4: a free Marshal in a jammed figure's hex begins to attend."""
    for figure in jams(game):
        marshal = nearest(
            game, figure, [m for m in game.marshals_in_order() if game.beside(m, figure) and not m.attends], chance
        )
        if marshal is not None:
            marshal.attends = figure.name
