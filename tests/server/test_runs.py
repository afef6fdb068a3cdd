"""Training runs and tournaments in the browser: curves with intervals, live tables, every game."""

import json
from urllib.parse import quote

from tabletop.executors.tasks import SerialWorkers
from tabletop.server.runs import Runs
from tabletop.tournament import run
from tabletop.tournament.definition import define
from tabletop.tournament.store import Store
from tests.pig import PIG

LOG = """step,loss,panel,panel_low,panel_high,panel/random,panel_low/random,panel_high/random
16,0.5,,,,,,
32,0.4,0.55,0.4,0.7,0.5,0.3,0.7
48,0.3,0.6,0.5,0.7,0.6,0.5,0.7
64,0.2
"""


def folder_of(tmp_path):
    runs = tmp_path / "runs"
    (runs / "quick").mkdir(parents=True)
    (runs / "quick" / "progress.csv").write_text(LOG)
    with Store.begin(runs / "cup.db", define(["random", "careful"], ["short-pig"], 4, 1, PIG)) as store:
        run.play(define(["random", "careful"], ["short-pig"], 4, 1, PIG), store, SerialWorkers(), lambda *_: None)
    (runs / "no.db").write_text("no SQLite")
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
    games = get("/api/runs/games?name=cup.db&agent=random")[1]
    assert len(games) == 8
    status, page, headers = server.get(f"/runs/game?name=cup.db&at={games[0]['at']}")
    assert status == 200 and "sandbox" in headers["content-security-policy"] and "<main" in page
    assert server.server.runs.record("cup.db", games[0]["at"]).end.over.endswith(games[0]["ending"])
    for path in (
        "training?name=../quick",
        "training?name=cup.db",
        "tournament?name=/etc/passwd",
        "nothing",
        "games?name=",
    ):
        assert server.get(f"/api/runs/{path}")[0] == 404, path
    assert server.get(f"/runs/game?name=cup.db&at={quote('1-1-2-99-first')}")[0] == 404


def test_there_need_be_none(served):
    assert json.loads(served().get("/api/runs")[1]) == []
