"""TU, FL3, LG1: the order of a turn, phases, and how a game ends."""

from numba import literal_unroll

from paintball_env.rules import events
from paintball_env.rules.clouds import clear_smoke
from paintball_env.rules.dice import COMMAND, ORDER, TABLE, TEAM_SUBJECT
from paintball_env.rules.figure_states import END_WITH_PHASE, END_WITH_TURN
from paintball_env.rules.figures import full_points
from paintball_env.rules.flags import has_won
from paintball_env.rules.ground import clear_act
from paintball_env.rules.marshals import begin_to_attend, clear_guns, send_to_jams
from paintball_env.rules.state import (
    ACT,
    ELIMINATED,
    FIRST,
    FLAG,
    NO_KIND,
    NONE,
    OVER,
    SHOTS,
    STRIDE,
    TURNS,
    Chance,
    Game,
    World,
)
from tabletop.compiled.compiling import rule
from tabletop.game.chance import ANY_FACE, die, lot, note, two_dice

WINNER_AT_LIMIT = NONE  # TU8: who has won when the last turn is over; NONE: it is a draw


@rule
def clear_pending(game: Game) -> None:
    """An act is resolved: nothing is left open."""
    game.actor = NONE
    game.asked = NONE
    game.place = NONE
    game.kind = NO_KIND
    game.count = 0
    game.passed = 0
    for i in range(SHOTS):
        game.shot[i] = NONE
        game.taken[i] = 0
    game.losses[0] = 0
    game.losses[1] = 0
    clear_act(game)


@rule
def ask(game: Game, kind: int, team: int) -> None:
    """Open a decision of this kind for the team."""
    game.decision = kind
    game.decider = team


@rule
def end_game(game: Game, chance: Chance, ending: int, winner: int) -> None:
    """The game is over; winner NONE: a draw."""
    clear_pending(game)
    ask(game, OVER, NONE)
    game.ending = ending
    game.winner = winner
    note(chance, events.GAME_OVER, who=NONE if winner == NONE else TEAM_SUBJECT + winner, value=ending)


@rule
def stands(game: Game, team: int) -> bool:
    """TU7: a figure of the team is left."""
    for number in range(game.figure.shape[1]):
        if game.figure[team, number].hex != NONE:
            return True
    return False


@rule
def own_phase(game: Game, team: int) -> int:
    """TU1: the number of the phase that runs, two in a turn, if it is the team's own; else NONE."""
    return 2 * game.turn + game.phase if game.phase > 0 and game.acting == team else NONE


@rule
def judge(world: World, game: Game, chance: Chance) -> bool:
    """TU7, FL3: after an act with all its reactions: first who is beaten, then the flag; True: the game is over."""
    red, blue = stands(game, 0), stands(game, 1)
    if not (red and blue):
        end_game(game, chance, ELIMINATED, NONE if red == blue else (0 if red else 1))
        return True
    for t in range(2):
        team = int(game.acting) if t == 0 else 1 - int(game.acting)
        if has_won(world, game, team):
            end_game(game, chance, FLAG, team)
            return True
    return False


@rule
def finish_act(world: World, game: Game, chance: Chance) -> None:
    """An act is resolved: judge it; the phase goes on."""
    if not judge(world, game, chance):
        clear_pending(game)
        ask(game, ACT, game.acting)


@rule
def begin_phase(game: Game, chance: Chance, phase: int, team: int) -> None:
    """TU1: the team's phase."""
    game.phase = phase
    game.acting = team
    if phase == 2:
        game.second = team
    note(chance, events.PHASE_BEGAN, who=TEAM_SUBJECT + team, value=phase)
    ask(game, ACT, team)


@rule
def has_had_phase(game: Game, team: int) -> bool:
    """TU6: the team's phase of this turn has ended, and the other's goes on."""
    return game.phase == 2 and team != game.acting


@rule
def end_phase(world: World, game: Game, chance: Chance) -> None:
    """TU6: the phase ends (AI2: aim with it); then the other's, or the turn's end."""
    team = int(game.acting)
    note(chance, events.PHASE_ENDED, who=TEAM_SUBJECT + team)
    for number in range(game.figure.shape[1]):
        figure = game.figure[team, number]
        for state in literal_unroll(END_WITH_PHASE):
            figure[state] = 0
    game.side[team].used = 0
    if game.phase == 1:
        begin_phase(game, chance, 2, 1 - team)
    else:
        end_turn(world, game, chance)


@rule
def note_recovered(game: Game, chance: Chance) -> None:
    """IM3, SM2: an event for each figure that is about to recover."""
    for team in range(2):
        for number in range(game.figure.shape[1]):
            figure = game.figure[team, number]
            how, bit = 0, 1
            for state in literal_unroll(END_WITH_TURN):
                how += bit * figure[state]
                bit *= 2
            if how > 0:
                note(chance, events.RECOVERED, who=STRIDE * team + number, how=how)


@rule
def end_turn(world: World, game: Game, chance: Chance) -> None:
    """IM3, SM2, TU8: suppression ends; after the last turn the game is over."""
    if chance.traced == 1:
        note_recovered(game, chance)
    for team in range(2):
        game.side[team].score = 0
        for number in range(game.figure.shape[1]):
            figure = game.figure[team, number]
            for state in literal_unroll(END_WITH_TURN):
                figure[state] = 0
    game.phase = 0
    if game.turn >= world.rules.max_turns:
        end_game(game, chance, TURNS, WINNER_AT_LIMIT)
    else:
        begin_turn(world, game, chance)


@rule
def begin_turn(world: World, game: Game, chance: Chance) -> None:
    """TU6: smokes clear, guns clear, Marshals walk to jams and attend, points are renewed, command dice."""
    game.turn += 1
    game.acting = game.second
    game.dice.rolled[:] = 0
    note(chance, events.TURN_BEGAN, value=game.turn)
    clear_smoke(world, game, chance)
    clear_guns(world, game, chance)
    send_to_jams(world, game, chance)
    begin_to_attend(world, game, chance)
    for team in range(2):
        for number in range(game.figure.shape[1]):
            figure = game.figure[team, number]
            if figure.hex != NONE:
                figure.points = full_points(world.rules, figure.expert)
    roll_command(world, game, chance)


@rule
def roll_command(world: World, game: Game, chance: Chance) -> None:
    """TU1, TU3, TU4: who has the first phase, and how many figures each may use."""
    if game.turn == 1:
        team = lot(game, chance, ORDER, TABLE, 2)
        note(chance, events.ORDER_DRAWN, who=TEAM_SUBJECT + team)
        begin_phase(game, chance, 1, team)
        return
    for team in range(2):
        if world.rules.command_dice == 2:
            game.side[team].score = two_dice(game, chance, COMMAND, TEAM_SUBJECT + team)
        else:
            game.side[team].score = die(game, chance, COMMAND, TEAM_SUBJECT + team, ANY_FACE)
        note(chance, events.COMMAND_ROLLED, who=TEAM_SUBJECT + team, value=game.side[team].score)
    red, blue = game.side[0].score, game.side[1].score
    if red == blue:
        ask(game, FIRST, game.second)
    else:
        begin_phase(game, chance, 1, 0 if red > blue else 1)
