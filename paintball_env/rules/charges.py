"""CH: charges and shoot-outs."""

from paintball_env.rules import events
from paintball_env.rules.dice import CHARGER, TEAM_SUBJECT, contest
from paintball_env.rules.figures import figure_of, is_impotent, put_out, team_of
from paintball_env.rules.moving import can_walk, has_room, is_closed, no_entry, step_cost
from paintball_env.rules.reasons import (
    CANNOT_CHARGE,
    NO_CHARGE,
    NO_CHARGER,
    NOT_IN_SHOOT_OUT,
    NOT_ON_THE_WAY,
    OUT_OF_GAME,
)
from paintball_env.rules.state import EMPTY, JAMMED, NONE, STRIDE, Chance, Figure, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note


@rule
def can_be_charged_on(world: World, game: Game, team: int, place: int, spared: int) -> bool:
    """CH1, SN2: a charge at the hex may go on: enemies there are all impotent, none neutral (`spared` aside)."""
    if is_closed(world, team, place):
        return False
    for number in range(game.figure.shape[1]):
        figure = game.figure[1 - team, number]
        if figure.hex == place and (figure.gun == JAMMED or not (is_impotent(figure) or number == spared)):
            return False
    return True


@rule
def could_be_charged(world: World, game: Game, team: int, place: int, spared: int) -> bool:
    """CH1: as `can_be_charged`, with enemy `spared` (a number; NONE: nobody) taken for impotent."""
    if game.present[1 - team, place] == 0 or game.present[team, place] > 0:
        return False
    return can_be_charged_on(world, game, team, place, spared)


@rule
def can_be_charged(world: World, game: Game, team: int, place: int) -> bool:
    """CH1: enemy figures, all impotent and none neutral, and no own figure in the hex."""
    return could_be_charged(world, game, team, place, NONE)


@rule
def way_length(world: World, game: Game, team: int, start: int, goal: int) -> int:
    """CH2: steps of a shortest way to the charged hex over hexes that may be entered now: 1, 2, or 0 for none."""
    reach = world.board.distance[start, goal]
    if reach == 1:
        return 1
    if reach == 2:
        for direction in range(6):
            place = world.board.neighbour[start, direction]
            if (
                place != NONE
                and world.board.distance[place, goal] == 1
                and no_entry(world, game, team, place) == ALLOWED
            ):
                return 2
    return 0


@rule
def can_charge(world: World, game: Game, who: int, place: int) -> bool:
    """CH1, CH2, AP3, EN4, IM2: the figure may charge and can arrive at the hex."""
    figure = figure_of(game, who)
    team = team_of(who)
    if not can_walk(world, game, who) or is_impotent(figure):
        return False
    if figure.hex == place or not has_room(world, game, team, place):
        return False
    steps = way_length(world, game, team, figure.hex, place)
    return (
        steps > 0 and figure.moved + steps <= world.rules.max_moves and figure.points >= steps * step_cost(world.rules)
    )


@rule
def can_charge_hex(world: World, game: Game, team: int, place: int) -> bool:
    """CH1: some figure of the team can charge the hex now."""
    if not can_be_charged(world, game, team, place):
        return False
    for number in range(game.figure.shape[1]):
        if can_charge(world, game, STRIDE * team + number, place):
            return True
    return False


@rule
def can_charge_any(world: World, game: Game, team: int) -> bool:
    """CH1: there is a hex to charge."""
    for number in range(game.figure.shape[1]):
        figure = game.figure[1 - team, number]
        if figure.hex != NONE and is_impotent(figure) and can_charge_hex(world, game, team, figure.hex):
            return True
    return False


@rule
def no_charge(world: World, game: Game, team: int) -> int:
    """CH1: what forbids a team to declare a charge: there is no hex to charge."""
    return ALLOWED if can_charge_any(world, game, team) else NO_CHARGE


@rule
def no_charged_hex(world: World, game: Game, team: int, hex: int) -> int:
    """CH1: what forbids a team to charge a hex."""
    return ALLOWED if can_charge_hex(world, game, team, hex) else NO_CHARGE


@rule
def no_charging_step(world: World, game: Game, direction: int) -> int:
    """CH2: what forbids the charger a direction: it is the first step of no shortest way."""
    start = figure_of(game, game.actor).hex
    place = world.board.neighbour[start, direction]
    if place == NONE:
        return NOT_ON_THE_WAY
    if world.board.distance[start, game.place] == 1:
        return ALLOWED if place == game.place else NOT_ON_THE_WAY
    near = world.board.distance[place, game.place] == 1
    return ALLOWED if near and no_entry(world, game, team_of(game.actor), place) == ALLOWED else NOT_ON_THE_WAY


@rule
def no_charger(world: World, game: Game, figure: int) -> int:
    """CH2: what forbids to name a figure as charger now; no further one once the defenders are gone."""
    if figure_of(game, figure).hex == NONE:
        return OUT_OF_GAME
    follows = game.present[1 - team_of(figure), game.place] > 0 and can_charge(world, game, figure, game.place)
    return ALLOWED if follows else CANNOT_CHARGE


@rule(inline=True)
def no_end_of_charge(game: Game) -> int:
    """CH2: what forbids to name no further charger: there is none yet."""
    return ALLOWED if game.count > 0 else NO_CHARGER


@rule
def no_casualty(game: Game, figure: int) -> int:
    """CH3: what forbids a figure to fall: it isn't in the shoot-out."""
    place = figure_of(game, figure).hex
    if place == NONE:
        return OUT_OF_GAME
    return ALLOWED if place == game.place else NOT_IN_SHOOT_OUT


@rule(inline=True)
def fights_back(figure: Figure) -> bool:
    """CH3: a charged figure has a die in the shoot-out; one out of ammo is removed before."""
    return figure.gun != EMPTY


@rule
def begin_shoot_out(game: Game, chance: Chance) -> None:
    """CH3: defenders out of ammo are removed, if anybody has arrived."""
    team = game.acting
    game.count = 0
    if game.present[team, game.place] > 0:
        for number in range(game.figure.shape[1]):
            figure = game.figure[1 - team, number]
            if figure.hex == game.place and not fights_back(figure):
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
                if game.losses[loser] < game.present[loser, place]:
                    return loser
                for number in range(game.figure.shape[1]):
                    if game.figure[loser, number].hex == place:
                        fall(game, chance, STRIDE * loser + number)
                game.losses[loser] = 0
        chargers = int(game.present[team, place])
        defenders = int(game.present[1 - team, place])
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
