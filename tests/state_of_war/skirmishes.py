"""Positions of `first-skirmish` for tests of what people see."""

from state_of_war.definition import STATE_OF_WAR
from tabletop.game.events import LastStep
from tabletop.play.game import Game

BLUE = "B1.1=-15.0:-35.0 B1.2=-12.2:-35.0 B1.3=-17.8:-35.0 B1.4=-15.0:-37.8 B1.5=-12.2:-37.8 B1.6=-17.8:-37.8"
SECOND = "B2.1=15.0:-35.0 B2.2=17.8:-35.0 B2.3=12.2:-35.0 B2.4=killed B2.5=disabled B2.6=killed"
GREY = "G1.1=15.0:-15.0 G1.2=12.2:-15.0,wounded G1.3=17.8:-15.0,arm:2 G1.4=killed G1.5=killed G1.6=killed"
LAST = "G2.1=killed G2.2=killed G2.3=disabled G2.4=killed G2.5=killed G2.6=-12.2:35.0"
MEN = f"{BLUE} {SECOND} {GREY} {LAST}"
ORDER = f"turn=2 part=blue to=blue:order unit=B2 {MEN}"
READY = f"turn=2 part=blue to=blue:order unit=B2 {BLUE} {SECOND} G1=ready:1+2 {GREY} {LAST}"


def game_at(position: str, scenario: str = "first-skirmish", seed: int = 1) -> Game:
    """A game at a position."""
    return Game(STATE_OF_WAR.load(scenario), seed=seed, start=position)


def done(game: Game, *actions: str) -> LastStep:
    """The last of these actions as a step; the game goes on."""
    for action in actions:
        before = game.games.copy()
        game.step(action)
    return LastStep(before, game.events, game.draws)
