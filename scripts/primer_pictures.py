"""Draws the pictures of the pages for those who have never played: `python scripts/primer_pictures.py`.

Each picture is a position of the game to learn by, played from there with dice that are written here, or a moment of
one played game. They lie next to their pages, `docs/PAGE.md`, in a folder of the page's name.
"""

import argparse
from pathlib import Path
from typing import Any, NamedTuple

from paintball_env.on_table.definition import PAINTBALL as TABLE

from beat_to_quarters.definition import BEAT_TO_QUARTERS
from octagon_ball.definition import OCTAGON_BALL
from paintball_env.definition import PAINTBALL
from state_of_war.definition import STATE_OF_WAR
from tabletop.game.definition import GameDefinition
from tabletop.game.draws import read_draw
from tabletop.game.events import LastStep
from tabletop.play.game import Game
from tabletop.show.showing import showing_of

DOCS = Path(__file__).resolve().parent.parent / "docs"
WIDTH = 640
COVER = " soft=b2,b5,c3,c5,d2,d5"  # as the first game's scenario has it
COVER_ON_TABLE = " soft=-10.0:-10.0,-10.0:0.0,-10.0:10.0,10.0:-10.0,10.0:0.0,10.0:10.0"


class Shown(NamedTuple):
    """A picture.

    Attributes:
      name: of its file, without `.svg`.
      start: position before the first action; empty: the page's played game.
      actions: each with the dice that follow it; what the last one led to is drawn.
      after: of a played game, how many decisions of it have been taken.
    """

    name: str
    start: str = ""
    actions: tuple[tuple[str, str], ...] = ()
    after: int = 0


class Page(NamedTuple):
    """A page with pictures.

    Attributes:
      name: of its file, without `.md`, and of the folder of its pictures.
      game: which game's lesson it shows.
      pictures: in its order.
      common: the end of every position in it.
      scenario: a preset; empty: that of the lesson.
      seed: of the dice of a played game.
      decisions: all of a played game, from its beginning.
    """

    name: str
    game: GameDefinition[Any]
    pictures: tuple[Shown, ...]
    common: str = ""
    scenario: str = ""
    seed: int = 0
    decisions: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """Where the pictures lie."""
        return DOCS / self.name

    def drawn(self, shown: Shown) -> str:
        """A picture as SVG."""
        showing = showing_of(self.game)
        lesson = showing.page_words().lesson()
        assert lesson is not None
        scenario = self.game.load(self.scenario) if self.scenario else lesson.scenario
        game = Game(scenario, seed=self.seed, start=shown.start + self.common or None)
        step = None
        played = ((action, None) for action in self.decisions[: shown.after])
        for action, dice in (*played, *shown.actions):
            position = game.position()
            results = None if dice is None else [read_draw(die, self.game).result for die in dice.split()]
            game.step(action, results=results)
            step = LastStep(position, game.events, game.draws)
        return showing.pictures(scenario, WIDTH).svg(game.games, legend=False, step=step)


