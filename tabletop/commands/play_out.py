"""`paintball play-out`: one game between two agents, watched as it goes."""

from pathlib import Path
from typing import Annotated

import typer

from tabletop.commands.match import SCENARIO, Preset
from tabletop.commands.places import check_file

app = typer.Typer(add_completion=False)


@app.command()
def play_out(
    red: Annotated[str, typer.Argument(help="Who plays Red: random, hunter:caution=2, trained:runs/quick/agent …")],
    blue: Annotated[str, typer.Argument(help="Who plays Blue.")],
    scenario: Preset = SCENARIO,
    seed: Annotated[int, typer.Option(help="The same seed, the same game.")] = 0,
    delay: Annotated[float, typer.Option(help="Seconds a decision stays; in pictures 0.7 where it is 0.")] = 0.0,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each decision.")] = False,
    brief: Annotated[bool, typer.Option("--brief", help="A line a figure's act instead of every die.")] = False,
    board: Annotated[str, typer.Option(help="When the board is drawn: auto, every, phase or never.")] = "auto",
    first: Annotated[int, typer.Option("--from", help="First turn shown; 0 is the set-up.")] = 0,
    last: Annotated[int | None, typer.Option("--to", help="Last turn shown.")] = None,
    positions: Annotated[bool, typer.Option("--positions", help="Show each position's text.")] = False,
    record: Annotated[Path | None, typer.Option(help="File for the game's record.")] = None,
    out: Annotated[Path | None, typer.Option(help="Pictures: .gif or .webp, or .png of the end.")] = None,
    width: Annotated[int, typer.Option(help="Width of the pictures in pixels.")] = 800,
) -> None:
    """Play one game between two agents and watch it: the board, each act in words, each die with its rule."""
    from paintball_env.definition import PAINTBALL
    from tabletop.agents.base import AgentError
    from tabletop.agents.registry import make
    from tabletop.commands.screen import Left, Screen, hush
    from tabletop.commands.watching import Step, check_picture, live, summary, write_pictures
    from tabletop.compiling import announce_first_compilation
    from tabletop.matches.single import new_recorder

    try:
        setting = PAINTBALL.load(scenario)
        agents = make(red, PAINTBALL), make(blue, PAINTBALL)
        screen = Screen(setting, brief, board, delay, step, (first, last), positions=positions)
        if out is not None:
            check_picture(out)
        check_file(out)
        check_file(record)
        announce_first_compilation()
        recorder = new_recorder(agents, setting, seed)
        done = Step(0, 0, recorder.game.position(), [])
        kept: list[Step] = []
        left, fault = False, None
        try:
            for done in live(agents, recorder):
                if out is not None and screen.wants(done):
                    kept.append(done)
                screen.show(done)
        except (Left, KeyboardInterrupt):
            left = True
        except AgentError as error:  # told at the end: what has been played is shown and kept
            fault = error
        screen.close()
        names = agents[0].name, agents[1].name
        typer.echo(("" if left else "\n") + summary(done.position, setting, names, done.number))
        if record is not None:
            record.write_text(recorder.record().write(), encoding="utf-8")
            typer.echo(f"{record}: the record")
        if out is not None and (kept or fault is None):
            typer.echo(write_pictures(setting, kept, out, width, delay or 0.7))
        if fault is not None:
            raise fault
    except BrokenPipeError:
        hush()
    except (ValueError, OSError, RuntimeError) as error:
        typer.echo(f"play-out: {error}", err=True)
        raise typer.Exit(1) from None
