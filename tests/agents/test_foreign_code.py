"""Does a bot in our process harm itself alone when it writes to what it is shown, copies the process, or ends it?"""

import os
import subprocess
import sys

import numpy as np
import pytest

from tabletop.agents.base import AgentError, Batched, Bot, built_in
from tabletop.agents.batch_player import BatchPlayer
from tabletop.agents.registry import make
from tabletop.rate.matches.match import play, play_seeds
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.matches.results import LOST
from tabletop.rate.matches.single import play_recorded
from tests import ROOT
from tests.any_game.pig import PIG

SHORT = PIG.load("short-pig")
RANDOM = make("random", PIG)


class Honest(Bot):
    def act(self, view):
        return int(np.flatnonzero(view.mask)[-1])


class Writes(Honest):
    """Writes into all that it is shown, then answers as the honest one."""

    def prepare(self, scenario):
        scenario.world["rules"]["goal"] = 1
        scenario.world["rules"]["turns"] = 1

    def act(self, view):
        answer = super().act(view)
        for array in (view.worlds, view.scenario.world):
            array["rules"]["goal"] = 2
        view.games["score"] = 30
        view.games["decider"] = 1 - view.team
        view.mask[:] = 0
        return answer


def test_what_it_writes_to_its_view_changes_no_game_and_no_rule():
    before, fair = SHORT.world.copy(), play(Honest(), RANDOM, SHORT, 6, seed=2)
    results = play(Writes(), RANDOM, SHORT, 6, seed=2)
    assert np.array_equal(results.score, fair.score) and np.array_equal(results.decisions, fair.decisions)
    assert np.array_equal(SHORT.world, before)
    record = play_recorded(Writes(), RANDOM, SHORT, int(fair.seeds[0]))
    assert len(record.lines) == fair.decisions[0, 0] and np.array_equal(SHORT.world, before)


class Unmasks(Bot):
    def act(self, view):
        view.mask[:] = 1
        return 3  # to wait is never legal for who decides


def test_the_engines_own_mask_counts():
    with pytest.raises(AgentError, match=r"Unmasks: action 3 \(wait\) is not legal"):
        play(Unmasks(), RANDOM, SHORT, 1)
    with pytest.raises(AgentError, match=r"Unmasks: action 3 \(wait\) is not legal"):
        play_recorded(Unmasks(), RANDOM, SHORT, 1)


class Many(Batched):
    """As `Honest`, for many games at once; `harm` is done before it answers."""

    def __init__(self, harm=lambda *given: None):
        super().__init__("many")
        self.harm = harm

    def decide(self, worlds, games, rows, masks, actions, keys):
        own = [int(np.flatnonzero(masks[row])[-1]) for row in rows]
        mine = rows.copy()
        self.harm(worlds, games, rows, masks, actions, keys)
        actions[mine] = own


def overwrite(worlds, games, rows, masks, actions, keys):
    worlds["rules"]["goal"] = 1
    games["score"] = 30
    actions[:] = 0
    rows[:] = 0
    keys[:] = 0


def test_a_bot_for_many_games_writes_its_own_rows_alone():
    fair = play(Many(), Honest(), SHORT, 6, seed=2)
    results = play(Many(overwrite), Honest(), SHORT, 6, seed=2)
    assert np.array_equal(results.score, fair.score) and np.array_equal(results.decisions, fair.decisions)
    actions, masks = np.full(4, 7), np.ones((4, SHORT.actions), np.int8)
    games = np.zeros(4, SHORT.record_type)
    BatchPlayer(Many(overwrite), SHORT).decide(
        SHORT.world, games, np.array([1]), masks, actions, np.zeros(4, np.uint64)
    )
    assert actions.tolist() == [7, 3, 7, 7] and masks.all() and not games["score"].any()


def unmask(worlds, games, rows, masks, actions, keys):
    masks[rows] = 1


class Illegal(Many):
    def decide(self, worlds, games, rows, masks, actions, keys):
        masks[rows] = 1
        actions[rows] = 3


def test_masks_that_it_has_changed_dont_count_and_the_game_is_lost_alone():
    with pytest.raises(AgentError, match=r"action 3 \(wait\) is not legal"):
        play(Illegal(), RANDOM, SHORT, 2)
    results = play_seeds(Illegal(), RANDOM, SHORT, pair_seeds(0, 2), tolerant=True)
    assert (results.ending == LOST).all() and (results.score == 0).all() and len(results.faults) == 4
    assert results.as_dict()["endings"]["fault"] == 4


