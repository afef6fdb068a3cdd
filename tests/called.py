"""The command line as a person calls it, in this process."""

from typer.testing import CliRunner, Result

from paintball_env.__main__ import shell


def call(*arguments: object, typed: str | bytes | None = None) -> Result:
    """Call `paintball` with these arguments, with this on its standard input."""
    return CliRunner().invoke(shell.app, list(map(str, arguments)), input=typed)


def refused(done: Result, *words: str, code: int = 2) -> None:
    """Check that a command ended with this exit code and one line, which has these words."""
    assert done.exit_code == code, (done.exit_code, done.output)
    assert len(done.stderr.strip().splitlines()) == 1 and "Traceback" not in done.output, done.output
    for word in words:
        assert word in done.stderr, done.stderr
