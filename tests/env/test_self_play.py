"""Do batches whose caller plays both teams play the same games as all else, whatever other rows do?"""

import numpy as np
import pytest

from paintball_env import BatchedGames, Game, RandomOpponent, Scenario, SelfPlayGames, Shaping
from tabletop.env.batch.games import BatchedGames as AnyBatch
from tabletop.env.batch.self_play import SelfPlayGames as AnyGames
from tabletop.game.header import OVER
from tests.any_game.pig import PIG
from tests.any_game.pig_names import pig_of
from tests.env.environment_games import ByCount, choice

BASIC, DRAWN = Scenario.load("capture-the-flag-basic-drawn"), Scenario.load("capture-the-flag-drawn")


def by_record(games, step):
    """A legal action in each game, by the bytes of its record."""
    return np.array([choice(games.games[row].tobytes(), step.masks[row]) for row in range(games.count)])


def copied(step):
    return step._replace(**{name: part.copy() for name, part in step._asdict().items() if isinstance(part, np.ndarray)})


def begun(scenario=BASIC, count=4, *given, **options):
    games = SelfPlayGames(scenario, count, *given, **{"seed": 3} | options)
    return games, copied(games.reset())


def trace(games, step, steps):
    """All that a caller gets who decides by the records, as plain comparable data."""
    made = []
    for _ in range(steps):
        step = games.step(by_record(games, step))
        parts = [part.tobytes() for part in step[:-1]]
        ends = None if step.finished is None else [part.tolist() for part in step.finished]
        made.append((parts, ends))
    return made


def test_each_game_is_the_facades_and_is_shown_to_whoever_decides():
    games, step = begun()
    observe, cells = BASIC.game.batch.observe_rows, games.encoding.cells
    twins = [Game(BASIC, seed=int(seed)) for seed in games.seeds]
    ended = 0
    for _ in range(400):
        for row, twin in enumerate(twins):
            assert games.games[row].tobytes() == twin.games.tobytes() and step.teams[row] == twin.decider
            assert np.array_equal(step.masks[row], twin.legal_mask())
            seen = np.zeros((1, games.encoding.size), np.float32)
            observe(BASIC.world, twin.games, np.zeros(1, int), np.array([twin.decider]), cells, seen)
            assert np.array_equal(step.observations[row], seen[0])
            assert step.players[row] == (twin.decider != games.sides[row])
        actions = by_record(games, step)
        sides = games.sides.copy()
        step = games.step(actions)
        for row, twin in enumerate(twins):
            twin.step(int(actions[row]))
            assert step.dones[row] == twin.over and not step.illegal[row]
            if not twin.over:
                assert step.rewards[row].tolist() == [0, 0]
                continue
            end = step.finished
            (k,) = np.flatnonzero(end.rows == row)
            result = [0.0 if twin.outcome().winner < 0 else 1.0 if twin.outcome().winner == t else -1.0 for t in (0, 1)]
            assert step.rewards[row].tolist() == end.results[k].tolist() == end.returns[k].tolist() == result
            assert end.turns[k] == twin.turn and BASIC.game.endings[end.endings[k]] == twin.outcome().ending
            assert end.seeds[k] == twin.seed and end.sides[k] == sides[row] and end.teams[k] == -1
            assert end.masks[k].sum() == end.masks[k, -1] == 1 and not end.truncated[k] and end.lengths[k].min() > 0
            assert games.sides[row] == 1 - sides[row]
            for team in (0, 1):
                observe(BASIC.world, twin.games, np.zeros(1, int), np.array([team]), cells, seen)
                assert np.array_equal(end.observations[k, team], seen[0])
            twins[row] = Game(BASIC, seed=int(games.seeds[row]))
            ended += 1
        assert (step.finished is None) == (not step.dones.any())
    assert ended > 3


SHORT = BASIC.game.with_rules(BASIC, {"max_turns": 2})


