"""Pictures of skirmishes, the viewer's things, and the map in characters."""

import math

import pytest

from state_of_war import roster, signs
from state_of_war.bases import Look, drawn
from state_of_war.definition import STATE_OF_WAR
from state_of_war.rules.figures import FOOT_RADIUS
from state_of_war.scenes import Scenes
from tabletop.play.game import Game
from tabletop.show.drawing.svg import fragment
from tabletop.show.drawing.themes import THEMES
from tabletop.show.drawing.things import ALL_THERE, LOST, UNIT
from tabletop.show.showing import showing_of
from tests.state_of_war.skirmishes import ORDER, READY, done, game_at

SHOWING, SKIRMISH = showing_of(STATE_OF_WAR), STATE_OF_WAR.load("first-skirmish")
SCENES = Scenes(SKIRMISH)


def things_of(text, scenes=SCENES):
    return {thing.key: thing for thing in scenes.scene(text).things}


def ghost_of(aim):
    """Where the bases of a ghost are, in mm from the table's middle."""
    x, y = aim.points[-1]
    dots = [shape.points[0] for shape in aim.ghost[: len(aim.ghost) // 2]]
    spots = [(x + aim.scale * u, y + aim.scale * v) for u, v in dots]
    mm, (u, v) = SCENES.field.mm, SCENES.field.at(0, 0)
    return {(round((px - u) / mm), round((v - py) / mm)) for px, py in spots}


def test_ta2_men_stand_true_on_their_bases_and_mean_their_unit():
    things = things_of(ORDER)
    man, unit = things["B2.1"], things["B2"]
    assert man.at == pytest.approx(SCENES.field.at(150, -350)) and man.side == 0
    assert man.scale * UNIT == pytest.approx(FOOT_RADIUS * SCENES.field.mm)
    assert man.means == ALL_THERE and man.place == unit.place == "B2"
    assert unit.title == "B2: trained, Minié rifles, 3 of 6 stand, 3 loaded"
    assert not {"B2.4", "G2.1"} & things.keys(), "who is out has no base"
    scene = SCENES.scene(ORDER)
    assert scene.decision == "Blue: an order for B2" and scene.teams[1] == "4 men stand, 67 % lost"
    assert "acts:B2" in things and "acts:B1" not in things


def test_ld1_a_unit_says_how_far_it_has_loaded_and_what_is_loaded_by_a_pistol_alone():
    text = ORDER.replace("B1.2=-12.2:-35.0", "B1.2=-12.2:-35.0,arm:3").replace(
        "B1.6=-17.8:-37.8", "B1.6=-17.8:-37.8,arm:1"
    )
    units = {unit.name: unit for unit in roster.units_of(SKIRMISH, game_at(text).record)}
    assert [roster.loading(units[name]) for name in ("B1", "B2", "G1")] == ["loads 0-2 of 3", "", "loads 1 of 3"]
    assert "4 loaded, 1 of them with a pistol alone" in things_of(text)["B1"].title  # the commander's


def test_ta4_the_legend_has_the_terrain_that_there_is():
    names = [
        {name for name, _ in Scenes(STATE_OF_WAR.load(name)).sheet().legend} for name in ("first-skirmish", "raid")
    ]
    assert signs.TERRAIN["wood"][0] in names[0] and signs.TERRAIN["building"][0] not in names[0]
    assert signs.RANGE[0] in names[0] & names[1] and names[0] != names[1]


def test_a_man_shows_his_load_his_wound_his_rank_and_his_horse():
    plain = Look(0)
    changes = ({"side": 1}, {"role": 1}, {"role": 2}, {"wounded": True}, {"loaded": False}, {"ready": True})
    looks = {drawn(plain._replace(**change)) for change in (*changes, {"hidden": True}, {"heading": 3}, {"heading": 4})}
    assert len({*looks, drawn(plain)}) == 10


def test_we2_the_ranges_of_the_unit_that_acts_are_measured_from_its_bases():
    things = things_of(ORDER)
    short = things["range:short"]
    mm, (x, y) = SCENES.field.mm, SCENES.field.at(178, -350)  # the easternmost man
    points = [point for shape in short.shapes[:-1] for point in shape.points]
    assert max(px for px, _ in points) == pytest.approx(x + (150 + FOOT_RADIUS) * mm, abs=0.1)
    assert all(math.dist((px, py), (x, y)) <= (150 + FOOT_RADIUS + 60) * mm for px, py in points)
    assert not any(key.startswith("range") for key in things_of(ORDER.replace("order unit=B2", "pick")))


@pytest.mark.parametrize("action", ["move NW full", "form W one", "form NNE column", "go 5"])
def test_mv2_mv6_mv10_a_ghost_stands_where_the_men_will(action):
    game = game_at(ORDER)
    aim = SCENES.aims(game.games, [action])[action]
    done(game, action)
    men = [man for key, man in things_of(game.games).items() if key.startswith("B2.")]
    assert ghost_of(aim) == {tuple(map(int, man.places[1].split(":"))) for man in men}


def test_me1_a_charge_is_clicked_on_the_enemy_and_its_ghost_is_in_contact():
    near = ORDER.replace("G1.2=12.2:-15.0", "G1.2=12.2:-25.0")
    aim = SCENES.aims(near, ["charge G1"])["charge G1"]
    assert aim.place == "G1"
    assert min(math.dist(spot, (122, -250)) for spot in ghost_of(aim)) == pytest.approx(2 * FOOT_RADIUS, abs=5.5)


def test_actions_are_clicked_at_different_points_or_on_units():
    game = game_at(ORDER)
    aims = SCENES.aims(game.games, game.legal_actions())
    assert aims["shoot at G1"].place == "G1" and "stand" not in aims
    ends = [aim.points[-1] for name, aim in aims.items() if name.startswith("move")]
    assert len({*ends}) == len(ends) > 40
    assert all(aim.place in things_of(game.games) or len(aim.points) == 2 for aim in aims.values())
    picks = game_at(ORDER.replace("order unit=B2", "pick"))
    assert {aim.place for aim in SCENES.aims(picks.games, picks.legal_actions()).values()} == {"B1", "B2"}


def test_tu2_a_declared_shot_is_drawn_and_what_falls_is_seen_and_heard():
    game = game_at(ORDER)
    done(game, "shoot at G1")
    assert things_of(game.games)["aims:B2"].title == "B2 aims at G1"
    step = done(game, "end")
    over = {thing.key.partition(":")[0]: thing for thing in SCENES.happened(step.before, step.events, step.draws)}
    assert over["shot"].motion.way[1] == (0.0, 0.0) and over["smoke"].at != over["shot"].at
    fallen = {event.who for event in step.events if event.kind in ("killed", "disabled")}
    assert ("fallen" in over) == bool(fallen) and (not fallen or over["fallen"].means == LOST)
    kinds = [moment.kind for moment in SCENES.moments(step.before, step.events)]
    assert kinds.count("shoot") == 1 and {*kinds} & {"out", "hit", "miss"}


def test_men_are_seen_going_and_re2_one_is_asked_on_their_way():
    game = game_at(ORDER)
    before = things_of(game.games)
    step = done(game, "move N full")
    (ways,) = SCENES.happened(step.before, step.events, step.draws)
    assert ways.key == "ways" and len(ways.shapes) == 3
    now = things_of(game.games)
    assert now["B2.1"].at[1] < before["B2.1"].at[1] and now["B2.1"].places != before["B2.1"].places
    stopped = game_at(READY)
    done(stopped, "move N full")
    there = things_of(stopped.games)
    assert "acts:G1" in there and now["B2.1"].at[1] < there["B2.1"].at[1] < before["B2.1"].at[1]


@pytest.mark.parametrize(("name", "theme"), [*(("raid", theme) for theme in THEMES), ("militia", "field")])
def test_tables_are_light_and_their_terrain_turns_with_de1(name, theme):
    scenes = Scenes(STATE_OF_WAR.load(name), theme)
    sheet = scenes.sheet()
    assert sheet.measure and fragment(sheet.ground, sheet.tones).count("<") < 60
    here, there = (scenes.field.terrain(turned) for turned in (0, 1))
    assert len(fragment(here, sheet.tones)) < 60_000 and here != there


def test_un5_a_detachment_has_a_card_and_the_sheet_grows():
    line = STATE_OF_WAR.load("line-and-line").with_rules(setup="drawn", fog=False)
    game = Game(line, seed=2)
    scenes = Scenes(line)
    height = scenes.scene(game.games).height
    while game.decision != "order":
        game.step(game.legal_indices()[0])
    sends = next(name for name in game.legal_actions() if name.startswith("detach"))
    done(game, sends)
    things = things_of(game.games, scenes)
    own = "B4" if "B4" in things else "G4"
    assert scenes.scene(game.games).height > height and f"of {sends[-1]} stand" in things[own].title
    assert sum(thing.place == own for thing in things.values()) == int(sends[-1]) + 1, "the men, and their name"


def test_the_map_in_characters():
    text = SHOWING.draw_text(SKIRMISH, ORDER)
    rows = text.splitlines()
    assert rows[-1] == ORDER and "B2: trained, Minié rifles, 3 of 6 stand, 3 loaded" in rows
    board = [row for row in rows if row.startswith("|")]
    assert any("G1g" in row or "g1G" in row for row in board) and any("====" in row for row in board)
    assert all(len(row) == len(board[0]) for row in board)
    small = SHOWING.draw_text(SKIRMISH, ORDER, room=(70, 20)).splitlines()
    assert len(small) < len(rows) and max(map(len, small[:-1])) <= 130
    assert "\x1b[7mG\x1b[0m" in SHOWING.draw_text(SKIRMISH, ORDER, colour=True)
    assert all(sign in SHOWING.text_signs() for sign in "BGbg%=^#")


def test_how_it_stands_and_how_it_has_ended():
    over = ORDER.replace("to=blue:order unit=B2", "over={}").replace("turn=2", "turn=8")
    for end, says, own in (
        ("blue:breakpoint", "Blue has won: Grey has lost too many men", "You won: Grey has lost too many men"),
        ("blue:losses", "Blue has won: no turns are left, and Grey has lost more men", "You won: "),
        ("draw:losses", "A draw: no turns are left, and losses are about the same", "A draw: "),
    ):
        text = over.format(end)
        assert SHOWING.summary(SKIRMISH, text) == says and SHOWING.ended(SKIRMISH, text, 0).startswith(own)
