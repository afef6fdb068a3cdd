"""Pictures and clips of a game: of any position, also while it runs, in bounds; and what a page loads, packed."""

import gzip
import json
import re
import urllib.request
from io import BytesIO

import pytest

from paintball_env.definition import PAINTBALL
from tabletop.front.server import share, viewers
from tabletop.front.server.viewers import Crowded
from tabletop.show import pictures

from .conftest import PATIENCE


def fetched(server, path, **headers):
    request = urllib.request.Request(server.address + path, headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return answer.read(), dict(answer.headers)


@pytest.fixture
def running(served):
    """A server, and the address of a game that goes on after three decisions."""
    server = served()
    game = server.begin(scenario="pig", players=["person", "person"])
    with server.visit(game) as person:
        for _ in range(3):
            person.act(person.names()[0])
    return server, f"/game/{game['id']}"


def test_a_picture_and_a_clip_of_a_game_that_runs(running):
    from PIL import Image

    server, game = running
    data, headers = fetched(server, f"{game}/picture?decision=2")
    assert headers["content-type"] == share.PICTURE and "attachment" in headers["content-disposition"]
    assert Image.open(BytesIO(data)).format == "PNG"
    assert fetched(server, f"{game}/picture?decision=1")[0] != data == fetched(server, f"{game}/picture?decision=2")[0]
    data, headers = fetched(server, f"{game}/clip?first=1&last=3")
    clip = Image.open(BytesIO(data))
    assert headers["content-type"] == share.CLIP and (clip.format, clip.n_frames) == ("WEBP", 3)
    assert server.get(f"{game}/record")[0] == 403  # which would name the seed


def test_a_picture_names_the_players_and_no_rules(served, monkeypatch):
    paintball = served(PAINTBALL)
    captions, image = [], pictures.Pictures.image

    def noted(its, *given, **more):
        captions.append(more["caption"])
        return image(its, *given, **more)

    monkeypatch.setattr(pictures.Pictures, "image", noted)
    start = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c2 R2=d1 B1=c5 B2=b7 M1=c1 M2=c6"
    wish = {"scenario": "capture-the-flag-basic", "players": ["person", "random"], "practice": True, "start": start}
    game = paintball.begin(**wish)
    with paintball.visit(game, name="Anna") as person:
        person.act("R1 move W")
        person.act("R2 aim")
    for number in range(3):
        fetched(paintball, f"/game/{game['id']}/picture?decision={number}")
    assert all("Anna" in words and "Random" in words for words in captions)
    assert not re.search(r"\([A-Z]{2}[0-9]", "".join(captions))


def test_what_cant_be_drawn_is_refused_in_words(running, monkeypatch):
    server, game = running
    monkeypatch.setattr(share, "MOST_FRAMES", 2)
    for path in ("picture?decision=4", "clip?first=0&last=2", "clip?first=2&last=1", "clip?first=1&last=9"):
        status, text, _ = server.get(f"{game}/{path}")
        assert status == 400 and json.loads(text)["error"], path
    assert server.get("/game/none/picture")[0] == 404
    for value in ("-1", "1e3", "٣", "9" * 40, ""):  # what is no number is 0
        assert fetched(server, f"{game}/picture?decision={urllib.request.quote(value)}")[0]

    async def crowded(key, work):
        raise Crowded

    monkeypatch.setattr(server.server.viewers.turns, "once", crowded)
    status, text, _ = server.get(f"{game}/picture?decision=3")
    assert status == 503 and json.loads(text)["error"]


def test_pictures_are_kept_in_bounds_and_made_once(running, monkeypatch):
    server, game = running
    made, drawn = [], share.Shares._drawn
    monkeypatch.setattr(share.Shares, "_drawn", lambda its, *given: made.append(given[1]) or drawn(its, *given))
    monkeypatch.setattr(share, "MOST_KEPT", len(fetched(server, f"{game}/picture?decision=0")[0]) + 100)
    for number in (0, 1, 1, 0):
        fetched(server, f"{game}/picture?decision={number}")
    assert made == [0, 1, 0]
    assert server.server.shares.turns is server.server.viewers.turns  # one computation at a time, of all


def test_texts_are_packed_and_known_files_arent_sent_again(served):
    server = served()
    for path in ("/", "/files/game.js", "/files/pages.css"):
        plain, headers = fetched(server, path)
        packed, packed_headers = fetched(server, path, **{"accept-encoding": "gzip"})
        assert "content-encoding" not in headers and packed_headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed) == plain and len(packed) < len(plain)
        assert "content-security-policy" in packed_headers
    _, headers = fetched(server, "/files/game.js", **{"accept-encoding": "gzip"})
    status, text, again = server.get("/files/game.js", **{"if-none-match": headers["etag"]})
    assert (status, text, again["etag"]) == (304, "", headers["etag"]) and "content-encoding" not in again
    assert server.get("/files/game.js", **{"if-none-match": '"other"'})[0] == 200
    assert viewers.POLICY_HEADER in again
