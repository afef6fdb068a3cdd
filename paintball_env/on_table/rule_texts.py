"""The pages with the rules: those of the hexes, with what is otherwise on a table behind each."""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from tabletop.show.page import numbered_rules

PRIMER = "first-game-table"  # a page and the folder of its pictures; empty: there is none
_NUMBER = r"[A-Z]{1,2}(?:-LOS)?\d+(?:, (?:\d+|[A-Z]{1,2}\d+))*"
_RULED = re.compile(rf"\*\*({_NUMBER})\*\*")


@lru_cache(maxsize=4)
def texts(docs: Path) -> Mapping[str, str]:
    """The rules by number, as Markdown; a chapter's name by its letters."""
    hexes = numbered_rules(docs / "rules.md").items()
    ruled = {key: text for key, text in hexes if not key.startswith("OT")}  # which says there what isn't played
    page = (docs / "open-table.md").read_text(encoding="utf-8")
    ruled["OT"] = "On a table"
    rules = page[page.index("## Measures") : page.index("## Switches")]
    for paragraph in re.split(r"\n(?=- |##|\n)", rules):
        found = [*_RULED.finditer(paragraph)]
        ends = [*(match.start() for match in found), len(paragraph)][1:]
        for match, end in zip(found, ends, strict=True):
            words = " ".join(paragraph[match.end() : end].split())
            for number in _numbers(match[1]):
                if number in ruled and words.rstrip(".") != "same":
                    ruled[number] += f"\n*On a table:* {words}"
                ruled.setdefault(number, words)
    return ruled


def _numbers(text: str) -> list[str]:
    """`SH-LOS1, 2`: SH-LOS1 and SH-LOS2."""
    first, *others = text.split(", ")
    letters = first.rstrip("0123456789")
    return [first, *(other if other[0].isalpha() else letters + other for other in others)]