FIRST_GAME = (
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
ON_TABLE = (
    Shown(
        "set-up",
        "turn=1 phase=1 acting=red second=blue to=red:act R1=-20.0:9.0 R2=-25.0:0.0 R3=-20.0:-9.0 B1=20.0:9.0"
        " B2=20.0:-9.0 M1=-15.0:0.0 M2=15.0:0.0 flag=0.0:0.0",
    ),
    Shown(
        "walk",
        "turn=2 phase=1 acting=red second=blue score=5,2 to=red:act R1=-12.0:9.0 R2=-9.0:0.0 R3=-12.0:-9.0 B1=12.0:9.0"
        " B2=12.0:-9.0 M1=-15.0:0.0 M2=15.0:0.0 flag=0.0:0.0",
        (("R2 move E 10", ""),),
    ),
    Shown(
        "shot",
        "turn=2 phase=1 acting=red second=blue score=5,2 used=1,0 to=red:act R1=-12.0:9.0 R2=1.0:0.0,p1,moved1,used"
        " R3=-12.0:-9.0 B1=12.0:9.0 B2=12.0:-9.0 M1=-15.0:0.0 M2=15.0:0.0 flag=R2",
        (("R1 shoot B1", ""), ("done", "hit:R1=5 way:R1=2 save:B1=4 check:B1=6")),
    ),
    Shown(
        "sentry",
        "turn=2 phase=1 acting=red second=blue score=5,2 used=1,0 to=red:act R1=-12.0:9.0,p1,used,fired R2=-9.0:0.0"
        " R3=-12.0:-9.0 B2=12.0:-9.0,sentry M1=-15.0:0.0 M2=11.0:7.0 flag=0.0:0.0",
        (("R2 move E 10", ""), ("B2 shoot R2", "hit:B2=5 save:R2=6")),
    ),
    Shown(
        "flag-run",
        "turn=4 phase=1 acting=red second=blue score=3,1 used=1,0 to=red:act R1=-12.0:9.0 R2=16.0:0.0,p1,moved1,used"
        " R3=-12.0:-9.0 B2=12.0:-9.0 M1=-15.0:0.0 M2=11.0:7.0 flag=R2",
        (("R2 move E 10", ""),),
    ),
)
FIRST_MATCH = (
    Shown("kick-off", "turn=1 acting=white points=7 to=white:act W1=a6 W2=d5 W3=d8 B1=k6 B2=h7 B3=h4 ball=f6"),
    Shown(
        "run",
        "turn=1 acting=white points=6 to=white:act W1=a6 W2=e5 W3=d8 B1=k6 B2=h7 B3=h4 ball=f6",
        (("W2 move NE", ""),),
    ),
    Shown(
        "pass",
        "turn=3 acting=white points=4 to=white:act W1=a6 W2=f6 W3=i9 B1=k6 B2=h6 B3=h4 ball=W2",
        (("pass short NE", "distance:W2=3"), ("intercept", "intercept:B2=3")),
    ),
    Shown(
        "tackle",
        "turn=4 acting=black points=5 to=black:act W1=a6 W2=e4 W3=h8 B1=k6 B2=h6 B3=g8 ball=W3",
        (("B3 tackle", "tackle:B3=5 resist:W3=2"),),
    ),
    Shown(
        "goal",
        "turn=7 acting=white points=2 to=white:act W1=a6 W2=k5 W3=h8 B1=k7 B2=h6 B3=g8 ball=W2",
        (("W2 move E", ""),),
    ),
)
BROKEN = "masts:1,hung:port"  # a mast is lost, and hangs over the port side
FIRST_FIGHT = (
    Shown(
        "ways",
        "turn=1 wind=W first=white chips=1,3,0 acting=white to=white:sail ship=W1 W1=0312NE,still B1=0304SE",
        (("sail", "speed:W1=2/4 speed:W1=4/4 speed:W1=3/4 speed:W1=1/4"),),
    ),
    Shown(
        "field",
        "turn=1 wind=W first=white chips=1,3,0 acting=white to=white:moment ship=W1 act=sails W1=0508NE B1=0304SE",
    ),
    Shown(
        "turns",
        "turn=1 wind=W first=white chips=0,2,0 acting=white to=white:advance ship=W1 act=sails dice=3-2-1-1"
        " W1=0508NE,fired:port,still B1=0304SE",
        (("advance 2", ""),),
    ),
    Shown(
        "mast",
        "turn=1 wind=W first=white chips=0,2,0 acting=white to=white:moment ship=W1 act=turned W1=0606SW,fired:port"
        " B1=0304SE",
        (("fire at B1", "gunnery:W1=0 damage:B1=4 mast:B1=2 side:B1=5"),),
    ),
    Shown(
        "fire",
        "turn=2 wind=W first=white chips=1,1,0 acting=white to=white:moment ship=W1 act=turned"
        f" W1=0508E,fired:starboard,phase:starboard B1=0404SE,{BROKEN},still",
        (("fire at B1", "gunnery:W1=4 damage:B1=9 chip=2"),),
    ),
    Shown(
        "taken",
        f"turn=3 wind=W first=black to=black:board ship=B1 W1=0805NE,grappled:B1,still,acted B1=0804SE,{BROKEN},"
        "fired:starboard,grappled:W1,still",
        (("board W1", "melee:B1=5 resist:W1=4"),),
    ),
)
# Blue was played by a person's plan, Grey by a bot.
SKIRMISH = (
    "B1; go 3; B2; shoot at G1; B1; go 3; B2; stand; G2; shoot at B1; G1; shoot at B1; G2; move S full; G1; go 4; "
    "B1; go 3; B2; stand; B1; go 3; B2; stand; G2; move SSE full; G1; move ESE full; G2; stand; G1; move S three; "
    "B1; shoot at G2; B2; shoot at G1; B1; move W full; B2; stand; G2; move SSW half; fire; G1; move SW full; G2; "
    "charge B1; G1; move W three; B1; move E full; B2; stand; B1; charge G1; B2; stand; G2; stand; G2; stand; B1; "
    "stand; B2; shoot at G1; B1; stand; B2; stand; G2; shoot at B1; G2; charge B1; fire"
)
FIRST_SKIRMISH = (
    Shown("ranges", after=1),
    Shown("volley", after=4),
    Shown("wall", after=22),
    Shown("close", after=36),
    Shown("melee", after=57),
    Shown("stopped", after=74),
)
PAGES = (
    Page("first-game", PAINTBALL, FIRST_GAME, COVER),
    Page("first-game-table", TABLE, ON_TABLE, COVER_ON_TABLE),
    Page("first-match", OCTAGON_BALL, FIRST_MATCH),
    Page("first-fight", BEAT_TO_QUARTERS, FIRST_FIGHT, scenario="first-fight"),
    Page(
        "first-skirmish",
        STATE_OF_WAR,
        FIRST_SKIRMISH,
        scenario="first-skirmish",
        seed=132,
        decisions=tuple(SKIRMISH.split("; ")),
    ),
)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    for page in PAGES:
        page.folder.mkdir(exist_ok=True)
        for picture in page.pictures:
            path = page.folder / f"{picture.name}.svg"
            path.write_text(page.drawn(picture), encoding="utf-8")
            print(f"{path}: {path.stat().st_size} bytes")
