"""What the core promises of any game: its definition and its rules (the rest: the files beside this one)."""

import inspect
import random
import re
from fractions import Fraction
from importlib import import_module
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import tabletop
import tabletop.game.chance
from tabletop.game.chance import new_chance
from tabletop.game.definition import KERNELS, GameDefinition
from tabletop.game.draws import read_draw, write_draw
from tabletop.game.events import CHOSEN
from tabletop.game.header import NONE, OVER, check_header
from tabletop.play.game import Game, IllegalActionError
from tabletop.play.odds import outcomes
from tabletop.play.records import GameRecord, Recorder, RecordError, replay
from tabletop.show.showing import Showing, showing_of
from tabletop.show.story import DECISION, END, TURN
from tests import refuses
from tests.any_game.games import ROOT, SET_UP, any_game, sampled, scenario_of, stepped
from tests.any_game.pig import PIG

PARAMETERS = re.compile(r"\((.*?)\)")


# The definition.


@any_game
def test_its_definition_is_whole(game):
    for owner in type(game).__mro__:
        for name in inspect.get_annotations(owner):
            assert hasattr(game, name), name
    assert len(game.teams) == 2 and all(name == name.lower() for name in game.teams)
    assert game.decisions[OVER] == "" and game.endings[0] == "" and game.goal_ending in game.endings
    assert {"state", "observation", "actions"} <= game.versions.keys()
    assert {game.default_scenario, *game.environments.values()} <= set(game.presets())
    refuses(ValueError, "no-such-scenario", game.load, "no-such-scenario")
    assert all(write_draw(read_draw(text, game)) == text for text in game.draw_examples)
    scenarios = [game.load(name) for name in game.presets()]
    assert len({scenario.digest() for scenario in scenarios}) == len(scenarios)
    for scenario in scenarios:
        check_header(scenario.record_type)
        assert scenario.game is game and game.from_json(scenario.to_json()) == scenario
        assert re.fullmatch("[0-9a-f]{64}", scenario.digest()) and game.with_rules(scenario, {}) == scenario
        names = game.action_names(scenario)
        assert scenario.actions == len(names) and names.name(len(names) - 1, 0) == "wait"
        for team in (0, 1):
            assert [names.index(name, team) for name in names.names(team)] == list(range(len(names)))
        start = game.start_record(scenario)
        assert start.shape == (1,) and start["decision"] == OVER and start["decider"] == NONE
    refuses(ValueError, "", game.with_rules, scenarios[0], {"no_such_rule": 1})


@any_game
@pytest.mark.parametrize("name", KERNELS)
def test_its_kernels_are_there(game, name):
    kernel = getattr(import_module(game.kernels), name)
    wanted = PARAMETERS.match(KERNELS[name])[1].split(", ")
    assert len(inspect.signature(getattr(kernel, "py_func", kernel)).parameters) == len(wanted)


@any_game
def test_its_actions_are_offered_on_pages(game):
    words, scenario = showing_of(game).page_words(), scenario_of(game)
    for position in sampled(scenario, 29, range(1 if game.name == "naval" else 3)):
        if position.over:
            continue
        choices = words.choices(position)
        assert sorted(choice.name for choice in choices) == sorted(position.legal_actions())
        assert all(choice.label and choice.verb and choice.label.endswith(choice.short) for choice in choices)
        # Also of things that aren't offered together, and of what is nowhere.
        named = {each.who for each in choices} | {each.target for each in choices} | {"", "nowhere"}
        pairs = list(product(sorted(named)[:8], repeat=2))
        assert all(len(words.why_not(position, who, target).splitlines()) < 2 for who, target in pairs)
    odds = words.odds(Game(scenario, seed=1), Game(scenario, seed=1).legal_actions()[0])
    assert odds.of and (odds.note or abs(sum(share for share, _, _ in odds.rows)) > 0)
    assert all(words.aim(scenario, team) for team in (0, 1)) and words.helping(Game(scenario, seed=1))
    for topic in words.topics(scenario).values():
        assert topic.text and set(topic.rules) <= set(words.rules()) and set(topic.decisions) <= set(game.decisions)


