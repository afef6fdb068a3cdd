"""Draws the pictures of docs/first-game.md: `python scripts/first_game_pictures.py`; they lie in docs/first-game/.

Each is a position of the first game (paintball_env/first_game.toml), played from there with dice that are written here.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.guide import FIRST_GAME
from paintball_env.named import render_svg
from paintball_env.scenario import Scenario
from tabletop.game.draws import read_draw
from tabletop.game.events import LastStep

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "first-game"
WIDTH = 640
COVER = " soft=b2,b5,c3,c5,d2,d5"  # as the scenario has it


class Shown(NamedTuple):
    """A picture.

    Attributes:
      name: of its file, without `.svg`.
      start: position before the first action.
      actions: each with the dice that follow it; what the last one led to is drawn.
    """

    name: str
    start: str
    actions: tuple[tuple[str, str], ...] = ()


PICTURES = (
    Shown(
        "set-up",
        "turn=1 phase=1 acting=red second=blue to=red:act R1=b1 R2=c1 R3=d1 B1=b6 B2=d6 M1=c2 M2=c6 flag=c4",
    ),
    Shown(
        "walk",
        "turn=2 phase=1 acting=red second=blue score=5,2 to=red:act R1=b2 R2=c3 R3=d2 B1=b5 B2=d5 M1=c2 M2=c6 flag=c4",
        (("R2 move E", ""),),
    ),
    Shown(
        "shot",
        "turn=2 phase=1 acting=red second=blue score=5,2 used=1,0 to=red:act R1=b2 R2=c4,p1,moved1,used R3=d2 B1=b5"
        " B2=d5 M1=c2 M2=c6 flag=R2",
        (("R1 shoot B1", ""), ("done", "hit:R1=5 way:R1=2 save:B1=4 check:B1=6")),
    ),
    Shown(
        "sentry",
        "turn=2 phase=1 acting=red second=blue score=5,2 used=1,0 to=red:act R1=b2,p1,used,fired R2=c3 R3=d2"
        " B2=d5,sentry M1=c2 M2=b5 flag=c4",
        (("R2 move E", ""), ("B2 shoot R2", "hit:B2=5 save:R2=6")),
    ),
    Shown(
        "flag-run",
        "turn=4 phase=1 acting=red second=blue score=3,1 used=1,0 to=red:act R1=b2 R2=c6,p1,moved1,used R3=d2"
        " B2=d4 M1=c2 M2=b5 flag=R2",
        (("R2 move E", ""),),
    ),
)


def drawn(shown: Shown) -> str:
    """The picture as SVG."""
    scenario = Scenario.load(FIRST_GAME)
    game = Game(scenario, start=shown.start + COVER)
    step = None
    for action, dice in shown.actions:
        position = game.position()
        game.step(action, results=[read_draw(die, PAINTBALL).result for die in dice.split()])
        step = LastStep(position, game.events, game.draws)
    return render_svg(scenario, game, width=WIDTH, legend=False, step=step)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    FOLDER.mkdir(exist_ok=True)
    for picture in PICTURES:
        path = FOLDER / f"{picture.name}.svg"
        path.write_text(drawn(picture), encoding="utf-8")
        print(f"{path}: {path.stat().st_size} bytes")
