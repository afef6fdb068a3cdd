"""Training runs and tournaments in the browser: curves with intervals, live tables, every game."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from urllib.parse import quote

from paintball_env.definition import PAINTBALL
from tabletop.agents.registry import make
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.front.server.runs import Runs
from tabletop.play.records import GameRecord
from tabletop.rate.matches.single import play_recorded
from tabletop.rate.tournament import run
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.store import Store
from tabletop.show.viewer.page import unpacked
from tests.any_game.pig import PIG

LOG = """step,loss,panel,panel_low,panel_high,panel/random,panel_low/random,panel_high/random
16,0.5,,,,,,
32,0.4,0.55,0.4,0.7,0.5,0.3,0.7
48,0.3,0.6,0.5,0.7,0.6,0.5,0.7
64,0.2
"""


def foreign(path):
    """Make a file of SQLite that is no tournament's."""
    with closing(sqlite3.connect(path)) as file:
        file.execute("create table game (x)")


def folder_of(tmp_path):
    runs = tmp_path / "runs"
    (runs / "quick").mkdir(parents=True)
    (runs / "quick" / "progress.csv").write_text(LOG)
    (runs / "quick" / "stages").mkdir()
    for step in (32, 48):
        game = play_recorded(make("careful", PIG), make("random", PIG), PIG.load("short-pig"), step)
        (runs / "quick" / "stages" / f"{step:010d}{PIG.record_suffix}").write_text(game.write())
    with Store.begin(runs / "cup.db", define(["random", "careful"], ["short-pig"], 4, 1, PIG)) as store:
        run.play(define(["random", "careful"], ["short-pig"], 4, 1, PIG), store, SerialWorkers(), lambda *_: None)
    (runs / "no.db").write_text("no SQLite")
    (runs / "empty.db").touch()
    foreign(runs / "foreign.db")
    Store.begin(runs / "other.db", define(["random", "hunter"], [PAINTBALL.default_scenario], 1, 1, PAINTBALL)).close()
    return runs


def test_curves_tables_and_games(served, tmp_path):
    server = served()
    server.server.runs = Runs(folder_of(tmp_path), PIG)

    def get(path):
        status, text, _ = server.get(path)
        return status, json.loads(text)

    listed = get("/api/runs")[1]
    assert {(each["name"], each["kind"]) for each in listed} == {("quick", "training"), ("cup.db", "tournament")}
    curves = get("/api/runs/training?name=quick")[1]["curves"]
    assert curves["panel"] == [[32, 0.55, 0.4, 0.7], [48, 0.6, 0.5, 0.7]]
    assert curves["panel/random"][-1] == [48, 0.6, 0.5, 0.7] and curves["loss"][0] == [16, 0.5, None, None]
    table = get("/api/runs/tournament?name=cup.db")[1]
    assert table["played"] == table["planned"] == 8
    assert sorted(row["agent"] for row in table["agents"]) == ["careful", "random"]
    assert all(row["low"] is None or row["low"] <= row["rating"] for row in table["agents"])
    answer = get("/api/runs/games?name=cup.db&agent=random")[1]
    games = answer["games"]
    assert len(games) == 8 and answer["left"] == 0
    (line,) = [row for row in table["agents"] if row["agent"] == "random"]
    assert [sum(game["result"] == each for game in games) for each in ("won", "drawn", "lost")] == [
        line[each] for each in ("won", "drawn", "lost")
    ]
    assert {(game["opponent"], game["team"], game["pair"]) for game in games} == {
        ("careful", team, pair) for team in ("First", "Second") for pair in range(4)
    }
    status, page, headers = server.get(f"/runs/game?name=cup.db&at={games[0]['at']}")
    assert status == 200 and "sandbox" in headers["content-security-policy"] and "<main" in page
    record = server.server.runs.record("cup.db", games[0]["at"])
    assert record.end.over.endswith(games[0]["ending"])
    status, text, headers = server.get(f"/runs/game/record?name=cup.db&at={games[0]['at']}")
    assert status == 200 and text == record.write()
    name = f"cup.db-{games[0]['at']}{PIG.record_suffix}"
    assert headers["content-disposition"] == f'attachment; filename="{name}"'
    for path in (
        "training?name=../quick",
        "training?name=cup.db",
        "tournament?name=/etc/passwd",
        "nothing",
        "games?name=",
    ):
        assert server.get(f"/api/runs/{path}")[0] == 404, path
    assert server.get(f"/runs/game?name=cup.db&at={quote('1-1-2-99-first')}")[0] == 404


