"""Do pictures of a decision show what it led to, and say it to the end?"""

from functools import cache
from math import dist
from pathlib import Path

import pytest
from PIL import Image

from paintball_env import render_svg
from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.render.happened import shots
from paintball_env.render.view import Position
from paintball_env.scenario import Scenario
from tabletop.game.events import LastStep
from tabletop.play.records import GameRecord, replay
from tabletop.show.drawing.animation import reading_time
from tabletop.show.drawing.raster import length
from tabletop.show.drawing.shapes import Words
from tabletop.show.drawing.things import UNIT
from tabletop.show.pictures import MOST_LINES, wrapped
from tabletop.show.showing import showing_of
from tabletop.show.story import caption
from tests import ROOT
from tests.called import call, refused

EXAMPLE = ROOT / "docs" / "watching.pbr"
FIELD = Scenario.load("capture-the-flag-basic")
START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6 soft=c4"


@cache
def positions() -> list[str]:
    """Those of the example."""
    return [position for position, _, _ in replay(GameRecord.read(EXAMPLE.read_text(), PAINTBALL))]


def fired(*results: int) -> tuple[Game, LastStep]:
    """R1 has shot one die at B1, past the soft cover in c4, with these results."""
    game = Game(FIELD, start=START)
    game.step("R1 shoot B1")
    before = game.position()
    game.step("done", results)
    return game, LastStep(before, game.events, game.draws)


@pytest.mark.parametrize(
    ("results", "hits", "stopped", "out"),
    [((2,), 0, "", False), ((4, 5), 1, "c4", False), ((4, 1, 3, 6), 1, "", True), ((4, 1, 3, 2), 1, "", False)],
)
def test_a_shot_its_dice_and_who_is_out(results: tuple[int, ...], hits: int, stopped: str, out: bool) -> None:
    game, step = fired(*results)
    (shot,) = shots(Position(FIELD, step.before), FIELD.board_map.names, step.events)
    assert (shot.who, shot.start, shot.goal, shot.whom) == ("R1", "c2", "c5", ["B1"])
    assert (shot.hits, shot.stopped) == (hits, stopped)
    drawn = {thing.key: thing for thing in showing_of(PAINTBALL).scenes(FIELD).happened(*step)}
    assert ("out:B1" in drawn) == out
    if out:  # the arrow ends where it stood; its sign is beside that
        (x, y), (u, v) = drawn["shot:0"].at, drawn["shot:0"].shapes[-1].points[0]
        middle = next(place.at for place in showing_of(PAINTBALL).scenes(FIELD).sheet().places if place.name == "c5")
        assert dist((x + u, y + v), middle) < dist((x + u, y + v), drawn["out:B1"].at)
    dice = [drawn[f"die:{number}"].place for number in range(len(results))]
    assert dice == ["c2", "c4", "c5", "c5"][: len(results)]
    with_it, without = (render_svg(FIELD, game.games, step=each) for each in (step, None))
    assert len(with_it) > len(without)


def test_who_has_gone_out_covers_nobody_and_has_its_number() -> None:
    head = "turn=2 phase=1 acting=red second=blue score=6,6 used=2,0 to=red:charger place=c4 count=2"
    charge = "R1=c4,p1,moved1,used R2=c4,p1,moved1,used R3=c3 B1=c4,empty B2=c4,empty"
    game = Game(FIELD, start=f"{head} {charge} M1=b1 M2=c4 flag.red=b1 flag.blue=d7")
    before = game.position()
    game.step("done")
    scenes = showing_of(PAINTBALL).scenes(FIELD)
    gone = [thing for thing in scenes.happened(before, game.events, game.draws) if thing.key.startswith("out:")]
    here = [thing for thing in scenes.scene(game.position()).things if thing.key in ("R1", "R2", "M2")]
    assert len(gone) == 2 and len(here) == 3
    for sign in gone:
        assert isinstance(sign.shapes[-1], Words) and sign.shapes[-1].text == sign.key[-1]
        for thing in here:
            assert dist(sign.at, thing.at) > UNIT * (sign.scale + thing.scale), (sign.key, thing.key)
    assert dist(gone[0].at, gone[1].at) > 2 * UNIT * gone[0].scale


def test_a_picture_of_one_decision(tmp_path: Path) -> None:
    pictures = {}
    for name in ("shot.svg", "shot.png"):
        done = call("replay", EXAMPLE, "--first", 46, "--last", 46, "--out", tmp_path / name)
        assert done.exit_code == 0 and "decision 46" in done.stdout, done.output
        pictures[name] = tmp_path / name
    text = pictures["shot.svg"].read_text()
    for words in ("46. B2, on sentry, shoots at R4", "paintcheck of R4: 6", "second phase: Blue", "Capture the Flag"):
        assert words in text
    with Image.open(pictures["shot.png"]) as image:
        assert image.size[0] == 800
    refused(call("replay", EXAMPLE, "--out", tmp_path / "a.mp4"), "a.mp4", ".svg")


def test_who_has_won_stands_on_his_colour() -> None:
    text = render_svg(FIELD, positions()[-1])
    assert "Red has won: the flag is at its goal" in text and 'fill="#ffffff"' in text


def test_a_caption_keeps_its_end() -> None:
    words = "1. head\n" + " · ".join(f"part {number} of what came" for number in range(60)) + " · R4 is out"
    lines = wrapped(words, 60, MOST_LINES)
    assert len(lines) == MOST_LINES and lines[0] == "1. head" and lines[-1].endswith("R4 is out")
    assert sum(line.endswith("…") for line in lines) == 1 and all(len(line) <= 60 for line in lines)
    assert wrapped("short\nand clear", 60, MOST_LINES) == ["short", "and clear"]


def test_a_caption_says_where_the_game_is_then() -> None:
    """What the head of the picture shows, the phase, is in the words below it."""
    game = Game(FIELD, start=START)
    game.step("done")
    told = showing_of(PAINTBALL).storyteller(FIELD).tell(game.events, game.draws, game.turn)
    assert "second phase: Blue" in caption(1, told)
    assert "second phase: Blue" in render_svg(FIELD, game.games)


def test_frames_with_more_to_read_stay_longer(tmp_path: Path) -> None:
    game = Game(FIELD, start=START)
    words = ["short", "word " * 60, "end"]
    path = tmp_path / "a.webp"
    frames = [(game, each, None) for each in words]
    showing_of(PAINTBALL).pictures(FIELD, 300).write_animation(frames, path, 0.2)
    stays = []
    with Image.open(path) as image:
        for number in range(3):
            image.seek(number)
            image.load()
            stays.append(image.info["duration"])
    assert stays == [200, round(200 * reading_time(words[1])), 600] and stays[1] > 900


def test_words_keep_their_spaces() -> None:
    """The font's kerning takes the space behind a 4 away."""
    for size in (10.0, 15.0, 22.0):
        apart = length(Words((0, 0), "R4 in", size)) - length(Words((0, 0), "R4", size))
        assert apart - length(Words((0, 0), "in", size)) >= 0.2 * size


def test_who_may_react_has_a_sign_of_his_own() -> None:
    scene = showing_of(PAINTBALL).scenes(FIELD).scene(positions()[45])
    assert {"acting", "asked", "fire"} <= {thing.key.partition(":")[0] for thing in scene.things}
    assert scene.signs == {"acting", "may react", "line of fire"}
