"""Run the commands of docs/scenarios.md, and write what they print below them.

A block of TOML or Python whose first line is `# NAME` is a file of that name.  A block of `console` is a script: lines
that begin with `$ ` are run in a folder with these files, the rest is what they print (or, refused, say).
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "scenarios.md"
FENCE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^```(?:toml|python)\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WIDTH = "100"  # of a table that no terminal bounds


def files(text: str) -> dict[str, str]:
    """Return the page's files by name."""
    return {name: content for name, content in FILE.findall(text)}


def refreshed(text: str) -> str:
    """Return the page with what its commands print now."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in files(text).items():
            (folder / file).write_text(content, encoding="utf-8")
        return FENCE.sub(lambda block: f"```console\n{_run(block[1], folder)}```", text)


def _run(block: str, folder: Path) -> str:
    """Return a console's commands, each with what it prints."""
    python = shlex.quote(sys.executable)
    names = f'paintball() {{ {python} -m paintball_env "$@"; }}; python() {{ {python} "$@"; }}; '
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": WIDTH, "NO_COLOR": "1"}
    shown = ""
    for line in block.splitlines():
        if not line.startswith("$ "):
            continue
        done = subprocess.run(
            ["bash", "-c", names + line[2:]], cwd=folder, env=environment, capture_output=True, text=True
        )
        printed = (done.stdout if done.returncode == 0 else done.stdout + done.stderr).strip("\n")
        lines = [part.rstrip() for part in printed.splitlines()]
        shown += "\n".join([line, *lines]) + "\n"
    return shown


def main(arguments: list[str] | None = None) -> int:
    """Write or check the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is stale")
    options = parser.parse_args(arguments)
    before = PAGE.read_text(encoding="utf-8")
    after = refreshed(before)
    if not options.check:
        PAGE.write_text(after, encoding="utf-8")
    elif before != after:
        print("docs/scenarios.md is stale: run python scripts/scenarios_page.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
