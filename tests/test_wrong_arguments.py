"""Are wrong arguments of public functions refused in one line, instead of failing somewhere inside?"""

import re
from pathlib import Path

import numpy as np
import pytest

import octagon_ball.scenario
from paintball_env import (
    Game,
    RecordError,
    Scenario,
    parallel_env,
    play_recorded,
    read_record,
    record_games,
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
