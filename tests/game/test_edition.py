"""Are a game's modules loaded once more for an edition, with the edition's own in place of the game's?"""

import importlib
import pickle
import sys

import pytest

FILES = {
    "game/__init__.py": "NAME = 'game'\n",
    "game/ground.py": "def far(): return 'hexes'\n",
    "game/chapter.py": (
        "from game.ground import far\n"
        "class Piece:\n    pass\n"
        "def asked():\n    from game import ground\n    return far(), ground.far()\n"
    ),
    "game/inner/__init__.py": "from game.chapter import asked\n",
    "game/inner/deep.py": "from game.inner import asked\n",
    "game/wrong.py": "import game.ground as ground\n",
    "game/edition/__init__.py": "from tabletop.game.edition import edition\nedition(__name__, 'game')\n",
    "game/edition/ground.py": "from game.edition.own import LENGTH\ndef far(): return f'{LENGTH} mm'\n",
    "game/edition/own.py": "LENGTH = 100\n",
}


@pytest.fixture
def game(tmp_path, monkeypatch):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    finders = list(sys.meta_path)
    yield importlib.import_module
    sys.meta_path[:] = finders
    for name in [name for name in sys.modules if name.split(".")[0] == "game"]:
        del sys.modules[name]


def test_shared_modules_are_loaded_once_more_and_ask_the_editions_ground(game):
    ours, theirs = game("game.edition.chapter"), game("game.chapter")
    assert ours is not theirs and ours.__file__ == theirs.__file__
    assert ours.asked() == ("100 mm", "100 mm") and theirs.asked() == ("hexes", "hexes")
    assert game("game.edition.ground").__file__ != game("game.ground").__file__


def test_so_are_packages_and_what_is_in_them(game):
    assert game("game.edition.inner.deep").asked() == ("100 mm", "100 mm")
    assert game("game.inner.deep").asked() == ("hexes", "hexes")


def test_what_is_made_of_a_shared_module_is_pickled_by_the_editions_name(game):
    piece = game("game.edition.chapter").Piece()
    assert type(pickle.loads(pickle.dumps(piece))) is game("game.edition.chapter").Piece


def test_an_import_that_could_mean_the_games_module_is_refused(game):
    assert game("game.wrong").ground.far() == "hexes"
    with pytest.raises(ImportError, match="by `from`"):
        game("game.edition.wrong")


def test_a_module_that_neither_has_is_missing(game):
    game("game.edition")
    with pytest.raises(ModuleNotFoundError):
        game("game.edition.nothing")
