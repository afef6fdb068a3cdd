"""The report of a tournament as one HTML page that needs nothing else.

Ratings, matrices, sides, endings, cycles, and beside the table: styles, thinking time, the games that were lost worst,
and a game of each pairing.
"""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from tabletop.definition import GameDefinition
from tabletop.matches import nash
from tabletop.matches.balance import lines
from tabletop.matches.html_page import cells as cells_of
from tabletop.matches.html_page import document
from tabletop.matches.html_page import table as table_of
from tabletop.matches.profile import shares, variation
from tabletop.matches.rating import DRAW, WIN
from tabletop.matches.variance import words as variance_words
from tabletop.records import GameRecord
from tabletop.tournament.standings import endings_of
from tabletop.tournament.store import Row
from tabletop.tournament.tables import SCORES, Span, less_luck, with_intervals
from tabletop.web.page import framed, record_data
from tabletop.web.page import page as viewer

WIDTH, ROW, NAMES = 520, 26, 220  # of the picture of ratings, in pixels
MOST_CYCLES = 12
MOST_GAMES = 36  # of pairings to be watched on a page: some 0.12 MB each, a third of a second to make
Links = Mapping[frozenset[str], str]  # by the two agents of a pairing, where on the page a game of theirs is
STYLE = "td.own { background: #eee; } small { color: #666; }\n"


class Shown(NamedTuple):
    """A game that can be watched on the page.

    Attributes:
      first, second: names of the agents.
      scenario: its name.
      row: of the store.
      record: the game; None: it came out otherwise when played again.
    """

    first: str
    second: str
    scenario: str
    row: Row
    record: GameRecord | None

    @property
    def words(self) -> str:
        """Who played, and how it ended."""
        row = self.row
        if row.score == DRAW:
            told = f"{self.first} drew with {self.second}"
        else:
            winner, loser = (self.first, self.second) if row.score == WIN else (self.second, self.first)
            told = f"{loser} lost to {winner}"
        return f"{told} on {self.scenario}: {row.ending}, {row.turns} turns, pair {row.pair}"


def page(
    standings: dict[str, Any],
    game: GameDefinition,
    thought: Mapping[str, tuple[float, int]] | None = None,
    orders: Mapping[str, Sequence[int]] | None = None,
    lost: Sequence[Shown] = (),
    games: Sequence[Shown] = (),
) -> str:
    """Return the page.

    Args:
      standings: of the tournament (`tabletop.tournament.standings.standings`).
      game: that was played.
      thought: by agent, seconds and decisions; it isn't the same each time. None: the page says nothing of it.
      orders: by agent, how often it gave each kind of order; None: the page says nothing of styles.
      lost: games to be watched on the page, each lost by another agent.
      games: the same, of pairings; their scores lead to them.
    """
    everywhere, title = standings["all"], f"{game.title}: {', '.join(standings['scenario_names'])}"
    played = f"{standings['played']} of {standings['planned']} games, seed {standings['run']['seed']}"
    links = [f"game-{number}" for number in range(len(games))]
    named = list(zip(games, links, strict=True))
    anywhere = {frozenset((each.first, each.second)): link for each, link in reversed(named)}
    parts = [f"<h1>{escape(title)}</h1><p>{escape(played)}</p>", *_table(everywhere, game, anywhere)]
    for name, table in standings["scenarios"].items():
        here = {frozenset((each.first, each.second)): link for each, link in named if each.scenario == name}
        parts += [f"<h2>{escape(name)} alone</h2>", *_table(table, game, here)]
    if orders:
        parts += _styles(orders, game)
    if lost:
        words = "To the agent with the lowest rating, in the fewest turns. A click shows the game."
        parts += [f"<h2>Lost worst</h2><p><small>{words}</small></p>"]
        parts += [_shown(each, f"lost-{number}", odds=False) for number, each in enumerate(lost)]
    if games:
        words = "Of each pairing the first game. A click shows it; so does a click on the pairing's score."
        parts += [f"<h2>Games</h2><p><small>{words}</small></p>"]
        parts += [_shown(each, link) for each, link in named]
    if thought:
        parts += ["<h2>Thinking time</h2>", _thought(thought)]
    return document(title, parts, STYLE)


