"""The naval game's twin against cases that were worked out by hand."""

import contextlib
from types import SimpleNamespace

import pytest

from .naval_cases import at_range, battle, given, run, ship, w1_b1, ABEAM
from .naval_reference.boarding import board, boardable
from .naval_reference.command import drift_groups, drift_team
from .naval_reference.damage import TABLE, explode, hit, sink, suffer
from .naval_reference.firing import fire, grapple, may_grapple
from .naval_reference.gunnery import modifiers, weapon_for
from .naval_reference.hexes import DIRECTIONS, apart, blocked, in_broadside, in_front, name_of, named
from .naval_reference.hexes import step as go
from .naval_reference.model import SHIPS, OverError
from .naval_reference.options import draw_weather, fireships
from .naval_reference.play import act, new_turn
from .naval_reference.sailing import other_side, sail_on, set_sail, turn_names
from .naval_reference.squadrons import lines_at_first
from .naval_reference.victory import judge, points


# Geometry.


def test_hexes():
    """MP1 to MP3, W4."""
    assert name_of(go(named("1207"), 0)) == "1307"
    assert [name_of(go(named("1207"), d)) for d in (1, 2, 4, 5)] == ["1206", "1106", "1108", "1208"]
    assert [name_of(go(named("1208"), d)) for d in (1, 2, 4, 5)] == ["1307", "1207", "1209", "1309"]
    made = battle()
    assert name_of(made.half_turn(named("0101"))) == "4030"
    one, two = named("0305"), named("1017")
    assert apart(one, two) == apart(made.half_turn(one), made.half_turn(two)) == 13


@pytest.mark.parametrize("heading", range(6))
def test_fields(heading):
    """GU2, CH2: three hexes, then one more in each row; with the chasers' they go all round."""
    stern = (0, 0)
    bow = go(stern, heading)
    around = {(q, r) for q in range(-9, 10) for r in range(-9, 10)} - {stern, bow}
    fields = [{h for h in around if in_broadside(stern, heading, side, h)} for side in (2, -2)]
    fields += [{h for h in around if in_front(bow, heading, h)}, {h for h in around if in_front(stern, heading + 3, h)}]
    for field in fields[:2]:
        assert sorted(min(apart(h, stern), apart(h, bow)) for h in field)[:8] == [1] * 3 + [2] * 4 + [3]
    assert not fields[0] & fields[1] and not fields[2] & fields[3]
    assert set.union(*fields) == around
    assert fields[0] & fields[2] == {go(bow, heading + 1, k) for k in range(1, 20)} & around


def test_lines_of_sight():
    """GU4."""
    start, end = (0, 0), (4, 0)
    assert blocked(start, end, {(2, 0)}) and not blocked(start, end, {(2, -1), (2, 1), start, end})
    start, end = (0, 0), (1, 1)  # along the common side of (1, 0) and (0, 1)
    assert not blocked(start, end, {(1, 0)}) and not blocked(start, end, {(0, 1)})
    assert blocked(start, end, {(1, 0), (0, 1)})
    start, end = (0, 0), (3, 1)  # clips (1, 0), (2, 0), (1, 1), (2, 1); two of these only at their corners
    assert blocked(start, end, {(1, 0)}) and blocked(start, end, {(2, 1)}) and not blocked(start, end, {(0, 1)})


def test_third_ships_are_in_the_way():
    """GU3 to GU5."""
    make = at_range(5)
    made = make()
    own, enemy = w1_b1(made)
    assert weapon_for(made, own, enemy) == ("port", 5)
    made = battle(white=[ship(), ship("1913")], black=[ship(ABEAM[5])])
    (own, third), (enemy,) = made.teams
    assert weapon_for(made, own, enemy) == (None, 0)
    assert weapon_for(made, third, enemy) == ("port", 3)
    made.teams[0][1].bow = named("1813")  # one of the lines of five hexes is free
    assert weapon_for(made, own, enemy) == ("port", 5)


def test_who_may_not_fire():
    """GU1, GU6."""
    for change in ("hung", "burning", "masts", "struck", "spared", "fired"):
        made = at_range(2)()
        own, enemy = w1_b1(made)
        assert weapon_for(made, own, enemy)[0] == "port"
        if change == "hung":
            own.hung = {"port"}
        elif change == "burning":
            own.burning = True
        elif change == "masts":
            own.masts = 0
        elif change == "fired":
            own.fired["port"] = 1
        else:
            (own if change == "struck" else enemy).state = "struck"
        assert weapon_for(made, own, enemy) == (None, 0)


