"""Names that people give themselves."""

import unicodedata
from typing import Any

MOST_NAME = 24  # characters
MOST_MARKS = 2  # accents and the like on one letter
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters that look like none


def person_name(given: Any) -> str:
    """Return the name that somebody gives, without spaces around it; empty: none.

    ValueError: it isn't a text of at most `MOST_NAME` printable characters, or piles up accents.
    """
    if not isinstance(given, str) or len(given) > 4 * MOST_NAME:
        raise ValueError(f"name: a text of at most {MOST_NAME} characters is meant")
    name = unicodedata.normalize("NFC", " ".join(given.split()))
    marks = "".join("m" if unicodedata.combining(letter) else " " for letter in name)
    longest = max(map(len, marks.split()), default=0)
    if len(name) > MOST_NAME or not name.isprintable() or longest > MOST_MARKS or set(name) & set(BLANK):
        raise ValueError(f"name: a text of at most {MOST_NAME} printable characters is meant")
    return name
