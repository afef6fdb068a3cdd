"""The game: one action, what it sets going, and on to the next decision.  The table of contents of the rules."""

from paintball_env.rules import events
from paintball_env.rules.actions import (
    FIRST_PHASE,
    ROTATE,
    SHOT,
    TAKE_SMOKE,
    TAKE_SOFT,
    block,
    charge_action,
    direction_action,
    figure_action,
    hex_action,
    throw_order,
    turned_direction,
    turned_hex,
    word_action,
)
from paintball_env.rules.charges import begin_shoot_out, fall, go_on_shooting_out
from paintball_env.rules.dice import SETUP_LOT, TEAM_SUBJECT
from paintball_env.rules.figures import figure_of, team_of
from paintball_env.rules.grenades import land, misses, take_out_grenade
from paintball_env.rules.legal import is_legal, legal_actions
from paintball_env.rules.moving import move, quiet_order
from paintball_env.rules.setup import (
    begin_setup,
    carrier,
    cover_hex,
    deploy,
    face_cover,
    flag_hex,
    give_grenade,
    marshal_hex,
    name_expert,
    roll_off,
    take_piece,
)
from paintball_env.rules.shooting import can_react, declare, pick, react, resolve_hit, roll_volley
from paintball_env.rules.state import (
    ACT,
    CARRIER,
    CASUALTY,
    CHARGE,
    CHARGER,
    COVER_FACING,
    COVER_HEX,
    DEPLOY,
    EXPERT,
    FLAG_HEX,
    GRENADE,
    GRENADIER,
    HARD_PIECE,
    MARSHAL_HEX,
    NONE,
    OVER,
    PAINT,
    PICK,
    REACT,
    RESOLVING,
    RUNNING,
    SCATTER,
    SHOOT,
    SMOKE,
    SOFT_PIECE,
    STEP,
    STRIDE,
    SUPPRESS,
    THROW,
    VOLLEY,
    Chance,
    Game,
    World,
)
from paintball_env.rules.turns import ask, begin_phase, begin_turn, end_phase, finish_act, stands
from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule
from tabletop.game.chance import lot, note, rewind


@rule(shared=True)
def begin(world: World, game: Game, chance: Chance, seed: int, mask: Int8) -> int:
    """A new game, up to its first decision.

    Args:
      world: rules and board.
      game: a copy of the scenario's start record (`start.start_record`): an empty board, or a fixed set-up.
      chance: dice.
      seed: uint64, the game's seed.
      mask: int8[A], overwritten with the first decision's legal actions.

    Returns:
      The number of legal actions.
    """
    game.dice.seed = seed
    game.dice.rolled[:] = 0
    rewind(chance)
    if game.turn == 0 and game.decision == OVER and game.ending == RUNNING:
        roll_off(game, chance)
        if not stands(game, 0) and not stands(game, 1):
            begin_setup(world, game, chance)
    return settle(world, game, chance, mask)


@rule(shared=True)
def step(world: World, game: Game, chance: Chance, action: int, mask: Int8) -> int:
    """One decision: take the action, then go on to the next decision with two or more legal actions, or the end.

    Args:
      world: rules and board.
      game: changed in place; not a byte of it where the action is illegal.
      chance: dice.
      action: index seen from the deciding team's own side.
      mask: int8[A], overwritten with the next decision's legal actions; untouched where the action is illegal.

    Returns:
      1, or 0: the action is illegal.
    """
    if not is_legal(world, game, action):
        return 0
    rewind(chance)
    note(chance, events.CHOSEN, who=TEAM_SUBJECT + game.decider, value=action)
    apply(world, game, chance, action)
    settle(world, game, chance, mask)
    return 1


