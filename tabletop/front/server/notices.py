"""Pages that say in a sentence what can't be shown, and lead to the first page."""

import html
from pathlib import Path
from string import Template

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

PAGE = Path(__file__).with_name("pages") / "notice.html"


def notice(words: str, status: int) -> Response:
    """Answer with these words as a page."""
    sentence = html.escape(f"{words[:1].upper()}{words[1:]}.", quote=False)
    return HTMLResponse(Template(PAGE.read_text(encoding="utf-8")).substitute(words=sentence), status)


async def unknown(request: Request, error: Exception) -> Response:
    """Answer where nothing has this address."""
    words = "there is no page at this address"
    return JSONResponse({"error": words}, 404) if request.url.path.startswith("/api/") else notice(words, 404)
