"""CH1, CH2: who can charge which hex, and the chargers' steps."""

from paintball_env.rules import events
from paintball_env.rules.figures import figure_of, is_impotent, team_of
from paintball_env.rules.ground import has_room, is_closed
from paintball_env.rules.moving import can_walk, step_cost
from paintball_env.rules.reasons import CANNOT_CHARGE, NO_CHARGE, NOT_ON_THE_WAY, OUT_OF_GAME
from paintball_env.rules.state import CHARGER, JAMMED, NONE, STEP, STRIDE, Chance, Game, World
from paintball_env.rules.steps import no_entry
from paintball_env.rules.turns import ask
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


@rule
def set_out(world: World, game: Game, chance: Chance) -> bool:
    """CH2: the charger that has been named sets out; its first step is asked for.

    Returns:
      Whether it has made a step already, so that sentries may react.
    """
    game.decision = STEP
    return False


@rule
def walk_on(world: World, game: Game, chance: Chance) -> bool:
    """CH2: the charger walks on until it has arrived or is out; then the next one may be named.

    Returns:
      Whether it has made a further step already, so that sentries may react.
    """
    place = figure_of(game, game.actor).hex
    if place != NONE and place != game.place:
        ask(game, STEP, game.acting)
    else:
        if place != NONE:
            note(chance, events.ARRIVED, who=game.actor, place=place)
        game.actor = NONE
        ask(game, CHARGER, game.acting)
    return False


@rule(inline=True)
def fights(game: Game, who: int) -> bool:
    """CH3: the figure is in the shoot-out."""
    return figure_of(game, who).hex == game.place


@rule(inline=True)
def fighters(game: Game, team: int) -> int:
    """CH3: how many figures of the team are in the shoot-out."""
    return game.present[team, game.place]
