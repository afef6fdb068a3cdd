"""Play at the prompt in tests: a scenario so small that a game takes a moment, and a word for the first of the list."""

from pathlib import Path

import pytest

from paintball_env.play_words import groups
from tabletop.front.commands.prompt import Prompt

FIRST = "@"  # typed: whatever stands first in the list

SHORT = '''name = "short"
objective = "single"
setup = "drawn"
map = """
 . . . .
R . . . B
 . . . .
"""
[cover]
soft = 1
hard = 0

[rules]
max_turns = 4
'''


def first_of(legal: list[str]) -> str:
    """The action that stands first in the list."""
    return next(iter(next(iter(groups(legal).values())).values()))[0]


@pytest.fixture
def first_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Prompt.ask

    def answered(self: Prompt, legal: list[str]) -> str:
        typed = ask(self, legal)
        return first_of(legal) if typed == FIRST else typed

    monkeypatch.setattr(Prompt, "ask", answered)


@pytest.fixture
def elsewhere(first_can_be_typed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are saved where one is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
