"""Do play-out, replay and play work as a player uses them, and refuse in one line?"""

import re
from pathlib import Path

import pytest
from PIL import Image

from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.play_words import painted
from paintball_env.scenario import Scenario
from tabletop.front.commands.screen import Screen, has_colour, summary
from tabletop.play.records import MOST_BYTES, GameRecord
from tabletop.play.records import replay as play_again
from tabletop.rate.matches.single import play_recorded
from tests import ROOT
from tests.agents.held import make
from tests.called import call, refused

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


def test_one_decision_is_counted_as_one() -> None:
    begun = Game(BASIC, seed=1)
    for count, words in ((1, "after 1 decision: "), (2, "after 2 decisions: ")):
        assert words in summary(begun.position(), begun.scenario, ("one", "other"), count)


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


def test_a_part_that_the_game_has_not_is_refused(game: Path, tmp_path: Path) -> None:
    record = GameRecord.read(game.read_text(), PAINTBALL)
    count = len(record.lines)
    end = f"nothing lies there; the game has {count} decisions and ends in turn {record.end.turn}"
    for part in (("--from", 99), ("--first", count + 1), ("--from", 3, "--last", 5), ("--to", 0, "--first", 50)):
        for out in ((), ("--out", tmp_path / "a.gif")):
            done = call("replay", game, *part, *out)
            refused(done, f"replay: {' '.join(map(str, part))}: {end}")
            assert done.stdout == ""
    assert call("replay", game, "--first", count, "--board", "never").exit_code == 0


def test_step_by_key_and_jumps(game: Path) -> None:
    done = call("replay", str(game), "--step", "--board", "never", typed="\nwhat\n12\nt3\nq\n")
    assert done.exit_code == 0, done.output
    numbers = [int(n) for n in re.findall(r"(?:^|> ) *(\d+)\. ", done.stdout, re.MULTILINE)]
    assert numbers[:3] == [0, 1, 12] and "'what' is neither Enter" in done.stdout
    assert "Turn 3 of" in done.stdout and "Turn 2 of" not in done.stdout.split("Turn 1 of")[-1].split("left at")[1]
    assert call("replay", str(game), "--step", typed="").exit_code == 0  # end of input: left
    # Only later ones can be shown, and not those that there aren't.
    done = call("replay", str(game), "--step", "--board", "never", typed="12\n12\n5\nt0\nt1\n13\n9999\n")
    numbers = [int(n) for n in re.findall(r"(?:^|> ) *(\d+)\. ", done.stdout, re.MULTILINE)]
    assert numbers == [0, 12, 13] and done.stdout.count("leads back: this is decision 12, in turn 1") == 4
    assert "the game was over before decision 9999" in done.stdout
    done = call("replay", str(game), "--step", "--board", "never", typed="t99\n")
    assert "the game was over before turn 99" in done.stdout


@pytest.mark.parametrize("part, jump, unit", [(("--to", 3), "t4", "turn 3"), (("--last", 30), "31", "decision 30")])
def test_a_jump_out_of_the_part_that_is_shown(game: Path, part: tuple[str, int], jump: str, unit: str) -> None:
    done = call("replay", game, "--step", "--board", "never", *part, typed=f"{jump}\nt2\n9999\nt99\n")
    assert f"'{jump}' isn't shown: {unit} is the last one that was asked for" in done.stdout
    assert "Turn 2 of" in done.stdout
    # A later decision than the part has isn't shown, and no game was over before it.
    last = len(GameRecord.read(game.read_text(), PAINTBALL).lines)
    done = call("replay", game, "--step", "--board", "never", "--to", 3, typed=f"{last}\n")
    assert "over before" not in done.stdout and done.exit_code == 0, done.output


