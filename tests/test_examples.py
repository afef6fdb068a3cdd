"""Do the examples run, and does the page of the environments show them as they are?"""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Recipes for other libraries (docs/trainers.md) have requirements of their own, and tests: tests/recipes.
OTHERS = {path.stem.removeprefix("requirements-") for path in (ROOT / "examples").glob("requirements-*.txt")}
EXAMPLES = [path for path in sorted((ROOT / "examples").glob("*.py")) if path.stem.split("_")[0] not in OTHERS]
PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
FILES = {path.name: path.read_text(encoding="utf-8") for path in EXAMPLES}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if "sb3" in path.name:
        pytest.importorskip("sb3_contrib")
    if "torch_" in path.name:
        pytest.importorskip("torch")
    runpy.run_path(str(path), run_name="__main__")


def test_no_example_is_left_out() -> None:
    assert len(OTHERS) == 3 and len(EXAMPLES) == len(list((ROOT / "examples").glob("*.py"))) - 3 >= 5


def test_the_page_shows_every_example_as_it_is() -> None:
    assert set(FILES.values()) <= set(BLOCKS)


@pytest.mark.parametrize("code", [block for block in BLOCKS if block not in FILES.values()])
def test_other_code_on_the_page_runs(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(code, {})


def test_the_pages_links_lead_somewhere() -> None:
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)]+)\)", PAGE)]
    assert len(links) > 3
    for link in links:
        assert (ROOT / "docs" / link).exists(), link
