"""Are the odds exact?  Probabilities derived by hand, sums, and the dice themselves."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from paintball_env.game import Game
from paintball_env.notation import format_position, position_key
from paintball_env.notation.words import KINDS
from paintball_env.rules.dice import fallen
from paintball_env.scenario import Scenario
from paintball_env.shoot_out_odds import contest_odds
from tabletop.game.chance import new_chance
from tabletop.play.game import IllegalActionError
from tabletop.play.odds import outcomes
from tests import refuses
from tests.paintball.kinds import possible_kinds
from tests.paintball.positions import random_position

F = Fraction
HEAD = "turn=2 phase=1 acting=red second=blue score=6,1"


def chance(game: Game, action: str, has: str) -> Fraction:
    """Probability that the position reached contains this text; `!` in front: that it doesn't."""
    results = outcomes(game, action)
    assert sum(result.probability for result in results) == 1
    if has.startswith("!"):
        return sum((r.probability for r in results if has[1:] not in f"{r.position} "), F(0))
    return sum((r.probability for r in results if has in f"{r.position} "), F(0))


def test_a_snap_shot_at_range_3() -> None:
    # Hit on 4+ 1/2, not saved 2/3, out on 4+ 1/2: 1/6.  A 1 and then a 1: 1/36 (no Marshal is near the shooter: MF6).
    game = Game("capture-the-flag-basic", start=f"{HEAD} to=red:act R1=c2 R2=b1 B1=c5 B2=d7 M2=c6")
    game.step("R1 shoot B1")
    assert chance(game, "done", "!B1=") == F(1, 6)
    assert chance(game, "done", "!R1=") == F(1, 36)
    assert chance(game, "done", "empty") == F(1, 36)
    assert chance(game, "done", "jammed") == F(1, 36)


def test_an_aimed_shot_into_soft_cover() -> None:
    # Range 3 aimed hits on 3+ 2/3, the foliage lets 1/2 through, saved on 1-3 1/2, out 1/2.
    figures = "R1=c2,p1,used,aim R2=b1 B1=c5 B2=d7 M2=c6 soft=c5"
    game = Game("capture-the-flag-basic", start=f"{HEAD} used=1,0 to=red:act {figures}")
    # With one point left there is nothing more to declare: the dice roll at once.
    assert chance(game, "R1 shoot B1", "!B1=") == F(2, 3) * F(1, 2) * F(1, 2) * F(1, 2)


def test_suppression() -> None:
    # Range 2: 4/6 hits, not saved 4/6.
    game = Game("capture-the-flag-basic", start=f"{HEAD} to=red:act R1=c2 R2=b1 B1=c4 B2=d7 M2=c6")
    game.step("R1 suppress B1")
    assert chance(game, "done", "B1=c4,suppressed") == F(4, 9)


def test_two_dice_through_foliage_on_the_way() -> None:
    # Range 2, each die: a misfire 1/6, a miss 1/6, a hit 4/6 that the foliage of c4 lets through 1/2, unsaved 4/6, put
    # out 1/2 (M2 is near): out by one die 1/9.  Both dice count if neither misfires, or if each 1 is harmless (a 6 with
    # no Marshal near the shooter: 1/6): each die is fatal 1/9, harmless 1/6 + 2/3 - 1/9 + 1/36 = 3/4; else all is lost.
    start = f"{HEAD} to=red:act R1=c3 R2=b1 B1=c5 B2=d7 M2=c6 soft=c4"
    game = Game("capture-the-flag-basic", start=start)
    game.step("R1 shoot B1")
    # The points are spent with the second die: both roll at once.
    assert chance(game, "R1 shoot B1", "!B1=") == (F(1, 9) + F(3, 4)) ** 2 - F(3, 4) ** 2


def test_three_dice_with_much_in_the_way() -> None:
    # Three own and two enemy figures, two Marshals and foliage on the way: what each hit leads to is merged with what
    # other dice have led to, else there would be far more ways than the limit.
    crowd = "R1=c2,expert R2=c3 R3=c3 R4=c5 B1=c6 B2=c6 B3=c6 B4=c4 B5=c4 M1=c4 M2=c5 soft=c3,c4,c6"
    game = Game("capture-the-flag", start=f"{HEAD} to=red:act {crowd}")
    game.step("R1 shoot B1")
    game.step("R1 shoot B2")
    # None of the three hits, and none is a misfire that ends it: every way but the dice must leave nothing half done.
    for result in outcomes(game, "R1 shoot B3"):
        assert result.game["passed"][0] == 0
        assert "to=red:act" in result.position or "to=blue:pick" in result.position
    assert chance(game, "R1 shoot B3", "empty") > 0


