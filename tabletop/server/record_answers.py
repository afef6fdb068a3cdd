"""What the server answers with of a game record: its page, and its file."""

import re

from starlette.responses import HTMLResponse, PlainTextResponse, Response

from tabletop.records import GameRecord
from tabletop.server.guard import POLICY_HEADER
from tabletop.web.page import linked, page, position_data, record_data

# The page of a game has its scripts within it; so it is of an origin of its own, to which nothing here answers. It may
# have a link that saves the record.
VIEWER_POLICY = (
    "sandbox allow-scripts allow-downloads; "
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
)


def viewer(
    record: GameRecord, address: str, decision: str, *links: tuple[str, str], odds: bool | None = False
) -> Response:
    """Answer with the page of a record, or of its position after a decision, with all odds.

    Args:
      record: the game.
      address: of its page, up to the name of a further parameter.
      decision: which, as it was sent; empty: the whole game.
      links: in the head of a whole game's page, each an address and its words.
      odds: on that page, as `record_data` takes them.
    """
    if decision:
        number = count(decision)
        data = linked(position_data(record, number), (f"{address.rstrip('?&')}#{number}", f"Back to decision {number}"))
    else:
        data = linked(record_data(record, odds), *links, odds_at=f"{address}decision=")
    return HTMLResponse(page(data), headers={POLICY_HEADER: VIEWER_POLICY})


def record_file(record: GameRecord, name: str) -> Response:
    """Answer with a record as a file to save; `name`: without its ending."""
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", name) + record.definition.record_suffix
    return PlainTextResponse(record.write(), headers={"content-disposition": f'attachment; filename="{name}"'})


def count(text: str) -> int:
    """Read a number that was sent; 0: none was."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
