"""Does a bot get the modules that lie beside it, and never another bot's?"""

import copy
import pickle
import sys

import pytest

from octagon_ball.definition import OCTAGON_BALL
from tabletop.agents import registry
from tabletop.agents.from_file import run
from tabletop.rate.matches import match
from tests.any_game.pig import PIG

SHORT = PIG.load("short-pig")
BOT = """
from tabletop.agents.base import Bot
import {0}_helper
from {0}_inner import sub


class Mine(Bot):
    def __init__(self):
        super().__init__()
        self.kept = {0}_helper.Kept({0}_helper.PLACE)

    def act(self, view):
        import {0}_late
        assert {0}_late.PLACE == {0}_helper.PLACE == sub.PLACE == self.kept.place
        return sorted(view.legal.values())[{0}_helper.PLACE]
"""
HELPER = "class Kept:\n    def __init__(self, place):\n        self.place = place\n\n\nPLACE = {}\n"


@pytest.fixture(autouse=True)
def _as_before(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    modules = set(sys.modules)
    yield
    for name in set(sys.modules) - modules:
        if name.startswith(("one_", "two_", "bot_")):
            del sys.modules[name]


def make(path):
    return registry.make(str(path), PIG)


def bot_in(folder, name, place=0):
    """A bot that takes the legal action at this place, with all that it imports: of names that begin with `name`."""
    (folder / f"{name}_inner").mkdir(parents=True)
    (folder / "bot.py").write_text(BOT.format(name))
    (folder / f"{name}_helper.py").write_text(HELPER.format(place))
    (folder / f"{name}_late.py").write_text(f"from {name}_helper import PLACE\n")
    (folder / f"{name}_inner" / "__init__.py").write_text(f"from {name}_helper import PLACE\n")
    (folder / f"{name}_inner" / "sub.py").write_text("from . import PLACE\n")
    return folder / "bot.py"


@pytest.mark.slow
def test_two_bots_with_files_of_other_names_beside_them_play(tmp_path):
    paths = bot_in(tmp_path / "old", "one", 0), bot_in(tmp_path / "new", "two", -1)
    apart = [make(f"isolated:{path}") for path in paths]
    played, wanted = match.play(*map(make, paths), SHORT, 4), match.play(*apart, SHORT, 4)
    assert (played.score == wanted.score).all() and played.decisions.tolist() == wanted.decisions.tolist()
    for bot, place in zip(map(make, paths), (0, -1), strict=True):
        assert copy.deepcopy(bot).kept.place == pickle.loads(pickle.dumps(bot)).kept.place == place


@pytest.mark.parametrize("name", ["one_helper", "one_late", "one_inner", "one_inner.sub"])
@pytest.mark.parametrize("is_beside", [True, False])
def test_a_module_of_another_bot_is_refused_with_a_hint(tmp_path, name, is_beside):
    """Also one that the other bot has not imported yet, or that isn't there beside this one."""
    make(bot_in(tmp_path / "old", "one"))
    path = bot_in(tmp_path / "new", "one") if is_beside else tmp_path / "bot.py"
    path.write_text(f"class A:\n    def act(self, view):\n        import {name}\n")
    with pytest.raises(ValueError, match="--isolate") as error:
        make(path)
    assert str(tmp_path / "old") in str(error.value) and len(str(error.value).splitlines()) == 1


def test_a_module_that_is_found_elsewhere_is_refused_if_there_is_one_beside_the_bot(tmp_path, monkeypatch):
    for folder in ("path", "bot"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one_helper.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path / "path"))
    (tmp_path / "bot" / "bot.py").write_text("import one_helper, statistics, numpy\n")
    with pytest.raises(ValueError, match="--isolate"):
        run(tmp_path / "bot" / "bot.py")
    (tmp_path / "bot" / "one_helper.py").unlink()
    assert run(tmp_path / "bot" / "bot.py").one_helper.__file__ == str(tmp_path / "path" / "one_helper.py")


def test_an_error_in_a_file_beside_is_told_and_may_be_mended(tmp_path):
    (tmp_path / "one_helper.py").write_text("x = 1 / 0\n")
    (tmp_path / "bot.py").write_text("import one_helper\n" + "class A:\n    def act(self, view): return 0\n")
    for _ in range(2):
        with pytest.raises(ValueError, match=r"bot\.py, line 1: ZeroDivisionError: division by zero"):
            make(tmp_path / "bot.py")
    (tmp_path / "one_helper.py").write_text("x = 1\n")
    with pytest.raises(ValueError, match="lacks prepare"):
        make(tmp_path / "bot.py")


def test_a_bot_may_be_a_package(tmp_path):
    (tmp_path / "__init__.py").write_text("from . import part\nimport one_helper\n")
    (tmp_path / "part.py").write_text("import one_helper\n")
    (tmp_path / "one_helper.py").write_text("")
    module = run(tmp_path / "__init__.py")
    assert module.part.one_helper is module.one_helper


def test_there_is_one_of_our_own_packages(tmp_path):
    """Also for a bot that lies in another checkout than the one that plays."""
    for name in ("octagon_ball", "tabletop"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('another copy')\n")
    (tmp_path / "bot.py").write_text("import octagon_ball, tabletop\n")
    assert OCTAGON_BALL.package == "octagon_ball"
    module = run(tmp_path / "bot.py")
    assert module.tabletop is sys.modules["tabletop"] and module.octagon_ball is sys.modules["octagon_ball"]
