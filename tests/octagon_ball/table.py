"""A rule's test reads like the page: a position, an action with the dice that follow, the position it leads to.

Everything is played on the board turned by half at the same time, and by the twin, and must come out the same there.
"""

from fractions import Fraction
from functools import cache

import pytest

from octagon_ball.definition import OCTAGON_BALL
from octagon_ball.rules.actions import legal_actions
from octagon_ball.scenario import Scenario
from octagon_ball.symmetry import turned, turned_results
from tabletop.game.draws import read_draw, write_draw
from tabletop.play.game import Game, IllegalActionError
from tabletop.play.odds import outcomes
from tabletop.show.showing import showing_of
from tabletop.show.story import StoryEntry
from tests.twins.octagon_ball import agree, follow, twin_at
from tests.twins.octagon_reference import Dice

SHOWING = showing_of(OCTAGON_BALL)
KEYS = ("turn", "acting", "points", "tackles", "score", "kept", "to", "over", "asked", "pass", "white", "black")
PLACES = {
    "START": "W1=a6 W2=d3 W3=d9 B1=k6 B2=h9 B3=h3 ball=f6",  # at kick-off of octagon-small
    "LINE": "W1=a6 W2=k5 W3=d9 B1=j7 B2=h9 B3=h3 ball=W2",  # a step before a goal
    "HELD": "W1=a6 W2=g6 W3=d9 B1=k6 B2=h6 B3=h3 ball=B2",  # W2 is next to the holder
    "FREE": "W1=a6 W2=g6 W3=d9 B1=k6 B2=h6 B3=h3 ball=f11",  # the same with the ball far away
    "ZONE": "W1=a6 W2=j6 W3=d9 B1=k6 B2=h9 B3=h3 ball=B1",  # a goalie holds it in its zone
    "WEST": "W1=a6 W2=d3 W3=a5 B1=k6 B2=h3 B3=f11 ball=W2",  # W2 passes to the east, towards B2
    "NORTH": "W1=a6 W2=d3 W3=b9 B1=k6 B2=h11 B3=h1 ball=W2",  # W2 passes to the north, with nobody there
    "SHOT": "W1=a6 W2=h6 W3=a5 B1=f11 B2=e11 B3=h1 ball=W2",  # the goal is open
    "CLOSE": "W1=a6 W2=d3 W3=d9 B1=k6 B2=e3 B3=h4 ball=W2",  # an enemy is next to the holder
}


@cache
def scenario_of(name: str) -> Scenario:
    """A preset by name; behind a `?` switches to change: `octagon-small?points=3&turns=2`."""
    preset, _, changes = name.partition("?")
    scenario = Scenario.load(preset)
    if changes:
        pairs = (change.split("=") for change in changes.split("&"))
        scenario = scenario.with_rules(**{key: int(value) if value.isdigit() else value for key, value in pairs})
    return scenario


def at(words: str) -> str:
    """A position: tokens and names of PLACES, of which later ones replace earlier ones; White acts in turn 3."""
    tokens = {"turn": "3", "acting": "white"}
    for word in words.split():
        tokens |= (token.split("=") for token in PLACES.get(word, word).split())
    if "over" not in tokens:
        tokens.setdefault("to", f"{tokens['acting']}:act")
    order = [*KEYS, *(f"{team}{number}" for team in "WB" for number in range(1, 9)), "ball"]
    kept = [key for key in order if tokens.get(key, "") not in ("", "0") or key == "turn"]
    return " ".join(f"{key}={tokens[key]}" for key in kept)


def game_at(words: str, *steps: tuple[str, list[int]], scenario: str = "octagon-small") -> Game[Scenario]:
    """The game in a position (`at`), after these actions, each with its dice."""
    game = Game(scenario_of(scenario), start=at(words))
    for action, results in steps:
        game.step(action, results=results)
    return game


