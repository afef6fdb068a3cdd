"""Is a scenario that can't be refused in one line that says what and where?"""

from pathlib import Path
from typing import Any

import pytest

from octagon_ball.definition import OCTAGON_BALL
from paintball_env.definition import PAINTBALL
from paintball_env.rules.state import SOFT
from paintball_env.scenario import Scenario
from tests import refuses
from tests.paintball.test_scenario import HEAD, ROW


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "luck = 1", "unknown key luck"),
        (HEAD + "[rules]\nluck = 1", "unknown key rules.luck"),
        (HEAD + "[red]\nluck = 1", "unknown key red.luck"),
        (HEAD + "[cover]\nluck = 1", "unknown key cover.luck"),
        ('name = "own"\nmap = "hexon26"', "objective is missing"),
        (HEAD.replace("own", "My Own"), "name: 'My Own' is not small letters and digits, with single hyphens"),
        (HEAD.replace("own", "a--b"), "name: 'a--b' is not small letters and digits, with single hyphens between them"),
        (HEAD + "[rules]\nworks_team = 32", "rules.works_team: 32 is not at most 31"),
        (HEAD + "[rules]\nworks_all = 1", "rules.works_all: 1 is not 2 or more"),
        (
            HEAD.replace('"capture"', '"race"'),
            "objective: 'race' is not 'capture', 'reverse', 'single' or 'eliminati",
        ),
        (HEAD.replace("hexon26", "R . x B"), "map: row a, column 5: unknown glyph 'x'"),
        (HEAD.replace("hexon26", "R . ."), "map: no base 'B' on the board"),
        (HEAD.replace("hexon26", "R" + " ." * 127 + " B"), "map: 129 hexes; a board has at most 128"),
        # numbers
        (HEAD + "[rules]\npoints = 5", "rules.points: 5 is not at most 4"),
        (HEAD + "[rules]\npoints = 0", "rules.points: 0 is not 1 or more"),
        (HEAD + "[rules]\nexpert_points = 5", "rules.expert_points: 5 is not at most 4"),
        (HEAD + '[rules]\npoints = "2"', "rules.points: '2' is not a whole number"),
        (HEAD + "[rules]\npoints = true", "rules.points: true is not a whole number"),
        (HEAD + "[rules]\nexperts = 1", "rules.experts: 1 is not true or false"),
        *(
            (HEAD + f"[rules]\n{name}_cost = 0", f"rules.{name}_cost: 0 is not 1 or more")
            for name in ("move", "shoot", "aim", "sentry", "throw", "reload")
        ),
        (HEAD + "[rules]\nmax_turns = 0", "rules.max_turns: 0 is not 1 or more"),
        (HEAD + "[rules]\nmax_turns = 201", "rules.max_turns: 201 is not at most 200"),
        (HEAD + "[rules]\nmax_moves = 3", "rules.max_moves: 3 is not at most 2"),
        (HEAD + "[rules]\nmax_moves = 0", "rules.max_moves: 0 is not 1 or more"),
        (HEAD + "[rules]\nwalk = -1", "rules.walk: -1 is not 0 or more"),
        (HEAD + "[rules]\ncommand_dice = 3", "rules.command_dice: 3 is not at most 2"),
        (HEAD + '[rules]\nactivation = "never"', "rules.activation: 'never' is not 'free' or 'one_at_a_time'"),
        (HEAD + "[rules]\nworks_all = 2", "rules.works_all: 2 leaves the other side no place beside 2"),
        (
            HEAD + "[rules]\npoints = 3\nworks_team = 3",
            "rules.works_team: 3 leaves the other side no place, since works_all is 3 (line 6)",
        ),
        (HEAD + "[rules]\nown_base_closed = true", "rules.own_base_closed: capture is won in the own base"),
        # dice
        (HEAD + "[rules]\nsave = [1, 7]", "rules.save.1: 7 is not at most 6"),
        (HEAD + "[rules]\nsave = [1, 1]", "rules.save: a face is listed twice"),
        (HEAD + "[rules]\nsave = 6", "rules.save: 6 is not a list"),
        (HEAD + "[rules]\nexpert_dice = [1, 2]", "rules.expert_dice: it has 2 entries, exactly 6 are needed"),
        (HEAD + "[rules]\nexpert_dice = [0, 1, 1, 2, 2, 3]", "rules.expert_dice.0: 0 is not 1 or more"),
        # teams
        (HEAD + "[red]\nfigures = 17", "red.figures: 17 is not at most 16"),
        (HEAD + "[blue]\nfigures = 0", "blue.figures: 0 is not 1 or more"),
        (HEAD + "[red]\nstart = []", "red.start: no hex to start in"),
        (HEAD + '[blue]\nstart = ["c9"]', "blue.start: no hex 'c9' on this board"),
        (HEAD + '[red]\nstart = ["c1"]', "red.start: room for 2 figures, not for 6 (EN4)"),
        (
            HEAD + '[red]\nfigures = 2\nstart = ["c1"]\n[rules]\nworks_team = 1',
            "red.start: room for 1 figure, not for 2",
        ),
        (HEAD + '[red]\nstart = ["c3", "c8"]', "red.start: c8 is the enemy's base"),
        (HEAD + '[red]\nstart = ["c3", "c4", "c3"]', "red.start: c3 is listed twice"),
        (
            HEAD + '[red]\nstart = ["c3", "b7"]',
            "red.start: b7 is in Blue's start area too (blue.start left out: the base and what is next to it) (line 5)",
        ),
        (
            HEAD + '[red]\nfigures = 2\n[blue]\nstart = ["c2", "c6"]',
            "blue.start: c2 is in Red's start area too (red.start left out: the base and what is next to it) (line 7)",
        ),
        (
            HEAD + '[red]\nstart = ["c4", "c3"]\n[blue]\nstart = ["c4", "c6"]',
            "red.start: c4 is in Blue's start area too (line 5)",
        ),
        (
            'name = "own"\nobjective = "single"\nmap = """\n . . .\nR . B\n . . .\n"""',
            "red.start: b2 is in Blue's start area too (red.start and blue.start left out: the base and what is next",
        ),
        (
            HEAD.replace("capture", "reverse") + '[blue]\nstart = ["c7", "c8"]',
            "blue.start: c8 is the own base, which is closed",
        ),
        (HEAD + "[red]\nnear_home = []", "red.near_home: no hex for the flag and the Marshal"),
        (HEAD + '[red]\nnear_home = ["z1"]', "red.near_home: no hex 'z1' on this board"),
        (HEAD + '[red]\nnear_home = ["c2", "c1"]', "red.near_home: c1 is a base"),
        # cover
        (HEAD + '[cover]\nsoft_at = ["c1"]', "cover.soft_at: c1 is a base"),
        (ROW.replace("R . .", "R . u") + '[cover]\nsoft_at = ["a3"]', "cover.soft_at: a3 is a bunker"),
        (ROW.replace("R . .", "R . t") + '[cover]\nhard_at = ["a3/E"]', "cover.hard_at: a3 is a trench"),
        (HEAD + '[cover]\nsoft_at = ["f1"]', "cover.soft_at: no hex 'f1' on this board"),
        (HEAD + '[cover]\nhard_at = ["b4"]', "cover.hard_at: 'b4' isn't a hex and a facing like 'd4/NE'"),
        (HEAD + '[cover]\nhard_at = ["b4/N"]', "cover.hard_at: 'b4/N' isn't a hex and a facing like 'd4/NE'"),
        (
            HEAD + '[cover]\nsoft_at = ["b4"]\nhard_at = ["b4/E"]',
            "cover.hard_at: b4 holds a piece already",
        ),
        (ROW + "[cover]\nsoft = 2\nhard = 1", "cover: 6 pieces to place, and only 5 hexes free for them"),
        (
            ROW + '[cover]\nsoft = 2\nsoft_at = ["a2", "a3"]',
            "cover: 4 pieces to place, and only 3 hexes free for them",
        ),
        (HEAD + "[cover]\nsoft = -1", "cover.soft: -1 is not 0 or more"),
        # Marshals, flags, set-up
        (HEAD + 'marshals_at = ["k1"]', "marshals_at: no hex 'k1' on this board"),
        (HEAD + 'marshals_at = ["b4", "c4", "d4"]', "marshals_at: it has 3 entries, at most 2 are allowed"),
        (HEAD + 'flag_at = ["b4"]', "flag_at: capture takes 2 hexes, not 1"),
        (HEAD.replace("capture", "reverse") + 'flag_at = ["b4"]', "flag_at: reverse takes 0 hexes, not 1"),
        (HEAD + 'flag_at = ["b4", "c8"]', "flag_at: c8 is a base"),
        (HEAD + 'flag_at = ["b4", "q8"]', "flag_at: no hex 'q8' on this board"),
        (HEAD + 'setup = "fixed"', "setup: fixed needs start, the position in which the game begins (line 4)"),
        (HEAD + 'start = "turn=1"', "start: only where setup is fixed (line 4)"),
        (HEAD + 'setup = "drawn"\nstart = "turn=1"', "start: only where setup is fixed (line 5)"),
        (HEAD + 'setup = "fixed"\nstart = " "', "start: a position is one line"),
        (HEAD + 'setup = "fixed"\nstart = "turn=1\\nacting=red"', "start: a position is one line"),
        *(
            (HEAD + f'setup = "fixed"\nstart = "turn=1"\n{text}', f"{key}: start says where cover, Marshals and {rest}")
            for text, key, rest in (
                ('[cover]\nsoft_at = ["b4"]', "cover.soft_at", "flags are; leave cover.soft_at out (line 7)"),
                ('[cover]\nhard_at = ["b4/E"]', "cover.hard_at", "flags are; leave cover.hard_at out (line 7)"),
                ('marshals_at = ["b4"]', "marshals_at", "flags are; leave marshals_at out (line 6)"),
                ('flag_at = ["b4", "b5"]', "flag_at", "flags are; leave flag_at out (line 6)"),
            )
        ),
        (HEAD + "luck = 1\n[rules]\npoints = 9", "rules.points: 9 is not at most 4 (line 6); unknown key luck"),
        (HEAD + "[rules", "not TOML: Expected ']' at the end of a table declaration"),
    ],
)
def test_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(ValueError) as error:
        Scenario.parse(text, "own.toml")
    assert str(error.value).startswith(f"own.toml: {message}")
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[rules]\nsetup = 'drawn'", "unknown key rules.setup; setup belongs above the first [section] (line 5)"),
        ("[red]\nflag_at = []", "unknown key red.flag_at; flag_at belongs above the first [section] (line 5)"),
        ("[rules]\nsoft = 3", "unknown key rules.soft; soft belongs in [cover] (line 5)"),
        ("[cover]\nmax_turns = 3", "unknown key cover.max_turns; max_turns belongs in [rules] (line 5)"),
        ("max_turns = 3", "unknown key max_turns; max_turns belongs in [rules] (line 4)"),
        ("[rules]\nmarshal = false", "unknown key rules.marshal; marshal belongs in [red] or in [blue] (line 5)"),
        ("[rules.cover]\nsoft = 3", "unknown key rules.cover; [cover] is a section of its own (line 4)"),
        ("[rules]\nsoft_sav = [1]", "unknown key rules.soft_sav; did you mean soft_save? (line 5)"),
        ("[rules]\nSAVE = [1]", "unknown key rules.SAVE; did you mean save? (line 5)"),
    ],
)
def test_a_key_in_another_section_is_told_where_it_belongs(text: str, message: str) -> None:
    with pytest.raises(ValueError) as error:
        Scenario.parse(HEAD + text, "own.toml")
    assert str(error.value) == f"own.toml: {message}"


