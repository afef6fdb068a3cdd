"""How fast all is on this machine: `python -m benchmarks`; the environments' speed beside OpenSpiel's backgammon.

    python -m benchmarks                                                     # random legal play, on one core
    python -m benchmarks --game octagon_ball:octagon-small --game tests.any_game.pig  # of several games, in one table
    python -m benchmarks threads start training self-play --game paintball_env:capture-the-flag-basic

`speed`: every environment, and whole games of bots. `threads`: play-outs on several. `start`: from the import to the
first step. `training`: of a configuration. `self-play`: with a network on both sides.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks import report
from benchmarks.setting import Setting, load
from tabletop.compiled.compiling import announce_first_compilation

CONFIGS = {"paintball": "configs/quick.toml", "octagon": "octagon_ball/configs/small.toml"}


def speed(settings: list[Setting], options: argparse.Namespace) -> dict[str, Any]:
    from benchmarks import ours
    from benchmarks.duels import duels
    from benchmarks.measure import compare
    from benchmarks.spiel import NOTE, Backgammon, missing

    by_setting = [[*ours.loads(setting, options.batch), *duels(setting)] for setting in settings]
    loads = [load for group in by_setting for load in group]
    places = [number for number, group in enumerate(by_setting) for _ in group]
    notes = []
    if options.spiel and (reason := missing()):
        notes.append(reason)
    elif options.spiel:
        loads.append(Backgammon())
        notes.append(NOTE)

    def progress(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\rmeasuring {done} of {of}", end="\n" if done == of else "", file=sys.stderr, flush=True)

    return report.speed_page(loads, places, compare(loads, options.seconds, options.repeats, progress), notes)


def threads(settings: list[Setting], options: argparse.Namespace) -> dict[str, Any]:
    from benchmarks.threads import threads

    return threads(settings[0], options.seconds, options.repeats)


def start(settings: list[Setting], options: argparse.Namespace) -> dict[str, Any]:
    from benchmarks.start_up import start_up

    return start_up(settings[0], options.repeats)


def training(settings: list[Setting], options: argparse.Namespace) -> dict[str, Any]:
    from benchmarks.learning import learning

    game = settings[0].scenario.game
    config = options.config or CONFIGS.get(game.name)
    if config is None:
        raise ValueError("training needs --config FILE")
    return learning(game, config, options.seconds * options.repeats)


def self_play(settings: list[Setting], options: argparse.Namespace) -> dict[str, Any]:
    from benchmarks.self_play import self_play

    return self_play(settings[0], options.batch, options.seconds, options.repeats)


PARTS: dict[str, Callable[[list[Setting], argparse.Namespace], dict[str, Any]]] = {
    "speed": speed, "threads": threads, "start": start, "training": training, "self-play": self_play
}  # fmt: skip


def at_least(least: float, kind: Callable[[str], float]) -> Callable[[str], float]:
    def number(text: str) -> float:
        if not (value := kind(text)) >= least:
            raise ValueError
        return value

    return number


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    games = "a game's package, or its module, and a scenario: PACKAGE[:SCENARIO]; repeated: all in the table of speed"
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; left out: speed")
    parser.add_argument("--game", action="append", help=games)
    parser.add_argument("--encoding", default="", help="of the first game; left out: its usual one")
    parser.add_argument("--seconds", type=at_least(0.001, float), default=1.0, help="least time of a measurement")
    parser.add_argument("--repeats", type=at_least(1, int), default=5, help="measurements of each; the median counts")
    parser.add_argument("--batch", type=at_least(1, int), default=256, help="games in a batch")
    parser.add_argument("--no-spiel", dest="spiel", action="store_false", help="leave OpenSpiel out")
    parser.add_argument("--config", help="configuration for `training`; left out: the game's usual one")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options = parser.parse_args(arguments)
    parts = list(dict.fromkeys(options.parts or ["speed"]))
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"no part {unknown[0]}; there are {', '.join(PARTS)}")
    try:
        first, *others = options.game or ["paintball_env"]
        if others and "speed" not in parts:
            raise ValueError("several games are for the part speed")
        settings = [load(first, options.encoding), *map(load, others)]
        for setting in settings:
            announce_first_compilation(setting.scenario.game.package)
        page = report.head(settings, options.batch, options.seconds, options.repeats)
        for part in parts:
            page[part.replace("-", "_")] = PARTS[part](settings, options)
    except (ValueError, ImportError) as error:
        parser.error(str(error))
    if options.json:
        print(json.dumps(page, indent=1))
    else:
        report.show(page)


if __name__ == "__main__":
    main()
