"""Do boards look as the theme says, in pictures and on pages, at a size that may be sent?"""

import re
from typing import Any

import numpy as np
import pytest

from octagon_ball.definition import OCTAGON_BALL
from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.named import render_rgb, render_svg
from tabletop.game.definition import GameDefinition
from tabletop.show.drawing.raster import backdrop, picture
from tabletop.show.drawing.shapes import Disc, Item, Shape, Words, box, colours_of, line
from tabletop.show.drawing.svg import fragment
from tabletop.show.drawing.themes import FIELD, FIELD_DARK, PAPER, PLAIN, THEMES, Tones, check_theme, contrast, tones_of
from tabletop.show.showing import showing_of
from tabletop.show.viewer.frames import Frames
from tabletop.show.viewer.page import game_data, page
from tests.browser import browser, open_page
from tests.called import call, refused

__all__ = ["browser"]  # a fixture

DRAWN = "capture-the-flag-drawn"
LIMITS = {"capture-the-flag": 60_000, "battle-12": 200_000}  # bytes of the ground


def test_every_theme_draws_its_own_picture_and_the_same_one_each_time() -> None:
    game = Game(DRAWN, seed=2)
    pictures = {theme: render_svg(DRAWN, game, theme=theme) for theme in THEMES}
    assert len({*pictures.values()}) == len(THEMES)
    assert pictures[FIELD] == render_svg(DRAWN, game)
    assert all(pictures[theme] == render_svg(DRAWN, game, theme=theme) for theme in THEMES)
    assert all("light-dark" not in text for text in pictures.values()), "files are seen outside pages"
    assert len(pictures[PLAIN]) < len(pictures[FIELD]) / 1.5, "nothing grows there"
    means = {theme: render_rgb(DRAWN, game, 300, theme=theme).mean() for theme in THEMES}
    assert means[FIELD_DARK] < 100 < means[FIELD] < means[PLAIN]


@pytest.mark.parametrize("wrong", ["night", "", None, 3])
def test_an_unknown_theme_is_refused_with_those_there_are(wrong: Any) -> None:
    with pytest.raises(ValueError, match="known are field, field-dark, plain"):
        check_theme(wrong)
    with pytest.raises(ValueError, match="known are"):
        render_svg(DRAWN, Game(DRAWN, seed=2), theme=wrong)


SHOWN = ("view", "docs/watching.pbr"), ("show", "--out", "a.png"), ("replay", "docs/watching.pbr", "--out", "a.png")


@pytest.mark.parametrize("words", [*SHOWN, ("serve",)])
def test_commands_refuse_an_unknown_theme(words: tuple[str, ...]) -> None:
    refused(call(*words, "--theme", "night"), "known are field, field-dark, plain")


@pytest.mark.parametrize("theme", THEMES)
def test_names_of_squares_can_be_read_around_the_pitch(theme: str) -> None:
    sheet = showing_of(OCTAGON_BALL).scenes(OCTAGON_BALL.load("octagon-small"), theme=theme).sheet()
    (surround, name), tones = (sheet.ground[0].fill, sheet.labels[0].fill), sheet.tones  # type: ignore[union-attr]
    for shown in (tones.shown, tones.dark):
        assert contrast(shown.get(name, name), shown.get(surround, surround)) >= 4.5


@pytest.mark.parametrize(
    ("game", "preset"),
    [(PAINTBALL, "capture-the-flag"), (PAINTBALL, "battle-12"), (OCTAGON_BALL, "octagon-small")],
)
def test_the_ground_of_a_page_has_colours_of_day_and_dusk_and_is_small(game: GameDefinition[Any], preset: str) -> None:
    sheet = Frames(game.load(preset)).sheet()
    assert "light-dark(" in sheet["ground"] and "light-dark(" in sheet["labels"]
    assert len(sheet["ground"]) <= LIMITS.get(preset, 60_000)
    for theme in (FIELD_DARK, PLAIN):  # the same on all pages, on paper of their own
        paper = Tones() if theme == PLAIN else tones_of(theme, (), (), {})
        fixed = Frames(game.load(preset), theme).sheet()["ground"]
        assert "light-dark(" not in fixed and paper.shown.get(PAPER, PAPER) in fixed[:200]