@pytest.mark.parametrize(
    ("drawn", "line"),
    [
        ('map = """\nR . .\n . x B\n"""', 5),  # row b: an unknown glyph
        ('map = """\n\n  R . .\n   . x B\n"""', 6),  # empty lines before the first row don't count
        ('map = """R . .\n x B"""', 4),  # the first row stands beside the key
        ("map = '''\nR . B\n . .\n R .\n'''", 6),  # a second base
        ('map = """\nR . B\n\n\n . ."""', 7),  # hexes that nobody can reach
        ('map = """\nR . .\n. . B\n"""', 5),  # out of line
        ('map = """\nR . .\n . .\n"""', 3),  # no base at all: nothing of one row
        ('map = "R . x B"', 3),
    ],
)
def test_a_mistake_in_a_map_is_told_with_the_line_of_its_row(drawn: str, line: int) -> None:
    text = f'name = "own"\nobjective = "capture"\n{drawn}\n[rules]\npoints = 2\n'
    refuses(ValueError, rf"^own.toml: map: .* \(line {line}\)$", Scenario.parse, text, "own.toml")


def test_hills_hold_cover() -> None:
    scenario = Scenario.parse(ROW.replace("R .", "R ^") + '[cover]\nsoft_at = ["a2"]')
    assert scenario.placed_cover == {1: SOFT}


