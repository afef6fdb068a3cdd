"""`bench`: how fast all is on this machine; the environment's speed beside OpenSpiel's backgammon."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer


class Part(StrEnum):
    """What can be measured."""

    SPEED = "speed"
    THREADS = "threads"
    START = "start"
    TRAINING = "training"
    SELF_PLAY = "self-play"


def bench(
    context: typer.Context,
    parts: Annotated[
        list[Part] | None,
        typer.Argument(
            help="speed: environments, one core. threads: play-outs. start: to the first step. training. self-play."
        ),
    ] = None,
    scenario: Annotated[str, typer.Option(help="Preset or .toml file to play.")] = "",
    encoding: Annotated[str, typer.Option(help="Of the observations; left out: the game's usual one.")] = "",
    seconds: Annotated[float, typer.Option(min=0.001, help="Least time of one measurement.")] = 1.0,
    repeats: Annotated[int, typer.Option(min=1, help="Measurements of each; the median counts.")] = 5,
    batch: Annotated[int, typer.Option(min=1, help="Games in a batch.")] = 256,
    spiel: Annotated[bool, typer.Option(help="Measure OpenSpiel too (extra `bench`).")] = True,
    config: Annotated[
        Path | None, typer.Option(help="Configuration for `training`; left out: the game's, in a checkout.")
    ] = None,
    beside: Annotated[
        list[str] | None,
        typer.Option(help="Another game in the table of speed: PACKAGE or PACKAGE:SCENARIO; may be repeated."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of the table.")] = False,
) -> None:
    """Measure speed: random legal play through every environment and whole games of bots, on one core.

    Name other parts to measure those instead.
    """
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.front.bench import report
    from tabletop.front.bench.setting import load, load_beside

    game = context.obj.game
    unique_parts = dict.fromkeys(parts or [Part.SPEED])
    if beside and Part.SPEED not in unique_parts:
        raise ValueError("--beside is for the part speed")
    setting = load(game, scenario, encoding)
    settings = [setting, *map(load_beside, beside or [])]
    for entry in settings:
        announce_first_compilation(entry.scenario.game.package)
    page = report.head(settings, batch, seconds, repeats)
    for part in unique_parts:
        if part is Part.SPEED:
            page["speed"] = _speed(settings, batch, seconds, repeats, spiel)
        elif part is Part.THREADS:
            from tabletop.front.bench.threads import threads

            page["threads"] = threads(setting, seconds, repeats)
        elif part is Part.START:
            from tabletop.front.bench.start_up import start_up

            page["start"] = start_up(game, scenario, repeats)
        elif part is Part.SELF_PLAY:
            page["self_play"] = _self_play(setting, batch, seconds, repeats)
        else:
            if config is None and not game.training:
                raise ValueError("training needs --config FILE")
            page["training"] = _training(game, config or Path(game.training), seconds * repeats)
    if as_json:
        typer.echo(json.dumps(page, indent=1))
    else:
        report.show(page)


def _speed(settings: list[Any], batch: int, seconds: float, repeats: int, spiel: bool) -> dict[str, Any]:
    from tabletop.front.bench import ours, report
    from tabletop.front.bench.duels import duels
    from tabletop.front.bench.measure import Load, compare
    from tabletop.front.bench.spiel import NOTE, Backgammon, missing

    by_setting = [[*ours.loads(setting, batch), *duels(setting)] for setting in settings]
    loads: list[Load] = [load for group in by_setting for load in group]
    places = [number for number, group in enumerate(by_setting) for _ in group]
    notes = []
    if spiel and (reason := missing()):
        notes.append(reason)
    elif spiel:
        loads.append(Backgammon())
        notes.append(NOTE)

    def progress(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\rmeasuring {done} of {of}", end="\n" if done == of else "", file=sys.stderr, flush=True)

    return report.speed_page(loads, places, compare(loads, seconds, repeats, progress), notes)


def _self_play(setting: Any, batch: int, seconds: float, repeats: int) -> dict[str, Any]:
    try:
        from tabletop.front.bench.self_play import self_play
    except ImportError as error:
        raise RuntimeError(f"self-play needs the extra `train` ({error})") from None
    return self_play(setting, batch, seconds, repeats)


def _training(game: Any, config: Path, seconds: float) -> dict[str, Any]:
    try:
        from tabletop.front.bench.learning import learning
    except ImportError as error:
        raise RuntimeError(f"training needs the extra `train` ({error})") from None
    return learning(game, config, seconds)
