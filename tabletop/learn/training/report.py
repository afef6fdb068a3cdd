"""A run as one self-contained HTML page: what it has come to, games to watch, ratings, curves, configuration.

The curves are a picture of their own, too.

`finish` writes it at the end, the command `report` at any time. It reads what a run leaves
(tabletop.learn.training.run).
"""

import json
import math
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from tabletop.base.errors import blaming
from tabletop.base.files import read_json, write_text
from tabletop.game.definition import GameDefinition
from tabletop.learn.training.conclusion import Score, conclude
from tabletop.learn.training.config import OF_PERCEPTRONS, SCORERS
from tabletop.learn.training.curves import Curve, Group, chart, sheet
from tabletop.learn.training.log import PROGRESS, STEP, check_game, read
from tabletop.learn.training.panel import AS_SECOND, lost_games, stages
from tabletop.play.records import GameRecord, replay_game
from tabletop.rate.matches.html_page import cells, document, table
from tabletop.rate.matches.progress import duration
from tabletop.rate.matches.results_table import results_heads, results_rows, scenarios_rows
from tabletop.show.showing import showing_of

PAGE, CURVES = "report.html", "curves.svg"
MOST_STAGES = 6  # maximum number of games on the page, spread over the run
WIDTH = 640  # of a game's last position, in pixels
# The learners' measurements of their updates, where a learner has them: column and title.
UPDATES = (
    ("value_loss", "value loss"),
    ("entropy", "entropy"),
    ("approx_kl", "divergence of an update"),
    ("learning_rate", "learning rate"),
)
STYLE = """small, figcaption { color: #555; } figure { margin: 0; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1.5rem; }
svg { max-width: 100%; height: auto; } pre { overflow-x: auto; background: #f6f6f6; padding: 1rem; }
"""


def write_report(folder: Path, game: GameDefinition[Any], path: Path | None = None) -> Path:
    """Write the page of a run, finished or in progress; return its path.

    Without a path of its own, the curves are also left as a picture in the run's folder.

    Args:
      folder: of the run.
      game: what is learnt.
      path: of the page; None: `report.html` in the folder.

    Raises:
      ValueError: the folder holds no run, or a file in it is damaged.
      OSError: the page or the picture can't be written.
    """
    texts = {path or folder / PAGE: page(folder, game)}
    if path is None and (groups := _curves(read(folder / PROGRESS))):
        texts[folder / CURVES] = sheet(groups)
    for file, text in texts.items():
        try:
            write_text(file, text)
        except OSError as error:
            raise OSError(f"{file} can't be written: {(error.strerror or str(error)).lower()}") from None
    return path or folder / PAGE


def page(folder: Path, game: GameDefinition[Any]) -> str:
    """Return the page of a run; errors as in `write_report`."""
    config = _plain(folder / "config.json")
    if config is None:
        raise ValueError(f"{folder} holds no run: there is no config.json")
    check_game(folder, game)
    results, rows = _plain(folder / "results.json"), read(folder / PROGRESS)
    with blaming(folder / "results.json"):
        scores = _scores(results, rows)
    with blaming(folder / "config.json"):
        title = f"{game.title}: {config['name']}"
        scenarios = ", ".join((config["scenario"], *config.get("scenarios", ())))
        parts = [f"<h1>{escape(title)}</h1><p>{escape(scenarios)}</p>", f"<p>{escape(_progress(config, rows))}</p>"]
        parts += _conclusion(config, scores, rows)
        if config.get("algorithm") in SCORERS:  # such a network has no such layers
            learner = config.get("learner", {})
            config["learner"] = {key: value for key, value in learner.items() if key not in OF_PERCEPTRONS}
        text = json.dumps(config, indent=2)
    with blaming(folder / "results.json"):
        unrated = ["<p>It is not over yet: there are no final ratings.</p>"]
        ratings = unrated if results is None else _ratings(results, game)
    parts += _games(folder, game) + ratings + [part for group in _curves(rows) for part in _section(group)]
    parts.append(f"<h2>Configuration</h2><details><summary>All keys</summary><pre>{escape(text)}</pre></details>")
    return document(title, parts, STYLE)


def _plain(path: Path) -> dict[str, Any] | None:
    """Return the data of a JSON file; None: there is no such file."""
    if not path.is_file():
        return None
    try:
        data = read_json(path)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if not isinstance(data, dict):
        raise ValueError(f"{path} is none of a run's files")
    return data


def _progress(config: dict[str, Any], rows: Sequence[dict[str, Any]]) -> str:
    if not rows:
        return "Nothing has been learnt yet."
    last = rows[-1]
    step, minutes, rate = (_number(last.get(key)) or 0.0 for key in (STEP, "minutes", "steps_per_second"))
    return f"{step:,.0f} of {config['total_steps']:,} decisions in {duration(60 * minutes)}, {rate:,.0f} a second"


def _scores(results: dict[str, Any] | None, rows: Sequence[dict[str, Any]]) -> dict[str, Score]:
    """Return the final scores by opponent; of a run that isn't rated those of its last evaluation."""
    if results and results["ratings"]:
        ratings = {name: summary["rating"] for name, summary in results["ratings"].items()}
        return {name: Score(*(float(each[key]) for key in Score._fields)) for name, each in ratings.items()}
    curves = {
        name: _points(rows, f"panel/{name}", f"panel_low/{name}", f"panel_high/{name}") for name in _panel_names(rows)
    }
    return {name: Score(*points[-1][1:]) for name, points in curves.items() if points}


