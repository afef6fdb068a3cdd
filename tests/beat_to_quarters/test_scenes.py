"""Pictures of battles, the viewer's things, and the map in characters."""

import pytest

from beat_to_quarters.definition import BEAT_TO_QUARTERS
from beat_to_quarters.hulls import Look, drawn
from beat_to_quarters.scenario import Scenario
from beat_to_quarters.scenes import SIGNS, Scenes
from tabletop.play.game import Game
from tabletop.show.drawing.shapes import Disc, Words
from tabletop.show.drawing.svg import fragment
from tabletop.show.drawing.themes import THEMES
from tabletop.show.showing import showing_of
from tests.beat_to_quarters.sea_fights import (
    ANSWERS,
    BOARDS,
    ROLLED,
    SAILS,
    TURNS,
    battle,
    game_at,
    scenario_of,
    shot,
)

SHOWING, DUEL = showing_of(BEAT_TO_QUARTERS), scenario_of("duel")
SCENES = Scenes(DUEL)


def things_of(text, scenes=SCENES):
    return {thing.key: thing for thing in scenes.scene(text).things}


def test_sh1_a_ship_lies_over_two_hexes_and_says_what_it_is():
    ship, places = things_of(SAILS)["W1"], {place.name: place for place in SCENES.sheet().places}
    assert ship.places == ("0709", "0609") and ship.place == "0709" and ship.side == 0
    (x0, y0), (x1, y1) = places["0709"].at, places["0609"].at
    assert ship.at == pytest.approx(((x0 + x1) / 2, (y0 + y1) / 2))
    assert ship.title.startswith("W1 Amazon: frigate, rate 4, crew average, 3 of 3 masts, heads E, loaded: both sides")
    scene = SCENES.scene(SAILS)
    assert scene.decision == "White: W1 acts: fire, sail or heave to" and scene.teams[1] == "1 in action, 0 points"


def test_a_hull_shows_its_masts_its_guns_its_rate_and_what_has_become_of_it():
    plain = Look(0, 3, 0)
    looks = {drawn(plain)}
    for change in ({"rate": 4}, {"masts": 2}, {"loaded": 1}, {"hung": 2}, {"burning": True}, {"steering": True}):
        looks.add(drawn(plain._replace(**change)))
    for change in ({"irons": True}, {"aground": True}, {"anchor": 1}, {"state": 2}, {"state": 4, "holder": 1}):
        looks.add(drawn(plain._replace(**change)))
    assert len(looks) == 12
    lost = [item for item in drawn(plain._replace(masts=1)) if isinstance(item, Disc)]
    assert [item.fill is None for item in lost] == [False, True, True], "a fallen mast is hollow"
    assert [item.text for item in drawn(plain) if isinstance(item, Words)] == ["3"]


def test_gu1_only_sides_that_are_loaded_have_a_field_of_fire():
    whole, port = (
        things_of(text)["field-W1"].shapes for text in (SAILS, SAILS.replace("still", "fired:starboard,still"))
    )
    assert len(whole) == 4 and len(port) == 2, "each in two parts: to 4 hexes, and to the end"
    assert {*port} < {*whole}
    assert "field-W1" not in things_of(SAILS.replace("still", "fired:port+starboard,still")) and "field-B1" not in whole
    assert "field-W1" in things_of(ANSWERS), "of who answers, too"


@pytest.mark.parametrize(
    ("text", "scenario", "targets"),
    [
        (SAILS, "duel", {"fire at B1": "B1", "sail": "0809", "heave to": None}),
        (ROLLED, "duel", {"advance 1": "0411", "advance 3": "0509", "advance 11": "0901"}),
        (TURNS, "duel", {"port 1": "1308", "starboard 2": "1210", "steady": "1409"}),
        (ANSWERS, "duel", {"W1 fires": "B1", "hold": None}),
        (BOARDS, "line", {"board B1": "B1", "hold": None}),
    ],
)
def test_actions_are_clicked_on_the_board(text, scenario, targets):
    names = game_at(text, scenario=scenario).legal_actions()
    found = Scenes(scenario_of(scenario)).aims(text, names)
    assert {name: found[name].place if name in found else None for name in targets} == targets


