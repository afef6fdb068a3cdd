"""Does the wheel hold all that is needed and nothing else, and does it work away from the checkout?

Its sources are the checkout's, and so is the compiled code that is kept: nothing is compiled for it anew, but for one.
"""

import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

import beat_to_quarters
import octagon_ball
import paintball_env
import state_of_war
from tabletop.compiled import compiling
from tests import ROOT

pytestmark = pytest.mark.slow

EXTRAS = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "tqdm", "pyspiel")
WEB = ("starlette", "uvicorn", "websockets")
# Runs `paintball` on what the wheel has brought and what is installed beside it; the checkout is out of reach.
PROGRAM = """
import importlib.util, pathlib, sys
here, missing, *arguments = sys.argv[1:]
sys.path[:] = [here, *(p for p in sys.path if p and not pathlib.Path(p, "paintball_env/__init__.py").exists())]
sys.modules |= dict.fromkeys(missing.split())  # as if they were not installed
for name in ("agents", "tests"):
    spec = importlib.util.find_spec(name)
    assert spec is None or "paintball" not in str(spec.origin), spec
"""
STARTED = "from tabletop.front.commands.start import paintball_env as run; sys.argv = ['paintball', *arguments]; run()"
COMMAND = PROGRAM + STARTED


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--no-build-isolation"] if find_spec("hatchling") else []
    done = pip("wheel", "--no-deps", *options, "--wheel-dir", folder, ROOT)
    if done.returncode != 0 and not options and "hatchling" in done.stderr:
        pytest.skip("hatchling, which builds the wheel, is neither installed nor to be had from the package index")
    assert done.returncode == 0, done.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def here(wheel, tmp_path_factory):
    """A folder that the wheel is installed in."""
    folder = tmp_path_factory.mktemp("installed")
    done = pip("install", "--no-deps", "--target", folder, wheel)
    assert done.returncode == 0, done.stderr
    return folder


