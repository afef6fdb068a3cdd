"""Is the page of a run complete in itself, are its curves where the numbers are, and are mistakes named?"""

import json
import os
import re
from xml.etree import ElementTree

import pytest

from paintball_env.definition import PAINTBALL
from tabletop.agents.registry import make
from tabletop.front.server.runs import Runs
from tabletop.learn.training.curves import MOST, Curve, chart
from tabletop.rate.matches.single import play_recorded
from tests.any_game.pig import PIG
from tests.called import call, refused

pytest.importorskip("tensorboard", reason="the extra `train` isn't installed")

from tabletop.learn.training.report import MOST_STAGES, page, write_report

ROWS = (
    "step,minutes,steps_per_second,value_loss,score/<b>,panel/<b>,panel_low/<b>,panel_high/<b>,panel,panel_low,panel_high\n"
    "1000,0.5,33.3,0.5,0.25,,,,,,\n"
    "2000,1,33.3,0.4,0.5,0.5,0.25,0.75,0.5,0.25,0.75\n"
    "4000,2.0,33.3,0.3,0.75,1.0,0.75,1.0,1.0,0.75,1.0\n"
)


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "run"
    (folder / "stages").mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"name": "a<b", "scenario": "short-pig", "total_steps": 8000}))
    (folder / "progress.csv").write_text(ROWS)
    record = play_recorded(make("random", PIG), make("random", PIG), PIG.load("short-pig"), 3)
    for step in range(1000, 9000, 1000):
        (folder / "stages" / f"{step:010d}{PIG.record_suffix}").write_text(record.write())
    return folder


def test_a_run_under_way_has_its_page(run):
    text = page(run, PIG)
    assert "4,000 of 8,000 decisions in 2 min 00 s, 33 a second" in text and "It is not over yet" in text
    assert not re.search(r"(src|href)=|url\(|@import|<script", text) and "a<b" not in text and "a&lt;b" in text
    assert text.count("<figcaption>") == MOST_STAGES
    shown = [int(number.replace(",", "")) for number in re.findall(r"After ([\d,]+) decisions", text)]
    assert shown[0] == 1000 and shown[-1] == 8000 and shown == sorted(set(shown))
    for title in ("Evaluations", "Games by stage", "Training's games", "Updates", "Configuration"):
        assert f"<h2>{title}</h2>" in text
    assert "Entropy: 0 where" not in text, "it isn't measured in this run"
    (run / "progress.csv").write_text(ROWS.replace("value_loss", "entropy"))
    assert "Entropy: 0 where" in page(run, PIG)
    # Words come first: what it has come to, then games to watch, then tables and curves.
    places = [text.index(f"<h2>{title}</h2>") for title in ("Conclusion", "Games by stage", "Evaluations")]
    assert places == sorted(places)
    assert "Games that it lost" not in text
    (run / "lost").mkdir()
    for name in ("1", "2-as-second"):
        (run / "lost" / f"{name}{PIG.record_suffix}").write_bytes(next((run / "stages").iterdir()).read_bytes())
    lost = page(run, PIG).partition("<h2>Games that it lost</h2>")[2].partition("<h2>")[0]
    assert re.findall("It plays (First|Second)", lost) == ["First", "Second"]
    # One opponent's curve is the whole panel's.
    assert text.count('aria-label="&lt;b&gt;, over 4 k decisions; last: 100.0%"') == 1


def test_a_curve_lies_where_its_numbers_are():
    picture = chart([Curve("x", [(0, 0.5, 0.25, 0.75), (100, 1.0, 0.5, 1.0)])], percent=True)
    band, line = re.findall(r'<path d="M([^"]*?)(?: Z)?" fill', picture)
    (x0, y0), (x1, y1) = (tuple(map(float, point.split(","))) for point in line.split(" L"))
    ends = [tuple(map(float, point.split(","))) for point in band.split(" L")]
    half, whole = (float(re.search(rf'y="([\d.]+)" text-anchor="end">{k} %', picture)[1]) - 4 for k in (50, 100))
    assert (y0, y1) == (pytest.approx(half, abs=0.1), pytest.approx(whole, abs=0.1)) and x0 < x1
    assert [x for x, _ in ends] == [x0, x1, x1, x0]
    assert ends[0][1] == pytest.approx((half + whole) / 2, abs=0.1) and ends[1][1] == y1 and ends[2][1] == y0
    assert ends[3][1] == pytest.approx(half + (half - whole) / 2, abs=0.1)