@pytest.mark.parametrize(
    ("text", "name", "bow", "stern"),
    [(TURNS, "port 1", "1309", "1210"), (TURNS, "steady", "1309", "1209"), (ROLLED, "advance 3", "0509", "0410")],
)
def test_tk1_mo3_where_a_ship_would_lie_is_shown(text, name, bow, stern):
    aim = SCENES.aims(text, [name])[name]
    (x, y), (x1, y1) = SCENES.sea.named(bow), SCENES.sea.named(stern)
    assert aim.points == (pytest.approx(((x + x1) / 2, (y + y1) / 2)),) and aim.ghost and aim.scale == SCENES.scale
    assert not SCENES.aims(SAILS, ["sail"])["sail"].ghost


def test_mo3_signs_ahead_show_the_dice_and_their_sum_and_what_is_off_the_map():
    assert {"ahead 1", "ahead 3", "ahead 4", "ahead 11", "wind here"} <= things_of(ROLLED).keys()
    assert things_of(ROLLED)["ahead 11"].title == "11 ahead, the sum of the dice"
    things = things_of(ROLLED.replace("W1=0312NE", "W1=0604NE"))
    assert "ahead 3" in things and things["off"].title == "4, 11: off the map"
    assert {"head NE", "head NW", "head SE", "head SW", "head E"} <= things_of(TURNS).keys()


def test_su2_where_a_ship_may_head_is_drawn_where_its_bow_will_be():
    scenario = scenario_of("duel").with_rules(deployment="chosen", wind="W")
    game, scenes = Game(scenario), Scenes(scenario)
    game.step("column 5")
    game.step("row 14")
    keys = {thing.key for thing in scenes.scene(game.games).things}
    aims = scenes.aims(game.games, game.legal_actions())
    assert {"begins", "head NE", "head SE"} <= keys and {*aims} == {"heading NE", "heading SE"}
    assert all(aim.ghost for aim in aims.values())


def test_names_lie_above_ships_ways_and_smoke():
    game, step = shot(2, 1)
    things = [*SCENES.scene(game.games).things, *SCENES.happened(step.before, step.events, step.draws)]
    names = [thing for thing in things if thing.key.startswith("name-")]
    assert {thing.shapes[0].text for thing in names} == {"W1", "B1"}
    assert min(thing.layer for thing in names) > max(thing.layer for thing in things if thing not in names)


def test_what_has_happened_is_drawn_and_heard():
    game, step = shot(2, 1)
    assert game.position().endswith("B1=0806E,rate:5")
    drawn_over = {thing.key.split("-")[0]: thing for thing in SCENES.happened(step.before, step.events, step.draws)}
    assert drawn_over["shot"].motion.way[1] == (0.0, 0.0) and drawn_over["shot"].title == "W1 fires at B1, range 3"
    assert drawn_over["smoke"].at == things_of(step.before)["W1"].at
    moments = SCENES.moments(step.before, step.events)
    assert [moment.words for moment in moments if moment.words] == ["Damaged"]
    assert moments[0].kind == "shoot" and moments[0].at == things_of(step.before)["W1"].at
    step = shot(-5)[1]
    missed = SCENES.moments(step.before, step.events)
    assert [moment.words for moment in missed if moment.words] == ["Missed"]


def test_a_wake_follows_a_way():
    game = game_at(ROLLED)
    before = game.games.copy()
    game.step("advance 3")
    (wake, *_) = SCENES.happened(before, game.events, game.draws)
    start, end = things_of(before)["W1"].at, things_of(game.games)["W1"].at
    assert wake.shapes[0].points[0] == start and "W1=0411NE" in game.position()
    assert end[0] > start[0] and end[1] < start[1]


@pytest.mark.parametrize("name", ["duel", "port", "trafalgar"])
def test_every_position_of_a_battle_is_drawn_and_what_is_offered_is_there(name):
    scenes = Scenes(scenario_of(name))
    hexes, drawn_kinds = {place.name for place in scenes.sheet().places}, set()
    for game, step in battle(name, 4, 120):
        things = things_of(game.games, scenes)
        aims = scenes.aims(game.games, [] if game.over else game.legal_actions())
        assert {aim.place for aim in aims.values()} <= things.keys() | hexes
        if step:
            drawn_kinds |= {event.kind for event in step.events}
            scenes.happened(step.before, step.events, step.draws)
            scenes.moments(step.before, step.events)
    assert len(drawn_kinds & SIGNS.keys()) > 4


