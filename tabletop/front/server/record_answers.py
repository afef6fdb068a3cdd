"""What the server answers with of a game record: its file; and how it reads a number that was sent."""

import re

from starlette.responses import PlainTextResponse, Response

from tabletop.play.records import GameRecord


def record_file(record: GameRecord, name: str) -> Response:
    """Answer with a record as a file to save; `name`: without its ending."""
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", name) + record.definition.record_suffix
    return PlainTextResponse(record.write(), headers={"content-disposition": f'attachment; filename="{name}"'})


def count(text: str) -> int:
    """Read a number that was sent; 0: none was."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