class Told(ByCount):
    """Keeps something during a game, and notes in which rows one begins."""

    def __init__(self):
        super().__init__()
        self.begun = []

    def begin(self, rows):
        super().begin(rows)
        self.begun += rows.tolist()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"max_episode_steps": 9},
        {"shaping": Shaping(gamma=0.9)},
        {"max_episode_steps": 9, "shaping": Shaping(gamma=0.9)},
        {"paired": True},
    ],
)
def test_with_an_opponent_inside_it_is_batched_games(options):
    opponents = [RandomOpponent(), ByCount()]
    one = BatchedGames(SHORT, 5, opponents, [1, 2], seed=3, **options)
    two, step = begun(SHORT, 5, [RandomOpponent(), ByCount()], [1, 2], **options)
    (seen, masks), ended = one.reset(), 0
    assert np.array_equal(seen, step.observations) and np.array_equal(masks, step.masks)
    for _ in range(150):
        assert one.games.tobytes() == two.games.tobytes() and np.array_equal(step.teams, one.sides)
        assert not step.players.any() and np.array_equal(two.sides, one.sides)
        actions, sides = by_record(two, step), two.sides.copy()
        wanted, step = one.step(actions), two.step(actions)
        for name in ("observations", "masks", "dones", "illegal"):
            assert np.array_equal(getattr(wanted, name), getattr(step, name)), name
        assert np.allclose(wanted.rewards, step.rewards[np.arange(5), sides], atol=1e-6)
        assert (wanted.finished is None) == (step.finished is None)
        if step.finished is not None:
            own = np.arange(len(step.finished.rows)), step.finished.sides
            ended += len(step.finished.rows)
            for name in ("rows", "turns", "endings", "sides", "opponents", "seeds", "truncated", "masks"):
                assert np.array_equal(getattr(wanted.finished, name), getattr(step.finished, name)), name
            for name in ("results", "lengths", "observations"):
                assert np.array_equal(getattr(wanted.finished, name), getattr(step.finished, name)[own]), name
            assert np.allclose(wanted.finished.returns, step.finished.returns[own], atol=1e-5)
    assert ended > 5 and one.skipped == two.skipped


def test_both_teams_are_paid_what_batched_games_pay_for_the_same_games():
    shaping, ended = Shaping(gamma=0.9), 0

    class ByRecord:
        def decide(self, worlds, games, rows, masks, actions, keys):
            for row in rows:
                actions[row] = choice(games[row].tobytes(), masks[row])

    both, step = begun(SHORT, 4, shaping=shaping, side=0)
    singles = [BatchedGames(SHORT, 4, [ByRecord()], seed=3, side=team, shaping=shaping) for team in (0, 1)]
    paid = []
    for single in singles:
        single.reset()
        returns = {}
        while len(returns) < 4:
            end = single.step(by_record(single, single_step(single))).finished
            for k, row in enumerate(() if end is None else end.rows.tolist()):
                returns.setdefault(row, (end.seeds[k], end.returns[k], end.lengths[k]))
        paid.append(returns)
    own, first = np.zeros((4, 2)), {}
    while len(first) < 4:
        step = both.step(by_record(both, step))
        own += step.rewards
        for row in np.flatnonzero(step.dones).tolist():
            k = step.finished.rows.tolist().index(row)
            assert np.allclose(own[row], step.finished.returns[k], atol=1e-6)
            own[row] = 0
            first.setdefault(row, (step.finished.seeds[k], step.finished.returns[k], step.finished.lengths[k]))
        running = ~step.dones
        assert (step.rewards[running, 1 - step.teams[running]] == 0).all()
    for row, (seed, returns, lengths) in first.items():
        for team in (0, 1):
            wanted = paid[team][row]
            assert wanted[0] == seed and wanted[2] == lengths[team] and np.isclose(wanted[1], returns[team], atol=1e-6)
            ended += returns[team] != round(returns[team])
    assert ended


def single_step(games):
    """The masks of a BatchedGames, as a step has them."""

    class Now:
        masks = games.current()[1]

    return Now


@pytest.mark.parametrize("options", [{}, {"paired": True}, {"side": "random"}, {"encoding": "planes"}])
@pytest.mark.slow
def test_a_row_depends_on_seed_row_and_number_alone(options):
    small, few = begun(SHORT, 2, **options)
    large, many = begun(SHORT, 5, **options)
    again, same = begun(SHORT, 2, **options)
    other, rest = begun(SHORT, 2, **options | {"seed": 4})
    assert other.seeds.tolist() != small.seeds.tolist()
    for _ in range(120):
        few, many = small.step(by_record(small, few)), large.step(by_record(large, many))
        for one, two in zip(few[:-1], many[:-1], strict=True):
            assert np.array_equal(one, two[:2])
    assert small.play.episodes.min() > 0
    assert trace(again, same, 120)[-1][0] == [part.tobytes() for part in few[:-1]]
    small.reset(seed=3)
    again.reset(seed=3)
    assert trace(small, small.current(), 30) == trace(again, again.current(), 30)
    assert trace(other, rest, 1) != trace(*begun(SHORT, 2, **options), 1)