def pip(*arguments):
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def run(here, tmp_path, program, *arguments, missing=(), **variables):
    """Run a program in an empty folder."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | variables
    return subprocess.run(
        [sys.executable, "-c", program, str(here), " ".join(missing), *map(str, arguments)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )


def test_it_holds_the_packages_the_bots_the_configurations_and_nothing_else(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    information = {name for name in names if name.split("/")[0].endswith(".dist-info")}
    packages = ("tabletop", "paintball_env", "octagon_ball", "beat_to_quarters", "state_of_war")
    assert {name.split("/")[0] for name in names - information} == {*packages}
    folders = (*packages, "agents", "configs", "docs/rules.md")
    folders += ("docs/beat-to-quarters.md", "docs/first-fight.md", "docs/first-fight")
    folders += ("docs/state-of-war.md", "docs/first-skirmish.md", "docs/first-skirmish")
    folders += ("docs/first-game.md", "docs/first-game", "docs/octagon-ball.md", "docs/open-table.md")
    folders += ("docs/first-match.md", "docs/first-match", "docs/first-game-table.md", "docs/first-game-table")
    listed = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, text=True, capture_output=True)
    if listed.returncode != 0:
        pytest.skip("not a checkout: git lists no files")
    moved = {
        "docs/octagon-ball.md": "octagon_ball/docs/octagon-ball.md",
        "docs/first-match": "octagon_ball/docs/first-match",
        "docs/beat-to-quarters.md": "beat_to_quarters/docs/beat-to-quarters.md",
        "docs/first-fight": "beat_to_quarters/docs/first-fight",
        "docs/state-of-war.md": "state_of_war/docs/state-of-war.md",
        "docs/first-skirmish": "state_of_war/docs/first-skirmish",
        **{"agents/": "paintball_env/bots/", "configs/": "paintball_env/configs/", "docs/": "paintball_env/docs/"},
    }
    wanted = set(listed.stdout.split()) - {"paintball_env/bots.py"}
    for old, new in moved.items():
        wanted = {new + name.removeprefix(old) if name.startswith(old) else name for name in wanted}
    assert names - information == wanted
    some = {"paintball_env/bots/scripted/bots.py", "paintball_env/configs/quick.toml", "tabletop/game/choices.py"}
    assert some < wanted
    assert {Path(name).name for name in information} >= {"METADATA", "entry_points.txt", "LICENSE"}


def test_the_command_is_installed(here, tmp_path):
    environment = os.environ | {"PYTHONPATH": str(here)}
    script = here / "bin" / "paintball"
    done = subprocess.run([script, "version"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() and here.glob(f"paintball_mini-{done.stdout.strip()}.dist-info")


USED = """
import json, pathlib
import paintball_env, tabletop
from paintball_env.rules.figures import usual_facing
from tabletop.compiled import compiling, fingerprints
bot = type(paintball_env.make_agent("hunter"))
own = [module for name, module in sys.modules.items() if name.split(".")[0] in ("tabletop", "paintball_env")]
print(json.dumps({
    "files": [module.__file__ for module in own if getattr(module, "__file__", None)],
    "bot": bot.__module__,
    "sources": [str(path) for path in fingerprints.sources("paintball_env")],
    "digest": compiling.digest("paintball_env"),
    "actions": paintball_env.Scenario.load("capture-the-flag").actions,
    "facing": int(usual_facing(1)),
}))
"""


def test_its_own_files_are_used_and_compiled(here, tmp_path):
    cache = tmp_path / "cache"
    done = run(here, tmp_path, PROGRAM + USED, PAINTBALL_CACHE=str(cache))
    assert done.returncode == 0, done.stderr
    used = json.loads(done.stdout)
    assert used["files"] and used["sources"]
    for path in (*used["files"], *used["sources"]):
        assert Path(path).is_relative_to(here) or Path(path).is_relative_to(cache), (
            path
        )  # what is written is kept there
    assert used["bot"] == "paintball_env.bots.scripted.bots" and used["actions"] > 100
    assert str(here / "paintball_env" / "bots" / "scripted" / "choice.py") in used["sources"]
    assert used["digest"] == compiling.digest("paintball_env")  # what is kept of the checkout's is taken
    assert any(cache.rglob("*figures.usual_facing*"))  # it was compiled, and is kept


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("scenarios",), "capture-the-flag-basic"),
        (("match", "hunter", "random", "--pairs", 1), "hunter"),
        (("play-out", "raider", "sentinel", "--board", "never"), "Turn 1 of"),
    ],
    ids=lambda part: str(part[0]) if isinstance(part, tuple) else "",
)
def test_commands_work_without_the_extras(here, tmp_path, arguments, words):
    done = run(here, tmp_path, COMMAND, *arguments, missing=EXTRAS)
    assert done.returncode == 0 and words in done.stdout, done.stderr


def test_serve_says_in_a_line_which_extra_it_needs(here, tmp_path):
    done = run(here, tmp_path, COMMAND, "serve", "--no-open", missing=WEB)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1, done.stderr
    assert "pip install 'paintball-mini[web]'" in done.stderr


def test_the_rules_come_along(here, tmp_path):
    program = PROGRAM + "from paintball_env.page_words import rules, lesson; print(rules()['SE2'], lesson().title)"
    done = run(here, tmp_path, program)
    assert done.returncode == 0 and "the sentry may shoot one die" in done.stdout, done.stderr


def test_train_says_in_a_line_which_extra_it_needs(here, tmp_path):
    done = run(here, tmp_path, COMMAND, "train", "--config", "configs/quick.toml", missing=EXTRAS)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1, done.stderr
    assert "pip install 'paintball-mini[train]'" in done.stderr


def test_a_configuration_that_comes_along_trains(here, tmp_path):
    pytest.importorskip("sb3_contrib")
    changes = ["total_steps=16", "threads=1", "opponents={random=1.0}"]
    changes += ["learner.games=2", "learner.steps=8", "learner.batch=16", "evaluation.every=0", "final.animation=false"]
    changes += ["evaluation.opponents=['random']", "final.opponents=[]", "scenario=single-flag-basic-drawn"]
    arguments = [part for change in changes for part in ("--set", change)]
    done = run(here, tmp_path, COMMAND, "train", "--config", "configs/quick.toml", *arguments)
    assert done.returncode == 0, done.stderr
    card = json.loads((tmp_path / "runs" / "quick" / "agent" / "card.json").read_text())
    assert card["step"] >= 16 and card["config"]["name"] == "quick"


# What type checkers tell a user whose own file has these lines; modules' names are left out.
TYPES = {
    "make_agent('random')": "Agent",
    "Game('{scenario}').legal_actions()": "list[str]",
    "Game('{scenario}').clone()": "Game",
    "Simulator('{scenario}').scenario": "Scenario",
    "parallel_env()": "{name}ParallelEnv",
    "numeric_infos(parallel_env())": "{name}ParallelEnv",
    "parallel_env().reset()": "tuple[dict[str, Any], dict[str, dict[str, Any]]]",
    "parallel_env().step({{}})": (
        "tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]"
    ),
    "raw_env()": "{name}AECEnv",
    "env()": "WrappedAECEnv",
    "aec_env()": "WrappedAECEnv",
    "env().last()": "tuple[Any, float, bool, bool, dict[str, Any]]",
    "env().agents": "list[str]",
    "{name}Env().step(0)[1:]": "tuple[float, bool, bool, dict[str, Any]]",
    "play_match('random', 'random', '{scenario}', 1)": "Results",
}
GAMES = {
    paintball_env: ("Paintball", "capture-the-flag"),
    octagon_ball: ("Octagon", "octagon"),
    beat_to_quarters: ("Naval", "duel"),
    state_of_war: ("Skirmish", "line-and-line"),
}
# It returns a wrapper, or what it was given: which, depends on the environment.
OF_ANY_KIND = {"record_games"}


def checked_lines(package):
    """Expressions, and the type that each shall have; None: any but Any."""
    name, scenario = GAMES[package]
    told = {"name": name, "scenario": scenario}
    lines = {f"{package.__name__}.{line.format(**told)}": wanted.format(**told) for line, wanted in TYPES.items()}
    lines = {line.replace("(parallel", f"({package.__name__}.parallel"): wanted for line, wanted in lines.items()}
    return lines | {f"{package.__name__}.{name}": None for name in package.__all__}


def mypy(python, path):
    (path.parent / "mypy.ini").write_text("[mypy]\n[mypy-torch.*]\nfollow_imports = skip\n")  # it takes half the time
    command = [sys.executable, "-m", "mypy", "--python-executable", python, path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True)
    told = re.findall(r"^user\.py:(\d+): (\w+): (.*)$", done.stdout, re.MULTILINE)
    assert "error" not in {kind for _, kind, _ in told}, done.stdout
    types = {int(line): re.search(r'type is "(.*)"$', text) for line, kind, text in told}
    return {line: found[1] for line, found in types.items() if found}


def pyright(python, path):
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", python, path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True)
    told = json.loads(done.stdout)["generalDiagnostics"]
    assert "error" not in {each["severity"] for each in told}, done.stdout
    types = {each["range"]["start"]["line"] + 1: re.search('is "(.*)"$', each["message"]) for each in told}
    return {line: found[1] for line, found in types.items() if found}


@pytest.mark.parametrize("checker", [mypy, pyright], ids=["mypy", "pyright"])
def test_type_checkers_see_the_types(here, tmp_path, checker):
    pytest.importorskip(checker.__name__)
    venv.create(tmp_path / "venv", symlinks=True)  # the checkout is no part of it, as it is of this Python's own
    (site,) = (tmp_path / "venv").glob("[Ll]ib/**/site-packages")
    (site / "others.pth").write_text("\n".join([str(here), *(p for p in sys.path if p.endswith("-packages"))]))
    (python,) = (tmp_path / "venv").glob("*/python")
    expected = {line: wanted for package in GAMES for line, wanted in checked_lines(package).items()}
    imports = [f"import {package.__name__}" for package in GAMES]
    lines = [*imports, *(f"reveal_type({line})" for line in expected)]
    (tmp_path / "user.py").write_text("\n".join(lines) + "\n")
    types = checker(python, tmp_path / "user.py")
    seen = {
        line: re.sub(r"\b(?:\w+\.)+(?=\w)", "", types[number]) for number, line in enumerate(expected, len(imports) + 1)
    }
    assert {line: seen[line] for line, wanted in expected.items() if wanted} == {k: v for k, v in expected.items() if v}
    for package in GAMES:
        for name in package.__all__:
            each = getattr(package, name)
            assert not isinstance(each, type) or each.__name__ in seen[f"{package.__name__}.{name}"], name
    vague = {line for line, text in seen.items() if "Unknown" in text or re.search(r"(^|-> )Any$", text)}
    assert {line.partition(".")[2] for line in vague} == OF_ANY_KIND
