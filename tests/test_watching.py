"""Do play-out, replay and play work as a player uses them, and refuse in one line?"""

import os
import re
import signal
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from paintball_env import play_words
from paintball_env.actions import action_table
from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.play_words import groups, numbered, painted
from paintball_env.scenario import Scenario
from tabletop.commands.answers import AnswerError, matching
from tabletop.commands.person_game import PersonGame
from tabletop.commands.screen import Screen, has_colour
from tabletop.commands.shell import Shell
from tabletop.matches.single import play_recorded
from tabletop.records import GameRecord
from tabletop.records import replay as play_again
from tests.agents.held import make

from .called import call, refused

SHORT = '''name = "short"
objective = "single"
setup = "drawn"
map = """
 . . . .
R . . . B
 . . . .
"""
[cover]
soft = 1
hard = 0

[rules]
max_turns = 4
'''
BASIC = "capture-the-flag-basic-drawn"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded game."""
    path = tmp_path_factory.mktemp("watched") / "game.pbr"
    done = call("play-out", "hunter", "random", "--seed", "3", "--record", str(path), "--board", "never")
    assert done.exit_code == 0, done.output
    return path


# Watching.


def test_play_out_plays_the_game_of_a_match(game: Path) -> None:
    setting = Scenario.load(BASIC)
    record = play_recorded(make("hunter"), make("random"), setting, 3)
    assert GameRecord.read(game.read_text(), PAINTBALL).write() == record.write()


def test_play_out_tells_every_decision_and_who_won() -> None:
    done = call("play-out", "hunter", "random", "--seed", "3")
    numbers = re.findall(r"^ *(\d+)\. ", done.stdout, re.MULTILINE)
    assert numbers == [str(number) for number in range(len(numbers))] and len(numbers) > 50
    assert re.search(r"hit roll.*needs \d\+? at range \d .*\((SH1|SH2|EN1)", done.stdout)
    assert "|c1 RED" in done.stdout and "\033" not in done.stdout
    end = done.stdout.strip().splitlines()[-1]
    assert re.fullmatch(r"(.* has won|A draw): .*, in turn \d+, after \d+ decisions( \(\w+ beats \w+\))?", end)


def test_brief_is_shorter_and_keeps_to_the_turns() -> None:
    full = call("play-out", "hunter", "random", "--seed", "3", "--board", "never").stdout
    brief = call("play-out", "hunter", "random", "--seed", "3", "--board", "never", "--brief").stdout
    assert len(brief) < len(full) / 2 and "hit roll" not in brief
    turns = ["--from", "2", "--to", "3"]
    part = call("play-out", "hunter", "random", "--seed", "3", "--brief", *turns, "--board", "never")
    turns = re.findall(r"^Turn (\d+) of", part.stdout, re.MULTILINE)
    assert set(turns) == {"2", "3"} and turns[0] == "2"
    assert ", in turn " in part.stdout  # it is played to its end all the same


def test_pictures(tmp_path: Path) -> None:
    for name, frames in (("game.webp", None), ("end.png", 1)):
        out = tmp_path / name
        sizes = ["--width", "300", "--from", "2", "--to", "2", "--board", "never", "--out", str(out)]
        done = call("play-out", "hunter", "random", "--seed", "3", *sizes)
        assert done.exit_code == 0, done.output
        with Image.open(out) as image:
            assert image.size[0] == 300
            assert getattr(image, "n_frames", 1) == frames or frames is None


def test_play_out_refuses_in_one_line(tmp_path: Path) -> None:
    refused(call("play-out", "nobody", "random"), "nobody")
    refused(call("play-out", "random", "random", "--scenario", "chess"), "chess")
    refused(call("play-out", "random", "random", "--board", "often"), "often")
    refused(call("play-out", "random", "random", "--from", "5", "--to", "2"), "turn 5")
    refused(call("play-out", "random", "random", "--delay", "-1"), "60")
    refused(call("play-out", "random", "random", "--out", str(tmp_path / "a.mp4")), "a.mp4")


def test_replay_shows_what_play_out_showed(game: Path) -> None:
    live = call("play-out", "hunter", "random", "--seed", "3", "--board", "never").stdout
    again = call("replay", str(game), "--board", "never").stdout
    assert again.startswith(live.rstrip() + "\n")
    assert again.rstrip().splitlines()[-1].startswith("end over=")


def test_positions_are_those_of_the_record(game: Path) -> None:
    done = call("replay", str(game), "--board", "never", "--brief", "--positions", "--first", "5", "--last", "7")
    shown = [line.strip() for line in done.stdout.splitlines() if line.startswith("   turn=")]
    positions = [position for position, _, _ in play_again(GameRecord.read(game.read_text(), PAINTBALL))]
    assert shown == positions[5:8]


def test_step_by_key_and_jumps(game: Path) -> None:
    done = call("replay", str(game), "--step", "--board", "never", typed="\nwhat\n12\nt3\nq\n")
    assert done.exit_code == 0, done.output
    numbers = [int(n) for n in re.findall(r"(?:^|> ) *(\d+)\. ", done.stdout, re.MULTILINE)]
    assert numbers[:3] == [0, 1, 12] and "'what' is neither Enter" in done.stdout
    assert "Turn 3 of" in done.stdout and "Turn 2 of" not in done.stdout.split("Turn 1 of")[-1].split("left at")[1]
    assert call("replay", str(game), "--step", typed="").exit_code == 0  # end of input: left


def test_a_bad_record_is_reported_in_one_line(game: Path, tmp_path: Path) -> None:
    text = game.read_text()
    faults = (("seed: 3", "seed: 4", 1), ("\n1 ", "\n1 X", 1), ("\nend over=", "\nend over=no", 2))
    for k, (old, new, code) in enumerate((*faults, ("paintball-record: 1", "hello", 2))):
        bad = tmp_path / f"{k}.pbr"
        bad.write_text(text.replace(old, new, 1))
        refused(call("replay", str(bad)), "line ", code=code)  # 1: it can be read, but doesn't come out the same
    refused(call("replay", str(tmp_path / "none.pbr")), "none.pbr")
    refused(call("replay", "-", "--step", typed=text), "--step")


def test_colours_go_with_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert has_colour()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not has_colour()
    line = "R3 shoots at B12 in c5 (SH3)"
    plain, coloured = (Screen(Scenario.load(BASIC), colour=colour) for colour in (False, True))
    assert plain.painted(line) == line
    assert coloured.painted(line) == painted(line) and coloured.painted(painted(line)) == painted(line)
    assert re.sub(r"\033\[[0-9;]*m", "", painted(line)) == line and "\033[1;94mB12" in painted(line)
    assert not Screen(Scenario.load(BASIC)).colour


def test_the_guide_shows_what_is_shown() -> None:
    docs = Path(__file__).parent.parent / "docs"
    guide = (docs / "watching.md").read_text(encoding="utf-8")
    turn = [str(docs / "watching.pbr"), "--from", "2", "--to", "2"]
    full = call("replay", *turn).stdout.strip("\n").split("\n\nTurn 2 of 30 · second phase")[0]
    brief = call("replay", *turn, "--brief", "--board", "never").stdout.split("\n\n")[0].strip()
    for name, text in (("excerpt", full), ("brief", brief)):
        shown = guide.split(f"<!-- {name} -->\n")[1].split(f"<!-- /{name} -->")[0]
        assert shown == f"```text\n{text}\n```\n"


def test_the_guide_has_the_words_of_every_purpose() -> None:
    from paintball_env.purposes import PURPOSES

    guide = (Path(__file__).parent.parent / "docs" / "watching.md").read_text(encoding="utf-8")
    for purpose in PURPOSES:
        assert re.search(rf"^\| .*`{purpose}`", guide, re.MULTILINE), purpose


# Playing.


def test_a_whole_game_by_numbers(tmp_path: Path) -> None:
    scenario = tmp_path / "short.toml"
    scenario.write_text(SHORT)
    file = tmp_path / "me.pbr"
    done = call("play", "random", "--scenario", str(scenario), "--seed", "5", "--record", str(file), typed="1\n" * 300)
    assert done.exit_code == 0, done.output
    assert re.search(r"in turn \d, after \d+ decisions", done.stdout), done.stdout[-800:]
    record = GameRecord.read(file.read_text(), PAINTBALL)
    assert record.players[0] == "person" and record.end.over
    list(play_again(record))


def test_words_are_understood_and_faults_are_told() -> None:
    typed = ["help", "list", "r1 move", "R9 aim", "B1 aim", "fly", "", "999", "undo", "? r1 move e", "hint", "position"]
    done = call("play", "hunter", "--seed", "4", typed="\n".join([*typed, "r1 m e", "quit"]) + "\n")
    out = done.stdout
    assert done.exit_code == 0, done.output
    for words in (
        "You may type:",
        "could be R1 move E, R1 move NE",
        "there is no R9 in this game",
        "B1 is Blue's and Red decides",
        "'fly' is no action: type a number of the list or words like",
        "type a number or an action's words",
        "the list runs from 1 to",
        "there is no undo",
        "no die is rolled before the next decision",
        "the bot would: R",
        "turn=1 phase=1",
        "1. R1 moves E to c3 (MV1)",
        "go on with: paintball play --resume",
    ):
        assert words in out, words
    saved = re.search(r"^(?:> )?(\S+\.pbr): saved", out, re.MULTILINE)
    assert saved
    Path(saved[1]).unlink()


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are saved where one is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_an_illegal_action_is_refused_by_its_rule() -> None:
    done = call("play", "random", "--seed", "4", typed="r1 shoot b2\nr1 reload\n")
    assert re.search(r"'R1 shoot B2': (SH1|SH-LOS1|AP2)", done.stdout), done.stdout[-600:]
    assert re.search(r"'R1 reload': [A-Z]{2}\d", done.stdout)


def test_rules_reasons_and_aims_are_told() -> None:
    typed = ["rule se2", "rules", "rules grenade", "rules nothingofthekind", "why r1 shoot b2", "why r1 sentry", "aim"]
    done = call("play", "random", "--seed", "4", typed="\n".join(typed) + "\n")
    for words in ("SE2: In the other side's phase", "SE: Sentries", "GR1:", "no rule names 'nothingofthekind'"):
        assert words in done.stdout, words
    assert re.search(r"'R1 shoot B2': (SH1|SH-LOS1|AP2)", done.stdout) and "R1 sentry is legal" in done.stdout
    assert done.stdout.count("Bring Blue's flag into your own base c1.") == 2


def test_a_hint_of_an_agent_that_searches_has_what_it_tried() -> None:
    done = call("play", "search:sims=16", "--seed", "4", typed="hint\n")
    assert re.search(r"the bot would: .*\n  [+-]\d\.\d\d  .* \(\d+ play-outs\)", done.stdout), done.stdout[-500:]


def test_a_step_past_a_sentry_has_its_risk() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 B1=c5,sentry B2=b7 M1=c3 M2=c6"
    lines = play_words.chances(Game("capture-the-flag-basic", start=at), "R1 move E")
    assert lines[0] == "R1 move E, if B1 shoots:"
    # 3+ hits at range 2, no save on 2 to 5, out on 4+: 4/6 · 4/6 · 1/2.
    assert any("2/9" in line and line.endswith("R1 is out") for line in lines)


def _shell() -> Shell:
    return Shell("paintball", "", "1", "paintball_env.definition:PAINTBALL", "capture-the-flag-drawn", "")


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal here")
@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
def test_a_game_whose_terminal_is_closed_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    file, answers = tmp_path / "a game.pbr", iter(["1", "1"])

    def typed(prompt: str) -> str:
        for answer in answers:
            return answer
        os.kill(os.getpid(), getattr(signal, name))
        raise AssertionError("the signal was not heard")

    monkeypatch.setattr("builtins.input", typed)
    before = signal.getsignal(getattr(signal, name))
    game = PersonGame(_shell(), Scenario.load("capture-the-flag-drawn"), "random", 0, 4, file=file)
    game.run()
    assert len(GameRecord.read(file.read_text(), PAINTBALL).lines) >= 2
    assert signal.getsignal(getattr(signal, name)) == before


def test_a_game_whose_process_dies_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("play", "--saved").stdout == "no game was cut off\n"
    answers = iter(["1", "1"])
    game = PersonGame(_shell(), Scenario.load("capture-the-flag-drawn"), "random", 0, 4)
    with monkeypatch.context() as patched, pytest.raises(ZeroDivisionError):
        patched.setattr("builtins.input", lambda prompt: next(answers, None) or 1 / 0)  # as good as a kill
        game.run()
    listed = call("play", "--saved").stdout
    file = re.search(r"paintball play --resume (\S+)", listed)
    assert file and "person against random, capture-the-flag-drawn, turn 1" in listed
    assert len(GameRecord.read(Path(file[1]).read_text(), PAINTBALL).lines) >= 2
    done = call("play", "--resume", file[1], "--record", "on.pbr", typed="1\nquit\n")
    assert done.exit_code == 0 and Path("on.pbr").exists(), done.output
    assert call("play", "--saved").stdout == "no game was cut off\n"


def test_a_folder_that_cannot_be_written_loses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = call("play", "random", "--seed", "4", "--record", "no/such/a file.pbr", typed="1\nquit\n")
    assert done.exit_code == 0 and "not saved" in done.stderr, done.output
    assert re.search(r"play --resume \S+unfinished/paintball-4\.pbr", done.stdout)


def test_odds_of_a_shot() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6"
    lines = play_words.chances(Game("capture-the-flag-basic", start=at), "R1 shoot B1")
    assert lines[0] == "R1 shoot B1, one die:"
    # Hit on 4+, no save on 2 to 5, out on 4+: 1/2 · 4/6 · 1/2.
    assert any("1/6" in line and line.endswith("B1 is out") for line in lines)
    assert any("1/36" in line and line.endswith("R1 has a jam") for line in lines)


def test_a_game_goes_on_as_if_it_had_never_been_left(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.pbr", tmp_path / "parts.pbr"
    typed = ["1", "auto", "done", "2", "auto", "1", "auto"]
    first = ["hunter", "--seed", "8", "--side", "blue"]
    call("play", *first, "--record", str(whole), typed="\n".join(typed) + "\n")
    done = call("play", *first, "--record", str(parts), typed="\n".join(typed[:3]) + "\n")
    assert f"go on with: paintball play --resume {parts}" in done.stdout
    again = call("play", "--resume", str(parts), typed="\n".join(typed[3:]) + "\n")
    assert again.exit_code == 0, again.output
    assert whole.read_text() == parts.read_text()
    assert GameRecord.read(whole.read_text(), PAINTBALL).players[1] == "person"


def test_auto_does_the_set_up() -> None:
    done = call("play", "random", "--scenario", "capture-the-flag-basic", "--seed", "1", typed="auto\nposition\n")
    assert done.exit_code == 0, done.output
    assert re.search(r"turn=1 phase=[12]", done.stdout), done.stdout[-500:]


# Bots of one's own.

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

class First(Bot):  # what a person plays who types 1 all the time
    def act(self, view):
        from paintball_env.play_words import numbered
        return view.legal[numbered(list(view.legal))[0]]
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
    for typed, kept in (("1\n" * 300, file), ("1\nhint\n1\nhint\nhint\n1\n", left)):
        done = call("play", *table, "--record", str(kept), typed=typed)
        assert done.exit_code == 0, done.output
    assert [line.action for line in GameRecord.read(file.read_text(), PAINTBALL).lines] == orders
    assert 0 < len(GameRecord.read(left.read_text(), PAINTBALL).lines) < len(orders)
    done = call("play", "--resume", str(left), typed="1\nhint\n" + "1\n" * 300)
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
    assert hints("1 1 1 hint") == hints("1 1 1 hint hint")[:1] == hints("hint 1 hint 1 1 hint")[-1:] != []
    # As the bot itself would play on that side.
    record = play_recorded(make(table[0]), make(table[0]), Scenario.load(str(scenario)), 5)
    assert hints("hint") == [record.lines[0].action]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("[][7]", "Faulty: in turn 2: IndexError: list index out of range (faulty.py, line 9)"),
        ("'done'", "Faulty: in turn 2 it answered 'done', no action's index"),
        ("min(set(range(view.mask.size)) - set(view.legal.values()))", "is not legal, in turn 2"),
    ],
)
def test_a_bots_fault_is_one_line_and_the_game_is_kept(tmp_path: Path, act: str, words: str) -> None:
    bot, file = tmp_path / "faulty.py", tmp_path / "kept.pbr"
    bot.write_text(FAULTY.format(prepare="pass", act=act))
    refused(call("play-out", str(bot), "random", "--seed", "3", "--board", "never", "--record", str(file)), words)
    assert len(GameRecord.read(file.read_text(), PAINTBALL).lines) > 3

    done = call("play", str(bot), "--seed", "3", typed="1\n" * 300)
    refused(done, words)
    saved = re.search(r"go on with: paintball play --resume (\S+)", done.stdout)
    assert saved
    bot.write_text(FAULTY.format(prepare="pass", act="max(view.legal.values())"))
    done = call("play", "--resume", saved[1], typed="hint\n" + "1\n" * 30)
    assert done.exit_code == 0 and "the bot would: " in done.stdout, done.output


def test_a_hint_that_fails_costs_nothing(tmp_path: Path) -> None:
    bot = tmp_path / "faulty.py"
    bot.write_text(FAULTY.format(prepare="pass", act="[][7]").replace("2 else", "1 else"))
    done = call("play", str(bot), "--seed", "4", typed="hint\nauto\nhint\n1\n")
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


def test_play_refuses_in_one_line(tmp_path: Path, game: Path) -> None:
    refused(call("play"), "which bot")
    refused(call("play", "nobody"), "nobody")
    refused(call("play", "random", "--side", "green"), "green")
    refused(call("play", "random", "--resume", str(game)), "BOT")
    refused(call("play", "--resume", str(game)), "hunter against random")
    refused(call("play", "--resume", str(tmp_path / "none")), "none")
    over = tmp_path / "over.pbr"
    over.write_text(game.read_text().replace("blue: random", "blue: person"))
    refused(call("play", "--resume", str(over)), "the game is over")


def test_what_is_typed_is_matched_without_guessing() -> None:
    table = action_table(12, Scenario.load("battle-12").board_map.names)
    every = table.names(0)
    legal = ["R1 move E", "R1 move NE", "R10 move E", "R1 stand down", "R1 sentry", "hex a1", "hex a10", "done"]

    def known(text: str) -> str:
        return matching(text, legal, every, play_words, lambda _: "")

    assert known("r1 move e") == "R1 move E" and known("r10 m e") == "R10 move E"
    assert known("a1") == "hex a1" and known("hex a10") == "hex a10" and known("d") == "done"
    assert known("R1 st") == "R1 stand down" and known("r1 sh b2") == "R1 shoot B2"  # known, not legal
    for text in ("r1 m", "r1 s", "r1"):
        with pytest.raises(AnswerError, match="could be"):
            known(text)
    for text in ("r1 m x", "e4e5", "R1 move NEE"):
        with pytest.raises(AnswerError, match="is no action"):
            known(text)


def test_the_list_has_every_action_once() -> None:
    game = Game("battle-12-drawn", seed=2)
    rng = np.random.default_rng(2)
    for _ in range(60):
        legal = game.legal_actions()
        assert sorted(numbered(legal)) == sorted(legal)
        assert list(groups(legal))[-1] == "" or all(who != "" for who in groups(legal))
        game.step(str(rng.choice(legal)))
