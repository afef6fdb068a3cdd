"""What the server says of a game to play it by: choices, odds, rules, questions, other games."""

import json
import random
import re

import pytest

from octagon_ball.definition import OCTAGON_BALL
from paintball_env import page_words
from paintball_env.definition import PAINTBALL
from tabletop.front.server import offers
from tabletop.front.server.app import served_files
from tabletop.front.server.live import Refused
from tabletop.front.server.offers import Offers
from tabletop.play.game import Game
from tabletop.show.showing import showing_of
from tabletop.show.viewer.frames import Frames
from tests import refuses


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
        choices = {choice["name"]: choice for choice in person.state["choices"]}
        shot = choices["R1 shoot B1"]
        assert (shot["who"], shot["target"], shot["cost"], shot["chance"]) == ("R1", "B1", "1 point", "17% out")
        move = choices["R1 move E"]
        assert (move["target"], move["cost"], move["short"]) == ("c3", "1 point", "c3")
        odds = person.ask("odds", do="odds", action="R1 shoot B1")
        rows = {what: (share, exact) for share, exact, what in odds["rows"]}
        assert rows["B1 is out"] == (pytest.approx(1 / 6), "1/6")
        hint = person.ask("hint", do="hint")
        assert hint["action"] in choices and hint["by"].startswith("search") and hint["tried"]
        person.act("R1 shoot B1")
        assert person.state["decision"] == "volley"
        assert {choice["label"] for choice in person.state["choices"]} >= {"No further shot: roll the dice"}
        # A further die is a die of its own; the figure pays for all of them when they are rolled.
        chances = {choice["name"]: choice["chance"] for choice in person.state["choices"]}
        assert chances["R1 shoot B1"] == "this die: 17% out"
        titles = [text for text in person.state["strings"] if text.startswith("Red 1 in c2")]
        assert titles[-1:] == ["Red 1 in c2, 2 points, 1 shot declared"]


# R2 stands in the way of R1's shot at B1.
IN_THE_WAY = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 R2=c3 B1=c5 M1=c3 M2=c8 soft=c4"


def test_who_may_go_out_is_said_before_all_else():
    words, scenario = showing_of(PAINTBALL).page_words(), PAINTBALL.load("capture-the-flag-basic")
    game = Game(scenario, seed=1, start=IN_THE_WAY)
    odds = words.odds(game, "R1 shoot B1")
    told = [what for _, _, what in odds.rows]
    assert told[:3] == ["R2 is out", "R1 is out", "B1 is out"] and told[-1] == "nothing of the kind" and len(told) > 4
    assert not odds.note  # a single die meets one of them
    # So it is on the button, where it is likelier than what is meant.
    chances = {choice.name: choice.chance for choice in words.choices(game)}
    assert chances["R1 shoot B1"] == "2% out, own R2 8% out" and chances["R2 shoot B1"] == "11% out"
    assert chances["R1 suppress B1"] == "4% suppressed, own R2 8% out"


def test_who_is_in_the_way_and_who_fights_back_is_asked_of_the_rules(monkeypatch):
    """IW1, CH3: a rule that is changed in its chapter changes what the buttons say."""
    words, scenario = showing_of(PAINTBALL).page_words(), PAINTBALL.load("capture-the-flag-basic")
    game = Game(scenario, seed=1, start=IN_THE_WAY)
    monkeypatch.setattr(page_words, "own_in_way", lambda world, game, team, start, goal: [])
    assert {choice.name: choice.chance for choice in words.choices(game)}["R1 shoot B1"] == "2% out"
    start = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c3 B1=c4,empty B2=b7 M1=b1 M2=c6"
    game = Game(scenario, seed=1, start=start)
    (charge,) = (choice for choice in words.choices(game) if choice.name == "charge")
    assert charge.chance == "100% to win alone"
    monkeypatch.setattr(page_words, "fights_back", lambda figure: True)
    (charge,) = (choice for choice in words.choices(game) if choice.name == "charge")
    assert charge.chance == "58% to win alone"


