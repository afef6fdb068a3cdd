"""A rule's test reads like the page: a position, an action with the dice that follow, the position it leads to.

Everything is played on the board turned by half at the same time, and must come out the same there.
"""

from functools import cache

from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.rules.actions import legal_actions
from octagon_ball.scenario import Scenario
from octagon_ball.symmetry import turned, turned_results
from tabletop.game.draws import read_draw, write_draw
from tabletop.play.game import Game, IllegalActionError
from tabletop.play.odds import outcomes


@cache
def scenario_of(name: str) -> Scenario:
    """A preset by name; behind a `?` switches to change: `octagon-small?points=3&turns=2`."""
    preset, _, changes = name.partition("?")
    scenario = Scenario.load(preset)
    if changes:
        pairs = (change.split("=") for change in changes.split("&"))
        scenario = scenario.with_rules(**{key: int(value) if value.isdigit() else value for key, value in pairs})
    return scenario


class Table:
    """A game that is played with given dice."""

    def __init__(self, position: str = "", scenario: str = "octagon-small", dice: str = "") -> None:
        self.scenario = scenario_of(scenario)
        draws = [read_draw(text, OCTAGON_BALL) for text in dice.split()]
        results = [draw.result for draw in draws] if dice else None
        self.game = Game(self.scenario, start=position or None, results=results)
        if dice:
            self._same_draws(dice)
        if position:
            assert self.position == position
        self.other = Game.of_record(self.scenario, turned(self.scenario, self.game.games))
        self._check()

    @property
    def position(self) -> str:
        return self.game.position()

    @property
    def kinds(self) -> list[str]:
        """What kinds of event the last action had."""
        return [event.kind for event in self.game.events]

    def act(self, action: str, dice: str = "") -> "Table":
        """Take an action; `dice` names every draw that follows, in order: `distance:W2=7 intercept:B1=3`."""
        index = self.game.table.index(action, self.game.decider)
        draws = [read_draw(text, OCTAGON_BALL) for text in dice.split()]
        try:
            self.game.step(index, results=[draw.result for draw in draws])
        except IllegalActionError:
            raise
        except ValueError as error:
            raise AssertionError(f"{action}: {error}") from None
        self._same_draws(dice)
        self.other.step(index, results=turned_results(draws))
        self._check()
        return self

    def classes(self) -> list[str]:
        """The classes of the draws of the last action."""
        return [draw.classes for draw in self.game.draws]

    def may(self, action: str) -> bool:
        return action in self.game.legal_actions()

    def why_not(self, action: str) -> str:
        """The refusal of an action, of both boards the same but for names."""
        try:
            self.game.clone().step(action)
        except IllegalActionError as error:
            return str(error)
        raise AssertionError(f"{action} is legal")

    def odds(self, action: str) -> dict[str, object]:
        """Probability of each result by its position."""
        return {result.position: result.probability for result in outcomes(self.game, action)}

    def chance(self, action: str, *tokens: str) -> object:
        """Probability of the results whose position has all these tokens."""
        return sum(share for text, share in self.odds(action).items() if set(tokens) <= set(text.split()))

    def has(self, *tokens: str) -> "Table":
        """Check that the position has these tokens; one that ends with `=`: that it has none of this key."""
        words = self.position.split()
        for token in tokens:
            missing = token.endswith("=") and not any(word.startswith(token) for word in words)
            assert missing or token in words, (token, self.position)
        return self

    def _same_draws(self, dice: str) -> None:
        assert " ".join(map(write_draw, self.game.draws)) == dice

    def _check(self) -> None:
        game, other = self.game, self.other
        assert turned(self.scenario, game.games).tobytes()[48:] == other.games.tobytes()[48:]
        assert game.legal_indices() == other.legal_indices() and bool(game.legal_indices()) != game.over
        mask = game.legal_mask()
        assert set(mask.tolist()) <= {0, 1}
        if not game.over:
            assert legal_actions(self.scenario.world[0], game.games[0], mask) == mask.sum()
        again = OCTAGON_BALL.parse_position(self.scenario, self.position)
        again["dice"] = game.games["dice"]
        assert again.tobytes() == game.games.tobytes(), self.position
