"""Do gauntlet, sequential test and ladder play what they should, can be gone on with, and err as rarely as they say?"""

import re

import numpy as np
import pytest

from tabletop.agents.isolation_options import Terms
from tabletop.agents.registry import make
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.play.records import GameRecord
from tabletop.rate.matches.bradley_terry import rate_all
from tabletop.rate.matches.match import play
from tabletop.rate.matches.sprt import FEWEST, Sprt, share
from tabletop.rate.tournament import formats, run
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.formats import is_placed, pair_scores, place, play_sprt, worth
from tabletop.rate.tournament.page import PageGame, find_cycles, page
from tabletop.rate.tournament.standings import standings
from tabletop.rate.tournament.store import Store, StoreError
from tests import refuses
from tests.any_game.pig import PIG

QUIET = {"report": lambda *said: None, "workers": SerialWorkers()}
SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])


class _StoppedError(Exception):
    pass


def stop_after(games):
    """A report that stops after so many games, as a kill would."""

    def report(words, done, total):
        if done >= games:
            raise _StoppedError

    return report


def drawn(rng, elo, runs, pairs):
    """Pairs of games as they come where two agents are so far apart: their two games depend on each other."""
    lead = share(elo) - 0.5
    # Symmetric round a half, then tilted until the mean is right.
    weights = np.array([0.15, 0.1, 0.5, 0.1, 0.15])
    tilt = lead / (weights @ (SCORES - 0.5) ** 2)
    weights = weights * (1 + tilt * (SCORES - 0.5))
    assert weights.min() >= 0 and weights @ SCORES == pytest.approx(share(elo))
    return rng.choice(SCORES, size=(runs, pairs), p=weights / weights.sum())


@pytest.mark.parametrize(("elo", "wrong", "most"), [(0.0, 1, 0.05), (40.0, 0, 0.05), (-30.0, 1, 0.01), (70.0, 0, 0.01)])
def test_the_test_errs_as_rarely_as_it_says(elo, wrong, most):
    test = Sprt(0.0, 40.0, 0.05, 0.05)
    decisions = [test.decided(scores) for scores in drawn(np.random.default_rng(3), elo, 1500, 2500)]
    accepted = np.array([each[0] for each in decisions])
    errors = (accepted == wrong).mean()
    assert errors <= most + 3 * np.sqrt(most * (1 - most) / 1500), errors
    assert (accepted >= 0).mean() > 0.99
    if elo in (0.0, 40.0):
        assert errors > 0.01, "a test that errs less plays too many games"


def test_the_ratio_is_that_of_the_page_and_needs_some_pairs():
    test, scores = Sprt(0.0, 20.0), np.array([1.0, 0.5] * 50)
    mean, variance = 0.75, (100 * (0.75**2 + 0.0625) + 0.5) / 101 - ((75 + 0.5) / 101) ** 2
    low, high = share(0), share(20)
    assert test.ratios(scores)[-1] == pytest.approx(100 * (high - low) * (2 * mean - low - high) / (2 * variance))
    assert test.bounds == pytest.approx((-2.944439, 2.944439))
    # Wald's: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha).
    assert Sprt(alpha=0.01, beta=0.2).bounds == pytest.approx((np.log(0.2 / 0.99), np.log(0.8 / 0.01)))
    assert Sprt(0, 400).decided(np.ones(FEWEST - 1)) == (-1, FEWEST - 1)
    assert Sprt(0, 400).decided(np.ones(200)) == (1, FEWEST) and Sprt(0, 400).decided(np.zeros(200)) == (0, FEWEST)


@pytest.mark.parametrize("wrong", [{"elo0": 5, "elo1": 5}, {"alpha": 0.0}, {"beta": 0.5}, {"elo1": 5000}])
def test_a_test_that_cant_be_is_refused(wrong):
    refuses(ValueError, r"elo0|alpha|beta", Sprt, **wrong)


