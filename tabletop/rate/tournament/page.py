"""The report of a tournament as one self-contained HTML page.

It has ratings, matrices, sides, endings and cycles, and, in addition to the table, styles, thinking time, each agent's
worst losses, and a game of each pairing.
"""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from tabletop.game.definition import GameDefinition
from tabletop.play.records import GameRecord
from tabletop.rate.matches.balance import lines
from tabletop.rate.matches.faults import games_in_words
from tabletop.rate.matches.html_page import cells as cells_of
from tabletop.rate.matches.html_page import document
from tabletop.rate.matches.html_page import table as table_of
from tabletop.rate.matches.profile import shares, variation
from tabletop.rate.matches.rating import DRAW, WIN
from tabletop.rate.matches.variance import words as variance_words
from tabletop.rate.tournament.schema import endings_of
from tabletop.rate.tournament.store import Row
from tabletop.rate.tournament.tables import LESS_LUCK, SCORES, Span, less_luck, with_intervals
from tabletop.show.viewer.page import framed, record_data
from tabletop.show.viewer.page import page as viewer

WIDTH, ROW, NAMES = 520, 26, 220  # of the ratings' picture, in pixels
LETTERS = 28  # of a name in this picture
MOST_CYCLES = 12
MOST_GAMES = 36  # of pairings that can be watched on a page: each takes about 0.12 MB, and a third of a second to make
Numbers = Mapping[str, int]  # of agents by name: the same on the whole page
Links = Mapping[frozenset[str], str]  # by the two agents of a pairing, the place of one of their games on the page
STYLE = "td.own { background: #eee; } small { color: #666; }\n"


class PageGame(NamedTuple):
    """A game that can be watched on the page.

    Attributes:
      first, second: names of the agents.
      scenario: its name.
      row: of the store.
      record: the game; None: played again, it came out differently.
    """

    first: str
    second: str
    scenario: str
    row: Row
    record: GameRecord | None

    def words(self, game: GameDefinition) -> str:
        """Who played, and how the game ended."""
        row, ending = self.row, game.ending_nouns.get(self.row.ending, self.row.ending)
        if row.score == DRAW:
            outcome = f"{self.first} drew with {self.second}"
        else:
            winner, loser = (self.first, self.second) if row.score == WIN else (self.second, self.first)
            outcome = f"{loser} lost to {winner}"
        return f"{outcome} on {self.scenario}: {ending}, {row.turns} turns, pair {row.pair}"


def page(
    standings: dict[str, Any],
    game: GameDefinition,
    thought: Mapping[str, tuple[float, int]] | None = None,
    orders: Mapping[str, Sequence[int]] | None = None,
    lost: Sequence[PageGame] = (),
    games: Sequence[PageGame] = (),
    written: str = "",
) -> str:
    """Return the page.

    Args:
      standings: of the tournament (`tabletop.rate.tournament.standings.standings`).
      game: that was played.
      thought: by agent, seconds and decisions; it differs from run to run. None: left out of the page.
      orders: by agent, how often it gave each kind of order; None: styles are left out of the page.
      lost: games to be watched on the page, each lost by a different agent.
      games: the same, one for each pairing; the pairing's scores link to them.
      written: time of writing and version.
    """
    everywhere, title = standings["all"], f"{game.title}: {', '.join(standings['scenario_names'])}"
    subtitle = f"{standings['played']} of {standings['planned']} games, seed {standings['run']['seed']}"
    subtitle += f"; {written}" if written else ""
    numbers = {agent["agent"]: number for number, agent in enumerate(everywhere["agents"], 1)}
    links = [f"game-{number}" for number in range(len(games))]
    linked_games = list(zip(games, links, strict=True))
    all_links = {frozenset((item.first, item.second)): link for item, link in reversed(linked_games)}
    parts = [f"<h1>{escape(title)}</h1><p>{escape(subtitle)}</p>", *_table(everywhere, game, all_links, numbers)]
    for name, table in standings["scenarios"].items():
        scenario_links = {
            frozenset((item.first, item.second)): link for item, link in linked_games if item.scenario == name
        }
        parts += [f"<h2>{escape(name)} alone</h2>", *_table(table, game, scenario_links, numbers)]
    if orders:
        parts += _styles(orders, game, numbers)
    if lost:
        words = "To the agent with the lowest rating, in the fewest turns. A click shows the game."
        parts += [f"<h2>Lost worst</h2><p><small>{words}</small></p>"]
        parts += [_game_details(item, game, f"lost-{number}", odds=False) for number, item in enumerate(lost)]
    if games:
        words = "Of each pairing the first game. A click shows it; so does a click on the pairing's score."
        parts += [f"<h2>Games</h2><p><small>{words}</small></p>"]
        parts += [_game_details(item, game, link) for item, link in linked_games]
    if thought:
        parts += ["<h2>Thinking time</h2>", _thought(thought)]
    return document(title, parts, STYLE)


