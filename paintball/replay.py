"""`paintball replay`: watch a recorded game, each decision with its dice and their rules in words."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

app = typer.Typer(add_completion=False)

CLEAR = "\033[2J\033[H"
MOST_FRAMES = 2000


class Step(NamedTuple):
    """A decision: its number, the position before it and after it, the action, its draws."""

    number: int
    before: str
    position: str
    action: str
    draws: Any


@app.command()
def replay(
    record: Annotated[Path, typer.Argument(help="A game record; - reads it.")],
    out: Annotated[Path | None, typer.Option(help="Animation to write, .gif or .webp.")] = None,
    delay: Annotated[
        float | None, typer.Option(help="Seconds a frame; in the terminal 0 at first, in a file 0.7.")
    ] = None,
    width: Annotated[int, typer.Option(help="Width of the animation in pixels.")] = 800,
    board: Annotated[bool, typer.Option(help="Show the board in the terminal, not the words alone.")] = True,
    first: Annotated[int, typer.Option(help="First decision shown.")] = 0,
    last: Annotated[int | None, typer.Option(help="Last decision shown.")] = None,
) -> None:
    """Play a record again, in the terminal or into an animation."""
    from paintball_env._jit import announce_first_compilation
    from paintball_env.record import GameRecord
    from paintball_env.scenario import Scenario

    try:
        if out and out.suffix.lower() not in (".gif", ".webp"):
            raise ValueError(f"{out.name}: an animation is a .gif or a .webp")
        if delay is not None and not 0 <= delay <= 60:
            raise ValueError(f"a frame stays for 0 to 60 seconds, not {delay}")
        text = sys.stdin.read() if str(record) == "-" else record.read_text(encoding="utf-8")
        played = GameRecord.read(text)
        setting = Scenario.from_json(played.scenario_json) if played.scenario_json else Scenario.load(played.scenario)
        announce_first_compilation()
        frames = _frames(played, first, last)
        if out is None:
            _in_terminal(setting, frames, board, delay or 0.0)
            typer.echo(str(played.end))
        else:
            _to_file(setting, frames, out, width, 0.7 if delay is None else delay)
    except (ValueError, OSError) as error:
        typer.echo(f"replay: {error}", err=True)
        raise typer.Exit(1) from None


def _frames(played: Any, first: int, last: int | None) -> Iterator[Step]:
    """The decisions wanted; the whole record is checked in any case."""
    from paintball_env.record import replay as play_again

    before = ""
    for number, (position, action, draws) in enumerate(play_again(played)):
        if first <= number and (last is None or number <= last):
            yield Step(number, before, position, action, draws)
        before = position


def _in_terminal(setting: Any, frames: Iterator[Step], board: bool, delay: float) -> None:
    from paintball_env.render import action_words, draw_words, render_ansi

    colour = sys.stdout.isatty()
    for number, before, position, action, draws in frames:
        lines = [f"{number}. {action_words(action, before)}", *(f"   {draw_words(draw)}" for draw in draws)]
        if board:
            if colour and delay:
                lines.insert(0, CLEAR)
            lines += ["", render_ansi(setting, position, colour=colour)]
        typer.echo("\n".join(lines))
        time.sleep(delay)


def _to_file(setting: Any, frames: Iterator[Step], out: Path, width: int, delay: float) -> None:
    from paintball_env.render import Frame, caption, write_animation

    pictures = [Frame(step.position, caption(step.number, step.action, step.draws, step.before)) for step in frames]
    if len(pictures) > MOST_FRAMES:
        raise ValueError(f"{len(pictures)} frames are more than {MOST_FRAMES}; choose some by --first and --last")
    count = write_animation(setting, pictures, out, width=width, delay=delay)
    typer.echo(f"{out}: {count} frames")
