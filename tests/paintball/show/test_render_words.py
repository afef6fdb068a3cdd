"""Do the status lines, boards of text and captions say the right words, and do show and replay write them?"""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from paintball_env import render_svg
from paintball_env.definition import PAINTBALL
from paintball_env.notation import parse_position
from paintball_env.render import ansi, render_ansi, status, view, words
from paintball_env.rules import events, state
from paintball_env.rules.state import NONE
from paintball_env.scenario import Scenario
from tabletop.play.records import Draw, GameRecord, Recorder
from tabletop.show.showing import showing_of
from tests.called import call, refused
from tests.paintball.pictured import EVERYTHING, busy, crowd, empty, measured


@pytest.fixture(scope="module")
def field():
    return Scenario.parse(EVERYTHING)


@pytest.fixture(scope="module")
def plain():
    return Scenario.load("capture-the-flag-basic")


# Status.


def test_a_team_whose_phase_is_over_is_not_said_to_have_used_nobody(plain):
    figures = "R1=c2{} B1=c7"
    for phase, used, red, blue in (
        (1, "used=1,0", "1 of 6 figures · rolled 4, 1 used", "1 of 6 figures · rolled 2, 0 used"),
        (2, "", "1 of 6 figures · rolled 4, phase over", "1 of 6 figures · rolled 2, 0 used"),
    ):
        acting = ("red", "blue")[phase - 1]
        place = figures.format(",p1,moved1,used" if phase == 1 else "")
        course = f"turn=3 phase={phase} acting={acting} second=blue score=4,2 {used} to={acting}:act"
        position = view.Position(plain, parse_position(plain, f"{course} {place}"))
        assert [status.team_line(position, team) for team in (0, 1)] == [red, blue]
        short = [status.team_line(position, team, room=16) for team in (0, 1)]
        assert short == ["1/6 · used 1/4" if phase == 1 else "1/6 · phase over", "1/6 · used 0/2"]
    first = f"turn=1 phase=2 acting=blue second=blue to=blue:act {figures.format('')} flag.red=b1 flag.blue=c6"
    position = view.Position(plain, parse_position(plain, first))
    assert status.team_line(position, 0) == "1 of 6 figures · phase over"


def test_each_kind_of_decision_is_put_in_words(plain):
    seen = set()
    for decision in range(1, 22):
        game = busy(plain)
        game["decision"] = decision
        seen.add(status.decision_line(view.Position(plain, game)))
    assert len(seen) == 21 and all(line.startswith("Red decides: ") for line in seen)


@pytest.mark.parametrize(
    ("winner", "ending", "words_of_it"),
    [
        (0, state.FLAG, "Red has won: the flag is at its goal"),
        (1, state.ELIMINATED, "Blue has won: no figure of the other team is left"),
        (NONE, state.TURNS, "A draw: no turns are left"),
        (NONE, state.ELIMINATED, "A draw: both teams are gone"),
    ],
)
def test_ends_are_put_in_words(plain, winner, ending, words_of_it):
    game = empty(plain)
    game["winner"], game["ending"] = winner, ending
    assert words_of_it in render_svg(plain, game)
    assert words_of_it in render_ansi(plain, game)


# Terminal.


def test_text_board(field):
    text = render_ansi(field, busy(field))
    assert "\033" not in text
    for part in ("|a1 ^%", "|b2 u", "|b3 %", "|c1 RED", "|c4 ~", "|d3 #NE", "|b4 ~", "|c8 BLUE", "R5     M1|", "fB|"):
        assert part in text, part
    for name in (f"{team}{number}" for team in "RB" for number in range(1, 7)):
        assert len(re.findall(rf"^{name} ", text, re.MULTILINE)) == 1
    assert "M1  b3     attends R5" in text and "Blue's flag lies in d6" in text
    coloured = render_ansi(field, busy(field), colour=True)
    assert re.sub(r"\033\[[0-9;]*m", "", coloured) == text