def test_a_step_past_a_sentry_has_its_exact_risk(paintball):
    start = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 B1=c5,sentry B2=b7 M1=c3 M2=c6"
    scenario = "capture-the-flag-basic"
    game = paintball.begin(scenario=scenario, players=["person", "person"], practice=True, start=start)
    with paintball.visit(game) as person:
        odds = person.ask("odds", do="odds", action="R1 move E")
    rows = {what: exact for _, exact, what in odds["rows"]}
    # Range 2, 3+ hits; the save fails on four faces, the check takes it out on three.
    assert odds["of"] == "R1: Move to c3, if B1 shoots" and rows["R1 is out"] == "2/9"


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
        red = [0, [], ["R1 moves to c1", "R2 takes aim"]]
        assert person.state["lately"] == [red]
        person.act("B1 move E")
        before = person.act("B1 move E")["lately"]
        assert before == [red, [1, [], ["B1 moves to c6; moves to c7"]]]
        person.act("done")
        # The two phases before this one, and the dice of the new turn.
        *earlier, turn = person.state["lately"]
        assert earlier == before and turn[0] == -1 and "Turn 3" in turn[2][0]
        person.ask(do="take back")
        assert person.state["lately"] == before
        for _ in range(3):  # what is older is left out
            person.act("done")
        assert red not in person.state["lately"]


def test_the_set_up_is_left_out_of_it_once_play_has_begun_and_losses_are_told_first():
    frames = Frames(PAINTBALL.load("capture-the-flag-basic"))
    game, seen = Game(frames.scenario, seed=3), []
    rng = random.Random(1)
    while not game.over:
        frames.add(game)
        lately = frames.lately()
        if not game.turn:
            assert lately
        gone = {event.who for event in game.events if event.kind == "out"}
        assert all(any(who in words for part in lately for words in part.weighty) for who in gone)
        seen += gone
        shots = [name for name in game.legal_actions() if "shoot" in name]
        game.step(rng.choice(shots or game.legal_actions()))
        if game.turn:
            assert not any("starts at" in act for part in frames.lately() for act in part.acts if part.team >= 0)
    assert seen


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


def test_after_the_lesson_comes_a_whole_game_and_set_ups_are_the_games_own(paintball, served):
    octagon, pig = served(OCTAGON_BALL), served()
    listed = [json.loads(each.get("/api/offers")[1]) for each in (paintball, octagon, pig)]
    after = [each["lesson"] and each["lesson"]["after"] for each in listed]
    assert after == ["capture-the-flag-drawn", "octagon-small", None]
    assert [each["quick"] for each in listed] == [*after[:2], "pig"]
    for server, scenario in zip((paintball, octagon), after, strict=False):
        assert "id" in server.begin(scenario=scenario, players=["person", "random"])
    assert listed[2]["setups"] == []
    names = {scenario["name"] for scenario in listed[0]["scenarios"]}
    plain, drawn = (end for end, _ in listed[0]["setups"])
    assert not plain and names == {name + end for name in names if not name.endswith(drawn) for end in (plain, drawn)}


def test_where_no_agent_is_listed_people_play(paintball, monkeypatch):
    monkeypatch.setattr(offers, "levels", lambda game: [])
    monkeypatch.setattr(Offers, "agents", lambda self: [])
    status, text, _ = paintball.get("/api/offers")
    assert status == 200 and (json.loads(text)["agents"], json.loads(text)["bot"]) == ([], "")


PLACED = ("capture-the-flag", "reverse-flag")  # by the players; where the own base is open to them, and where not


def test_every_rule_can_be_reached_by_its_number(paintball):
    rules = {number: text for number, text, _ in json.loads(paintball.get("/api/rules")[1])}
    assert "the sentry may shoot one die" in rules["SE2"] and len(rules) > 100
    open_base, closed_base = (showing_of(PAINTBALL).page_words().topics(PAINTBALL.load(name)) for name in PLACED)
    for topic in [*open_base.values(), *closed_base.values()]:
        assert set(topic.rules) <= set(rules)
    assert "in your base" in open_base["deploy"].text and "Nobody may go into" in closed_base["deploy"].text


