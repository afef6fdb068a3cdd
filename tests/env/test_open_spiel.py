"""Chance nodes, and OpenSpiel's game on them: are they the engine's games and odds, and do its algorithms agree?

What needs OpenSpiel is skipped where it isn't installed; the tree itself is checked without it.
"""

import importlib
import pickle
import random
import subprocess
import sys
from fractions import Fraction
from urllib.parse import quote

import numpy as np
import pytest

from paintball_env import open_spiel_game
from paintball_env.scenario import Scenario
from tabletop.env.chance_nodes import Draws, GameTree
from tabletop.game.draws import result_of
from tabletop.play.game import Game
from tabletop.play.odds import draw_odds, outcomes
from tests import refuses
from tests.any_game.games import GAMES, QUICK, ROOT, SHORTEST, any_game
from tests.any_game.pig import PIG
from tests.any_game.pig_names import variant

# Two against two, who can only shoot.
SCENARIO = """
name = "duel"
objective = "elimination"
setup = "fixed"
map = '''
    . . .
   R . . B
    . . .
'''
start = "{}"
[red]
figures = 2
[blue]
figures = 2
[rules]
max_turns = 2
activation = "one_at_a_time"
points = 1
move_cost = 9
aim_cost = 9
sentry_cost = 9
reload_cost = 9
check = []
"""
DUEL = Scenario.parse(
    SCENARIO.format(
        "turn=2 phase=1 acting=red second=blue score=2,2 to=red:act R1=a1 R2=b2 B1=a3,jammed B2=b3 M1=c1 M2=c2"
    )
)
# From turn 1 over the command dice into turn 2, the last.
TWO_TURNS = Scenario.parse(
    SCENARIO.format(
        "turn=1 phase=2 acting=red second=red to=red:act R1=a1,jammed R2=b2 B1=b3,jammed B2=a3,jammed M1=c1 M2=c2"
    )
)
SHORT = PIG.load("short-pig")
SHORT_START = "turn=6 to=first:roll-or-hold first=first pot=3 score=6,8"
ENDGAMES = {
    "pig": (SHORT, SHORT_START),
    "paintball": (DUEL, None),
}


@pytest.fixture
def spiel():
    """OpenSpiel's game of a scenario of any game."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    from tabletop.env.open_spiel import OpenSpielGame

    return OpenSpielGame


@pytest.fixture
def registered(spiel):
    """OpenSpiel's `load_game`, which knows the games of `GAMES`."""
    import pyspiel

    from tabletop.env.open_spiel import register

    for game in GAMES:
        register(game)
    return pyspiel.load_game


def tree_of(scenario, start=None, limit=1000):
    return GameTree(scenario, start, None, limit)


def backward_induction(scenario):
    """The value to team 0 of every position that can come up, by its text, from `outcomes` alone."""
    values = {}

    def value(game):
        text = game.position()
        if text not in values:
            if outcome := game.outcome():
                values[text] = {0: 1.0, 1: -1.0, -1: 0.0}[outcome.winner]
            else:
                best = max if game.decider == 0 else min
                values[text] = best(
                    sum(
                        float(one.probability) * value(Game.of_record(scenario, one.game))
                        for one in outcomes(game, action)
                    )
                    for action in game.legal_indices()
                )
        return values[text]

    root = value(Game(scenario))
    return root, values


def spread(tree, node, reached=1.0):
    """The probability of each decision or end that follows from a chance node, by its text."""
    if not node.chances:
        return {tree.text(node): reached}
    ends = {}
    for number, probability in enumerate(node.chances):
        for text, share in spread(tree, tree.after(node, number), reached * probability).items():
            ends[text] = ends.get(text, 0.0) + share
    return ends


@pytest.mark.parametrize("name", ENDGAMES)
@pytest.mark.parametrize("limit", [0, 3, 1000])
def test_what_follows_an_action_is_what_the_odds_say(name, limit):
    scenario, start = ENDGAMES[name]
    tree = tree_of(scenario, start, limit)
    game = Game(scenario, start=start)
    assert tree.text(tree.root) == game.position() and list(tree.root.legal) == game.legal_indices()
    assert tree.root.decider == game.decider
    several = 0
    for action in tree.root.legal:
        node = tree.after(tree.root, action)
        results = outcomes(game, action)
        assert spread(tree, node) == pytest.approx({one.position: float(one.probability) for one in results}, abs=1e-12)
        if node.chances:
            several += 1
            assert isinstance(node.behind, Draws) == (limit < 1000) or len(results) <= limit
            assert sum(node.chances) == pytest.approx(1) and len(node.chances) <= tree.most_outcomes
    assert several > 1


