"""Is a scenario that can't be refused in one line that says what and where?"""

import re
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
    ("text", "key", "word"),
    [
        (HEAD + "luck = 1", "unknown key", "luck"),
        (HEAD + "[rules]\nluck = 1", "unknown key", "rules.luck"),
        (HEAD + "[red]\nluck = 1", "unknown key", "red.luck"),
        (HEAD + "[cover]\nluck = 1", "unknown key", "cover.luck"),
        ('name = "own"\nmap = "hexon26"', "objective is missing", ""),
        (HEAD.replace("own", "My Own"), "name", "'My Own'"),
        (HEAD.replace("own", "a--b"), "name", "'a--b'"),
        (HEAD + "[rules]\nworks_team = 32", "rules.works_team", "31"),
        (HEAD + "[rules]\nworks_all = 1", "rules.works_all", "2"),
        (HEAD.replace('"capture"', '"race"'), "objective", "'single'"),
        (HEAD.replace("hexon26", "R . x B"), "map", "'x'"),
        (HEAD.replace("hexon26", "R . ."), "map", "'B'"),
        (HEAD.replace("hexon26", "R" + " ." * 127 + " B"), "map", "128"),
        # numbers
        (HEAD + "[rules]\npoints = 5", "rules.points", "4"),
        (HEAD + "[rules]\npoints = 0", "rules.points", "1"),
        (HEAD + "[rules]\nexpert_points = 5", "rules.expert_points", "4"),
        (HEAD + '[rules]\npoints = "2"', "rules.points", "'2'"),
        (HEAD + "[rules]\npoints = true", "rules.points", "whole number"),
        (HEAD + "[rules]\nexperts = 1", "rules.experts", "1"),
        *(
            (HEAD + f"[rules]\n{name}_cost = 0", f"rules.{name}_cost", "1 or more")
            for name in ("move", "shoot", "aim", "sentry", "throw", "reload")
        ),
        (HEAD + "[rules]\nmax_turns = 0", "rules.max_turns", "1"),
        (HEAD + "[rules]\nmax_turns = 201", "rules.max_turns", "200"),
        (HEAD + "[rules]\nmax_moves = 3", "rules.max_moves", "2"),
        (HEAD + "[rules]\nmax_moves = 0", "rules.max_moves", "1"),
        (HEAD + "[rules]\nwalk = -1", "rules.walk", "0"),
        (HEAD + "[rules]\ncommand_dice = 3", "rules.command_dice", "2"),
        (HEAD + '[rules]\nactivation = "never"', "rules.activation", "'one_at_a_time'"),
        (HEAD + "[rules]\nworks_all = 2", "rules.works_all", "2"),
        (HEAD + "[rules]\npoints = 3\nworks_team = 3", "rules.works_team", "line 6"),
        (HEAD + "[rules]\nown_base_closed = true", "rules.own_base_closed", "own base"),
        # dice
        (HEAD + "[rules]\nsave = [1, 7]", "rules.save.1", "6"),
        (HEAD + "[rules]\nsave = [1, 1]", "rules.save", "listed twice"),
        (HEAD + "[rules]\nsave = 6", "rules.save", "6"),
        (HEAD + "[rules]\nexpert_dice = [1, 2]", "rules.expert_dice", "6"),
        (HEAD + "[rules]\nexpert_dice = [0, 1, 1, 2, 2, 3]", "rules.expert_dice.0", "1"),
        # teams
        (HEAD + "[red]\nfigures = 17", "red.figures", "16"),
        (HEAD + "[blue]\nfigures = 0", "blue.figures", "1"),
        (HEAD + "[red]\nstart = []", "red.start", "start in"),
        (HEAD + '[blue]\nstart = ["c9"]', "blue.start", "'c9'"),
        (HEAD + '[red]\nstart = ["c1"]', "red.start", "EN4"),
        (HEAD + '[red]\nfigures = 2\nstart = ["c1"]\n[rules]\nworks_team = 1', "red.start", "2"),
        (HEAD + '[red]\nstart = ["c3", "c8"]', "red.start", "c8"),
        (HEAD + '[red]\nstart = ["c3", "c4", "c3"]', "red.start", "c3"),
        (HEAD + '[red]\nstart = ["c3", "b7"]', "red.start", "line 5"),
        (HEAD + '[red]\nfigures = 2\n[blue]\nstart = ["c2", "c6"]', "blue.start", "line 7"),
        (HEAD + '[red]\nstart = ["c4", "c3"]\n[blue]\nstart = ["c4", "c6"]', "red.start", "line 5"),
        ('name = "own"\nobjective = "single"\nmap = """\n . . .\nR . B\n . . .\n"""', "red.start", "b2"),
        (HEAD.replace("capture", "reverse") + '[blue]\nstart = ["c7", "c8"]', "blue.start", "c8"),
        (HEAD + "[red]\nnear_home = []", "red.near_home", "the Marshal"),
        (HEAD + '[red]\nnear_home = ["z1"]', "red.near_home", "'z1'"),
        (HEAD + '[red]\nnear_home = ["c2", "c1"]', "red.near_home", "c1"),
        # cover
        (HEAD + '[cover]\nsoft_at = ["c1"]', "cover.soft_at", "c1"),
        (ROW.replace("R . .", "R . u") + '[cover]\nsoft_at = ["a3"]', "cover.soft_at", "a3"),
        (ROW.replace("R . .", "R . t") + '[cover]\nhard_at = ["a3/E"]', "cover.hard_at", "a3"),
        (HEAD + '[cover]\nsoft_at = ["f1"]', "cover.soft_at", "'f1'"),
        (HEAD + '[cover]\nhard_at = ["b4"]', "cover.hard_at", "d4"),
        (HEAD + '[cover]\nhard_at = ["b4/N"]', "cover.hard_at", "d4"),
        (HEAD + '[cover]\nsoft_at = ["b4"]\nhard_at = ["b4/E"]', "cover.hard_at", "b4"),
        (ROW + "[cover]\nsoft = 2\nhard = 1", "cover", "5"),
        (ROW + '[cover]\nsoft = 2\nsoft_at = ["a2", "a3"]', "cover", "3"),
        (HEAD + "[cover]\nsoft = -1", "cover.soft", "0"),
        # Marshals, flags, set-up
        (HEAD + 'marshals_at = ["k1"]', "marshals_at", "'k1'"),
        (HEAD + 'marshals_at = ["b4", "c4", "d4"]', "marshals_at", "2"),
        (HEAD + 'flag_at = ["b4"]', "flag_at", "1"),
        (HEAD.replace("capture", "reverse") + 'flag_at = ["b4"]', "flag_at", "1"),
        (HEAD + 'flag_at = ["b4", "c8"]', "flag_at", "c8"),
        (HEAD + 'flag_at = ["b4", "q8"]', "flag_at", "'q8'"),
        (HEAD + 'setup = "fixed"', "setup", "line 4"),
        (HEAD + 'start = "turn=1"', "start", "line 4"),
        (HEAD + 'setup = "drawn"\nstart = "turn=1"', "start", "line 5"),
        (HEAD + 'setup = "fixed"\nstart = " "', "start", "one line"),
        (HEAD + 'setup = "fixed"\nstart = "turn=1\\nacting=red"', "start", "one line"),
        *(
            (HEAD + f'setup = "fixed"\nstart = "turn=1"\n{text}', key, f"leave {key} out (line {line})")
            for text, key, line in (
                ('[cover]\nsoft_at = ["b4"]', "cover.soft_at", 7),
                ('[cover]\nhard_at = ["b4/E"]', "cover.hard_at", 7),
                ('marshals_at = ["b4"]', "marshals_at", 6),
                ('flag_at = ["b4", "b5"]', "flag_at", 6),
            )
        ),
        (HEAD + "luck = 1\n[rules]\npoints = 9", "rules.points", "line 6"),
        (HEAD + "[rules", "not TOML", ""),
    ],
)
def test_refused_in_one_line(text: str, key: str, word: str) -> None:
    told = refuses(ValueError, f"^own.toml: {re.escape(key)}", Scenario.parse, text, "own.toml")
    assert word in told, told


