"""Does a bot that fails lose that game and no more, and does a tournament outlive the processes that play it?"""

import sys

import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from tabletop.agents.base import FAULT, Separate
from tabletop.agents.isolation_options import Terms
from tabletop.agents.random_agent import RandomAgent
from tabletop.base.workers.processes import ProcessWorkers
from tabletop.base.workers.tasks import WorkError
from tabletop.game.definition import AgentEntry
from tabletop.rate.matches.faults import games_in_words
from tabletop.rate.matches.match import play_seeds
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.matches.parallel import forget_agents
from tests import refuses
from tests.agents.held import CTF, games, hold, some_games, written
from tests.base.tasks import Dying, Wrong
from tests.called import call


class Clumsy(RandomAgent):
    """Plays like random, but in some games does what it mustn't."""

    raises = False

    def __init__(self):
        super().__init__()
        self.name = "clumsy"

    def decide(self, worlds, games, rows, masks, actions, keys):
        super().decide(worlds, games, rows, masks, actions, keys)
        bad = rows[(games["dice"]["seed"][rows] % np.uint64(3) == 0) & (games["turn"][rows] == 2)]
        if len(bad) and self.raises:
            raise KeyError("no\nidea")
        actions[bad] = -1


@pytest.fixture
def clumsy(monkeypatch):
    monkeypatch.setitem(PAINTBALL.agents, "clumsy", AgentEntry(f"{__name__}:Clumsy", "clumsy"))
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    # As one of ours it sees the seed that it fails by.
    monkeypatch.setattr(Clumsy, "__module__", "paintball_env.bots.clumsy")
    monkeypatch.setitem(sys.modules, "paintball_env.bots.clumsy", sys.modules[__name__])
    forget_agents()
    yield Clumsy
    forget_agents()


PID = """
from tabletop.agents.base import Bot

class Pid(Bot):
    def act(self, view):
        raise RuntimeError("as ever")
"""


@pytest.mark.parametrize("in_process", [False, True])
@pytest.mark.slow
def test_faults_of_two_bots_whose_classes_are_called_alike_are_told_apart_by_the_names_typed(tmp_path, in_process):
    """An old version against a new one: both have the same class, and often the same file's name."""
    names = []
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        names.append(str(written(tmp_path / folder, PID)))
    terms = Terms(in_process=in_process)
    agents = [terms.agent(name, PAINTBALL) for name in names]
    results = play_seeds(*agents, CTF, pair_seeds(5, 2), tolerant=True)
    reasons = results.as_dict()["fault_words"]
    assert {reason["words"].split(": in turn")[0] for reason in reasons} == set(names)
    for agent in agents:
        if isinstance(agent, Separate):
            agent.close()


@pytest.mark.parametrize("raises", [False, True])
def test_a_fault_loses_its_game_and_no_other(clumsy, monkeypatch, raises):
    monkeypatch.setattr(clumsy, "raises", raises)
    pairs = range(12)
    played, fair = some_games("clumsy", "hunter", pairs), some_games("random", "hunter", pairs)
    faulty = [game for game in played if game.fault]
    assert faulty and len(faulty) < len(played)
    for game, other in zip(played, fair, strict=True):
        assert (game.pair, game.side, game.seed) == (other.pair, other.side, other.seed)
        if game.fault is None:
            assert game == other
            continue
        assert int(game.seed) % 3 == 0 and (game.score, game.ending, game.turns) == (0.0, FAULT, 2)
        assert "\n" not in game.fault and game.fault.startswith("clumsy: ")
        words = "KeyError: 'no" if raises else "action -1 (no action) is not legal, in turn 2"
        assert words in game.fault
    # As the second agent it is to blame just the same; and alone as in company.
    turned = some_games("hunter", "clumsy", pairs)
    assert {(g.pair, g.side) for g in turned if g.fault} == {
        (g.pair, "blue" if g.side == "red" else "red") for g in faulty
    }
    assert all(g.score == 1.0 for g in turned if g.fault)
    assert some_games("clumsy", "hunter", [faulty[0].pair]) == [g for g in played if g.pair == faulty[0].pair]