def test_all_cores_give_the_same():
    opponents = [None, RandomOpponent()]
    one, two = (begun(SHORT, 40, opponents, parallel=parallel, shaping=Shaping()) for parallel in (False, True))
    assert trace(*one, 60) == trace(*two, 60)


def test_teams_are_swapped_and_pairs_share_seed_and_beginning():
    middle = Game(SHORT, seed=1)
    for _ in range(9):
        middle.step(middle.legal_indices()[0])
    games, step = begun(SHORT, 3, paired=True, positions=[None, middle.position(), middle.position()])
    episodes = {row: [] for row in range(3)}
    for _ in range(300):
        for row in range(3):
            if not games.lengths[row].any():
                episodes[row].append((int(games.seeds[row]), int(games.sides[row]), int(games.games["turn"][row])))
        step = games.step(by_record(games, step))
    for row, made in episodes.items():
        made = [entry for k, entry in enumerate(made) if k == 0 or entry != made[k - 1]]
        assert len(made) > 3 and [side for _, side, _ in made] == [(row + k) % 2 for k in range(len(made))]
        for one, two in zip(made[::2], made[1::2], strict=False):
            assert one[0] == two[0] and one[2] == two[2]
        assert len({seed for seed, _, _ in made[::2]}) == len(made[::2])


@pytest.mark.slow
def test_games_begin_in_the_positions_given_each_as_often():
    game, positions = Game(BASIC, seed=1), []
    while len(positions) < 3:
        for _ in range(12):
            game.step(game.legal_indices()[-1])
        positions.append(game.position())
    given = [None, positions[0], positions[1], game.games[0]]
    games, _ = begun(BASIC, 400, positions=given)
    counts = [sum(BASIC.game.format_position(BASIC, each) == text for each in games.games) for text in positions]
    assert all(60 < count < 145 for count in counts) and 60 < 400 - sum(counts) < 145
    assert len(set(games.games["dice"]["seed"].tolist())) == 400
    assert np.array_equal(games.games["dice"]["seed"], games.seeds)
    games.set_positions(None)
    assert games.reset() and not any(BASIC.game.format_position(BASIC, each) in positions for each in games.games)
    games.begin([5], positions=positions[2])
    assert BASIC.game.format_position(BASIC, games.games[5]) == positions[2]
    over = begun(SHORT, 1)[0].games
    over["decision"] = OVER
    for wrong, words in (
        ([], "positions"),
        ("text", "positions 'text': a list"),
        ([7], "position 7: a line of text"),
        (["nonsense"], "position: .*nonsense"),
        ([over[0]], "position"),
        (7, "positions 7: a list of at least one"),
        (begun(Scenario.load("battle-12-drawn"), 1)[0].games, f"position 0: no record of {BASIC.name}$"),
        ([None, np.zeros(3)], f"position 1: no record of {BASIC.name}$"),
        ([None, begun(BASIC, 2)[0].games], r"^position 1: 2 records, not one$"),
    ):
        with pytest.raises(ValueError, match=words) as caught:
            games.set_positions(wrong)
        assert len(str(caught.value)) < 100


def test_illegal_actions():
    games, step = begun(BASIC, 3)
    lenient, _ = begun(BASIC, 3, strict=False)
    right = by_record(games, step)
    wrong = right.copy()
    wrong[1] = step.masks[1].argmin()
    before, masks = games.games.tobytes(), games.current().masks
    reason = BASIC.game.why_not(BASIC, games.games[1:2], int(wrong[1]))
    with pytest.raises(ValueError, match=r"^game 1: '.*' is illegal now: ") as caught:
        games.step(wrong)
    assert reason and str(caught.value).endswith(reason) and "\n" not in str(caught.value)
    for action in (-1, games.actions, 10**6):
        with pytest.raises(ValueError, match=rf"game 1: action {action}: the actions of this game are "):
            games.step(np.where(np.arange(3) == 1, action, right))
    for bad in (np.zeros(2, np.int64), np.zeros(3), None):
        with pytest.raises(ValueError, match=r"integers of shape \(3,\)"):
            games.step(bad)
    assert games.games.tobytes() == before and np.array_equal(games.current().masks, masks)
    kept = lenient.games[1].tobytes()
    step = lenient.step(np.where(np.arange(3) == 1, wrong[1], lenient.current().masks.argmax(axis=1)))
    assert step.illegal.tolist() == [False, True, False] and lenient.games[1].tobytes() == kept
    assert np.array_equal(step.masks, lenient.current().masks) and (step.masks.sum(axis=1) >= 2).all()
    with pytest.raises(RuntimeError, match="call reset"):
        SelfPlayGames(BASIC, 2).step(right[:2])


