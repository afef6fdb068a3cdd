"""`paintball play`: a game against a bot in the terminal."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(add_completion=False)
SIDES = ("red", "blue")


@app.command()
def play(
    bot: Annotated[str, typer.Argument(help="Whom to play: random, hunter … (left out with --resume).")] = "",
    side: Annotated[str, typer.Option(help="Your team, red or blue.")] = "red",
    scenario: Annotated[
        str, typer.Option(help="Preset or .toml file; without -drawn you set up by yourself ('auto' helps).")
    ] = "capture-the-flag-basic-drawn",
    seed: Annotated[int | None, typer.Option(help="Of the dice; left out: any.")] = None,
    record: Annotated[Path | None, typer.Option(help="File that the game is saved to when you leave.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    brief: Annotated[bool, typer.Option("--brief", help="A line a figure's act instead of every die.")] = False,
) -> None:
    """Play against a bot. Type a number or an action's words ('R3 move NE', 'r3 m ne'); 'help' says what else."""
    from paintball_env.scenario import Scenario
    from tabletop.commands.game_table import Table, reopened
    from tabletop.commands.screen import hush
    from tabletop.compiling import announce_first_compilation

    try:
        if side not in SIDES:
            raise ValueError(f"--side is red or blue, not {side!r}")
        announce_first_compilation()
        if resume is not None:
            if bot or seed is not None:
                raise ValueError("--resume goes on with the saved game's bot and dice: leave BOT and --seed out")
            table = reopened(resume, brief, record or resume)
        else:
            if not bot:
                raise ValueError("which bot? 'paintball play hunter', or '--resume FILE' to go on with a saved game")
            number = secrets.randbelow(2**32) if seed is None else seed
            table = Table(Scenario.load(scenario), bot, SIDES.index(side), number, brief, record)
        table.run()
    except BrokenPipeError:
        hush()
    except (ValueError, OSError, RuntimeError) as error:
        typer.echo(f"play: {error}", err=True)
        raise typer.Exit(1) from None
