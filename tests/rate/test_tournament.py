"""Is a tournament's table a function of agents, scenarios, pairs and seed alone, and is a store never mixed up?"""

import sqlite3
import sys
from collections import deque
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from octagon_ball.definition import OCTAGON_BALL
from paintball_env.definition import PAINTBALL
from paintball_env.observation import Encoding
from tabletop.agents import policy_folder, registry
from tabletop.agents.from_file import spelled_otherwise
from tabletop.agents.isolation_options import Terms
from tabletop.agents.registry import opponents
from tabletop.compiled.fingerprints import display_name, roots
from tabletop.rate.matches import match
from tabletop.rate.matches.parallel import MOST
from tabletop.rate.tournament import play as playing
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.schedule import FIRST_CHUNK, SECONDS, Pairing, first_chunk
from tabletop.rate.tournament.store import Store, StoreError
from tests import refuses
from tests.agents.held import BOTS, CTF, NAME, games, hold, make, some_games, written

LOCAL = Terms(in_process=True)


@pytest.fixture
def policy(tmp_path):
    return save_policy(tmp_path / "agent", 0)


def save_policy(folder, seed):
    generator = np.random.default_rng(seed)
    sizes = [(16, Encoding(CTF).size), (16,), (CTF.actions, 16), (CTF.actions,)]
    layers = [generator.normal(0, 0.3, size).astype(np.float32) for size in sizes]
    policy_folder.save(folder, PAINTBALL, policy_folder.perceptron(layers, "tanh"), {"scenario": CTF.name})
    return folder


# Results are a function of seed and agents.


@pytest.mark.parametrize("other", ["hunter", "trained", "trained,temperature=1"])
def test_chunks_are_no_matter(policy, other):
    name = other.replace("trained", f"trained:{policy}")
    whole = some_games(name, "random", range(8))
    parts = [some_games(name, "random", part) for part in ([7, 3], [0], [1, 2, 4, 5, 6])]
    assert sorted(whole) == sorted(game for part in parts for game in part)
    assert len({game.decisions for game in whole}) > 5


def test_a_policy_answers_the_same_in_any_company(policy):
    # Sums in float32 differ in the last digit with the size of the batch: enough to turn a choice now and then.
    network = make(f"trained:{policy}").player.network
    seen = np.random.default_rng(1).normal(0, 1, (300, network.observations)).astype(np.float32)
    together = network.logits(seen)
    assert together.dtype == np.float64
    assert max(np.abs(network.logits(seen[:k]) - together[:k]).max() for k in (1, 2, 7, 33, 100)) < 1e-11


def test_the_games_are_those_of_a_match(tmp_path):
    hold(tmp_path / "t.db", ["hunter", "random"], pairs=5, seed=8)
    results = match.play(make("hunter"), make("random"), CTF, 5, seed=8)
    for row in games(tmp_path / "t.db"):
        side = 0 if row.side == "red" else 1
        assert int(row.seed) == int(results.seeds[row.pair])
        assert (row.score, row.turns, row.decisions) == tuple(
            getattr(results, name)[row.pair, side] for name in ("score", "turns", "decisions")
        )


@pytest.mark.slow
def test_processes_and_order_are_no_matter(tmp_path):
    here, together = (hold(tmp_path / f"{jobs}.db", jobs=jobs) for jobs in (0, 2))
    assert here == together
    assert games(tmp_path / "0.db") == games(tmp_path / "2.db")


REMEMBERS = """
from tabletop.agents.base import Bot

class Remembers(Bot):
    def __init__(self):
        super().__init__()
        self.seen = []

    def act(self, view):
        legal = sorted(view.legal.values())
        self.seen.append(len(legal))
        return legal[(sum(self.seen) + self.random.randrange(3)) % len(legal)]
"""


@pytest.mark.slow
def test_processes_are_no_matter_to_bots_with_a_memory_and_policies_with_noise(tmp_path, policy):
    # Each on both sides of a pairing, with chunks that follow each other in one process or are spread over two.
    (tmp_path / "remembers.py").write_text(REMEMBERS)
    names = [f"trained:{policy},temperature=1", str(tmp_path / "remembers.py"), f"trained:{policy}", "random"]
    # In the workers' own processes, where a memory could outlive a game; isolated bots have tests of their own.
    here, together = (hold(tmp_path / f"{jobs}.db", names, pairs=5, jobs=jobs, terms=LOCAL) for jobs in (0, 2))
    assert here == together
    rows = games(tmp_path / "0.db")
    assert rows == games(tmp_path / "2.db") and not any(row.fault for row in rows)
    assert len({row.decisions for row in rows}) > 24  # no two games alike, or nearly


