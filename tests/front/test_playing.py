"""Is play at the prompt as a player uses it: words and numbers, what fits the terminal, saving and going on?"""

import os
import re
import signal
from pathlib import Path

import numpy as np
import pytest

from paintball_env import Bot, View, play_words
from paintball_env.action_names import action_table
from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.play_words import groups, listed, numbered
from paintball_env.scenario import Scenario
from tabletop.base.files import write_text
from tabletop.front.commands.action_list import ActionList, AnswerError, matching
from tabletop.front.commands.person_game import PersonGame
from tabletop.front.commands.prompt import completions
from tabletop.front.commands.screen import Screen
from tabletop.front.commands.shell import Shell
from tabletop.play.records import GameRecord, replay_game
from tabletop.play.records import replay as play_again
from tabletop.rate.matches.single import play_recorded
from tabletop.show.showing import showing_of
from tests import refuses
from tests.agents.held import make
from tests.called import call, refused
from tests.front.small import FIRST, SHORT, elsewhere, first_can_be_typed  # noqa: F401  fixtures

pytestmark = pytest.mark.usefixtures("elsewhere")


def test_a_whole_game_by_numbers(tmp_path: Path) -> None:
    scenario, file = tmp_path / "short.toml", tmp_path / "me.pbr"
    scenario.write_text(SHORT)
    record = play_recorded(make("hunter"), make("random"), Scenario.load(str(scenario)), 5)
    typed, deciders = [], []
    for game, action in replay_game(record):
        if typed and deciders[-1] == 0:
            typed[-1] = str(typed[-1][action])
        if not game.over:
            typed.append(numbered(game.scenario, game.games, game.legal_actions()))
            deciders.append(game.decider)
    mine = "\n".join(number for number, decider in zip(typed, deciders, strict=True) if decider == 0)
    done = call("play", "random", "--scenario", str(scenario), "--seed", "5", "--record", str(file), typed=mine)
    assert done.exit_code == 0, done.output
    assert re.search(r"in turn \d, after \d+ decisions", done.stdout), done.stdout[-800:]
    played = GameRecord.read(file.read_text(), PAINTBALL)
    assert played.players == ("person", "random") and played.end.over
    assert [line.action for line in played.lines] == [line.action for line in record.lines]
    list(play_again(played))


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
        "999: no action that is legal now has this number",
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


def test_an_illegal_action_is_refused_by_its_rule() -> None:
    done = call("play", "random", "--seed", "4", typed="r1 shoot b2\nr1 reload\n")
    assert re.search(r"'R1 shoot B2' is illegal now: (SH1|SH-LOS1|AP2)", done.stdout), done.stdout[-600:]
    assert re.search(r"'R1 reload' is illegal now: [A-Z]{2}\d", done.stdout)


def test_rules_reasons_and_aims_are_told() -> None:
    typed = ["rule ap", "rule se2", "rules", "rules grenade", "rules nothingofthekind"]
    typed += ["why r1 shoot b2", "why r1 sentry", "why 113", "why 218", "218", "aim"]
    done = call("play", "random", "--seed", "4", typed="\n".join([*typed, "why"]) + "\n")
    texts = ("SE2: In the other side's phase", "SE: Sentries", "GR1:", "no rule names 'nothingofthekind'")
    for words in (*texts, "AP1: A figure has 2 points a turn", "why ACTION: an action follows"):
        assert words in done.stdout, words
    assert "MV1:" not in done.stdout  # of the same chapter, and no AP
    assert re.search(r"'R1 shoot B2' is illegal now: (SH|AP2)", done.stdout) and "R1 sentry is legal" in done.stdout
    assert done.stdout.count("'R2 shoot B1' is illegal now: SH1: B1 is 6 hexes away") == 2  # 218, as an answer, too
    assert "R1 aim is legal" in done.stdout and "'rules scenarios' finds rules, 'rule SN1' prints one" in done.stdout
    assert done.stdout.count("Bring Blue's flag into your base c1,") == 2
    done = call("play", "random", "--scenario", "battle-12-drawn", typed="rule tu8\n")
    assert "In this scenario: max_turns 40." in done.stdout


