"""What the core promises of any game, in matches and tournaments."""

import numpy as np

from octagon_ball.definition import OCTAGON_BALL
from tabletop.agents.isolation_options import Terms
from tabletop.agents.registry import make, opponents
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.play.game import Game
from tabletop.play.judged import BEST
from tabletop.rate.matches.causes import causes_of, course_of
from tabletop.rate.matches.grid import scores
from tabletop.rate.matches.match import play, play_seeds
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.matches.review import review_of
from tabletop.rate.matches.single import play_recorded
from tabletop.rate.tournament import run
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.standings import standings
from tabletop.rate.tournament.store import Store
from tests.any_game.games import FIRST_LEGAL, SHORTEST, any_game, scenario_of


@any_game
def test_a_paired_match(game):
    scenario, names = scenario_of(game), opponents(game)
    first, second = (make(name, game) for name in (names[-1], names[0]))
    results = play(first, second, scenario, 8, seed=3)
    again = play(second, first, scenario, 8, seed=3)
    assert np.array_equal(results.seeds, pair_seeds(3, 8))
    assert np.array_equal(results.score, 1 - again.score[:, ::-1]) and np.array_equal(
        results.ending, again.ending[:, ::-1]
    )
    assert set(np.unique(results.score)) <= {0, 0.5, 1} and results.score.mean() > 0.5, "the bot loses to random play"
    summary = results.as_dict()
    assert sum(summary["won_by"].values()) == (results.score == 1).sum() and list(summary["orders"][0]) == [
        *game.orders
    ]
    assert sum(summary["orders"][0].values()) > 0


@any_game
def test_a_reviews_decisions_are_those_of_the_game(game):
    scenario = scenario_of(game, SHORTEST)
    record = play_recorded(make("random", game), make("random", game), scenario, 2)
    judged = review_of(record, sims=8, close=8, closer=16)
    numbers = [each.decision for each in judged]
    assert numbers == sorted(set(numbers)) and all(
        record.lines[each.decision - 1].action == each.action for each in judged
    )
    better = [each for each in judged if each.better]
    for each in better:
        before = Game(scenario, start=each.position)
        assert each.action != each.better and before.decider == each.team and before.turn == each.turn
        assert {each.action, each.better} <= set(before.legal_actions())
    assert better and all(each.grade == BEST for each in judged if not each.better)


@any_game
def test_the_course_of_a_game_ends_with_its_result(game):
    scenario = scenario_of(game, SHORTEST)
    record = play_recorded(make("random", game), make("random", game), scenario, 2)
    course = course_of(record, games=16)
    last, shares = course.stands[-1], [stand.worth for stand in course.stands]
    winner = record.end.over.partition(":")[0]
    assert last.worth == {game.teams[0]: 1, game.teams[1]: 0}.get(winner, 0.5) and last.error == 0
    assert all(0 <= share <= 1 for share in shares) and last.decision == len(record.lines)
    turns = [stand.turn for stand in course.stands[:-1]]
    assert turns == sorted(set(turns))
    for team in (0, 1):
        causes = causes_of(course, review_of(record, sims=8, close=8, closer=16), team)
        costs = [cause.cost for cause in causes if cause.cost is not None]
        assert all(cause.words for cause in causes) and costs == sorted(costs, reverse=True)
    assert course_of(record, games=16) == course


def test_a_decision_that_every_policy_would_take_is_no_mistake():
    """There is nothing to compare it with: some games of octagon ball have such decisions."""
    scenario = OCTAGON_BALL.load("octagon-small")
    for seed in (0, 2, 4):
        record = play_recorded(make("runner", OCTAGON_BALL), make("passer", OCTAGON_BALL), scenario, seed)
        review_of(record, sims=4, close=4, closer=8)


class _StoppedError(Exception):
    pass


@any_game
def test_agents_side_by_side_play_the_games_of_their_matches(game):
    scenario, seeds = scenario_of(game), pair_seeds(4, 3)
    firsts = [make(name, game) for name in opponents(game)[-2:]]
    seconds = [make(name, game) for name in (opponents(game)[0], FIRST_LEGAL)]
    given = scores(firsts, seconds, scenario, seeds)
    wanted = [[play_seeds(one, other, scenario, seeds).score for other in seconds] for one in firsts]
    assert np.array_equal(given, wanted)


@any_game
def test_a_tournament_is_gone_on_with(game, tmp_path):
    names = [*opponents(game), FIRST_LEGAL][-3:]
    definition = define(names, [scenario_of(game).name], 5, 6, game, Terms(in_process=True))

    def stop(words, done, total):
        if done >= 10:
            raise _StoppedError

    def hold(path, *reports):
        for report in reports:
            with Store.begin(path, definition) as store:
                try:
                    run.play(definition, store, SerialWorkers(), report)
                except _StoppedError:
                    assert 0 < len(store.games()) < 30
                    continue
                return standings(store), len(store.games())
        return None

    whole = hold(tmp_path / "whole.db", lambda *said: None)
    assert hold(tmp_path / "parts.db", stop, lambda *said: None) == whole and whole[1] == 30
