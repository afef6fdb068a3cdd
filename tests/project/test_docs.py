"""Can the pages be followed: do links lead to files and headings, and is the page of all files what the files say?"""

import re
import shutil
import subprocess
import sys

import pytest

from tests import ROOT

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def anchors(text):
    """The anchors of a page's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_relative_links_lead_somewhere(page):
    text = page.read_text("utf-8")
    for link in re.findall(r"\]\((?!https?://)([^)]+)\)", text):
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text("utf-8")), link


def where(root, *options):
    command = [sys.executable, ROOT / "scripts" / "where.py", "--root", root, *options]
    return subprocess.run(command, capture_output=True, text=True).returncode


def test_the_page_of_all_files_says_what_they_say_and_is_stale_when_one_has_changed(tmp_path):
    for folder in ("docs", "tabletop/web", "scripts"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "tabletop" / "__init__.py").write_text('"""The core."""\n')
    (tmp_path / "tabletop" / "dice.py").write_text('"""Dice | lots,\nby a hash.\n\nMore.\n"""\n')
    (tmp_path / "tabletop" / "bare.py").write_text("")
    (tmp_path / "tabletop" / "web" / "board.js").write_text("// Draws <svg>\n// for a page. Knows no game.\n\n// No.\n")
    (tmp_path / "scripts" / "run.sh").write_text("#!/bin/sh\n# Runs it.\necho\n")
    assert where(tmp_path, "--check") == 1
    assert where(tmp_path) == 0 and where(tmp_path, "--check") == 0
    page = (tmp_path / "docs" / "where.md").read_text("utf-8")
    assert "## `tabletop/`\n\nThe core.\n" in page
    rows = re.findall(r"^\| \[`(.+)`\]\((.+)\) \| (.+) \|$", page, re.MULTILINE)
    assert rows == [
        ("bare.py", "../tabletop/bare.py", "–"),
        ("dice.py", "../tabletop/dice.py", "Dice \\| lots, by a hash."),
        ("board.js", "../tabletop/web/board.js", "Draws &lt;svg> for a page."),
        ("run.sh", "../scripts/run.sh", "Runs it."),
    ]
    (tmp_path / "tabletop" / "dice.py").write_text('"""Other words."""\n')
    assert where(tmp_path, "--check") == 1
    shutil.rmtree(tmp_path / "scripts")
    assert where(tmp_path) == 0
