"""PC1-PC3, SV, MF3, W2: Marshals and how they are called; saves and paintchecks."""

from paintball_env.rules import events
from paintball_env.rules.dice import CHECK, CHECKED_OUT, MARSHAL_LOT, MARSHAL_SUBJECT, SAVE, SAVED
from paintball_env.rules.figures import figure_of, in_order, put_out, team_of
from paintball_env.rules.ground import AT_HAND, in_soft_cover, march, march_of
from paintball_env.rules.state import JAMMED, MARSHALS, NONE, STRIDE, Chance, Game, World
from paintball_env.rules.walks import come, step_aside, walk
from tabletop.compiled.compiling import rule
from tabletop.game.chance import die, lot, note


@rule(inline=True)
def is_free(game: Game, index: int, sent: int) -> bool:
    """PC1, MF3: the Marshal is in the game, attends nobody, and isn't among those sent (bits)."""
    marshal = game.marshal[index]
    return marshal.hex != NONE and marshal.attends == NONE and (sent >> index) & 1 == 0


@rule
def nearest_to(world: World, game: Game, team: int, place: int, within: int, sent: int) -> int:
    """PC3: the nearest free Marshal to a hex; equally near: the team's, those of no team (the first), the other's.

    Args:
      world: rules and board.
      game: the game.
      team: whose figure is there.
      place: its place.
      within: the longest walk (`ground.march`); NONE: any.
      sent: bits of Marshals who don't come in question (MF3).

    Returns:
      The Marshal's index, or NONE.
    """
    best = best_steps = NONE
    for rank in range(MARSHALS):
        # Rank 0 the team's own, 1 and 2 those of no team, 3 the other team's.
        index = team if rank == 0 else (1 - team if rank == 3 else rank + 1)
        if not is_free(game, index, sent):
            continue
        steps = march(world, game.marshal[index].hex, place)
        if (within == NONE or steps <= within) and (best == NONE or steps < best_steps):
            best, best_steps = index, steps
    return best


@rule
def nearest(world: World, game: Game, chance: Chance, who: int, within: int, sent: int) -> int:
    """PC3: as `nearest_to` for a figure (id); of two of no team equally near one is drawn."""
    place = figure_of(game, who).hex
    best = nearest_to(world, game, team_of(who), place, within, sent)
    if best == 2 and is_free(game, 3, sent):
        if march(world, game.marshal[2].hex, place) == march(world, game.marshal[3].hex, place):
            best += lot(game, chance, MARSHAL_LOT, who, 2)
            note(chance, events.MARSHAL_DRAWN, who=who, whom=MARSHAL_SUBJECT + best)
    return best


@rule(inline=True)
def is_with(world: World, game: Game, index: int, place: int) -> bool:
    """PC1, MF3: a Marshal of the game is with a figure in the place."""
    return march(world, game.marshal[index].hex, place) <= AT_HAND


@rule
def attending_in(world: World, game: Game, place: int) -> int:
    """PC1: a Marshal who attends there; which of several makes no difference; NONE: nobody."""
    attending = NONE
    for index in range(MARSHALS):
        if game.marshal[index].attends != NONE and is_with(world, game, index, place):
            attending = index
    return attending


@rule
def is_checked(world: World, game: Game, place: int) -> bool:
    """PC1: a Marshal would come and check a figure that is hit there; without him it plays on."""
    if nearest_to(world, game, 0, place, march_of(world.rules.call_range), 0) != NONE:
        return True
    return attending_in(world, game, place) != NONE


@rule
def save_classes(world: World, game: Game, start: int, place: int) -> int:
    """SV1, SV2: the classes of the save of a figure that is hit in a place, by a shot from `start`."""
    return world.rules.soft_save if in_soft_cover(world, game, start, place) else world.rules.save


@rule
def suppress_classes(world: World, game: Game, place: int) -> int:
    """SU1: the classes of the save of a figure that suppressive fire hits there; cover doesn't count."""
    return world.rules.suppress_save


@rule
def paintcheck(world: World, game: Game, chance: Chance, who: int) -> None:
    """PC1, PC2: a Marshal comes and checks, or starts on his way while the figure wipes."""
    place = figure_of(game, who).hex
    checker = attending_in(world, game, place)
    if checker == NONE:
        checker = nearest(world, game, chance, who, march_of(world.rules.call_range), 0)
        if checker == NONE:
            walker = nearest(world, game, chance, who, NONE, 0)
            if walker == NONE:
                note(chance, events.UNCHECKED, who=who)
            else:
                note(chance, events.WIPED, who=who, whom=MARSHAL_SUBJECT + walker)
                walk(world, game, chance, walker, place)
                step_aside(world, game, chance, walker)
            return
    subject = MARSHAL_SUBJECT + checker
    note(chance, events.MARSHAL_CAME, who=subject, whom=who, start=game.marshal[checker].hex, place=place)
    come(world, game, checker, place)
    out = die(game, chance, CHECK, who, world.rules.check) == CHECKED_OUT
    note(chance, events.CHECKED, who=who, whom=subject, how=int(out))
    if out:
        put_out(game, chance, who)
    step_aside(world, game, chance, checker)