def test_a_chapter_is_told_whole_and_once_and_words_are_found_by_their_beginnings() -> None:
    def told(*typed: str) -> list[str]:
        lines = call("play", "random", "--seed", "4", typed="\n".join(typed) + "\n").stdout.splitlines()
        return re.findall(r"^(?:> )?([A-Z][A-Z, ]*(?:-LOS)?\d*): ", "\n".join(lines), re.MULTILINE)

    before = told()
    sights = ["SH-LOS1", "SH-LOS2", "SH-LOS3"]
    shooting = ["SH", *(f"SH{number}" for number in range(1, 8)), *sights]
    assert told("rule sh")[len(before) :] == told("rules SH")[len(before) :] == shooting
    assert told("rule sh-los")[len(before) :] == sights and told("rules fl1")[len(before) :] == ["FL1"]
    assert {"SE", "SE1", "SE2"} <= {*told("rules sentr")[len(before) :]}
    assert told("rules ounter") == before  # inside a word


def _shell() -> Shell:
    return Shell("paintball", "", "1", "paintball_env.definition:PAINTBALL", "capture-the-flag-drawn", "")


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal here")
@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
def test_a_game_whose_terminal_is_closed_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    file, answers = tmp_path / "a game.pbr", iter([FIRST, FIRST])

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


def test_a_signal_while_the_bot_decides_is_no_fault_of_the_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ends(Bot):
        def act(self, view: View) -> int:
            os.kill(os.getpid(), signal.SIGTERM)
            return next(iter(view.legal.values()))

    monkeypatch.setattr("builtins.input", lambda prompt: "done")
    monkeypatch.setattr("tabletop.front.commands.person_game.make", lambda *given: Ends())
    file = tmp_path / "a game.pbr"
    PersonGame(_shell(), Scenario.load("capture-the-flag-drawn"), "random", 0, 4, file=file).run()
    assert GameRecord.read(file.read_text(), PAINTBALL).lines


def test_a_game_whose_process_dies_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("play", "--saved").stdout == "no game is saved\n"
    answers = iter([FIRST, FIRST])
    game = PersonGame(_shell(), Scenario.load("capture-the-flag-drawn"), "random", 0, 4)
    with monkeypatch.context() as patched, pytest.raises(ZeroDivisionError):
        patched.setattr("builtins.input", lambda prompt: next(answers, None) or 1 / 0)  # as good as a kill
        game.run()
    listed = call("play", "--saved").stdout
    file = re.search(r"paintball play --resume (\S+)", listed)
    assert file and "person against random, capture-the-flag-drawn, turn 1" in listed
    assert len(GameRecord.read(Path(file[1]).read_text(), PAINTBALL).lines) >= 2
    done = call("play", "--resume", file[1], typed="@\nsave on.pbr\nquit\n")
    assert done.exit_code == 0 and Path("on.pbr").read_text() == Path(file[1]).read_text(), done.output
    assert call("play", "--saved").stdout.count("--resume") == 1


def test_a_game_that_has_ended_is_kept_and_listed(tmp_path: Path) -> None:
    scenario = tmp_path / "short.toml"
    scenario.write_text(SHORT)
    done = call("play", "random", "--scenario", scenario, "--seed", "5", typed="auto\n" * 99)
    file = re.search(r"paintball view (\S+) shows it", done.stdout)
    assert file and GameRecord.read(Path(file[1]).read_text(), PAINTBALL).end.over, done.output
    assert f"paintball review {file[1]}" in done.stdout
    listed = call("play", "--saved").stdout
    assert f"paintball view {file[1]}" in listed and ", over: " in listed and "--resume" not in listed
    call("play", "random", "--scenario", scenario, "--seed", "5", typed="auto\nquit\n")
    listed = call("play", "--saved").stdout  # the same seed again takes no other game's place
    assert listed.count("paintball view") == listed.count("paintball play --resume") == 1


def test_a_folder_that_cannot_be_written_loses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str) -> None:
        if path.name == "a file.pbr":
            raise OSError(28, "No space left on device")
        write_text(path, text)

    with monkeypatch.context() as patched:
        patched.setattr("tabletop.front.commands.person_game.write_text", full)
        done = call("play", "random", "--seed", "4", "--record", "no/such/a file.pbr", typed="@\nquit\n")
    assert done.exit_code == 0 and "not saved" in done.stderr, done.output
    assert done.stderr.count("not saved") == 1
    file = re.search(r"play --resume (\S+games/\S+-4\.pbr)", done.stdout)
    told = call("play", "random", "--seed", "5", typed="@\nsave .\nquit\n")
    assert "not saved: . is a folder: a file is meant" in told.output, told.output
    assert file and Path(file[1]).exists()
    Path("closed").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", "closed")  # no folder
    done = call("play", "random", "--seed", "4", typed="@\n@\nquit\n")
    assert done.exit_code == 2 and done.stderr.count("not saved") == 1 and "isn't saved" in done.stderr, done.output


