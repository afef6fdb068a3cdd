"""Does `import paintball_env` stay light, enter the ids, and offer every name that pages and examples use?"""

import ast
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import gymnasium
import pettingzoo
import pytest

import paintball_env
from paintball_env.definition import PAINTBALL

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ast.parse((ROOT / "paintball_env" / "__init__.py").read_text(encoding="utf-8"))
# Heavy, or not everybody's. Allowed are NumPy, Gymnasium, PettingZoo and what these two need: without them no id can
# be entered.
HEAVY = ("numba", "torch", "stable_baselines3", "pydantic", "scipy", "PIL", "rich", "typer", "tabletop.compiling")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
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


@pytest.mark.parametrize("name", paintball_env.__all__)
def test_a_name_is_there(name):
    if name == "PaintballVecEnv":
        pytest.importorskip("stable_baselines3")
    module, _, path = paintball_env._PLACES[name].partition(":")
    wanted = import_module(module)
    for part in path.split("."):
        wanted = getattr(wanted, part)
    assert (getattr(paintball_env, name) == wanted and callable(wanted)) or name in ("ACTION_KINDS", "AGENTS")


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="module 'paintball_env' has no attribute 'Paintball'"):
        _ = paintball_env.Paintball
    assert {"__version__", *paintball_env.__all__} <= set(dir(paintball_env))


def test_editors_and_type_checkers_are_shown_the_same_names():
    (block,) = [node for node in SOURCE.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    shown = {}
    for node in block.body:
        shown |= {alias.asname or alias.name: f"{node.module}:{alias.name}" for alias in node.names}
    places = paintball_env._PLACES
    assert shown == places and sorted(paintball_env._PLACES) == sorted(paintball_env.__all__)


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
        assert re.match(r"(import paintball_env\b(?!\.)|from paintball_env import )", line), line
        for name in line.partition(" import ")[2].partition("#")[0].split(","):
            assert name.strip() in {*paintball_env.__all__, "paintball_mini_v0"} or line.startswith("import"), line