def test_an_action_with_one_result_has_no_chance_node():
    tree = tree_of(SHORT, SHORT_START)
    held = tree.after(tree.root, 2)
    assert not held.chances and held.decider == 1 and "score=9,8" in tree.text(held)
    for limit in (0, 1000):
        assert not tree_of(SHORT, SHORT_START, limit).after(tree.root, 2).chances


@pytest.mark.parametrize("limit", [0, 30])
@pytest.mark.parametrize("name", ["pig", "paintball"])
def test_a_line_of_the_tree_is_a_game_with_these_draws(name, limit):
    scenario = SHORT if name == "pig" else Scenario.load("capture-the-flag-basic-drawn")
    tree, rng = tree_of(scenario, limit=limit), random.Random(4)
    node = tree.root
    assert node.chances and isinstance(node.behind, Draws) and node.decider == -1 and not node.over
    game, before = None, []
    for _ in range(60):
        if node.over:
            break
        if node.legal and game is None:
            game = Game(scenario, results=before)
        if node.legal:
            assert game.position() == tree.text(node) and game.legal_indices() == list(node.legal)
            action = rng.choice(node.legal)
            start, game_before, before = node, game, []
            node = tree.after(node, action)
            if not node.chances:
                (only,) = outcomes(game_before, action)
                game = Game.of_record(scenario, only.game)
            continue
        number = rng.randrange(len(node.chances))
        if isinstance(node.behind, Draws):
            value = node.behind.values[number]
            before.append(result_of(node.behind.classes, value, tree.definition))
            drawn, node = node, tree.after(node, number)
            if not node.chances and game is not None:
                assert tree.text(node) in spread(tree, drawn)
                game = Game.of_record(scenario, node.games)
        else:
            results = outcomes(Game.of_record(scenario, start.games), action, limit)
            assert [float(one.probability) for one in results] == list(node.chances)
            node = tree.after(node, number)
            game = Game.of_record(scenario, results[number].game)
    assert game is not None


def test_odds_of_draws():
    assert draw_odds(PIG, 2) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert draw_odds(PIG, 123456) == {face: Fraction(1, 6) for face in range(1, 7)}
    assert draw_odds(PIG, 122333) == {1: Fraction(1, 6), 2: Fraction(1, 3), 4: Fraction(1, 2)}
    assert draw_odds(PIG, 1000)[7] == Fraction(1, 6) and sum(draw_odds(PIG, 1000).values()) == 1
    # A shoot-out of one against one: ties to the charger, who wins 21 of 36 (CH3).
    assert draw_odds(DUEL.game, 2000 + 32 + 1) == {1: Fraction(21, 36), 32: Fraction(15, 36)}


def test_misuse_is_refused():
    for limit in (-1, 1.5):
        refuses(ValueError, "a whole number, at least", tree_of, SHORT, limit=limit)
    refuses(ValueError, "no key=value: 'nowhere'", tree_of, SHORT, "nowhere")
    refuses(ValueError, "no decision is open", tree_of, SHORT, "turn=6 over=draw:turns first=first pot=0 score=6,8")
    tree = tree_of(SHORT, SHORT_START)
    refuses(ValueError, "action 3: legal are 0 1 2", tree.after, tree.root, 3)
    refuses(ValueError, "outcome 99", lambda: tree.after(tree.after(tree.root, 0), 99))


def test_where_open_spiel_is_missing_a_line_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "tabletop.env.open_spiel", raising=False)
    refuses(ImportError, r"paintball-mini\[bench\]", open_spiel_game)


# What follows needs OpenSpiel.


@pytest.mark.parametrize("limit", [0, 1000])
def test_open_spiels_own_check_of_games(spiel, limit, capfd):
    import pyspiel

    pyspiel.random_sim_test(spiel(SHORT, limit=limit), 2, False, False)
    pyspiel.random_sim_test(spiel(DUEL, limit=limit), 1, False, False)


def test_open_spiels_own_check_of_a_preset(spiel, capfd):
    import pyspiel

    pyspiel.random_sim_test(open_spiel_game("capture-the-flag-basic-drawn", limit=0), 1, False, False)


