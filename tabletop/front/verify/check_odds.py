"""What can be wrong with the results of an action: where it halts (`halted`, `go_on`), and its exact odds.

Each function says it in words; empty: nothing is wrong.
"""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import numpy as np

from tabletop.game.chance import TAPE, new_chance
from tabletop.play.game import Game
from tabletop.play.odds import BOUNDARY, Result, TooManyWaysError, outcomes

WAYS = 500  # for the dice to fall, of the actions whose odds are looked at: more take long
AGAIN = 20  # steps by which one is told whose dice no seed determines


def halt_fault(game: Game[Any], action: int, after: Game[Any]) -> str:
    """What is wrong where a step halts, in words: with `go_on` it leads, by the same dice, to where it leads alone.

    Args:
      game: the game before the action; not changed.
      action: a legal one.
      after: the game after it, with the same dice.
    """
    definition, world = game.definition, game.scenario.world
    scrutiny = definition.compiled("scrutiny")
    trials, others, mask = game.games.copy(), game.games.copy(), game.legal_mask()
    chances = new_chance(traced=True)
    wrong = scrutiny.step_in_parts(world, trials, others, chances, action, np.array(definition.halts), TAPE, mask)
    if wrong == scrutiny.NO_REWIND:
        return "`go_on` is to call `rewind` before it draws: it keeps the draws that were noted before"
    if wrong == scrutiny.NO_END:
        return f"after {TAPE} calls of `go_on` action {action} still halts"
    halted = Game.of_record(game.scenario, trials, game.seed)
    if halted.key() == after.key() and np.array_equal(mask, after.legal_mask()):
        return ""
    for _ in range(AGAIN):
        again = game.clone()
        again.step(action)
        if again.key() != after.key():
            return f"action {action} with the same dice leads to another position: it doesn't depend on its seed alone"
    where = "leaves another mask" if halted.key() == after.key() else "leads to another position"
    numbers = f"`decision` is {halted.record.decision}, `halted` {definition.halted}"
    return f"action {action}, halted and gone on with where it can be, {where} than without halts ({numbers})"


def odds_fault(game: Game[Any], action: int, seed: int) -> str:
    """What is wrong with an action's exact odds, in words, if they aren't too many.

    Args:
      game: the game before the action; not changed.
      action: a legal one.
      seed: of the dice with which it is played beside.
    """
    try:
        results = outcomes(game, action, WAYS)
    except TooManyWaysError:  # no fault by itself
        return ""
    if (total := sum(result.probability for result in results)) != 1:
        return f"the probabilities of the results of action {action} sum to {total}, not to 1"
    for result in results:
        reached = Game.of_record(game.scenario, result.game)
        if not reached.over and len(reached.legal_indices()) < 2:
            return f"a result of action {action} is neither the end nor a choice: {result.position}"
    played = game.clone(seed=seed)
    played.step(action)
    if (position := played.position()) not in {result.position for result in results}:
        words = f"isn't among the {len(results)} results of its exact odds"
        return f"action {action} leads to a position that {words}: {position}"
    return boundary_fault(game, action, results) if game.definition.boundaries else ""


def boundary_fault(game: Game[Any], action: int, results: list[Result]) -> str:
    """What is wrong where an action's odds end at a boundary: from there on they lead to the same `results`."""
    definition, scenario = game.definition, game.scenario
    odds: dict[str, Fraction] = defaultdict(Fraction)
    try:
        for reached in outcomes(game, action, WAYS, BOUNDARY):
            halted = Game.of_record(scenario, reached.game)
            if halted.record.decision not in definition.boundaries:
                odds[reached.position] += reached.probability
                continue
            again = Game.of_record(scenario, definition.parse_position(scenario, reached.position))
            if again.key() != halted.key():
                return f"the text of a boundary doesn't say all of it: {reached.position}, read {again.position()}"
            rest = outcomes(halted, None, WAYS)
            for result in rest:
                odds[result.position] += reached.probability * result.probability
            if Game(scenario, start=reached.position).position() not in {result.position for result in rest}:
                return f"a game that begins at the boundary {reached.position} doesn't go on as `go_on` does"
    except TooManyWaysError:
        return ""
    if odds != {result.position: result.probability for result in results}:
        return f"the odds of action {action}, over its boundaries, are others than without them"
    return ""
