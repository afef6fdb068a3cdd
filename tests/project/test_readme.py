"""Do README's examples run, and is there every command that it names?"""

import re

import pytest

from tabletop.front.commands.shell import COMMANDS
from tests import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2


@pytest.mark.parametrize("code", EXAMPLES)
def test_examples_run(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(code, {})


def test_there_is_every_command_that_it_names() -> None:
    table = README.split("| I want to … | page | commands |")[1].split("\n\n")[0]
    cells = [row.split("|")[3] for row in table.splitlines()[2:]]
    named = {name for cell in cells for name in re.findall("`([a-z-]+)`", cell)}
    named |= set(re.findall(r"(?:`|^ +)paintball ([a-z-]+)", README, re.MULTILINE))
    assert "tournament" in named and "serve" in named
    assert named <= set(COMMANDS)