@rule(shared=True)
def settle(world: World, game: Game, chance: Chance, mask: Int8) -> int:
    """Take forced decisions, and with a drawn set-up those of the set-up (SN5), until a player has a choice.

    Returns:
      The number of legal actions; 0: the game is over, halts in the middle of a volley, or can't be.
    """
    if game.decision == OVER and game.ending == RUNNING:
        begin_turn(world, game, chance)
    while game.decision != OVER:
        if game.decision == RESOLVING:
            if chance.halting == 1:
                break
            resolve(world, game, chance)
            continue
        number = legal_actions(world, game, mask)
        if number == 0:
            break  # never in play; a position that somebody wrote may ask for what can't be done
        skip = 0
        how = events.FORCED
        if number > 1:
            if game.turn > 0 or world.rules.drawn_setup == 0:
                return number
            skip = lot(game, chance, SETUP_LOT, TEAM_SUBJECT + game.decider, number)
            how = events.DRAWN
        for action in range(mask.shape[0]):
            if mask[action] == 1:
                if skip == 0:
                    note(chance, how, who=TEAM_SUBJECT + game.decider, value=action)
                    apply(world, game, chance, action)
                    break
                skip -= 1
    mask[:] = 0
    return 0


@rule
def resolve(world: World, game: Game, chance: Chance) -> None:
    """SH6: one more hit of a volley; after the last the act is finished."""
    status = resolve_hit(world, game, chance)
    if status == 2:
        ask(game, PICK, 1 - game.acting)
    elif status == 0:
        finish_act(world, game, chance)


@rule(shared=True)
def go_on(world: World, game: Game, chance: Chance, mask: Int8) -> int:
    """Go on where a game has halted in the middle of a volley: one more hit, then `settle`."""
    rewind(chance)
    resolve(world, game, chance)
    return settle(world, game, chance, mask)


