"""Do records keep what searching agents tried, and does the viewer show it, without changing the game?"""

import numpy as np
import pytest

from paintball_env import save_agent
from paintball_env.definition import PAINTBALL
from paintball_env.scenario import Scenario
from tabletop.game.definition import encoding_of
from tabletop.play.records import GameRecord, RecordError, replay, replay_game
from tabletop.play.search_log import Tried, ranked, read_tried
from tabletop.rate.matches.single import play_recorded
from tabletop.show.viewer.page import page, record_data
from tests import refuses
from tests.agents.held import make
from tests.browser import browser, open_page
from tests.called import call
from tests.front.small import SHORT

__all__ = ["browser"]  # a fixture


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A small game of a search against one that tells nothing."""
    path = tmp_path_factory.mktemp("thought") / "short.toml"
    path.write_text(SHORT)
    return play_recorded(make("search:sims=8"), make("random"), Scenario.load(str(path)), 5)


def comes_back(record):
    """Check that a record is read as it was written, thoughts included; return its text."""
    text = record.write()
    again = GameRecord.read(text, PAINTBALL)
    assert again.write() == text and [line.tried for line in again.lines] == [line.tried for line in record.lines]
    return text


def told(record):
    """Check that the first team alone tells thoughts, more than three times; yield the game and the line of each."""
    told = 0
    for number, (game, _) in enumerate(replay_game(record)):
        if number < len(record.lines) and record.lines[number].tried:
            assert game.decider == 0
            told += 1
            yield game, record.lines[number]
    assert told > 3


def test_what_was_tried_is_written_read_and_not_part_of_the_game(record):
    text = comes_back(record)
    assert len([*replay(record)]) == len(record.lines) + 1
    for game, line in told(record):
        legal = game.legal_actions()
        assert line.action in [each.action for each in line.tried]
        assert all(each.action in legal and each.visits > 0 and -1 <= each.value <= 1 for each in line.tried)
    bare = "\n".join(line.partition(" # ")[0] for line in text.splitlines()) + "\n"
    other = GameRecord.read(bare, PAINTBALL)
    assert not any(line.tried for line in other.lines) and other.write() == bare
    assert [*replay(other)] == [*replay(record)]


@pytest.fixture(scope="module")
def likely(tmp_path_factory):
    """The same game of a network that plays nothing out."""
    path = tmp_path_factory.mktemp("likely") / "short.toml"
    path.write_text(SHORT)
    return play_recorded(make("champion"), make("random"), Scenario.load(str(path)), 5)


def test_a_network_tells_which_actions_are_likely(likely):
    comes_back(likely)
    for game, line in told(likely):
        chances = [each.chance for each in line.tried]
        assert line.action == line.tried[0].action
        assert chances == sorted(chances, reverse=True) and 0 < sum(chances) <= 100.5 and len(chances) <= 8
        assert len(chances) == 8 or sum(chances) > 99
        assert min(chances) > 0 and all(each.action in game.legal_actions() for each in line.tried)
        assert {(each.visits, each.value) for each in line.tried} == {(0, line.tried[0].value)}
        assert abs(line.tried[0].value) <= 1


def test_the_viewer_shows_what_is_likely(likely, browser, tmp_path):
    path = tmp_path / "game.html"
    path.write_text(page(record_data(likely)), encoding="utf-8")
    number = next(number for number, line in enumerate(likely.lines) if line.tried)
    opened = open_page(browser, path.as_uri())
    opened.keyboard.press("2")
    opened.evaluate(f"viewer.clock.go({number})")
    rows = opened.locator(".thought tbody tr")
    rows.first.wait_for()
    assert likely.lines[number].tried[0].weight in rows.first.inner_text() and "%" in rows.first.inner_text()
    assert "How likely each was to champion" in opened.inner_text(".thought caption")
    assert opened.faults == []
    opened.context.close()


def recorded(agent, tmp_path, turns=4):
    path = tmp_path / "short.toml"
    path.write_text(SHORT.replace("max_turns = 4", f"max_turns = {turns}"))
    scenario = Scenario.load(str(path))
    record = play_recorded(agent(scenario) if callable(agent) else make(agent), make("random"), scenario, 5)
    comes_back(record)
    return record


def perceptron(scenario, folder):
    """A trained perceptron of no skill."""
    numbers = np.random.default_rng(0)
    size = encoding_of(scenario).size
    layers = [numbers.normal(0, 0.3, shape) for shape in ((8, size), (8,), (scenario.actions, 8), (scenario.actions,))]
    return make(save_agent(folder, layers, scenario))


def caption(record, browser, tmp_path):
    """What the viewer says above the thoughts of the first decision that has some; and its rows."""
    path = tmp_path / "game.html"
    path.write_text(page(record_data(record)), encoding="utf-8")
    opened = open_page(browser, path.as_uri())
    opened.keyboard.press("2")
    opened.evaluate(f"viewer.clock.go({next(n for n, line in enumerate(record.lines) if line.tried)})")
    opened.locator(".thought tbody tr").first.wait_for()
    said = opened.inner_text(".thought caption"), opened.locator(".thought tbody tr").all_inner_texts()
    assert opened.faults == []
    opened.context.close()
    return said


def test_a_perceptron_tells_which_actions_are_likely_and_expects_nothing(browser, tmp_path):
    record = recorded(lambda scenario: perceptron(scenario, tmp_path / "agent"), tmp_path)
    lines = [line for line in record.lines if line.tried]
    assert len(lines) > 3
    for line in lines:
        chances = [each.chance for each in line.tried]
        assert line.action == line.tried[0].action and chances == sorted(chances, reverse=True)
        assert sum(chances) <= 100.5 and {(each.visits, each.value) for each in line.tried} == {(0, None)}
    said, rows = caption(record, browser, tmp_path)
    assert said.startswith("How likely each was to trained:") and "sure win" not in said
    assert lines[0].tried[0].weight in rows[0]


@pytest.mark.slow
def test_expectimax_tells_what_it_expects(browser, tmp_path):
    record = recorded("expectimax", tmp_path, turns=1)
    lines = [line for line in record.lines if line.tried]
    assert len(lines) > 3 and all(line.tried[0].weight == "exact" for line in lines)
    for line in lines:
        values = [each.value for each in line.tried]
        assert line.action == line.tried[0].action and values == sorted(values, reverse=True) and len(values) <= 8
    said, rows = caption(record, browser, tmp_path)
    assert said.startswith("What expectimax expects of each, by exact odds") and "sure win" in said
    assert f"{abs(lines[0].tried[0].value):.2f}" in rows[0]


@pytest.mark.parametrize("wrong", ["40 0.31 R1 aim", "x +0.310 R1 aim", "40 +0.310", "40% +0.310 R1 aim", "40 R1 aim"])
def test_what_is_no_such_thing_is_refused_with_its_line(record, wrong):
    assert read_tried("40 +0.310 R1 aim, 12 -0.050 done") == (Tried("R1 aim", 40, 0.31), Tried("done", 12, -0.05))
    assert read_tried("37.2% +0.310 R1 aim") == (Tried("R1 aim", 0, 0.31, 37.2),)
    assert read_tried("37.2% R1 aim, exact -0.500 done") == (Tried("R1 aim", 0, None, 37.2), Tried("done", 0, -0.5))
    text = record.write().splitlines()
    at = next(number for number, line in enumerate(text) if " # " in line)
    text[at] = text[at].partition(" # ")[0] + " # " + wrong
    refuses(RecordError, rf"^line {at + 1}:", lambda: GameRecord.read("\n".join(text), PAINTBALL))


def test_the_viewer_shows_it(record, browser, tmp_path):
    data = record_data(record)
    for frame, line in zip(data["frames"], record.lines, strict=False):
        shown = [(data["strings"][name], visits, value) for name, visits, value in frame.get("tried", [])]
        assert shown == [(each.action, each.visits, each.value) for each in line.tried]
    path = tmp_path / "game.html"
    path.write_text(page(data), encoding="utf-8")
    number = next(number for number, line in enumerate(record.lines) if line.tried)
    opened = open_page(browser, path.as_uri())
    opened.keyboard.press("2")
    opened.evaluate(f"viewer.clock.go({number})")
    rows = opened.locator(".thought tbody tr")
    rows.first.wait_for()
    assert rows.count() == len({each.action for each in record.lines[number].tried})
    best = max(record.lines[number].tried, key=lambda each: each.value)
    assert f"{abs(best.value):.2f}" in rows.first.inner_text() and best.action in rows.first.inner_text()
    assert "search:sims=8 tried in its head" in opened.inner_text(".thought caption")
    assert opened.faults == []
    opened.context.close()


@pytest.mark.slow
def test_a_persons_game_keeps_what_the_bot_tried_also_when_it_is_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    scenario, file = tmp_path / "short.toml", tmp_path / "me.pbr"
    scenario.write_text(SHORT)
    table = ["search:sims=8", "--scenario", str(scenario), "--seed", "5", "--side", "blue", "--record", str(file)]
    done = call("play", *table, typed="quit\n")
    assert done.exit_code == 0, done.output
    first = GameRecord.read(file.read_text(), PAINTBALL)
    assert any(line.tried for line in first.lines)
    call("play", "--resume", str(file), typed="auto\nquit\n")
    again = GameRecord.read(file.read_text(), PAINTBALL)
    assert again.lines[: len(first.lines)] == first.lines and len(again.lines) > len(first.lines)


def test_a_hint_advises_the_best_of_its_numbers_and_gives_none_that_can_not_be_compared() -> None:
    tried = [  # as a search had it: play-outs that were given up early had luckier dice
        *(Tried("R5 move NE", 75, 0.183), Tried("R1 move E", 75, 0.202), Tried("R6 move E", 32, 0.244)),
        *(Tried("R2 sentry", 11, 0.123), Tried("done", 11, 0.3)),
    ]
    for advised, others in (("R5 move NE", [None] * 4), ("R1 move E", [0.183, None, None, None])):
        rows = ranked(tried, advised)
        assert [each.action for each, _, _ in rows] == [advised, *(t.action for t in tried if t.action != advised)]
        assert [value for _, value, _ in rows] == [{t.action: t.value for t in tried}[advised], *others]
        assert all(each.words in words for each, _, words in rows)
    exact = [Tried("a", 0, 0.25), Tried("b", 0, 0.125)]  # nothing is played out: all can be compared
    likely = [Tried("a", 0, 0.25, 60.0), Tried("b", 0, 0.5, 40.0)]
    for weighed in (exact, likely):
        assert ranked(weighed, "a") == ranked(weighed, "c") == [(each, each.value, each.words) for each in weighed]
