"""Does the legend explain what a picture shows, that alone, and tidily?"""

import numpy as np
import pytest
from PIL import Image

from paintball_env import render_svg
from paintball_env.render.legend import PASSING, STACK
from paintball_env.rules import state
from paintball_env.rules.state import STRIDE
from paintball_env.scenario import Scenario
from tabletop.show.drawing import raster
from tabletop.show.drawing.shapes import Group
from tabletop.show.pictures import LEGEND_LINE
from tabletop.show.showing import showing_of
from tests.paintball.show.test_render_crowds import placed


def explained(scenario, games, steady=False, width=800):
    """The legend of pictures of one size that show these positions: its page, its entries by name."""
    pictures = showing_of(scenario.game).pictures(scenario, width)
    page = pictures._page([pictures._frame(game, None, None) for game in games], True, steady)
    groups = [item for item in pictures._behind(page) if isinstance(item, Group) and item.data[0][0] == "legend"]
    return page, {item.data[0][1]: item for item in groups}


def at_issue(scenario, **fields):
    game = placed(scenario, {"c3": (1, 0), "c5": (0, 2)})
    game["decider"] = 0
    for name, value in fields.items():
        if name == "finished":
            game["figure"][0, 0, 0]["activation"] = value
        else:
            game[name] = value
    return game


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, set()),
        ({"finished": state.USED}, set()),
        ({"finished": state.FINISHED}, {"finished"}),
        ({"decision": state.STEP, "actor": 0, "place": 3}, {"acting", "hex at issue"}),
        ({"decision": state.REACT, "actor": STRIDE, "asked": 0}, {"acting", "may react", "line of fire"}),
        ({"decision": state.VOLLEY, "actor": 0, "shot": STRIDE}, {"acting", "shot at", "line of fire"}),
        ({"decision": state.DEPLOY, "actor": 5}, set()),  # not on the board yet
        ({"decision": state.CASUALTY, "place": 3}, {"hex at issue"}),
    ],
)
def test_passing_signs_are_explained_where_they_show(fields, told):
    scenario = Scenario.load("capture-the-flag").with_rules(activation="one_at_a_time")
    game = at_issue(scenario, **fields)
    assert PASSING.intersection(explained(scenario, [game])[1]) == told
    svg = render_svg(scenario, game)
    assert all((f">{name}<" in svg) == (name in told) for name in PASSING)


def test_an_animation_explains_what_any_frame_shows():
    scenario = Scenario.load("capture-the-flag").with_rules(activation="one_at_a_time")
    games = [at_issue(scenario), at_issue(scenario, actor=0), at_issue(scenario, finished=state.FINISHED)]
    assert {"acting", "finished"} <= {*explained(scenario, games)[1]}


def test_pictures_of_one_size_explain_all_that_can_come():
    scenario = Scenario.load("capture-the-flag")
    quiet, loud = at_issue(scenario), at_issue(scenario, actor=0, place=3, shot=STRIDE)
    # Nobody finishes where figures act in any order.
    for setting, missing in ((scenario, {"finished"}), (scenario.with_rules(activation="one_at_a_time"), set())):
        pages, legends = zip(*(explained(setting, [game], steady=True) for game in (quiet, loud)), strict=True)
        assert pages[0] == pages[1]
        assert all(PASSING.intersection(shown) == PASSING - missing for shown in legends)


def test_facings_are_explained_with_blind_spots_alone():
    for name in ("capture-the-flag", "capture-the-flag-basic"):
        scenario = Scenario.load(name)
        names = explained(scenario, [at_issue(scenario)])[1]
        assert ("facing" in names) == scenario.rules.blind_spots == (not name.endswith("basic"))


@pytest.mark.parametrize("width", [200, 400, 640, 1200])
def test_no_entry_runs_into_the_next_or_out_of_the_picture(width):
    scenario = Scenario.load("battle-12").with_rules(activation="one_at_a_time")
    page, legend = explained(scenario, [placed(scenario, {})], True, width)
    assert {*legend} >= PASSING and STACK in PASSING
    text, margin, pitch = (
        page.pictures.text,
        page.pictures.margin,
        (width - 2 * page.pictures.margin) / page.columns,
    )
    image = Image.new("RGB", (width, page.height), "white")
    raster.paint(image, legend.values(), 1)
    for number, (name, group) in enumerate(legend.items()):
        row, column = divmod(number, page.columns)
        left, y = margin + column * pitch, page.legend_top + (row + 0.5) * LEGEND_LINE * text
        word = group.parts[-1]
        assert word.text == name and raster.length(word) <= left + pitch - word.at[0], name
        assert y + LEGEND_LINE * text / 2 <= page.height
        # What is drawn of the icon keeps to its own place, left of its name.
        row = np.asarray(image)[int(y - LEGEND_LINE * text / 2) : int(y + LEGEND_LINE * text / 2)]
        drawn = np.nonzero((row != 255).any(axis=(0, 2)))[0]
        own = drawn[(drawn >= left - 0.5 * text) & (drawn < left + pitch - 0.5 * text)]
        assert len(own) and own.max() < word.at[0], name