def _table(table: dict[str, Any], game: GameDefinition, links: Links, numbers: Numbers) -> list[str]:
    agents = table["agents"]
    faults = [
        f"<li>{escape(agent['agent'])}, {games_in_words(fault['games'])}: {escape(fault['words'])}</li>"
        for agent in agents
        for fault in agent["fault_words"]
    ]
    return [
        "<h3>Ratings</h3>",
        f"<p><small>{escape(table['scale'])}. Bars: 95 % intervals; an open end has no bound.</small></p>",
        _ratings(agents, numbers),
        _rows(agents, game, numbers),
        f"<h3>{SCORES}</h3>",
        "<p><small>Under each: its 95 % interval.</small></p>",
        _matrix(agents, with_intervals(table), links, numbers),
        *_less_luck(table, links, numbers),
        "<h3>Likelihood in % that the agent of the row is better</h3>",
        _chances(agents, table["superiority"], numbers),
        "<h3>Sides, draws, endings</h3>",
        *(f"<p>{escape(words)}</p>" for words in lines(table, game.teams[0])),
        *([f"<p>{escape(variance_words(table['made_of']))}</p>"] if table["made_of"] else []),
        "<h3>Cycles</h3>",
        *_cycles(table),
        *(["<h3>Faults</h3><ul>", *faults, "</ul>"] if faults else []),
    ]


def find_cycles(table: dict[str, Any]) -> tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]]:
    """Return the triples of agents in which each takes more than half of the points from the next one.

    Returns:
      Those in which all three scores are above one half with their whole intervals; all others.
    """
    names, scores, intervals = [agent["agent"] for agent in table["agents"]], table["scores"], table["intervals"]
    beats = [[cell is not None and cell > 0.5 for cell in row] for row in scores]
    sure: list[tuple[str, str, str]] = []
    others: list[tuple[str, str, str]] = []
    for a, b, c in permutations(range(len(names)), 3):
        if a < b and a < c and beats[a][b] and beats[b][c] and beats[c][a]:
            ends = (intervals[a][b], intervals[b][c], intervals[c][a])
            target = sure if all(end is not None and end[0] > 0.5 for end in ends) else others
            target.append((names[a], names[b], names[c]))
    return sure, others


def _cycles(table: dict[str, Any]) -> list[str]:
    sure, others = find_cycles(table)
    if not sure and not others:
        return ["<p>There are none of three agents.</p>"]
    parts = []
    if sure:
        items = [f"<li>{escape(' beats '.join([*cycle, cycle[0]]))}</li>" for cycle in sure[:MOST_CYCLES]]
        parts += [f"<p>{len(sure)} of three agents, more than luck: all three intervals lie above 50 %.</p>"]
        parts += ["<ul>", *items, "</ul>"]
    if others:
        words = "of three agents by the scores alone, which could be luck: not all three intervals lie above 50 %."
        parts.append(f"<p>{len(others)} {words}</p>")
    return parts


def _styles(orders: Mapping[str, Sequence[int]], game: GameDefinition, numbers: Numbers) -> list[str]:
    """Return how often each agent gives each kind of order, and how much each two agents differ."""
    names = sorted(orders, key=lambda name: numbers[name])
    profiles = {name: np.array(orders[name]) for name in names}
    kinds = [kind for kind in range(len(game.orders)) if any(profiles[name][kind] for name in names)]
    rows = [
        cells_of([f"{numbers[name]} {name}", *(f"{100 * shares(profiles[name])[kind]:.1f}" for kind in kinds)])
        for name in names
    ]
    difference_rows = [
        cells_of(
            [
                f"{numbers[name]} {name}",
                *("" if name == other else _difference(profiles, name, other) for other in names),
            ]
        )
        for name in names
    ]
    return [
        "<h2>Styles</h2><p><small>How many % of an agent's orders are of each kind.</small></p>",
        table_of(["agent", *(game.orders[kind] for kind in kinds)], rows),
        "<p><small>How far two agents differ in them: 0 not at all, 100 they have no kind in common.</small></p>",
        table_of(["agent", *(str(numbers[name]) for name in names)], difference_rows),
    ]


def _difference(profiles: Mapping[str, Any], first: str, second: str) -> str:
    return f"{100 * variation(profiles[first], profiles[second]):.0f}"


def _game_details(item: PageGame, game: GameDefinition, link: str, odds: bool | None = None) -> str:
    """Return a game that opens by a click or by a link to it; `odds` as in `record_data`."""
    inside = "<p>It came out otherwise when played again.</p>"
    if item.record is not None:
        inside = framed(viewer(record_data(item.record, odds)))
    return f'<details><summary>{escape(item.words(game))}</summary><div id="{link}">{inside}</div></details>'