@pytest.mark.parametrize("theme", THEMES)
def test_the_largest_sea_is_light(theme):
    sheet = Scenes(scenario_of("duel").with_rules(columns=60, rows=40), theme).sheet()
    assert len(sheet.places) == 2400
    ground = fragment(sheet.ground, sheet.tones)
    assert len(ground) < 90_000 and ground.count("<") < 80, "dots and waves are one element each"
    port = Scenes(scenario_of("port"), theme).sheet()
    assert fragment(port.ground, port.tones).count("<") < 120


def test_shoals_are_drawn_with_their_depth_and_a_battery_stands_on_land():
    chart = "\n".join(["." * 26] * 8 + ["..25" + "." * 22] + ["." * 26] * 9)
    sheet = Scenes(DUEL.with_rules(chart=chart)).sheet()
    assert [label.text for label in sheet.labels if label.text in ("2", "5")] == ["2", "5"]
    port = scenario_of("port")
    battery = things_of(next(battle("port", 1, 0))[0].games, Scenes(port))["B2"]
    assert battery.place == "1502" and not battery.places and "heavy battery" in battery.title


def test_the_map_in_characters():
    text = SHOWING.draw_text(DUEL, SAILS)
    rows = text.splitlines()
    assert rows[9].startswith("09 . . . . . > W1. ") and rows[6].startswith("06  . . . . . . > B1. ")
    assert "Wind from W ->   Chips left: White 1, Black 2" in rows and rows[-1] == SAILS
    assert "W1  Amazon       4 average ||| P S" in rows
    wide = SHOWING.draw_text(DUEL, SAILS, room=(130, 30)).splitlines()
    assert "Wind from" in wide[0] and len(wide) < len(rows), "the list stands beside the map where there is room"
    assert len(SHOWING.draw_text(DUEL, SAILS, room=(60, 20)).splitlines()) < len(rows), "or is left out"
    assert "\x1b[7mB1\x1b[0m" in SHOWING.draw_text(DUEL, SAILS, colour=True)
    signs = SHOWING.text_signs()
    assert all(sign in signs for sign in "></\\.#")
    assert "##" in SHOWING.draw_text(scenario_of("port"), Scenario.load("port").game.start_record(scenario_of("port")))


def test_how_it_stands_and_how_it_has_ended():
    line, points = scenario_of("line"), "no turns are left, and points decide"
    over = "turn=30 wind=NW first=white over={} W1=1010E W2=1515E W3={} B1=2020E B2=2520E B3={}"
    draw = "A draw: no turns are left, and both have the same points"
    for end, white, black, says, own in (
        ("white:time", "2010E", "sunk", f"White has won: {points}", f"You won: {points}"),
        ("black:time", "sunk", "3010E", f"Black has won: {points}", f"You lost: {points}"),
        ("draw:time", "sunk", "sunk", draw, draw),
    ):
        text = over.format(end, white, black)
        assert SHOWING.summary(line, text) == says and SHOWING.ended(line, text, 0) == own
    won = "turn=3 wind=W first=white over=white:victory W1=0709E B1=sunk"
    assert SHOWING.summary(DUEL, won) == "White has won: no enemy is left in action"
    assert SHOWING.ended(DUEL, won, 1) == "You lost: no ship of yours is left in action"


def test_sq1_a_line_runs_through_the_ships_of_a_squadron_and_su2_a_ship_is_placed_by_clicks():
    fleets = scenario_of("trafalgar")
    things = things_of(next(battle("trafalgar", 1, 0))[0].games, Scenes(fleets))
    line = things["squadron-0-1"].shapes[0].points
    assert line == tuple(things[f"W{n}"].at for n in (1, 2, 3, 4)) and "squadron-1-2" in things
    chosen = scenario_of("duel").with_rules(deployment="chosen")
    scenes, game, clicked = Scenes(chosen), Game(chosen, seed=2), []
    for _ in range(3):
        name = game.legal_actions()[len(game.legal_actions()) // 2]
        clicked.append((game.decision, name, scenes.aims(game.games, [name])[name].place))
        game.step(name)
    (_, column, first), (_, row, second), (_, heading, third) = clicked
    assert [decision for decision, *_ in clicked] == ["column", "row", "heading"]
    numbers = int(column.split()[-1]), int(row.split()[-1])
    assert first[:2] == second[:2] == f"{numbers[0]:02}" and second[2:] == f"{numbers[1]:02}" and third != second
    assert things_of(game.games, scenes)["W1"].place == second and heading.startswith("heading ")
