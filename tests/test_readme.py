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
