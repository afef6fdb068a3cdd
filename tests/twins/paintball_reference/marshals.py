"""Marshals and what they decide: EN5, MF3, PC, and a figure that is hit (SV)."""

from .chance import classes_of


def lot(game, chance, purpose, subject, candidates):
    """W1: one of the candidates by lot; of one candidate nothing is drawn."""
    if len(candidates) == 1:
        return candidates[0]
    return candidates[chance.draw(purpose, subject, f"lot {len(candidates)}") - 1]


def step_aside(game, marshal, chance):
    """EN5: a Marshal who isn't attending leaves a base, bunker or trench hex that holds 3 figures."""
    if marshal.attends or not game.full(marshal.hex):
        return
    places = game.hexes_in_order(i for i in game.board.around(marshal.hex) if not game.full(i))
    if places:
        marshal.hex = lot(game, chance, "aside", marshal.name, places)


def make_room(game, i, chance):
    """EN5: when a figure has entered a hex, the Marshals there are looked at in order."""
    for marshal in game.marshals_in_order():
        if marshal.hex == i:
            step_aside(game, marshal, chance)


def choose(game, figure, candidates, chance):
    """PC3: of equally near Marshals the figure's team's, then those of no team (by lot), then the other's."""
    own = [m for m in candidates if m.number == figure.team + 1]
    neutral = [m for m in candidates if m.number > 2]
    if own:
        return own[0]
    if neutral:
        return lot(game, chance, "marshal", figure.name, neutral)
    return candidates[0]


def nearest(game, figure, chance):
    """PC1, PC3: the nearest free Marshal, or None."""
    free = [m for m in game.marshals_in_order() if not m.attends]
    if not free:
        return None
    least = min(game.board.steps(m.hex, figure.hex) for m in free)
    return choose(game, figure, [m for m in free if game.board.steps(m.hex, figure.hex) == least], chance)


def walk(game, marshal, goal, chance):
    """PC3: he walks a shortest way, each step by lot, as far as he can."""
    board = game.board
    for _ in range(game.scenario.walk):
        if marshal.hex == goal:
            return
        left = board.steps(marshal.hex, goal)
        nearer = game.hexes_in_order(i for i in board.around(marshal.hex) if board.steps(i, goal) == left - 1)
        marshal.hex = lot(game, chance, "step", marshal.name, nearer)


def paintcheck(game, figure, chance):
    """PC1, PC2: a marked figure calls a Marshal; within 2 hexes he checks, else he walks and the figure wipes."""
    attending = [m for m in game.marshals_in_order() if m.attends and m.hex == figure.hex]
    marshal = attending[0] if attending else nearest(game, figure, chance)
    if marshal is None:
        return
    if game.board.steps(marshal.hex, figure.hex) > game.scenario.call_range:
        walk(game, marshal, figure.hex, chance)
    else:
        marshal.hex = figure.hex
        if classes_of(chance.draw("check", figure.name, "111222"), "111222") == 2:
            game.put_out(figure)
    step_aside(game, marshal, chance)


def is_hit(game, figure, chance):
    """SV1, SV2, PC: a hit by an ordinary shot."""
    classes = "111222" if figure.hex in game.soft else "122221"
    if classes_of(chance.draw("save", figure.name, classes), classes) == 2:
        paintcheck(game, figure, chance)


def clear_guns(game, chance):
    """TU6 2, MF3: guns attended through the whole last turn are clear, and the Marshals are free."""
    for marshal in game.marshals_in_order():
        if marshal.attends:
            game.figure(marshal.attends).jammed = False
            marshal.attends = None
            step_aside(game, marshal, chance)


def jams(game):
    """The jammed figures that nobody attends, in order."""
    return [f for f in game.in_order() if f.jammed and game.attending(f) is None]


def walk_to_jams(game, chance):
    """TU6 3, MF3: the nearest pair of an unattended jam and a free unsent Marshal first, and so on."""
    waiting = jams(game)
    unsent = [m.name for m in game.marshals_in_order() if not m.attends]
    while waiting and unsent:
        steps = game.board.steps
        free = [m for m in game.marshals_in_order() if m.name in unsent]
        least = min(steps(m.hex, f.hex) for m in free for f in waiting)
        figure = next(f for f in waiting if any(steps(m.hex, f.hex) == least for m in free))
        marshal = choose(game, figure, [m for m in free if steps(m.hex, figure.hex) == least], chance)
        waiting.remove(figure)
        unsent.remove(marshal.name)
        walk(game, marshal, figure.hex, chance)
        if marshal.hex == figure.hex:
            marshal.attends = figure.name
        else:
            step_aside(game, marshal, chance)


def begin_to_attend(game, chance):
    """TU6 4: a free Marshal in a jammed figure's hex begins to attend."""
    for figure in jams(game):
        free = [m for m in game.marshals_in_order() if m.hex == figure.hex and not m.attends]
        if free:
            choose(game, figure, free, chance).attends = figure.name
