"""The table of a tournament as plain data: ratings, scores, superiority, sides, endings (docs/tournament.md).

It doesn't depend on when or in which order games were played; numbers are rounded, so that the same games give the same
bytes.
"""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import FAULT
from tabletop.game.definition import GameDefinition
from tabletop.rate.matches import bradley_terry
from tabletop.rate.matches.balance import balance
from tabletop.rate.matches.faults import counted
from tabletop.rate.matches.luck import adjusted
from tabletop.rate.matches.rating import DRAW, LOSS, WIN, by_seed, mirrored_bootstrap
from tabletop.rate.matches.variance import split
from tabletop.rate.tournament.definition import GAUNTLET
from tabletop.rate.tournament.schema import endings_of
from tabletop.rate.tournament.store import Row, Store

SCALE = "Elo, a draw as half a point: 400 points are expected scores of 10 to 1"
DIGITS = 6  # of shares


def standings(store: Store, anchor: tuple[str, float] | None = None, spans: bool = True) -> dict[str, Any]:
    """Return the table of a store.

    Args:
      store: with some games.
      anchor: an agent and its given rating; None: the mean is zero (`bradley_terry.rate_all`).
      spans: whether to compute the intervals of the matrix, which takes some milliseconds for each two agents.

    Returns:
      `run`: the run table; `played`, `planned`: games; `all`: the table over all scenarios; `scenarios`: a table for
      each scenario, if there are several.

    Raises:
      ValueError: no games yet, or an anchor that doesn't take part.
    """
    run, agents, scenarios, rows = store.run(), store.agents(), store.scenarios(), store.games()
    names = [agent.name for agent in agents]
    if anchor is not None and anchor[0] not in names:
        raise ValueError(f"the anchor {anchor[0]} doesn't take part; there are {', '.join(names)}")
    if not rows:
        raise ValueError(f"{store.path} holds no games yet")
    couples = len(names) - 1 if GAUNTLET in run else len(names) * (len(names) - 1) // 2
    tables = {}
    if len(scenarios) > 1:
        for number, scenario in enumerate(scenarios, 1):
            scenario_rows = [row for row in rows if row.scenario == number]
            if scenario_rows:
                tables[scenario.name] = table(scenario_rows, names, anchor, store.game, spans)
    return {
        "run": run,
        "agents": [{"agent": agent.name, "digest": agent.digest} for agent in agents],
        "played": len(rows),
        "planned": 2 * int(run["pairs"]) * couples * len(scenarios),
        "scenario_names": [scenario.name for scenario in scenarios],
        "all": table(rows, names, anchor, store.game, spans),
        "scenarios": tables,
    }


def sure_width(store: Store, agent: str) -> tuple[float, int]:
    """Return how wide an agent's interval would be if no game were more even than an independent trial, and its seeds.

    The interval as shown also depends on how even the games seem to be, which so few seeds tell badly.

    Args:
      store: with games of the agent.
      agent: by name.

    Returns:
      The width in Elo, infinite if an end is open; the number of seeds that the agent has played.
    """
    names, columns = [entrant.name for entrant in store.agents()], _columns(store.games(), store.game)
    number = names.index(agent)
    ratings = bradley_terry.rate_all(*_by_pair(columns), len(names), least=bradley_terry.PRIOR)
    own = (columns["first"] == number) | (columns["second"] == number)
    width = float(ratings.high[number] - ratings.low[number])
    return width if math.isfinite(width) else math.inf, len(np.unique(columns["pair"][own]))


def table(
    rows: Sequence[Row],
    names: list[str],
    anchor: tuple[str, float] | None,
    game: GameDefinition,
    spans: bool = True,
) -> dict[str, Any]:
    """Return the table of some games, agents by rating; arguments as in `standings`."""
    agents = len(names)
    columns = _columns(rows, game)
    points, played, first, second = _by_pair(columns)
    pinned = None if anchor is None else (names.index(anchor[0]), anchor[1])
    ratings = bradley_terry.rate_all(points, played, first, second, agents, pinned)
    order = sorted(range(agents), key=lambda i: (-round(float(ratings.elo[i]), 6), i))
    score, games = columns["score"], np.zeros((agents, agents))
    agent_points = np.zeros((agents, agents))
    players = (columns["first"], columns["second"])
    for agent, opponent, agent_score in ((*players, score), (*players[::-1], 1 - score)):
        np.add.at(agent_points, (agent, opponent), agent_score)
        np.add.at(games, (agent, opponent), 1)
    scores = np.where(columns["team_0"], score, 1 - score)
    luck = None if np.isnan(columns["luck"]).any() else columns["luck"]
    cells = _cells(columns, luck, agents) if spans else [[_Cell()] * agents] * agents
    return {
        "scale": SCALE,
        "anchor": None if anchor is None else {"agent": anchor[0], "rating": anchor[1]},
        "zero": [names[i] for i in order if i in ratings.zero] if anchor is None else [],
        "pairs": int(played.astype(bool).sum()),
        "games": len(rows),
        "agents": [_agent(i, names, columns, ratings, game) for i in order],
        "scores": [[_ratio(agent_points[i, j], games[i, j]) for j in order] for i in order],
        "intervals": [[cells[i][j].interval for j in order] for i in order],
        "games_against": [[int(games[i, j]) for j in order] for i in order],
        **({} if luck is None else {"less_luck": [[cells[i][j].less_luck for j in order] for i in order]}),
        "superiority": [[_number(ratings.superiority[i, j], 4) if i != j else None for j in order] for i in order],
        "groups": [[names[i] for i in sorted(group, key=order.index)] for group in ratings.groups],
        "made_of": _made_of(columns, luck),
        **balance(
            game.teams[0],
            scores,
            _count_endings(columns["ending"], game),
            columns["turns"],
            columns["decisions"],
            columns["pair"],
        ),
    }


