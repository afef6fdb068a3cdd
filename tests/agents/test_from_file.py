"""May a bot of one's own come from a file, keep a state during a game, and fail with one clear line?"""

import copy
import hashlib
import pickle
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from paintball_env import BatchedGames
from paintball_env.rules.state import FLAG
from paintball_env.scenario import Scenario
from tabletop.agents.base import Bot, noise_seed
from tabletop.agents.batch_player import batch_player
from tabletop.agents.programs.limits import Limits
from tabletop.rate.matches import match, single
from tabletop.rate.matches.rating import WIN
from tests import ROOT, refuses
from tests.agents.held import make, written
from tests.called import call

EXAMPLE = ROOT / "docs" / "examples" / "my_bot.py"
FLAG_BOT = ROOT / "docs" / "examples" / "flag_bot.py"
NETWORK_BOT = ROOT / "docs" / "examples" / "network_bot.py"
CTF = Scenario.load("capture-the-flag-basic-drawn")


@pytest.mark.slow
def test_a_network_of_ones_own_plays_as_the_page_says_and_alike_in_any_batch(tmp_path):
    import torch

    code = NETWORK_BOT.read_text(encoding="utf-8")
    assert f"```python\n{code}```" in (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    (tmp_path / "network_bot.py").write_text(code)
    names: dict[str, Any] = {}
    exec(code, names)
    torch.manual_seed(3)
    torch.save(names["Network"](CTF).state_dict(), tmp_path / "mine.pt")
    bot = f"{tmp_path / 'network_bot.py'}:NetworkBot,weights=mine.pt"
    seeds = np.arange(4, dtype=np.uint64)
    together = match.play_seeds(make(bot), make("random"), CTF, seeds)
    apart = [match.play_seeds(make(bot), make("random"), CTF, seeds[pair : pair + 1]) for pair in range(4)]
    assert (together.turns == np.concatenate([part.turns for part in apart])).all()
    assert (together.decisions == np.concatenate([part.decisions for part in apart])).all()


class Counts(Bot):
    """Plays by its own count of decisions, by its own noise, and by what it has seen before: all of it is state."""

    made = 0

    def __init__(self):
        super().__init__()
        self.seen, self.asked = [], 0
        Counts.made += 1

    def act(self, view):
        assert not self.seen or view.turn >= self.seen[-1], "another game's memory"
        self.seen.append(view.turn)
        self.asked += 1
        legal = sorted(view.legal.values())
        return legal[(self.asked + self.random.randrange(3)) % len(legal)]


def test_a_state_is_kept_during_a_game_and_no_longer():
    # Many games side by side, and the bot plays on both sides of the table.
    results = match.play(Counts(), Counts(), CTF, 3, seed=5)
    again = match.play(Counts(), Counts(), CTF, 3, seed=5)
    assert np.array_equal(results.decisions, again.decisions) and np.array_equal(results.score, again.score)
    assert (results.score.sum(axis=1) == 1.0).all()


def test_any_game_of_its_match_can_be_played_again():
    results = match.play(Counts(), make("random"), CTF, 3, seed=9)
    for pair in range(3):
        seed = int(results.seeds[pair])
        red = single.play_recorded(Counts(), make("random"), CTF, seed)
        blue = single.play_recorded(make("random"), Counts(), CTF, seed)
        assert [len(red.lines), len(blue.lines)] == results.decisions[pair].tolist()


def test_the_same_agent_may_sit_on_both_sides():
    bot = Counts()
    assert (match.play(bot, bot, CTF, 2).score.sum(axis=1) == 1.0).all()
    assert bot.asked == 0  # copies have played


def test_in_a_batch_each_game_has_its_own_from_the_beginning():
    env = BatchedGames(CTF, 3, [batch_player(Counts(), CTF)], seed=2)
    rng = np.random.default_rng(1)
    ended = 0

    def play(masks, steps):
        nonlocal ended
        for _ in range(steps):
            step = env.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]))
            masks, ended = step.masks.copy(), ended + int(step.dones.sum())
        return masks

    masks = play(env.reset()[1], 250)
    assert ended > 2
    saved = env.clone_state()
    play(masks, 60)
    env.set_state(saved)  # back in an earlier game: the memory of a later one is gone
    play(env.current()[1], 60)
    play(env.reset(seed=2)[1], 60)  # the same seeds anew, in mid-game


