"""The game: one action, and on to the next decision."""

from paintball_env.rules import events
from paintball_env.rules.actions import apply, is_legal
from paintball_env.rules.acts import resolve
from paintball_env.rules.dice import SETUP_LOT, TEAM_SUBJECT
from paintball_env.rules.legal import legal_actions
from paintball_env.rules.setup import begin_setup, roll_off
from paintball_env.rules.state import OVER, RESOLVING, RUNNING, Chance, Game, World
from paintball_env.rules.turns import begin_turn, stands
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


@rule(shared=True)
def go_on(world: World, game: Game, chance: Chance, mask: Int8) -> int:
    """Go on where a game has halted in the middle of a volley: one more hit, then `settle`."""
    rewind(chance)
    resolve(world, game, chance)
    return settle(world, game, chance, mask)
