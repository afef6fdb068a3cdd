"""Does what lies beside a bot belong to this bot alone, whichever others play in the same process?"""

import copy
import importlib
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from paintball_env.definition import PAINTBALL
from tabletop.agents import beside, registry
from tabletop.compiled import compiling, fingerprints
from tabletop.rate.matches import match
from tests.any_game.pig import PIG

SHORT = PIG.load("short-pig")
BOT = """
from tabletop.agents.base import Bot
import helper
from inner import sub
from inner.sub import PLACE as place
import inner.sub as again


class Mine(Bot):
    def __init__(self):
        super().__init__()
        self.kept = helper.Kept(helper.PLACE)

    def act(self, view):
        import late
        from inner import later
        assert late.PLACE == helper.PLACE == sub.PLACE == place == again.PLACE == later.PLACE == self.kept.place
        assert late.seen() == helper.PLACE
        return sorted(view.legal.values())[helper.PLACE]
"""
HELPER = """
class Kept:
    def __init__(self, place):
        self.place = place


PLACE = {}
"""


def make(text):
    return registry.make(text, PIG)


def folder_of(path, place):
    """A bot that takes the legal action at this place, with all that it imports."""
    (path / "inner").mkdir(parents=True)
    (path / "bot.py").write_text(BOT)
    (path / "helper.py").write_text(HELPER.format(place))
    late = "from helper import PLACE\n\n\ndef seen():\n    import helper\n    return helper.PLACE\n"
    (path / "late.py").write_text(late)
    (path / "inner" / "__init__.py").write_text("from helper import PLACE\n")
    (path / "inner" / "sub.py").write_text("import helper\nfrom . import PLACE\nassert PLACE == helper.PLACE\n")
    (path / "inner" / "later.py").write_text("from late import PLACE\n")
    return str(path / "bot.py")


@pytest.mark.slow
def test_two_bots_have_files_of_the_same_names_beside_them(tmp_path):
    first, last = folder_of(tmp_path / "old", 0), folder_of(tmp_path / "new", -1)
    for pair in ((first, last), (last, first)):
        one, other = map(make, pair)
        apart = [make(f"isolated:{path}") for path in pair]
        played, wanted = match.play(one, other, SHORT, 4), match.play(*apart, SHORT, 4)
        assert (played.score == wanted.score).all() and played.decisions.tolist() == wanted.decisions.tolist()
    assert not {"helper", "late", "inner"} & set(sys.modules)
    assert not beside._ON_PATH and str(tmp_path / "old") not in sys.path
    kept = [copy.deepcopy(make(path)).kept.place for path in (first, last)]
    assert kept == [pickle.loads(pickle.dumps(make(path))).kept.place for path in (first, last)] == [0, -1]


def test_what_is_found_without_the_folder_is_imported_as_usual(tmp_path, monkeypatch):
    (tmp_path / "found_anyway.py").write_text("")
    (tmp_path / "bot.py").write_text("import found_anyway\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert beside.run(tmp_path / "bot.py").found_anyway is sys.modules["found_anyway"]
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "found_anyway.py").write_text("ELSEWHERE = True\n")
    (tmp_path / "elsewhere" / "bot.py").write_text("import found_anyway, statistics, numpy\n")
    module = beside.run(tmp_path / "elsewhere" / "bot.py")
    assert module.found_anyway.ELSEWHERE and module.statistics is sys.modules["statistics"]
    assert module.numpy is sys.modules["numpy"] and not hasattr(sys.modules["found_anyway"], "ELSEWHERE")


def test_an_error_in_a_file_beside_is_told_and_may_be_mended(tmp_path):
    (tmp_path / "helper.py").write_text("x = 1 / 0\n")
    (tmp_path / "bot.py").write_text("import helper\n" + "class A:\n    def act(self, view): return 0\n")
    for _ in range(2):
        with pytest.raises(ValueError, match=r"bot\.py, line 1: ZeroDivisionError: division by zero"):
            make(str(tmp_path / "bot.py"))
    (tmp_path / "helper.py").write_text("x = 1\n")
    with pytest.raises(ValueError, match="lacks prepare"):
        make(str(tmp_path / "bot.py"))


COMPILED = """
import helper
from paintball_env import Bot


class Mine(Bot):
    def act(self, view):
        return sorted(view.legal.values())[int(helper.place())]
"""


