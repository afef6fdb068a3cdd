"""Do README's examples run, and do the files it names exist?"""

import re
from pathlib import Path

import pytest

from tabletop.commands.shell import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2


@pytest.mark.parametrize("code", EXAMPLES)
def test_examples_run(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(code, {})


def test_links_lead_somewhere() -> None:
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)]+)\)", README)]
    assert len(links) > 5
    for link in links:
        assert (ROOT / link).exists(), link


def test_the_turn_it_shows_is_the_guides() -> None:
    guide = (ROOT / "docs" / "watching.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n.*?```\n", README, re.DOTALL)
    assert f"<!-- brief -->\n{shown}" in guide


def test_every_page_every_kind_of_agent_and_every_configuration_is_named() -> None:
    pages = {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")}
    folders = {f"{path.parent.relative_to(ROOT).as_posix()}/" for path in ROOT.glob("agents/*/__init__.py")}
    for name in sorted(pages | folders | {path.relative_to(ROOT).as_posix() for path in ROOT.glob("configs/*.toml")}):
        assert name in README, name


def test_every_command_is_named_with_a_page_that_describes_it() -> None:
    table = README.split("| commands | page |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| (`.+`) \| (?:\[.*\]\((.+)\)|prints the version) \|$", table, re.MULTILINE)
    named = [(name, page) for names, page in rows for name in re.findall("[a-z-]+", names)]
    assert sorted(name for name, _ in named) == sorted([*COMMANDS, "version"])
    for name, page in named:
        text = (ROOT / page).read_text(encoding="utf-8") if page else "`version`"
        assert re.search(rf"(paintball |`){name}\b", text), (name, page)


# Options that a page has once left out, though help has them.
MENTIONED = {
    "environments.md": ("--seconds", "--repeats", "--batch", "--no-spiel", "--all-scenarios"),
    "playing.md": ("--port",),
    "watching.md": ("show --no-legend", "odds --most"),
    "tournament.md": ("--most 30", "default: 100"),
    "../README.md": ("--decisions", "--states", "--texts"),
}


def test_options_are_mentioned() -> None:
    for page, options in MENTIONED.items():
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        assert [option for option in options if option not in text] == [], page
