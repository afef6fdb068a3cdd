"""Is each moment of a step of a kind that there is, and does each kind have a sound?"""

import random
import re
from pathlib import Path

import pytest

from octagon_ball.definition import OCTAGON_BALL
from paintball_env.definition import PAINTBALL
from tabletop.front import server
from tabletop.play.game import Game
from tabletop.show.drawing.things import AFTER, GOES, MOMENTS
from tabletop.show.showing import showing_of


@pytest.mark.parametrize("definition", [PAINTBALL, OCTAGON_BALL], ids=["paintball", "octagon"])
def test_moments_are_of_known_kinds_and_beats(definition):
    scenario, rng, seen = definition.load(definition.default_scenario), random.Random(1), set()
    game, scenes = Game(scenario, seed=1), showing_of(definition).scenes(scenario)
    while not game.over:
        before = game.games.copy()
        game.step(rng.choice(game.legal_actions()))
        for moment in scenes.moments(before, game.events):
            assert GOES <= moment.beat <= AFTER
            seen.add(moment.kind)
    assert {"move", "turn", "end"} <= seen <= set(MOMENTS)


def test_each_kind_of_moment_has_a_sound():
    text = (Path(server.__file__).parent / "pages" / "sound.js").read_text(encoding="utf-8")
    kinds = re.findall(r"^  (\w+): \[\[", text.split("const SOUNDS", 1)[1], re.MULTILINE)
    assert sorted(kinds) == sorted([*MOMENTS, "yours"])
