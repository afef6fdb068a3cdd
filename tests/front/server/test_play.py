"""Games over the socket: turns, agents, taking back, what is kept, records; with the small game, and with PaintBall."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from tabletop.front.server import reviewing, room, run
from tabletop.front.server.store import Store, StoreError
from tabletop.play.judged import GRADES
from tabletop.play.records import GameRecord, replay
from tabletop.play.search_log import write_tried
from tabletop.show.showing import showing_of
from tabletop.show.viewer.page import unpacked
from tests import refuses
from tests.any_game.games import any_game, scenario_of
from tests.any_game.pig import PIG


def test_a_whole_game_against_a_bot(served):
    server = served()
    game = server.begin(scenario="short-pig", players=["person", "careful"])
    with server.visit(game) as person:
        assert person.about["teams"] == ["First", "Second"] and person.about["players"] == ["person", "careful"]
        while not person.until(lambda state: state["choices"] or state["over"])["over"]:
            person.act(person.names()[-1])
        assert person.state["winner"] in (-1, 0, 1)
    status, text, headers = server.get(f"/game/{game['id']}/record")
    assert status == 200 and "attachment" in headers["content-disposition"]
    record = GameRecord.read(text, PIG)
    assert record.players == ("person", "careful") and record.end.over
    assert len(list(replay(record))) == len(record.lines) + 1 == person.state["number"] + 1


def test_frames_come_once_and_in_order(served):
    server = served()
    game = server.begin(scenario="pig", players=["person", "person"])
    with server.visit(game) as person, server.visit(game) as other:
        assert person.state["from"] == 0 and len(person.state["frames"]) == 1
        person.act("roll")
        assert person.state["from"] == 1 and len(person.state["frames"]) == 1
        other.until(lambda state: state["number"] == 1)
        assert other.state["frames"] == person.state["frames"]
    with server.visit(game) as late:
        assert late.state["from"] == 0 and len(late.state["frames"]) == 2


def test_what_cant_be_saved_is_not_done(served, monkeypatch, capsys):
    monkeypatch.setattr(room, "SAVE_AGAIN", 0.05)
    server = served()
    game = server.begin(scenario="pig", players=["person", "person"], practice=True)
    agents = server.begin(scenario="pig", players=["careful", "careful"])
    writes = [("insert", "decision"), ("update", "game"), ("insert", "game")]
    with server.visit(game) as person:
        person.act("roll")
        before = person.state["number"]
        for what, table in writes:  # as on a full disk
            server.store.file.execute(
                f"create trigger {what}_{table} before {what} on {table} begin select raise(abort, 'disk full'); end"
            )
        why = "games can't be saved here now (disk full); nothing was done"
        for wish in ({"do": "act", "action": "roll"}, {"do": "take back"}, {"do": "give up"}):
            assert person.ask("refused", **wish)["why"] == why
        status, text, _ = server.post("/api/games", {"scenario": "pig", "players": ["person", "person"]})
        assert (status, json.loads(text)) == (503, {"error": "games can't be saved here now (disk full)"})
        with server.visit(agents) as other:
            epoch = other.state["epoch"]
            for _ in range(3):  # it is tried again, and the words stay
                assert other.until(lambda state: state["trouble"])["trouble"] == f"{why}; it is tried again"
                assert other.state["number"] == 0 and other.state["thinking"] == "Careful"
                other.wait("state")
                assert other.state["epoch"] == epoch and not other.state["stopped"]  # nobody's page begins anew
            with server.store._lock:  # the agent's try isn't to take it back
                for what, table in writes:
                    server.store.file.execute(f"drop trigger {what}_{table}")
            assert not other.until(lambda state: state["number"])["trouble"]
        said = capsys.readouterr().err
        assert said.splitlines() == [f"{server.file}: games can't be saved now (disk full)"]
        assert len(server.store.find(game["id"]).decisions) == before
        person.act("roll")
        after, frames = person.state["number"], person.state["frames"]
    assert after == before + 1
    server.restart()
    with server.visit(game) as again:
        assert again.state["number"] == after and again.state["frames"][-1] == frames[-1]


def test_each_team_has_a_key_of_its_own(served):
    server = served()
    game = server.begin(scenario="pig", players=["person", "person"])
    first, second = game["keys"].values()
    with server.visit(game, [first]) as one, server.visit(game, [second]) as two, server.visit(game, []) as guest:
        assert [each.state["yours"] for each in (one, two, guest)] == [[0], [1], []]
        assert [each.about["keys"] for each in (one, two, guest)] == [[0], [1], []]
        players = (one, two)
        decides, waits = (players[i] for i in (one.state["decider"], 1 - one.state["decider"]))
        assert decides.names() and not waits.names() and not guest.names()
        for each in (waits, guest):
            assert each.ask("refused", do="act", action="roll")["why"]
            assert each.ask("refused", do="odds", action="fly")["of"] == "odds"  # the page leaves it unsaid
        decides.act("roll")
        assert waits.until(lambda state: state["number"] == 1) and guest.until(lambda state: state["number"] == 1)


def test_bots_play_on_while_somebody_looks(served):
    server = served()
    game = server.begin(scenario="short-pig", players=["careful", "random"])
    with server.visit(game, []) as guest:
        assert guest.until(lambda state: state["over"])["thinking"] == ""


def test_taking_back_is_for_practice_games_and_noted(served):
    server = served()
    game = server.begin(scenario="pig", players=["person", "person"])
    with server.visit(game) as person:
        person.act("roll")
        assert "practice" in person.ask("refused", do="take back")["why"]
    game = server.begin(scenario="pig", players=["person", "person"], practice=True)
    with server.visit(game) as person:
        before = person.state
        person.act("roll")
        person.act("roll two")
        person.ask(do="take back")
        assert person.state["number"] == 1 and person.state["from"] == 0 and len(person.state["frames"]) == 2
        person.ask(do="take back")
        assert person.state["number"] == 0 and person.state["frames"] == before["frames"]
        assert "no decision" in person.ask("refused", do="take back")["why"]
        person.ask(do="give up")
    record = GameRecord.read(server.get(f"/game/{game['id']}/record")[1], PIG)
    assert record.players[0] == "person (practice: taken back 2 times)" and not record.lines and not record.end.over


def test_what_bots_tried_comes_with_their_decisions(served):
    server = served()
    game = server.begin(scenario="pig", players=["search:sims=8", "random"], seed=5)
    with server.visit(game) as guest:
        guest.until(lambda state: state["over"])
    with server.visit(game) as late:
        state = late.state
        frames, tried = state["frames"], state["tried"]
    assert len(tried) == len(frames) == state["number"] + 1 and tried[0] == []
    told = [rows for frame, rows in zip(frames, tried, strict=True) if rows and frame["by"] == 0]
    assert len(told) > 2 and sum(map(bool, tried)) == len(told)
    for frame, rows in zip(frames, tried, strict=True):
        assert not rows or state["strings"][frame["action"]] in [action for action, *_ in rows]
        assert all("play-out" in words and -1 <= value <= 1 for _, words, value in rows)


def done(state):
    """Whether a review is complete."""
    return isinstance(state["review"], dict) and state["review"]["share"] == 1


def played(person):
    """Play to the end."""
    while not person.until(lambda state: state["choices"] or state["over"])["over"]:
        person.act(person.names()[-1])


def test_a_game_that_is_over_is_reviewed_while_others_go_on(served, monkeypatch):
    server = served()
    game = server.begin(scenario="short-pig", players=["person", "person"], practice=True)
    other = server.begin(scenario="short-pig", players=["person", "person"])
    with server.visit(game) as person, server.visit(game, []) as guest, server.visit(other) as elsewhere:
        assert "when it is over" in person.ask("refused", do="review")["why"] and person.state["review"] is None
        played(person)
        guest.until(lambda state: state["over"])
        guest.send(do="review", at=0)
        elsewhere.act(elsewhere.names()[0])
        graded = person.until(lambda state: state["review"] and state["review"]["decisions"])["review"]
        assert graded["share"] > 0 and graded["helped"] == []
        review = person.until(done)["review"]
        numbers = [row["decision"] for row in review["decisions"]]
        assert numbers == sorted(set(numbers)) and set(numbers) <= set(range(1, person.state["number"] + 1))
        assert all(
            row["grade"] in GRADES and ("better" in row) == (row["grade"] in GRADES[2:]) for row in review["decisions"]
        )
        for team, lost in enumerate(review["lost"]):
            grades = [row["grade"] for row in review["decisions"] if row["team"] == team]
            assert lost["counts"] == [grades.count(grade) for grade in GRADES] and lost["decisions"] == len(grades)
        assert review["stands"][-1]["worth"] == {0: 1, 1: 0}.get(person.state["winner"], 0.5)
        assert all(cause["words"] for causes in review["causes"] for cause in causes)
        with server.visit(game, []) as late:
            assert late.state["review"] == review
        # Who asks again brings no news to anybody.
        guest.until(done)
        news, tell = [], room.Room.tell
        with monkeypatch.context() as patched:
            patched.setattr(room.Room, "tell", lambda its: news.append(its) or tell(its))
            for wish in ("review", "odds", "odds"):
                guest.send(do=wish, at=0)
            for _ in range(2):
                guest.wait("refused")
        assert news == [] and guest.state["review"] == review
        # It is one of that game: it goes when a decision is taken back.
        number = person.state["number"]
        person.ask(do="take back")
        assert person.until(lambda state: state["number"] < number)["review"] is None


def test_a_review_that_fails_says_why_and_may_be_asked_for_again(served, monkeypatch):
    server = served()
    game = server.begin(scenario="short-pig", players=["person", "person"], practice=True)
    with server.visit(game) as person:
        played(person)
        with monkeypatch.context() as patched:
            patched.setattr(reviewing, "review_of", lambda record, tell: {}["odds"])
            person.send(do="review", at=0)
            told = person.until(lambda state: isinstance(state["review"], str))["review"]
            assert told == "the review failed: KeyError: 'odds'"
        person.send(do="review", at=0)
        person.until(done)


def test_nobody_is_charged_with_what_the_helper_decided(served):
    """Also after a restart."""
    server = served()
    game = server.begin(scenario="pig", players=["person", "person"])
    with server.visit(game) as person:
        person.act("roll")
        person.send(do="auto", at=1)
        person.until(lambda state: state["number"] > 1 and state["choices"])
    server.restart()
    with server.visit(game) as person:
        played(person)
        person.send(do="review", at=0)
        review = person.until(done)["review"]
    helped, judged = review["helped"], [row["decision"] for row in review["decisions"]]
    assert helped and helped[0] == 2 and 0 < len(helped) < len(judged)
    assert sum(lost["decisions"] for lost in review["lost"]) == len(set(judged) - set(helped))


def test_what_is_taken_back_falls_the_same_again(served):
    server = served()
    game = server.begin(scenario="pig", players=["person", "careful"], practice=True)
    with server.visit(game) as person:
        person.until(lambda state: state["choices"])
        number = person.state["number"]
        person.act("roll")
        after = person.until(lambda state: state["choices"])["summary"]
        person.ask(do="take back")
        assert person.until(lambda state: state["choices"])["number"] == number
        person.act("roll")
        assert person.until(lambda state: state["choices"])["summary"] == after


def test_a_game_goes_on_after_a_restart_as_if_there_were_none(served):
    """The bot, which keeps nothing but its noise, goes on with the noise it would have had."""
    ends = []
    for restarts in (False, True):
        server = served()
        game = server.begin(scenario="pig", players=["person", "random"], practice=True, seed=5)
        while True:
            with server.visit(game) as person:
                for _ in range(4):
                    if not person.until(lambda state: state["choices"] or state["over"])["over"]:
                        person.act("roll" if "hold" not in person.names() else "hold")
                over = person.state["over"]
            if over:
                break
            if restarts:
                server.restart()
        record = GameRecord.read(server.get(f"/game/{game['id']}/record")[1], PIG)
        ends.append((record.end, record.lines))
    assert ends[0] == ends[1]


def test_what_an_agent_tried_outlives_taking_back_and_a_restart(served):
    server = served()
    game = server.begin(scenario="short-pig", players=["person", "search:sims=4"], practice=True, seed=5)

    def kept():
        """What was tried before each decision, as the file has it."""
        return server.store.find(game["id"]).decisions

    with server.visit(game) as person:
        while sum(bool(tried) for _, tried in kept()) < 2:
            person.act(person.until(lambda state: state["choices"])["choices"][-1]["name"])
            person.until(lambda state: state["choices"])
        before = kept()
        person.ask(do="take back")
        left = kept()
        assert left == before[: len(left)] and any(tried for _, tried in left) and len(left) < len(before)
    server.restart()
    with server.visit(game) as person:
        assert kept() == left
        while not person.until(lambda state: state["choices"] or state["over"])["over"]:
            person.act(person.names()[-1])
    record = GameRecord.read(server.get(f"/game/{game['id']}/record")[1], PIG)
    assert [(line.action, write_tried(line.tried)) for line in record.lines] == kept()
    assert kept()[: len(left)] == left and len(kept()) > len(left)
    shown = unpacked(server.get(f"/game/{game['id']}/viewer")[1])["frames"]
    assert [bool(frame.get("tried")) for frame in shown[:-1]] == [bool(tried) for _, tried in kept()]


def test_servers_that_begin_at_once_share_a_file(tmp_path):
    for number in range(10):
        with ThreadPoolExecutor(8) as threads:
            stores = list(threads.map(lambda _, n=number: Store(tmp_path / f"{n}.sqlite", "pig"), range(8)))
        for store in stores:
            store.close()


@pytest.mark.parametrize("goes_on", ["act", "take back", "give up"])
@pytest.mark.parametrize("late", ["act", "take back", "give up"])
def test_a_game_in_two_servers_stays_one_game(served, goes_on, late):
    """What one of them has of it may be behind the file; what is in the file can always be played again."""
    one = served()
    game = one.begin(scenario="pig", players=["person", "person"], practice=True)
    with one.visit(game) as here:
        for _ in range(2):
            here.act("roll")
        two = served(file=one.file)
        with two.visit(game) as there:
            assert there.state["number"] == here.state["number"] == 2
            here.ask(do=goes_on, action="roll")
            for _ in range(2):
                why = there.ask("refused", do=late, action="roll")["why"]
                assert why.startswith("another server has changed this game in the file: ")
        number = here.state["number"]
    two.restart()
    with two.visit(game) as there:
        assert there.state["number"] == number and (number != 2 or goes_on == "give up")


def test_a_file_of_an_older_version_is_refused(tmp_path):
    path = tmp_path / "games.sqlite"
    Store(path, "pig").close()
    with sqlite3.connect(path) as file:
        file.execute("pragma user_version = 2")
    file.close()
    refuses(StoreError, "--games", Store, path, "pig")


def test_the_record_names_the_seed_so_it_is_given_out_at_the_end_alone(served):
    server = served()
    game = server.begin(scenario="pig", players=["person", "careful"], seed="18446744073709551557", practice=True)
    with server.visit(game) as person:
        person.until(lambda state: state["choices"])
        for path in ("record", "viewer"):
            status, text, _ = server.get(f"/game/{game['id']}/{path}")
            assert status == 403 and "seed" in text
        odds = person.ask("odds", do="odds", action="roll")
        assert "987654321" not in json.dumps([person.about, person.state, odds, server.get("/api/games")[1]])
        person.ask(do="give up")
        assert "gave up" in server.get("/api/games")[1]
        assert "over" in person.ask("refused", do="act", action="roll")["why"]
    assert "seed: 18446744073709551557" in server.get(f"/game/{game['id']}/record")[1]
    for number in (99, "-1"):
        assert server.get(f"/game/{game['id']}/viewer?decision={number}")[0] == (404 if number == 99 else 200)
    status, text, headers = server.get(f"/game/{game['id']}/viewer")
    assert status == 200 and "sandbox" in headers["content-security-policy"] and "<main" in text


def test_an_agent_decides_for_a_person_to_the_end_of_the_stage(served):
    server = served()
    game = server.begin(scenario="pig", players=["person", "person"])
    with server.visit(game) as person:
        turn, decider = person.state["turn"], person.state["decider"]
        person.ask(do="auto")
        person.until(lambda state: state["decider"] != decider or state["turn"] > turn)
        person.until(lambda state: state["choices"])


def test_a_fault_of_an_agent_stops_its_game_and_says_so(served, tmp_path):
    bot = tmp_path / "broken.py"
    bot.write_text(
        "from tabletop.agents.base import Bot\nclass Broken(Bot):\n    def act(self, view):\n        1 / 0\n"
    )
    server = served(agents=[str(bot)])
    game = server.begin(scenario="pig", players=["person", str(bot)])
    with server.visit(game) as person:
        while not person.state["trouble"]:
            if person.until(lambda state: state["choices"] or state["trouble"])["choices"]:
                person.act(person.names()[-1])
        assert "ZeroDivisionError" in person.state["trouble"] and not person.state["over"]


@any_game
def test_any_game_is_played_with_what_it_says_of_itself(served, game):
    server, words = served(game), showing_of(game).page_words()
    offers, rules = (json.loads(server.get(f"/api/{what}")[1]) for what in ("offers", "rules"))
    lesson = words.lesson()
    told = lesson and {"title": lesson.title, "welcome": [*lesson.welcome]}
    assert offers["lesson"] == (told and told | {"after": lesson.after or game.default_scenario})
    wish = {"lesson": True} if lesson else {"scenario": scenario_of(game).name, "players": ["person", "random"]}
    begun = server.begin(**wish) if not lesson else json.loads(server.post("/api/games", wish)[1])
    with server.visit(begun) as person:
        assert person.about["aims"] == [words.aim(lesson.scenario if lesson else scenario_of(game), k) for k in (0, 1)]
        numbers = {number for number, *_ in rules}
        assert all(set(topic["rules"]) <= numbers for topic in person.about["topics"].values())
        for _ in range(20):
            if person.until(lambda state: state["choices"] or state["over"])["over"]:
                break
            assert person.state["question"] and all(choice["label"] for choice in person.state["choices"])
            asked = next((each for each in person.state["choices"] if each["dice"]), None)
            if asked:
                assert person.ask("odds", do="odds", action=asked["name"])["of"]
            person.act(person.names()[0])


def test_serve_says_at_once_that_it_gets_ready_or_that_it_cannot(served, tmp_path, capsys, monkeypatch):
    shell = SimpleNamespace(game=PIG, program="pig")
    file, taken = tmp_path / "games.sqlite", served().port
    refuses(ValueError, "in use", run, shell, taken, "127.0.0.1", [], file, [], [], "field", tmp_path, "/", show=False)
    other = tmp_path / "other.sqlite"
    other.write_text("no games")
    refuses(
        ValueError, r"other\.sqlite", run, shell, 0, "127.0.0.1", [], other, [], [], "field", tmp_path, "/", show=False
    )
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("uvicorn.Server.run", lambda *given: None)
    run(shell, 0, "127.0.0.1", [], file, [], [], "field", tmp_path, "/", show=False)
    assert capsys.readouterr().err == f"{PIG.title}: getting ready …\n"


# PaintBall.