def test_states(spiel):
    import pyspiel

    game = open_spiel_game("capture-the-flag-basic-drawn", encoding="vector")
    state = game.new_initial_state()
    assert state.is_chance_node() and state.current_player() == pyspiel.PlayerId.CHANCE
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["roll-off=1/2", "roll-off=2/2"]
    assert not np.any(state.observation_tensor(0))
    while state.is_chance_node():
        (first, _), *_ = state.chance_outcomes()
        state.apply_action(first)
    # The decision's game is the engine's own, seen by both players.
    ours = Game(game.scenario, start=state.position)
    assert str(state) == state.position == ours.position() == state.observation_string(0)
    assert state.current_player() == ours.decider and state.legal_actions() == ours.legal_indices()
    assert state.action_to_string(state.legal_actions()[0]) == ours.legal_actions()[0]
    assert game.observation_tensor_shape() == list(game.tree.encoding.shape)
    tensors = [np.array(state.observation_tensor(team), np.float32) for team in range(2)]
    assert np.any(tensors[0]) and np.any(tensors[0] != tensors[1])
    # A clone goes its own way; a state comes back from its history.
    other = state.clone()
    other.apply_action(other.legal_actions()[-1])
    assert str(other) != str(state) == ours.position()
    assert str(game.deserialize_state(other.serialize())) == str(other)
    assert not state.is_terminal() and state.returns() == [0.0, 0.0]
    refuses(ValueError, "observation parameters", game.make_py_observer, params={"x": 1})


def test_scenarios_and_arguments_are_read_as_everywhere(spiel):
    refuses(ValueError, "not of PaintBall", open_spiel_game, SHORT)
    refuses(ValueError, "encoding", open_spiel_game, DUEL, encoding="none")
    refuses(ValueError, "max_game_length 0", open_spiel_game, DUEL, max_game_length=0)
    refuses(ValueError, "scenario 'pig':", spiel, "pig")


def string_of(game, presets=QUICK):
    return f"python_{game.name}(scenario={presets.get(game.name, 'short-pig')})"


@pytest.mark.parametrize("package", ["paintball_env", "octagon_ball"])
def test_a_module_of_each_package_registers_its_game(spiel, package):
    import pyspiel

    name = importlib.import_module(f"{package}.open_spiel").NAME
    usual = importlib.import_module(package).open_spiel_game()
    assert str(pyspiel.load_game(name)) == str(usual) == f"{name}()" and name in pyspiel.registered_names()


@any_game
def test_a_registered_game_is_loaded_stored_and_checked_with_its_states(registered, game, capfd):
    import pyspiel

    loaded = registered(string_of(game))
    assert str(loaded) == string_of(game) and loaded.get_type().short_name == f"python_{game.name}"
    assert str(pyspiel.deserialize_game(loaded.serialize())) == str(pickle.loads(pickle.dumps(loaded))) == str(loaded)
    if game is PIG:  # a whole game with all states stored
        pyspiel.random_sim_test(loaded, 1, True, False)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES[:2], ids=lambda game: game.name)
def test_open_spiels_own_check_with_stored_states(registered, game, capfd):
    import pyspiel

    pyspiel.random_sim_test(registered(string_of(game)), 1, True, False)


@pytest.mark.parametrize("limit", [0, 1000])
@any_game
def test_a_state_comes_back_in_the_middle_of_a_game_and_between_dice(registered, game, limit):
    import pyspiel

    loaded = registered(string_of(game)[:-1] + f",limit={limit})")
    state, rng, kinds = loaded.new_initial_state(), random.Random(2), set()
    for step in range(60):
        if state.is_terminal():
            break
        if (state.is_chance_node() not in kinds) or step % 20 == 0:
            kinds.add(state.is_chance_node())
            there, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))
            assert str(there) == str(loaded)
            for other in (again, loaded.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))):
                assert str(other) == str(state) and other.history() == state.history()
                assert other.current_player() == state.current_player()
                assert other.legal_actions() == state.legal_actions()
                action = rng.choice(state.legal_actions())
                other.apply_action(action)
                assert str(other) == str(state.child(action))
        state.apply_action(rng.choice(state.legal_actions()))
    assert kinds == {True, False}


def test_a_stored_state_does_not_hold_the_board(registered):
    state = registered(string_of(GAMES[0])).new_initial_state()
    assert len(state.serialize()) < state.tree.scenario.world.nbytes / 2
    one, other = (state.get_game().deserialize_state(state.serialize()) for _ in range(2))
    assert one.tree is other.tree