# Sailing.


def test_dice_by_attitude_and_masts():
    """WI3, MO1."""
    own = battle(wind="W").teams[0][0]
    wanted = {"E": 3, "NE": 3, "NW": 2, "W": 0, "SW": 2, "SE": 3}
    for heading, number in {**wanted, "E": 2}.items():
        own.heading = DIRECTIONS.index(heading)
        assert own.speed() == number
    own.heading, own.masts = DIRECTIONS.index("NE"), 1
    assert own.speed() == 1
    own.heading = DIRECTIONS.index("NW")
    assert own.speed() == 0
    own.battle.rules.last_die = "kept"
    assert own.speed() == 1


def test_a_way_and_a_turn():
    """MO3, MO4, TK1."""
    made = given(battle(black=[ship("0505")], wind="SW"), 2, 1, 2)
    own = made.teams[0][0]
    course = set_sail(made, own)
    next(course)
    assert made.decision == "advance" and made.legal == ["advance 1", "advance 2", "advance 5"]
    course.send("advance 5")
    assert made.decision == "turn" and name_of(own.bow) == "2515"
    assert made.legal == ["steady", "port 1", "port 2", "starboard 1", "starboard 2"]
    with pytest.raises(StopIteration):
        course.send("port 2")
    assert (name_of(own.bow), DIRECTIONS[own.heading], name_of(own.stern)) == ("2515", "NW", "2516")
    assert not own.still


def test_withdrawn():
    """MP5, VI1."""
    made = given(battle(white=[ship("3915")], wind="SW"), 4, 4, 4)
    with pytest.raises(OverError):
        run(set_sail(made, made.teams[0][0]), made=made)
    assert made.teams[0][0].state == "withdrawn" and (made.ending, made.winner) == ("victory", 1)
    assert points(made, 1) == 0


def test_through_another_ship():
    """CF2."""
    made = battle(black=[ship("2115", "SE")])
    own, enemy = w1_b1(made)
    assert other_side(made, own, enemy, 2) == 0  # its stern would be where the other ship is
    assert other_side(made, own, enemy, 3) == other_side(made, own, enemy, 6) == 3
    enemy.heading = DIRECTIONS.index("W")  # across two hexes of the way
    assert other_side(made, own, enemy, 3) == 0 and other_side(made, own, enemy, 4) == 4
    made.land = {named("2415")}
    assert other_side(made, own, enemy, 5) == 0


def test_limits_of_grappling():
    """GR1."""
    made = battle(white=[ship(), ship("2016")], black=[ship("2014")])
    first, second = made.teams[0]
    enemy = made.teams[1][0]
    given(made, 1)
    assert may_grapple(first, enemy) and not grapple(made, first, enemy)
    assert not may_grapple(first, second) and not may_grapple(second, enemy)
    assert grapple(made, second, first) and first in second.grappled  # GR4: no die


def test_turns_at_the_edge():
    """TK3: none that would swing off the map."""
    made = battle(white=[ship("2001", "E")], wind="SW")
    assert turn_names(made, made.teams[0][0], 2) == ["steady", "port 1", "port 2"]  # the stern swings southwards


def test_no_turn_beyond_the_wind():
    """TK4."""
    made = battle(wind="NW")
    assert turn_names(made, made.teams[0][0], 3)[1:4] == ["port 1", "port 2", "starboard 1"]


# The command phase.


def test_single_drift():
    """DR2, DR3."""
    made = given(battle(wind="NW"), 3)
    own = made.teams[0][0]
    own.still = True
    drift_team(made, 0)
    assert name_of(own.bow) == name_of(go(named("2015"), 5, 3)) and own.heading == 0


def test_tied_ships_drift_together():
    """DR4: one die, and not where one of them is aground."""
    for aground in (False, True):
        made = given(battle(black=[ship("2014")]), 2)
        own, enemy = w1_b1(made)
        own.fouled, enemy.fouled, enemy.aground = {enemy}, {own}, aground
        drift_groups(made)
        assert name_of(own.bow) == ("2015" if aground else "2215")
        assert own.drifted == (not aground)


