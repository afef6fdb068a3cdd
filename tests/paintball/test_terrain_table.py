"""Does the table of terrain reach the board, the observation and every picture, for each of its kinds?"""

from paintball_env.game import Game
from paintball_env.named import render_ansi, render_svg
from paintball_env.observation.table import TERRAIN
from paintball_env.render.ansi import LEGEND
from paintball_env.render.scenery import JOINED, MARKS
from paintball_env.rules.state import NONE
from paintball_env.rules.terrain import BASE, FEATURES, OPEN, TERRAINS, WORKS, works_in_words
from paintball_env.scenario import Scenario

# Every kind twice, side by side, behind open ground.
ROW = "R . " + " ".join(f"{kind.glyphs} {kind.glyphs} ." for kind in FEATURES) + " B"


def own(setup="players"):
    head = f'name = "own"\nobjective = "elimination"\nsetup = "{setup}"\nmap = "{ROW}"\n'
    return Scenario.parse(head + "[red]\nfigures = 3\n[blue]\nfigures = 3\n[cover]\nsoft = 0\n")


def test_bo3_kinds_are_told_apart():
    glyphs = "".join(kind.glyphs for kind in TERRAINS)
    signs = [*glyphs[: -len(FEATURES)], *(meaning[0] for meaning in LEGEND.split("  "))]  # of a text board
    assert len(set(signs)) == len(signs) and set(glyphs) < set(signs), "two things have the same sign"
    assert len(set(glyphs)) == len(glyphs) and len({kind.name for kind in TERRAINS}) == len(TERRAINS)
    assert [number for number, kind in enumerate(TERRAINS) if kind.works] == list(WORKS)
    assert works_in_words() == "base, bunker or trench" and works_in_words(BASE) == "bunker or trench"


def test_bo3_each_kind_has_a_plane_a_drawing_and_its_words():
    assert [(kind.name, kind.meaning) for kind in FEATURES] == [
        (feature.name, feature.meaning) for feature in TERRAIN[-len(FEATURES) :]
    ]
    assert {*MARKS, *JOINED} == set(range(len(TERRAINS))) - {OPEN} and not {*MARKS} & {*JOINED}
    scenario = own("drawn")
    game = Game(scenario, seed=1)
    picture, text = (draw(scenario, game.games) for draw in (render_svg, render_ansi))
    for kind in FEATURES:
        place = scenario.board_map.names[ROW.split().index(kind.glyphs)]
        assert f"{place}: {kind.name}" in picture and kind.ground in picture and kind.lines in picture
        assert f"{place} {kind.glyphs}" in text and f"{kind.glyphs} {kind.name}" in text


def test_bo3_en6_sh_los3_the_board_does_what_the_row_says():
    board = own().world[0].board
    for number, kind in enumerate(TERRAINS[BASE + 1 :], BASE + 1):
        first = ROW.split().index(kind.glyphs)
        assert board.terrain[first] == board.terrain[first + 1] == number
        assert (board.works[first] != NONE) == (board.works[first + 1] != NONE) == kind.works
        assert (board.works[first] == board.works[first + 1]) == (kind.joined or not kind.works)
        assert (board.line[first - 1, first + 2] == 0) == kind.blocks
        assert (board.line[first, first + 2] == 0) == (kind.blocks and not kind.joined)