def test_a_reaction() -> None:
    # Red walks from c4 to c5, range 2 of the sentry at c7: 4/6, 4/6, M2 near 1/2; fire back is none.
    start = f"{HEAD} to=red:act R1=c4 R2=b1 B1=c7,sentry B2=d7 M2=b6"
    game = Game("capture-the-flag-basic", start=start)
    game.step("R1 move E")
    assert game.decision == "react"
    assert chance(game, "B1 shoot R1", "!R1=") == F(4, 6) * F(4, 6) * F(1, 2)


def test_a_throw() -> None:
    # 1 and 6 miss (the opponent says where); an expert's 1 only.
    for expert, misses in (("", F(1, 3)), (",expert", F(1, 6))):
        start = f"{HEAD} to=red:act R1=c4{expert},smoke R2=b1 B1=c7 B2=d7"
        game = Game("capture-the-flag", start=start)
        game.step("R1 throw smoke")
        assert chance(game, "hex c5", "to=blue:scatter") == misses


def test_the_end_of_a_turn() -> None:
    # The last decision of a turn: two smokes, each gone in 2 of 6; two command dice, 36 pairs.
    start = "turn=2 phase=2 acting=red second=red score=1,6 to=red:act R1=c2 R2=b1 B1=c7 B2=d7 smoke=a1,e2"
    game = Game("capture-the-flag", start=start)
    assert chance(game, "done", "smoke=a1,e2") == F(4, 9)
    assert chance(game, "done", "!smoke=") == F(1, 9)
    assert chance(game, "done", "score=6,6") == F(1, 36)
    assert chance(game, "done", "to=red:first") == F(1, 6)


def test_a_shoot_out_of_one_against_one() -> None:
    # Ties to the charger: it wins 21 of 36.
    start = f"{HEAD} to=red:act R1=c4 R2=b1 B1=c5,suppressed B2=d7"
    # One hex to charge, one charger, one way: all of it follows from the word.
    results = outcomes(Game("capture-the-flag-basic", start=start), "charge")
    assert sum(r.probability for r in results) == 1
    assert sum(r.probability for r in results if "B1=" not in r.position) == F(21, 36)