def test_drift_stops_at_ships_and_land():
    """DR5: who would enter a ship's hex that stays checks; land takes a D12."""
    made = battle(black=[ship("2215")])
    own, enemy = w1_b1(made)
    own.still = True
    given(made, 4, 6, 3, 1)  # four hexes; passes; 3 and 1 for fouling
    drift_team(made, 0)
    assert name_of(own.bow) == "2015" and own.fouled == {enemy}
    assert [draw[:2] for draw in made.dice.log] == [("drift", "W1"), ("check", "W1"), ("foul", "W1"), ("foul", "B1")]
    made = battle(land={"2215"})
    own = made.teams[0][0]
    own.still = True
    given(made, 4, 0)
    drift_team(made, 0)
    assert name_of(own.bow) == "2115" and own.aground


# Land, anchors, batteries.


def open_acts(made, whose=0, number=0):
    """A ship's act up to its first decision, as a course to send answers to."""
    course = act(made, made.teams[whose][number])
    next(course, None)
    return course


def test_kedging():
    """AG2: astern if that is free sea, otherwise to the port quarter; a moment, then one hexside."""
    made = battle(black=[ship("0505")], wind="SW")
    own = made.teams[0][0]
    for land, place in (({"2115"}, "1915"), ({"2115", "1815"}, "1914")):
        made.land = {named(name) for name in land}
        own.bow, own.aground = named("2015"), True
        given(made, 6)
        course = open_acts(made)
        assert made.legal == ["heave to", "kedge"]
        course.send("kedge")
        assert made.decision == "turn" and made.legal == ["steady", "port 1", "starboard 1"]
        assert name_of(own.bow) == place and not own.aground


def test_anchors():
    """AN1 to AN4."""
    made = battle(black=[ship("0505")], land={"0101"}, wind="SW")
    own = made.teams[0][0]
    course = open_acts(made)
    assert made.legal == ["heave to", "anchor by the bow", "anchor by the stern", "sail"]
    with pytest.raises(StopIteration):
        course.send("anchor by the stern")
    for swung, most in ((0, 2), (1, 1)):
        assert own.swung == swung
        course = open_acts(made)
        assert made.legal == ["heave to", "weigh", "cut", "swing"]
        course.send("swing")
        assert made.legal[-1] == f"starboard {most}"
        with pytest.raises(StopIteration):
            course.send("port 1")
    assert (name_of(own.stern), name_of(own.bow), DIRECTIONS[own.heading]) == ("1915", "1814", "NW")
    course = open_acts(made)
    assert made.legal == ["heave to", "weigh", "cut"]
    made.turn = 5
    with pytest.raises(StopIteration):
        course.send("weigh")
    for turn, anchor in ((6, "stern"), (7, "")):
        new_turn(made)
        assert (made.turn, own.anchor) == (turn, anchor)


def test_cutting():
    """AN4: it may sail in the same act, and never anchors again."""
    made = battle(white=[ship(anchor="bow")], black=[ship("0505")], wind="SW")
    course = open_acts(made)
    course.send("cut")
    assert made.legal == ["heave to", "sail"]


def test_batteries():
    """SB2 to SB4: a field like that of chasers; no masts, no steering, no rakes, nothing to grapple or to run into."""
    fort = SimpleNamespace(team=0, rate=1, crew="average", place="2015", heading="E")
    made = battle(white=[ship("0505")], black=[ship("2215", "W")], batteries=[fort], land={"2015"})
    (_, battery), (enemy,) = made.teams
    assert (battery.name, battery.cost, made.size) == ("W2", 35, 2)
    assert weapon_for(made, battery, enemy) == ("battery", 2) and not may_grapple(enemy, battery)
    enemy.heading = DIRECTIONS.index("NE")
    assert weapon_for(made, enemy, battery) == ("port", 2)
    for result in ("MAST", "STEER"):
        suffer(made, battery, result)
    assert not battery.steering and battery.active
    suffer(made, battery, "FIRE")
    assert weapon_for(made, battery, enemy) == (None, 0)
    battery.heading = DIRECTIONS.index("W")
    battery.burning = False
    assert weapon_for(made, battery, enemy) == (None, 0)


def test_running_aground():
    """AG1: it stays in the hex before."""
    made = given(battle(black=[ship("0505")], land={"2315"}, wind="SW"), 4, 4, 4, 0)
    own = made.teams[0][0]
    run(set_sail(made, own), lambda made: "advance 12", made)
    assert name_of(own.bow) == "2215" and own.aground