# No dice to come.


class Looks(Bot):
    """Notes all that it is told."""

    told = []

    def reset(self, seed):
        super().reset(seed)
        self.told.append(seed)

    def act(self, view):
        self.told.append(int(view.games["dice"]["seed"][0]))
        return int(np.flatnonzero(view.mask)[0])


def test_a_bot_cannot_tell_the_games_seed():
    Looks.told.clear()
    seeds = match.play(Looks(), make("random"), CTF, 2, seed=3).seeds
    single.play_recorded(make("random"), Looks(), CTF, int(seeds[0]))
    noise = {word for word in Looks.told if word}
    # One for each game and team; what has been the game's seed but for a bit or two would give it away.
    assert noise == {noise_seed(int(seed), team) for seed in seeds for team in (0, 1)} and len(noise) == 4
    apart = [bin(word ^ int(seed)).count("1") for word in noise for seed in seeds]
    assert min(apart) > 10


def test_the_noises_seed_is_the_published_hash_of_the_games():
    by_hand = int.from_bytes(
        hashlib.blake2b((7).to_bytes(8, "little") + b"\1", digest_size=8, person=b"agent noise").digest(), "little"
    )
    assert noise_seed(7, 1) == by_hand == noise_seed(7 + 2**64, 1)
    many = np.arange(5, 9, dtype=np.uint64)
    assert noise_seed(many, np.array([0, 1, 1, 0])).tolist() == [
        noise_seed(5, 0), noise_seed(6, 1), noise_seed(7, 1), noise_seed(8, 0)
    ]  # fmt: skip
    assert noise_seed(many, 1).dtype == np.uint64


LOOKS = """
import numpy as np
from tabletop.agents.base import Batched

class Looks(Batched):
    def __init__(self):
        super().__init__("looks")

    def decide(self, worlds, games, rows, masks, actions, keys):
        assert not games["dice"]["seed"].any(), "the dice to come"
        games["turn"] = 99  # of no effect
        for row in rows:
            actions[row] = np.flatnonzero(masks[row])[keys[row] % np.uint64(masks[row].sum())]
"""


def test_a_bot_from_a_file_that_decides_for_many_games_gets_copies_without_the_seed(tmp_path):
    bot = make(str(written(tmp_path, LOOKS)))
    results = match.play(bot, make("random"), CTF, 3, seed=1)
    assert (results.turns < 99).all()
    record = single.play_recorded(bot, make("random"), CTF, int(results.seeds[0]))
    assert len(record.lines) == results.decisions[0, 0]


# From a file.


FIRST = """
from tabletop.agents.base import Bot

class First(Bot):
    def __init__(self, last: bool = False):
        super().__init__()
        self.last = last

    def act(self, view):
        return sorted(view.legal.values())[-1 if self.last else 0]
"""


def test_a_bot_from_a_file(tmp_path):
    path = written(tmp_path, FIRST)
    for text in (f"{path}", f"{path}:First", f"{path}:First,last=true", f"{path}:last=true"):
        bot = make(text)
        assert bot.name == "First" and bot.last == ("true" in text)
    results = match.play(make(str(path)), make("random"), CTF, 1)
    assert results.first == "First" and (results.decisions > 0).all()
    # What lies beside it can be imported.
    (tmp_path / "beside_it_lies.py").write_text("ONE = 1\n", encoding="utf-8")
    assert make(str(written(tmp_path, "from beside_it_lies import ONE\n" + FIRST))).name == "First"


OWN_RESET = """
from paintball_env import Bot

class Own(Bot):
    def reset(self, seed):
        self.turns = 0

    def act(self, view):
        raise KeyError(self.random.random())
"""