def _table(table: dict[str, Any], game: GameDefinition, links: Links) -> list[str]:
    agents = table["agents"]
    faults = [
        f"<li>{escape(agent['agent'])}, {fault['games']} games: {escape(fault['words'])}</li>"
        for agent in agents
        for fault in agent["fault_words"]
    ]
    cycles = [f"<li>{escape(' beats '.join([*cycle, cycle[0]]))}</li>" for cycle in find_cycles(table)]
    return [
        "<h3>Ratings</h3>",
        f"<p><small>{escape(table['scale'])}. Bars: 95 % intervals; an open end has no bound.</small></p>",
        _ratings(agents),
        _rows(agents, game),
        f"<h3>{SCORES}</h3>",
        "<p><small>Under each: its 95 % interval.</small></p>",
        _matrix(agents, with_intervals(table), links),
        *_less_luck(table, links),
        "<h3>Likelihood in % that the agent of the row is better</h3>",
        _chances(agents, table["superiority"]),
        "<h3>Sides, draws, endings</h3>",
        *(f"<p>{escape(words)}</p>" for words in lines(table, game.teams[0])),
        *([f"<p>{escape(variance_words(table['made_of']))}</p>"] if table["made_of"] else []),
        *(["<h3>Cycles</h3><ul>", *cycles, "</ul>"] if cycles else ["<p>No cycles of three: who beats whom.</p>"]),
        *_nash(agents, table["scores"]),
        *(["<h3>Faults</h3><ul>", *faults, "</ul>"] if faults else []),
    ]