def test_the_curves_of_the_page_are_a_picture_of_their_own(run, tmp_path):
    for path in (run / "stages").iterdir():
        path.unlink()
    written = write_report(run, PIG, tmp_path / "elsewhere.html").read_text()
    assert not (tmp_path / "curves.svg").exists() and not (run / "curves.svg").exists()
    assert write_report(run, PIG).read_text() == written
    text = (run / "curves.svg").read_text()
    picture = ElementTree.fromstring(text)
    charts = picture.findall("{http://www.w3.org/2000/svg}svg")
    drawn = re.findall(r"<figure>(<svg .*?</svg>)", written)
    # The same charts, with their places, none upon another, all within the picture.
    placed = re.findall('<svg x="[0-9]+" y="[0-9]+"(.*?</svg>)', text)
    assert [f"<svg{each}" for each in placed] == drawn
    assert len(drawn) == len(charts) == 3
    sides = ("x", "y", "width", "height")
    places = [[int(each.get(side)) for side in sides] for each in charts]
    for k, (x, y, width, height) in enumerate(places):
        assert x + width <= int(picture.get("width")) and y + height <= int(picture.get("height"))
        assert all(x >= u + w or u >= x + width or y >= v + h or v >= y + height for u, v, w, h in places[:k])
    titles = [each.text for each in picture.findall("{http://www.w3.org/2000/svg}text")]
    assert titles == ["Evaluations", "Training's games", "Updates"]
    # Without anything learnt there is none.
    (run / "curves.svg").unlink()
    (run / "progress.csv").unlink()
    write_report(run, PIG)
    assert not (run / "curves.svg").exists()


def test_long_curves_and_flat_ones():
    picture = chart([Curve("x", [(float(k), 3.0) for k in range(5000)])])
    assert ">0 decisions</text>" in picture
    assert MOST / 2 < picture.count(" L") <= MOST + 10 and "last: 3" in picture


def test_the_command_and_its_mistakes(run, tmp_path):
    page = tmp_path / "page.html"
    (run / "config.json").write_text(json.dumps({"name": "a", "scenario": "battle-12", "total_steps": 8000}))
    for path in (run / "stages").iterdir():
        path.unlink()
    done = call("report", run, "--out", page)
    assert done.exit_code == 0 and page.read_text().startswith("<!DOCTYPE html>"), done.output
    assert call("report", run).exit_code == 0 and (run / "report.html").is_file()
    # A page may be replaced, nothing else.
    assert call("report", run, "--out", page).exit_code == 0
    refused(call("report", run, "--out", run / "config.json"), "config.json is there")
    refused(call("report", tmp_path), "holds no run:")
    (run / "results.json").write_text("[1]")
    refused(call("report", run), "results.json is none of a")
    (run / "results.json").write_text("{")
    refused(call("report", run), "results.json: ")
    (run / "results.json").unlink()
    (run / "stages" / f"0000001000{PAINTBALL.record_suffix}").write_text("nonsense")
    refused(call("report", run), "0000001000.pbr: ")


@pytest.mark.parametrize(
    "name, content, words",
    [
        ("config.json", "{}", "damaged (KeyError: 'name')"),
        ("config.json", '{"name": "a", "scenario": "pig", "scenarios": [1], "total_steps": 8}', "damaged (TypeError: "),
        ("config.json", '{"name": "a", "scenario": "pig", "total_steps": {}}', "damaged (TypeError: "),
        ("config.json", "[" * 100_000, "not JSON that can be read: lists or objects too deep in each other"),
        ("results.json", "{}", "damaged (KeyError: 'ratings')"),
        ("results.json", '{"ratings": {"random": {"rating": {}}}, "agent": "x"}', "damaged (KeyError: 'score')"),
        ("progress.csv", "step\n1,2\n", "damaged (more cells than columns at step 1)"),
        ("progress.csv", f"step,loss\n1,{'0' * 131_073}\n", "damaged (field larger than field limit (131072))"),
        ("progress.csv", "step,loss\nabc,1\n", "damaged (could not convert string to float: 'abc')"),
        ("progress.csv", b"step,loss\n\xff,1\n", "damaged (no text, or not UTF-8: invalid start byte at byte 11)"),
    ],
)
def test_a_damaged_file_of_a_run_is_named(run, name, content, words):
    (run / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ValueError) as caught:
        page(run, PIG)
    assert str(caught.value).startswith(f"{run / name}: {words}") and "\n" not in str(caught.value)


def test_what_else_lies_among_a_runs_games_and_numbers_is_left_out(run):
    before = page(run, PIG)
    (run / "stages" / f"zz{PIG.record_suffix}").write_text("mine")
    os.mkfifo(run / "stages" / f"9000{PIG.record_suffix}")
    assert page(run, PIG) == before
    (run / "progress.csv").write_text(ROWS.replace("0.5", "inf").replace("0.75", "many"))
    assert "4,000 of 8,000 decisions" in page(run, PIG)
    (run / "config.json").write_bytes(b"\xef\xbb\xbf" + (run / "config.json").read_bytes())
    assert "4,000 of 8,000 decisions" in page(run, PIG)


def test_a_run_of_another_game_is_told_by_its_name(run):
    config = {"name": "a", "scenario": "short-pig", "total_steps": 8000}
    (run / "agent").mkdir()
    for path, data in (("config.json", {"game": "pig", **config}), ("agent/card.json", {"game": "pig"})):
        (run / path).write_text(json.dumps(data))
        for command in ("report", "view"):
            refused(call(command, run), "the game pig")
        (run / "config.json").write_text(json.dumps(config))
    assert [each["name"] for each in Runs(run.parent, PIG).listed()] == ["run"]
    assert Runs(run.parent, PAINTBALL).listed() == []
