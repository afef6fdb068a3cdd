"""`dataset`: observations, actions and rewards of recorded games, or of games played for the dataset, in one file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabletop.front.commands.files_of_commands import check_file, check_folder
from tabletop.front.commands.match import usual_scenario
from tabletop.front.commands.options import Preset

if TYPE_CHECKING:
    from tabletop.front.commands.shell import Shell


def dataset(
    context: typer.Context,
    out: Annotated[Path, typer.Argument(help="NAME.npz; or a folder NAME-v0 for Minari's layout, which needs h5py.")],
    records: Annotated[list[str] | None, typer.Argument(help="Game records: files, or folders of them.")] = None,
    first: Annotated[str, typer.Option(help="Without records: an agent that plays for the dataset.")] = "",
    second: Annotated[str, typer.Option(help="Its opponent; left out: itself.")] = "",
    pairs: Annotated[int | None, typer.Option(help="Pairs of games they play: one seed, sides swapped (100).")] = None,
    scenario: Preset = "",
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same games (0).")] = None,
    encoding: Annotated[str, typer.Option(help="One of the game's encodings; left out: the default.")] = "",
) -> None:
    """Make a dataset for offline learning: each team's observations, legal actions, actions and results."""
    if bool(records) == bool(first):
        raise ValueError("either game records, or --first AGENT to play games")
    if records and (second or scenario or pairs is not None or seed is not None):
        raise ValueError("--second, --pairs, --scenario and --seed are of games to be played, not of records")
    from tabletop.base.errors import counted
    from tabletop.front.commands.shell import NotSoError
    from tabletop.learn.datasets.write import NPZ, OtherGameError, write_dataset

    if out.suffix == NPZ:
        check_file(out)
    else:
        check_folder(out.parent)
    game = context.obj.game
    pair_count = 100 if pairs is None else pairs
    source = records or _play_games(context.obj, first, second or first, pair_count, scenario, seed or 0)
    try:
        counts = write_dataset(out, source, game, encoding or None)
    except OtherGameError as error:
        raise NotSoError(str(error)) from None
    sizes = zip(counts, ("game", "episode", "decision"), strict=True)
    typer.echo(f"{out}: {', '.join(counted(size, word) for size, word in sizes)}")


def _play_games(shell: "Shell", first: str, second: str, pairs: int, scenario: str, seed: int) -> Any:
    """Yield games between two agents, each played when it is requested, with a bar."""
    from tabletop.agents.registry import make
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.learn.datasets.sources import play_pairs
    from tabletop.rate.matches.pairs import read_pairs

    read_pairs(pairs, name="--pairs")
    agents = make(first, shell.game), make(second, shell.game)
    setting = shell.game.load(scenario) if scenario else usual_scenario([*agents], shell)
    announce_first_compilation(setting.game.package)
    return _with_bar(play_pairs(*agents, setting, pairs, seed), 2 * pairs)


def _with_bar(games: Any, total: int) -> Any:
    from tabletop.rate.matches.progress import Bars

    with Bars() as bars:
        for done, game in enumerate(games):
            bars.show("games", done, total)
            yield game
        bars.show("games", total, total)
