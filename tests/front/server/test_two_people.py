"""Two people at two places: their names, how long they may think, what one proposes and says to the other."""

import json
import sqlite3

import pytest

from tabletop.front.server import room
from tabletop.front.server.store import VERSION, Store
from tabletop.play.records import GameRecord
from tests.any_game.pig import PIG

from .conftest import Served

PLAIN = {"scenario": "pig", "players": ["person", "person"]}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Served(PIG, tmp_path_factory.mktemp("served") / "games.sqlite")
    yield server
    server.stop()


def two(server, game, **more):
    first, second = game["keys"].values()
    return server.visit(game, [first], **more), server.visit(game, [second])


def people(visitor):
    return visitor.state["people"]


def waiting(visitor, **facts):
    """Wait until what is told of the people has these."""
    visitor.until(lambda state: all(state["people"][key] == value for key, value in facts.items()))


def test_nobody_is_helped_against_another_person(server):
    game = server.begin(**PLAIN)
    one, other = two(server, game)
    with one as one, other as other:
        mover = one if one.state["choices"] else other
        for wish in ("hint", "auto"):
            assert "another place" in mover.ask("refused", do=wish)["why"]
    with server.visit(game) as both:  # who plays both sides alone
        assert both.ask("hint", do="hint")["action"]


def test_names_are_told_to_all_and_kept(server):
    game = server.begin(**PLAIN)
    one, other = two(server, game, name="  Anna  Lee ")
    with one as one, other as other, server.visit(game, [], name="Guest") as guest:
        waiting(guest, names=["Anna Lee", ""])
        other.send(do="name", name="Ben")
        waiting(one, names=["Anna Lee", "Ben"])
        assert "look on" in guest.ask("refused", do="name", name="Guest")["why"]
        one.send(do="give up")
        one.until(lambda state: state["over"])
        assert one.state["closedWords"].startswith("Anna Lee ") and one.state["winner"] == 1
        one.send(do="again", swapped=True)
        other.send(do="again", swapped=True)
        successor = one.until(lambda state: state["successor"])["successor"]
    server.restart()
    with server.visit(successor, []) as guest:
        assert people(guest)["names"] == ["Ben", "Anna Lee"]
    mine = f"/api/games?mine={game['id']},{successor}"
    games = json.loads(server.get(mine)[1])["mine"]["games"]
    assert sorted(each["names"] for each in games) == [["Anna Lee", "Ben"], ["Ben", "Anna Lee"]]
    record = GameRecord.read(server.get(f"/game/{game['id']}/record")[1], PIG)
    assert "Anna Lee" in record.players[0] and "gave up" in record.players[0] and "gave up" not in record.players[1]


def test_who_joins_by_a_name_that_cant_be_shown_plays_without_one(server):
    game = server.begin(**PLAIN)
    for name in ("\ud800", 7, "n" * 99, "a\nb\x00", None):
        with server.visit(game, [game["keys"]["0"]], name=name) as person:
            assert people(person)["names"] == ["", ""] and person.state["yours"] == [0]


def test_who_plays_both_sides_has_no_name_to_give(server):
    with server.visit(server.begin(**PLAIN), name="Anna") as person:
        assert people(person)["names"] == ["", ""]
        assert person.ask("refused", do="name", name="Anna")["of"] == "name"
        for wish in ({"do": "say", "phrase": "Hello"}, {"do": "propose", "what": "draw"}, {"do": "decline"}):
            assert "another place" in person.ask("refused", **wish)["why"]


class Watch:
    """The time of a server, which goes on when it is told to."""

    def __init__(self, server):
        self.now, self.server = 0.0, server
        self.set()

    def set(self):
        self.server.store.now = lambda: self.now