def test_text_board_of_a_crowd(plain):
    text = render_ansi(plain, crowd(plain, 6, 5))
    assert "|R1-6" in text and "|B1-5" in text
    game = crowd(plain, 6, 0)
    game["figure"]["hex"][0, 0, [1, 3]] = NONE
    assert "|R1,3,5,6" in render_ansi(plain, game)


@pytest.mark.parametrize("columns", [80, 60, 40])
def test_a_small_board_names_everybody_in_a_hex_of_both_teams(plain, columns):
    head = "turn=2 phase=1 acting=red second=blue score=6,6 used=2,0 to=red:charger place=c4 count=2"
    charge = "R1=c4,p1,moved1,used R2=c4,p1,moved1,used R3=c3 B1=c4,empty B2=c4,suppressed"
    text = showing_of(PAINTBALL).draw_text(
        plain, f"{head} {charge} M1=b1 M2=c6 flag.red=b1 flag.blue=d7", room=(columns, 12)
    )
    for short, who in ((".*R12", "R1,2"), (".*B12", "B1,2")):
        assert re.search(rf"\|{short}|in c4: {who}", text), text


def test_no_two_signs_of_figures_mean_the_same_in_teams_of_ten_or_more():
    for name, shorter in (("capture-the-flag", ["B124"]), ("battle-12", [])):
        scenario = Scenario.load(name)
        game = crowd(scenario, 0, 4)
        game["figure"]["hex"][0, 1, 2] = NONE
        place = game["figure"]["hex"][0, 1, 0]
        written = ansi.forms(view.Position(scenario, game), place, 1)
        assert written == ["B1 B2 B4", "B1,2,4", *shorter, "3*B"]
    assert "R125 figures R1, R2 and R5, in teams of up to nine" in showing_of(PAINTBALL).text_signs()


def test_a_small_board_names_the_cover_that_figures_leave_no_room_for(plain):
    at = "R1=b2 R2=b2 R3=b2 R5=b2 B1=c5 M1=b1 M2=c6 flag.red=b1 flag.blue=d7"
    head = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act"
    for cover, told in (("soft=b2", "in soft cover: R1-3,5"), ("hard=b2/NE", "in hard cover facing NE: R1-3,5")):
        text = showing_of(PAINTBALL).draw_text(plain, f"{head} {at} {cover}", room=(50, 12))
        assert told in text, text


# Words.


@pytest.mark.parametrize(
    ("draw", "expected"),
    [
        (Draw("hit", "R3", "122333", 5), "R3 rolls 5 to hit, needs 4+: a hit (SH1)"),
        (Draw("hit", "R3", "", 5), "R3 rolls 5 to hit (SH1)"),
        (Draw("misfire", "R3", "123446", 3), "R3 rolls 3 for the misfire: jammed (MF3)"),
        (Draw("check", "B1", "111222", 4), "B1 rolls 4 at the paintcheck, out on 4+: out (PC1)"),
        (Draw("order", "table", "lot 2", 2), "by lot the first phase: Blue (TU4)"),
        (Draw("step", "M1", "lot 3", 2), "by lot the Marshal's way: 2 of 3 (PC3)"),
        (Draw("shoot-out", "red", "2 v 1", (0, 1)), "the shoot-out: no charger falls, one defender falls (CH3)"),
        (Draw("command", "blue", "2d6", 9), "Blue rolls 9 with two dice for command (TU1, LG1)"),
        (Draw("command", "blue", "123456", 5), "Blue rolls 5 for command (TU1)"),
    ],
)
def test_draws_in_words(draw, expected):
    assert words.draw_words(draw) == expected


def test_the_words_of_misfires_stand_in_the_order_of_their_events():
    """MF1-MF6: the rules note the event by the die's class, and texts take the words by it."""
    kinds = events.KINDS[events.OUT_OF_GAS - 1 : events.GOGGLES_LIFTED]
    assert [(kind.name, kind.rule) for kind in kinds] == [
        (misfire.event, f"MF{face}") for face, misfire in enumerate(words.MISFIRES, 1)
    ]


