"""Is every agent legal wherever it decides, the same again with the same seed, and the bots better than chance?"""

import subprocess
import sys

import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.observation import Encoding
from paintball_env.scenario import Scenario, presets
from paintball_env.view import View
from tabletop.agents.base import Agent, Batched
from tabletop.agents.batch_player import BatchPlayer
from tabletop.agents.registry import opponents
from tabletop.rate.matches import match
from tests import refuses
from tests.agents.held import make

SMALL = [name for name in presets() if not name.startswith("battle")]
BOTS = opponents(PAINTBALL)  # those that need no file
CTF = "capture-the-flag-basic-drawn"


def same(one, other):
    return all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in ("score", "ending", "turns", "decisions")
    )


@pytest.mark.parametrize("preset", [*SMALL, pytest.param("battle-12", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.slow
def test_legal_and_deterministic_over_whole_games(name, preset):
    scenario = Scenario.load(preset)
    # The match stops at the first illegal action.
    pairs = 4 if preset in SMALL else 1
    first, again = (match.play(make(name), make("random"), scenario, pairs, seed=5) for _ in range(2))
    assert same(first, again)
    assert (first.decisions > 0).all()


def test_each_kind_of_decision_comes_up():
    seen = set()
    for preset in ("capture-the-flag", "reverse-flag"):
        for seed in range(6):
            game, agents = Game(preset, seed=seed), [make("hunter"), make("random")]
            while not game.over:
                seen.add(game.decision)
                view = View(game.scenario, game.games, game.legal_mask())
                game.step(agents[game.decider].act(view))
    assert {"piece", "cover-hex", "deploy", "carrier", "grenade", "act", "volley", "react", "throw"} <= seen


@pytest.mark.parametrize("preset", ["capture-the-flag-basic-drawn", "reverse-flag", "single-flag-basic"])
def test_hunter_beats_random(preset):
    rating = match.play(make("hunter"), make("random"), Scenario.load(preset), 50, seed=3).rating()
    assert rating.low > 0.85


def test_noise_is_the_seeds_and_not_the_dices():
    scenario = Scenario.load(CTF)
    game = Game(scenario, seed=1)
    answers = set()
    for seed in range(20):
        agent = make("random")
        agent.reset(seed)
        one = agent.act(View(scenario, game.games, game.legal_mask()))
        other_dice = game.clone(seed=99)
        agent.reset(seed)
        assert agent.act(View(scenario, other_dice.games, other_dice.legal_mask())) == one
        answers.add(one)
    assert len(answers) > 3


def test_traits_change_play():
    scenario = Scenario.load(CTF)
    bold, careful = (
        match.play(make(f"hunter:caution={caution}"), make("random"), scenario, 10) for caution in ("0", "6")
    )
    assert not same(bold, careful)
    refuses(ValueError, "caution=-1:", make, "hunter:caution=-1")


class OneByOne:
    """An agent that is asked game by game."""

    name = "one by one"

    def prepare(self, scenario):
        pass

    def reset(self, seed):
        self.seed = seed

    def act(self, view):
        return sorted(view.legal.values())[self.seed % len(view.legal)]


def test_agents_of_both_forms_play_each_other():
    assert isinstance(OneByOne(), Agent) and isinstance(make("random"), Agent)
    assert not isinstance(OneByOne(), Batched)
    results = match.play(OneByOne(), make("hunter"), Scenario.load(CTF), 2)
    assert results.score.shape == (2, 2)


def test_an_illegal_answer_is_blamed_on_its_agent():
    class Wrong(OneByOne):
        name = "wrong"

        def act(self, view):
            return int(np.flatnonzero(view.mask == 0)[0])

    with pytest.raises(match.AgentError, match=r"action \d+ \([RB]1 .*\)"):
        match.play(Wrong(), make("random"), Scenario.load(CTF), 1)


def test_view_answers_plain_questions():
    scenario = Scenario.load(CTF)
    position = (
        "turn=1 phase=1 acting=red second=red to=red:act R1=c3 R2=b3,sentry B1=c5 B2=c7 "
        "M1=c2 M2=c6 flag.red=b1 flag.blue=R1"
    )
    game = Game(scenario, start=position)
    view = View(scenario, game.games, game.legal_mask())
    assert view.team == 0 and set(view.legal) == set(game.legal_actions())
    first, second = view.figures(0)
    assert (first.name, first.hex, first.carries, first.sentry) == ("R1", "c3", True, False)
    assert (second.name, second.sentry, second.carries) == ("R2", True, False)
    assert view.distance("c3", "c5") == 2 and view.in_line("c3", "c5")
    assert view.chance_to_hit("c3", "c5") == pytest.approx(4 / 6)
    assert view.chance_to_hit("c3", "c5", aimed=True) == pytest.approx(5 / 6)
    # A third saves it, a half passes the check, for a Marshal is near.
    assert view.chance_to_put_out("c3", "c5") == pytest.approx(4 / 6 * 4 / 6 * 1 / 2)
    assert view.observation.shape == (Encoding(scenario).size,) and view.observation[0] > 0
    assert int(view.games["dice"]["seed"][0]) == 0
    refuses(ValueError, "no hex z9", view.distance, "z9", "c3")


def test_tables_of_chances_say_what_single_questions_do():
    position = (
        "turn=2 phase=1 acting=red second=red score=4,3 to=red:act R1=c3 R2=b3,sentry R3=c4 B1=c5 B2=c7,suppressed "
        "B3=d6 M1=c2 M2=c6 soft=c5,d4 hard=b5/W smoke=c6 flag.red=b1 flag.blue=R1"
    )
    scenario = Scenario.load("capture-the-flag")
    game = Game(scenario, start=position)
    view, names = View(scenario, game.games, game.legal_mask()), scenario.board_map.names
    for aimed in (False, True):
        tables = view.chance_tables(aimed)
        assert all(table.shape == (26, 26) and table.min() >= 0 and 0.05 < table.max() <= 1 for table in tables)
        for i, here in enumerate(names):
            for j, there in enumerate(names):
                told = [table[i, j] for table in tables]
                single = view.chance_to_hit(here, there, aimed), view.chance_to_put_out(here, there, aimed)
                assert told == [*single, view.chance_to_suppress(here, there)]


def test_agents_and_matches_work_without_torch():
    code = """
import sys
sys.modules["torch"] = None
import tabletop.front.commands.match
from paintball_env.definition import PAINTBALL
from tabletop.agents import registry, trained
from tabletop.rate.matches import match, rating, results_table, single
registry.make("hunter", PAINTBALL); registry.make("random", PAINTBALL)
assert not {"torch", "stable_baselines3"} & {name for name, module in sys.modules.items() if module}
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_player_is_not_asked_for_no_rows():
    class Never(OneByOne):
        def act(self, view):
            raise AssertionError

    nothing = np.zeros(0, np.int64)
    BatchPlayer(Never(), Scenario.load(CTF)).decide(None, None, nothing, None, None, None)
