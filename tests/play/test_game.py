"""Does the façade refuse what can't be, in one line, and never hang?"""

import pickle

import pytest

from paintball_env.game import Game
from paintball_env.scenario import Scenario
from tests import refuses

H = "turn=2 phase=1 acting=red second=blue score=6,1"

NOTHING_LEGAL = {
    "a charger whose ways are closed": "to=red:step actor=R1 place=c4 count=1 R1=c2 B1=c4,suppressed B2=c3 B3=b3 B4=d3",
}


@pytest.mark.parametrize("case", NOTHING_LEGAL)
def test_a_position_that_leaves_nothing_to_do_is_refused(case: str) -> None:
    refuses(ValueError, "^actor=R1: .*CH2", Game, "capture-the-flag", start=f"{H} {NOTHING_LEGAL[case]}")


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("turn=0 acting=red second=red R9=c2", "R9=c2: Red has 6 figures"),
        ("turn=0 acting=red second=red R1=z2", "R1=z2: there is no hex z2 on this board"),
        (f"{H} used=1,0 over=red:eliminated R1=c2", "the game is over in this position"),
    ],
)
def test_a_start_that_is_no_position_of_the_scenario_is_refused_by_name(start: str, message: str) -> None:
    head = 'name = "own"\nmap = "hexon26"\nobjective = "elimination"\nsetup = "fixed"\n'
    with pytest.raises(ValueError) as error:
        Game(Scenario.parse(f'{head}start = "{start}"'))
    assert str(error.value) == f"own: start: {message}"


def test_a_game_is_pickled_during_play_and_goes_on_alike() -> None:
    game = Game("capture-the-flag-basic-drawn", seed=3)
    game.step(game.legal_indices()[0])
    other = pickle.loads(pickle.dumps(game))
    assert other.definition is game.definition
    for each in (game, other):
        for _ in range(20):
            each.step(each.legal_indices()[-1])
    assert other.games.tobytes() == game.games.tobytes()
