"""Is every reason for a refusal met and put into words, and are hand-made masks what the table of actions makes?"""

import numpy as np
import pytest

from paintball_env.refusal import why_not
from paintball_env.rules import reasons, state
from paintball_env.rules.actions import fill_mask, no_action
from paintball_env.rules.legal import legal_actions
from tabletop.game.action_table import ALLOWED
from tests.paintball.fights import play_random
from tests.paintball.positions import random_position
from tests.paintball.rules.conftest import scenario_of

SCENARIOS = (
    "capture-the-flag",
    "reverse-flag?activation=one_at_a_time&enter_defended=false&sentry_in_base=true",
    "battle-12-drawn?works_team=1&enter_defended=false",
    "capture-the-flag-basic",
)
OPEN = "turn=2 phase=1 acting=red second=blue score=6,6 B1=c5,suppressed M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
RARE = (  # nobody charges yet; hard cover before somebody impotent
    f"{OPEN} to=red:charger place=c5 R1=c4 R2=d4",
    f"{OPEN} to=red:act R1=c4 hard=c5/W",
)
OTHERS = (state.PICK, state.THROW, state.SCATTER, state.CHARGE, state.CHARGER, state.STEP, state.CASUALTY)


def positions(name, seed, fights):
    """Records of positions that are made, with much in them, and of random play."""
    scenario, rng = scenario_of(name), np.random.default_rng(seed)
    for number in range(fights):
        for kind in (state.ACT, state.VOLLEY, *OTHERS):
            if number < 2 or kind not in OTHERS:
                yield scenario, random_position(scenario, kind, number % 2, rng)
    if name == "capture-the-flag":
        for text in RARE:
            yield scenario, scenario.game.parse_position(scenario, text)
    for step, game in enumerate(play_random(scenario, 3, most=300)):
        if not game.over and (game.turn == 0 or step % 9 == 0):
            yield scenario, game.games


@pytest.mark.parametrize("name", SCENARIOS)
def test_masks_by_hand_are_those_of_the_table(name):
    for scenario, games in positions(name, 8, 4):
        world, game = scenario.world[0], games[0]
        ours, made = np.zeros((2, scenario.actions), np.int8)
        assert legal_actions(world, game, ours) == fill_mask(world, game, made) == ours.sum()
        forbidden = [no_action(world, game, action) for action in range(scenario.actions)]
        assert ours.tolist() == made.tolist() == [int(reason == ALLOWED) for reason in forbidden]


def test_every_reason_is_met_and_has_its_words_filled_in():
    met = set()
    for name in SCENARIOS:
        for scenario, games in positions(name, 5, 8):
            for action in range(scenario.actions):
                reason = int(no_action(scenario.world[0], games[0], action))
                if reason != ALLOWED:
                    met.add(reason)
                    words = why_not(scenario, games, action)
                    assert words and not set("{}\n") & set(words)
                    rule, colon, _ = reasons.WORDS.get(reason, "").partition(": ")
                    assert not colon or words.startswith((f"{rule}: ", "SN6: "))
    never = reasons.NO_PIECE  # forced: who has one kind of piece is never asked
    assert set(reasons.WORDS) - met == {never, reasons.NO_STAND, reasons.NO_PLACE_TO_GO, reasons.NO_HEADING}
