"""What holds in every position, whatever has been played: a net for faults of the engine itself."""

import numpy as np
from numba import literal_unroll

from paintball_env.ground_soundness import ground_fault, is_place
from paintball_env.rules import state
from paintball_env.rules.figure_states import FIELDS
from paintball_env.rules.figures import full_points, left_to_use, team_of
from paintball_env.rules.flags import place_of
from paintball_env.rules.marshals import may_attend
from paintball_env.rules.moving import may_be_in
from paintball_env.rules.shape import WEST
from paintball_env.rules.state import FLAGS, MARSHALS, NONE, STRIDE, Figure, Game, World
from paintball_env.rules.turns import has_had_phase
from tabletop.compiled.compiling import rule

# The faults of states that a figure may not be in: SE3, SE5, EN3; AI1, AI2; MF3; BS3. 0: of one that only position
# text refuses; of a state that has no number of its own 22.
_OF_STATES = {"sentry": 9, "aim": 10, "suppressed": 11, "turned": 21, "dazed": 0}
FACINGS = 2 * WEST
_OF_STATE = np.array([_OF_STATES.get(field, 22) for field in FIELDS])


@rule
def first_fault(world: World, game: Game) -> int:
    """The number of the first thing that doesn't hold (the comments name them); 0: the position is sound."""
    if game.turn < 0 or game.turn > world.rules.max_turns or game.phase < 0 or game.phase > 2:
        return 1  # clock
    over = game.decision == state.OVER
    running = game.ending == state.RUNNING
    if over == running or over != (game.decider == NONE) or game.decision < 0 or game.decision >= state.RESOLVING:
        return 2  # a running game asks somebody, a finished one nobody
    if game.decision == state.ACT and (game.decider != game.acting or game.actor != NONE or game.place != NONE):
        return 3  # in its phase a side acts with nothing open
    for team in range(2):
        used_count = 0
        for number in range(game.figure.shape[1]):
            figure = game.figure[team, number]
            if figure.hex == NONE:
                if _is_marked(figure):
                    return 4  # who is out leaves nothing behind
                continue
            if number >= world.rules.team_size[team] or not is_place(world, figure.hex):
                return 5  # figures stand on the board
            fault = _figure_fault(world, game, STRIDE * team + number, figure)
            if fault > 0:
                return fault
            used_count += figure.activation == state.USED or figure.activation == state.FINISHED
        if game.side[team].used < used_count or left_to_use(game, team) < 0:
            return 12  # TU1
    fault = ground_fault(world, game)
    if fault > 0:
        return fault
    for index in range(MARSHALS):
        marshal = game.marshal[index]
        if marshal.hex != NONE and not is_place(world, marshal.hex):
            return 17  # Marshals stand on the board
        if marshal.attends != NONE and not may_attend(world, game, index):
            return 18  # MF3: he attends a jam in his hex
    for index in range(FLAGS):
        flag = game.flag[index]
        if flag.hex != NONE and flag.carrier != NONE:
            return 19  # a flag lies or is carried
        if flag.carrier != NONE and place_of(game, index) == NONE:
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
    if figure.facing < 0 or figure.facing >= FACINGS:
        return 6  # AP1, BO2
    if figure.points < 0 or figure.points > full_points(world.rules, figure.expert):
        return 6  # AP1
    if figure.moved < 0 or figure.moved > world.rules.max_moves:
        return 7  # AP3
    if figure.points != 0 and has_had_phase(game, team):
        return 8  # a phase that has ended leaves no points
    first = 0
    if figure.aim != 0 and team != game.acting:
        first = 10  # AI1
    elif figure.gun < 0 or figure.gun > state.JAMMED:
        first = 11  # MF2, MF3
    number = 0
    for field in literal_unroll(FIELDS):
        fault = _OF_STATE[number]
        if figure[field] != 0 and fault != 0 and (first == 0 or fault < first):
            if not may_be_in(world, game, who, number):
                first = fault
        number += 1  # noqa: SIM113 - Numba unrolls no enumerate
    return first
