"""docs/rules.md is true: its examples are played from both ends, every rule has its place, switches their defaults."""

import re
import tomllib
from typing import NamedTuple

import pytest

from paintball_env.scenario import Rules
from tests import ROOT
from tests.paintball.rules.conftest import Table, TurnedTable
from tests.twins import paintball_reference as reference
from tests.twins.paintball import twin_of

DOCS = ROOT / "docs"
TEXT = (DOCS / "rules.md").read_text(encoding="utf-8")
NUMBERS = re.findall(r"^((?!#)\S+)  ", (DOCS / "rules-index.txt").read_text(encoding="utf-8"), re.MULTILINE)
LEFT_OUT = ("command_dice", "own_base_closed")  # their default follows from the rest of the scenario


class Example(NamedTuple):
    line: int  # where it stands on the page
    lines: tuple[str, ...]


class WithTwin(Table):
    """A table at which the engine's twin plays along."""

    def __init__(self, position: str, scenario: str) -> None:
        super().__init__(position, scenario)
        self.twin = reference.from_position(twin_of(self.scenario), position)

    def act(self, action: str, dice: str = "") -> Table:
        super().act(action, dice)
        tape = reference.Tape(map(tuple, self.game.draws))
        reference.step(self.twin, action, tape)
        tape.finish()
        assert reference.position(self.twin) == self.position
        return self

    def may(self, action: str) -> bool:
        assert super().may(action) == (action in reference.legal(self.twin)), action
        return super().may(action)


def examples() -> list[Example]:
    blocks = re.finditer(r"^```example\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return [Example(TEXT.count("\n", 0, block.start()) + 1, tuple(block[1].splitlines())) for block in blocks]


def prose(text: str) -> str:
    """What is neither an example nor code."""
    return re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)


def play(example: Example, kind: type[Table]) -> None:
    name, start, *rest = example.lines
    assert name.startswith("scenario: ")
    table = kind(start, name.removeprefix("scenario: "))
    assert table.position == start
    assert rest[-1].startswith("turn="), "an example ends with a position"
    for line in rest:
        if line.startswith("> "):
            action, _, dice = line.removeprefix("> ").partition(" | ")
            table.act(action, dice)
        elif line.startswith("! "):
            assert not table.may(line.removeprefix("! ")), line
        else:
            assert table.position == line


@pytest.mark.parametrize("kind", [WithTwin, TurnedTable], ids=["with-its-twin", "turned"])
@pytest.mark.parametrize("example", examples(), ids=lambda example: f"line-{example.line}")
def test_an_example_is_played(example, kind):
    play(example, kind)


def test_examples_stand_in_fences_that_are_read():
    assert len(examples()) == TEXT.count("```example") == TEXT.count("\nscenario: ")
    assert len(examples()) >= 30


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("save:B1=2 check:B1=5", "save:B1=1"),
        ("> R1 shoot B1", "! R1 shoot B1"),
        ("R1=c2,p1,used,fired", "R1=c2,p0,used,fired"),
    ],
)
def test_an_example_that_is_wrong_fails(before, after):
    first = examples()[0]
    wrong = tuple(line.replace(before, after) for line in first.lines)
    assert wrong != first.lines
    with pytest.raises(AssertionError):
        play(first._replace(lines=wrong), Table)


def test_every_rule_stands_on_the_page_once_and_in_order():
    assert len(NUMBERS) > 100
    assert re.findall(r"^- \*\*([^*]+)\*\*", TEXT, re.MULTILINE) == NUMBERS


@pytest.mark.parametrize("page", ["rules.md", "first-game.md", "glossary.md"])
def test_no_other_rule_is_cited(page):
    families = "|".join(sorted({number.rstrip("0123456789") for number in NUMBERS}, key=len, reverse=True))
    cited = re.findall(rf"(?<![\w-])(?:{families})\d+\b", prose((DOCS / page).read_text(encoding="utf-8")))
    assert cited
    assert set(cited) <= set(NUMBERS)


def test_the_table_of_switches_says_the_defaults():
    rows = re.findall(r"^\| `(\w+)` \| (?:`([^`]+)`|left out) \| (\S+) \|", TEXT, re.MULTILINE)
    said = {name: tomllib.loads(f"default = {text}")["default"] if text else None for name, text, _ in rows}
    meant = {name: list(value) if isinstance(value, tuple) else value for name, value in Rules()}
    assert len(rows) == len(said)
    assert said == meant
    assert {name for name, value in said.items() if value is None} == set(LEFT_OUT)
    assert {rule for _, _, rule in rows} <= set(NUMBERS)
