"""What holds in every position, whatever has been played: a net for faults of the engine itself."""

from numba import literal_unroll

from paintball_env.rules import state
from paintball_env.rules.figure_states import FIELDS
from paintball_env.rules.figures import full_points, team_of
from paintball_env.rules.moving import may_be_sentry, may_have_turned, may_hold_aim
from paintball_env.rules.sight import may_be_suppressed
from paintball_env.rules.state import CASUALTY, CHARGER, FLAGS, MARSHALS, NONE, REACT, STEP, STRIDE, Figure, Game, World
from tabletop.compiled.compiling import rule


@rule
def first_fault(world: World, game: Game) -> int:
    """The number of the first thing that doesn't hold (the comments name them); 0: the position is sound."""
    hexes = int(world.board.hexes)
    if game.turn < 0 or game.turn > world.rules.max_turns or game.phase < 0 or game.phase > 2:
        return 1  # clock
    over = game.decision == state.OVER
    running = game.ending == state.RUNNING
    if over == running or over != (game.decider == NONE) or game.decision < 0 or game.decision > CASUALTY:
        return 2  # a running game asks somebody, a finished one nobody
    if game.decision == state.ACT and (game.decider != game.acting or game.actor != NONE or game.place != NONE):
        return 3  # in its phase a side acts with nothing open
    charging = game.decision == CHARGER or game.decision == STEP or game.decision == CASUALTY or game.decision == REACT
    for team in range(2):
        used_count = 0
        for number in range(game.figure.shape[1]):
            figure = game.figure[team, number]
            if figure.hex == NONE:
                if _is_marked(figure):
                    return 4  # who is out leaves nothing behind
                continue
            if number >= world.rules.team_size[team] or figure.hex < 0 or figure.hex >= hexes:
                return 5  # figures stand on the board
            fault = _figure_fault(world, game, STRIDE * team + number, figure)
            if fault > 0:
                return fault
            used_count += figure.activation == state.USED or figure.activation == state.FINISHED
        side = game.side[team]
        if side.used < used_count or (side.score > 0 and side.used > side.score):
            return 12  # TU1
    for place in range(game.present.shape[1]):
        fault = _hex_fault(world, game, place, hexes, charging)
        if fault > 0:
            return fault
    for index in range(MARSHALS):
        marshal = game.marshal[index]
        if marshal.hex < NONE or marshal.hex >= hexes:
            return 17  # Marshals stand on the board
        if marshal.attends != NONE:
            patient = game.figure[marshal.attends // STRIDE, marshal.attends % STRIDE]
            if patient.hex != marshal.hex or patient.gun != state.JAMMED:
                return 18  # MF3: he attends a jam in his hex
    for index in range(FLAGS):
        flag = game.flag[index]
        if flag.hex != NONE and flag.carrier != NONE:
            return 19  # a flag lies or is carried
        if flag.carrier != NONE:
            if game.figure[flag.carrier // STRIDE, flag.carrier % STRIDE].hex == NONE:
                return 20  # FL2
    return 0


@rule
def _is_marked(figure: Figure) -> bool:
    """Whether a figure that is out still has any state."""
    bits = 0
    for field in literal_unroll(FIELDS):
        bits |= figure[field]
    return bits != 0


@rule
def _figure_fault(world: World, game: Game, who: int, figure: Figure) -> int:
    team = team_of(who)
    if figure.facing < 0 or figure.facing > 5:
        return 6  # AP1, BO2
    if figure.points < 0 or figure.points > full_points(world.rules, figure.expert):
        return 6  # AP1
    if figure.moved < 0 or figure.moved > world.rules.max_moves:
        return 7  # AP3
    if game.phase == 2 and team != game.acting and figure.points != 0:
        return 8  # a phase that has ended leaves no points
    if figure.sentry == 1 and not may_be_sentry(world, game, who):
        return 9  # SE3, SE5, EN3
    if figure.aim == 1 and (team != game.acting or not may_hold_aim(world, game, who)):
        return 10  # AI1, AI2
    if figure.gun < 0 or figure.gun > state.EMPTY + 1 or (figure.suppressed == 1 and not may_be_suppressed(figure)):
        return 11  # MF3
    if figure.turned == 1 and not may_have_turned(figure):
        return 21  # BS3
    return 0


@rule
def _hex_fault(world: World, game: Game, place: int, hexes: int, charging: bool) -> int:
    red = blue = 0
    for number in range(game.figure.shape[1]):
        red += game.figure[0, number].hex == place
        blue += game.figure[1, number].hex == place
    if red != game.present[0, place] or blue != game.present[1, place]:
        return 13  # the counts follow from the figures
    if place >= hexes:
        return 14 if game.cover[place] != 0 or game.smoke[place] != 0 else 0
    if world.board.works[place] != NONE:
        if red > world.rules.works_team or blue > world.rules.works_team or red + blue > world.rules.works_all:
            return 15  # EN4
        if game.cover[place] != 0:
            return 14  # BO3
    elif red > 0 and blue > 0 and not (charging and place == game.place):
        return 16  # MV2
    if game.cover[place] < 0 or game.cover[place] > state.HARD + 5 or game.smoke[place] < 0 or game.smoke[place] > 1:
        return 14
    return 0
