"""Is a game written down as the page says, and does a record play again to the same end or get refused in words?"""

import random
import re
from dataclasses import replace

import pytest

from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.scenario import Scenario
from tabletop.game.draws import Draw, read_draw, write_draw
from tabletop.play.records import End, GameRecord, Line, Recorder, RecordError, replay
from tests import ROOT, refuses

PAGE = ROOT / "docs" / "formats.md"
WATCHED = PAGE.with_name("watching.pbr")
TEXT = """\
paintball-record: 1
versions: positions 1, actions 1, draws 1
scenario: capture-the-flag-basic
seed: 20261
red: hunter
blue: mcts:budget=1000

0 start | roll-off=1/2 set-up:red=7/25
1 R1 move NE
2 R3 shoot B2
3 done | hit:R3=5 hit:R3=1 misfire:R3=4
4 done | shoot-out:red=1-0 command:red=11 clear:c4=2
end over=red:flag turn=9 digest=5f0c5f0c5f0c5f0c
"""
DRAWS = [
    (Draw("hit", "R3", "", 5), "hit:R3=5"),
    (Draw("command", "red", "", 11), "command:red=11"),
    (Draw("order", "table", "lot 2", 1), "order=1/2"),
    (Draw("set-up", "blue", "lot 25", 7), "set-up:blue=7/25"),
    (Draw("shoot-out", "red", "", (1, 0)), "shoot-out:red=1-0"),
    (Draw("clear", "c4", "", 2), "clear:c4=2"),
]


def play(scenario, seed, steps, start=""):
    game = Game(scenario, seed=seed, start=start or None)
    recorder = Recorder(game, scenario, seed, "one", "two", start)
    rng = random.Random(seed)
    positions = [game.position()]
    for _ in range(steps):
        if game.over:
            break
        action = rng.choice(game.legal_indices())
        recorder.step(action if rng.random() < 0.5 else game.table.name(action, game.decider))
        positions.append(game.position())
    return recorder.record(), positions


# Text.


@pytest.mark.parametrize(("draw", "text"), DRAWS)
def test_draws_as_text(draw, text):
    assert write_draw(draw) == text
    assert read_draw(text, PAINTBALL) == draw


def test_classes_are_only_written_for_lots():
    assert write_draw(Draw("hit", "R3", "122333", 5)) == "hit:R3=5"
    assert write_draw(Draw("shoot-out", "red", "2 v 1", (1, 0))) == "shoot-out:red=1-0"


def read(text):
    return read_draw(text, PAINTBALL)


def test_a_record_is_read_and_written():
    record = GameRecord.read(TEXT, PAINTBALL)
    assert (record.scenario, record.seed) == ("capture-the-flag-basic", 20261)
    assert record.players == ("hunter", "mcts:budget=1000")
    assert record.opening == (read("roll-off=1/2"), read("set-up:red=7/25"))
    assert record.lines[0] == Line("R1 move NE")
    assert record.lines[2] == Line("done", tuple(map(read, ("hit:R3=5", "hit:R3=1", "misfire:R3=4"))))
    assert record.end == End("red:flag", 9, "5f0c5f0c5f0c5f0c")
    assert record.write() == TEXT


def test_the_pages_record_is_one():
    """Its lines are those of a record that comes with the docs."""
    page = PAGE.read_text("utf-8").split("## 8. Game records")[1].split("\n## ")[0]
    shown = [line[4:].removesuffix(" …") for line in page.splitlines() if line.startswith("    ")]
    lines, numbers = WATCHED.read_text("utf-8").splitlines(), []
    for text in [line for line in shown if line not in ("", "…")]:
        numbers.append(next(number for number, line in enumerate(lines) if line.startswith(text)))
        assert lines[numbers[-1]] == text or text.startswith("0 start ")
    assert len(numbers) > 10 and numbers == sorted(numbers)


def test_an_unfinished_game_has_no_ending():
    assert str(End("", 3, "0" * 16)) == "end turn=3 digest=0000000000000000"
    assert End.read("end turn=3 digest=0000000000000000", PAINTBALL) == End("", 3, "0" * 16)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("paintball-record: 1", "paintball-record: 2", "line 1: records of version 2 are unknown here (1)"),
        ("paintball-record: 1\n", "", "line 1: a record begins with 'paintball-record: '"),
        (
            "draws 1\n",
            "draws 2\n",
            "line 2: formats 'positions 1, actions 1, draws 2' are unknown here (positions 1, actions 1, draws 1)",
        ),
        ("scenario: ", "scene: ", "line 3: the key 'scene' is unknown"),
        ("red: hunter", "seed: 3", "line 5: the key 'seed' is repeated"),
        ("red: hunter", "red:", "line 5: a header's line is 'key: value', and an empty line ends it"),
        ("red: hunter\n", "", "line 6: the header lacks 'red'"),
        (
            "red: hunter",
            "red: hunter\nscenario-json: {}",
            "line 8: the header has either 'scenario' or 'scenario-json'",
        ),
        ("seed: 20261", "seed: -1", "line 4: the seed is a number from 0 to 18446744073709551615"),
        ("seed: 20261", "seed: 18446744073709551616", "line 4: the seed is a number from 0 to 18446744073709551615"),
        ("0 start", "1 start", "line 8: is numbered 1 where 0 follows"),
        ("0 start", "0 begin", "line 8: the first line is '0 start' with its draws"),
        ("2 R3", "4 R3", "line 10: is numbered 4 where 2 follows"),
        (
            "2 R3 shoot B2",
            "R3 shoot B2",
            "line 10: a line is a number and an action, after ' | ' its draws, after ' # ' what was tried",
        ),
        ("roll-off=1/2", "roll-off=3/2", "line 8: 'roll-off=3/2': there are only 2 candidates"),
        ("hit:R3=1", "luck:R3=1", "line 11: 'luck:R3=1': nothing is drawn for 'luck'"),
        ("hit:R3=1", "hit:R3", "line 11: 'hit:R3' is no draw like hit:R3=5, order=1/2 or shoot-out:red=1-0"),
        ("end over", "over", "line 13: cut off: its last line, 'end …', is missing"),
        ("end over", "end\nover", "line 14: something stands after the record's last line, 'end …'"),
        (
            "turn=9 ",
            "",
            "line 13: cut off or changed: the last line is like "
            "'end over=red:eliminated turn=9 digest=' and 16 hex digits",
        ),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(old, new, message):
    with pytest.raises(RecordError) as error:
        GameRecord.read(TEXT.replace(old, new), PAINTBALL)
    assert str(error.value) == message


