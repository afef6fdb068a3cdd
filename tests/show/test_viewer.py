"""Does the viewer show a game as it was played, to anybody, in a real browser without a network?"""

import re
from pathlib import Path
from typing import Any

import pytest

from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from tabletop.agents import registry
from tabletop.play.judged import Judged
from tabletop.play.odds import outcomes
from tabletop.play.records import GameRecord, Recorder, replay
from tabletop.rate.matches.single import play_recorded
from tabletop.show.viewer.page import game_data, page, record_data
from tests import ROOT
from tests.any_game.pig import PIG
from tests.browser import browser, open_page

__all__ = ["browser"]  # a fixture

EXAMPLE = ROOT / "docs" / "watching.pbr"
SHOT = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6 soft=c4"


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return GameRecord.read(EXAMPLE.read_text(), PAINTBALL)


@pytest.fixture(scope="module")
def positions(record: GameRecord) -> list[str]:
    return [position for position, _, _ in replay(record)]


@pytest.fixture(scope="module")
def data(record: GameRecord) -> dict[str, Any]:
    """The example as plain data."""
    return record_data(record)


@pytest.fixture(scope="module")
def address(data: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of the example."""
    path = tmp_path_factory.mktemp("viewer") / "game.html"
    path.write_text(page(data), encoding="utf-8")
    return path.as_uri()


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "page.html"
    path.write_text(text, encoding="utf-8")
    return path.as_uri()


def text(shown: Any) -> str:
    """The position that a page shows."""
    return str(shown.locator(".text textarea").input_value())


def test_a_game_by_mouse_to_its_end(browser: Any, address: str, positions: list[str]) -> None:
    shown = open_page(browser, address)
    assert text(shown) == positions[0]
    box = shown.locator("[data-act=on]").bounding_box()
    for _ in positions[1:]:
        shown.mouse.click(box["x"] + 5, box["y"] + 5)
    assert text(shown) == positions[-1]
    assert shown.locator(".count").inner_text() == f"{len(positions) - 1} / {len(positions) - 1}"
    row, panel = (shown.locator(each).bounding_box() for each in ("[aria-current=step]", "#panel-0"))
    assert panel["y"] <= row["y"] and row["y"] + row["height"] <= panel["y"] + panel["height"] + 1
    assert "has won" in shown.locator(".ask").inner_text() or "draw" in shown.locator(".ask").inner_text()
    shown.click("[data-act=first]")
    assert text(shown) == positions[0]
    shown.click(".decision >> nth=12")
    assert text(shown) == positions[12] and shown.url.endswith("#12")
    shown.locator("input[type=range]").fill("40")
    assert text(shown) == positions[40]
    assert shown.faults == []
    shown.context.close()


def test_a_game_by_keyboard_alone(browser: Any, address: str, positions: list[str]) -> None:
    shown = open_page(browser, address)
    for _ in positions[1:]:
        shown.keyboard.press("ArrowRight")
    assert text(shown) == positions[-1]
    for keys, number in ((["Home"], 0), (["."] * 3, 3), ([","], 2), (["End", "ArrowLeft"], len(positions) - 2)):
        for key in keys:
            shown.keyboard.press(key)
        assert text(shown) == positions[number]
    shown.keyboard.press("Home")
    shown.keyboard.press("]")
    assert "turn=2" in text(shown) or "phase=2" in text(shown)
    shown.keyboard.press("Home")
    for _ in range(3):
        shown.keyboard.press("+")
    shown.keyboard.press("Space")
    while shown.evaluate("viewer.clock.number") < 2:
        shown.wait_for_timeout(50)
    shown.keyboard.press("Space")
    assert not shown.evaluate("viewer.clock.playing")
    shown.keyboard.press("2")
    assert shown.locator("[role=tab][aria-selected=true]").inner_text() == "Options"
    assert "view --odds" in shown.locator(".options").inner_text()
    assert shown.faults == []
    shown.context.close()


def test_the_board_is_walked_by_keys_and_read_out(browser: Any, address: str) -> None:
    shown = open_page(browser, address)
    shown.focus("svg.board")
    shown.keyboard.press("ArrowRight")  # the first hex
    heard = []
    for key in ("ArrowDown", "ArrowLeft", "ArrowDown"):
        shown.keyboard.press(key)
        heard.append(shown.locator(".unseen").text_content())
    assert re.match(r"^b\d", heard[0]) and re.match(r"^b\d", heard[1]) and re.match(r"^c\d", heard[2])
    shown.keyboard.press("Escape")
    assert shown.evaluate("viewer.board.cursor") is None
    assert shown.evaluate("viewer.clock.number") == 0  # the arrows were the board's
    shown.keyboard.press("ArrowRight")
    assert shown.evaluate("viewer.clock.number") == 1 and shown.evaluate("viewer.board.cursor") is None  # they are not
    shown.context.close()


def test_every_position_is_the_engines(browser: Any, address: str, positions: list[str]) -> None:
    shown = open_page(browser, address)
    seen = shown.evaluate(
        """() => viewer.film.frames.map((_, number) => {
          viewer.clock.go(number);
          const at = {};
          for (const node of document.querySelectorAll(".standing .thing")) at[node.dataset.key] = node.dataset.place;
          return [document.querySelector(".text textarea").value, at];
        })"""
    )
    assert [position for position, _ in seen] == positions
    for position, at in seen:
        tokens = dict(token.split("=", 1) for token in position.split())
        figures = {key: re.split("[,/]", value)[0] for key, value in tokens.items() if re.fullmatch(r"[RBM]\d+", key)}
        drawn = {key: place for key, place in at.items() if re.fullmatch(r"[RBM]\d+", key)}
        assert drawn == figures
    shown.context.close()


def test_odds_on_screen_are_those_of_the_odds_command(browser: Any, tmp_path: Path) -> None:
    game = Game("capture-the-flag-basic", start=SHOT)
    shown = open_page(browser, written(tmp_path, page(game_data(game.scenario, [(game, game.legal_actions())]))))
    shown.keyboard.press("2")
    names = shown.locator(".options .name").all_inner_texts()
    assert "--odds" not in shown.locator(".options").inner_text()  # they are all there
    assert len(names) == len(game.legal_actions())
    row = shown.locator(".options li", has=shown.locator(".name", has_text="shoot B1")).first
    odds = re.findall(r"(\d+/\d+)\s+(\S.*)", row.locator("table").inner_text())
    volley = game.clone()
    volley.step("R1 shoot B1")
    results = outcomes(volley, "done")
    out = sum(result.probability for result in results if " B1=" not in result.position)
    jam = sum(result.probability for result in results if "R1=c2" in result.position and "jammed" in result.position)
    assert (str(out), "B1 is out") in odds and (str(jam), "R1 has a jam") in odds
    # The line of the shot, with what is in its way.
    row.focus()
    assert shown.locator(".line-aim .line-text").all_text_contents() == ["1"]
    assert shown.faults == []
    shown.context.close()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing(browser: Any, address: str, width: int, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python")
    source = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    shown = open_page(browser, f"{address}#48", width, color_scheme=scheme)
    shown.evaluate(source)
    for page_of_lists in "12345":
        shown.keyboard.press(page_of_lists)
        report = shown.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']})")
        faults = [(fault["id"], fault["nodes"][0]["html"][:200]) for fault in report["violations"]]
        assert faults == [], faults
    shown.context.close()


def test_nothing_moves_for_those_who_want_it_so(browser: Any, address: str) -> None:
    for motion, moves in (("reduce", False), ("no-preference", True)):
        shown = open_page(browser, address, reduced_motion=motion)
        seen = 0
        for _ in range(12):
            shown.wait_for_timeout(200)  # who leafs fast sees no motion
            shown.keyboard.press("ArrowRight")
            seen += shown.evaluate("document.getAnimations().length")
        assert (seen > 0) == moves
        shown.context.close()


def test_a_marshal_walks_hex_by_hex(browser: Any, tmp_path: Path) -> None:
    # At the turn's beginning the Marshal goes from c1 to c3, toward the jam in c6.
    start = "turn=2 phase=2 acting=blue second=blue score=6,6 to=blue:act R1=c6,jammed R2=b1 B1=c8 M1=c1 M2=b1"
    scenario = PAINTBALL.load("capture-the-flag-basic")
    recorder = Recorder(Game(scenario, seed=1, start=start), scenario, 1, "one", "other", start=start)
    recorder.step("done")
    data = record_data(recorder.record())
    assert {key: data["strings"][way] for key, way in data["frames"][1]["walked"].items()} == {"M1": "c1 c2 c3"}
    address = written(tmp_path, page(data))
    middle = """() => {
        const { board } = viewer, [walk] = board._walks, { x, y } = board.places.get("c2");
        const node = board._nodes.things.get("M1");
        walk.pause();
        walk.currentTime = walk.effect.getTiming().duration / 2;
        const at = new DOMMatrix(getComputedStyle(node).transform);
        return [at.e - x, at.f - y].map(Math.round);
    }"""
    shown = open_page(browser, address)
    shown.wait_for_timeout(200)  # what comes faster is not moved at all
    shown.keyboard.press("ArrowRight")
    assert shown.evaluate(middle) == [0, 0]
    # The next frame doesn't wait for it, and going back takes no way.
    shown.keyboard.press("ArrowLeft")
    assert shown.evaluate("viewer.board._walks.length") == 0 and "M1=c1" in text(shown)
    assert shown.faults == []
    shown.context.close()
    still = open_page(browser, address, reduced_motion="reduce")
    still.wait_for_timeout(200)
    still.keyboard.press("ArrowRight")
    assert "M1=c3" in text(still) and still.evaluate("viewer.board._walks.length") == 0
    still.context.close()


def test_words_keep_to_a_phones_width_and_grow(browser: Any, address: str) -> None:
    for size in ("100%", "200%"):
        shown = open_page(browser, f"{address}#48", 390, 844)
        shown.evaluate(f"document.documentElement.style.fontSize = '{size}'")
        wide = shown.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, (size, wide)
        shown.context.close()


def test_what_cost_most_leads_there(browser: Any, record: GameRecord, positions: list[str], tmp_path: Path) -> None:
    action = record.lines[44].action
    costly = [Judged(45, 2, 0, action, "R4 shoot B2", positions[44], 0.123, 0.01)]
    shown = open_page(browser, written(tmp_path, page(record_data(record, review=costly))))
    shown.click("[role=tab]:has-text('Review')")
    assert "12 %" in shown.inner_text(".mistake") and "No decision" in shown.inner_text(".review")
    assert shown.evaluate("document.querySelector('.mistake').getAttribute('aria-current')") is None
    shown.locator(".mistake").focus()
    shown.keyboard.press("Enter")
    assert text(shown) == positions[44] and shown.get_attribute(".mistake", "aria-current") == "step"
    assert shown.locator(".line-better").count() == 1
    shown.click("[role=tab]:has-text('Options')")
    rows = shown.locator(".options li:has(.odds)").all_inner_texts()
    assert any(row.startswith("shoot B2") and "taken" not in row.split("\n")[0] for row in rows)
    shown.click("[data-act=on]")
    assert shown.locator(".line-better").count() == 0
    assert shown.faults == []
    shown.context.close()


def test_a_game_without_pictures_of_its_own(browser: Any, tmp_path: Path) -> None:
    setting = PIG.load("pig")
    record = play_recorded(registry.make("careful", PIG), registry.make("random", PIG), setting, 4)
    positions = [position for position, _, _ in replay(record)]
    shown = open_page(browser, written(tmp_path, page(record_data(record))))
    shown.keyboard.press("End")
    assert text(shown) == positions[-1]
    cards = shown.locator(".standing .thing text").all_text_contents()
    assert sorted(cards) == sorted(positions[-1].split())
    assert shown.faults == []
    shown.context.close()


def test_a_position_is_copied_with_the_scenario_that_it_belongs_to(browser: Any, tmp_path: Path) -> None:
    drawn = PAINTBALL.load("single-flag-drawn")
    own = PAINTBALL.load("single-flag-drawn").model_copy(update={"name": "mine"})
    for scenario, option in ((drawn, "--scenario single-flag-drawn"), (own, "--scenario FILE")):
        game = Game(scenario, seed=3)
        shown = open_page(browser, written(tmp_path, page(game_data(scenario, [(game, [])]))))
        shown.click("[role=tab]:has-text('Text')")
        assert shown.locator(".text input").input_value() == f"{option} '{game.position()}'"
        assert option in shown.locator(".text p").inner_text()
        shown.context.close()


def test_a_position_alone_is_worth_the_same_all_along(browser: Any, tmp_path: Path) -> None:
    game = Game("capture-the-flag-basic", start=SHOT)
    shown = open_page(browser, written(tmp_path, page(game_data(game.scenario, [(game, [])]))))
    points = [point.split(",") for point in shown.locator(".curve-line").get_attribute("points").split()]
    assert [x for x, _ in points] == ["0.0", "600"]
    assert points[0][1] == points[1][1] != "25.0"  # 25 is the middle: nobody ahead
    shown.context.close()


def test_in_a_notebook(browser: Any, tmp_path: Path) -> None:
    game = Game("capture-the-flag-basic-drawn", seed=3)
    record = play_recorded(registry.make("careful", PIG), registry.make("random", PIG), PIG.load("short-pig"), 4)
    begun = next(position for position, *_ in replay(record))
    for cell, position in ((game, game.position()), (record, begun)):
        shown = browser.new_page()
        shown.goto(written(tmp_path, "<!doctype html><title>notebook</title>" + cell._repr_html_()))
        inner = shown.frame_locator("iframe")
        inner.locator("[data-ready]").wait_for()
        assert inner.locator(".text textarea").input_value() == position
        shown.close()


def test_names_are_no_markup(browser: Any, tmp_path: Path, data: dict[str, Any]) -> None:
    players = ["<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>"]
    data = {**data, "players": players, "title": "<b>bold</b>$title"}
    shown = open_page(browser, written(tmp_path, page(data)))
    assert shown.locator("h1").inner_text() == data["title"]
    assert data["players"][1] in shown.locator(".players").inner_text()
    assert shown.faults == []
    shown.context.close()
