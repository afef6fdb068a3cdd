"""Do the games' packages load little, enter the ids, and offer every name that pages, examples and bots use?"""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import gymnasium
import numpy as np
import pettingzoo
import pytest

import beat_to_quarters
import octagon_ball
import paintball_env
import state_of_war
from paintball_env.definition import PAINTBALL
from tabletop.front.face import places_of
from tests import ROOT

PACKAGES = (paintball_env, octagon_ball, beat_to_quarters, state_of_war)
PLACES = {package: places_of(Path(package.__file__).with_suffix(".pyi")) for package in PACKAGES}
SB3 = "stable_baselines3"
NAMES = [(package, name) for package in PACKAGES for name in package.__all__]
ONLY_PAINTBALL = {  # its observations' terms, its bots' numbers, and its own functions for pictures
    *("ACTION_KINDS", "PlaneExpander", "Temperament", "action_rows"),
    *("render_ansi", "render_rgb", "render_svg", "write_png"),
}
# Heavy, or not everybody's. Allowed are NumPy, Gymnasium, PettingZoo and what these two need: without them no id can
# be entered.
HEAVY = ("numba", "torch", "stable_baselines3", "pydantic", "scipy", "PIL", "rich", "typer")
HEAVY += ("tabletop.compiled.compiling",)
OF_THE_CORE = ("new-game.md", "board-game.md", "definition.md")  # whoever writes a game imports the core
PAGES = [ROOT / "README.md", *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in OF_THE_CORE)]
CODE = {
    **{path.name: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("examples/*.py"))},
    **{path.name: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("docs/examples/*.py"))},
    **{
        f"{path.name} {number}": block
        for path in PAGES
        for number, block in enumerate(re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL))
    },
}


def fresh(code, *arguments):
    """What a new interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PAINTBALL_QUIET": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(("package", "name"), NAMES, ids=[f"{package.__name__} {name}" for package, name in NAMES])
def test_a_name_is_there(package, name):
    if name.endswith("VecEnv"):
        pytest.importorskip("stable_baselines3")
    module, own_name = PLACES[package][name]
    wanted = getattr(import_module(module), own_name)
    assert getattr(package, name) == wanted and (callable(wanted) or name.isupper())


def test_a_name_that_is_not_there():
    for package in PACKAGES:
        with pytest.raises(AttributeError, match=f"module '{package.__name__}' has no attribute 'Paintball'"):
            _ = package.Paintball
        assert {"__version__", *package.__all__} <= set(dir(package))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
@pytest.mark.slow
def test_without_stable_baselines3_its_name_alone_is_missing(package):
    name = package.__name__
    code = f"""
import inspect, sys
sys.modules["{SB3}"] = None
import {name}
from {name} import *
assert Game is {name}.Game and not [found for found in dict(inspect.getmembers({name})) if found.endswith("VecEnv")]
try:
    from {name} import {next(each for each in PLACES[package] if each.endswith("VecEnv"))}
except ImportError as error:
    print(error)
