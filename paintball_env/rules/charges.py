"""CH2-CH4: the end of a charge, and the shoot-out."""

from paintball_env.rules import events
from paintball_env.rules.charging import fighters, fights
from paintball_env.rules.dice import CHARGER, TEAM_SUBJECT, contest
from paintball_env.rules.figures import figure_of, put_out, team_of
from paintball_env.rules.reasons import NO_CHARGER, NOT_IN_SHOOT_OUT, OUT_OF_GAME
from paintball_env.rules.state import EMPTY, NONE, STRIDE, Chance, Figure, Game
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note


@rule(inline=True)
def no_end_of_charge(game: Game) -> int:
    """CH2: what forbids to name no further charger: there is none yet."""
    return ALLOWED if game.count > 0 else NO_CHARGER


@rule
def no_casualty(game: Game, figure: int) -> int:
    """CH3: what forbids a figure to fall: it isn't in the shoot-out."""
    if figure_of(game, figure).hex == NONE:
        return OUT_OF_GAME
    return ALLOWED if fights(game, figure) else NOT_IN_SHOOT_OUT


@rule(inline=True)
def fights_back(figure: Figure) -> bool:
    """CH3: a charged figure has a die in the shoot-out; one out of ammo is removed before."""
    return figure.gun != EMPTY


@rule
def begin_shoot_out(game: Game, chance: Chance) -> None:
    """CH3: defenders out of ammo are removed, if anybody has arrived."""
    team = game.acting
    game.count = 0
    if fighters(game, team) > 0:
        for number in range(game.figure.shape[1]):
            figure = game.figure[1 - team, number]
            if fights(game, STRIDE * (1 - team) + number) and not fights_back(figure):
                note(chance, events.REMOVED, who=STRIDE * (1 - team) + number, place=figure.hex)
                put_out(game, chance, STRIDE * (1 - team) + number)


@rule
def go_on_shooting_out(game: Game, chance: Chance) -> int:
    """CH3, CH4: rounds until one side is gone; nothing but the dice matters.

    Returns:
      The team that must choose who falls, defenders first; NONE when the shoot-out is over.
    """
    team = game.acting
    place = game.place
    while True:
        for t in range(2):
            loser = 1 - team if t == 0 else team
            if game.losses[loser] > 0:
                if game.losses[loser] < fighters(game, loser):
                    return loser
                for number in range(game.figure.shape[1]):
                    if fights(game, STRIDE * loser + number):
                        fall(game, chance, STRIDE * loser + number)
                game.losses[loser] = 0
        chargers = int(fighters(game, team))
        defenders = int(fighters(game, 1 - team))
        if chargers == 0 or defenders == 0:
            return NONE
        result = contest(game, chance, team, chargers, defenders)
        note(chance, events.SHOT_OUT, who=TEAM_SUBJECT + team, place=place, value=result)
        game.losses[team] = result // CHARGER
        game.losses[1 - team] = result % CHARGER


@rule
def fall(game: Game, chance: Chance, who: int) -> None:
    """CH3: the figure is one of those that its side loses, its owner's choice or all of them."""
    game.losses[team_of(who)] -= 1
    note(chance, events.FELL, who=who, place=figure_of(game, who).hex)
    put_out(game, chance, who)