# Commands.

POSITION = (
    "turn=3 phase=1 acting=red second=blue score=4,2 to=red:act "
    "R1=c3 B1=c7 M1=c2 M2=c7 flag.red=b1 flag.blue=d7 soft=b4"
)


@pytest.fixture(scope="module")
def played(plain, tmp_path_factory):
    from paintball_env.game import Game

    recorder = Recorder(Game(plain, seed=4), plain, 4, "random", "random")
    rng = np.random.default_rng(4)
    for _ in range(45):
        recorder.step(str(rng.choice(recorder.game.legal_actions())))
    path = tmp_path_factory.mktemp("record") / "game.txt"
    path.write_text(recorder.record().write(), encoding="utf-8")
    return path


def test_show_in_the_terminal(plain):
    given = call("show", POSITION, "--scenario", "capture-the-flag-basic")
    read = call("show", "-", "--scenario", "capture-the-flag-basic", typed=POSITION + "\n")
    assert given.exit_code == read.exit_code == 0, given.output
    assert given.output == read.output == render_ansi(plain, parse_position(plain, POSITION))


def test_show_into_files(tmp_path):
    for name in ("p.svg", "p.png"):
        path = tmp_path / name
        done = call("show", POSITION, "--scenario", "capture-the-flag-basic", "--out", str(path))
        assert done.exit_code == 0, done.output
    assert ElementTree.parse(tmp_path / "p.svg").getroot().tag.endswith("svg")
    assert measured(tmp_path / "p.png") == (800, 1)


def test_show_says_what_is_wrong(tmp_path):
    for arguments, words_of_it in (
        (["turn=3"], "acting: is missing"),
        (["--out", str(tmp_path / "a.jpg")], f"{tmp_path / 'a.jpg'}: a picture is a .svg or a .png"),
        (["--scenario", "nowhere"], "nowhere"),
    ):
        refused(call("show", *arguments), "show: ", words_of_it)


def test_replay_in_the_terminal(played):
    lines = GameRecord.read(played.read_text(encoding="utf-8"), PAINTBALL).lines
    done = call("replay", str(played), "--board", "never")
    assert done.exit_code == 0, done.output
    numbered = re.findall(r"^ *(\d+)\. ", done.output, re.MULTILINE)
    assert numbered == [str(number) for number in range(len(lines) + 1)]
    assert "by lot the roll-off" in done.output and done.output.rstrip().splitlines()[-1].startswith("end ")
    boards = call("replay", str(played), "--board", "every", "--first", "3", "--last", "4")
    assert boards.output.count("|c1 RED") == 2


def test_replay_into_an_animation(played, tmp_path):
    path = tmp_path / "game.webp"
    done = call("replay", str(played), "--out", str(path), "--width", "300", "--last", "9")
    assert done.exit_code == 0, done.output
    assert measured(path) == (300, 10)


def test_replay_says_what_is_wrong(played, tmp_path):
    broken = tmp_path / "broken.txt"
    broken.write_text(played.read_text(encoding="utf-8").replace("seed: 4", "seed: 5"), encoding="utf-8")
    for code, arguments in ((1, [broken]), (2, [tmp_path / "none"]), (2, [played, "--out", "a.mp4"])):
        refused(call("replay", *arguments), "replay: ", code=code)


def test_the_signs_are_explained_where_the_board_is_too_small_for_it(plain):
    signs = showing_of(PAINTBALL).text_signs()
    assert showing_of(PAINTBALL).draw_text(plain, POSITION).splitlines()[-1] in signs.splitlines()
    small = showing_of(PAINTBALL).draw_text(plain, POSITION, room=(80, 12))
    assert "soft cover" not in small and "8*R eight figures of Red" in signs and "#↗ hard cover" in signs