def test_a_game_string_says_all_arguments(registered):
    # A scenario of one's own and a position: their texts have commas and equals signs.
    game = open_spiel_game(TWO_TURNS, start=TWO_TURNS.start + " ", limit=7, max_game_length=50)
    again = registered(str(game))
    assert str(again) == str(game) and again.scenario == TWO_TURNS and again.max_game_length() == 50
    assert again.tree.limit == 7 and str(again.new_initial_state()) == str(game.new_initial_state())
    assert str(open_spiel_game("capture-the-flag")) == "python_paintball()"
    planes = registered("python_paintball(encoding=planes)")
    assert planes.observation_tensor_shape() == list(planes.tree.encoding.shape) and "planes" in str(planes)
    named = registered("python_paintball", {"scenario": "reverse-flag"})
    assert named.scenario.name == "reverse-flag"


def test_a_scenarios_file_is_named_by_its_path_and_stored_whole(registered, tmp_path):
    path = tmp_path / "two turns, own.toml"
    path.write_text(SCENARIO.format(DUEL.start))
    loaded = registered(f"python_paintball(scenario={quote(str(path))})")
    path.unlink()
    assert registered(str(loaded)).scenario == DUEL


def test_a_game_string_that_cannot_be_is_refused(registered, capfd):
    import pyspiel

    for text, words in (("scenario=chess", "no scenario 'chess'"), ("start=x", "x"), ("encoding=x", "encoding 'x'")):
        refuses(ValueError, words, registered, f"python_paintball({text})")
    for text in ("limit=x", "luck=1"):
        refuses(pyspiel.SpielError, text.split("=")[0], registered, f"python_paintball({text})")


def test_a_game_that_is_registered_again_takes_the_place_of_the_earlier_one(registered):
    from tabletop.env.open_spiel import register

    assert registered("python_pig(scenario=pig)").scenario == PIG.load("pig")
    try:
        assert register(variant(type("Newer", (type(PIG),), {"load": lambda self, name: SHORT}))) == "python_pig"
        assert registered("python_pig(scenario=pig)").scenario is SHORT
    finally:
        register(PIG)


@any_game
def test_open_spiels_playthroughs(registered, game):
    from absl import flags

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["test"])
    from open_spiel.python.algorithms import generate_playthrough

    text = str(open_spiel_game(DUEL)) if game.name == "paintball" else string_of(game, SHORTEST)
    lines = generate_playthrough.playthrough_lines(text, seed=3)
    assert lines[0] == f"game: {text}" and f'GameType.short_name = "python_{game.name}"' in lines
    assert "IsChanceNode() = True" in lines and any(line.startswith("ObservationTensor(1)") for line in lines)
    # What a player knows is the whole history; played again by the actions in it, it comes out the same.
    assert any(line.startswith('InformationStateString(0) = "') and "," in line for line in lines)
    if game.name != "octagon":
        again = generate_playthrough.playthrough_lines(**generate_playthrough._playthrough_params(lines))
        assert again == lines


def test_a_process_that_has_registered_games_ends_without_a_fault(spiel):
    script = "import pyspiel, paintball_env.open_spiel; pyspiel.load_game('python_paintball').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_open_spiels_search_plays(spiel):
    from open_spiel.python.algorithms import mcts

    # 5 in the pot and 8 on the score make the 12 that win.
    start = "turn=6 to=second:roll-or-hold first=first pot=5 score=6,8"
    game = spiel(SHORT, start=start)
    rng = np.random.RandomState(3)
    bot = mcts.MCTSBot(game, 2, 60, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    assert state.current_player() == 1 and state.action_to_string(bot.step(state)) == "hold"
    duel = spiel(DUEL, limit=0).new_initial_state()
    assert mcts.MCTSBot(spiel(DUEL, limit=0), 2, 6, mcts.RandomRolloutEvaluator(1, rng), random_state=rng).step(
        duel
    ) in (duel.legal_actions())


# Pig has no end of positions: who rolls on and on has any number of points in the pot.
@pytest.mark.parametrize("scenario", [DUEL, TWO_TURNS], ids=["one turn", "two turns"])
@pytest.mark.slow
def test_value_iteration_gives_the_values_of_backward_induction(spiel, scenario):
    pytest.importorskip("cvxpy", reason="OpenSpiel's value iteration imports cvxpy: pip install cvxpy")
    from open_spiel.python.algorithms.value_iteration import value_iteration

    game = spiel(scenario, limit=1000)
    root, values = backward_induction(scenario)
    assert -1 < root < 1 and root != 0
    # States are known by their text; with `cyclic_game` none is looked behind twice.
    solved = value_iteration(game, -1, 1e-12, cyclic_game=True)
    assert solved.keys() == values.keys()
    assert solved == pytest.approx(values, abs=1e-9)
    assert solved[str(game.new_initial_state())] == pytest.approx(root, abs=1e-9)