def test_more_pairs_agents_and_scenarios_are_taken_in(tmp_path):
    grown = tmp_path / "grown.db"
    hold(grown, BOTS[:2], pairs=3)
    hold(grown, BOTS[:2], pairs=7)
    hold(grown, BOTS, pairs=7)
    hold(grown, reversed(BOTS), pairs=7)  # named in another order: the same tournament
    scenarios = (NAME, "reverse-flag-basic-drawn")
    assert hold(grown, BOTS, pairs=7, scenarios=scenarios) == hold(
        tmp_path / "fresh.db", BOTS, pairs=7, scenarios=scenarios
    )


def test_what_is_there_is_not_played_again(tmp_path, monkeypatch):
    first = hold(tmp_path / "t.db")
    monkeypatch.setattr(playing, "play_seeds", None)
    assert hold(tmp_path / "t.db") == first


def test_a_missing_game_is_played_again_and_the_same(tmp_path):
    path = tmp_path / "t.db"
    first, before = hold(path), games(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM game WHERE pair IN (1, 4) AND second = 3")
        connection.execute("DELETE FROM game WHERE pair = 2 AND side = 'blue' AND second = 2")
    connection.close()
    assert len(games(path)) < len(before)
    assert hold(path) == first and games(path) == before


# What is refused.


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 4}, "begun with another seed: 3, now 4"),
        ({"pairs": 2}, "to hold 6 pairs of games a pairing, now 2"),
        ({"names": BOTS[:2]}, "also holds agent hunter:caution=3"),
        ({"scenarios": ("reverse-flag-basic-drawn",)}, f"also holds scenario {NAME}"),
    ],
)
@pytest.mark.slow
def test_another_tournament_is_refused(tmp_path, change, words):
    hold(tmp_path / "t.db")
    with pytest.raises(StoreError, match=words) as refused:
        hold(tmp_path / "t.db", **change)
    assert "\n" not in str(refused.value) and str(tmp_path / "t.db") in str(refused.value)