def test_some_games_against_opponents_some_against_oneself():
    inside = Told()
    games, step = begun(SHORT, 30, [None, inside, "random"], [2, 1, 1], max_episode_steps=50)
    begun_first = sorted(inside.begun)
    assert begun_first == list(range(30))
    both, seen = 0, set()
    for _ in range(150):
        against = games.slots.copy()
        assert (games.games["decider"] == step.teams).all()
        assert np.array_equal(step.players == 0, step.teams == games.sides)
        assert not step.players[against > 0].any()
        both += step.players.sum()
        step = games.step(by_record(games, step))
        if step.finished is not None:
            end = step.finished
            seen |= set(end.opponents.tolist())
            assert np.array_equal(end.opponents, against[end.rows])
            other = end.lengths[np.arange(len(end.rows)), 1 - end.sides]
            assert (other[end.opponents > 0] == 0).all() and (other[end.opponents == 0] > 0).all()
            assert (end.lengths.sum(axis=1)[end.truncated] == 50).all()
    assert seen == {0, 1, 2} and both > 500 and len(inside.begun) > 60
    assert games.weights == [2.0, 1.0, 1.0]
    number = games.add_opponent("hunter:caution=2", 3.0)
    games.weights = [0, 0, 0, 1]
    games.reset()
    assert number == 3 and (games.slots == 3).all() and len(games.opponents) == 4
    games.step(by_record(games, games.current()))


def test_cut_off_games_say_who_would_have_decided():
    games, step = begun(BASIC, 3, max_episode_steps=7, shaping=Shaping(gamma=0.5))
    for number in range(7):
        assert games.lengths.sum(axis=1).tolist() == [number] * 3
        step = games.step(by_record(games, step))
    end = step.finished
    assert step.dones.all() and end.truncated.all() and (end.results == 0).all()
    assert set(end.teams.tolist()) <= {0, 1} and (end.masks.sum(axis=1) >= 2).all()
    assert (games.lengths == 0).all()


def test_arrays_hold_until_the_second_next_step():
    games, step = begun(SHORT)
    step = games.step(by_record(games, step))
    kept = copied(step)
    games.step(by_record(games, step))
    games.begin([1])
    games.current()
    assert all(np.array_equal(*pair) for pair in zip(kept[:-1], step[:-1], strict=True))


WON = "turn=3 to=first:roll-or-hold first=first pot=5 score=29,7"  # the first team may hold, and has won


def holds(observations, masks):
    return np.where(masks[:, 2] > 0, 2, 0)  # else it rolls


def test_games_that_are_over_before_the_caller_decides_are_nobodys():
    scenario = PIG.load("pig")
    games = AnyGames(scenario, 6, [holds], positions=[None, WON], side=1, seed=2)
    step, reported = games.reset(), 0
    assert games.skipped > 0 and (games.games["turn"] < 3).all()
    for _ in range(300):
        before = games.skipped
        step = games.step(np.zeros(6, int))
        assert (games.games["decider"] == 1).all() and (step.teams == 1).all()
        if step.finished is not None:
            reported += len(step.finished.rows)
            assert (step.finished.lengths[:, 1] > 0).all() and (step.finished.lengths[:, 0] == 0).all()
        assert games.skipped == before or step.dones.any()
    assert reported > 5 and games.skipped > 5
    with pytest.raises(ValueError, match="game 3 ends before the caller has anything to decide"):
        games.begin([1, 3], positions=[None, WON])


@pytest.mark.parametrize("kind", [AnyGames, AnyBatch])
def test_games_that_are_over_too_early_are_too_many_only_in_a_row(kind, monkeypatch):
    limit = f"{kind.__module__}.MOST_SKIPPED"
    monkeypatch.setattr(limit, 40)
    games = kind(pig_of("short", 2, 9), 16, [holds], side=1, seed=2)  # the first turn wins a third of them
    games.reset()
    while games.skipped <= 500:
        games.step(np.zeros(16, int))
    monkeypatch.setattr(limit, 2)
    with pytest.raises(RuntimeError, match="game after game ends before the"):
        games.reset(seed=1)
    assert games.skipped < 50
