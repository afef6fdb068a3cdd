"""Are wrong arguments of public functions refused in one line, instead of failing somewhere inside?"""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import octagon_ball.scenario
import tabletop.game
from octagon_ball.definition import OCTAGON_BALL
from paintball_env import (
    Encoding,
    Game,
    RecordError,
    Scenario,
    make_agent,
    make_workers,
    parallel_env,
    parse_position,
    play_recorded,
    read_record,
    record_games,
    replay,
    save_agent,
    write_dataset,
    write_png,
)
from paintball_env.render import write_animation, write_svg

BASIC = "capture-the-flag-basic"


def refusal(kind, call, *arguments, **options):
    """The message of an error of this kind, one line of at most 700 letters."""
    with pytest.raises(kind) as caught:
        call(*arguments, **options)
    text = str(caught.value)
    assert len(text) <= 700 and text == " ".join(text.split())
    return text


WRITERS = {
    "folder": [
        lambda path: record_games(parallel_env(BASIC), path),
        lambda path: save_agent(path, [np.zeros((2, 2)), np.zeros(2)], BASIC),
    ],
    "out": [lambda path: write_dataset(path, [])],
    "source": [lambda path: write_dataset("a.npz", [path])],
    "path": [
        lambda path: write_png(BASIC, Game(BASIC), path),
        lambda path: write_svg(Scenario.load(BASIC), Game(BASIC), path),
        lambda path: write_animation(Scenario.load(BASIC), [(Game(BASIC),)], path),
    ],
    "file": [Scenario.from_file],
}


@pytest.mark.parametrize("name", WRITERS)
def test_what_is_no_path_is_refused(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for write in WRITERS[name]:
        for wrong in (None, 3, b"x", ["a"]):
            assert refusal(TypeError, write, wrong) == f"{name} {wrong!r}: a path, as a text or a Path"
        assert refusal(ValueError, write, "a\0b") == f"{name} 'a\\x00b': no path holds the character NUL"
    assert not list(tmp_path.iterdir())


def test_what_is_no_source_of_records_is_refused(tmp_path):
    for wrong in (None, 3):
        words = refusal(TypeError, write_dataset, tmp_path / "a.npz", wrong)
        assert words.startswith(f"source {wrong}: a record file, ")
    record = play_recorded("random", "random", BASIC, 1)
    assert write_dataset(tmp_path / "a.npz", record) == write_dataset(tmp_path / "b.npz", [record])


@pytest.mark.parametrize("scenarios", [Scenario, octagon_ball.scenario.Scenario])
def test_what_is_no_name_or_text_of_a_scenario_is_refused(scenarios):
    for wrong in (None, 3, b"x", ["a"]):
        words = f"scenario {wrong!r}: a preset's name, or the path of a .toml file"
        assert refusal(ValueError, scenarios.load, wrong) == words
        for read in (scenarios.parse, scenarios.from_json):
            assert refusal(TypeError, read, wrong) == f"text {wrong!r}: a text"
    assert refusal(ValueError, scenarios.load, "x" * 5000 + ".toml") == f"no scenario file {'x' * 300}…"
    assert refusal(ValueError, scenarios.load, "x\n" * 5000).startswith("no scenario 'x\\nx\\n")
    assert re.match("scenario: not JSON: Exceeds the limit", refusal(ValueError, scenarios.from_json, "1" * 5000))


def test_a_record_is_read_from_its_text():
    for wrong in (None, 3, b"x", Path("a.pbr")):
        assert refusal(RecordError, read_record, wrong) == f"a record is a text, not {type(wrong).__name__}"


START = Game(BASIC, 1).position()
SMALL = OCTAGON_BALL.load("octagon-small")
RECORD = play_recorded("random", "random", BASIC, 1).write().splitlines()


def with_line(number, text):
    """A record whose line of this number, counted from 0, is another one."""
    return "\n".join([*RECORD[:number], text, *RECORD[number + 1 :]])


TEXTS = {
    "agent": make_agent,
    "its key": lambda text: make_agent(f"hunter:{text}=1"),
    "its number": lambda text: make_agent(f"hunter:noise={text}"),
    "its file": lambda text: make_agent(f"./{text}.py"),
    "its folder": lambda text: make_agent(f"trained:{text}"),
    "its program": lambda text: make_agent(f"program:{text}"),
    "its isolated file": lambda text: make_agent(f"isolated:./{text}.py"),
    "scenario": Scenario.load,
    "scenario's file": lambda text: Scenario.load(f"{text}.toml"),
    "scenario's key": lambda text: Scenario.parse(f"{json.dumps(text)} = 1"),
    "scenario's board": lambda text: Scenario.parse(f'name = "a"\nobjective = "capture"\nmap = {json.dumps(text)}'),
    "source": lambda text: Scenario.parse("=", text),
    "position": lambda text: Game(BASIC, 1, text),
    "position's key": lambda text: parse_position(BASIC, f"{START} {text}=1"),
    "position's number": lambda text: parse_position(BASIC, START.replace("turn=0", f"turn={text}")),
    "octagon's position": lambda text: OCTAGON_BALL.parse_position(SMALL, text),
    "octagon's number": lambda text: OCTAGON_BALL.parse_position(SMALL, f"turn={text}"),
    "action": lambda text: Game(BASIC, 1).step(text),
    "octagon's action": lambda text: tabletop.game.Game(SMALL).step(text),
    "encoding": lambda text: Encoding(Scenario.load(BASIC), text),
    "option": lambda text: parallel_env(BASIC).reset(options={text: 1}),
    "record": read_record,
    "record's version": lambda text: read_record(with_line(0, f"{RECORD[0].split(':')[0]}: {text}")),
    "record's key": lambda text: read_record(with_line(2, f"{text}: 1")),
    "record's action": lambda text: list(replay(read_record(with_line(8, f"1 {text}")))),
    "record's draw": lambda text: read_record(with_line(8, f"{RECORD[8]} | {text}")),
    "dataset": lambda text: write_dataset(text, []),
    "dataset's source": lambda text: write_dataset("a.npz", [text]),
    "executor": make_workers,
}


@pytest.mark.parametrize("place", TEXTS)
def test_a_text_of_any_length_is_cut_in_what_is_said_of_it(place):
    for text in ("x" * 5000, "one line\n" * 2000):
        refusal(ValueError, TEXTS[place], text)