class Table:
    """A game that is played with given dice."""

    def __init__(self, position: str = "", scenario: str = "octagon-small", dice: str = "") -> None:
        self.scenario = scenario_of(scenario)
        results = [read_draw(text, OCTAGON_BALL).result for text in dice.split()] if dice else None
        self.game = Game(self.scenario, start=position or None, results=results)
        given = Dice(given=[draw.result for draw in self.game.draws])
        self.twin = twin_at(self.scenario, given, position)
        agree(self.game, self.twin, given)
        if dice:
            assert self.dice == dice
        if position:
            assert self.position == position
        self.other = Game.of_record(self.scenario, turned(self.scenario, self.game.games))
        self.told, self.short = list[StoryEntry](), list[str]()  # of the last step; of all in the short form
        self._teller, self._brief = SHOWING.storyteller(self.scenario), SHOWING.brief()
        self._check()

    @property
    def position(self) -> str:
        return self.game.position()

    @property
    def dice(self) -> str:
        return " ".join(map(write_draw, self.game.draws))

    def act(self, action: str, dice: str = "") -> "Table":
        """Take an action; `dice` names every draw that follows, in order: `distance:W2=7 intercept:B1=3`."""
        index = self.game.table.index(action, self.game.decider)
        draws = [read_draw(text, OCTAGON_BALL) for text in dice.split()]
        self.game.step(index, results=[draw.result for draw in draws])
        assert self.dice == dice
        follow(self.game, self.twin, action)
        self.other.step(index, results=turned_results(draws))
        self._check()
        self.told = self._teller.tell(self.game.events, self.game.draws, self.game.turn)
        self.short += [line for entry in self.told for line in self._brief.add(entry)]
        return self

    def why_not(self, action: str) -> str:
        """The refusal of an action."""
        with pytest.raises(IllegalActionError) as error:
            self.game.clone().step(action)
        return str(error.value)

    def chance(self, action: str, *tokens: str) -> Fraction:
        """Probability of the results whose position has all these tokens."""
        odds = {result.position: result.probability for result in outcomes(self.game, action)}
        assert sum(odds.values()) == 1
        return sum((share for text, share in odds.items() if set(tokens) <= set(text.split())), Fraction(0))

    def has(self, *tokens: str) -> "Table":
        """Check that the position has these tokens; one that ends with `=`: that it has none of this key."""
        words = self.position.split()
        for token in tokens:
            missing = token.endswith("=") and not any(word.startswith(token) for word in words)
            assert missing or token in words, (token, self.position)
        return self

    def flushed(self) -> list[str]:
        """What is left of the short form."""
        return self._brief.flush()

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


def play(script: str) -> None:
    """Play a case, step after step.

    on SCENARIO; at POSITION (of `at`); new DICE: begin
    > ACTION | DICE => TOKENS     take an action, what follows on it, and what the position has then (`Table.has`)
    is POSITION; may ACTION, …; ! ACTION, …: WORDS     the position; what is legal; what is refused and how
    chance P ACTION: TOKENS       the probability of a result that has all of them
    classes, kinds, event         of the last action's draws, the last of its events, and one of them by its fields
    told LINE; short LINE         of the last action's story; of all in its short form, in order
    """
    scenario, table = "octagon-small", Table()
    for step in script.replace(" > ", "\n> ").splitlines():
        head, _, rest = step.partition(" ")
        first, _, second = rest.partition(": ")
        if head == "on":
            scenario = rest
        elif head == "at":
            table = Table(at(rest), scenario)
        elif head == "new":
            table = Table(scenario=scenario, dice=rest)
        elif head == ">":
            deed, _, tokens = rest.partition(" => ")
            action, _, dice = deed.partition(" | ")
            table.act(action, dice).has(*tokens.split())
        elif head == "is":
            assert table.position == at(rest)
        elif head == "may":
            assert set(rest.split(", ")) <= set(table.game.legal_actions()), step
        elif head == "!":
            assert all(second in table.why_not(action) for action in first.split(", ")), step
        elif head == "chance":
            share, _, action = first.partition(" ")
            assert table.chance(action, *second.split()) == Fraction(share), step
        elif head == "classes":
            assert [draw.classes for draw in table.game.draws] == rest.split()
        elif head == "kinds":
            kinds = rest.split(", ")
            assert [event.kind for event in table.game.events][-len(kinds) :] == kinds
        elif head == "told":
            assert rest in [line for entry in table.told for line in (entry.head, *entry.lines)], (rest, table.told)
        elif head == "short":
            table.short = table.short or table.flushed()
            assert rest == table.short.pop(0)
        else:
            wanted = dict(word.split("=") for word in second.split())
            events = [event for event in table.game.events if event.kind == first]
            told = [{key: str(getattr(event, key)) for key in wanted} for event in events]
            assert head == "event" and wanted in told, (step, told)


def cases(text: str) -> pytest.MarkDecorator:
    """The cases of a chapter, each below a line `# ` with its rules and what they say, for a test that plays them."""
    table = dict(case.strip().split("\n", 1) for case in text.strip().removeprefix("# ").split("\n# "))
    return pytest.mark.parametrize("script", table.values(), ids=table)
