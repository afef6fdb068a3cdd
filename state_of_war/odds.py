"""The exact odds of what people weigh before they act: volleys, pairs in melee, checks of morale."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from state_of_war import chances
from state_of_war.chances import DECLARED, ORDERED, READY
from state_of_war.rules.dice import MELEE_CUTS
from state_of_war.rules.figures import figure_of, men_of, stands
from state_of_war.rules.harm import COLUMNS, DEAD, DISABLES, HURT, KILLS, UNHURT, WOUND, fate
from state_of_war.rules.melee import lead_of
from state_of_war.rules.morale import modifiers
from state_of_war.rules.pairs import is_primary, match_all
from state_of_war.rules.state import MEN, MOUNTED
from tabletop.game.contests import cases_of, weight_of_class
from tabletop.game.header import Record

WHO_SHOOTS = {"ordered": ORDERED, "ready": READY, "declared": DECLARED}
MOST_STATES = 20_000  # of a volley that is counted
_DEAD = (9, 9)  # whatever else falls on him
Man = tuple[int, tuple[tuple[int, ...], ...]]  # wounded before; in how many ways each shot does what to him
Hits = tuple[int, int]  # wounds and disablings of a man
State = tuple[tuple[tuple[Hits, int], ...], ...]  # of each kind of men how many have been hit so


class Toll(NamedTuple):
    """What a volley does to the men of a unit, each counted by what becomes of him in the end (SH7)."""

    wounded: int | Fraction = 0
    disabled: int | Fraction = 0
    killed: int | Fraction = 0


def volley_odds(world: Record, game: Record, unit: int, target: int, who: str = "ordered") -> Mapping[Toll, Fraction]:
    """SH1 to SH7, SH12: the chances of all that the shots of a unit at an enemy unit in sight can do to its men.

    Men who are hit alike are counted together. Who lies (W4) isn't counted.

    Args:
      world: the record of the scenario.
      game: that of the position; not changed.
      unit: id of the unit that shoots.
      target: id of the other.
      who: `ordered`: those who would shoot if it were ordered now; `ready`: those who stand ready (RE1); `declared`:
        those whose shots are declared.

    Returns:
      Chances, which sum to 1; empty: there are more than MOST_STATES ways for these men to be hit.
    """
    men, shots, scale = _men(world, game, unit, target, who)
    kinds = Counter(men)
    ends: dict[State, int] = {tuple((((0, 0), count),) for count in kinds.values()): 1}
    total = 1
    for at in range(shots):
        after: dict[State, int] = defaultdict(int)
        for state, ways in ends.items():
            missed = scale[at]
            for number, (wounded, done) in enumerate(kinds):
                for hits, count in state[number]:
                    for result in range(WOUND, COLUMNS):
                        if hit := count * done[at][result]:
                            missed -= hit
                            after[_moved(state, number, hits, _hit(wounded, hits, result))] += ways * hit
            after[state] += ways * missed
        if len(after) > MOST_STATES:
            return {}
        ends, total = after, total * scale[at]
    odds: dict[Toll, Fraction] = defaultdict(Fraction)
    for state, ways in ends.items():
        toll = [0] * 4
        for (wounded, _), counts in zip(kinds, state, strict=True):
            for hits, count in counts:
                toll[_end(wounded, hits)] += count
        odds[Toll(*toll[HURT:])] += Fraction(ways, total)
    return odds


def expected_toll(world: Record, game: Record, unit: int, target: int, who: str = "ordered") -> Toll:
    """SH1 to SH7, SH12: how many men such shots wound, disable and kill on the average; arguments as `volley_odds`."""
    men, shots, scale = _men(world, game, unit, target, who)
    toll = [Fraction(0)] * 4
    for (wounded, done), number in Counter(men).items():
        ends: dict[Hits, Fraction] = {(0, 0): Fraction(1)}
        for at in range(shots):
            after: dict[Hits, Fraction] = defaultdict(Fraction)
            for hits, chance in ends.items():
                for result in range(WOUND, COLUMNS):
                    after[_hit(wounded, hits, result)] += chance * Fraction(done[at][result], scale[at])
                after[hits] += chance * (1 - Fraction(sum(done[at][WOUND:]), scale[at]))
            ends = after
        for hits, chance in ends.items():
            toll[_end(wounded, hits)] += number * chance
    return Toll(*toll[HURT:])


def _men(world: Record, game: Record, unit: int, target: int, who: str) -> tuple[list[Man], int, list[int]]:
    """The standing men of the target; the number of shots; of how many ways each shot's results are some."""
    ways, cases = chances.volley(world, game, unit, target, chances.aims_of(world, game, unit, target, WHO_SHOOTS[who]))
    shooters = [i for i in range(MEN) if cases[i].any()]
    scale = [lcm(*(int(each) for each in cases[i] if each)) for i in shooters]
    begin, _ = men_of(world, game, target)
    men: list[Man] = []
    for j in range(MEN):
        if any(cases[i, j] for i in shooters) and stands(game, begin + j):
            hits = tuple(
                tuple(int(each) * scale[at] // int(cases[i, j]) if cases[i, j] else 0 for each in ways[i, j])
                for at, i in enumerate(shooters)
            )
            men.append((int(figure_of(game, begin + j).wounded), hits))
    return men, len(shooters), scale


def _hit(wounded: int, hits: Hits, result: int) -> Hits:
    """SH7: wounds and disablings of a man after one result more."""
    if hits == _DEAD:
        return hits
    wounds, disablings = hits[0] + (result == WOUND), hits[1] + (result == DISABLES)
    return _DEAD if fate(wounded, wounds, disablings, int(result == KILLS)) == DEAD else (wounds, disablings)


def _end(wounded: int, hits: Hits) -> int:
    """SH7: what becomes of a man; UNHURT: nothing new."""
    end = DEAD if hits == _DEAD else int(fate(wounded, *hits, 0))
    return UNHURT if wounded and end == HURT else end


def _moved(state: State, number: int, old: Hits, new: Hits) -> State:
    """The state after one man of a kind has been hit once more."""
    counts = Counter(dict(state[number]))
    counts[old] -= 1
    counts[new] += 1
    kept = tuple(sorted((hits, count) for hits, count in counts.items() if count))
    return (*state[:number], kept, *state[number + 1 :])


def pair_odds(world: Record, game: Record, who: int) -> Mapping[int, Fraction]:
    """ME3 to ME6: the chances of the leads of a figure over its opponent, if melees were fought now.

    Below 0 the lead is the opponent's. Of leads that do the same (ME6) the smallest stands for all. Empty: the figure
    is no primary (ME3).
    """
    foes, counts = match_all(world, game)
    if not is_primary(foes, who):
        return {}
    own, other = (int(figure_of(game, each).horse == MOUNTED) for each in (who, int(foes[who])))
    code = int(chances.pair_code(world, game, foes, counts, who))
    classes = int(chances.CUTS[int(MELEE_CUTS[own, other]), 0]) + 1
    return {
        int(lead_of(own, other, number)): Fraction(
            int(weight_of_class(chances.CUTS, code, number)), int(cases_of(code))
        )
        for number in range(1, classes + 1)
    }


def check_odds(world: Record, game: Record, unit: int) -> Mapping[int, Fraction]:
    """MO2 to MO5: the chances of the results of a check of a unit now, `dice.BREAKS_FOR_GOOD` … `dice.CONTINUES`."""
    ways = chances.check_ways(world, game, unit, int(modifiers(world, game, unit)))
    return {at + 1: Fraction(int(each), int(ways.sum())) for at, each in enumerate(ways)}
