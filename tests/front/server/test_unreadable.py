"""A file of games that can't be read, in part or now: said in words, and no other game suffers from it."""

import json
import sqlite3
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed

from tabletop.front.server import app

from .conftest import PATIENCE

PLAIN = {"scenario": "pig", "players": ["person", "person"]}
BEGUN = {"scenario": "pig", "scenario_json": "{}", "seed": 1, "players": ["person", "person"]}
SPOILED = {
    "no JSON": ("begun", "{"),
    "no text": ("begun", b"\xff"),
    "a list": ("begun", "[]"),
    "unknown key": ("begun", json.dumps(BEGUN | {"later": 1})),
    "missing key": ("begun", json.dumps({"players": ["person", "person"]})),
    "three players": ("begun", json.dumps(BEGUN | {"players": ["person"] * 3})),
    "a number as player": ("begun", json.dumps(BEGUN | {"players": [1, "person"]})),
    "a text as seed": ("begun", json.dumps(BEGUN | {"seed": "1"})),
    "one key": ("keys", '["a"]'),
    "numbers as keys": ("keys", "[1, 2]"),
}


@pytest.fixture
def server(served):
    return served()


def spoil(server, game, column, value):
    with server.store._lock:
        value = "cast(x'ff' as text)" if isinstance(value, bytes) else f"'{value}'"
        server.store.file.execute(f"update game set {column} = {value} where id = ?", (game["id"],))


def refusal(server, game):
    """The code and the words by which a game's socket is closed."""
    with server.socket(game) as client:
        client.send('{"do": "join"}')
        with pytest.raises(ConnectionClosed) as error:
            client.recv(timeout=PATIENCE)
    return error.value.rcvd.code, error.value.rcvd.reason


def listed(server, *mine):
    status, text, _ = server.get(f"/api/games?mine={','.join(mine)}")
    assert status == 200
    return [[game["id"] for game in json.loads(text)[which]["games"]] for which in ("mine", "others")]


@pytest.mark.parametrize(("column", "value"), SPOILED.values(), ids=SPOILED)
def test_a_game_that_cant_be_read_is_left_out_and_refused_in_words(server, capsys, column, value):
    good, bad = server.begin(**PLAIN), server.begin(**PLAIN)
    spoil(server, bad, column, value)
    words = f"game {bad['id']}: the file has it in a form that this version can't read"
    assert listed(server) == listed(server) == [[], [good["id"]]] and listed(server, bad["id"]) == [[], [good["id"]]]
    assert capsys.readouterr().err == f"{server.file}: {words}; it isn't listed\n"
    assert [stored.id for stored, _ in server.store.recent(1)] == [good["id"]]  # it takes nobody's place either
    assert refusal(server, bad) == (app.POLICY, words)
    status, text, _ = server.get(f"/game/{bad['id']}/record")
    assert status == 403 and "a form that this version can't read" in text
    assert server.get(f"/api/rules?game={bad['id']}")[0] == 200
    with server.visit(good) as person:
        person.act("roll")


def test_a_game_whose_scenario_cant_be_read_is_refused_in_words(server):
    """As one of an older version; what else is known of it is listed."""
    game = server.begin(**PLAIN)
    spoil(server, game, "begun", json.dumps(BEGUN))
    words = "scenario: name is missing"
    assert listed(server, game["id"]) == [[game["id"]], []]
    assert refusal(server, game) == (app.POLICY, words)
    status, text, _ = server.get(f"/game/{game['id']}/record")
    assert status == 403 and "name is missing" in text


def test_a_file_that_cant_be_read_now_is_said_in_words(server, monkeypatch):
    game = server.begin(**PLAIN)

    def execute(*given):
        raise sqlite3.OperationalError("disk I/O error")

    words = "games can't be read here now (disk I/O error)"
    with monkeypatch.context() as patched:
        patched.setattr(server.store, "_reader", SimpleNamespace(execute=execute))
        for path in ("/api/games", f"/api/rules?game={game['id']}"):
            status, text, _ = server.get(path)
            assert (status, json.loads(text)) == (503, {"error": words})
        assert server.get(f"/game/{game['id']}/record")[0] == 503
        assert refusal(server, game) == (app.LATER, words)  # the page tries again
    with server.visit(game) as person:
        person.act("roll")