def test_a_clock_runs_while_one_of_two_who_have_come_has_a_choice(server):
    watch, game = Watch(server), server.begin(**PLAIN, clock="game 300+5")
    one, other = two(server, game)
    with one as one:
        assert one.about["clock"] == "game 300+5" and people(one)["clock"] == {"left": [300.0, 300.0], "runs": None}
        with other as other:
            decides = one if one.names() else other
            team = decides.state["decider"]
            waiting(one, clock={"left": [300.0, 300.0], "runs": team})
            watch.now += 20
            decides.act("roll")
            assert people(decides)["clock"]["left"][team] == 280 or people(decides)["clock"]["runs"] != team
            number = decides.state["number"]
            left = people(decides)["clock"]["left"]
    server.store.keep_time()
    with server.visit(game, []) as guest:  # it goes on while nobody is there
        running = people(guest)["clock"]["runs"]
        watch.now += 7
        guest.send(do="odds", at=number, action="roll")
        guest.wait("odds")
    server.restart()
    watch.set()
    with server.visit(game, []) as guest:
        assert people(guest)["clock"]["left"][running] == pytest.approx(left[running] - 7)
    watch.now += 1000
    with server.visit(game, []) as guest:
        state = guest.until(lambda state: state["over"])
        teams = PIG.teams
        assert (state["closedHow"], state["closed"]) == ("time", teams[running]) and state["winner"] == 1 - running
        assert not state["choices"] and state["people"]["clock"]["runs"] is None
    record = GameRecord.read(server.get(f"/game/{game['id']}/record")[1], PIG)
    assert "time" in record.players[running] and not record.end.over
    server.restart()
    with server.visit(game) as person:
        assert person.state["over"] and "over" in person.ask("refused", do="act", action="roll")["why"]


def test_who_is_too_late_is_refused(server):
    watch, game = Watch(server), server.begin(**PLAIN, clock="move 60")
    with server.visit(game) as person:  # both at one screen may have a clock, too
        watch.now += 60.5
        person.send(do="act", at=0, action="roll")
        assert "time" in person.wait("refused")["why"]
        person.send(do="pace", pace=0)  # anything that is new sets the server's alarm
        assert person.until(lambda state: state["over"])["number"] == 0


def test_a_server_that_is_down_charges_nobody(tmp_path):
    store = Store(tmp_path / "games.sqlite", "pig")
    store.now = lambda: 100.0
    store.close()
    again = Store(tmp_path / "games.sqlite", "pig")
    assert again.now() >= 100
    again.close()


def test_a_clock_that_cant_be_is_refused(server):
    wrong = [{"clock": "move 5"}, {"clock": 60}, {"clock": "x" * 50}]
    for wish in ({"players": ["person", "careful"]}, {"practice": True}, *wrong):
        status, text, _ = server.post("/api/games", PLAIN | {"clock": "move 60"} | wish)
        assert status == 400 and "clock" in json.loads(text)["error"]


def test_a_draw_needs_both(server):
    game = server.begin(**PLAIN)
    one, other = two(server, game)
    with one as one, other as other:
        one.send(do="propose", at=0, what="draw")
        waiting(other, proposed=["draw", ""])
        other.send(do="decline")
        waiting(one, proposed=["", ""])
        assert "next decision" in one.ask("refused", do="propose", what="draw")["why"]
        other.send(do="propose", at=0, what="draw")
        waiting(one, proposed=["", "draw"])
        mover = one if one.names() else other
        mover.act("roll")
        assert people(mover)["proposed"] == ["", ""]  # whoever decides goes on
        one.until(lambda state: state["number"] == 1)
        other.until(lambda state: state["number"] == 1)
        assert one.ask("refused", do="propose", what="swapped")["why"]
        one.send(do="propose", at=1, what="draw")
        waiting(other, proposed=["draw", ""])
        other.send(do="propose", at=1, what="draw")
        for each in (one, other):
            state = each.until(lambda state: state["over"])
            assert (state["closedHow"], state["winner"], state["people"]["proposed"]) == ("draw", -1, ["", ""])
    record = GameRecord.read(server.get(f"/game/{game['id']}/record")[1], PIG)
    assert all("draw" in player for player in record.players)
    listed = json.loads(server.get(f"/api/games?mine={game['id']}")[1])["mine"]["games"]
    assert listed[0]["ended"]


