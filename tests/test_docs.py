"""Can the pages be followed: short lines, links and paths that exist, a map with the layers that are checked?"""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
GAMES = ("paintball_env", "octagon_ball", "agents")
LONGEST = 120  # characters of a line of prose
HIDDEN = {"__init__", "py.typed", "scenarios", "configs", "first_game.toml"}  # of a package, no modules


def prose(text):
    """Lines with their numbers, without code and rows of tables; indented lines that belong to no list are code."""
    fenced, listed = False, False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("|"):
            listed = bool(re.match(r" *([-*]|\d+\.) ", line)) or (listed and line.startswith(" "))
            if listed or not line.startswith("    "):
                yield number, line


def too_long(text):
    """Numbers of the lines of prose that are too long, but for those that are a single long address."""
    return [number for number, line in prose(text) if len(line) > LONGEST and " " in line.strip()]


def anchors(text):
    """The anchors of a page's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


def layers(package):
    """The layers in pyproject.toml of a package's modules, from the highest down."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (contract,) = [each for each in contracts if each.get("containers") == [package]]
    return [set(re.split(r" *[|:] *", layer)) for layer in contract["layers"]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_lines_of_prose_are_short(page):
    assert too_long(page.read_text("utf-8")) == []


def test_a_long_line_is_found_and_code_tables_and_links_are_left_alone():
    long = "word " * 30
    assert too_long(f"short\n{long}\n- item\n  {long}\n") == [2, 4]
    assert too_long(f"| {long} |\n```text\n{long}\n```\n    {long}\n[it](docs/{'x' * 120})\n") == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_relative_links_lead_somewhere(page):
    text = page.read_text("utf-8")
    for link in re.findall(r"\]\((?!https?://)([^)]+)\)", text):
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text("utf-8")), link


def test_every_path_in_the_map_of_the_readme_exists():
    part = (ROOT / "README.md").read_text("utf-8").split("## Where things are")[1].split("\n## ")[0]
    paths = re.findall(r"`([\w./]+/[\w./]*|[\w.]+\.py)`", part)
    assert len(paths) > 70
    for path in paths:
        assert (ROOT / path).exists(), path


def off_the_map(text):
    """The games' modules that the map leaves out: neither it nor a folder of theirs stands there, nor a namesake's."""
    tables = text.split("## Where things are")[1].split("\n## ")[0].split("\n**Rules", 1)[1]
    places = set(re.findall(r"`([\w./]+/[\w./]*)`", tables)) - {f"{top}/" for top in GAMES}

    def told(module):
        return any(module == place or (place.endswith("/") and module.startswith(place)) for place in places)

    modules = [path.relative_to(ROOT).as_posix() for top in GAMES for path in sorted((ROOT / top).rglob("*.py"))]
    namesakes = {module: module.replace("octagon_ball/", "paintball_env/").removesuffix(".py") for module in modules}
    return [
        module
        for module in modules
        if not module.endswith("__init__.py")
        and not told(module)
        and not (module.startswith("octagon_ball/") and any(other.startswith(namesakes[module]) for other in modules))
    ]


def test_every_module_of_the_games_is_on_the_map_of_the_readme():
    text = (ROOT / "README.md").read_text("utf-8")
    assert off_the_map(text) == []
    for gone in ("agents/scripted/", "paintball_env/view.py", "octagon_ball/facts.py"):
        assert gone in "".join(off_the_map(text.replace(gone, "")))


def test_functions_in_the_map_are_in_the_file_before_them():
    part = (ROOT / "README.md").read_text("utf-8").split("## Where things are")[1].split("\n## ")[0]
    named = re.findall(r"`([\w./]+\.py)` \(((?:`\w+`(?:, )?)+)\)", part)
    assert ("paintball_env/rules/shooting.py", "`can_react`, `react`") in named
    for path, names in named:
        for name in re.findall(r"\w+", names):
            code = (ROOT / path).read_text("utf-8")
            assert re.search(rf"^(def|class) {name}\b|^{name}\b.* = ", code, re.MULTILINE), (path, name)


@pytest.mark.parametrize("package", ["tabletop", "paintball_env", "octagon_ball", "agents"])
def test_the_map_of_the_design_has_the_layers_and_every_module(package):
    text = (ROOT / "docs" / "design.md").read_text("utf-8").split("```text\n")[1].split("```")[0]
    part = text.split(f"{package}/  ")[1].split("\n\n")[0]
    drawn = [set(re.split(r" · ", re.split(r" {2,}", line.strip())[0])) for line in part.splitlines()[1:]]
    assert drawn == layers(package)
    present = {path.name.removesuffix(".py") for path in (ROOT / package).iterdir() if path.name != "__pycache__"}
    assert set.union(*drawn) == present - HIDDEN


def written(folder):
    return [file for file in folder.rglob("*.*") if file.suffix in (".py", ".toml")]


def test_the_sizes_of_the_second_game_are_those_of_its_files():
    table = (ROOT / "docs" / "design.md").read_text("utf-8").split("| part | files | lines |")[1].split("\n\n")[0]
    counted = set()
    for row in table.splitlines()[2:]:
        _, _, named, lines, _ = row.split("|")
        files = []
        for name in re.findall("`(.+?)`", named):
            path = ROOT / (name if name.startswith("tests/") else f"octagon_ball/{name}")
            files += [path] if path.is_file() else written(path)
        counted |= set(files)
        total = sum(len(file.read_text("utf-8").splitlines()) for file in files)
        assert abs(total - int(lines)) <= 0.05 * total, (named, total)
    assert set(written(ROOT / "octagon_ball")) <= counted
