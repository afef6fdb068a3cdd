"""Write each game's rule table: every rule, the code that cites it and the tests that cite it.

Code cites a rule in the docstring of a module, class or function; a test in its docstring or its name (test_sh4_...),
a table of cases, CASES, in the lines `# ` above them.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SHOWN = 4  # citations a cell; the rest is counted


class Book(NamedTuple):
    """A game's rules.

    Attributes:
      package: of the game.
      index: where all its rules are listed, in docs/: one a line, or the rules page itself.
      page: the table, in docs/.
      marks: what a file or a folder of its tests begins with, behind `test_`; none: it has those of no other game.
    """

    package: str
    index: str
    page: str
    marks: tuple[str, ...] = ()

    def has(self, file: str) -> bool:
        """Tell whether a file of tests, by its path in tests/, is this game's by its name or a folder's."""
        return any(part.removeprefix("test_").startswith(self.marks) for part in file.split("/"))


BOOKS = (
    Book("paintball_env", "rules-index.txt", "rule-table.md"),
    Book("octagon_ball", "octagon-ball.md", "octagon-rule-table.md", ("octagon",)),
    Book("beat_to_quarters", "beat-to-quarters.md", "beat-to-quarters-rule-table.md", ("beat_to_quarters", "naval")),
    Book("state_of_war", "state-of-war.md", "state-of-war-rule-table.md", ("state_of_war",)),
)


class Citation(NamedTuple):
    """A place whose text may name rules."""

    name: str
    text: str


def index(root: Path, book: Book) -> list[tuple[str, str, bool]]:
    """Read the rules: number, title, and whether it is for later; on a rules page its first words are the title."""
    path = root / "docs" / book.index
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        titles = re.findall(r"^- \*\*([A-Z]+\d+[a-z]?)\*\* (.+?)(?:\.\s|[;:]\s|\.$)", text, re.MULTILINE | re.DOTALL)
        return [(number, _plain(title), False) for number, title in titles]
    rules = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            number, title = line.split(maxsplit=1)
            rules.append((number, title.removesuffix("[later]").strip(), title.endswith("[later]")))
    return rules


def _plain(title: str) -> str:
    """Return words of a page as those of a table's cell."""
    words = " ".join(title.replace("*", "").replace("|", "\\|").split()).removeprefix("Ruling: ")
    return words[0].upper() + words[1:]


def definitions(tree: ast.AST, prefix: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield every function and class below a node, with its dotted name."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{prefix}.{node.name}" if prefix else node.name
            yield name, node
            yield from definitions(node, name)


def code(root: Path, book: Book) -> Iterator[Citation]:
    """Yield the docstrings of the game's modules, classes and functions."""
    package = root / book.package
    for path in sorted(package.rglob("*.py")):
        tree = ast.parse(path.read_bytes())
        module = ".".join(path.relative_to(package).with_suffix("").parts).removesuffix(".__init__")
        for name, node in [(module, tree), *definitions(tree, module)]:
            yield Citation(name, spelt_out(ast.get_docstring(node) or ""))  # type: ignore[arg-type]


def tests(root: Path, book: Book) -> Iterator[Citation]:
    """Yield the names and docstrings of the tests, and the titles of cases."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        file = path.relative_to(root / "tests").as_posix()
        if not (book.has(file) if book.marks else not any(entry.has(file) for entry in BOOKS)):
            continue
        tree = ast.parse(path.read_bytes())
        for title in titles(tree):
            yield Citation(f"{file}: {title}", title)
        for name, node in definitions(tree, ""):
            short = name.rpartition(".")[2]
            if short.startswith("test_") and not isinstance(node, ast.ClassDef):
                words = re.sub(r"(?<=\d)[A-Z]\b", lambda letter: letter[0].lower(), short.upper().replace("_", " "))
                words = words.replace("SH LOS", "SH-LOS")
                yield Citation(f"{file}::{short}", f"{words}\n{ast.get_docstring(node) or ''}")  # type: ignore[arg-type]


def titles(tree: ast.Module) -> Iterator[str]:
    """Yield the titles of a module's cases: `CASES = cases("# MV1 BO8 to an empty square …")`."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "CASES":
            texts = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
            yield from re.findall("^# (.*)$", "\n".join(map(str, texts)), re.MULTILINE)


def spelt_out(text: str) -> str:
    """Write ranges of rules out: `MF1-MF3`, `MF1-3` and `MF1 to MF3` as `MF1 MF2 MF3`."""

    def all_of(match: re.Match[str]) -> str:
        chapter, first, last = match[1], int(match[2]), int(match[3])
        return " ".join(f"{chapter}{number}" for number in range(first, last + 1))

    return re.sub(r"\b((?:SH-)?[A-Z]{2,3})(\d+)(?:-(?:\1)?| to \1)(\d+)\b", all_of, text)


def citing(number: str, citations: list[Citation]) -> list[str]:
    """Return the names of those that cite a rule, before all others those that open with it."""
    word = re.compile(rf"(?<![\w-]){re.escape(number)}(?![\w])")
    hits = [(citation, match.start()) for citation in citations if (match := word.search(citation.text))]
    return list(dict.fromkeys(citation.name for citation, start in sorted(hits, key=lambda hit: hit[1] > 0)))


def cell(names: list[str]) -> str:
    """Write a cell of the table."""
    suffix = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(f"`{name}`" for name in names[:SHOWN]) + suffix or "–"


def table(root: Path, book: Book) -> tuple[str, list[str]]:
    """Return the page, and the rules that lack code or a test."""
    all_code, all_tests = list(code(root, book)), list(tests(root, book))
    lines = [
        "# Rules, their code and their tests",
        "",
        "Generated by `python scripts/rule_table.py`; it lists where a docstring (or a test's name) cites a rule.",
        "",
        f"| Rule | What | Code (`{book.package}.`) | Tests (`tests/`) |",
        "|---|---|---|---|",
    ]
    lacking = []
    for number, title, later in index(root, book):
        in_code, in_tests = citing(number, all_code), citing(number, all_tests)
        lines.append(f"| {number} | {title}{' (later)' if later else ''} | {cell(in_code)} | {cell(in_tests)} |")
        if not later:
            lacking += [
                f"{number} lacks {part}" for part, places in (("code", in_code), ("a test", in_tests)) if not places
            ]
    return "\n".join(lines) + "\n", lacking


def main(arguments: list[str] | None = None) -> int:
    """Write or check the pages."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is stale")
    parser.add_argument("--complete", action="store_true", help="fail also if a rule lacks code or a test")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    failed = False
    for book in BOOKS:
        page = options.root / "docs" / book.page
        text, lacking = table(options.root, book)
        if not options.check:
            page.write_text(text, encoding="utf-8")
        elif not page.is_file() or page.read_text(encoding="utf-8") != text:
            print(f"docs/{book.page} is stale: run python scripts/rule_table.py", file=sys.stderr)
            failed = True
        if options.complete and lacking:
            print("\n".join(lacking), file=sys.stderr)
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