def rolls(dice: int) -> list[tuple[int, int]]:
    """All that so many dice can show, as the rules count faces, and in how many ways they can fall so."""
    weights = []
    for shown in itertools.combinations_with_replacement(range(1, 7), dice):
        alike = math.prod(math.factorial(shown.count(face)) for face in range(1, 7))
        weights.append((sum(1 << (8 * face) for face in shown), math.factorial(dice) // alike))
    return weights


@pytest.mark.parametrize("chargers", range(1, 5))
@pytest.mark.parametrize("defenders", range(1, 5))
def test_contest_odds_are_those_of_all_rolls(chargers: int, defenders: int) -> None:
    counts: dict[tuple[int, int], int] = {}
    for (own, ways), (other, others) in itertools.product(rolls(chargers), rolls(defenders)):
        lost = divmod(fallen(own, other, chargers, defenders), 32)
        counts[lost] = counts.get(lost, 0) + ways * others
    total = 6 ** (chargers + defenders)
    assert contest_odds(chargers, defenders) == {lost: F(count, total) for lost, count in counts.items()}


def test_large_contests_sum_to_one() -> None:
    for sides in ((6, 6), (12, 3), (16, 16)):
        assert sum(contest_odds(*sides).values()) == 1


def test_results_that_cannot_be_leave_the_dice_alone() -> None:
    one, other = (Game("capture-the-flag-basic-drawn", seed=5) for _ in range(2))
    for wrong in ([99999999], ["x"], [1] * 5000, [0, 0, 0]):
        refuses(ValueError, "", one.step, "done", results=wrong)
    for game in (one, other):
        while not game.over:
            game.step(game.legal_indices()[0])
    assert one.games.tobytes() == other.games.tobytes()


def test_nothing_changes_and_the_illegal_is_refused() -> None:
    game = Game("capture-the-flag-drawn", seed=3)
    before = game.games.tobytes()
    outcomes(game, game.legal_actions()[0])
    assert game.games.tobytes() == before
    refuses(IllegalActionError, "", outcomes, game, "direction E")
    with pytest.raises(ValueError, match="more than 3 ways"):
        turn = "turn=2 phase=2 acting=red second=red score=1,6 to=red:act R1=c2 R2=b1 B1=c7 B2=d7"
        outcomes(Game("capture-the-flag", start=turn), "done", limit=3)
    for limit in (-1, "x", None, 1.5, True, float("nan")):
        with pytest.raises(ValueError, match=r"^limit .*:"):
            outcomes(game, game.legal_actions()[0], limit)
    refuses(TypeError, r"^game 'turn=1': a Game$", outcomes, "turn=1", 0)  # type: ignore[arg-type]


EVERY_KIND = ("capture-the-flag", "reverse-flag", "single-flag", "battle-12")
EACH = 12  # decisions of each kind
LIMIT = 5_000  # ways for the dice to fall; each is told as text, and where there are more the position is left out


@pytest.mark.slow
@pytest.mark.parametrize("kind", range(1, len(KINDS)), ids=KINDS[1:])
def test_the_dice_agree_with_the_odds(kind: int) -> None:
    """Simulation lies within 4.5 sigma of the odds, in as many decisions of every kind."""
    rng = np.random.default_rng(11 + kind)
    scenarios = [scenario for scenario in map(Scenario.load, EVERY_KIND) if kind in possible_kinds(scenario)]
    done = tried = crowded = 0
    while done < EACH:
        scenario = scenarios[tried % len(scenarios)]
        text = format_position(scenario, random_position(scenario, kind, tried % 2, rng))
        tried += 1
        assert tried < 200 * EACH, f"only {done} of {tried} positions had a choice"
        try:
            game = Game(scenario, start=text)
        except ValueError as error:
            assert "no action is legal" in str(error)
            continue
        if game.over or game.decision != KINDS[kind]:
            continue  # a single legal action is taken at once
        # Where dice are rolled there is something to compare; a choice without dice still has its one result.
        names = game.legal_actions()
        wild = [name for name in names if any(word in name for word in ("shoot", "suppress", "charge", "done"))]
        some = names if done % 3 == 2 or not wild else wild
        try:
            _simulate(game, some[rng.integers(len(some))])
        except ValueError as error:
            assert "ways for the dice to fall" in str(error)
            crowded += 1
            assert crowded <= EACH // 3, "too many positions in which the odds say nothing"
            continue
        done += 1


def _played(game: Game, action: str, seeds: np.ndarray) -> list[bytes]:
    """What an action leads to with the dice of each seed: all in one call, some of them in a game of their own too."""
    copies, rows = np.repeat(game.games, len(seeds)), np.arange(len(seeds))
    copies["dice"]["seed"] = seeds
    actions = np.full(len(seeds), game.table.index(action, game.decider))
    masks, illegal = np.zeros((len(seeds), game.scenario.actions), np.int8), np.zeros(len(seeds), np.int8)
    batch, world = game.definition.batch, game.scenario.world
    assert batch.step_rows(world, new_chance(), copies, rows, actions, masks, illegal) == 0
    for row in range(0, len(seeds), 100):
        copy = game.clone(seed=int(seeds[row]))
        copy.step(action)
        assert copy.games.tobytes() == copies[row].tobytes()
    return [position_key(copies[row]) for row in rows]


def _simulate(game: Game, action: str, trials: int = 600) -> None:
    results = {position_key(r.game): r.probability for r in outcomes(game, action, limit=LIMIT)}
    assert sum(results.values()) == 1
    counts = dict.fromkeys(results, 0)
    for key in _played(game, action, np.arange(trials) * 7919 + 1):
        counts[key] += 1  # a KeyError: a result that the odds don't know
    # Sigma means little for what hardly ever happens: all of that is looked at together.
    rare = [key for key, probability in results.items() if trials * probability < 25]
    bins = [([key], results[key]) for key in results if key not in rare]
    bins.append((rare, sum((results[key] for key in rare), F(0))))
    for keys, probability in bins:
        sigma = float(trials * probability * (1 - probability)) ** 0.5
        off = abs(sum(counts[key] for key in keys) - float(trials * probability))
        assert off <= 4.5 * sigma + 1, (action, game.position())