def test_only_a_record_is_replaced_by_the_next_one(tmp_path: Path) -> None:
    for name, text in (("notes.md", "# Notes\n"), ("binary", "\x00")):
        (tmp_path / name).write_text(text)
        done = call("play-out", "random", "random", "--brief", "--board", "never", "--record", str(tmp_path / name))
        refused(done, f"{name} is there already, and")
        assert (tmp_path / name).read_text() == text
    file, empty = str(tmp_path / "game.pbr"), tmp_path / "empty.pbr"
    empty.write_text("")
    for number, path in ((1, file), (2, file), (3, str(empty))):
        short = ("--brief", "--board", "never", "--scenario", "reverse-flag-basic-drawn", "--seed", str(number))
        assert call("play-out", "random", "random", *short, "--record", path).exit_code == 0
        assert f"seed: {number}\n" in Path(path).read_text()


def test_a_bad_record_is_reported_in_one_line(game: Path, tmp_path: Path) -> None:
    text = game.read_text()
    faults = (("seed: 3", "seed: 4", 1), ("\n1 ", "\n1 X", 1), ("\nend over=", "\nend over=no", 2))
    for k, (old, new, code) in enumerate((*faults, ("paintball-record: 1", "hello", 2))):
        bad = tmp_path / f"{k}.pbr"
        bad.write_text(text.replace(old, new, 1))
        # 1: it can be read, but doesn't come out the same
        refused(call("replay", str(bad)), f"replay: {bad}: line ", code=code)
    refused(call("replay", "-", typed="nonsense"), "replay: -: line 1: ")
    refused(call("view", game, "--no-open", "--scenario", "battle-12"), f"view: {game}: a game record, which holds")
    # Standard input is read as a file is: with a byte order mark, lines of Windows, and a limit.
    assert call("replay", "-", typed=b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()).exit_code == 0
    for command in ("replay", "show"):
        refused(call(command, "-", typed=b"a\xff"), f"{command}: -: no text, or not UTF-8: ")
        refused(call(command, "-", typed=b"a" * (MOST_BYTES + 1)), f"{command}: -: larger than 16 MiB")
    (tmp_path / "picture.pbr").write_bytes(bytes(range(256)))
    for name, words in (("none.pbr", "no such file"), (".", "a folder"), ("picture.pbr", "no text, or not UTF-8")):
        for command in (["replay"], ["luck"], ["review"], ["play", "--resume"]):
            refused(call(*command, tmp_path / name), f"{command[0]}: {tmp_path / name}: {words}")
    refused(call("replay", "-", "--step", typed=text), "--step")


def test_a_record_whose_scenario_is_none_cannot_be_read(game: Path, tmp_path: Path) -> None:
    """Told alike by every command; it isn't the fault of another game, which is a 1."""
    text, bad = game.read_text(), tmp_path / "bad.pbr"
    whole = Scenario.load(BASIC).to_json()
    for header in ("scenario: chess", "scenario-json: [", f"scenario-json: {whole.replace(':6,', ':0,', 1)}"):
        bad.write_text(re.sub("^scenario: .*$", lambda _, header=header: header, text, count=1, flags=re.MULTILINE))
        assert bad.read_text() != text
        for command in (["replay"], ["luck"], ["review"], ["view", "--no-open"]):
            refused(call(*command, bad), f"{command[0]}: {bad}: the header: ")
        refused(call("replay", "-", typed=bad.read_text()), "replay: -: the header: ")


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
    docs = ROOT / "docs"
    guide = (docs / "watching.md").read_text(encoding="utf-8")
    turn = [str(docs / "watching.pbr"), "--from", "2", "--to", "2"]
    full = call("replay", *turn).stdout.strip("\n").split("\n\nTurn 2 of 30 · second phase")[0]
    brief = call("replay", *turn, "--brief", "--board", "never").stdout.split("\n\n")[0].strip()
    for name, text in (("excerpt", full), ("brief", brief)):
        shown = guide.split(f"<!-- {name} -->\n")[1].split(f"<!-- /{name} -->")[0]
        assert shown == f"```text\n{text}\n```\n"
