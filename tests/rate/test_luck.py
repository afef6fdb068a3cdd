"""Is luck what exact odds say, does it have the mean 0, and is a score without it known better than with it?"""

import json
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats

from paintball_env.definition import PAINTBALL
from tabletop.agents.registry import make
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.front.commands.shell import Shell
from tabletop.play import odds as odds_module
from tabletop.play.game import Game
from tabletop.play.odds import outcomes
from tabletop.play.records import GameRecord, Recorder, RecordError
from tabletop.rate.matches.luck import Adjusted, Dice, adjusted, luck_of, words
from tabletop.rate.matches.match import play, play_seeds
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.matches.results import joined
from tabletop.rate.matches.single import play_recorded
from tabletop.rate.matches.variance import correlation_of, split
from tabletop.rate.tournament import run
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.page import page
from tabletop.rate.tournament.standings import standings
from tabletop.rate.tournament.store import Store
from tabletop.rate.tournament.tables import as_csv
from tests import refuses
from tests.any_game.games import sampled, scenario_of
from tests.any_game.pig_worth import PIG_WORTH
from tests.any_game.test_commands import call

PIG = PIG_WORTH.load("pig")
SHELL = Shell("pig", "Pig.", "1", "tests.any_game.pig_worth:PIG_WORTH", shown="pig", played="short-pig")


def agents():
    return make("careful", PIG_WORTH), make("bold", PIG_WORTH)


@pytest.mark.parametrize("scenario", [PIG, scenario_of(PAINTBALL)], ids=lambda scenario: scenario.game.name)
@pytest.mark.slow
def test_averages_are_those_of_the_exact_odds(scenario):
    dice, tried = Dice(scenario), 0
    for state in sampled(scenario, 11, range(2)):
        for action in state.legal_indices()[:6]:
            results = outcomes(state, action)
            after = [dice.value(result.game) for result in results]
            wanted = sum(float(result.probability) * worth for result, worth in zip(results, after, strict=True))
            taken = state.clone(seed=5)
            taken.step(action)
            codes = [
                scenario.game.own_code(draw.result) if isinstance(draw.result, tuple) else draw.result
                for draw in taken.draws
            ]
            means, exact = dice.averages(state.games, action, codes)
            assert exact and means[0] == pytest.approx(wanted, abs=1e-12)
            assert means[-1] == pytest.approx(dice.value(taken.games), abs=1e-12) and len(means) == len(codes) + 1
            tried += len(results) > 1
    assert tried > 5


def test_a_draws_luck_is_counted_by_hand():
    # 10 in the pot: a 1 loses it, else the face is added.
    state = Game(PIG, start="turn=3 to=first:roll-or-hold first=first pot=10 score=5,7")

    def worth(lead):
        return np.tanh(2 * lead / 30)

    faces = [worth(-2)] + [worth(-2 + (10 + face) / 2) for face in range(2, 7)]
    means, exact = Dice(PIG).averages(state.games, state.table.index("roll", 0), [4])
    assert exact and means == pytest.approx([sum(faces) / 6, faces[3]])


def test_a_games_parts_add_up_and_are_told(tmp_path):
    record = play_recorded(*agents(), PIG, 11)
    measured = luck_of(record)
    assert measured.start + sum(measured.choices) + measured.luck == pytest.approx(measured.end)
    assert measured.end in (0.0, 0.5, 1.0) and measured.start == pytest.approx(0.5) and measured.estimates == 0
    assert len(measured.draws) == sum(len(line.draws) for line in record.lines) + len(record.opening)
    assert measured.luck == pytest.approx(sum(draw.luck for draw in measured.draws))
    path, out = tmp_path / "game.txt", tmp_path / "luck.json"
    path.write_text(record.write())
    told = call(SHELL, "luck", path, "--most", 2, "--out", out)
    assert "the lead and half of the pot" in told and f"{measured.luck:+.3f}" in told and "throw" in told
    best = sorted(measured.draws, key=lambda draw: -abs(draw.luck))
    assert all(f"{draw.luck:+.3f}" in told for draw in best[:2])
    kept = json.loads(out.read_text())
    assert kept["luck"] == pytest.approx(measured.luck) and len(kept["draws"]) == len(measured.draws)
    path.write_text(record.write().replace("throw:first=", "throw:second=", 1))
    assert f"luck: {path}: line " in call(SHELL, "luck", path, code=1)
    refuses(RecordError, "", lambda: luck_of(GameRecord.read(path.read_text(), PIG_WORTH)))


