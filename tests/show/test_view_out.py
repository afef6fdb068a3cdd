"""Does `view` leave the browser alone where its page is wanted as a file?"""

import pytest

from paintball_env import Game
from tests.called import call

POSITION = Game("capture-the-flag-basic", seed=1).position()


@pytest.mark.parametrize("is_there", [False, True])
@pytest.mark.parametrize(
    ("words", "opened"),
    [(["--out"], 0), (["--out", "--no-open"], 0), (["--out", "--open"], 1), ([], 1), (["--no-open"], 0)],
)
def test_a_page_of_out_is_opened_only_where_that_is_typed(words, opened, is_there, tmp_path, monkeypatch):
    addresses = []
    monkeypatch.setattr("tabletop.show.viewer.browser.open_page", lambda address: addresses.append(address) or is_there)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    page = tmp_path / "page.html"
    typed = [part for word in words for part in ((word, page) if word == "--out" else (word,))]
    done = call("view", POSITION, "--scenario", "capture-the-flag-basic", *typed)
    assert done.exit_code == 0 and len(addresses) == opened
    assert page.exists() == ("--out" in words)
    assert ("browser" in done.stderr) == (opened == 1 and not is_there)