"""
    words = "VecEnv needs stable_baselines3, which isn't installed: pip install 'paintball-mini[train]'"
    assert fresh(code).endswith(words)


def test_a_stand_in_for_a_library_is_no_fault():
    code = f"import sys, types; sys.modules['{SB3}'] = types.ModuleType('{SB3}'); import paintball_env, octagon_ball"
    assert fresh(f"{code}; print('PaintballVecEnv' in dir(paintball_env))") == "True"


def in_reference(package):
    """The names of a package that the pages in docs/api document."""
    found = set()
    for page in (ROOT / "docs" / "api").glob("*.md"):
        module = ""
        for line in page.read_text(encoding="utf-8").splitlines():
            directive, _, name = line.partition(":: ")
            if directive == ".. currentmodule":
                module = name
            elif directive.startswith(".. auto") and module == package.__name__ and "." not in name:
                found.add(name)
    return found


def test_the_reference_has_every_public_name():
    assert in_reference(paintball_env) == {*PLACES[paintball_env]}
    for package, page in (
        (octagon_ball, "octagon-ball.md"),
        (beat_to_quarters, "beat-to-quarters.md"),
        (state_of_war, "state-of-war.md"),
    ):
        same = (ROOT / "docs" / "api" / page).read_text(encoding="utf-8").split("## The very same")[1]
        same = set(re.findall(r"`(\w+)`", same))
        assert in_reference(package) | same == {*PLACES[package]}
        assert all(getattr(package, name) is getattr(paintball_env, name) for name in same)


def test_the_other_games_offer_what_isnt_paintballs_own():
    for package, word, own in (
        (octagon_ball, "Octagon", "OCTAGON_BALL"),
        (beat_to_quarters, "Naval", "BEAT_TO_QUARTERS"),
        (state_of_war, "Skirmish", "STATE_OF_WAR"),
    ):
        shared = {name.replace("Paintball", word) for name in {*paintball_env.__all__} - ONLY_PAINTBALL}
        assert shared | {own} == {*package.__all__}


def test_a_bot_of_octagon_ball_needs_its_package_alone(tmp_path):
    path = tmp_path / "first.py"
    path.write_text(
        "from octagon_ball import Bot, View\n\n\n"
        "class First(Bot):\n"
        "    def act(self, view: View) -> int:\n"
        "        return next(iter(view.legal.values()))\n"
    )
    record = octagon_ball.play_recorded(str(path), "random", "first-goal", 3)
    assert octagon_ball.read_record(record.write()) == record and "first-goal" in octagon_ball.presets()
    game = octagon_ball.Game("first-goal", seed=4)
    read = octagon_ball.parse_position("first-goal", game.position())
    assert {octagon_ball.format_position("first-goal", one) for one in (game, game.games, read)} == {game.position()}
    for wrong in (octagon_ball.Game("octagon"), np.zeros(2, read.dtype), None):
        with pytest.raises(ValueError, match=r"^game .*: a Game of first-goal, or a record of one$"):
            octagon_ball.format_position("first-goal", wrong)
    with pytest.raises(ValueError, match="it is one of PaintBall Mini, not of "):
        octagon_ball.Simulator(paintball_env.Scenario.load("capture-the-flag"))
    with pytest.raises(ValueError, match="'runner'"):
        octagon_ball.make_agent(None)
    with pytest.raises(ValueError, match=r"there are .*runner"):
        octagon_ball.make_agent("hunter")


def test_the_import_is_light_until_a_name_is_used():
    loaded = fresh(
        "import sys, paintball_env\n"
        f"heavy = {HEAVY!r}\n"
        "print([name for name in heavy if name in sys.modules],"
        " sorted(name for name in sys.modules if name.startswith('paintball_env')))\n"
        "paintball_env.Game\n"
        "print('numba' in sys.modules, 'torch' in sys.modules)"
    )
    assert loaded.splitlines() == ["[] ['paintball_env', 'paintball_env.registration']", "True False"]


@pytest.mark.parametrize("order", ["paintball_env, gymnasium, pettingzoo", "gymnasium, pettingzoo, paintball_env"])
@pytest.mark.slow
def test_the_ids_are_known_whatever_is_imported_first(order):
    made = fresh(
        f"import {order}\n"
        "name = 'PaintballMini/SingleFlag-v0'\n"
        "print(gymnasium.make(name).unwrapped, gymnasium.make_vec(name, num_envs=2).unwrapped)\n"
        "if hasattr(pettingzoo, 'make'):\n"
        "    print(*(pettingzoo.make(kind, name).unwrapped.scenario.name for kind in ('parallel', 'aec')))"
    )
    first, *rest = made.splitlines()
    assert re.fullmatch(r"<PaintballEnv.*> PaintballVectorEnv.*", first)
    assert rest == (["single-flag single-flag"] if hasattr(pettingzoo, "make") else [])


def test_every_id_leads_to_its_scenario():
    for name, scenario in PAINTBALL.environments.items():
        assert gymnasium.spec(name).kwargs == {"scenario": scenario} and scenario in PAINTBALL.presets()
        for registry in ("parallel_registry", "aec_registry") if hasattr(pettingzoo, "register") else ():
            assert getattr(pettingzoo, registry)[name].kwargs == {"scenario": scenario}


@pytest.mark.parametrize("code", CODE.values(), ids=CODE)
def test_pages_and_examples_import_the_package_alone(code):
    for line in re.findall(r"^[ \t]*(?:from|import) +(?:paintball_env|tabletop|agents)\b.*", code, re.MULTILINE):
        assert re.match(r"(import paintball_env(\.on_table as \w+|\b(?!\.))|from paintball_env import )", line), line
        for name in line.partition(" import ")[2].partition("#")[0].split(","):
            assert name.strip() in {*PLACES[paintball_env], "paintball_mini_v0"} or line.startswith("import"), line
