"""Do the small commands do what their help says, and refuse in words?"""

import json
from pathlib import Path

import pytest

from paintball_env.observation import Encoding
from paintball_env.scenario import Scenario, presets
from tests.called import call, refused

AT = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6"


def test_odds_of_a_snap_shot(tmp_path: Path) -> None:
    out = tmp_path / "odds.json"
    arguments = [AT, "R1 shoot B1", "done", "--scenario", "capture-the-flag-basic", "--out", str(out)]
    done = call("odds", *arguments)
    assert done.exit_code == 0, done.output
    assert "done: 6 results" in done.output and "1/6" in done.output
    assert "M2=c5 -actor -kind -shots -B1 " in done.output  # where there is no terminal, no row is broken
    assert "shoot B1: 1 result " in call("odds", AT, "R1 shoot B1", "--scenario", "capture-the-flag-basic").output
    rows = json.loads(out.read_text())
    assert {"1/6", "1/36"} <= {row["probability"] for row in rows}


def test_whose_rules_a_position_is_read_by_is_said_where_no_scenario_was_given(tmp_path: Path) -> None:
    words = "no --scenario was given, so the position is read as one of capture-the-flag"
    page = ["--no-open", "--out", str(tmp_path / "page.html")]
    for arguments in (["show", AT], ["odds", AT, "done"], ["view", AT, *page]):
        done = call(*arguments)
        assert done.exit_code == 0 and done.stderr.strip() == words and words not in done.stdout, done.output
        assert call(*arguments, "--scenario", "capture-the-flag-basic").stderr == ""
        # What can't be read may belong to another scenario, too.
        strange = [word.replace("R1=c2", "R1=c9") for word in arguments]
        refused(call(*strange), f"{arguments[0]}: R1=c9: ", f"({words})")
        done = call(*strange, "--scenario", "capture-the-flag-basic")
        assert done.exit_code == 2 and "--scenario" not in done.stderr
    assert call("show").stderr == ""


def test_odds_refuse_in_one_line() -> None:
    for arguments, words in (
        (["turn=2 nonsense", "done"], "nonsense"),
        ([AT, "R1 shoot B2"], "B2"),
        ([AT, "R9 aim"], "R9"),
        (["turn=2 phase=1 acting=red second=blue score=6,1 used=1,0 over=red:eliminated R1=c2", "R1 aim"], "is over"),
        ([AT, "done", "--scenario", "chess"], "chess"),
    ):
        refused(call("odds", *arguments), "odds: ", words)


@pytest.mark.slow
def test_verify_runs_and_goes_on(tmp_path: Path) -> None:
    state = tmp_path / "verify.jsonl"
    sizes = ["--games", "2", "--decisions", "2000", "--states", "20", "--texts", "1", "--jobs", "1"]
    arguments = [*sizes, "--scenario", "capture-the-flag-basic-drawn", "--state", str(state)]
    done = call("verify", *arguments)
    assert done.exit_code == 0, done.output
    assert "twin:" in done.output
    entries = [json.loads(line) for line in state.read_text().splitlines()]
    assert list(dict.fromkeys(entry["check"] for entry in entries)) == ["plain", "twin", "sound", "states", "text"]
    assert not any(entry.get("fault") for entry in entries)
    # Cut off in the middle of a line, as by a kill: only what is missing is done again.
    state.write_text(state.read_text()[:-20])
    done = call("verify", *arguments)
    assert done.exit_code == 0, done.output
    assert len(state.read_text().splitlines()) == len(entries)


def test_scenarios_lists_all_presets() -> None:
    done = call("scenarios")
    lines = done.output.splitlines()
    assert done.exit_code == 0 and [line.split()[0] for line in lines[1:]] == presets()
    assert len({len(line) for line in lines}) == 1 and max(map(len, lines)) <= 140
    rows = json.loads(call("scenarios", "--json").output)
    assert [row["name"] for row in rows] == presets()
    for row in rows:
        scenario = Scenario.load(row["name"])
        assert row["actions"] == scenario.actions and row["turns"] == scenario.rules.max_turns
        assert row["observation"]["vector"] == list(Encoding(scenario).shape) and row["setup"] == scenario.setup


def test_scenarios_shows_one_with_board_and_numbers() -> None:
    done = call("scenarios", "battle-12")
    assert done.exit_code == 0 and "e13 BLUE" in done.output and "max_turns = 40   # not the usual" in done.output
    assert "command_dice = 2" in done.output and "points = 2\n" in done.output
    page = json.loads(call("scenarios", "battle-12", "--json").output)
    assert page["hexes"] == 109 and page["scenario"]["rules"]["max_turns"] == 40
    assert page["digest"] == Scenario.load("battle-12").digest()
    refused(call("scenarios", "chess"), "scenarios: no scenario 'chess'")


def test_observation_prints_its_table() -> None:
    done = call("observation", "--scenario", "capture-the-flag-basic")
    assert done.exit_code == 0 and len(done.output.splitlines()) == 1 + 984 and "version 1" in done.output
    page = json.loads(call("observation", "--encoding", "planes", "--json").output)
    assert page["encoding"] == "planes" and len(page["entries"]) == page["shape"][0]
    assert "terrain" in call("observation", "--all-scenarios").output
    for arguments in (["--encoding", "pixels"], ["--scenario", "chess"]):
        refused(call("observation", *arguments), "observation: ", arguments[1])
