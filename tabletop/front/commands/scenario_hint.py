"""What is said where a scenario's file was given instead of a position."""

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def scenario_hint(what: str) -> "Iterator[None]":
    """Read what was given as a position; a ValueError about a .toml file also says how a scenario is given."""
    try:
        yield
    except ValueError as error:
        if not what.lower().endswith(".toml") or not os.path.isfile(what):
            raise
        raise ValueError(f"{error}; a scenario's file is given by --scenario {what}") from None
