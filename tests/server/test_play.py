"""Games over the socket: turns, agents, taking back, what is kept, records; with the small game, and with PaintBall."""

import json
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from paintball_env.definition import PAINTBALL
from tabletop.game import Game
from tabletop.records import GameRecord, replay
from tabletop.server import run
from tabletop.server.store import Store
from tabletop.thoughts import write_tried
from tabletop.web.page import unpacked
from tests.any_game import any_game, scenario_of
from tests.pig import PIG


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


def test_each_team_has_a_key_of_its_own(served):
    server = served()
    game = server.begin(scenario="pig", players=["person", "person"])
    first, second = game["keys"].values()
    with server.visit(game, [first]) as one, server.visit(game, [second]) as two, server.visit(game, []) as guest:
        assert [each.state["yours"] for each in (one, two, guest)] == [[0], [1], []]
        players = (one, two)
        decides, waits = (players[i] for i in (one.state["decider"], 1 - one.state["decider"]))
        assert decides.names() and not waits.names() and not guest.names()
        for each in (waits, guest):
            assert each.ask("refused", do="act", action="roll")["why"]
        decides.act("roll")
        assert waits.until(lambda state: state["number"] == 1) and guest.until(lambda state: state["number"] == 1)


def test_bots_play_on_while_somebody_looks(served):
    server = served()
    game = server.begin(scenario="short-pig", players=["careful", "random"])
    assert game["keys"] == {}
    with server.visit(game) as guest:
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
        assert all(words.endswith("play-outs") and -1 <= value <= 1 for _, words, value in rows)


def test_a_game_that_is_over_is_reviewed_while_others_go_on(served):
    server = served()
    game = server.begin(scenario="short-pig", players=["person", "person"], practice=True)
    other = server.begin(scenario="short-pig", players=["person", "person"])
    with server.visit(game) as person, server.visit(game, []) as guest, server.visit(other) as elsewhere:
        assert "when it is over" in person.ask("refused", do="review")["why"] and person.state["review"] is None
        while not person.state["over"]:
            person.act(person.names()[-1])
        guest.until(lambda state: state["over"])
        guest.send(do="review", at=0)
        elsewhere.act(elsewhere.names()[0])
        rows = person.until(lambda state: isinstance(state["review"], list))["review"]
        assert all(row["cost"] > 0 and 0 < row["decision"] <= person.state["number"] for row in rows)
        # It is one of that game: it goes when a decision is taken back.
        number = person.state["number"]
        person.ask(do="take back")
        assert person.until(lambda state: state["number"] < number)["review"] is None


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
    with ThreadPoolExecutor(8) as threads:
        stores = list(threads.map(lambda _: Store(tmp_path / "games.sqlite", "pig"), range(8)))
    for store in stores:
        store.close()


def test_a_file_of_the_version_before_goes_on(served):
    """Version 1 had no column for what was tried."""
    server = served()
    game = server.begin(scenario="pig", players=["person", "person"])
    with server.visit(game) as person:
        person.act("roll")
    server.stop()
    with sqlite3.connect(server.file) as file:
        file.executescript("alter table decision drop column tried; pragma user_version = 1;")
    file.close()
    server.start(server.port)
    with server.visit(game) as person:
        assert person.state["number"] == 1
        person.act("roll")
    assert server.store.find(game["id"]).decisions == [("roll", ""), ("roll", "")]


def test_the_record_names_the_seed_so_it_is_given_out_at_the_end_alone(served):
    server = served()
    game = server.begin(scenario="pig", players=["person", "careful"], seed=987654321, practice=True)
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
    assert "seed: 987654321" in server.get(f"/game/{game['id']}/record")[1]
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
    server, words = served(game), game.page_words()
    offers, rules = (json.loads(server.get(f"/api/{what}")[1]) for what in ("offers", "rules"))
    lesson = words.lesson()
    assert offers["lesson"] == (lesson and {"title": lesson.title, "welcome": [*lesson.welcome]})
    wish = {"lesson": True} if lesson else {"scenario": scenario_of(game).name, "players": ["person", "random"]}
    begun = server.begin(**wish) if not lesson else json.loads(server.post("/api/games", wish)[1])
    with server.visit(begun) as person:
        assert person.about["aims"] == [words.aim(lesson.scenario if lesson else scenario_of(game), k) for k in (0, 1)]
        assert all(set(topic["rules"]) <= set(rules) for topic in person.about["topics"].values())
        for _ in range(20):
            if person.until(lambda state: state["choices"] or state["over"])["over"]:
                break
            assert person.state["question"] and all(choice["label"] for choice in person.state["choices"])
            asked = next((each for each in person.state["choices"] if each["dice"]), None)
            if asked:
                assert person.ask("odds", do="odds", action=asked["name"])["of"]
            person.act(person.names()[0])


