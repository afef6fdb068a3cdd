"""The engine's loop: one action, what it sets going, forced decisions, and on to the next decision.

`rules` is a module of the game's own, which has, beside `legal_actions` and `is_legal`,

    start(world, game, chance)            what comes before the first decision, from a start record
    apply(world, game, chance, action)    a legal action
    CHOSEN, FORCED, TEAM_SUBJECT          numbers of events that are noted of actions; the subject of team 0

and, if it needs them,

    run(world, game, chance)              the engine's own next piece: where nobody decides in a game that isn't over,
                                          and where the game has halted. It has to lead on.
    HALTED                                the kind of decision in a record that has halted in the middle of an action
    BOUNDARY                              likewise, at a place in the game that people know (`boundaries`)
    BOUNDARIES                            how many such kinds there are, with consecutive numbers; 1
    by_lot(world, game, chance, number)   which of so many legal actions, from 0, is drawn for the team that decides;
                                          NONE: it decides itself
    DRAWN                                 the number of the event that is noted of an action drawn so

At the end of that module, `instantiate("tabletop.game.templates.engine", __name__)` (`tabletop.compiled.compiling`)
makes `begin`, `step`, `take` and `go_on`, kernels of the game.
"""

from typing import Any

import numpy as np

from tabletop.compiled.compiling import jitable, rule
from tabletop.game.arrays import Mask
from tabletop.game.chance import note, rewind
from tabletop.game.header import HALTS_NEVER, NONE, OVER, RUNNING, Record

rules: Any  # the module described above, put in before this file is run


@rule
def _no_piece(world: Record, game: Record, chance: Record) -> None:
    """A game that goes on by actions alone."""


@rule
def _no_lot(world: Record, game: Record, chance: Record, number: int) -> int:
    """A game in which teams decide everything themselves."""
    return NONE


start, apply, legal_actions, is_legal = rules.start, rules.apply, rules.legal_actions, rules.is_legal
run, by_lot = getattr(rules, "run", _no_piece), getattr(rules, "by_lot", _no_lot)
RUNS, HALTED = int(run is not _no_piece), getattr(rules, "HALTED", HALTS_NEVER)
BOUNDARY, BOUNDARIES = getattr(rules, "BOUNDARY", HALTS_NEVER), getattr(rules, "BOUNDARIES", 1)
CHOSEN, FORCED, TEAM_SUBJECT = rules.CHOSEN, rules.FORCED, rules.TEAM_SUBJECT
DRAWN = getattr(rules, "DRAWN", FORCED)


@jitable
def halts(decision: int) -> bool:
    """Whether the kind of decision is that of a game that has halted."""
    return decision == HALTED or BOUNDARY <= decision < BOUNDARY + BOUNDARIES


@rule(shared=True)
def begin(world: Record, game: Record, chance: Record, seed: np.uint64, mask: Mask) -> int:
    """From a start record, or a position, to the first decision.

    Args:
      world: rules and board.
      game: a copy of the scenario's start record, or of a position.
      chance: dice.
      seed: the game's.
      mask: int8 [A], overwritten with the first decision's legal actions.

    Returns:
      The number of legal actions.
    """
    game.dice.seed = seed
    game.dice.rolled[:] = 0
    rewind(chance)
    if game.turn == 0 and game.decision == OVER and game.ending == RUNNING:
        start(world, game, chance)
    return settle(world, game, chance, mask)


@rule(shared=True)
def step(world: Record, game: Record, chance: Record, action: int, mask: Mask) -> int:
    """Take an action, then go on to the next decision with two or more legal actions, or to the end.

    Args:
      world: rules and board.
      game: changed in place; not a byte of it where the action is illegal.
      chance: dice.
      action: index seen from the deciding team's own side.
      mask: int8 [A], overwritten with the next decision's legal actions; untouched where the action is illegal.

    Returns:
      1, or 0: the action is illegal.
    """
    if not is_legal(world, game, action):
        return 0
    take(world, game, chance, action, mask)
    return 1


@rule(shared=True)
def take(world: Record, game: Record, chance: Record, action: int, mask: Mask) -> None:
    """`step` by an action that is known to be legal, as one chosen from the mask: it isn't asked again."""
    rewind(chance)
    note(chance, CHOSEN, who=TEAM_SUBJECT + game.decider, value=action)
    apply(world, game, chance, action)
    settle(world, game, chance, mask)


@rule(shared=True)
def go_on(world: Record, game: Record, chance: Record, mask: Mask) -> int:
    """Go on where a game has halted in the middle of an action: one more piece, then on as `step`."""
    rewind(chance)
    if halts(game.decision):
        run(world, game, chance)
    return settle(world, game, chance, mask)


@rule(shared=True)
def settle(world: Record, game: Record, chance: Record, mask: Mask) -> int:
    """Take forced decisions, and those that are drawn, until a team has a choice.

    Returns:
      The number of legal actions; 0: the game is over or halts, or a position that somebody wrote asks for what can't
      be done.
    """
    while game.decision != OVER or (RUNS == 1 and game.ending == RUNNING):
        if game.decision == OVER or halts(game.decision):
            if game.decision != OVER and chance.halting == 1:
                break
            run(world, game, chance)
            continue
        number = legal_actions(world, game, mask)
        if number == 0:
            break
        skip = 0
        how = FORCED
        if number > 1:
            skip = by_lot(world, game, chance, number)
            if skip == NONE:
                return number
            how = DRAWN
        for action in range(mask.shape[0]):
            if mask[action] == 1:
                if skip == 0:
                    note(chance, how, who=TEAM_SUBJECT + game.decider, value=action)
                    apply(world, game, chance, action)
                    break
                skip -= 1
    mask[:] = 0
    return 0