# Moments, prizes, the end.


def test_a_moment():
    """AC3: the ship that sails first, then the others; who holds on isn't asked again."""
    made = battle(white=[ship("1815")], black=[ship("2012"), ship("2212")], wind="SW")
    given(made, 2, 2, 2, -5, -5)
    course = open_acts(made)
    course.send("sail")
    assert made.legal == ["advance 2", "advance 6"]
    course.send("advance 2")
    asked = [(made.decision, made.decider, tuple(made.legal))]
    for name in ("hold on", "B1 fires", "B2 fires"):
        course.send(name)
        asked.append((made.decision, made.decider, tuple(made.legal)))
    assert asked == [
        ("moment", 0, ("fire at B1", "hold", "hold on")),
        ("answer", 1, ("B1 fires", "hold", "hold on")),
        ("answer", 1, ("B2 fires", "hold", "hold on")),
        ("turn", 0, ("steady", "port 1", "port 2", "starboard 1", "starboard 2")),
    ]


def test_taken_and_retaken():
    """ST2, ST3, VI3, BO7."""
    made = battle(white=[ship(), ship("2016")], black=[ship("2014"), ship("2013")])
    own, enemy = w1_b1(made)
    enemy.state = "struck"
    grapple_all(own, enemy)
    assert boardable(made, own) == [enemy]
    board(made, own, enemy)
    assert (enemy.state, enemy.holder, enemy.ties, points(made, 0)) == ("prize", 0, set(), 45)
    other = made.teams[1][1]
    grapple_all(other, enemy)
    assert boardable(made, other) == [enemy]
    board(made, other, enemy)
    assert (enemy.state, enemy.holder, points(made, 0)) == ("secured", None, 0)
    made.teams[0][1].state = "struck"
    grapple_all(own, made.teams[0][1])
    board(made, own, made.teams[0][1])
    assert made.teams[0][1].state == "secured" and own.ties


def grapple_all(*ships):
    for one in ships:
        for other in ships:
            if one is not other:
                one.grappled.add(other)


def test_the_end():
    """VI1: a duel ends at once, a fleet goes on for ships that are loose; `field` doesn't."""
    for fleets, victory, ending in ((1, "points", "victory"), (2, "points", ""), (2, "field", "victory")):
        made = battle(white=[ship("1005"), ship("1010")][:fleets], black=[ship(), ship("2005")][:fleets])
        made.rules.victory = victory
        for enemy in made.teams[1]:
            enemy.state = "struck"
        with pytest.raises(OverError) if ending else contextlib.nullcontext():
            judge(made)
        assert (made.ending, made.alone) == (ending, not ending)
        if made.alone:
            for own in made.teams[0]:
                own.aground = True
            with pytest.raises(OverError):
                judge(made)
            assert made.winner is None


# Squadrons and options.


def line_ahead(**more):
    """Three ships heading E, W1 ahead."""
    fleet = [ship(place, squadron=1, formation="ahead", **more) for place in ("2015", "1715", "1415")]
    made = battle(white=fleet, black=[ship("0505")], wind="SW", squadrons=True)
    lines_at_first(made)
    return made


def test_a_line_follows_its_leader():
    """SQ6 to SQ8: as many dice as the slowest has; the others turn where the leader has turned."""
    made = line_ahead()
    ships = made.teams[0]
    ships[2].masts = 1
    for result, choice in ((3, "port 1 in succession"), (4, "steady")):
        made.turned = set()
        given(made, result)
        course = open_acts(made)
        assert made.legal == ["heave to", "sail"]
        course.send("sail")
        assert made.decision == "turn" and made.rolled == [] and len(made.dice.log) == 1
        with pytest.raises(StopIteration):
            course.send(choice)
    bow = go(named("2315"), 1, 4)
    assert ships[0].bow == bow and ships[1].bow == go(bow, 1, -3)
    assert [DIRECTIONS[each.heading] for each in ships] == ["NE", "NE", "E"]
    assert name_of(ships[2].bow) == "2115"