def test_what_cant_be_counted_is_estimated():
    record = play_recorded(*agents(), PIG, 12)
    exact, rough = luck_of(record), luck_of(record, most_ways=5, rolls=2000)
    assert rough.estimates > 5 and not any(draw.draw.purpose == "throw" for draw in rough.draws)
    assert rough.luck == pytest.approx(exact.luck, abs=0.1) and rough.luck != exact.luck
    assert rough.start + sum(rough.choices) + rough.luck == pytest.approx(rough.end)


def test_the_rolls_of_an_estimate_are_others_than_the_games_own():
    state = Game(PIG, seed=3, start="turn=3 to=first:roll-or-hold first=first pot=10 score=5,7")
    roll = state.table.index("roll", 0)
    (exact, *_), _ = Dice(PIG).averages(state.games, roll, [4])
    (rough, *_), is_exact = Dice(PIG, most_ways=1, rolls=2000).averages(state.games, roll, [4])
    taken = state.clone()
    taken.step("roll")
    assert not is_exact and rough == pytest.approx(exact, abs=0.02)
    assert abs(rough - Dice(PIG).value(taken.games)) > 0.02


@pytest.mark.parametrize("ways", [50_000, 8])
def test_a_position_that_different_dice_lead_to_is_valued_once_and_like_any_other(ways):
    scenario, kept = scenario_of(PAINTBALL), 0
    dice, alone = (Dice(scenario, ways, 40) for _ in range(2))
    alone.kept, alone.known = alone.kept[:1], alone.known[:1]  # the last one only: nearly all are valued anew
    for state in sampled(scenario, 7, range(3)):
        for action in state.legal_indices():
            averages = dice.averages(state.games, action, ())
            assert (averages[0] == alone.averages(state.games, action, ())[0]).all()
            kept += int(alone.filled[0] - dice.filled[0])
    assert kept > 0


def test_a_match_measures_the_luck_of_its_games_and_changes_none():
    seeds = pair_seeds(4, 12)
    plain, measured = play_seeds(*agents(), PIG, seeds), play_seeds(*agents(), PIG, seeds, luck=True)
    for name in ("score", "ending", "turns", "decisions"):
        assert (getattr(plain, name) == getattr(measured, name)).all()
    assert plain.luck is None and "less_luck" not in plain.as_dict()
    for pair, side in ((0, 0), (3, 1), (5, 0)):
        by_team = agents() if side == 0 else agents()[::-1]
        alone = luck_of(play_recorded(*by_team, PIG, int(seeds[pair]))).luck
        assert measured.luck[pair, side] == pytest.approx(alone if side == 0 else -alone)
    parts = joined([play_seeds(*agents(), PIG, seeds[part], luck=True) for part in (slice(0, 5), slice(5, 12))])
    assert parts.luck == pytest.approx(measured.luck)
    turned = play_seeds(*agents()[::-1], PIG, seeds, luck=True)
    assert turned.luck[:, ::-1] == pytest.approx(-measured.luck)


def test_luck_has_the_mean_0_and_explains_results():
    results = play(*agents(), PIG, 100, seed=2, luck=True)
    luck = results.luck.ravel()
    assert abs(luck.mean()) < 3 * luck.std() / np.sqrt(luck.size)
    assert np.corrcoef(luck, results.score.ravel())[0, 1] > 0.6
    less_luck = results.as_dict()["less_luck"]
    rating = results.rating()
    assert less_luck["removed"] > 0.3 and less_luck["high"] - less_luck["low"] < 0.85 * (rating.high - rating.low)
    assert "explain" in words(less_luck) and "not known" in words(None)


def test_what_is_rounded_to_nothing_has_no_minus(tmp_path):
    score = {"score": 0.5, "low": 0.4, "high": 0.6, "luck": -0.0001, "slope": 1.0, "removed": -0.001}
    assert "dice did +0.0 % of a game and explain 0 % of" in words(score)
    # The first team's only decision wins; the second has none.
    start = "turn=5 to=first:roll-or-hold first=first pot=10 score=25,7"
    game = Game(PIG, seed=1, start=start)
    recorder = Recorder(game, PIG, 1, "careful", "bold", start)
    recorder.step("hold")
    path = tmp_path / "game.txt"
    path.write_text(recorder.record().write())
    told = call(SHELL, "luck", path)
    assert "+0.000" in told and "-0.000" not in told


def drawn_again(rng, pairs, slope):
    """Scores and luck of pairs whose true score is 0.55."""
    luck = rng.normal(0, 0.3, pairs)
    chance = 0.55 + slope * luck
    return (rng.random((2, pairs)) < np.clip(chance, 0, 1)).mean(axis=0), luck


