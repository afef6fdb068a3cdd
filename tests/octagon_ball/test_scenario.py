"""Scenarios: presets, own ones, and what is refused; the table of switches on the rules page."""

import re

import pytest

from octagon_ball.guide import lesson
from octagon_ball.scenario import PRESETS, Scenario
from tabletop.play.game import Game
from tests import ROOT, refuses

PAGE = ROOT / "docs" / "octagon-ball.md"
SMALL = 'name = "mine"\nsize = 7\nfigures = 2\ngoal = 3\n'


def test_the_pages_table_of_switches_is_true():
    part = PAGE.read_text("utf-8").split("\n## Switches\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", part, re.MULTILINE)
    assert {key for key, _ in rows} == set(Scenario.model_fields) - {"name", "title", "description"}
    usual = Scenario(name="usual")
    for key, rest in rows:
        _, default, *presets = (cell.strip() for cell in rest.split("|"))
        for name, cell in zip(("usual", *PRESETS), (default, *presets), strict=True):
            value = getattr(usual if name == "usual" else Scenario.load(name), key)
            shown = cell or default
            shown = [] if shown.startswith("none") else re.findall(r"[\w]+", shown)
            assert shown == ([*value] if isinstance(value, tuple) else [str(value)]), (key, name)


def test_own_scenarios_by_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(SMALL + 'deployment = "drawn"\n')
    scenario = Scenario.load(path)
    assert scenario.size == 7 and scenario.actions == 2 * 12 + 37 + 28
    assert Scenario.from_json(scenario.to_json()) == scenario
    assert scenario.with_rules(points=4).points == 4 and scenario.with_rules(points=4).digest() != scenario.digest()
    assert Scenario.load("octagon-small").with_rules(deployment="drawn").formation == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SMALL + "size = 8", "not TOML"),
        (SMALL.replace("7", "8"), "size: 8 is not an odd number of squares (BO1) (line "),
        (SMALL.replace("7", "21"), "size: 21 is not at most 19"),
        (SMALL.replace("goal = 3", "goal = 5"), "goal: 5 is not an odd number of squares, at most 3 (BO3) (line "),
        (SMALL.replace("goal = 3", ""), "size: 7 leaves a side of 3 squares, and a goal left out has 5 (BO3) (line "),
        (SMALL.replace("goal = 3", "goal = 2"), "goal: 2 is not an odd number of squares, at most 3 (BO3) (line "),
        (SMALL + "balls = 2", "unknown key balls"),
        (SMALL + 'formation = ["a4"]', "formation: only where deployment is fixed (DE4)"),
        (SMALL + 'deployment = "fixed"', "deployment: fixed needs formation, White's home squares (DE4) (line "),
        (SMALL + 'deployment = "fixed"\nformation = ["a4"]', "formation: 2 squares, not 1 (DE4) (line "),
        (SMALL + 'deployment = "fixed"\nformation = ["a4", "e4"]', "formation: White can't be deployed in e4 (DE1)"),
        (SMALL + 'deployment = "fixed"\nformation = ["A4", "d4"]', "formation: no square 'A4' on this board (line "),
        (SMALL + 'deployment = "fixed"\nformation = ["a4", "z9"]', "formation: no square 'z9' on this board (line "),
        (SMALL + 'deployment = "fixed"\nformation = ["a4", "a4"]', "formation: one figure a square (BO8)"),
        (SMALL + 'deployment = "nowhere"', "deployment"),
        (SMALL.replace("figures = 2", "figures = 9"), "figures: 9 is not at most 8"),
    ],
)
def test_what_cant_be_played_is_refused_in_a_line(text, said, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert refuses(ValueError, re.escape(said), Scenario.load, path).startswith(str(path))


def test_the_match_to_learn_by_gives_the_ball_to_nobody():
    """MA3: a lot decides who kicks off, and both teams are as far from the ball."""
    scenario = lesson().scenario
    assert "at the ball" not in scenario.description
    ways = []
    for seed in range(8):
        record = Game(scenario, seed=seed).record
        places = [[scenario.board.places[square] for square in team] for team in record.figure["square"][:, :3]]
        ways.append((int(record.acting), [min(max(abs(x), abs(y)) for x, y in team) for team in places]))
    assert {acting for acting, _ in ways} == {0, 1} and all(white == black for _, (white, black) in ways)


def test_no_such_scenario():
    for name in ("nothing", "nothing.toml"):
        refuses(ValueError, "nothing", Scenario.load, name)
    refuses(ValueError, "not JSON", Scenario.from_json, "{")
