"""What all tests share: where the project is, and how a refusal is checked."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


def refuses(kind: Any, word: str, call: Callable[..., object], *arguments: Any, **options: Any) -> str:
    """Check that a call is refused by an error of this kind, in one line with what the pattern `word` finds."""
    with pytest.raises(kind) as caught:
        call(*arguments, **options)
    text = str(caught.value)
    assert re.search(word, text), text
    assert len(text) <= 700 and "\n" not in text and "Traceback" not in text, text
    return text