def test_the_table_tells_of_faults(clumsy, tmp_path):
    told = hold(tmp_path / "t.db", ["clumsy", "hunter", "random"], pairs=12)["all"]
    lines = {agent["agent"]: agent for agent in told["agents"]}
    assert lines["clumsy"]["faults"] == told["endings"][FAULT] > 0
    assert lines["hunter"]["faults"] == lines["random"]["faults"] == 0
    assert "action -1" in lines["clumsy"]["fault_words"][0]["words"]
    assert lines["hunter"]["won_by"][FAULT] + lines["random"]["won_by"][FAULT] == lines["clumsy"]["faults"]
    assert lines["clumsy"]["won_by"][FAULT] == 0


DIES = """
import os
import sys
from tabletop.agents.base import Bot

class Dies(Bot):
    def __init__(self, how: str = "exit"):
        super().__init__()
        self.how = how

    def act(self, view):
        if view.games["turn"][0] == 2 and self.random.random() < 0.06:
            sys.exit(0) if self.how == "exit" else os._exit(3)
        return next(iter(view.legal.values()))
"""


def faulty(store):
    return {(row.pair, row.side) for row in games(store) if row.fault}


@pytest.fixture(scope="module")
def failing(tmp_path_factory):
    """The games that such a bot loses if it only raises an error."""
    folder = tmp_path_factory.mktemp("failing")
    (folder / "dies.py").write_text(DIES.replace("sys.exit(0)", "1 / 0"))
    hold(folder / "t.db", ["random", str(folder / "dies.py")], pairs=2, seed=1, terms=Terms(in_process=True))
    return faulty(folder / "t.db")


@pytest.mark.parametrize(
    ("how", "words", "jobs"),
    [("exit", "SystemExit: 0", 0), ("dead", "in turn 2: its process ended (exit code 3)", 1)],
)
@pytest.mark.slow
def test_a_bot_that_ends_its_process_loses_its_game_and_the_tournament_goes_on(tmp_path, failing, how, words, jobs):
    (tmp_path / "dies.py").write_text(DIES)
    name = f"{tmp_path / 'dies.py'}:how={how}"
    told = hold(tmp_path / "t.db", ["random", name], pairs=2, seed=1, jobs=jobs)["all"]
    (dies,) = [agent for agent in told["agents"] if agent["agent"] == name]
    assert told["games"] == 4 and 0 < dies["faults"] < 4 and dies["fault_words"][0]["words"].count(words) == 1
    # Which games these are its own noise says, however it ends.
    assert faulty(tmp_path / "t.db") == failing


def test_a_worker_that_dies_is_replaced_and_told():
    with ProcessWorkers(2) as workers:
        workers.give(Wrong())
        refuses(WorkError, "no such agent any more", workers.results)
    with ProcessWorkers(2) as workers:
        workers.give(Dying())
        ((_, died),) = workers.results()
        assert died.words == "exit code 9" and died.noted == "begun" and workers.free == 2
        workers.give(Dying())
        assert workers.results()[0][1] == died


@pytest.mark.slow
def test_games_that_have_no_record_are_counted(tmp_path):
    (tmp_path / "dies.py").write_text(DIES)
    name, options = str(tmp_path / "dies.py"), ("--pairs", 2, "--seed", 1, "--scenario", CTF.name, "--jobs", 1)
    done = call("tournament", "random", name, *options, "--store", tmp_path / "t.db", "--records", tmp_path / "r")
    faults = sum(row.fault is not None for row in games(tmp_path / "t.db"))
    assert done.exit_code == 0 and 0 < faults < 4, done.output
    assert f"tournament: no record of {games_in_words(faults)} lost by a fault\n" in done.output
    assert len(list((tmp_path / "r").rglob("*.pbr"))) == 4 - faults


def test_of_games_without_a_record_those_are_counted_that_would_have_one(tmp_path):
    (tmp_path / "dies.py").write_text(DIES)
    options = ("--pairs", 6, "--seed", 1, "--scenario", CTF.name, "--jobs", 1, "--records-every", 6, "--in-process")
    kept = ("--store", tmp_path / "t.db", "--records", tmp_path / "r")
    done = call("tournament", "random", str(tmp_path / "dies.py"), *options, *kept)
    lost_pairs = [row.pair for row in games(tmp_path / "t.db") if row.fault is not None]
    first = lost_pairs.count(0)
    assert 0 < first < len(lost_pairs), "a seed with faults in pair 0 and in others is wanted"
    assert f"tournament: no record of {games_in_words(first)} lost by a fault\n" in done.output
    assert len(list((tmp_path / "r").rglob("*.pbr"))) == 2 - first
