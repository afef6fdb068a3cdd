"""LD, RE1, AC3: weapons and their loads; who may load and shoot; the order wait."""

from state_of_war.rules import events
from state_of_war.rules.figures import body_of, figure_of, is_of, man_of, may_act, men_of, unit_id, unit_of
from state_of_war.rules.sight import sees_enemy
from state_of_war.rules.state import LOADING, MEN, NO_ARM, PISTOL, UNIT_SUBJECT, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.chance import note


@rule
def is_whole(world: World, game: Game, who: int) -> bool:
    """AC3: with `wounded` `half`, whether a standing figure loads and shoots: the first half of the wounded do."""
    if figure_of(game, who).wounded == 0:
        return True
    unit = unit_id(game, who)
    begin, end = men_of(world, game, unit)
    wounded = before = 0
    for other in range(begin, end):
        if is_of(game, other, unit) and figure_of(game, other).wounded == 1:
            wounded += 1
            before += int(other < who)
    return before < wounded // 2


@rule
def may_handle(world: World, game: Game, who: int) -> bool:
    """AC2, AC3: whether a standing figure of the acting side may load or shoot in the order that is carried out."""
    if world.rules.half == 1:
        return is_whole(world, game, who)
    return may_act(figure_of(game, who))


@rule
def has_loaded(world: World, game: Game, who: int) -> bool:
    """RE1: whether a figure has a loaded weapon."""
    man, figure = man_of(world, who), figure_of(game, who)
    return (man.arm != NO_ARM and figure.arm == 0) or (man.pistol == 1 and figure.pistol == 0)


@rule
def unload(world: World, game: Game, who: int, with_pistol: bool) -> None:
    """LD1, LD2: a figure has shot: its weapon is to be loaded, and it isn't ready any more (RE1)."""
    figure = figure_of(game, who)
    if with_pistol:
        figure.pistol = LOADING[PISTOL]
    else:
        figure.arm = LOADING[man_of(world, who).arm]
    figure.ready = 0


@rule
def load(world: World, game: Game, chance: Chance, who: int) -> bool:
    """LD2: a standing figure loads by one step, the long arm first; whether it does.

    It doesn't if all is loaded, if it may not (AC2, AC3), or if it has moved, shot or loaded with this order.
    """
    figure = figure_of(game, who)
    if figure.busy == 1 or not may_handle(world, game, who):
        return False
    if figure.arm > 0:
        figure.arm -= 1
        note(chance, events.LOADED, who=who, value=int(figure.arm))
    elif figure.pistol > 0:
        figure.pistol -= 1
        note(chance, events.LOADED, who=who, value=int(figure.pistol))
    else:
        return False
    figure.acted = figure.busy = 1
    return True


@rule
def begin_order(game: Game, unit: int) -> None:
    """TU2, MO4: a unit has its order, a shot or a wait, which takes it nowhere; a second act (AC5) changes nothing."""
    record = unit_of(game, unit)
    if record.given == 0:
        record.given = 1
        record.last = 0


@rule
def stand(world: World, game: Game, chance: Chance, unit: int) -> None:
    """LD2, RE1: the order wait: the figures of the body that may load or stand ready.

    With an enemy in sight who has a loaded weapon stands ready; else who has one to load loads, and the rest are ready.
    """
    begin_order(game, unit)
    begin, _ = men_of(world, game, unit)
    body = body_of(world, game, unit)
    seen = sees_enemy(world, game, unit)
    ready = 0
    for i in range(MEN):
        who = begin + i
        if not body >> i & 1 or not may_handle(world, game, who):
            continue
        is_loaded = has_loaded(world, game, who)
        if (is_loaded and seen) or (not load(world, game, chance, who) and is_loaded):
            figure_of(game, who).ready = 1
            ready += 1
    note(chance, events.STANDS, who=UNIT_SUBJECT + unit, value=ready)