def test_a_game_goes_on_as_if_it_had_never_been_left(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.pbr", tmp_path / "parts.pbr"
    typed = ["@", "auto", "done", "@", "auto", "@", "auto"]
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


def test_play_refuses_in_one_line(tmp_path: Path) -> None:
    game = tmp_path / "game.pbr"
    game.write_text(play_recorded(make("hunter"), make("random"), Scenario.load("capture-the-flag-drawn"), 3).write())
    refused(call("play"), "which bot? 'paintball play")
    refused(call("play", "nobody"), "nobody")
    refused(call("play", "random", "--side", "green"), "green")
    refused(call("play", "random", "--resume", str(game)), "BOT")
    for given in (("--side", "blue"), ("--scenario", "nonsense")):
        refused(call("play", "--resume", str(game), *given), f"the saved game: leave {given[0]} out")
    refused(call("play", "--resume", str(game)), "hunter against random")
    refused(call("play", "--resume", str(tmp_path / "none")), "none")
    refused(call("play", "--resume", "-", typed=game.read_text()), "play: -: ")  # the prompt reads standard input
    other = tmp_path / "other.pbr"
    other.write_text(game.read_text().replace("blue: random", "blue: person").replace("seed: 3", "seed: 4"))
    refused(call("play", "--resume", str(other)), f"play: {other}: line ")
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
        refuses(AnswerError, "could be", known, text)
    for text in ("r1 m x", "e4e5", "R1 move NEE"):
        refuses(AnswerError, "is no action", known, text)


@pytest.mark.parametrize("name", ["battle-12", "capture-the-flag"])
def test_the_list_has_every_action_once_and_each_keeps_its_number(name: str) -> None:
    game, rng = Game(name, seed=2), np.random.default_rng(2)
    kept: dict[str, int] = {}
    for _ in range(120):
        legal = game.legal_actions()
        numbers = numbered(game.scenario, game.games, legal)
        assert sorted(numbers) == sorted(legal) and len({*numbers.values()}) == len(legal)
        assert all(kept.setdefault(action, number) == number for action, number in numbers.items())
        assert list(groups(legal))[-1] == "" or all(who != "" for who in groups(legal))
        whole = listed(game.scenario, game.games, legal)[0]
        assert sorted({*numbers.values()}) == sorted(
            map(int, re.findall(r"(?<![\w,.])(\d+)(?=:|(?: [a-z]))", _bare(whole)))
        )
        game.step(str(rng.choice(legal)))
    assert {"done": 0}.items() <= kept.items()


def _bare(text: str) -> str:
    """A list without the states of its figures."""
    return re.sub(r"\([^()]*\)", "", " ".join(text.split()))


@pytest.mark.parametrize(
    ("name", "columns", "rows"),
    [("capture-the-flag-basic", 80, 24), ("capture-the-flag", 80, 24), ("battle-12", 80, 24), ("battle-12", 132, 50)],
)
@pytest.mark.slow
def test_board_list_and_prompt_fit(name: str, columns: int, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    game, rng = Game(name, seed=3), np.random.default_rng(3)
    screen = Screen(game.scenario, colour=False)
    for _ in range(150):
        if game.over:
            break
        if game.record.turn == 0 or rng.random() < 0.2:
            lines = ActionList(game, screen).table(True).splitlines()
            assert len(lines) < rows and max(map(len, lines)) <= columns, "\n".join(lines)
            on_board = [where for where in game.scenario.board_map.names if any(f"|{where}" in line for line in lines)]
            standing = set(re.findall(r"=([a-z]\d+)", game.position()))
            assert standing | {*on_board} == {*game.scenario.board_map.names}
        game.step(str(rng.choice(game.legal_actions())))


def test_a_large_terminal_shows_the_whole_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("capture-the-flag-basic-drawn", seed=3)
    whole = showing_of(PAINTBALL).draw_text(game.scenario, game.games)
    beside = showing_of(PAINTBALL).draw_text(game.scenario, game.games, room=(130, 40))
    assert showing_of(PAINTBALL).draw_text(game.scenario, game.games, room=(100, 60)) == whole
    figures = [line for line in whole.splitlines() if re.match(r"[RBM]\d  ", line)]
    assert len(figures) == 14 and all(figure in beside for figure in figures) and beside.count("\n") == 26


def test_the_small_board_says_what_the_whole_one_says() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,1 used=1,0 to=red:act"
    figures = "R1=c2,p1,moved1,used R2=c3,jammed B1=c5,sentry B2=b7 M1=c3 M2=c6"
    game = Game("capture-the-flag-basic", start=f"{at} {figures} flag.blue=R2 flag.red=d1 soft=c4 hard=b5/NW")
    for room in ((80, 20), (66, 5)):
        text = showing_of(PAINTBALL).draw_text(game.scenario, game.games, room=room)
        for words in (
            "M2 c6",
            "Blue's flag carried by R2",
            "Red's flag in d1",
            "1 point: R1",
            "sentry: B1",
            "b5 #↖",
            "%",
        ):
            assert words in text, (words, text)
    coloured = showing_of(PAINTBALL).draw_text(game.scenario, game.games, colour=True, room=(80, 20))
    assert "\033[1;94mB1" in coloured and re.sub(r"\033\[[0-9;]*m", "", coloured) == showing_of(PAINTBALL).draw_text(
        game.scenario, game.games, room=(80, 20)
    )


def test_what_is_not_possible_now_is_said_with_its_reason() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c3 R2=c2 R3=d1,jammed B1=c4,suppressed M1=b1"
    game = Game("capture-the-flag-basic", start=f"{at} M2=c6")
    refuses(AnswerError, r"'R3'.*MF3", lambda: ActionList(game, Screen(game.scenario, colour=False)).whole("R3"))
    refuses(ValueError, "'charge' is said alone", game.table.index, "R1 charge", 0)
    game.step("charge")
    refuses(ValueError, "CH2", game.step, "hex c4")


def test_tab_ends_the_words_of_actions() -> None:
    legal = ["R1 move E", "R1 move NE", "R1 sentry", "R1 shoot B2", "hex c4", "done"]
    for line, offered in (
        ("r1 m", ["move"]),
        ("r1 move ", ["E", "NE"]),
        ("R1 s", ["sentry", "shoot"]),
        ("? r1 shoot b", ["B2"]),
        ("odds r", ["R1"]),
        ("why r1 sh", ["shoot"]),
        ("c", ["c4"]),
        ("hi", ["hint"]),
        ("r2 m", []),
    ):
        assert completions(line, legal, {"hex"}) == offered, line


def test_a_figures_list_and_odds_beside_each_action() -> None:
    at = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6"
    game = Game("capture-the-flag-basic", start=at)
    actions = ActionList(game, Screen(game.scenario, colour=False))
    assert re.fullmatch(
        r"  R1 in c2 \(2 points\): move 101:E .* · shoot 118:B1 .*", " ".join(actions.whole("r1").split("\n"))
    )
    lines = actions.odds("R1").splitlines()
    assert [line for line in lines if re.match(r"   118 R1 shoot B1 +16\.7% B1 is out · ", line)]
    assert [line for line in lines if re.match(r"   113 R1 aim +no dice$", line)] and not any(
        "R2" in line for line in lines
    )
    assert actions.odds().count("\n") + 1 == len(game.legal_actions())
    # Several words, shortened as in an action.
    assert re.fullmatch(r"   118 R1 shoot B1 +16\.7% B1 is out · .*", actions.odds("r1 sh"))
    assert re.fullmatch(r" *R2 in b1 \(2 points\): move 201:E .*", " ".join(actions.whole("R2 move").split("\n")))
    refuses(AnswerError, "'R2 throw'.*R2 move, R2 ", actions.odds, "R2 throw")
    refuses(AnswerError, r"'r2 move x'.*R2 move E", actions.whole, "r2 move x")
    refuses(AnswerError, "'r9'.* R1, R2, done", actions.whole, "r9")
    done = call("play", "random", "--seed", "4", typed="r1\nlist r2\nodds r2\n")
    assert re.search(r"> +R1 in .*: move 101:E", done.stdout) and re.search(r"> +R2 in .*: move 201:E", done.stdout)
    assert re.search(r"> +201 R2 move E +no dice", done.stdout)