def test_the_interval_without_luck_covers():
    rng = np.random.default_rng(8)
    for pairs, slope in ((40, 1.0), (200, 0.6), (60, 0.0)):
        ratings = [adjusted(*drawn_again(rng, pairs, slope)) for _ in range(600)]
        covered = np.mean([each.low <= 0.55 <= each.high for each in ratings])
        assert 0.92 < covered < 0.98, (pairs, slope, covered)
        assert np.mean([each.score for each in ratings]) == pytest.approx(0.55, abs=0.01)
    assert adjusted(np.full(20, 0.5), rng.normal(size=20)) is None, "too few"
    assert adjusted(np.ones(50), rng.normal(size=50)) is None, "all won"
    assert adjusted(rng.random(50), np.zeros(50)) is None, "no luck"
    assert adjusted(np.full(50, 0.5), rng.normal(size=50)) is None, "all alike"
    turned = Adjusted(0.6, 0.5, 0.75, 0.1, 1.0, 0.5).turned()
    assert (turned.score, turned.low, turned.high, turned.luck) == pytest.approx((0.4, 0.25, 0.5, -0.1))


def test_the_score_without_luck_is_the_regressions_intercept():
    rng = np.random.default_rng(2)
    luck = rng.normal(0.15, 0.1, 40)  # more luck than is usual: how sure the slope is counts too
    scores = 0.4 + 0.8 * luck + rng.normal(0, 0.1, 40)
    rating, line = adjusted(scores, luck), scipy.stats.linregress(luck, scores)
    half = scipy.stats.t.ppf(0.975, 38) * line.intercept_stderr
    wanted = (line.intercept, line.intercept - half, line.intercept + half, line.slope)
    assert (rating.score, rating.low, rating.high, rating.slope) == pytest.approx(wanted)