def test_a_class_that_calls_itself_ours_is_not_shown_the_seed():
    seen = []

    class Search(Many):
        def decide(self, worlds, games, rows, masks, actions, keys):
            seen.extend(games["dice"]["seed"][rows].tolist())
            super().decide(worlds, games, rows, masks, actions, keys)

    for module in ("tabletop.agents.search", "tests.bots.mine"):
        Search.__module__ = module
        assert not built_in(Search(), PIG)
    play(Search(), RANDOM, SHORT, 2)
    assert set(seen) == {0} and built_in(RANDOM, PIG)


class Flawed(Bot):
    """Fails in games that its noise chooses."""

    def act(self, view):
        if self.random.random() < 0.1:
            raise self.error
        return int(np.flatnonzero(view.mask)[-1])


class UnspeakableError(Exception):
    def __str__(self):
        raise ValueError("no words")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (KeyError("\x1b[31mred\x1b[0m" + "x" * (20 << 20)), "KeyError: '"),
        (UnspeakableError(), "(its text can't be read)"),
        (SystemExit(0), "SystemExit: 0"),
    ],
    ids=["long and coloured", "unspeakable", "exit"],
)
def test_faults_lose_their_games_alone_and_are_told_in_a_short_line(error, words):
    class Bad(Flawed):
        pass

    Bad.error = error
    seeds = pair_seeds(5, 12)
    results = play_seeds(Bad(), RANDOM, SHORT, seeds, tolerant=True)
    lost = results.ending == LOST
    assert 0 < lost.sum() < lost.size and set(results.faults) == set(
        zip(*map(np.ndarray.tolist, np.nonzero(lost)), strict=True)
    )
    assert all(words in text and len(text) < 400 and text.isprintable() for text in results.faults.values())
    # The other games are those that they would be alone.
    for pair, side in zip(*np.nonzero(~lost), strict=True):
        alone = play_seeds(Bad(), RANDOM, SHORT, seeds[pair : pair + 1], (int(side),))
        assert alone.decisions[0, side] == results.decisions[pair, side]
        assert alone.score[0, side] == results.score[pair, side]


LEAVES = """
import os
from tabletop.agents.base import Bot

class Leaves(Bot):
    def act(self, view):
        {what}
        return next(iter(view.legal.values()))
"""


def in_a_process(tmp_path, what, at_import=""):
    """A match of such a bot in a process of its own: what it printed, and its exit status."""
    (tmp_path / "leaves.py").write_text(at_import + LEAVES.format(what=what))
    code = (
        "from tests.any_game.pig import PIG\nfrom tabletop.agents.registry import make\n"
        "from tabletop.rate.matches.match import play\n"
        f"bot = make({str(tmp_path / 'leaves.py')!r}, PIG)\n"
        "found = play(bot, make('random', PIG), PIG.load('short-pig'), 2)\nprint('games', found.score.size, flush=True)"
    )
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": "."},
    )  # fmt: skip


def test_a_copy_of_the_process_doesnt_go_on_with_our_work(tmp_path):
    done = in_a_process(tmp_path, "os.fork()")
    assert done.returncode == 0 and done.stdout == "games 4\n", done


def test_ending_the_process_is_a_fault_and_never_silent(tmp_path):
    done = in_a_process(tmp_path, "os._exit(0)")
    assert done.returncode == 1 and "Leaves: in turn 1: SystemExit: 0" in done.stderr
    done = in_a_process(tmp_path, "pass", "import os\nos._exit(0)\n")
    assert done.returncode == 1 and "leaves.py, line 2: SystemExit: 0" in done.stderr


class Keeping(Many):
    """Keeps the number of its decisions in the games of a batch; what it keeps, or takes back, may be wrong."""

    def __init__(self, kept=None):
        super().__init__()
        self.count, self.wrong = {}, kept

    def begin(self, rows):
        self.count = {row: count for row, count in self.count.items() if row not in rows}

    def kept(self):
        return repr(self.count).encode() if self.wrong is None else self.wrong

    def restore(self, kept):
        self.count = {row: int(count) for row, count in eval(kept.decode()).items()}

    def decide(self, worlds, games, rows, masks, actions, keys):
        self.count |= {int(row): self.count.get(int(row), 0) + 1 for row in rows}
        super().decide(worlds, games, rows, masks, actions, keys)


def test_what_a_bot_keeps_goes_with_its_games_and_its_faults_are_told():
    one, other = BatchPlayer(Keeping(), SHORT), BatchPlayer(Keeping(), SHORT)
    one.agent.count = {0: 3, 1: 4}
    other.remember(one.memory())
    one.begin(np.arange(1))
    assert one.agent.count == {1: 4} and other.agent.count == {0: 3, 1: 4}
    for wrong, words in ((7, "many: TypeError: `kept` returned 7, no bytes"), (None, "SyntaxError")):
        with pytest.raises(AgentError, match=words):
            other.remember(b"(") if wrong is None else BatchPlayer(Keeping(wrong), SHORT).memory()