def test_bases_side_by_side_are_refused() -> None:
    with pytest.raises(ValueError, match=r"red.start: a2"):
        Scenario.parse(ROW.replace("R . . . . . B", "R B . . . . ."))


def test_load_files_and_unknown_names(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(HEAD, encoding="utf-8")
    assert Scenario.load(path) == Scenario.load(str(path)) == Scenario.parse(HEAD)
    path.write_text(HEAD + "luck = 1", encoding="utf-8")
    refuses(ValueError, "own.toml: .*luck; .*name, ", Scenario.load, path)
    path.write_text(HEAD.replace("\n", "\r\n"), encoding="utf-8-sig")  # as an editor under Windows may leave it
    assert Scenario.load(path) == Scenario.parse(HEAD)
    path.write_bytes(b'name = "own"\ntitle = "\xe4"')
    refuses(ValueError, "own.toml: .* at byte 23$", Scenario.load, path)
    path.write_text(HEAD + f"flag_at = {'[' * 600}{']' * 600}", encoding="utf-8")
    refuses(ValueError, "own.toml: .*too deep", Scenario.load, path)
    path.write_text(HEAD + f"# {'x' * (1 << 20)}", encoding="utf-8")
    refuses(ValueError, "own.toml: .*1 MiB$", Scenario.load, path)
    refuses(ValueError, "missing.toml$", Scenario.load, tmp_path / "missing.toml")
    refuses(ValueError, "^no scenario 'chess'", Scenario.load, "chess")
    refuses(ValueError, r"^scenario: not JSON: ", Scenario.from_json, "{")


@pytest.mark.parametrize("game", [PAINTBALL, OCTAGON_BALL])
def test_files_with_another_ending_and_folders_are_told_apart(
    game: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = HEAD if game is PAINTBALL else 'name = "own"'
    Path("own.txt").write_text(words)
    Path("OWN.TOML").write_text(words)
    Path("folder.toml").mkdir()
    assert game.load("OWN.TOML").name == "own"
    for name, said in (
        ("own.txt", "scenario 'own.txt': the file is there, but its name must end in .toml"),
        ("folder.toml", "scenario folder.toml is a folder: a .toml file is meant"),
        ("..", "scenario '..' is a folder: a preset's name, or the path of a .toml file, is meant"),
        ("none.txt", "no scenario 'none.txt'; there are "),
    ):
        with pytest.raises(ValueError) as error:
            game.load(name)
        assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Capture-The-Flag", "capture-the-flag"),
        ("capture_the_flag", "capture-the-flag"),
        ("battle12", "battle-12"),
        ("the-knoll", "the-knoll.toml"),
    ],
)
def test_what_a_wrong_name_may_mean_is_asked(
    name: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("the-knoll.toml").write_text(HEAD)
    with pytest.raises(ValueError) as error:
        Scenario.load(name)
    assert str(error.value).startswith(f"no scenario {name!r}; did you mean {meant!r}? there are battle-12, ")