@pytest.mark.parametrize("practice", [False, True])
def test_taking_back_needs_the_other_one(server, practice):
    game = server.begin(**PLAIN, practice=practice)
    one, other = two(server, game)
    with one as one, other as other:
        mover, waits = (one, other) if one.names() else (other, one)
        assert "no decision" in mover.ask("refused", do="propose", what="take back")["why"]
        mover.act("roll")
        assert not mover.state["canTakeBack"] and mover.ask("refused", do="take back")["why"]
        mover.send(do="propose", at=1, what="take back")
        waits.until(lambda state: "take back" in state["people"]["proposed"])
        waits.send(do="propose", at=1, what="take back")  # accepts it: of what it has decided itself nothing is there
        assert mover.until(lambda state: state["number"] == 0)["takenBack"] == 1
        mover.ask(do="give up")
    record = GameRecord.read(server.get(f"/game/{game['id']}/record")[1], PIG)
    assert all("taken back once" in player for player in record.players)


def test_phrases_reach_all_and_are_few_at_a_time(server):
    game = server.begin(**PLAIN)
    one, other = two(server, game)
    with one as one, other as other, server.visit(game, []) as guest:
        phrases = one.about["phrases"]
        other.send(do="say", phrase=phrases[0])
        for each in (one, other, guest):
            assert each.wait("said") == {"type": "said", "team": 1, "phrase": phrases[0]}
        assert "look on" in guest.ask("refused", do="say", phrase=phrases[0])["why"]
        for _ in range(9):
            other.send(do="say", phrase=phrases[1])
        assert "wait" in other.wait("refused")["why"]
        with server.visit(game, [game["keys"]["1"]]) as again:  # the same person once more
            assert "wait" in again.ask("refused", do="say", phrase=phrases[1])["why"]
        one.send(do="say", phrase=phrases[2])
        while guest.wait("said")["team"] != 0:
            pass


def test_the_list_of_games_says_whose_turn_it_is(server):
    def listed():
        return json.loads(server.get(f"/api/games?mine={game['id']}")[1])["mine"]["games"][0]["decider"]

    game = server.begin(**PLAIN, practice=True)
    with server.visit(game) as person:
        assert listed() == person.state["decider"]
        for _ in range(4):
            person.act(person.names()[-1])
            assert listed() == person.state["decider"]
        number = person.state["number"]
        person.send(do="take back", at=number)
        person.until(lambda state: state["number"] < number)
        assert listed() == person.state["decider"]
        person.ask(do="give up")
        assert listed() == -1


def test_who_looks_on_is_counted(server, monkeypatch):
    monkeypatch.setattr(room, "COUNTED", 0.05)
    game = server.begin(**PLAIN)
    with server.visit(game) as person:
        assert people(person)["watching"] == 0
        with server.visit(game, []) as guest, server.visit(game, ["wrong"]), server.visit(game):
            for each in (person, guest):
                waiting(each, watching=2)
        waiting(person, watching=0)


def test_a_file_of_the_version_before_is_changed_and_its_games_go_on(served, tmp_path):
    path = tmp_path / "games.sqlite"
    server = served(file=path)
    game = server.begin(**PLAIN)
    with server.visit(game) as person:
        person.act("roll")
        number = person.state["number"]
    server.stop()
    with sqlite3.connect(path) as file:  # as it was
        for column in ("names", "came", "clock", "decider"):
            file.execute(f"alter table game drop column {column}")
        file.execute("alter table about drop column served")
        facts = json.loads(file.execute("select begun from game").fetchone()[0])
        del facts["clock"]
        file.execute("update game set begun = ?", (json.dumps(facts),))
        file.execute("pragma user_version = 3")
    file.close()
    server.start(server.port)
    with server.visit(game) as person:
        assert person.state["number"] == number and people(person)["names"] == ["", ""]
        assert people(person)["clock"] is None
        person.act("roll")
    assert server.store.file.execute("pragma user_version").fetchone() == (VERSION,)
