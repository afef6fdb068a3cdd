"""The `paintball` command. A command's module is imported when it is called: `--help` stays quick."""

from importlib import import_module

import typer

# name: (module with a `typer.Typer` called `app`, one line of help)
COMMANDS: dict[str, tuple[str, str]] = {
    "show": ("tabletop.commands.show", "Draw a position."),
    "scenarios": ("tabletop.commands.scenarios", "List the scenarios, or show one."),
    "observation": ("tabletop.commands.observation", "What the numbers of an observation mean."),
    "odds": ("tabletop.commands.odds", "Exact odds of an action."),
    "play": ("tabletop.commands.play", "Play against a bot."),
    "play-out": ("tabletop.commands.play_out", "Watch two agents play a game."),
    "replay": ("tabletop.commands.replay", "Watch a recorded game."),
    "train": ("tabletop.commands.train", "Train a policy, or go on with a run."),
    "match": ("tabletop.commands.match", "Play two agents against each other."),
    "rate": ("tabletop.commands.rate", "Rate an agent against several opponents."),
    "tournament": ("tabletop.commands.tournament", "Let many agents play each other, and rate them."),
    "verify": ("tabletop.verify", "Check the engine against its twin, at length."),
    "bench": ("tabletop.bench", "Measure speed."),
}

app = typer.Typer(help="PaintBall Mini: play, watch, match and train.", no_args_is_help=True, add_completion=False)


@app.callback()
def _group() -> None:
    # Without a callback typer turns an app with a single command into that command.
    pass


@app.command()
def version() -> None:
    """Print the version."""
    from paintball_env import __version__

    typer.echo(__version__)


def _register(name: str, module: str, line: str) -> None:
    # All arguments, --help included, go unread to the command's own app.
    untouched = {"allow_extra_args": True, "ignore_unknown_options": True}

    @app.command(name, help=line, add_help_option=False, context_settings=untouched)
    def _call(context: typer.Context) -> None:
        command = typer.main.get_command(import_module(module).app)
        command(args=context.args, prog_name=f"paintball {name}")


for _name, (_module, _line) in COMMANDS.items():
    _register(_name, _module, _line)


def main() -> None:
    """Run the command."""
    app(prog_name="paintball")


if __name__ == "__main__":
    main()