def _chances(agents: list[dict[str, Any]], chances: list[list[float | None]], numbers: Numbers) -> str:
    rows = [
        cells_of([_numbered(agent, numbers), *("" if cell is None else f"{100 * cell:.1f}" for cell in chances[i])])
        for i, agent in enumerate(agents)
    ]
    return table_of(["agent", *(str(numbers[agent["agent"]]) for agent in agents)], rows)


def _numbered(agent: dict[str, Any], numbers: Numbers) -> str:
    return f"{numbers[agent['agent']]} {agent['agent']}"


def _ratings(agents: list[dict[str, Any]], numbers: Numbers) -> str:
    """A bar for each agent's interval, a dot for its rating."""
    values = [agent[key] for agent in agents for key in ("rating", "low", "high") if agent[key] is not None]
    lowest, highest = min(values), max(values)
    scale = (WIDTH - 20) / max(highest - lowest, 1.0)
    marks = []
    for number, agent in enumerate(agents):
        y = ROW * number + ROW // 2
        low, high = (end if agent[key] is None else agent[key] for key, end in (("low", lowest), ("high", highest)))
        left, right, dot = (NAMES + 10 + scale * (value - lowest) for value in (low, high, agent["rating"]))
        name = agent["agent"]
        # The paths of bots often begin alike.
        label = f"{numbers[name]} {name if len(name) <= LETTERS else '…' + name[1 - LETTERS :]}"
        marks.append(
            f'<text x="0" y="{y + 5}" font-size="13"><title>{escape(name)}</title>{escape(label)}</text>'
            f'<line x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}" stroke="#69c" stroke-width="6"/>'
            f'<circle cx="{dot:.1f}" cy="{y}" r="4" fill="#136"/>'
        )
    y = ROW * len(agents)
    for x, anchor, value in ((NAMES + 10, "start", lowest), (NAMES + 10 + scale * (highest - lowest), "end", highest)):
        look = f'font-size="12" fill="#666" text-anchor="{anchor}"'
        marks.append(f'<text x="{x:.1f}" y="{y + 16}" {look}>{value:.0f}</text>')
    marks.append(f'<line x1="{NAMES + 10}" x2="{x:.1f}" y1="{y}" y2="{y}" stroke="#bbb"/>')
    size = f'width="{NAMES + WIDTH}" height="{y + ROW}"'
    return f'<div class="wide"><svg {size} xmlns="http://www.w3.org/2000/svg">{"".join(marks)}</svg></div>'


def _rows(agents: list[dict[str, Any]], game: GameDefinition, numbers: Numbers) -> str:
    endings = endings_of(game)
    heads = ["agent", "rating", "95 % interval", "score", "games", "won", "drawn", "lost"]
    heads += [f"as {team.capitalize()}" for team in game.teams]
    heads += [f"won by {game.ending_nouns.get(name, name)}" for name in endings]
    heads += ["faults", "turns", "decisions"]
    rows = []
    for agent in agents:
        ends = ["…" if agent[key] is None else f"{agent[key]:.0f}" for key in ("low", "high")]
        cells = [_numbered(agent, numbers), f"{agent['rating']:.0f}", " to ".join(ends), _percent(agent["score"])]
        cells += [str(agent[key]) for key in ("games", "won", "drawn", "lost")]
        cells += [_percent(agent[f"score_as_{team}"]) for team in game.teams]
        cells += [str(agent["won_by"][name]) for name in endings] + [str(agent["faults"])]
        cells += ["" if agent[key] is None else f"{agent[key]:.1f}" for key in ("mean_turns", "mean_decisions")]
        rows.append(cells_of(cells))
    return table_of(heads, rows)


def _less_luck(table: dict[str, Any], links: Links, numbers: Numbers) -> list[str]:
    """Return the matrix without luck, if luck was measured."""
    if "less_luck" not in table:
        return []
    return [
        f"<h3>{SCORES}, with the luck removed</h3>",
        f"<p><small>{escape(LESS_LUCK)}</small></p>",
        _matrix(table["agents"], less_luck(table), links, numbers),
    ]


def _matrix(agents: list[dict[str, Any]], spans: list[list[Span | None]], links: Links, numbers: Numbers) -> str:
    rows = []
    for i, agent in enumerate(agents):
        cells = [f"<td>{escape(_numbered(agent, numbers))}</td>"]
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
    return table_of(["agent", *(str(numbers[agent["agent"]]) for agent in agents)], rows)


def _thought(thought: Mapping[str, tuple[float, int]]) -> str:
    rows = []
    for name, (seconds, decisions) in thought.items():
        cells = (name, f"{seconds:.1f}", str(decisions), f"{1000 * seconds / max(decisions, 1):.3g}")
        rows.append(cells_of(cells))
    return table_of(["agent", "seconds", "decisions timed", "ms a decision"], rows)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f} %"