def test_a_game_is_played_once_and_shown_without_odds_which_each_position_has(served, tmp_path, monkeypatch):
    server = served()
    server.server.runs = runs = Runs(folder_of(tmp_path), PIG)
    asked = []
    monkeypatch.setattr("tabletop.front.server.runs.make", lambda *given: asked.append(given) or make(*given))
    (at, *_), address = [game["at"] for game in runs.games("cup.db", "random")["games"]], "/runs/game?name=cup.db&at="
    data = unpacked(server.get(f"{address}{at}&agent=random")[1])
    assert data["links"][0] == ["/runs#cup.db&random", "Back to cup.db"] and "oddsOf" not in data
    assert data["links"][1] == [f"/runs/game/record?name=cup.db&at={at}", "Save the record"]
    assert not any("odds" in frame for frame in data["frames"])
    position = unpacked(server.get(f"{data['oddsAt']}1")[1])
    back = [f"{address}{at}&agent=random#1", "Back to decision 1"]
    assert position["frames"][0]["odds"] and position["links"] == [back]
    assert len(asked) == 2, "both players, once"


def test_the_games_of_a_training_run_at_its_evaluations(served, tmp_path):
    server = served()
    folder = folder_of(tmp_path)
    server.server.runs = Runs(folder, PIG)
    run = json.loads(server.get("/api/runs/training?name=quick")[1])
    assert run["games"] == ["0000000048", "0000000032"] and not run["over"]
    status, page, headers = server.get("/runs/game?name=quick&at=0000000048")
    assert status == 200 and "sandbox" in headers["content-security-policy"]
    file = folder / "quick" / "stages" / f"0000000048{PIG.record_suffix}"
    played = GameRecord.load(file, PIG)
    assert len(unpacked(page)["frames"]) == len(played.lines) + 1
    # Larger than a file that a person writes.
    file.write_text(replace(played, players=("x" * (1 << 20), played.players[1])).write())
    assert server.get("/runs/game?name=quick&at=0000000048")[0] == 200
    file.write_text("no record")
    status, words, _ = server.get("/runs/game?name=quick&at=0000000048")
    assert status == 404 and "The game at 0000000048: line 1: " in words
    assert str(tmp_path) not in words
    for at in ("0000000050", "../progress", ""):
        assert server.get(f"/runs/game?name=quick&at={at}")[0] == 404
    (folder / "quick" / "results.json").write_text("{}")
    assert json.loads(server.get("/api/runs/training?name=quick")[1])["over"]


def test_a_damaged_log_is_told_and_the_other_runs_stay(served, tmp_path):
    server = served()
    folder = folder_of(tmp_path)
    server.server.runs = Runs(folder, PIG)
    (folder / "quick" / "progress.csv").write_text(f"{LOG}9,{'x' * 200_000}\n")
    status, words, _ = server.get("/api/runs/training?name=quick")
    told = "the log of quick: damaged (field larger than field limit (131072))"
    assert (status, json.loads(words)) == (404, {"error": told})
    assert server.get("/api/runs/tournament?name=cup.db")[0] == 200


def test_a_table_grows_while_its_tournament_is_played(tmp_path):
    """What is new lies in SQLite's log beside the file, which itself stays as it was."""
    part, whole = (define(["random", "careful"], ["short-pig"], pairs, 1, PIG) for pairs in (2, 4))
    runs = Runs(tmp_path, PIG)
    with Store.begin(tmp_path / "cup.db", whole) as store:
        for cup, played in ((part, 4), (whole, 8)):
            run.play(cup, store, SerialWorkers(), lambda *_: None)
            assert runs.tournament("cup.db")["played"] == played


def test_games_of_an_agent_come_in_parts(tmp_path, monkeypatch):
    monkeypatch.setattr("tabletop.front.server.runs.MOST_GAMES", 3)
    runs = Runs(folder_of(tmp_path), PIG)
    parts = [runs.games("cup.db", "random", later) for later in (0, 3, 6, 8, 50)]
    assert [(len(part["games"]), part["left"]) for part in parts] == [(3, 5), (3, 2), (2, 0), (0, 0), (0, 0)]
    assert len({game["at"] for part in parts for game in part["games"]}) == 8


def test_there_need_be_none(served):
    assert json.loads(served().get("/api/runs")[1]) == []