def test_serve_says_at_once_that_it_gets_ready(served, tmp_path, capsys):
    shell = SimpleNamespace(game=PIG, program="pig")
    file, taken = tmp_path / "games.sqlite", served().port
    with pytest.raises(ValueError, match="in use"):
        run(shell, taken, "127.0.0.1", [], file, [], [], tmp_path, "/", show=False)
    assert capsys.readouterr().err == f"{PIG.title}: getting ready …\n"


# PaintBall.


@pytest.fixture(scope="module")
def paintball(tmp_path_factory):
    from .conftest import Served

    server = Served(PAINTBALL, tmp_path_factory.mktemp("served") / "games.sqlite")
    yield server
    server.stop()


def test_choices_have_costs_targets_and_exact_odds(paintball):
    start = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 B1=c5 B2=b7 M1=c1 M2=c6"
    scenario = "capture-the-flag-basic"
    game = paintball.begin(scenario=scenario, players=["person", "person"], practice=True, start=start)
    with paintball.visit(game) as person:
        found = {choice["name"]: choice for choice in person.state["choices"]}
        shot = found["R1 shoot B1"]
        assert (shot["who"], shot["target"], shot["cost"], shot["chance"]) == ("R1", "B1", "1 point", "17% out")
        move = found["R1 move E"]
        assert (move["target"], move["cost"], move["short"]) == ("c3", "1 point", "c3")
        odds = person.ask("odds", do="odds", action="R1 shoot B1")
        rows = {what: (share, exact) for share, exact, what in odds["rows"]}
        assert rows["B1 is out"] == (pytest.approx(1 / 6), "1/6")
        hint = person.ask("hint", do="hint")
        assert hint["action"] in found and hint["by"].startswith("search") and hint["tried"]
        person.act("R1 shoot B1")
        assert person.state["decision"] == "volley"
        assert {choice["label"] for choice in person.state["choices"]} >= {"No further shot: roll the dice"}


def test_a_step_past_a_sentry_has_its_exact_risk(paintball):
    start = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 B1=c5,sentry B2=b7 M1=c3 M2=c6"
    scenario = "capture-the-flag-basic"
    game = paintball.begin(scenario=scenario, players=["person", "person"], practice=True, start=start)
    with paintball.visit(game) as person:
        odds = person.ask("odds", do="odds", action="R1 move E")
    rows = {what: exact for _, exact, what in odds["rows"]}
    # Range 2, 3+ hits; the save fails on four faces, the check takes it out on three.
    assert odds["of"] == "R1 move E, if B1 shoots" and rows["R1 is out"] == "2/9"


