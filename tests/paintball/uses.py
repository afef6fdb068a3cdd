"""What figures of a random position have done in their phase, where one thing rules out another."""

from paintball_env.rules import state


def is_idle(figure):
    """Jammed or dazed since before its phase: it has done nothing (MF3, SM2)."""
    return not figure.fired and (figure.gun == state.JAMMED or figure.dazed)


def act_at_random(figure, rules, below, chance):
    """Draw what a figure of the acting team has done, whatever its points; `below(n)` and `chance(p)` draw."""
    figure.activation = figure.moved = figure.turned = figure.aim = 0
    figure.fired = not figure.suppressed and chance(0.3)
    if is_idle(figure):
        return
    figure.activation = below(3 if rules.one_at_a_time else 2)
    figure.moved = below(int(rules.max_moves) + 1)
    if figure.gun == state.JAMMED or figure.dazed:
        return
    if not figure.sentry:
        figure.turned = rules.blind_spots and chance(0.3)
    if not (figure.gun or figure.suppressed or figure.sentry or figure.fired):
        figure.aim = chance(0.5)


def finish_others(own, in_act):
    """Where figures act one at a time, the last one used is in use, or those in the middle of an act (TU5)."""
    active = [number for number, figure in enumerate(own) if figure.activation]
    in_use = [number for number in active if number in in_act] or active[-1:]
    for number in active:
        own[number].activation = state.USED if number in in_use else state.FINISHED
