"""Is the ladder's page what was played, and does a check of it see what differs?"""

import importlib.util
import json

import pytest

from paintball_env.definition import PAINTBALL
from tests import ROOT


@pytest.fixture(scope="module")
def page():
    spec = importlib.util.spec_from_file_location("ladder_page", ROOT / "scripts" / "ladder_page.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def arguments(folder, *more):
    agents = ["--agents", "careful", "random", "careful:at=5"] if "play" in more else []
    return [*more, *agents, "--game", "tests.any_game.pig:PIG", "--jobs", "1", "--folder", folder / "runs",
            "--out", folder / "ladder.md"]  # fmt: skip


def call(page, *words):
    return page.main([*map(str, words)])


@pytest.mark.slow
def test_the_ladder_is_played_written_and_checked(page, tmp_path, capsys):
    assert call(page, *arguments(tmp_path, "play", "--pairs", 20)) == 0
    text, ladder = (tmp_path / "ladder.md").read_text(), json.loads((tmp_path / "ladder.json").read_text())
    assert list(ladder["presets"]) == ["pig", "short-pig"] and len(ladder["agents"]) == 3
    for words in ("`careful:at=5`", "## By preset", ladder["commit"], "seed 20260, 20 pairs", "240 games"):
        assert words in text
    played = "play --agents random careful careful:at=5 --pairs 20 --seed 20260"
    assert "\n    python scripts/ladder_page.py " in text and set(played.split()) <= set(text.split())
    for preset, table in ladder["presets"].items():
        share = (f"{100 * table[f'first_{key}']:.1f}" for key in ("score", "low", "high"))
        assert "| `{}` | {} % ({} to {}) | ".format(preset, *share) in text
        assert table["drawn_low"] <= table["drawn"] <= table["drawn_high"]
    best = ladder["all"][0]
    assert f"| 1 | `{best['agent']}` | {page.interval(best)} |" in text
    # The same command goes on: here nothing is left to be played.
    assert call(page, *arguments(tmp_path, "play", "--pairs", 20)) == 0
    assert (tmp_path / "ladder.md").read_text() == text
    capsys.readouterr()
    assert call(page, *arguments(tmp_path, "check", "--pairs", 10)) == 0
    told = capsys.readouterr().out
    assert told.count("the first games are the same") == 2 and told.count("careful:at=5: ") == 2
    assert "0 of 2 presets play otherwise" in told
    # One rating that can't be, and games that came out otherwise.
    ladder["presets"]["short-pig"]["first_games"] = "0" * 16
    for line in ladder["presets"]["pig"]["agents"]:
        for key in ("rating", "low", "high"):
            line[key] = None if line[key] is None else line[key] + 5000
    (tmp_path / "ladder.json").write_text(json.dumps(ladder))
    assert call(page, *arguments(tmp_path, "check", "--pairs", 10)) == 1
    told = capsys.readouterr().out
    assert "short-pig: the first games are OTHERS" in told and told.count("DISAGREES") >= 2
    assert call(page, *arguments(tmp_path, "check", "--presets", "chess")) == 2
    assert capsys.readouterr().err == "ladder_page: not on the ladder: chess\n"


def test_the_published_page_is_what_the_script_writes_of_the_published_numbers(page):
    ladder = json.loads((ROOT / "docs" / "ladder.json").read_text())
    assert page.page(ladder, PAINTBALL) == (ROOT / "docs" / "ladder.md").read_text()
    games = len(ladder["agents"]) * (len(ladder["agents"]) - 1) * len(ladder["presets"]) * int(ladder["pairs"])
    assert ladder["played"] == games
    # Of thousands of games a share is known better than to five points.
    assert all(table["drawn_high"] - table["drawn_low"] < 0.05 for table in ladder["presets"].values())


def test_a_check_uses_its_seed_and_refuses_what_it_cannot_use(page, tmp_path, monkeypatch, capsys):
    ladder = {"seed": 7, "agents": [{"agent": "random"}], "presets": {"pig": {}}}
    (tmp_path / "ladder.json").write_text(json.dumps(ladder))
    played, where = (
        [],
        ["--game", "tests.any_game.pig:PIG", "--folder", tmp_path / "runs", "--out", tmp_path / "ladder.md"],
    )

    def play(game, agents, presets, pairs, seed, store, jobs):
        played.append((agents, seed, store.name))
        if len(played) % 2 == 0:
            raise ValueError("enough")
        return None, {}, None

    monkeypatch.setattr(page, "play", play)
    for more, seed in (([], 8), (["--seed", 11], 11)):
        assert call(page, "check", *where, *more) == 2
        (_, first, _), (agents, second, store) = played[-2:]
        assert (first, second, agents) == (7, seed, ["random"]) and str(seed) in store
    capsys.readouterr()
    for wrong in (["--agents", "random"], ["--agents"], ["--seed", 7]):
        assert call(page, "check", *where, *wrong) == 2 and len(played) == 4
        assert wrong[0] in capsys.readouterr().err


def test_ratings_agree_as_far_as_both_intervals_allow(page):
    there = {"rating": 100.0, "low": 60.0, "high": 150.0}
    for rating, agreed in ((100, True), (155, True), (170, False), (55, True), (45, False)):
        assert page.agrees(there, {"rating": rating, "low": rating - 30, "high": rating + 30}) is agreed
    assert page.agrees(there | {"high": None}, {"rating": 500, "low": 470, "high": 530}) is None


@pytest.mark.slow
def test_the_first_games_are_the_same_whoever_is_named_first(page, tmp_path):
    from tests.any_game.pig import PIG

    names = ["careful", "random", "careful:at=5"]
    ladders = [
        page.play(PIG, order, ["short-pig"], 2, 5, tmp_path / f"{i}.db", 1)[1]
        for i, order in enumerate((names, names[::-1]))
    ]
    assert ladders[0] == ladders[1] != page.play(PIG, names, ["short-pig"], 2, 6, tmp_path / "c.db", 1)[1]