def test_a_sequential_test_of_two_agents_ends_when_it_knows_and_is_gone_on_with(tmp_path):
    definition, test = define(["careful", "random"], ["short-pig"], 400, 3, PIG), Sprt(0.0, 120.0)
    with Store.begin(tmp_path / "a.db", definition) as store:
        whole = play_sprt(definition, store, test, **QUIET)
        games = store.games()
    assert whole["accepted"] == 1 and FEWEST <= whole["pairs"] < 400 and sum(whole["scores"].values()) == whole["pairs"]
    assert len(games) < 2 * (whole["pairs"] + 16)
    with Store.begin(tmp_path / "b.db", definition) as store, pytest.raises(_StoppedError):
        play_sprt(definition, store, test, SerialWorkers(), stop_after(20))
    with Store.begin(tmp_path / "b.db", definition) as store:
        assert 0 < len(store.games()) < len(games)
        assert play_sprt(definition, store, test, **QUIET) == whole and store.games() == games
        assert len(pair_scores(store, "careful")) == len(games) // 2
    turned = define(["random", "careful"], ["short-pig"], 400, 3, PIG)
    with Store.begin(tmp_path / "c.db", turned) as store:
        other = play_sprt(turned, store, test, **QUIET)
    with Store.begin(tmp_path / "b.db", turned) as store:
        assert play_sprt(turned, store, test, **QUIET) == other
    assert other["score"] == pytest.approx(1 - whole["score"]) and other["accepted"] != 1
    same = define(["random", "random:"], ["short-pig"], 20, 3, PIG)
    with Store.begin(tmp_path / "same.db", same) as store:
        assert play_sprt(same, store, Sprt(-1.0, 1.0), **QUIET)["accepted"] == -1


def test_what_a_sequential_test_tells_is_of_the_pairs_that_it_took(tmp_path):
    definition, test = define(["careful", "random"], ["short-pig"], 400, 3, PIG), Sprt(0.0, 50.0)
    with Store.begin(tmp_path / "t.db", definition) as store:
        told, scores = play_sprt(definition, store, test, **QUIET), pair_scores(store, "careful")
    assert FEWEST < told["pairs"] < len(scores)
    assert told["ratio"] == pytest.approx(test.ratios(scores)[told["pairs"] - 1], abs=1e-4)
    assert told["score"] == pytest.approx(scores[: told["pairs"]].mean(), abs=1e-6)


def test_a_gauntlet_is_one_against_the_others(tmp_path):
    names = ["careful", "random", "careful:at=5"]
    definition = define(names, ["short-pig"], 3, 3, PIG, gauntlet=True)
    with Store.begin(tmp_path / "t.db", definition) as store:
        run.play(definition, store, SerialWorkers(), QUIET["report"])
        table = standings(store)
        assert {(row.first, row.second) for row in store.games()} == {(1, 2), (1, 3)}
    assert table["played"] == table["planned"] == 12 and len(table["all"]["agents"]) == 3
    match, all_of_them = "the match of careful against random, careful:at=5", "a tournament of careful, random"
    with pytest.raises(StoreError, match=rf"t.db: .*{match}, not {all_of_them}"):
        Store.begin(tmp_path / "t.db", define(names, ["short-pig"], 3, 3, PIG))
    with pytest.raises(StoreError, match=rf"{match}, .*random against careful;"):
        Store.begin(tmp_path / "t.db", define(["random", "careful"], ["short-pig"], 3, 3, PIG, gauntlet=True))
    Store.begin(tmp_path / "a.db", define(names, ["short-pig"], 3, 3, PIG)).close()
    refuses(StoreError, rf"{all_of_them}, careful:at=5 .*, not", Store.begin, tmp_path / "a.db", definition)


@pytest.mark.slow
def test_a_ladder_places_a_newcomer_with_few_games_and_is_gone_on_with(tmp_path):
    standing, newcomer = ["random", "careful:at=5", "careful:at=9", "careful"], "careful:at=7"
    placed = []
    for path, stops in ((tmp_path / "a.db", [None]), (tmp_path / "b.db", [10, 40, None])):
        first = define(standing, ["short-pig"], 60, 3, PIG)
        with Store.begin(path, first) as store:
            run.play(first, store, SerialWorkers(), QUIET["report"])
        definition, asked = define([*standing, newcomer], ["short-pig"], 60, 3, PIG), []
        for stop in stops:
            with Store.begin(path, definition) as store:
                try:
                    table = place(
                        definition, store, newcomer, 120.0, SerialWorkers(),
                        stop_after(stop) if stop else QUIET["report"],
                        lambda name, line, asked=asked: asked.append(name),
                    )  # fmt: skip
                except _StoppedError:
                    continue
                placed.append((table, store.games()))
    assert placed[0] == placed[1]
    table, games = placed[0]
    (line,) = [each for each in table["all"]["agents"] if each["agent"] == newcomer]
    assert line["high"] - line["low"] <= 120 and line["games"] < 4 * 120
    against = {name: sum(5 in (r.first, r.second) and i + 1 in (r.first, r.second) for r in games) for i, name in
               enumerate(standing)}  # fmt: skip
    ratings = {each["agent"]: each["rating"] for each in table["all"]["agents"]}
    farthest = max(standing, key=lambda name: abs(ratings[name] - ratings[newcomer]))
    assert against[farthest] == min(against.values()) < max(against.values()), "the one far away tells least"