def find_cycles(table: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the threes of agents of which each takes more than half of the points from the next; the first few."""
    names, scores = [agent["agent"] for agent in table["agents"]], table["scores"]
    beats = [[cell is not None and cell > 0.5 for cell in row] for row in scores]
    found = [
        (names[a], names[b], names[c])
        for a, b, c in permutations(range(len(names)), 3)
        if a < b and a < c and beats[a][b] and beats[b][c] and beats[c][a]
    ]
    return found[:MOST_CYCLES]


def _nash(agents: list[dict[str, Any]], scores: list[list[float | None]]) -> list[str]:
    """Whom somebody would pick who doesn't know what the other side picks."""
    shares = nash.weights(scores)
    if shares is None:
        return []
    picked = sorted(
        ((share, agent["agent"]) for share, agent in zip(shares, agents, strict=True) if share), reverse=True
    )
    told = ", ".join(f"{name} {100 * weight:.0f} %" for weight, name in picked)
    return [
        f"<p>Nash weights: {escape(told)}. <small>Who picks agents so can't be beaten in the mean, by these scores, "
        "whatever the other side picks. All in one: it beats every other.</small></p>"
    ]


def _styles(orders: Mapping[str, Sequence[int]], game: GameDefinition) -> list[str]:
    """How often each agent gives which order, and how far two of them differ."""
    names = list(orders)
    profiles = {name: np.array(orders[name]) for name in names}
    kinds = [kind for kind in range(len(game.orders)) if any(profiles[name][kind] for name in names)]
    rows = [cells_of([name, *(f"{100 * shares(profiles[name])[kind]:.1f}" for kind in kinds)]) for name in names]
    apart = [
        cells_of([f"{i + 1} {one}", *("" if one == other else _apart(profiles, one, other) for other in names)])
        for i, one in enumerate(names)
    ]
    numbers = [str(number) for number in range(1, len(names) + 1)]
    return [
        "<h2>Styles</h2><p><small>How many % of an agent's orders are of each kind.</small></p>",
        table_of(["agent", *(game.orders[kind] for kind in kinds)], rows),
        "<p><small>How far two agents differ in them: 0 not at all, 100 they have no kind in common.</small></p>",
        table_of(["agent", *numbers], apart),
    ]


def _apart(profiles: Mapping[str, Any], one: str, other: str) -> str:
    return f"{100 * variation(profiles[one], profiles[other]):.0f}"


def _shown(game: Shown, link: str, odds: bool | None = None) -> str:
    """A game that a click opens, and so does a link to it; `odds` as `record_data` takes them."""
    inside = "<p>It came out otherwise when played again.</p>"
    if game.record is not None:
        inside = framed(viewer(record_data(game.record, odds)))
    return f'<details><summary>{escape(game.words)}</summary><div id="{link}">{inside}</div></details>'


def _chances(agents: list[dict[str, Any]], chances: list[list[float | None]]) -> str:
    rows = [
        cells_of([f"{i + 1} {agent['agent']}", *("" if cell is None else f"{100 * cell:.1f}" for cell in chances[i])])
        for i, agent in enumerate(agents)
    ]
    return table_of(["agent", *(str(number) for number in range(1, len(agents) + 1))], rows)


def _ratings(agents: list[dict[str, Any]]) -> str:
    """A bar for each agent's interval, a dot for its rating."""
    values = [agent[key] for agent in agents for key in ("rating", "low", "high") if agent[key] is not None]
    least, most = min(values), max(values)
    scale = (WIDTH - 20) / max(most - least, 1.0)
    marks = []
    for number, agent in enumerate(agents):
        y = ROW * number + ROW // 2
        low, high = (end if agent[key] is None else agent[key] for key, end in (("low", least), ("high", most)))
        left, right, dot = (NAMES + 10 + scale * (value - least) for value in (low, high, agent["rating"]))
        label = agent["agent"] if len(agent["agent"]) <= 28 else f"{agent['agent'][:27]}…"
        marks.append(
            f'<text x="0" y="{y + 5}" font-size="13">{escape(label)}</text>'
            f'<line x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}" stroke="#69c" stroke-width="6"/>'
            f'<circle cx="{dot:.1f}" cy="{y}" r="4" fill="#136"/>'
        )
    size = f'width="{NAMES + WIDTH}" height="{ROW * len(agents)}"'
    return f'<div class="wide"><svg {size} xmlns="http://www.w3.org/2000/svg">{"".join(marks)}</svg></div>'


def _rows(agents: list[dict[str, Any]], game: GameDefinition) -> str:
    endings = endings_of(game)
    heads = ["agent", "rating", "95 % interval", "score", "games", "won", "drawn", "lost"]
    heads += [f"as {team.capitalize()}" for team in game.teams] + [f"won by {name}" for name in endings]
    heads += ["faults", "turns", "decisions"]
    rows = []
    for agent in agents:
        ends = ["…" if agent[key] is None else f"{agent[key]:.0f}" for key in ("low", "high")]
        cells = [agent["agent"], f"{agent['rating']:.0f}", " to ".join(ends), _percent(agent["score"])]
        cells += [str(agent[key]) for key in ("games", "won", "drawn", "lost")]
        cells += [_percent(agent[f"score_as_{team}"]) for team in game.teams]
        cells += [str(agent["won_by"][name]) for name in endings] + [str(agent["faults"])]
        cells += ["" if agent[key] is None else f"{agent[key]:.1f}" for key in ("mean_turns", "mean_decisions")]
        rows.append(cells_of(cells))
    return table_of(heads, rows)


def _less_luck(table: dict[str, Any], links: Links) -> list[str]:
    """The matrix without luck, where it was measured."""
    if "less_luck" not in table:
        return []
    words = (
        "By exact odds and the game's value of positions: what each score would be expected to be with dice that are "
        "neither good nor bad. Empty: too few pairs, or too near to 0 or 100."
    )
    return [
        f"<h3>{SCORES}, the luck of the dice taken off</h3>",
        f"<p><small>{escape(words)}</small></p>",
        _matrix(table["agents"], less_luck(table), links),
    ]


def _matrix(agents: list[dict[str, Any]], spans: list[list[Span | None]], links: Links) -> str:
    rows = []
    for i, agent in enumerate(agents):
        cells = [f"<td>{i + 1} {escape(agent['agent'])}</td>"]
        for j, span in enumerate(spans[i]):
            if span is None:
                cells.append('<td class="own"></td>')
                continue
            share, low, high = span
            shade = f"hsl({120 * share:.0f} 60% 85%)"
            score, ends = f"{100 * share:.1f}", f"{100 * low:.0f} to {100 * high:.0f}"
            if link := links.get(frozenset((agent["agent"], agents[j]["agent"]))):
                score = f'<a href="#{link}">{score}</a>'
            cells.append(f'<td style="background:{shade}">{score}<br><small>{ends}</small></td>')
        rows.append("".join(cells))
    return table_of(["agent", *(str(number) for number in range(1, len(agents) + 1))], rows)


def _thought(thought: Mapping[str, tuple[float, int]]) -> str:
    rows = []
    for name, (seconds, decisions) in thought.items():
        cells = (name, f"{seconds:.1f}", str(decisions), f"{1000 * seconds / max(decisions, 1):.3g}")
        rows.append(cells_of(cells))
    return table_of(["agent", "seconds", "decisions", "ms a decision"], rows)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f} %"