def test_turning_together():
    """SQ8: a line ahead is a line abreast then, and back, with one hexside a turn."""
    made = line_ahead()
    for word, formation in (("port 1", "abreast"), ("starboard 1", "ahead")):
        made.turned = set()
        course = open_acts(made)
        given(made, 1, 1, 1)
        course.send("sail")
        course.send("advance 1")
        with pytest.raises(StopIteration):
            course.send(word)
        assert {each.formation for each in made.teams[0]} == {formation}
    assert [DIRECTIONS[each.heading] for each in made.teams[0]] == ["E"] * 3
    course = open_acts(made)
    given(made, 1, 1, 1)
    course.send("sail")
    with pytest.raises(StopIteration):
        course.send("advance 1")  # `steady` is forced


def test_getting_clear():
    """SQ9: the leader runs into a ship; the next one fails and collides with it, the last one turns away."""
    made = line_ahead()
    made.teams[1][0].bow = named("2115")
    made.teams[1][0].heading = DIRECTIONS.index("SE")
    ships = made.teams[0]
    given(made, 1, 1, 1, 6, 1, 5, 1, 0, 0, 6)
    course = open_acts(made)
    course.send("sail")
    course.send("advance 3")
    assert made.decision == "turn" and made.legal == ["port 1", "starboard 1"]
    course.send("starboard 1")
    assert (made.decision, made.ship, made.legal) == ("moment", ships[2], ["fire at B1", "hold", "hold on"])
    assert ships[0].fouled == {made.teams[1][0], ships[1]} and DIRECTIONS[ships[2].heading] == "SE"
    assert not any(each.squadron for each in ships) and not made.lines


def test_a_leader_that_grapples():
    """GR2, SQ9: before it has sailed; those astern get clear."""
    made = line_ahead()
    made.teams[1][0].bow = named("2014")
    course = open_acts(made)
    given(made, 6, 6)
    course.send("grapple B1")
    assert made.decision == "turn" and made.ship is made.teams[0][1]
    name = "starboard 1"
    with pytest.raises(StopIteration):
        while True:
            course.send(name)
            name = "hold on"  # in the moments of those that have turned
    assert [each.formation for each in made.teams[0]] == ["", "abreast", "abreast"]
    assert [DIRECTIONS[each.heading] for each in made.teams[0]] == ["E", "SE", "SE"]


def test_weather():
    """WE1 to WE4."""
    made = given(battle(weather=True, wind="W", white=[ship(heading="SE")], black=[ship("2010", "SE")]), 1, 1, 1)
    draw_weather(made)
    assert DIRECTIONS[made.wind] == "SW" and made.teams[0][0].attitude == 1
    draw_weather(given(made, 8, 4, 2))
    own, enemy = w1_b1(made)
    assert own.printed() == 1 and modifiers(made, own, 2) == 1 - 4
    enemy.bow = go(own.bow, 1, 7)
    assert weapon_for(made, own, enemy)[0] is None
    enemy.bow = go(own.bow, 1, 6)
    assert weapon_for(made, own, enemy) == ("port", 6)


def test_shoals():
    """SL1, SL2: a small ship passes, one of the shoal's number makes a check, a great one is aground."""
    for rate, results, aground in ((5, [], False), (4, [6, 6], False), (4, [1, 0], True), (3, [0], True)):
        made = battle(white=[ship(rate=rate)], black=[ship("0505")], shoals=True, depths={"2115": 4}, wind="SW")
        own = made.teams[0][0]
        given(made, *results, *[5] * 9)
        run(sail_on(made, own, 2), made=made)
        assert (own.aground, name_of(own.bow)) == (aground, "2015" if aground else "2215")


def test_fireships():
    """FS1, FS2, CC1: no crew, no check; on 4+ it explodes, and who is beside it may burn."""
    made = battle(white=[ship(), ship("0505")], black=[ship("2014")], fireships=True)
    own, enemy = w1_b1(made)
    course = fireships(made, 0)
    next(course)
    assert made.legal == ["set ablaze", "done"]
    course.send("set ablaze")
    assert own.state == "fireship" and not made.check(own) and not made.dice.log
    given(made, 4, -5, 5)  # rate 3 - 3 + 4 for the range: a miss; and a 5: it burns
    next(fireships(made, 0))
    assert own.state == "sunk" and enemy.burning
    assert [draw[:3] for draw in made.dice.log] == [
        ("powder", "W1", "111222"),
        ("gunnery", "W1", "d6 - d6"),
        ("spark", "B1", "111222"),
    ]


