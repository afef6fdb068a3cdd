"""Do bots of one's own play and hint at the prompt as in a match, and are their faults one line?"""

import re
from pathlib import Path

import pytest

from paintball_env.definition import PAINTBALL
from paintball_env.scenario import Scenario
from tabletop.play.records import GameRecord
from tabletop.rate.matches.single import play_recorded
from tests.agents.held import make
from tests.called import call, refused
from tests.front.small import SHORT, elsewhere, first_can_be_typed  # noqa: F401  fixtures

pytestmark = pytest.mark.usefixtures("elsewhere")

REMEMBERS = """
from tabletop.agents.base import Bot

class Remembers(Bot):
    begun = 0

    def reset(self, seed):
        super().reset(seed)
        assert not self.begun, "begun twice"
        self.begun, self.asked = 1, 0

    def act(self, view):
        self.asked += 1
        legal = sorted(view.legal.values())
        return legal[(7 * self.asked + self.random.randrange(3)) % len(legal)]

class First(Bot):  # what a person plays who types @ all the time
    def act(self, view):
        from tests.front.small import first_of
        return view.legal[first_of(list(view.legal))]
"""
FAULTY = """
from tabletop.agents.base import Bot

class Faulty(Bot):
    def prepare(self, scenario):
        {prepare}

    def act(self, view):
        return {act} if view.turn >= 2 else min(view.legal.values())
"""


def test_a_bot_keeps_its_memory_through_a_game_as_in_a_match(tmp_path: Path) -> None:
    bots, scenario = tmp_path / "bots.py", tmp_path / "short.toml"
    bots.write_text(REMEMBERS)
    scenario.write_text(SHORT)
    remembers = f"{bots}:Remembers"
    record = play_recorded(make(f"{bots}:First"), make(remembers), Scenario.load(str(scenario)), 5)
    orders = [line.action for line in record.lines]
    table = [remembers, "--scenario", str(scenario), "--seed", "5"]
    # Left and gone on with, and with hints asked for: the same game.
    left, file = tmp_path / "left.pbr", tmp_path / "me.pbr"
    for typed, kept in (("@\n" * 300, file), ("@\nhint\n@\nhint\nhint\n@\n", left)):
        done = call("play", *table, "--record", str(kept), typed=typed)
        assert done.exit_code == 0, done.output
    assert [line.action for line in GameRecord.read(file.read_text(), PAINTBALL).lines] == orders
    assert 0 < len(GameRecord.read(left.read_text(), PAINTBALL).lines) < len(orders)
    done = call("play", "--resume", str(left), typed="@\nhint\n" + "@\n" * 300)
    assert [line.action for line in GameRecord.read(left.read_text(), PAINTBALL).lines] == orders, done.output


def test_hints_come_from_the_bots_own_memory_of_the_persons_side(tmp_path: Path) -> None:
    bots, scenario = tmp_path / "bots.py", tmp_path / "short.toml"
    bots.write_text(REMEMBERS)
    scenario.write_text(SHORT)
    table = [f"{bots}:Remembers", "--scenario", str(scenario), "--seed", "5"]

    def hints(*typed: str) -> list[str]:
        answers = [line for line in typed for line in line.split()]
        out = call("play", *table, typed="\n".join(answers) + "\n").stdout
        return re.findall(r"the bot would: (.*)", out)

    # Asked for once, twice, or not at all before: the same hint, for it has seen the same decisions.
    assert hints("@ @ @ hint") == hints("@ @ @ hint hint")[:1] == hints("hint @ hint @ @ hint")[-1:] != []
    # As the bot itself would play on that side.
    record = play_recorded(make(table[0]), make(table[0]), Scenario.load(str(scenario)), 5)
    assert hints("hint") == [record.lines[0].action]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("[][7]", "Faulty: in turn 2: IndexError: list index out of range (faulty.py, line 9)"),
        ("'done'", "Faulty: in turn 2: it answered 'done', no action's index"),
        ("min(set(range(view.mask.size)) - set(view.legal.values()))", "is not legal, in turn 2"),
    ],
)
def test_a_bots_fault_is_one_line_and_the_game_is_kept(tmp_path: Path, act: str, words: str) -> None:
    bot, file = tmp_path / "faulty.py", tmp_path / "kept.pbr"
    bot.write_text(FAULTY.format(prepare="pass", act=act))
    refused(call("play-out", str(bot), "random", "--seed", "3", "--board", "never", "--record", str(file)), words)
    assert len(GameRecord.read(file.read_text(), PAINTBALL).lines) > 3
    # The game ended with the fault, and not before the turn that a viewer has jumped to.
    watched = call("play-out", str(bot), "random", "--seed", "3", "--board", "never", "--step", typed="t9\n")
    refused(watched, words)
    assert "over before" not in watched.stdout

    done = call("play", str(bot), "--seed", "3", typed="@\n" * 300)
    refused(done, words)
    saved = re.search(r"go on with: paintball play --resume (\S+)", done.stdout)
    assert saved
    bot.write_text(FAULTY.format(prepare="pass", act="max(view.legal.values())"))
    done = call("play", "--resume", saved[1], typed="hint\n" + "@\n" * 30)
    assert done.exit_code == 0 and "the bot would: " in done.stdout, done.output


def test_a_hint_that_fails_costs_nothing(tmp_path: Path) -> None:
    bot = tmp_path / "faulty.py"
    bot.write_text(FAULTY.format(prepare="pass", act="[][7]").replace("2 else", "1 else"))
    done = call("play", str(bot), "--seed", "4", typed="hint\nauto\nhint\n@\n")
    assert done.stdout.count("Faulty: in turn 1: IndexError: list index out of range (faulty.py, line 9)") == 3
    assert "go on with: paintball play --resume" in done.stdout


def test_a_bot_that_cannot_prepare_is_one_line(tmp_path: Path) -> None:
    bot = tmp_path / "faulty.py"
    bot.write_text(FAULTY.format(prepare="{}['a']", act="0"))
    words = "Faulty: KeyError: 'a' (faulty.py, line 6)"
    refused(call("play", str(bot)), f"play: {words}")
    refused(call("play-out", "random", str(bot)), f"play-out: {words}")
    done = call("tournament", str(bot), "random", "--store", str(tmp_path / "t.db"))
    # In a tournament the bot runs in a process of its own, under its file's name.
    assert done.exit_code == 2 and len(done.stderr.strip().splitlines()) == 1
    assert done.stderr.strip().endswith(words.partition(": ")[2])
