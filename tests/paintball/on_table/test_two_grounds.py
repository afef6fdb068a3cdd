"""Can the same bots be compared on hexes and on a table?"""

from typer.testing import CliRunner

from paintball_env.__main__ import shell


def test_scenarios_of_both_grounds_are_compared() -> None:
    names = ["capture-the-flag-basic-drawn", "capture-the-flag-basic-table-drawn"]
    done = CliRunner().invoke(shell.app, ["compare", *names, "--bot", "random", "--pairs", "2", "--executor", "serial"])
    assert done.exit_code == 0, (done.output, done.exception)
    assert "turns" in done.output and "decisions" in done.output
    done = CliRunner().invoke(shell.app, ["compare", names[0], "capture-the-flag-moon", "--bot", "random"])
    assert done.exit_code == 2 and "Traceback" not in done.output