def _columns(rows: Sequence[Row], game: GameDefinition) -> dict[str, NDArray[Any]]:
    by_name = dict(zip(Row._fields, zip(*rows, strict=True), strict=True))
    return {
        "scenario": np.array(by_name["scenario"]),
        "first": np.array(by_name["first"]) - 1,
        "second": np.array(by_name["second"]) - 1,
        "pair": np.array(by_name["pair"]),
        "team_0": np.array(by_name["side"]) == game.teams[0],
        "score": np.array(by_name["score"], np.float64),
        "ending": np.array(by_name["ending"]),
        "turns": np.array(by_name["turns"]),
        "decisions": np.array(by_name["decisions"]),
        "fault": np.array(by_name["fault"], object),
        "luck": np.array(by_name["luck"], np.float64),
    }


class _Cell(NamedTuple):
    """A cell of the matrix: an agent (row) against another one (column)."""

    interval: list[float] | None = None
    less_luck: dict[str, float] | None = None


def _cells(columns: dict[str, NDArray[Any]], luck: NDArray[np.float64] | None, agents: int) -> list[list[_Cell]]:
    cells = [[_Cell()] * agents for _ in range(agents)]
    for i, j in combinations(range(agents), 2):
        mask = (columns["first"] == i) & (columns["second"] == j)
        if not mask.any():
            continue
        score, seeds = columns["score"][mask], columns["pair"][mask]
        scores, games = by_seed(score, seeds)
        low, high = (round(end, DIGITS) for end in mirrored_bootstrap(scores, 0, games))
        less_luck = None if luck is None else adjusted(scores, by_seed(luck[mask], seeds)[0])
        cells[i][j] = _Cell([low, high], None if less_luck is None else less_luck.as_dict())
        turned = None if less_luck is None else less_luck.turned().as_dict()
        cells[j][i] = _Cell([round(1 - high, DIGITS), round(1 - low, DIGITS)], turned)
    return cells


def _made_of(columns: dict[str, NDArray[Any]], luck: NDArray[np.float64] | None) -> dict[str, Any] | None:
    """Return what results are made of, using the pairs of which both games have been played."""
    keys = np.stack([columns[name] for name in ("scenario", "first", "second", "pair")], axis=1)
    pairs, row, games = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    full = np.flatnonzero(games == 2)
    place = (row.ravel(), np.where(columns["team_0"], 0, 1))

    def by_pair(values: NDArray[np.float64]) -> NDArray[np.float64]:
        matrix = np.zeros((len(pairs), 2))
        matrix[place] = values
        return matrix[full]

    _, pairing = np.unique(pairs[full][:, :3], axis=0, return_inverse=True)
    return split(by_pair(columns["score"]), pairing.ravel(), None if luck is None else by_pair(luck))


def _by_pair(
    columns: dict[str, NDArray[Any]],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    """Return points and games by seed (rows) and pairing in a scenario (columns), and the agents of the pairings."""
    keys = np.stack([columns["scenario"], columns["first"], columns["second"]], axis=1)
    pairings, column = np.unique(keys, axis=0, return_inverse=True)
    pairs, row = np.unique(columns["pair"], return_inverse=True)
    points, played = np.zeros((len(pairs), len(pairings))), np.zeros((len(pairs), len(pairings)))
    np.add.at(points, (row, column), columns["score"])
    np.add.at(played, (row, column), 1.0)
    return points, played, pairings[:, 1], pairings[:, 2]


def _agent(
    i: int, names: list[str], columns: dict[str, NDArray[Any]], ratings: bradley_terry.Ratings, game: GameDefinition
) -> dict[str, Any]:
    """Return an agent's line of the table."""
    is_first = columns["first"] == i
    mask = is_first | (columns["second"] == i)
    scores = np.where(is_first, columns["score"], 1 - columns["score"])[mask]
    team = (is_first != columns["team_0"])[mask].astype(int)
    faults = (columns["ending"][mask] == FAULT) & (scores == LOSS)
    return {
        "agent": names[i],
        "rating": _number(ratings.elo[i], 2),
        "low": _number(ratings.low[i], 2),
        "high": _number(ratings.high[i], 2),
        "score": _ratio(float(scores.sum()), len(scores)),
        "games": len(scores),
        "won": int((scores == WIN).sum()),
        "drawn": int((scores == DRAW).sum()),
        "lost": int((scores == LOSS).sum()),
        **{
            f"score_as_{name}": _ratio(float(scores[team == number].sum()), int((team == number).sum()))
            for number, name in enumerate(game.teams)
        },
        "won_by": _count_endings(columns["ending"][mask][scores == WIN], game),
        "faults": int(faults.sum()),
        "fault_words": counted(names[i], columns["fault"][mask][faults]),
        "mean_turns": _ratio(float(columns["turns"][mask].sum()), len(scores), 2),
        "mean_decisions": _ratio(float(columns["decisions"][mask].sum()), len(scores), 2),
    }


def _count_endings(endings: NDArray[Any], game: GameDefinition) -> dict[str, int]:
    return {name: int((endings == name).sum()) for name in endings_of(game)}


def _ratio(part: float, total: float, digits: int = 6) -> float | None:
    return round(float(part) / float(total), digits) if total else None


def _number(value: float, digits: int) -> float | None:
    """Return a number as JSON can represent it: None for what is not bounded or not known."""
    return round(float(value), digits) + 0.0 if math.isfinite(value) else None