def test_the_set_up_is_played(paintball):
    game = paintball.begin(scenario="capture-the-flag", players=["person", "hunter"])
    with paintball.visit(game) as person:
        kinds = set()
        while not person.until(lambda state: state["choices"])["turn"]:
            kinds.add(person.state["decision"])
            person.act(person.names()[len(person.names()) // 2])
        assert kinds >= {"piece", "cover-hex", "marshal-hex", "flag-hex", "deploy"}
        assert all(choice["label"] for choice in person.state["choices"])


def test_what_happened_lately_is_told_in_short_from_the_phase_before_on(paintball):
    start = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c2 R2=d1 B1=c5 B2=b7 M1=c1 M2=c6"
    scenario = "capture-the-flag-basic"
    game = paintball.begin(scenario=scenario, players=["person", "person"], practice=True, start=start)
    with paintball.visit(game) as person:
        for action in ("R1 move W", "R2 aim", "done"):
            person.act(action)
        assert person.state["lately"] == ["R1 moves to c1", "R2 takes aim"]
        person.act("B1 move E")
        before = person.act("B1 move E")["lately"]
        assert before == ["R1 moves to c1", "R2 takes aim", "B1 moves to c6; moves to c7"]
        person.act("done")
        # The phase before this one, the dice of the new turn, nothing that is older.
        assert person.state["lately"][0].startswith("B1 moves") and "Turn 3" in person.state["lately"][-1]
        person.ask(do="take back")
        assert person.state["lately"] == before


def test_each_game_says_what_another_one_like_it_is_asked_for_by(paintball):
    wish = {"scenario": "capture-the-flag-basic-drawn", "players": ["person", "hunter"], "practice": True}
    for asked in (wish, {"lesson": True}):
        with paintball.visit(paintball.begin(**asked)) as person:
            again = person.about["again"]
        assert again == asked and "id" in paintball.begin(**again)


def test_the_lesson_is_a_practice_game(paintball):
    status, text, _ = paintball.post("/api/games", {"lesson": True})
    assert status == 201
    with paintball.visit(json.loads(text)) as person:
        assert person.about["practice"] and person.about["title"] == "Your first game"
        assert person.about["topics"]["act"]["rules"] and "flag" in person.about["aims"][0]


def test_every_rule_can_be_reached_by_its_number(paintball):
    rules = json.loads(paintball.get("/api/rules")[1])
    assert "the sentry may shoot one die" in rules["SE2"] and len(rules) > 100
    for topic in PAINTBALL.page_words().topics(None).values():
        assert set(topic.rules) <= set(rules)


def test_the_page_for_newcomers_and_its_pictures_are_served(paintball, served):
    text = json.loads(paintball.get("/api/primer")[1])["text"]
    pictures = re.findall(r"\(first-game/([\w-]+\.svg)\)", text)
    assert len(pictures) >= 4
    for name in pictures:
        status, picture, headers = paintball.get(f"/pictures/{name}")
        assert status == 200 and picture.startswith("<svg") and headers["content-type"].startswith("image/svg+xml")
    for path in ("/pictures/none.svg", "/pictures/..%2frules.md"):
        assert paintball.get(path)[0] == 404
    assert json.loads(paintball.get("/api/offers")[1])["primer"]
    pig = served()
    assert json.loads(pig.get("/api/primer")[1])["text"] == "" and not json.loads(pig.get("/api/offers")[1])["primer"]


def test_how_many_more_figures_may_be_used_is_said_where_not_all_may():
    words, scenario = PAINTBALL.page_words(), PAINTBALL.load("capture-the-flag-basic")
    start = "turn=2 phase=1 acting=red second=blue score={},1 to=red:act R1=c2 R2=d1 R3=c1 B1=c5 M1=c1 M2=c6"
    game = Game(scenario, seed=1, start=start.format(2))
    assert words.question(game) == "What next? 2 further figures may be used"
    game.step("R1 aim")
    assert words.question(game) == "What next? 1 further figure may be used"
    game.step("R2 aim")
    assert words.question(game) == "What next? No further figure may be used"
    assert words.question(Game(scenario, seed=1, start=start.format(3))) == "What next?"


def test_a_charge_says_whom_it_reaches_and_that_there_is_no_way_back():
    words, scenario = PAINTBALL.page_words(), PAINTBALL.load("capture-the-flag-basic")
    start = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c3 R3=b1 B1=c4,suppressed B3=c7 "

    def offered(game, verb):
        return {choice.label: choice for choice in words.choices(game) if choice.verb == verb}

    # Two could go: who does is asked, and one has to.
    game = Game(scenario, seed=1, start=f"{start} R2=c2 B2=c4,suppressed")
    assert "B1, B2; then somebody has to go" in offered(game, "charge")["Charge …"].chance
    game.step("charge")
    assert words.question(game) == "Who charges c4? One has to go"
    assert offered(game, "charger")["R1 charges"].chance == "0% to win alone"
    game.step("figure R1")
    assert words.question(game) == "Who charges c4?" and offered(game, "charger")["R2 charges"].chance == "64% to win"
    # One could go: it is carried out at once, so its odds are told, and it has no hex to be clicked by mistake.
    game = Game(scenario, seed=1, start=start)
    choice = offered(game, "charge")["R1 charges c4"]
    assert choice.chance == "58% to win alone" and choice.dice and not choice.target
    assert (7 / 12, "7/12", "B1 is out") in words.odds(game, "charge").rows
    # Nobody who is out of ammo fights back; and where there are two hexes, each says who is in it.
    game = Game(scenario, seed=1, start=f"{start} R2=b3 B2=b4,empty")
    game.step("charge")
    reached = {label: choice.chance for label, choice in offered(game, "charge").items()}
    assert reached == {"Charge b4": "B2", "Charge c4": "B1"}
    game.step("hex b4")
    assert all(choice.chance == "100% to win alone" for choice in offered(game, "charger").values())


def test_every_decision_is_asked_as_a_question(paintball):
    from paintball_env import page_words

    assert {*page_words._QUESTIONS} == {*filter(None, PAINTBALL.decisions)}
    game = paintball.begin(scenario="capture-the-flag", players=["person", "person"])
    with paintball.visit(game) as person:
        for _ in range(40):
            assert re.fullmatch(r"[A-Z][^{}]*\?[^?]*", person.state["question"])
            person.act(person.names()[0])