def test_a_ladder_plays_twelve_seeds_however_narrow_the_interval_looks(tmp_path):
    standing, newcomer = ["careful", "random"], "careful:at=7"
    first, definition = (define(names, ["short-pig"], 40, 3, PIG) for names in (standing, [*standing, newcomer]))
    with Store.begin(tmp_path / "t.db", first) as store:
        run.play(first, store, SerialWorkers(), QUIET["report"])
    with Store.begin(tmp_path / "t.db", definition) as store:
        place(definition, store, newcomer, 5000.0, SerialWorkers(), QUIET["report"])
        assert len({row.pair for row in store.games() if 3 in (row.first, row.second)}) == 12


def test_a_ladder_does_not_end_because_the_games_look_even():
    """Each pair is split: the interval as shown is far too narrow for so few seeds to be believed."""
    first, second = np.array([0, 0, 1]), np.array([1, 2, 2])
    points, played = np.ones((12, 3)), np.full((12, 3), 2.0)
    shown, sure = rate_all(points, played, first, second, 3), rate_all(points, played, first, second, 3, least=1.0)
    width, sure_width = shown.high[2] - shown.low[2], sure.high[2] - sure.low[2]
    assert width < 100 < 140 < sure_width
    assert not is_placed(sure_width, 12, 120.0, 40) and is_placed(sure_width, 12, 500.0, 40)
    assert not is_placed(sure_width, 11, 500.0, 40) and is_placed(sure_width, 11, 500.0, 11)


def test_a_ladder_goes_on_with_whoever_has_pairs_left(monkeypatch, tmp_path):
    # However much more games against the first one would tell: one rung is all there is of each.
    monkeypatch.setattr(formats, "worth", lambda lead, met: met)
    standing, newcomer, asked = ["careful", "random"], "careful:at=7", []

    def notify(name, line):
        asked.append(name)
        assert len(asked) <= len(standing)

    first, definition = (define(names, ["short-pig"], 6, 3, PIG) for names in (standing, [*standing, newcomer]))
    with Store.begin(tmp_path / "t.db", first) as store:
        run.play(first, store, SerialWorkers(), QUIET["report"])
    with Store.begin(tmp_path / "t.db", definition) as store:
        table = place(definition, store, newcomer, 1.0, SerialWorkers(), QUIET["report"], notify)
    assert asked == standing and table["played"] == table["planned"] == 36


def test_a_game_tells_most_against_an_equal_who_has_been_met_least():
    assert worth(0.0, 0.0) == 0.25 and worth(0.0, 1.0) == 0.125
    assert worth(300.0, 0.0) == pytest.approx(worth(-300.0, 0.0)) and worth(300.0, 0.0) < 0.2