@any_game
def test_no_file_of_the_core_names_it(game):
    for path in Path(tabletop.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(rf"\b{re.escape(game.title)}\b|^\s*(from|import) {game.package}\b", text, re.M | re.I), (
            path
        )


def test_the_page_on_a_new_game_lists_what_one_must_write():
    tables, title = {"Kernel": set(), "Attribute": set(), "Method": set()}, ""
    page = (ROOT / "docs" / "definition.md").read_text(encoding="utf-8").split("## Policies that score actions")[0]
    for line in page.splitlines():
        if line.startswith("| "):
            first = line.split("|")[1]
            title = first.strip() if "`" not in first else title
            if title in tables:
                tables[title] |= set(re.findall("`(.+?)`", first))
    attributes = inspect.get_annotations(GameDefinition)
    assert tables["Kernel"] == set(KERNELS) and tables["Method"] == GameDefinition.__abstractmethods__
    assert tables["Attribute"] == {name for name in attributes if not hasattr(GameDefinition, name)}
    words = " ".join(page.split("## What it may say")[1].split("\n## ")[0].split())
    for name in re.findall("`([a-z_]+)`", words):
        assert hasattr(GameDefinition, name) or hasattr(Showing, name) or name == "note", name
    for name in re.findall("`([A-Z_]+)`", words):
        assert hasattr(tabletop.game.chance, name), name


def test_a_game_that_lacks_something_that_it_must_write_is_none():
    needed = set(GameDefinition.__abstractmethods__)
    assert needed == {
        *("load", "presets", "from_json", "start_record", "encoding", "action_names"),
        *("format_position", "parse_position", "why_not", "subject_name"),
    }
    for name in needed:
        lacking = type("Lacking", (type(PIG),), {name: getattr(GameDefinition, name)})
        refuses(TypeError, name, lacking)


# The rules.


@any_game
def test_masks_say_what_is_legal_and_nothing_else_is_taken(game):
    scenario = scenario_of(game)
    scrutiny, worlds, scratch = game.compiled("scrutiny"), scenario.world, np.zeros(scenario.actions, np.int8)
    refused = 0
    for state in sampled(scenario, 7, range(3)):
        if state.over:
            assert state.legal_indices() == []
            continue
        mask = state.legal_mask()
        told = [game.batch.is_legal_game(worlds, state.games, action) for action in range(scenario.actions)]
        assert mask.tolist() == [int(each) for each in told] and mask.sum() >= 2 and mask[-1] == 0
        trials = state.games.copy()
        bytes_of = [games.view(np.uint8).reshape(-1) for games in (state.games, trials)]
        assert scrutiny.try_every_action(worlds, state.games, trials, *bytes_of, new_chance(), mask, scratch) == -2
        wrong, before = int(mask.argmin()), state.games.tobytes()
        refuses(IllegalActionError, re.escape(state.table.name(wrong, state.decider)), state.step, wrong)
        assert state.games.tobytes() == before
        refused += 1
    assert refused > 5


@any_game
@pytest.mark.slow
def test_random_play_is_sound(game):
    scenario, scrutiny = scenario_of(game), game.compiled("scrutiny")
    starts, mask = game.start_record(scenario), np.zeros(scenario.actions, np.int8)
    report = np.zeros(scrutiny.REPORTED + len(game.endings) - 1, np.int64)
    fault = scrutiny.play_soundly(scenario.world, starts, starts.copy(), new_chance(), np.uint64(1), 5000, mask, report)
    decisions, games, *won = report[:5]
    assert fault == 0 and decisions >= 5000 and games == sum(won) == report[scrutiny.REPORTED :].sum() > 0


def test_a_scenario_by_name_needs_the_class_of_its_game():
    refuses(ValueError, "^scenario 'octagon-small':", Game, "octagon-small")


@any_game
def test_positions_round_trip_as_text(game):
    scenario = scenario_of(game)
    for state in sampled(scenario, 5, range(3)):
        text = state.position()
        other = game.parse_position(scenario, text)
        assert other.shape == (1,) and other.dtype == scenario.record_type
        assert game.format_position(scenario, other) == text and len(text.splitlines()) == 1
        if not state.over:
            again = Game(scenario, start=text)
            assert again.key() == state.key() and np.array_equal(again.legal_mask(), state.legal_mask())
        for number in ("-1", "99999", str(10**30)):
            for wrong in (text.replace("turn=", f"turn={number}"), re.sub(r"\d+", number, text)):
                with pytest.raises(ValueError) as error:
                    game.parse_position(scenario, wrong)
                assert len(str(error.value).splitlines()) == 1
    refuses(ValueError, "", game.parse_position, scenario, "nonsense")


@any_game
def test_records_round_trip_and_are_played_again(game):
    scenario = scenario_of(game)
    recorder = Recorder(Game(scenario, seed=9), scenario, 9, "one", "other")
    rng = random.Random(9)
    while not recorder.game.over:
        recorder.step(rng.choice(recorder.game.legal_indices()))
    text = recorder.record().write()
    record = GameRecord.read(text, game)
    assert record.write() == text and record.definition is game and len(record.lines) > 3
    assert [*replay(record)][-1][0] == recorder.game.position()
    record.seed += 1
    refuses(RecordError, "in the record", lambda: list(replay(record)))


@any_game
def test_odds_are_whole_and_true(game):
    scenario = scenario_of(game, SET_UP)
    rng, checked = random.Random(4), 0
    for state in sampled(scenario, 3, range(4)):
        action = rng.choice(state.legal_indices() or [NONE])
        if state.over or not stepped(state, action, 0).draws:
            continue
        try:
            results = outcomes(state, action, limit=3000)
        except ValueError as error:
            assert "ways for the dice to fall" in str(error)
            continue
        chance = {result.position: result.probability for result in results}
        assert sum(chance.values(), Fraction(0)) == 1 and min(chance.values()) > 0
        fallen = dict.fromkeys(chance, 0)
        for seed in range(60):
            other = stepped(state, action, seed)
            fallen[other.position()] += 1  # a KeyError where a result isn't among them
            taped = state.clone()
            taped.step(action, results=[draw.result for draw in other.draws])
            assert taped.key() == other.key()
        likeliest, share = results[0].position, float(results[0].probability)
        assert abs(fallen[likeliest] - 60 * share) <= 5 * (60 * share * (1 - share)) ** 0.5 + 1e-9
        checked += 1
        if checked == 8:
            break
    assert checked >= 3


@any_game
def test_a_clone_with_another_seed_rolls_other_dice(game):
    for state in sampled(scenario_of(game), 3, range(2)):
        if state.over:
            continue
        before, same = state.games.tobytes(), state.clone()
        other = state.clone(seed=12345)
        assert other.key() == state.key() and other.games.tobytes() != before
        for action in state.legal_indices():
            one, two, again = stepped(state, action, 12345), state.clone(), same.clone()
            two.step(action)
            again.step(action)
            assert again.games.tobytes() == two.games.tobytes() and state.games.tobytes() == before
            if one.draws and [d.result for d in one.draws] != [d.result for d in two.draws]:
                return
    raise AssertionError("no other dice")


@any_game
def test_the_numbers_of_the_list_belong_to_their_actions_and_a_question_stands_above(game):
    scenario = scenario_of(game)
    words, kept = showing_of(game).play_words(), {}
    for state in sampled(scenario, 5, range(3)):
        if state.over:
            continue
        legal = state.legal_actions()
        numbers = words.numbered(scenario, state.games, legal)
        assert set(numbers) == set(legal) and len(set(numbers.values())) == len(legal)
        assert all(kept.setdefault((state.decider, name), number) == number for name, number in numbers.items())
        lists = words.listed(scenario, state.games, legal, 60)
        assert all(len(line) <= 60 for text in lists for line in text.splitlines())
        assert set(map(str, numbers.values())) <= set(re.findall(r"\d+", lists[0]))
        heights = [len(text.splitlines()) for text in lists]
        assert heights == sorted(set(heights), reverse=True)
        assert showing_of(game).page_words().question(state) and showing_of(game).draw_text(
            scenario, state.games, room=(60, 10)
        )


@any_game
def test_a_story_tells_every_turn_and_the_end(game):
    scenario = scenario_of(game)
    teller, state, rng = showing_of(game).storyteller(scenario), Game(scenario, seed=6), random.Random(6)
    story = teller.tell(state.events, state.draws, state.turn)
    while not state.over:
        who, action = game.teams[state.decider], state.table.name(rng.choice(state.legal_indices()), state.decider)
        state.step(action)
        assert state.events[0].kind == CHOSEN and (state.events[0].who, state.events[0].value) == (who, action)
        told = teller.tell(state.events, state.draws, state.turn)
        assert told[0].head and told[-1].turn == state.turn and told[0].kind == DECISION
        story += told
    assert [told.turn for told in story if told.kind == TURN][-1] == state.turn == max(told.turn for told in story)
    assert [told for told in story if told.kind == END] == story[-1:]
    assert story[-1].head.startswith(showing_of(game).summary(scenario, state.games))
