"""Reports as self-contained HTML pages: the frame of a page, and tables."""

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 78rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .45rem; text-align: right; border-bottom: 1px solid #ddd; }
td { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 9rem; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
"""


def document(title: str, parts: Iterable[str], style: str = "") -> str:
    """Return a page with these parts, which are HTML; `style` is added to STYLE."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += f"<title>{escape(title)}</title><style>{STYLE}{style}</style>"
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>\n' + "\n".join(parts) + "\n</body></html>\n"


def cells(values: Iterable[str]) -> str:
    """Return texts as cells of a row."""
    return "".join(f"<td>{escape(value)}</td>" for value in values)


def table(heads: Sequence[str], rows: Iterable[str]) -> str:
    """Return a table; each row is HTML, as `cells` returns it."""
    titles = "".join(f"<th>{escape(head)}</th>" for head in heads)
    return f'<div class="wide"><table><tr>{titles}</tr>{"".join(f"<tr>{row}</tr>" for row in rows)}</table></div>'