def test_the_report_is_one_page_with_everything(tmp_path):
    definition = define(["careful", "random", "careful:at=5"], ["pig", "short-pig"], 3, 3, PIG)
    with Store.begin(tmp_path / "t.db", definition) as store:
        run.play(definition, store, SerialWorkers(), QUIET["report"])
        table = standings(store)
        rows, orders, worst = store.games(), store.orders(), run.worst_lost(store, table["all"])
        first = run.first_games(store, 6)
        assert run.first_games(store, 5) == first[:3] and run.first_games(store, 2) == []
        records = dict(run.recorded(store, [*worst.values(), *first], SerialWorkers()))
    ratings = {agent["agent"]: agent["rating"] for agent in table["all"]["agents"]}
    names = ["careful", "random", "careful:at=5"]
    for loser, row in worst.items():
        sides = {(row.first, 0.0): row.second, (row.second, 1.0): row.first}
        winner = names[sides[names.index(loser) + 1, row.score] - 1]
        beat = [
            (ratings[names[(other.second if other.score == 0.0 else other.first) - 1]], other.turns)
            for other in rows
            if names[(other.first if other.score == 0.0 else other.second) - 1] == loser
        ]
        assert (ratings[winner], row.turns) == min(beat)
    assert [row[:5] for row in first] == [(s, *two, 0, "first") for s in (1, 2) for two in ((1, 2), (1, 3), (2, 3))]

    def shown(row):
        scenario = ("pig", "short-pig")[row.scenario - 1]
        return PageGame(names[row.first - 1], names[row.second - 1], scenario, row, GameRecord.read(records[row], PIG))

    text = page(table, PIG, None, orders, list(map(shown, worst.values())), list(map(shown, first)))
    # All scripts are those of the games' own pages, each within a frame.
    assert "://" not in text.replace("http://www.w3.org/2000/svg", "") and "<script" not in text
    assert text.count("<iframe ") == 3 + 6 == text.count("Content-Security-Policy")
    # Both scores of a pairing lead to its game, those of all scenarios to that of the first.
    everywhere, *alone = (set(re.findall('href="#(game-[0-9])"', part)) for part in text.split("Ratings</h3>")[1:])
    assert everywhere == alone[0] == {"game-0", "game-1", "game-2"} and alone[1] == {"game-3", "game-4", "game-5"}
    assert all(text.count(f'href="#game-{k}"') == (4 if k < 3 else 2) for k in range(6))
    assert re.findall('<div id="(game-[0-9])"', text) == [f"game-{k}" for k in range(6)]
    row = first[4]
    loser, winner = (names[row.first - 1], names[row.second - 1])[:: 1 if row.score == 0 else -1]
    assert f"<summary>{loser} lost to {winner} on short-pig: reached, {row.turns} turns, pair 0<" in text
    for words in ("careful:at=5", "short-pig alone", "<svg", "Score in %", "won by reached", "as First", "of 36 games"):
        assert words in text
    for words in ("row is better", "Styles", f"<th>{PIG.orders[0]}</th>", "Lost worst"):
        assert words in text
    # An agent has one number, by its rating over all, on the whole page.
    order = [agent["agent"] for agent in table["all"]["agents"]]
    rows = re.findall(r"<tr><td>([0-9]) ([^<]+)</td>", text)
    assert set(rows) == {(str(number), name) for number, name in enumerate(order, 1)} and len(rows) == 3 * (3 * 3 + 2)
    assert "There are none of three agents." in text
    assert "seed 3; by pig 1" in page(table, PIG, written="by pig 1")
    for each in (table["all"], *table["scenarios"].values()):
        next(agent for agent in each["agents"] if agent["agent"] == order[0])["agent"] = "<b>x</b>"
    assert "<b>x" not in page(table, PIG)


def test_long_names_that_begin_alike_are_told_apart_in_the_picture(tmp_path):
    paths = [tmp_path / "a-folder-with-a-long-name" / f"bot-{letter}.py" for letter in "ab"]
    paths[0].parent.mkdir()
    for path in paths:
        path.write_text("from tests.any_game.pig import Careful\n\n\nclass First(Careful):\n    pass\n")
    definition = define(list(map(str, paths)), ["short-pig"], 1, 1, PIG, Terms(in_process=True))
    with Store.begin(tmp_path / "t.db", definition) as store:
        run.play(definition, store, SerialWorkers(), lambda *said: None)
        picture = re.search(r"<svg.*?</svg>", page(standings(store), PIG))[0]
    labels = re.sub(r"<title>.*?</title>", "", picture)
    assert "bot-a.py" in labels and "bot-b.py" in labels and str(tmp_path) not in labels
    assert all(str(path) in picture for path in paths)


def test_orders_are_counted_once_for_each_game(tmp_path):
    definition = define(["careful", "random"], ["short-pig"], 9, 3, PIG)
    with Store.begin(tmp_path / "t.db", definition) as store:
        run.play(definition, store, SerialWorkers(), QUIET["report"])
        orders = store.orders()
    played = play(make("careful", PIG), make("random", PIG), PIG.load("short-pig"), 9, 3)
    assert orders == {"careful": played.profiles[0].tolist(), "random": played.profiles[1].tolist()}
    assert sum(map(sum, orders.values())) == played.decisions.sum()


def test_cycles_are_found_and_those_told_apart_that_could_be_luck():
    def of(scores, wide=0.05):
        ends = [[None if share is None else [share - wide, share + wide] for share in row] for row in scores]
        return {"agents": [{"agent": name} for name in "abcd"], "scores": scores, "intervals": ends}

    scores = [[None, 0.6, 0.4, 0.9], [0.4, None, 0.7, 0.9], [0.6, 0.3, None, 0.9], [0.1, 0.1, 0.1, None]]
    assert find_cycles(of(scores)) == ([("a", "b", "c")], [])
    assert find_cycles(of(scores, 0.1)) == ([], [("a", "b", "c")])
    scores[0][2], scores[2][0] = 0.6, 0.4
    assert find_cycles(of(scores)) == ([], [])
