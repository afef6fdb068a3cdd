"""`mcp`: a server of the Model Context Protocol, by which a language model plays against an agent."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabletop.front.commands.files_of_commands import check_file

if TYPE_CHECKING:
    from tabletop.game.definition import GameDefinition


def mcp(
    context: typer.Context,
    opponent: Annotated[str, typer.Argument(help="Whom to play: {levels}random, a bot's name …")] = "random",
    scenario: Annotated[str, typer.Option(help="{presets}Preset or .toml file to play.")] = "",
    side: Annotated[str, typer.Option(help="The model's team; left out: the first team's.")] = "",
    seed: Annotated[int, typer.Option(help="Of the first game's dice; each further game's is one more.")] = 0,
    legal: Annotated[bool, typer.Option(help="List the legal actions in each state.")] = True,
    folder: Annotated[Path | None, typer.Option(help="Where records are written; left out: with games played.")] = None,
) -> None:
    """Let a language model play, over standard input and output."""
    from tabletop.front.commands.door import Door
    from tabletop.front.commands.model_server import server_of
    from tabletop.front.commands.person_game import new_file
    from tabletop.play.reset_options import required_seed

    definition: GameDefinition[Any] = context.obj.game
    setting, first = definition.load(scenario), required_seed(seed)
    team = _team(definition, side)

    def file_of(number: int) -> Path:
        if folder is None:
            return new_file(context.obj, number)
        return folder / f"{setting.name}-{number}{definition.record_suffix}"

    check_file(file_of(first))
    Door(setting, opponent, team, first)  # what can't be played is said before a model asks
    server_of(setting, opponent, team, first, legal, file_of).run("stdio")


def _team(definition: "GameDefinition[Any]", side: str) -> int:
    if side and side not in definition.teams:
        raise ValueError(f"--side {side}: {' or '.join(definition.teams)}")
    return definition.teams.index(side) if side else 0