def _conclusion(config: dict[str, Any], scores: dict[str, Score], rows: Sequence[dict[str, Any]]) -> list[str]:
    curve = [(step, Score(*score)) for step, *score in _points(rows, "panel", "panel_low", "panel_high")]
    step = (_number(rows[-1][STEP]) or 0.0) if rows else 0.0
    found = conclude(config, scores, curve, step)
    parts = ["<h2>Conclusion</h2>", f"<p><strong>{escape(found.verdict)}</strong></p>"]
    for title, sentences in (("Against whom not", found.against), ("What to try next", found.next)):
        if sentences:
            items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
            parts.append(f"<h3>{title}</h3><ul>{items}</ul>")
    return parts


def _ratings(results: dict[str, Any], game: GameDefinition[Any]) -> list[str]:
    rows = map(cells, results_rows(results["ratings"], game))
    agent = f"<p>The agent: <code>trained:{escape(str(results['agent']))}</code></p>"
    parts = ["<h2>Ratings</h2>", table(results_heads(game), rows)]
    if results["ratings"] and "by_scenario" in results:
        heads, *scores = scenarios_rows(results["ratings"], results["by_scenario"])
        parts.append(table(heads, map(cells, scores)))
    return [*parts, agent]


def _points(rows: Sequence[dict[str, Any]], *columns: str) -> list[tuple[float, ...]]:
    """Return the rows in which these columns have numbers: the step, then each of them."""
    points = ([_number(row.get(column)) for column in (STEP, *columns)] for row in rows)
    return [tuple(number for number in point if number is not None) for point in points if None not in point]


def _number(cell: str | None) -> float | None:
    try:
        number = float(cell or "")
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _curves(rows: Sequence[dict[str, Any]]) -> list[Group]:
    groups = _panel(rows), _opponents(rows), _updates(rows)
    return [group for group in groups if group.charts]


def _section(group: Group) -> list[str]:
    figures = [f"<figure>{picture}</figure>" for picture in group.charts]
    return [f"<h2>{group.title}</h2>", f"<p><small>{group.words}</small></p>", _grid(figures)]


def _panel(rows: Sequence[dict[str, Any]]) -> Group:
    names = _panel_names(rows)
    overall = Curve("all of them", _points(rows, "panel", "panel_low", "panel_high"))
    by_opponent = [Curve(n, _points(rows, f"panel/{n}", f"panel_low/{n}", f"panel_high/{n}")) for n in names]
    words = "Score in evaluations, always the same games, with 95 % intervals; the dashed line is equality."
    return _group("Evaluations", words, [overall, *by_opponent] if len(by_opponent) > 1 else by_opponent, True)


def _panel_names(rows: Sequence[dict[str, Any]]) -> list[str]:
    return [key.partition("/")[2] for key in (rows[0] if rows else ()) if key.startswith("panel/")]


def _opponents(rows: Sequence[dict[str, Any]]) -> Group:
    names = [key.partition("/")[2] for key in (rows[0] if rows else ()) if key.startswith("score/")]
    words = "Score in the latest of training's own games. There the policy draws its actions by their chances."
    return _group("Training's games", words, [Curve(name, _points(rows, f"score/{name}")) for name in names], True)


def _updates(rows: Sequence[dict[str, Any]]) -> Group:
    words = ""
    if _points(rows, "entropy"):
        words = "Entropy: 0 where all kinds of action are equally likely; below 0, the more the policy prefers some."
    return _group("Updates", words, [Curve(title, _points(rows, column)) for column, title in UPDATES], False)


def _group(title: str, words: str, curves: Sequence[Curve], percent: bool) -> Group:
    return Group(title, words, [chart([curve], percent) for curve in curves if curve.points])


def _grid(parts: Sequence[str]) -> str:
    return f'<div class="grid">{"".join(parts)}</div>'


def _games(folder: Path, game: GameDefinition[Any]) -> list[str]:
    """Return the last positions of games to watch: lost ones, then some of the evaluations."""
    records = stages(folder, game)
    count = min(len(records), MOST_STAGES)
    paths = [records[round(k * (len(records) - 1) / max(count - 1, 1))] for k in range(count)]
    lost = lost_games(folder, game)
    return [
        *_figures("Games that it lost", lost, game, lambda path: "It"),
        *_figures("Games by stage", paths, game, lambda path: f"After {int(path.stem):,} decisions, it"),
    ]


def _figures(title: str, paths: Sequence[Path], game: GameDefinition[Any], who: Callable[[Path], str]) -> list[str]:
    figures = []
    for path in paths:
        record = GameRecord.load(path, game)
        try:
            *_, (last, _) = replay_game(record)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
        picture = showing_of(game).pictures(last.scenario, WIDTH).svg(last.games)
        team = int(path.stem.endswith(AS_SECOND))
        words = f"{who(path)} plays {game.teams[team].capitalize()} against {record.players[1 - team]}: "
        words += f"{showing_of(game).summary(last.scenario, last.games)}. The command view shows it: {path}"
        figures.append(f"<figure>{picture}<figcaption>{escape(words)}</figcaption></figure>")
    return [f"<h2>{title}</h2>", _grid(figures)] if figures else []