@rule(shared=True)
def apply(world: World, game: Game, chance: Chance, action: int) -> None:
    """Take a legal action: decode it and call its chapter."""
    figures = int(world.rules.figures)
    hexes = int(world.board.hexes)
    team = int(game.decider)
    if action < charge_action(figures):
        order(world, game, chance, STRIDE * team + action // block(figures), action % block(figures), figures)
    elif action == charge_action(figures):
        note(chance, events.CHARGE_DECLARED, who=TEAM_SUBJECT + team)
        ask(game, CHARGE, team)
    elif action < direction_action(figures, hexes):
        name_hex(world, game, chance, turned_hex(team, hexes, action - hex_action(figures)))
    elif action < figure_action(figures, hexes):
        name_direction(world, game, chance, turned_direction(team, action - direction_action(figures, hexes)))
    elif action < word_action(figures, hexes):
        name_figure(world, game, chance, team, action - figure_action(figures, hexes))
    else:
        say(world, game, chance, team, action - word_action(figures, hexes))


@rule
def order(world: World, game: Game, chance: Chance, who: int, what: int, figures: int) -> None:
    """An order to a figure (AP2, TU2)."""
    if what < ROTATE:
        game.actor = who
        move(world, game, chance, who, turned_direction(team_of(who), what))
        after_move(world, game, chance, 0)
    elif what >= SHOT and what < throw_order(figures):
        target = STRIDE * (1 - team_of(who)) + (what - SHOT) % figures
        if game.decision == REACT:
            react(world, game, chance, who, target)
            after_move(world, game, chance, who % STRIDE + 1)
        else:
            declare(world, game, chance, who, target, SHOOT if what < SHOT + figures else SUPPRESS)
            game.decision = VOLLEY
    elif what >= SHOT:
        take_out_grenade(world, game, chance, who, SMOKE if what == throw_order(figures) else PAINT)
        game.decision = THROW
    else:
        quiet_order(world, game, chance, who, what)
        finish_act(world, game, chance)


@rule
def after_move(world: World, game: Game, chance: Chance, number: int) -> None:
    """SE2: ask the enemy's sentries from this number on; then the act, or the charge, goes on."""
    mover = int(game.actor)
    enemy = 1 - team_of(mover)
    while number < game.figure.shape[1] and figure_of(game, mover).hex != NONE:
        if can_react(world, game, STRIDE * enemy + number, mover):
            game.asked = STRIDE * enemy + number
            ask(game, REACT, enemy)
            return
        number += 1
    game.asked = NONE
    if game.place == NONE:
        finish_act(world, game, chance)
    else:
        after_step(game, chance)


@rule
def after_step(game: Game, chance: Chance) -> None:
    """CH2: the charger walks on until it has arrived or is out; then the next one may be named."""
    place = figure_of(game, game.actor).hex
    if place != NONE and place != game.place:
        ask(game, STEP, game.acting)
    else:
        if place != NONE:
            note(chance, events.ARRIVED, who=game.actor, place=place)
        game.actor = NONE
        ask(game, CHARGER, game.acting)


@rule
def shoot_out(world: World, game: Game, chance: Chance) -> None:
    """CH3: on to the next choice of who falls, or to the charge's end."""
    loser = go_on_shooting_out(game, chance)
    if loser == NONE:
        finish_act(world, game, chance)
    else:
        ask(game, CASUALTY, loser)


@rule
def name_hex(world: World, game: Game, chance: Chance, place: int) -> None:
    """A hex, as the open decision means it."""
    kind = game.decision
    if kind == THROW:
        if misses(world, game, chance, place):
            game.place = place
            ask(game, SCATTER, 1 - game.acting)
        else:
            land(world, game, chance, place)
            finish_act(world, game, chance)
    elif kind == SCATTER:
        note(chance, events.SCATTERED, who=TEAM_SUBJECT + game.decider, place=place)
        land(world, game, chance, place)
        finish_act(world, game, chance)
    elif kind == CHARGE:
        game.place = place
        game.decision = CHARGER
        note(chance, events.CHARGE_NAMED, who=TEAM_SUBJECT + game.decider, place=place)
    elif kind == COVER_HEX:
        cover_hex(world, game, chance, place)
    elif kind == FLAG_HEX:
        flag_hex(world, game, chance, place)
    elif kind == MARSHAL_HEX:
        marshal_hex(world, game, chance, place)
    elif kind == DEPLOY:
        deploy(world, game, chance, place)


@rule
def name_direction(world: World, game: Game, chance: Chance, direction: int) -> None:
    """A direction, as the open decision means it."""
    if game.decision == COVER_FACING:
        face_cover(world, game, chance, direction)
    else:
        move(world, game, chance, int(game.actor), direction)
        after_move(world, game, chance, 0)


@rule
def name_figure(world: World, game: Game, chance: Chance, team: int, number: int) -> None:
    """An own figure, as the open decision means it."""
    kind = game.decision
    if kind == PICK:
        pick(game, chance, STRIDE * team + number)
        if game.count == 0:
            game.decision = RESOLVING
    elif kind == CHARGER:
        game.actor = STRIDE * team + number
        game.count += 1
        game.decision = STEP
        note(chance, events.CHARGER_NAMED, who=game.actor, place=game.place)
    elif kind == CASUALTY:
        fall(game, chance, STRIDE * team + number)
        shoot_out(world, game, chance)
    elif kind == CARRIER:
        carrier(world, game, chance, number)
    elif kind == EXPERT:
        name_expert(world, game, chance, number)
    elif kind == GRENADIER:
        give_grenade(world, game, chance, number)


@rule
def say(world: World, game: Game, chance: Chance, team: int, word: int) -> None:
    """A word, as the open decision means it."""
    kind = game.decision
    if kind == ACT:
        end_phase(world, game, chance)
    elif kind == VOLLEY:
        roll_volley(world, game, chance)
        game.decision = RESOLVING
    elif kind == REACT:
        note(chance, events.LET_PASS, who=game.asked, whom=game.actor)
        after_move(world, game, chance, game.asked % STRIDE + 1)
    elif kind == CHARGER:
        note(chance, events.CHARGE_CLOSED, who=TEAM_SUBJECT + team)
        begin_shoot_out(game, chance)
        shoot_out(world, game, chance)
    elif kind == GRENADE:
        game.kind = SMOKE if word == TAKE_SMOKE else PAINT
        game.decision = GRENADIER
        note(chance, events.GRENADE_TAKEN, who=TEAM_SUBJECT + team, value=game.kind)
    elif word == TAKE_SOFT or word == TAKE_SOFT + 1:
        take_piece(game, chance, SOFT_PIECE if word == TAKE_SOFT else HARD_PIECE)
    else:
        first = word == FIRST_PHASE
        note(chance, events.FIRST_CHOSEN, who=TEAM_SUBJECT + team, value=1 if first else 2)
        begin_phase(game, chance, 1, team if first else 1 - team)