def test_what_a_theme_replaces_is_drawn_by_the_ground_alone() -> None:
    """Else a figure would lose its colours at dusk."""
    sheet = showing_of(PAINTBALL).scenes(PAINTBALL.load("capture-the-flag")).sheet()
    signs = dict(sheet.legend)
    for name in ("Red", "Blue", "Marshal", "sentry", "flags"):
        assert not colours_of(signs[name]) & sheet.tones.dark.keys(), name
    assert colours_of(sheet.ground) - {"#10180a"} <= sheet.tones.dark.keys(), "but shadows are dark already"


def test_alike_shapes_are_one_element_and_overlap_without_a_hole() -> None:
    square = Shape(box((0.0, 0.0), 10.0, 10.0), "#336699")
    turned = Shape(box((5.0, 0.0), 10.0, 10.0)[::-1], "#336699")
    text = fragment([square, turned, Disc((0.0, 0.0), 4.0, "#336699")])
    assert text.count("<") == 1
    turns = [
        sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True))
        for path in re.findall(r"M([-\d., ]+)z", text)
        if (points := [tuple(map(float, point.split(","))) for point in path.split()])
    ]
    assert len(turns) == 2 and turns[0] * turns[1] > 0
    thin, wide = line(((0.0, 0.0), (5.0, 0.0)), "#112233", 1.0), line(((0.0, 0.0), (5.0, 0.0)), "#112233", 2.0)
    outlined = Shape(square.points, "#336699", "#112233")
    pale = Shape(square.points, "#336699", opacity=0.5)
    assert [fragment([one, one]).count("<") for one in (thin, outlined, pale)] == [1, 2, 2]
    assert fragment([thin, wide]).count("<") == 2


def test_pixels_have_the_theme_s_colours_and_halos() -> None:
    tones = Tones({"#ffffff": "#102030"})
    items: list[Item] = [Shape(box((50.0, 50.0), 50.0, 50.0), "#ffffff")]
    image = np.array(picture(backdrop(items, 100, 100, tones.shown), []))
    assert {tuple(pixel) for row in image for pixel in row} == {(0x10, 0x20, 0x30)}
    words = Words((50.0, 50.0), "c4", 30.0, "#000000", halo="#ff0000")
    drawn = np.array(picture(backdrop(items, 100, 100), [words]))
    assert (drawn == (255, 0, 0)).all(axis=2).sum() > 50 and (drawn == 0).all(axis=2).sum() > 50
    assert 'paint-order="stroke"' in fragment([words]) and "stroke" not in fragment([Words((0.0, 0.0), "c4", 30.0)])


def test_what_lies_on_the_ground_is_kept_between_pictures_and_never_of_another_position() -> None:
    scenario = PAINTBALL.load("capture-the-flag-basic")
    start = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 B1=c5 M1=b1 M2=c6 soft="
    first, other = (Game(scenario, start=start + place) for place in ("c4", "d4"))
    pictures = showing_of(PAINTBALL).pictures(scenario, 400)
    seen = [pictures.pixels(game.games) for game in (first, other, first)]
    assert np.array_equal(seen[0], seen[2]) and not np.array_equal(seen[0], seen[1])


def test_names_are_large_enough_on_a_phone_or_left_out_and_dark_pages_have_dark_ground(
    browser: Any, tmp_path: Any
) -> None:
    for preset, shown_small in (("capture-the-flag-drawn", True), ("battle-12-drawn", False)):
        game = Game(preset, seed=1)
        path = tmp_path / f"{preset}.html"
        path.write_text(page(game_data(game.scenario, [(game, [])])), encoding="utf-8")
        for width in (390, 1280):
            shown = open_page(browser, path.as_uri(), width, color_scheme="dark")
            sizes = shown.evaluate(
                "[...document.querySelectorAll('.board .labels text')].map((text) => text.style.display ? 0 :"
                " parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
            )
            assert all(size == 0 or size >= 10.9 for size in sizes)
            assert any(sizes) == (shown_small or width > 390)
            fill = shown.evaluate("getComputedStyle(document.querySelector('.board [data-hex] polygon')).fill")
            assert max(map(int, re.findall(r"\d+", fill))) < 130, fill
            assert shown.faults == []
            shown.context.close()