@pytest.mark.parametrize(
    ("text", "belongs", "line"),
    [
        ("[rules]\nsetup = 'drawn'", "rules.setup; setup .*above", 5),
        ("[red]\nflag_at = []", "red.flag_at; flag_at .*above", 5),
        ("[rules]\nsoft = 3", r"rules.soft; soft .*\[cover]", 5),
        ("[cover]\nmax_turns = 3", r"cover.max_turns; max_turns .*\[rules]", 5),
        ("max_turns = 3", r"max_turns; max_turns .*\[rules]", 4),
        ("[rules]\nmarshal = false", r"rules.marshal; marshal .*\[red] .*\[blue]", 5),
        ("[rules.cover]\nsoft = 3", r"rules.cover; \[cover]", 4),
        ("[rules]\nsoft_sav = [1]", "rules.soft_sav; .*soft_save", 5),
        ("[rules]\nSAVE = [1]", "rules.SAVE; .*save", 5),
    ],
)
def test_a_key_in_another_section_is_told_where_it_belongs(text: str, belongs: str, line: int) -> None:
    refuses(ValueError, rf"^own: unknown key {belongs}.* \(line {line}\)$", Scenario.parse, HEAD + text, "own")


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
    refuses(ValueError, r"red.start: a2", lambda: Scenario.parse(ROW.replace("R . . . . . B", "R B . . . . .")))


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
        ("own.txt", r"'own\.txt'.*end in \.toml"),
        ("folder.toml", "folder.toml is a folder"),
        ("..", r"'\.\.' is a folder"),
        ("none.txt", "^no scenario 'none.txt'"),
    ):
        refuses(ValueError, said, game.load, name)


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
    refuses(ValueError, f"^no scenario {name!r}; .*{meant!r}.* battle-12, ", Scenario.load, name)