def test_compiled_functions_beside_a_bot_are_its_own_too(tmp_path):
    numbers = {}
    for name, place in (("one", 0), ("two", -1)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text(COMPILED)
        (tmp_path / name / "number.py").write_text(f"PLACE = {place}\n")
        rules = "from paintball_env import rule\nimport number\n\n\n@rule\ndef place():\n    return number.PLACE\n"
        (tmp_path / name / "helper.py").write_text(rules)
        bot = make(str(tmp_path / name / "bot.py"))
        helper = sys.modules[type(bot).__module__].helper
        numbers[name] = int(helper.place())
        if compiling.compiled():
            files = [path.name for path in compiling.own_files(helper.place.py_func)]
            assert files == ["helper.py", "number.py"]
            assert {path.parent for path in compiling.own_files(helper.place.py_func)} == {tmp_path / name}
    assert numbers == {"one": 0, "two": -1}


def test_a_folder_without_init_belongs_to_the_bot_too(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name / "plain").mkdir(parents=True)
        (tmp_path / name / "helper.py").write_text(f"NAME = {name!r}\n")
        (tmp_path / name / "plain" / "part.py").write_text("import helper\n")
        (tmp_path / name / "bot.py").write_text("import helper\nfrom plain import part\nimport plain.part as again\n")
    for name in ("one", "two"):
        module = beside.run(tmp_path / name / "bot.py")
        assert module.part is module.again and module.part.helper is module.helper
        assert name == module.helper.NAME
    assert "plain" not in sys.modules


def test_a_bot_may_be_a_package(tmp_path):
    (tmp_path / "__init__.py").write_text("from . import part\nimport helper\n")
    (tmp_path / "part.py").write_text("import helper\n")
    (tmp_path / "helper.py").write_text("")
    module = beside.run(tmp_path / "__init__.py")
    assert module.part.helper is module.helper


def test_there_is_one_of_our_own_packages(tmp_path):
    """Also for a bot that lies in another checkout than the one that plays."""
    assert PAINTBALL.package == "paintball_env"
    for name in ("paintball_env", "tabletop"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('another copy')\n")
    (tmp_path / "bot.py").write_text("import paintball_env, tabletop\n")
    module = beside.run(tmp_path / "bot.py")
    assert module.tabletop is sys.modules["tabletop"] and module.paintball_env is sys.modules["paintball_env"]


def test_threads_that_load_one_bot_see_whole_modules(tmp_path):
    (tmp_path / "slow.py").write_text("import time\nfirst = 1\ntime.sleep(0.2)\nlast = 2\n")
    (tmp_path / "bot.py").write_text("import slow\nlast = slow.last\n")
    with ThreadPoolExecutor(3) as threads:
        modules = list(threads.map(lambda _: beside.run(tmp_path / "bot.py"), range(3)))
    assert [module.last for module in modules] == [2, 2, 2] and len({id(module.slow) for module in modules}) == 1
    assert not beside._ON_PATH and str(tmp_path) not in sys.path
    assert importlib.reload(modules[0].slow) is modules[0].slow


def test_a_name_keeps_its_meaning(tmp_path):
    (tmp_path / "helper.py").write_text("")
    text = "import helper as a, importlib\nimportlib.import_module('helper')\nimport helper as b\n"
    (tmp_path / "bot.py").write_text(text)
    module = beside.run(tmp_path / "bot.py")
    sys.modules.pop("helper", None)
    assert module.a is module.b


@pytest.mark.skipif(not compiling.compiled(), reason="plain mode")
def test_code_of_a_package_beside_a_bot_follows_its_own_files(tmp_path):
    """Not those of the same name beside another bot that was loaded before."""
    for name in ("one", "two"):
        (tmp_path / name / "inner").mkdir(parents=True)
        (tmp_path / name / "inner" / "__init__.py").write_text("")
        rules = "from tabletop.compiled.compiling import rule\nimport deep\n\n\n"
        rules += "@rule\ndef place():\n    return deep.PLACE\n"
        (tmp_path / name / "inner" / "sub.py").write_text(rules)
        (tmp_path / name / "deep.py").write_text(f"PLACE = {name!r}\n")
        (tmp_path / name / "bot.py").write_text("from inner import sub\n")
        beside.run(tmp_path / name / "bot.py")
        place = tmp_path / name
        followed = fingerprints.followed({place / "inner" / "sub.py"}, fingerprints.roots("paintball_env"))
        own = {path for path in followed if path.is_relative_to(tmp_path)}
        assert own == {place / "inner" / "sub.py", place / "deep.py"}
