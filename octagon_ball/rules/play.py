"""The game: one action, what it sets going, and on to the next decision. The table of contents of the rules."""

import numpy as np

from octagon_ball.rules import events
from octagon_ball.rules.actions import apply, is_legal, legal_actions
from octagon_ball.rules.setup import begin_match
from octagon_ball.rules.state import OVER, RUNNING, TEAM_SUBJECT, Chance, Game, World
from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule
from tabletop.game.chance import note, rewind


@rule(shared=True)
def begin(world: World, game: Game, chance: Chance, seed: np.uint64, mask: Int8) -> int:
    """From a start record, or a position, to the first decision; the number of legal actions."""
    game.dice.seed = seed
    game.dice.rolled[:] = 0
    rewind(chance)
    if game.turn == 0 and game.decision == OVER and game.ending == RUNNING:
        begin_match(world, game, chance)
    return settle(world, game, chance, mask)


@rule(shared=True)
def step(world: World, game: Game, chance: Chance, action: int, mask: Int8) -> int:
    """Carry out a legal action up to the next decision, 1; an illegal one changes nothing, 0."""
    if not is_legal(world, game, action):
        return 0
    rewind(chance)
    note(chance, events.CHOSEN, who=TEAM_SUBJECT + game.decider, value=action)
    apply(world, game, chance, action)
    settle(world, game, chance, mask)
    return 1


@rule(shared=True)
def go_on(world: World, game: Game, chance: Chance, mask: Int8) -> int:
    """An action is never parted: the number of legal actions."""
    return settle(world, game, chance, mask)


@rule(shared=True)
def settle(world: World, game: Game, chance: Chance, mask: Int8) -> int:
    """W4, AP4: take forced decisions until a team has a choice; the number of legal actions, 0: the match is over."""
    while game.decision != OVER:
        number = legal_actions(world, game, mask)
        if number != 1:
            return number  # 0: never in play; a position that somebody wrote may ask for what can't be done
        for action in range(mask.shape[0]):
            if mask[action] == 1:
                note(chance, events.FORCED, who=TEAM_SUBJECT + game.decider, value=action)
                apply(world, game, chance, action)
                break
    mask[:] = 0
    return 0