def test_a_record_needs_names_of_one_line():
    refuses(RecordError, r"^red:", lambda: replace(GameRecord.read(TEXT, PAINTBALL), players=("a\nb", "c")).write())


# Playing again.


@pytest.mark.parametrize("name", ["capture-the-flag-basic", "reverse-flag", "single-flag-drawn"])
def test_a_game_is_written_down_and_plays_again(name):
    record, positions = play(Scenario.load(name), 7, 120)
    assert record.scenario == name
    assert record.lines
    again = GameRecord.read(record.write(), PAINTBALL)
    assert again.write() == record.write()
    played = list(replay(again))
    assert [position for position, _, _ in played] == positions
    assert [action for _, action, _ in played] == ["start", *(line.action for line in record.lines)]
    assert [draws for _, _, draws in played] == [record.opening, *(line.draws for line in record.lines)]


def test_a_whole_game_ends_as_it_ended():
    scenario = Scenario.load("single-flag-basic").with_rules(max_turns=2)
    record, positions = play(scenario, 3, 5000)
    assert re.search(rf"^end over={record.end.over} turn={record.end.turn} digest=", record.write(), re.MULTILINE)
    assert record.end.over
    assert record.scenario == ""
    assert Scenario.from_json(record.scenario_json) == scenario
    assert [position for position, _, _ in replay(GameRecord.read(record.write(), PAINTBALL))] == positions


def test_a_game_from_a_position():
    start = "turn=3 phase=1 acting=red second=blue score=4,2 to=red:act R1=c3 B1=c5,sentry"
    record, positions = play(Scenario.load("capture-the-flag-basic"), 4, 10, start)
    assert f"\nstart: {start}\n" in record.write()
    assert [position for position, _, _ in replay(GameRecord.read(record.write(), PAINTBALL))] == positions


def refused(record):
    with pytest.raises(RecordError) as error:
        list(replay(record))
    return str(error.value)


def test_what_comes_out_otherwise_is_refused():
    record, _ = play(Scenario.load("capture-the-flag-basic-drawn"), 7, 80)
    last = record.line_number(len(record.lines) + 1)
    assert record.write().splitlines()[last - 1].startswith("end")
    assert "decision 0 (start): draw 1 is " in refused(replace(record, seed=8))
    shorter, longer = replace(record, opening=record.opening[:-1]), replace(record, opening=record.opening * 2)
    count, (first, last_draw) = len(record.opening), (write_draw(record.opening[at]) for at in (0, -1))
    assert refused(shorter) == f"line 8: decision 0 (start): draw {count} is {last_draw}, in the record nothing"
    assert refused(longer) == f"line 8: decision 0 (start): draw {count + 1} is nothing, in the record {first}"
    wrong = replace(record, lines=[Line("B1 aim"), *record.lines[1:]])
    other = replace(record, lines=[Line("R9 aim"), *record.lines[1:]])
    assert refused(wrong).startswith("line 9: decision 1 (B1 aim): is refused: ")
    assert refused(other).startswith("line 9: decision 1 (R9 aim): is refused: action 'R9 aim': there is no R9")
    turn = refused(replace(record, end=record.end._replace(turn=99)))
    assert turn == f"line {last}: the turn is {record.end.turn}, in the record 99"
    digest = refused(replace(record, end=record.end._replace(digest="0" * 16)))
    assert digest == f"line {last}: the digest is {record.end.digest}, in the record {'0' * 16}"
    ending = refused(replace(record, end=record.end._replace(over="red:flag")))
    assert ending == f"line {last}: the ending is open, in the record red:flag"


def test_nothing_follows_a_finished_game():
    record, _ = play(Scenario.load("single-flag-basic").with_rules(max_turns=1), 3, 5000)
    longer = replace(record, lines=[*record.lines, Line("done")])
    assert refused(longer).endswith(f"decision {len(longer.lines)} (done): the game is over before it")


def test_an_unknown_scenario_is_refused():
    record = replace(GameRecord.read(TEXT, PAINTBALL), scenario="chess")
    assert refused(record).startswith("the header: no scenario 'chess'")


def test_a_scenarios_words_may_hold_any_character() -> None:
    """A web page's line separators, too: a record is lines of text."""
    for end in "\x85\u2028\u2029\x0b\x1e\n":
        data = Scenario.load("reverse-flag-basic-drawn").model_dump() | {"name": "own", "description": f"one{end}two"}
        scenario = Scenario.model_validate(data)
        record, _ = play(scenario, 5, 4)
        again = GameRecord.read(record.write(), PAINTBALL)
        assert again.load_scenario() == scenario and Scenario.from_json(scenario.to_json()) == scenario
        assert len(list(replay(again))) == 5