def test_chasers():
    """CH2 to CH4: the column is halved, rounded down; 0 is a miss."""
    for aim, column in ((-3, None), (-2, None), (-1, "column 1"), (5, "column 4")):
        made = battle(chasers=True, black=[ship("2215")])
        own, enemy = w1_b1(made)
        assert weapon_for(made, own, enemy) == (None, 0)
        own.chasers = True
        enemy.bow = named("2315")  # range 2: +3
        given(made, aim, *[0] * 3)
        fire(made, own, enemy)
        assert [draw[2] for draw in made.dice.log][1:2] == ([column] if column else [])


def test_shot():
    """AM3, AM5."""
    made = given(at_range(1)(), 1, 1)
    own, enemy = w1_b1(made)
    own.loads["port"] = "grape"
    with pytest.raises(OverError):
        fire(made, own, enemy)  # 1 + 4 is column 5: a check
    assert enemy.state == "struck" and own.loads["port"] == "round"
    made = given(at_range(5)(), 2, 1)
    own, enemy = w1_b1(made)
    own.loads["port"] = "chain"
    fire(made, own, enemy)
    assert enemy.rate == 3


# Damage.


def test_the_table():
    """DT1: 48 numbers, 25 N in lines 5 to 9; columns 0 to 5 have 1, 2, 3, 5, 6, 7 cells that are something."""
    assert [len(line) for line in TABLE] == [11] * 12
    assert sum(result[0] == "+" for line in TABLE for result in line) == 48
    assert [line.count("N") for line in TABLE[4:9]] == [7, 6, 5, 4, 3]
    assert [sum(line[column] != "N" for line in TABLE) for column in range(6)] == [1, 2, 3, 5, 6, 7]


def test_another_table():
    """DT2: a lot among its lines."""
    made = given(battle(damage=[["N"] * 11] * 11 + [["+2"] * 11], ships={**SHIPS, 3: (4, *SHIPS[3][1:])}), 12)
    enemy = made.teams[1][0]
    hit(made, enemy, 5)
    assert made.dice.log == [("damage", "B1", "lot 12", 12)] and (enemy.rate, enemy.masts) == (5, 4)


def test_rates_and_colours():
    """SH4, DA2: the crew falls with every two rates; above 8 it strikes, above 9 it sinks."""
    made = battle(white=[ship(rate=3, crew="green")])
    own = made.teams[0][0]
    suffer(made, own, "+2")
    assert own.crew_now == -1 and own.active
    suffer(made, own, "+1")
    assert own.active
    suffer(made, own, "+1")
    assert own.state == "struck" and own.rate == 7
    suffer(made, own, "+2")
    assert own.rate == 9 and own.afloat
    suffer(made, own, "+1")
    assert own.state == "sunk"


def test_who_is_dragged_down():
    """SI1: nobody is checked twice."""
    made = battle(white=[ship(), ship("2016")], black=[ship("2014")])
    first, second = made.teams[0]
    third = made.teams[1][0]
    for one, two in ((first, second), (second, third), (first, third)):
        one.grappled.add(two)
        two.grappled.add(one)
    given(made, 1, 6)
    sink(made, first)
    assert [each.state for each in (first, second, third)] == ["sunk", "sunk", "action"]
    assert [draw[1] for draw in made.dice.log] == ["W2", "B1"] and not third.ties


def test_explosions():
    """FI3: at range 1, by the rate as built, one after the other."""
    made = battle(white=[ship(rate=1), ship("2016")], black=[ship("2014")])
    made.teams[0][0].rate = 5
    given(made, 0, 0, -5, *[0] * 9)
    explode(made, made.teams[0][0])
    # Rate 3 - 1 + 4 for range 1: column 6 for W2, 1 for B1; both lie in its fields, and it in theirs.
    assert [draw[:3] for draw in made.dice.log] == [
        ("gunnery", "W1", "d6 - d6"),
        ("damage", "W2", "column 6"),
        ("gunnery", "W1", "d6 - d6"),
        ("damage", "B1", "column 1"),
    ]


def test_columns_over_10():
    """GU9."""
    made = given(battle(), 1, 4, 5)
    hit(made, made.teams[1][0], 13)
    assert [draw[2] for draw in made.dice.log] == ["column 10", "column 3", "111122"]
