"""Is what people see of the game on a table whole and true: pictures, the map, choices, the story, refusals, odds?"""

import random
import re
import xml.etree.ElementTree as ElementTree

import pytest
from paintball_env.on_table.definition import PAINTBALL
from paintball_env.on_table.page_words import choices, odds, rules, topics, why_not
from paintball_env.on_table.play_words import listed, numbered
from paintball_env.on_table.view import View

from tabletop.play.game import Game
from tabletop.show.showing import showing_of

SHOWN = showing_of(PAINTBALL)
PRESETS = ("capture-the-flag-table", "capture-the-flag-table-drawn", "battle-22-table-drawn")
EACH = 3  # positions of a kind of decision, of a scenario
NUMBER_OF_A_PLACE = re.compile(r"\d{5,}")
HITS = "turn=2 phase=1 acting=red second=red score=6,6 used=0,0 to=red:act "


def plain(words):
    """Words for people on a table: they name no hex and no place by its number."""
    return "hex" not in words and not NUMBER_OF_A_PLACE.search(words)


def tends(name):
    return (
        0.03 if name == "done" else 5 if re.search("shoot|throw|charge|go$", name) else 0.2 if "rotate" in name else 1
    )


@pytest.fixture(scope="module", params=PRESETS)
def played(request):
    """Positions of a game at random, a few of each kind of decision, and all that was told."""
    draw, game = random.Random(request.param), Game(PAINTBALL.load(request.param), seed=3)
    teller, found, told = SHOWN.storyteller(game.scenario), {}, []
    for _ in range(250):
        if game.over:
            break
        if len(found.setdefault(game.decision, [])) < EACH:
            found[game.decision].append(game.clone(seed=0))
        names = game.legal_actions()
        game.step(draw.choices(names, map(tends, names))[0])
        for entry in teller.tell(game.events, game.draws, game.turn):
            told += [entry.head, *entry.lines, *entry.outcomes]
    return [each for some in found.values() for each in some], told


def test_pictures_hold_every_figure_where_it_stands(played):
    for game in played[0]:
        scenes = SHOWN.scenes(game.scenario)
        sheet, things = scenes.sheet(), {thing.key: thing for thing in scenes.scene(game.games).things}
        ElementTree.fromstring(SHOWN.pictures(game.scenario, 800).svg(game.games))
        view = View(game.scenario, game.games, game.legal_mask())
        for figure in (*view.figures(0), *view.figures(1)):
            x, y = map(float, figure.hex.split(":"))
            unit, at = sheet.measure.unit, things[figure.name].at
            assert at[0] == pytest.approx(sheet.width / 2 + x * unit) and plain(things[figure.name].title)
            assert at[1] == pytest.approx(scenes.layout.at(0, 0)[1] - y * unit)
        pieces = sum(key.startswith(("soft", "hard")) for key in things)
        assert pieces == len(view.cover)
        text = SHOWN.draw_text(game.scenario, game.games)
        assert all(f"{figure.name:<4}{figure.hex}" in text for figure in view.figures(0))
        assert max(map(len, text.splitlines())) <= 102 and plain(text.partition("+-")[0])


def test_choices_cover_what_is_legal_and_each_goes_to_something_that_is_shown(played):
    for game in played[0]:
        names, offered = game.legal_actions(), choices(game)
        assert sorted(choice.name for choice in offered) == sorted(names)
        scenes = SHOWN.scenes(game.scenario)
        aims, keys = scenes.aims(game.games, names), {thing.key for thing in scenes.scene(game.games).things}
        for choice in offered:
            assert choice.label.endswith(choice.short) and plain(choice.label + choice.chance)
            assert choice.target in keys | {""}
            if choice.name.split()[-2:-1] == ["move"] or choice.name.startswith(("place", "point", "start", "at ")):
                assert len(aims[choice.name].points) == 2
        assert len(set(numbered(game.scenario, game.games, names).values())) == len(names)
        assert listed(game.scenario, game.games, names)


def test_the_story_names_points_and_no_numbers_of_places(played):
    assert len(played[1]) > 100 and all(map(plain, played[1]))
    assert any(re.search(r"moves \d+ cm (north|south|east|west)", words) for words in played[1])


def test_refusals_name_the_rule_or_what_is_asked(played):
    for game in played[0]:
        legal, draw = set(game.legal_indices()), random.Random(1)
        for index in draw.sample(range(game.scenario.actions), 40):
            if index not in legal:
                why = PAINTBALL.why_not(game.scenario, game.games, index)
                assert plain(why) and re.match(
                    r"[A-Z]{2}[-A-Z\d, ]*: |what is to be decided|\S+ is not in|the figure is", why
                )


def test_reasons_of_the_table_are_said():
    scenario = PAINTBALL.load("capture-the-flag-basic-table")
    cover = "soft=-20.0:-10.0,-20.0:10.0,0.0:-10.0,0.0:10.0,20.0:-10.0,20.0:10.0 hard=-10.0:0.0/N,10.0:0.0/N"
    men = "R1=-35.0:13.0 R2=-37.0:2.0 R3=-37.0:-2.0 R4=-29.0:0.0 B1=32.0:0.0 B2=-24.0:3.0"
    game = Game(scenario, start=f"{HITS}{men} M1=-32.0:-7.0 M2=32.0:7.0 flag.red=-27.5:0.0 flag.blue=27.5:0.0 {cover}")
    said = {
        name: why_not_action(game, name) for name in ("R1 move N 5", "R4 move W 5", "R4 move ENE 10", "R1 shoot B1")
    }
    assert said["R1 move N 5"].startswith("OT3: R1 can't stand there")
    assert said["R4 move W 5"] == "EN4: there is no room for another figure"
    assert said["R4 move ENE 10"] == "MV2: an enemy bars the way"
    assert said["R1 shoot B1"] == "SH1: B1 is at range 7, out of reach"
    assert why_not(game, "R1", "B1") == said["R1 shoot B1"]
    shot = odds(game, "R4 shoot B2")
    assert shot.rows[0][2] == "B2 is out" and sum(share for share, _, _ in shot.rows) >= 1


def why_not_action(game, name):
    return PAINTBALL.why_not(game.scenario, game.games, game.table.index(name, game.decider))


def test_the_guide_and_the_rules_speak_of_the_table():
    scenario = PAINTBALL.load("capture-the-flag-table")
    assert all(plain(topic.text) for topic in topics(scenario).values())
    assert "twice a turn" in topics(scenario)["move"].text
    texts = rules(scenario)
    assert "16 headings" in texts["MV1"] and texts["OT1"].startswith("Positions are whole millimetres")
    assert {number for topic in topics(scenario).values() for number in topic.rules} <= set(texts)