def test_two_wins_to_one_dont_make_the_better_agent():
    # The square of the mean of three pairs, 1/36, is less than the variance of that mean, 1/9.
    assert split(np.array([[1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]), np.zeros(3, np.int64))["agents"] == 0


def test_variance_is_split_into_what_made_it():
    rng = np.random.default_rng(1)
    pairs = 4000

    def games(agent, side, dice):
        """Scores of two pairings, of an agent so much better than another, on a side so much better."""
        luck = rng.normal(0, 0.2, (2 * pairs, 2))
        lead = np.repeat([agent, -agent], pairs)[:, None] + np.array([side, -side])
        return (rng.random((2 * pairs, 2)) < 0.5 + lead + dice * luck).astype(float), luck

    pairing = np.repeat([4, 9], pairs)
    for agent, side, dice in ((0.2, 0.0, 0.0), (0.0, 0.2, 0.0), (0.1, 0.1, 0.8), (0.0, 0.0, 0.0)):
        score, luck = games(agent, side, dice)
        parts = split(score, pairing, luck)
        # The variance of a game that is won or lost is 1/4.
        assert parts["agents"] == pytest.approx(4 * agent**2, abs=0.02)
        assert parts["side"] == pytest.approx(4 * side**2, abs=0.02)
        assert parts["dice"] == pytest.approx(4 * (dice * 0.2) ** 2, abs=0.02)
        assert parts["rest"] == pytest.approx(1 - parts["agents"] - parts["side"] - parts["dice"], abs=2e-4)
        assert parts["correlation_low"] <= parts["pairs_correlation"] <= parts["correlation_high"]
        assert abs(parts["pairs_correlation"]) < 0.06
    same = np.repeat(rng.integers(0, 2, (50, 1)), 2, axis=1).astype(float)
    assert split(same, np.zeros(50, np.int64))["pairs_correlation"] == 1 and split(same, np.arange(50)) is None
    assert split(same, np.zeros(50, np.int64))["dice"] is None


def test_the_correlation_of_few_pairs_has_fishers_interval():
    correlation, low, high = correlation_of(np.random.default_rng(3).normal(size=(7, 2)))
    half = 1.96 / np.sqrt(7 - 3)
    assert np.arctanh([low, high]) == pytest.approx(np.arctanh(correlation) + np.array([-half, half]))


def hold(path, luck, pairs=40, report=lambda *said: None):
    definition = define(["careful", "bold", "random"], ["short-pig"], pairs, 3, PIG_WORTH)
    with Store.begin(path, definition) as store:
        run.play(definition, store, SerialWorkers(), report, luck=luck)
        return standings(store), store.games()


def test_a_tournament_measures_luck_and_takes_it_in_later(tmp_path):
    plain, games = hold(tmp_path / "plain.db", False)
    assert "less_luck" not in plain["all"] and {row.luck for row in games} == {None}
    later, again = hold(tmp_path / "plain.db", True)
    at_once, rows = hold(tmp_path / "t.db", True)
    assert later == at_once and rows == again and [row[:11] for row in rows] == [row[:11] for row in games]
    assert at_once == hold(tmp_path / "t.db", False)[0], "what is there is not played again, and stays"
    for name in ("scores", "intervals", "agents", "games_against"):
        assert plain["all"][name] == at_once["all"][name]
    table = at_once["all"]
    place = {agent["agent"]: i for i, agent in enumerate(table["agents"])}
    i, j = place["careful"], place["bold"]
    cell, turned = table["less_luck"][i][j], table["less_luck"][j][i]
    assert cell["low"] < cell["score"] < cell["high"] and cell["score"] == pytest.approx(1 - turned["score"])
    (low, high), (other_low, other_high) = table["intervals"][i][j], table["intervals"][j][i]
    assert low < table["scores"][i][j] < high and (low, high) == pytest.approx((1 - other_high, 1 - other_low))
    assert cell["high"] - cell["low"] < high - low and table["intervals"][i][i] is table["less_luck"][i][i] is None
    assert table["made_of"]["dice"] > 0.1 and plain["all"]["made_of"]["dice"] is None
    html = page(at_once, PIG_WORTH)
    assert "with the luck removed" in html and "What results are made of" in html
    assert "luck removed" not in page(plain, PIG_WORTH) and "Thinking time" not in html
    assert "<td>bold</td><td>1.5</td><td>300</td><td>5</td>" in page(plain, PIG_WORTH, {"bold": (1.5, 300)})
    line = as_csv(at_once, PIG_WORTH).splitlines()
    assert "low_against_careful" in line[0] and len({text.count(",") for text in line}) == 1


@pytest.mark.slow
def test_luck_at_the_command_line(tmp_path):
    files = ["--store", tmp_path / "t.db", "--json", tmp_path / "t.json"]
    told = call(SHELL, "tournament", "careful", "bold", "--pairs", 40, "--executor", "serial", "--luck", *files)
    assert "with the luck removed" in told and " to " in told and "Empty: fewer than 30 pairs" in told
    assert json.loads((tmp_path / "t.json").read_text())["all"]["less_luck"][0][1]["removed"] > 0
    told = call(SHELL, "match", "careful", "bold", "--pairs", 40, "--luck", "--scenario", "short-pig")
    assert "bold: with the luck removed: " in told
    shared = call(SHELL, "match", "careful", "bold", "--pairs", 40, "--luck", "--scenario", "short-pig", "--jobs", 2)
    assert [line for line in shared.splitlines() if "with the luck removed" in line] == [
        line for line in told.splitlines() if "with the luck removed" in line
    ]
    assert "not known" in call(SHELL, "rate", "careful", "bold", "--pairs", 3, "--luck", "--scenario", "short-pig")


@pytest.mark.parametrize(("pairs", "luck", "told"), [(3, True, True), (30, True, False), (3, False, False)])
def test_too_few_pairs_for_luck_are_told_before_they_are_played(pairs, luck, told, monkeypatch):
    def play(*arguments):
        raise ValueError("now they are played")

    monkeypatch.setattr("tabletop.front.commands.match._play", play)
    words = ["match", "careful", "bold", "--pairs", pairs, "--scenario", "short-pig", *(["--luck"] if luck else [])]
    before, _, _ = call(SHELL, *words, code=2).partition("now they are played")
    assert ("30 pairs" in before) == told


def test_a_shoot_outs_odds_are_learnt_once(monkeypatch):
    # Draws of the game's own kind are met on the tapes, and looked up.
    asked, real = [], odds_module.draw_odds
    monkeypatch.setattr(odds_module, "draw_odds", lambda game, classes: asked.append(classes) or real(game, classes))
    scenario, seed = PAINTBALL.load("capture-the-flag-basic-drawn"), int(pair_seeds(1, 1)[0])
    bots = make("hunter", PAINTBALL), make("raider", PAINTBALL)
    for by_team in (bots, bots[::-1]):
        measured = luck_of(play_recorded(*by_team, scenario, seed), most_ways=3000, rolls=20)
        assert measured.start + sum(measured.choices) + measured.luck == pytest.approx(measured.end)
        if asked:
            break
    assert asked and len(asked) == len(set(asked))
    assert all(isinstance(chance, Fraction) for chance in real(PAINTBALL, asked[0]).values())