def test_a_bot_whose_file_is_spelled_otherwise_is_to_be_typed_as_before(tmp_path, monkeypatch):
    """To name it too, as the refusal once advised, would rate the same bot twice."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "from tabletop.agents.base import Bot\n\nclass A(Bot):\n    def act(self, view): return 0\n")
    for spelling in ("some_bot.py", str(tmp_path / "some_bot.py"), "isolated:./some_bot.py"):
        assert spelled_otherwise("./some_bot.py", spelling)
    assert not spelled_otherwise("./some_bot.py", "some_bot.py:A") and not spelled_otherwise("random", "hunter")
    Store.begin(tmp_path / "t.db", define(["./some_bot.py", "random"], [NAME], 1, 3, PAINTBALL, LOCAL)).close()
    with pytest.raises(StoreError, match=r"some_bot.py.*: \./some_bot"):
        Store.begin(tmp_path / "t.db", define(["some_bot.py", "random"], [NAME], 1, 3, PAINTBALL, LOCAL))
    with pytest.raises(StoreError, match=r"\./some_bot.py: name it"):
        Store.begin(tmp_path / "t.db", define(["hunter", "random"], [NAME], 1, 3, PAINTBALL, LOCAL))


def test_changed_rules_and_weights_are_refused(tmp_path, policy, monkeypatch):
    names = [f"trained:{policy}", "random"]
    hold(tmp_path / "t.db", names, pairs=1)
    card = (policy / policy_folder.CARD).read_text()
    (policy / policy_folder.CARD).write_text(card.replace('"scenario"', '"told": 1, "scenario"'))
    hold(tmp_path / "t.db", names, pairs=1)  # what the card tells besides is no matter
    save_policy(policy, 1)
    refuses(StoreError, r"[0-9a-f]{16} then", hold, tmp_path / "t.db", names, pairs=1)
    save_policy(policy, 0)
    monkeypatch.setattr("tabletop.rate.tournament.definition.rules_digest", lambda game: "0" * 16)
    refuses(StoreError, "begun with other rules", hold, tmp_path / "t.db", names, pairs=1)


@pytest.mark.slow
def test_fingerprints_tell_agents_apart_by_what_they_are(tmp_path, monkeypatch):
    from tabletop.rate.tournament import definition

    def digest(agent, name):
        return definition.agent_digest(make(agent), name, PAINTBALL)

    assert digest("random", "random") != digest("hunter", "hunter")
    file = tmp_path / "bot.py"
    file.write_text("x = 1")
    before = digest("random", f"{file}:a=1")
    file.write_text("x = 2")
    assert digest("random", f"{file}:a=1") != before
    # So do files that arguments name, beside the bot or in the current folder; another argument's value is no path.
    bot = tmp_path / "reads.py"
    begin = "    def __init__(self, path: str = '', n: int = 1):\n        super().__init__()\n"
    act = "    def act(self, view):\n        return 0\n"
    bot.write_text(f"from paintball_env import Bot\n\nclass Reads(Bot):\n{begin}{act}")
    (tmp_path / "w.pt").write_bytes(b"one")
    name = f"{bot}:Reads,path=w.pt,n=2"
    before = digest(name, name)
    (tmp_path / "n").mkdir()
    assert digest(name, name) == before
    (tmp_path / "w.pt").write_bytes(b"two")
    assert digest(name, name) != before
    monkeypatch.chdir(tmp_path / "n")
    here = digest(name, name)
    (tmp_path / "n" / "w.pt").write_bytes(b"three")
    assert digest(name, name) != here
    folder, long = f"{bot}:path=runs", f"{bot}:path={'x' * 300}"
    before = digest(folder, folder)
    (tmp_path / "runs").mkdir()  # in which the store may be
    (tmp_path / "runs" / "t.db").write_bytes(b"games")
    assert digest(folder, folder) == digest(long, long) == before
    # What it reads belongs to it: the search's opening books, and the file that a name mentions.
    books = [digest(f"search:sims=20,opening={opening}", "search") for opening in ("true", "false")]
    assert books[0] != books[1] and digest("search:sims=20", f"{file}:a=1") != digest("search:sims=20", "search")
    for game, folder, names in (
        (PAINTBALL, "bots.scripted", {"choice.py", "charging.py"}),
        (OCTAGON_BALL, "bots", {"choice.py"}),
    ):
        bots = import_module(f"{game.package}.{folder}").__path__[0]
        for name in (opponents(game)[-1], "search:sims=20"):
            agent = registry.make(name, game)
            code = definition.code_of(agent, Path(import_module(type(agent).__module__).__file__), game)
            assert names | {"temperament.py"} <= {path.name for path in code}
            assert any(path.parent == Path(bots) for path in code)


def test_a_bots_fingerprint_counts_all_that_it_imports(tmp_path, monkeypatch):
    from tabletop.rate.tournament import definition

    files = {
        "bot.py": "import near\nfrom pack.inner import ONE\nfrom tabletop.agents.base import Bot\n"
        "class Mine(Bot):\n    def act(self, view):\n        import late\n        return 0\n",
        "near.py": "import farther\n",
        "farther.py": "",
        "late.py": "",
        "pack/__init__.py": "",
        "pack/inner.py": "from . import sister\nfrom .cousin import TWO\nONE = 1\n",
        "pack/sister.py": "",
        "pack/cousin.py": "TWO = 2\n",
        "stranger.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    name = str(tmp_path / "bot.py")
    bot = make(name)

    def digest():
        return definition.agent_digest(bot, name, PAINTBALL)

    whole = digest()
    for changed in files:
        file = tmp_path / changed
        before = file.read_text()
        file.write_text(before + "x = 5\n")
        assert (digest() == whole) == (changed == "stranger.py"), changed
        file.write_text(before)
    assert digest() == whole
    # Our own code that it stands on counts as it does for the built-in ones.
    folders = roots(PAINTBALL.package)
    ours = {display_name(path, folders) for path in definition.code_of(bot, tmp_path / "bot.py", PAINTBALL)}
    assert {"tabletop/agents/base.py", "tabletop/agents/view.py"} <= ours
    # And where it lies does not.
    moved = tmp_path.rename(tmp_path.with_name("a_moved"))

    def digest_in(folder):
        for module in [each for each in sys.modules if each.partition(".")[0] in ("near", "farther", "pack")]:
            del sys.modules[module]
        name = str(folder / "bot.py")
        return definition.agent_digest(make(name), name, PAINTBALL)

    before = digest_in(moved)
    assert digest_in(moved.rename(tmp_path.with_name("z_moved"))) == before


def test_what_cannot_be_is_refused_before_anything_is_played(tmp_path, policy):
    for names, scenarios, pairs, words in (
        (["random"], [NAME], 1, "two or more agents"),
        (["random", "random"], [NAME], 1, "agent random is named twice"),
        (["random", "hnter"], [NAME], 1, "did you mean 'hunter'"),
        (["random", "hunter"], [NAME], 0, "--pairs 0: a whole number, 1 to 10,000,000"),
        (["random", "hunter"], [NAME, NAME], 1, "named twice"),
        (["random", f"trained:{policy}"], [NAME, "battle-12"], 1, "battle-12 has"),
    ):
        refuses(ValueError, words, define, names, scenarios, pairs, 0, PAINTBALL)


def test_other_files_are_refused_and_left_alone(tmp_path):
    text, other = tmp_path / "notes.txt", tmp_path / "other.db"
    text.write_text("shopping: milk, bread, paint, and many more things than fit\n" * 20)
    sqlite3.connect(other).executescript("CREATE TABLE food (name TEXT)").connection.close()
    for path in (text, other):
        before = path.read_bytes()
        refuses(StoreError, "no tournament's file", hold, path, pairs=1)
        refuses(StoreError, "no tournament's file", Store.open, path, PAINTBALL)
        assert len(path.read_bytes()) == len(before)
    refuses(StoreError, "is a folder:", hold, tmp_path, pairs=1)
    astray = tmp_path / "astray.db"
    astray.symlink_to(tmp_path / "nowhere" / "t.db")
    refuses(StoreError, "can't be opened", hold, astray, pairs=1)
    refuses(StoreError, "there is no file", Store.open, tmp_path / "none.db", PAINTBALL)


def test_a_tournament_of_another_game_is_refused_and_one_that_names_none(tmp_path):
    hold(tmp_path / "t.db", pairs=1)
    with sqlite3.connect(tmp_path / "t.db") as connection:
        connection.execute("UPDATE run SET value = 'chess' WHERE key = 'game'")
    connection.close()
    refuses(StoreError, "chess, not of paintball", Store.open, tmp_path / "t.db", PAINTBALL)
    refuses(StoreError, "chess, now paintball", hold, tmp_path / "t.db", pairs=1)
    with sqlite3.connect(tmp_path / "t.db") as connection:
        connection.execute("DELETE FROM run WHERE key = 'game'")
    connection.close()
    refuses(StoreError, "another game", Store.open, tmp_path / "t.db", PAINTBALL)


def test_the_schema_is_strict_and_its_key_holds(tmp_path):
    hold(tmp_path / "t.db", pairs=1)
    row = games(tmp_path / "t.db")[0]
    with Store.open(tmp_path / "t.db", PAINTBALL) as store:
        store.add([row._replace(score=0.5, turns=99)])
        assert store.games()[0] == row  # what is there stays
    insert = f"INSERT INTO game VALUES ({', '.join('?' * 11)})"
    for wrong in ({"turns": "many"}, {"side": "green"}, {"score": 0.7}):
        with pytest.raises(sqlite3.IntegrityError), sqlite3.connect(tmp_path / "t.db") as connection:
            connection.execute(insert, row._replace(pair=77, **wrong)[:11])


# How it is played.


def test_what_is_gone_on_with_begins_as_slowly_as_its_agents_think():
    thought = {"slow": (300.0, 100), "quick": (0.01, 1000), "half": (1.0, 100)}
    first = partial(first_chunk, thought=thought, decisions=50.0)
    assert first("slow", "quick") == 1, "75 s a game"
    assert first("half", "quick") == 3 and first("quick", "new") == first("quick", "quick") == FIRST_CHUNK
    assert first_chunk("slow", "slow", thought, None) == FIRST_CHUNK
    assert first("half", "half") == 2


def test_chunks_grow_while_they_are_quick():
    pairing = Pairing(1, 1, 2, deque())
    for _ in range(12):
        pairing.pace(pairing.chunk, 0.1)
    assert pairing.chunk == MOST
    pairing.pace(128, 16 * SECONDS)
    assert pairing.chunk == 8
    pairing.pace(8, 1e6)
    assert pairing.chunk == 1
