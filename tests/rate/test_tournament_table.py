"""Does a tournament's table add up, over scenarios and with an anchor, and are its records the games of the table?"""

import sqlite3

import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.play.records import GameRecord, replay
from tabletop.rate.tournament import run
from tabletop.rate.tournament.standings import standings
from tabletop.rate.tournament.store import Row, Store
from tests.agents.held import BOTS, games, hold, make


def row(first, second, pair, side, score, ending="flag", scenario=1):
    return Row(scenario, first, second, pair, side, str(pair), score, ending, 10, 100, None)


def test_the_table_adds_up(tmp_path):
    from tabletop.rate.tournament.standings import table

    rows = [
        row(1, 2, 0, "red", 1.0),
        row(1, 2, 0, "blue", 0.5, "turns"),
        row(1, 2, 1, "red", 1.0),
        row(1, 2, 1, "blue", 0.0, "eliminated"),
    ]
    told = table(rows, ["ann", "bob"], ("bob", 100.0), PAINTBALL)
    ann, bob = told["agents"]
    assert (ann["agent"], ann["games"], ann["won"], ann["drawn"], ann["lost"]) == ("ann", 4, 2, 1, 1)
    assert (ann["score"], ann["score_as_red"], ann["score_as_blue"]) == (0.625, 1.0, 0.25)
    assert (bob["rating"], bob["score_as_red"], bob["score_as_blue"]) == (100.0, 0.75, 0.0)
    assert told["red_score"] == pytest.approx((1 + 0.5 + 1 + 1) / 4)
    assert told["endings"] == {"eliminated": 1, "flag": 2, "turns": 1, "fault": 0}
    assert ann["won_by"] == {"eliminated": 0, "flag": 2, "turns": 0, "fault": 0}
    assert bob["won_by"] == {"eliminated": 1, "flag": 0, "turns": 0, "fault": 0}
    assert (told["games"], told["pairs"], told["draws"]) == (4, 2, 1)
    assert told["scores"] == [[None, 0.625], [0.375, None]]
    # (2.5 + 0.5) of (4 + 1) points: odds of 3 to 2.
    assert ann["rating"] - bob["rating"] == pytest.approx(400 * np.log10(3 / 2), abs=0.01)


def test_groups_between_which_all_points_went_one_way_are_told_from_the_strongest():
    from tabletop.rate.tournament.standings import table
    from tabletop.rate.tournament.tables import notes

    rows = [row(1, 2, pair, side, 0.0) for pair in range(2) for side in ("red", "blue")]
    told = notes(table(rows, ["ann", "bob"], None, PAINTBALL), PAINTBALL)[-1]
    assert told.startswith("Groups, from the strongest: bob | ann. No agent has taken a point from a stronger group")


def test_all_scenarios_together_are_rated_on_the_points_of_all():
    from tabletop.rate.matches import bradley_terry
    from tabletop.rate.tournament.standings import table

    generator = np.random.default_rng(4)
    names = ["ann", "bob", "cyd"]
    points = np.zeros((3, 3))
    rows = []
    for scenario, better in ((1, 0.8), (2, 0.3)):  # who is good at the one is bad at the other
        for first, second in ((1, 2), (1, 3), (2, 3)):
            for pair in range(30):
                for side in ("red", "blue"):
                    score = float(generator.random() < better)
                    rows.append(row(first, second, pair, side, score, scenario=scenario))
                    points[first - 1, second - 1] += score
                    points[second - 1, first - 1] += 1 - score
    together, alone = table(rows, names, None, PAINTBALL), table(rows[180:], names, None, PAINTBALL)
    expected = dict(zip(names, bradley_terry.fit(points), strict=True))
    assert {agent["agent"]: agent["rating"] for agent in together["agents"]} == pytest.approx(expected, abs=0.01)
    assert expected["ann"] > 0 > {agent["agent"]: agent["rating"] for agent in alone["agents"]}["ann"]
    assert together["pairs"] == 180


def test_an_anchor_that_does_not_take_part_is_refused(tmp_path):
    hold(tmp_path / "t.db", pairs=1)
    words = "anchor nobody doesn't take part"
    with Store.open(tmp_path / "t.db", PAINTBALL) as store, pytest.raises(ValueError, match=words):
        standings(store, ("nobody", 0.0))


# Records.


@pytest.mark.slow
def test_records_are_the_games_of_the_table(tmp_path):
    path, folder = tmp_path / "t.db", tmp_path / "records"
    hold(path, BOTS, pairs=5, records=folder, every=2)
    files = sorted(folder.rglob("*.pbr"))
    assert len(files) == 3 * 3 * 2
    names = [make(bot).name for bot in BOTS]
    rows = {(r.first, r.second, r.pair, r.side): r for r in games(path)}
    for file in files:
        read = GameRecord.read(file.read_text(), PAINTBALL)
        assert len(list(replay(read))) == len(read.lines) + 1
        players = read.players if file.stem.endswith("red") else read.players[::-1]
        first, second = (1 + names.index(name) for name in players)
        game = rows[first, second, int(file.stem[:5]), file.stem[6:]]
        assert (read.seed, len(read.lines), read.end.turn) == (int(game.seed), game.decisions, game.turns)
    # What is missing is written, with the same bytes; what is there stays.
    before = {file: file.read_bytes() for file in files}
    files[4].unlink()
    stamp = files[5].stat().st_mtime_ns
    hold(path, BOTS, pairs=5, records=folder, every=2, jobs=2)
    assert {file: file.read_bytes() for file in sorted(folder.rglob("*.pbr"))} == before
    assert files[5].stat().st_mtime_ns == stamp


def test_agents_whose_names_are_alike_in_letters_have_records_of_their_own(tmp_path):
    alike = ["hunter:caution=+3", "hunter:caution= 3", "random"]
    hold(tmp_path / "t.db", alike, pairs=1, records=tmp_path / "r")
    files = sorted(path.relative_to(tmp_path / "r").parts[1] for path in (tmp_path / "r").rglob("*.pbr"))
    one, other = "hunter_caution=_3", "hunter_caution=_3-2"
    assert files == sorted(2 * [f"{one}-vs-{other}", f"{one}-vs-random", f"{other}-vs-random"])


@pytest.mark.slow
def test_no_folder_of_records_is_hidden(tmp_path, monkeypatch):
    (tmp_path / "my_bot.py").write_text("from paintball_env import Bot\nclass B(Bot):\n    def act(self, view):\n"
                                        "        return min(view.legal.values())\n")  # fmt: skip
    monkeypatch.chdir(tmp_path)
    hold(tmp_path / "t.db", ["./my_bot.py", "random"], pairs=1, records=tmp_path / "r")
    assert {path.parent.name for path in (tmp_path / "r").rglob("*.pbr")} == {"my_bot.py-vs-random"}


def test_a_game_that_comes_out_otherwise_gets_no_record(tmp_path):
    hold(tmp_path / "t.db", ["hunter", "random"], pairs=2)
    with sqlite3.connect(tmp_path / "t.db") as connection:
        connection.execute("UPDATE game SET decisions = 1 WHERE pair = 1 AND side = 'red'")
        connection.execute("UPDATE game SET score = 0.5 - 0.5 * score WHERE pair = 0 AND side = 'blue'")
    connection.close()
    with Store.open(tmp_path / "t.db", PAINTBALL) as store:
        differing, _ = run.write_records(store, tmp_path / "r", 1, SerialWorkers(), lambda *said: None)
    assert [name.rpartition("/")[2] for name in differing] == ["00000-blue.pbr", "00001-red.pbr"]
    assert len(list((tmp_path / "r").rglob("*.pbr"))) == 2
