"""The steps of a game in words and for drawing, as people watch them one after another."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tabletop.game.definition import Scenario
from tabletop.game.events import LastStep
from tabletop.play.game import Game
from tabletop.play.records import GameRecord, replay_game
from tabletop.show.showing import showing_of
from tabletop.show.story import StoryEntry, Teller, caption


class WatchedStep(NamedTuple):
    """A decision and what the engine did after it.

    Attributes:
      number: of the decision; 0: the game's beginning.
      turn: in which the decision was made; 0 in set-up.
      position: after the decision, as text.
      story: the decision and what followed, in words.
      step: the same for drawing; None: the game's beginning.
    """

    number: int
    turn: int
    position: str
    story: list[StoryEntry]
    step: LastStep | None = None

    @property
    def frame(self) -> tuple[str, str, LastStep | None]:
        """The position, its caption and what led to it, as `write_animation` takes them."""
        return self.position, caption(self.number, self.story), self.step


def step_taken(game: Game[Any], teller: Teller, number: int, last: WatchedStep | None = None) -> WatchedStep:
    """Return the step that a game has just taken, after the `last` one."""
    events, draws = game.events, game.draws
    story = teller.tell(events, draws, game.turn)
    step = LastStep(last.position, events, draws) if last is not None else None
    return WatchedStep(number, story[0].turn if story else 0, game.position(), story, step)


def steps_of(record: GameRecord, scenario: Scenario) -> Iterator[WatchedStep]:
    """Yield the steps of a record; RecordError: replaying it gives another game, at the latest after the last step."""
    teller, last = showing_of(scenario.game).storyteller(scenario), None
    for number, (game, _) in enumerate(replay_game(record)):
        last = step_taken(game, teller, number, last)
        yield last
