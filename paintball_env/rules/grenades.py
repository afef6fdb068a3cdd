"""GR, SM, PG: grenades, smoke and paint."""

from paintball_env.rules import events
from paintball_env.rules.clouds import add_smoke, is_in_burst
from paintball_env.rules.dice import MARK, MISSED, SAVED, SCATTER_DIE
from paintball_env.rules.figures import figure_of, may_be_told, spend
from paintball_env.rules.marshals import paintcheck
from paintball_env.rules.numbering import throw_order
from paintball_env.rules.reasons import IS_SENTRY, NO_GRENADE, TOO_FEW_POINTS
from paintball_env.rules.state import NONE, SMOKE, STRIDE, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import die, note


@rule
def no_throw(world: World, game: Game, who: int, kind: int) -> int:
    """SE1, GR2, AP2: what forbids a ready figure to throw a grenade of the kind; two points are its cost."""
    figure = figure_of(game, who)
    if not may_be_told(figure, throw_order(int(world.rules.figures))):
        return IS_SENTRY
    if (figure.smoke if kind == SMOKE else figure.paint) == 0:
        return NO_GRENADE
    return ALLOWED if figure.points >= world.rules.throw_cost else TOO_FEW_POINTS


@rule
def take_out_grenade(world: World, game: Game, chance: Chance, who: int, kind: int) -> None:
    """GR2: the points are paid and the grenade is in the hand."""
    spend(world, game, who, world.rules.throw_cost)
    figure = figure_of(game, who)
    if kind == SMOKE:
        figure.smoke -= 1
    else:
        figure.paint -= 1
    game.actor = who
    game.kind = kind
    note(chance, events.GRENADE_OUT, who=who, value=kind)


@rule
def misses(world: World, game: Game, chance: Chance, place: int) -> bool:
    """GR3: 1 or 6 misses, an expert's 1 only."""
    expert = figure_of(game, game.actor).expert == 1
    classes = world.rules.expert_scatter if expert else world.rules.scatter
    note(chance, events.THROWN, who=game.actor, place=place, value=game.kind)
    missed = die(game, chance, SCATTER_DIE, game.actor, classes) == MISSED
    note(chance, events.THROW_MISSED if missed else events.THROW_HIT, who=game.actor, place=place)
    return missed


@rule
def is_anybody_in(game: Game, place: int) -> bool:
    """PG1: there is a figure in the burst."""
    for team in range(2):
        for number in range(game.figure.shape[1]):
            if game.figure[team, number].hex != NONE and is_in_burst(game.figure[team, number].hex, place):
                return True
    return False


@rule
def land(world: World, game: Game, chance: Chance, place: int) -> None:
    """SM1, PG1, EN2, HC4: smoke appears; or all in the hex are marked or not, in order, then checked in order."""
    if game.kind == SMOKE:
        appears = add_smoke(game, place)
        note(chance, events.SMOKE_APPEARED if appears else events.SMOKE_THERE, place=place)
        return
    if chance.traced == 1 and not is_anybody_in(game, place):
        note(chance, events.NOBODY_PAINTED, place=place)
    marked_figures = 0  # bits of figure ids
    for t in range(2):
        team = int(game.acting) if t == 0 else 1 - int(game.acting)
        for number in range(game.figure.shape[1]):
            who = STRIDE * team + number
            if game.figure[team, number].hex != NONE and is_in_burst(game.figure[team, number].hex, place):
                if die(game, chance, MARK, who, world.rules.mark) == SAVED:
                    note(chance, events.UNPAINTED, who=who)
                else:
                    note(chance, events.PAINTED, who=who)
                    marked_figures |= 1 << who
    for t in range(2):
        team = int(game.acting) if t == 0 else 1 - int(game.acting)
        for number in range(game.figure.shape[1]):
            who = STRIDE * team + number
            if (marked_figures >> who) & 1 == 1:
                paintcheck(world, game, chance, who)