def test_beside_a_game_rules_say_what_its_scenario_changes(paintball):
    game = paintball.begin(scenario="battle-12-drawn", players=["person", "hunter"])
    paths = ("/api/rules", f"/api/rules?game={game['id']}", "/api/rules?game=none")
    usual, here, none = ({number: text for number, text, _ in json.loads(paintball.get(path)[1])} for path in paths)
    turns = PAINTBALL.load("battle-12-drawn").rules.max_turns
    assert here["TU8"] == f"{usual['TU8']}\n*In this scenario:* `max_turns` {turns}."
    assert here["SV1"] == usual["SV1"]
    assert none == usual  # the page of no game says that there is none


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
    # The pages link what there is: Pig has no numbered rules either, and no page of them.
    assert [each.get("/rules")[0] for each in (paintball, pig)] == [200, 404]
    assert [json.loads(each.get("/api/offers")[1])["rules"] for each in (paintball, pig)] == [True, False]


def test_the_pages_speak_of_no_game():
    words = re.compile(r"\b(hex(es)?|sentry|marshals?|flags?|paintball|octagon)\b|-drawn", re.IGNORECASE)
    texts = {name: path.read_text(encoding="utf-8") for name, path in served_files().items()}
    assert len(texts) > 30 and {name: words.findall(text) for name, text in texts.items() if words.search(text)} == {}


def test_how_many_more_figures_may_be_used_is_said_where_not_all_may():
    words, scenario = showing_of(PAINTBALL).page_words(), PAINTBALL.load("capture-the-flag-basic")
    start = "turn=2 phase=1 acting=red second=blue score={},1 to=red:act R1=c2 R2=d1 R3=c1 B1=c5 M1=c1 M2=c6"
    game = Game(scenario, seed=1, start=start.format(2))
    assert words.question(game) == "What next? 2 figures left"
    game.step("R1 aim")
    assert words.question(game) == "What next? 1 figure left"
    game.step("R2 aim")
    assert words.question(game) == "What next? No further figure"
    assert words.question(Game(scenario, seed=1, start=start.format(3))) == "What next?"


def test_a_charge_says_whom_it_reaches_and_that_there_is_no_way_back():
    words, scenario = showing_of(PAINTBALL).page_words(), PAINTBALL.load("capture-the-flag-basic")
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
    # More than six may charge more than six.
    sides = ("R", "e5"), ("B", "e6,suppressed")
    own, enemies = (" ".join(f"{team}{number}={at}" for number in range(1, 9)) for team, at in sides)
    many = f"turn=3 phase=1 acting=red second=blue score=12,4 to=red:act {enemies} flag.red=b1 flag.blue=b10"
    game = Game(PAINTBALL.load("battle-12"), start=f"{many} {own}")
    for action in ("charge", *(f"figure R{number}" for number in range(1, 8))):
        game.step(action)
    assert offered(game, "charger")["R8 charges"].chance == "75% to win"
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


def test_agents_may_have_arguments_that_are_true_or_false():
    offers = Offers(PAINTBALL)
    assert offers.agent("search:sims=4,opening=false").name == "search:sims=4,opening=0"
    assert offers.agent("champion:search=50ms").name == "champion:search=50ms"
    for name in ("search:opening=maybe", "search:opening=falsefalse", "hunter:caution=true"):
        refuses(Refused, f"{name.partition(':')[0]}", offers.agent, name)


def test_two_scenarios_of_one_name_are_refused_instead_of_playing_the_last(tmp_path):
    """Of a file and a preset too; the same rules twice are one scenario."""

    def written(name, called, turns):
        path = tmp_path / name
        path.write_text(f'name = "{called}"\nmap = "hexon26"\nobjective = "capture"\n[rules]\nmax_turns = {turns}\n')
        return str(path)

    first, same, other = (written(f"{n}.toml", "own", turns) for n, turns in enumerate((9, 9, 11)))
    offers = Offers(PAINTBALL, [first, same])
    assert offers.scenario("own").rules.max_turns == 9
    refuses(ValueError, "called own", Offers, PAINTBALL, [first, other])
    for preset in ("capture-the-flag", "capture-the-flag-drawn"):
        with pytest.raises(ValueError, match=f"called {preset}"):
            Offers(PAINTBALL, [written("preset.toml", preset, 11)])
