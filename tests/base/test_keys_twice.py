"""Is a key of TOML that stands twice named, with its table and the line, wherever people's files are read?"""

import pytest

from paintball_env.definition import PAINTBALL
from paintball_env.scenario import Scenario
from tabletop.base.files import parse_toml
from tabletop.learn.training import config
from tests import refuses
from tests.paintball.test_scenario import HEAD


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("a = 1\na = 2", "a", 2),
        ("[x]\na = 1\n# b\na = 2\n", "x.a", 4),
        ("[x.y]\n'a' = 1\n[x.z]\na = 1\na=2\n", "x.z.a", 5),
        ("[[x]]\na = 1\n[[x]]\na = 1\na = 2\n", "x.a", 5),
        ("[x]\na = 1\n[y]\n[x]\n", "x", 4),
        ("a = 1\n[a]\n", "a", 2),
        ('"a.b" = 1\n"a.b" = 2\n', '"a.b"', 2),
        ('"a=b" = 1\n"a=b" = 2\n', '"a=b"', 2),
        ("x.a = 1\nx.a = 2\n", "x.a", 2),
        # Values of several lines, some of which look like keys and tables.
        ('[x]\na = """\n[y]\na = 1\n"""\na = """\n[z]\n"""\nb = 1\n', "x.a", 6),
        ("a = [\n1,\n]\nb = 2\na = [\n1,\n2,\n]\n", "a", 5),
    ],
)
def test_the_key_and_the_line_are_named(text, key, line):
    with pytest.raises(ValueError, match="not TOML: ") as told:
        parse_toml(text)
    words = str(told.value).removeprefix("not TOML: ")
    assert words.startswith(f"{key} stands") and words.endswith(f"(line {line})")


@pytest.mark.parametrize(
    "text", ["a = ", "a = 1 b = 2", "[a", 'a = """\n', "a = {b = 1, b = 2}", "= 1", "x = [1]\n[[x]]"]
)
def test_other_faults_are_told_as_they_are(text):
    refuses(ValueError, r"\((at line \d+, column \d+|at end of document)\)$", parse_toml, text)


def test_in_a_scenario_and_in_a_training_configuration(tmp_path):
    refuses(
        ValueError,
        r"rules.points .*\(line 6\)$",
        Scenario.parse,
        f"{HEAD}[rules]\npoints = 2\npoints = 3\n",
        "own.toml",
    )
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\n[learner]\ngames = 8\nsteps = 8\ngames = 16\n')
    refuses(config.ConfigError, r"learner.games .*\(line 5\)$", config.load, path, PAINTBALL)