@rule
def mark(world: World, game: Game, chance: Chance, who: int, start: int) -> None:
    """SV1, SV2, PC: a figure is hit by a shot from `start`: its save, then the Marshal."""
    place = figure_of(game, who).hex
    soft = int(in_soft_cover(world, game, start, place))
    if die(game, chance, SAVE, who, save_classes(world, game, start, place)) == SAVED:
        note(chance, events.SAVED, who=who, how=soft)
    else:
        note(chance, events.MARKED, who=who, how=soft)
        paintcheck(world, game, chance, who)


@rule
def near_marshal(world: World, game: Game, who: int) -> bool:
    """MF6: a Marshal within 2, attending or not."""
    place = figure_of(game, who).hex
    for index in range(MARSHALS):
        marshal = game.marshal[index]
        if marshal.hex != NONE and march(world, marshal.hex, place) <= march_of(world.rules.call_range):
            return True
    return False


@rule
def clear_guns(world: World, game: Game, chance: Chance) -> None:
    """TU6 (2): guns attended through the whole last turn are clear."""
    for i in range(MARSHALS):
        index = in_order(game.acting, i)
        marshal = game.marshal[index]
        if marshal.attends != NONE:
            figure_of(game, marshal.attends).gun = 0
            note(chance, events.GUN_CLEARED, who=marshal.attends, whom=MARSHAL_SUBJECT + index)
            marshal.attends = NONE
            step_aside(world, game, chance, index)


@rule
def is_attended(game: Game, who: int) -> bool:
    """MF3: a Marshal attends the figure."""
    for index in range(MARSHALS):
        if game.marshal[index].attends == who:
            return True
    return False


@rule
def may_attend(world: World, game: Game, index: int) -> bool:
    """MF3: whether the Marshal may attend whom he does: a figure that he is with, whose gun is jammed."""
    marshal = game.marshal[index]
    patient = figure_of(game, marshal.attends)
    if marshal.hex == NONE or patient.hex == NONE:
        return False
    return patient.gun == JAMMED and is_with(world, game, index, patient.hex)


@rule
def attend(game: Game, chance: Chance, index: int, who: int) -> None:
    """MF3: the Marshal attends the figure from now on."""
    game.marshal[index].attends = who
    note(chance, events.MARSHAL_ATTENDS, who=MARSHAL_SUBJECT + index, whom=who)


@rule
def send_to_jams(world: World, game: Game, chance: Chance) -> None:
    """TU6 (3), MF3: the nearest pair of unattended jam and free unsent Marshal first: he walks; arrived, he attends."""
    figures = game.figure.shape[1]
    sent_marshals = 0  # bits of Marshals
    patients = 0  # bits of figure ids
    while True:
        jam = best_steps = NONE
        for t in range(2):
            team = int(game.acting) if t == 0 else 1 - int(game.acting)
            for number in range(figures):
                who = STRIDE * team + number
                figure = game.figure[team, number]
                if figure.hex == NONE or figure.gun != JAMMED or (patients >> who) & 1 == 1 or is_attended(game, who):
                    continue
                for index in range(MARSHALS):
                    if not is_free(game, index, sent_marshals):
                        continue
                    steps = march(world, game.marshal[index].hex, figure.hex)
                    if jam == NONE or steps < best_steps:
                        jam, best_steps = who, steps
        if jam == NONE:
            return
        index = nearest(world, game, chance, jam, NONE, sent_marshals)
        goal = figure_of(game, jam).hex
        walk(world, game, chance, index, goal)
        if is_with(world, game, index, goal):
            attend(game, chance, index, jam)
        else:
            step_aside(world, game, chance, index)
        sent_marshals |= 1 << index
        patients |= 1 << jam


@rule
def begin_to_attend(world: World, game: Game, chance: Chance) -> None:
    """TU6 (4): a free Marshal with a jammed figure begins to attend."""
    for t in range(2):
        team = int(game.acting) if t == 0 else 1 - int(game.acting)
        for number in range(game.figure.shape[1]):
            who = STRIDE * team + number
            figure = game.figure[team, number]
            if figure.hex != NONE and figure.gun == JAMMED and not is_attended(game, who):
                index = nearest(world, game, chance, who, AT_HAND, 0)
                if index != NONE:
                    attend(game, chance, index, who)