@pytest.mark.parametrize("isolated", ["", "isolated:"])
@pytest.mark.slow
def test_a_bot_with_a_reset_of_its_own_has_other_noise_in_each_game(tmp_path, isolated):
    name = f"{isolated}{written(tmp_path, OWN_RESET)}"
    seeds = np.array([4, 5], np.uint64)
    drawn = [set(match.play_seeds(make(name), make("random"), CTF, seeds, tolerant=True).faults.values()) for _ in "ab"]
    assert drawn[0] == drawn[1] and len(drawn[0]) == 4 and all("KeyError: 0." in words for words in drawn[0])


def test_who_derives_from_bot_already_is_only_told_what_is_missing(tmp_path):
    path = written(tmp_path, "from tabletop.agents.base import Bot\nclass A(Bot): pass\n")
    refuses(ValueError, r": A lacks act$", make, f"{path}:A")


@pytest.mark.parametrize(
    ("text", "behind", "words"),
    [
        ("x = 1\n", "", "some_bot.py: no bot in it: a class that has `act` and isn't abstract"),
        ("from tabletop.agents.base import Bot\n", "", "some_bot.py: no bot in it"),
        (FIRST + FIRST.replace("First", "Second"), "", "has several bots, First, Second: say which, as in "),
        (FIRST, ":Frist", "some_bot.py has no class Frist; there are First"),
        (FIRST, ":First,lats=true", "has no argument 'lats'; did you mean 'last'?"),
        (FIRST, ":last=perhaps", "last=perhaps: true or false is meant"),
        ("x = 1\ny = (\n", "", "some_bot.py, line 2: SyntaxError: '(' was never closed"),
        ("x = 1\n\ny = 1 / 0\n", "", "some_bot.py, line 3: ZeroDivisionError: division by zero"),
        ("import no_such_module\n", "", "some_bot.py, line 1: ModuleNotFoundError: No module named 'no_such_module'"),
        (
            "class A:\n    def act(self, view): return 0\n",
            "",
            "A lacks prepare, reset; derive it from paintball_env.Bot and write `act`",
        ),
        (
            "from tabletop.agents.base import Bot\nclass A(Bot):\n    def __init__(self):\n        self.x = {}['y']\n"
            "    def act(self, view):\n        return 0\n",
            "",
            "some_bot.py:A, line 4: KeyError: 'y'",
        ),
        (
            "from tabletop.agents.base import Bot\nclass A(Bot):\n    def __init__(self):\n        self.x = int('y')\n"
            "    def act(self, view):\n        return 0\n",
            "",
            "some_bot.py:A, line 4: ValueError: invalid literal for int()",
        ),
    ],
)
def test_a_wrong_file_is_one_clear_line(text, behind, words, tmp_path):
    path = written(tmp_path, text)
    refuses(ValueError, re.escape(words), make, f"{path}{behind}")


@pytest.mark.parametrize("name", ["colorsys", "random"])
@pytest.mark.parametrize("isolated", ["", "isolated:"])
@pytest.mark.slow
def test_a_bot_may_have_the_name_of_a_module_of_python(isolated, name, tmp_path):
    path = written(tmp_path, FIRST).rename(tmp_path / f"{name}.py")
    other = written(tmp_path, f"import {name}\n{FIRST}")  # beside it
    patient = Limits(start=1000, wall=1000)  # on a busy machine a process may take minutes to begin
    for bot in [make(f"{isolated}{each}:First", limits=patient) for each in (path, other)]:
        assert match.play(bot, make("random"), CTF, 1).score.shape == (1, 2)


def test_no_such_file(tmp_path):
    (tmp_path / "bot.py").mkdir()
    refuses(ValueError, r"/bot\.py: a folder", make, f"{tmp_path}/bot.py")
    refuses(ValueError, r"^nowhere/some_bot\.py:", make, "nowhere/some_bot.py:First")


# What README shows.


