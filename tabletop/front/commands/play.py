"""`play`: a game against a bot in the terminal."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tabletop.front.commands.files_of_commands import check_file, is_typed
from tabletop.front.commands.options import Brief
from tabletop.front.commands.shell import Shell


def play(
    context: typer.Context,
    bot: Annotated[
        str, typer.Argument(help="Whom to play: {levels}random, a bot's name … (left out with --resume).")
    ] = "",
    side: Annotated[str, typer.Option(help="Your team's name; left out: the first team's.")] = "",
    scenario: Annotated[
        str, typer.Option(help="Preset or .toml file to play{presets}. Before turn 1 you decide, too ('auto' helps).")
    ] = "",
    seed: Annotated[int | None, typer.Option(help="Of the dice; left out: a random one.")] = None,
    record: Annotated[Path | None, typer.Option(help="New file for the game; left out: see --saved.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
    saved: Annotated[bool, typer.Option("--saved", help="List the latest saved games.")] = False,
    web: Annotated[bool, typer.Option("--web", help="Play in the browser instead, on a board to click.")] = False,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="With --web: another port than 8000; 0: any that is free.")
    ] = None,
    brief: Brief = False,
) -> None:
    """Play against a bot. Type a number or an action's words, shortened as you like; 'help' lists what else."""
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.front.commands.person_game import PersonGame, check_own, reopened, saved_games

    shell: Shell = context.obj
    if saved:
        typer.echo("\n".join(saved_games(shell)) or "no game is saved")
        return
    team = _checked_side(shell.game.teams, side)
    if web:
        if resume is not None or seed is not None or record is not None or brief:
            raise ValueError(
                "--web keeps and resumes its games by itself: leave --resume, --seed, --record, --brief out"
            )
        _in_browser(shell, bot, team, scenario, port)
    if port is not None:
        raise ValueError("--port goes with --web")
    check_file(record)
    announce_first_compilation(shell.game.package)
    if resume is not None:
        if bot or seed is not None:
            raise ValueError("--resume goes on with the saved game's bot and dice: leave BOT and --seed out")
        if given := [f"--{name}" for name in ("side", "scenario") if is_typed(context, name)]:
            raise ValueError(f"--resume goes on with the saved game: leave {' and '.join(given)} out")
        game = reopened(shell, resume, brief, record or resume)
    else:
        if not bot:
            raise ValueError(_which(shell))
        number = secrets.randbelow(2**32) if seed is None else seed
        game = PersonGame(shell, shell.game.load(scenario), bot, team, number, brief, record)
    if record is not None:
        check_own(record, game.recorder.record())
    game.run()


def _which(shell: Shell) -> str:
    """The words for a game without a bot: whom there is, and whom to begin with."""
    from tabletop.agents.registry import levels, offered

    names = list(offered(shell.game))
    first = next(iter(levels(shell.game) or shell.game.agents), "random")
    example = f"'{shell.program} play {first}'{' to begin with' if levels(shell.game) else ''}"
    return f"which bot? {example}; there are {', '.join(names)}; or '--resume FILE' to go on with a saved game"


def _in_browser(shell: Shell, bot: str, team: int, scenario: str, port: int | None) -> None:
    """Serve the game, and open the page with these settings; leaves by SystemExit."""
    from urllib.parse import urlencode

    chosen = shell.game.load(scenario)
    choices = {"bot": bot, "side": team, "scenario": chosen.name}
    arguments = ["--page", f"/?{urlencode({key: value for key, value in choices.items() if value != ''})}"]
    if port is not None:
        arguments += ["--port", str(port)]
    if bot:
        arguments += ["--agent", bot]
    if scenario not in shell.game.presets():
        arguments += ["--scenario", scenario]
    shell.call("serve", arguments)


def _checked_side(teams: Sequence[str], name: str) -> int:
    """Return the number of the team with this name, or of the first team if it is empty; ValueError: there is none."""
    if name and name not in teams:
        raise ValueError(f"--side is {' or '.join(teams)}, not {name!r}")
    return teams.index(name) if name else 0
