"""The pages with the rules, and with the first game in pictures."""

from collections.abc import Mapping
from pathlib import Path

from tabletop.show.page import numbered_rules

PRIMER = "first-game"  # a page and the folder of its pictures; empty: there is none


def texts(docs: Path) -> Mapping[str, str]:
    """The rules by number, as Markdown; a chapter's name by its letters."""
    return numbered_rules(docs / "rules.md")