def test_the_bot_that_readme_shows_plays_as_it_says(tmp_path, monkeypatch):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = [code for code in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if "(Bot)" in code]
    (tmp_path / "my_bot.py").write_text(code, encoding="utf-8")
    command = next(line.strip() for line in readme.splitlines() if "match ./my_bot.py" in line)
    words = command.partition("#")[0].split()
    assert words[0] == "paintball"
    monkeypatch.chdir(tmp_path)
    done = call(*words[1:])
    assert done.exit_code == 0, done.output
    assert "./my_bot.py" in done.stdout
    assert match.play(make("./my_bot.py"), make("random"), CTF, 10, seed=1).rating().score > 0.6


def test_the_example_beats_random_everywhere():
    assert match.play(make(str(EXAMPLE)), make("random"), CTF, 10, seed=1).rating().score > 0.7
    for preset in ("capture-the-flag", "reverse-flag", "single-flag-basic"):
        match.play(make(str(EXAMPLE)), make("random"), Scenario.load(preset), 1)


@pytest.mark.slow
def test_the_pages_flag_bot_goes_for_the_flag():
    code = FLAG_BOT.read_text(encoding="utf-8")
    assert f"```python\n{code}```" in (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    for preset in ("capture-the-flag-basic-drawn", "reverse-flag", "single-flag-basic"):
        results = match.play(make(str(FLAG_BOT)), make("random"), Scenario.load(preset), 20, seed=1)
        by_flag = (results.ending == FLAG) & (results.score == WIN)
        assert by_flag.mean() > 0.35, preset


def test_the_compiled_bot_of_the_page_plays(tmp_path):
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    code = next(code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "class Restless" in code)
    bot = make(str(written(tmp_path, code)))
    results = match.play(bot, make("random"), CTF, 4, seed=1)
    assert results.first == "restless"
    moves = [counts[0] / counts.sum() for counts in results.profiles]
    assert moves[0] > 1.2 * moves[1]
    record = single.play_recorded(bot, make("random"), CTF, int(results.seeds[0]))
    assert len(record.lines) == results.decisions[0, 0]


COUNTING = """
from tabletop.agents.base import Bot

class Counter:
    def __init__(self):
        self.asked = 0

class Counting(Bot):
    def reset(self, seed):
        self.counter = Counter()

    def act(self, view):
        self.counter.asked += 1
        return sorted(view.legal.values())[self.counter.asked % len(view.legal)]
"""
GOES_ON = """
import pickle, sys
games = pickle.loads(open(sys.argv[1], "rb").read())
masks = games.current()[1]
for _ in range(60):
    masks = games.step(masks.argmax(axis=1)).masks
print(games.games.tobytes().hex())
"""


@pytest.mark.slow
def test_games_against_a_bot_from_a_file_go_on_in_another_process(tmp_path):
    """Also when the file has been run once more in ours, by whoever names it for other games."""
    (tmp_path / "counting.py").write_text(COUNTING)
    games = BatchedGames("capture-the-flag-basic-drawn", 2, [str(tmp_path / "counting.py")], seed=3)
    masks = games.reset()[1]
    for _ in range(30):
        masks = games.step(masks.argmax(axis=1)).masks
    make(str(tmp_path / "counting.py"))
    for copied in (games, copy.deepcopy(games)):
        (tmp_path / "saved").write_bytes(pickle.dumps(copied))
        done = subprocess.run(
            [sys.executable, "-c", GOES_ON, tmp_path / "saved"], capture_output=True, text=True, check=True
        )
        assert done.stdout != games.games.tobytes().hex() + "\n"
    for _ in range(60):
        masks = games.step(masks.argmax(axis=1)).masks
    assert done.stdout == games.games.tobytes().hex() + "\n"


def test_what_a_bot_refuses_when_it_is_made_is_told_with_its_name(tmp_path):
    bad = written(
        tmp_path,
        "from paintball_env import Bot\n"
        "class A(Bot):\n"
        "    def __init__(self):\n"
        "        raise ValueError('bad weights')\n"
        "    def act(self, view):\n"
        "        return 0\n",
    )
    told = call("match", "hunter", bad, "--pairs", "1")
    assert told.exit_code == 2 and told.stderr == f"match: {bad}:A: bad weights\n"
