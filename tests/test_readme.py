"""Do README's examples run, and do the files it names exist?"""

import re
from pathlib import Path

import pytest

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
