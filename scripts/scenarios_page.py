"""Run the commands of docs/scenarios.md, and write what they print below them.

A block of TOML or Python whose first line is `# NAME` is a file of that name.  A block of `console` is a script: lines
that begin with `$ ` are run in a folder with these files, the rest is what they print (or, refused, say).  So are the
messages of the table of mistakes, each of the first file with these lines changed.
"""

import argparse
import contextlib
import io
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from typer.testing import CliRunner

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from paintball_env.__main__ import shell
from paintball_env.scenario import Scenario

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "scenarios.md"
FENCE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^```(?:toml|python)\n(# (\S+)\n.*?)^```$", re.MULTILINE | re.DOTALL)
MISTAKE = re.compile(r"^\| (`.*`) \| `[^`\n]*` \|$", re.MULTILINE)
TERMINAL = {"COLUMNS": "100", "NO_COLOR": "1"}  # of a table that no terminal bounds


def files(text: str) -> dict[str, str]:
    """Return the page's files by name."""
    return {name: content for content, name in FILE.findall(text)}


def refreshed(text: str) -> str:
    """Return the page with what its commands print now."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in files(text).items():
            (folder / file).write_text(content, encoding="utf-8")
        text = FENCE.sub(lambda block: f"```console\n{_run(block[1], folder)}```", text)
    before, head, rest = text.partition("| In the file | Message |\n")
    table, *after = rest.partition("\n\n")
    base = tomllib.loads(next(iter(files(text).values()), ""))
    return before + head + MISTAKE.sub(lambda row: f"| {row[1]} | `{_refused(base, row[1])}` |", table) + "".join(after)


def _refused(base: dict[str, object], lines: str) -> str:
    """What is said of a scenario with these lines, in backticks, in place of its own."""
    change = tomllib.loads(re.sub(r"^(\[\w+\]) ", r"\1\n", " ".join(re.findall(r"`([^`]+)`", lines))))
    for key, value in change.items():
        own = base.get(key)
        change[key] = own | value if isinstance(own, dict) and isinstance(value, dict) else value
    try:
        Scenario.from_json(json.dumps(base | change))
    except ValueError as error:
        return str(error).removeprefix("scenario: ")
    raise AssertionError(f"{lines} is taken")


def _run(block: str, folder: Path) -> str:
    """Return a console's commands, each with what it prints."""
    text = ""
    with contextlib.chdir(folder):
        for line in block.splitlines():
            if line.startswith("$ "):
                lines = [part.rstrip() for part in _printed(line[2:]).strip("\n").splitlines()]
                text += "\n".join([line, *lines]) + "\n"
    return text


def _printed(line: str) -> str:
    """What a command prints, refused also what it says; ours run in this process, for a new one begins with seconds."""
    command, _, pipeline = line.partition(" | ")
    if command.startswith("paintball "):
        result = CliRunner(env=TERMINAL).invoke(shell.app, shlex.split(command)[1:])
        output = result.stdout if result.exit_code == 0 else result.stdout + result.stderr
    elif command.startswith("python "):
        stream = io.StringIO()
        with contextlib.redirect_stdout(stream):
            runpy.run_path(shlex.split(command)[1], run_name="__main__")
        output = stream.getvalue()
    else:
        output, pipeline = "", line
    if not pipeline:
        return output
    words = ["bash", "-c", pipeline]
    process = subprocess.run(words, env=os.environ | TERMINAL, input=output, capture_output=True, text=True)
    return process.stdout if process.returncode == 0 else process.stdout + process.stderr


def main(arguments: list[str] | None = None) -> int:
    """Write or check the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is stale")
    options = parser.parse_args(arguments)
    old_text = PAGE.read_text(encoding="utf-8")
    new_text = refreshed(old_text)
    if not options.check:
        PAGE.write_text(new_text, encoding="utf-8")
    elif old_text != new_text:
        print("docs/scenarios.md is stale: run python scripts/scenarios_page.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
