"""A rule's test reads like the page: a position, an action with the dice that follow, the position it leads to.

Everything is played on the sea turned by half at the same time, and by the twin where it goes on from the position, and
must come out the same there.
"""

from fractions import Fraction
from functools import cache

import pytest

from beat_to_quarters.definition import BEAT_TO_QUARTERS
from beat_to_quarters.scenario import Scenario
from beat_to_quarters.symmetry import turned, turned_results
from tabletop.game.draws import read_draw, write_draw
from tabletop.play.game import Game, IllegalActionError
from tabletop.play.odds import outcomes
from tests.twins.naval import agree, goes_on, twin_at
from tests.twins.naval_reference import Dice, step

HEAD = {"turn": "2", "wind": "W", "first": "white", "chips": "0,1,0", "acting": "white"}
KEYS = ("turn", "wind", "weather", "first", "chips", "acting", "to", "over", "ship", "act", "left", "dice")
OPEN_SEA = {"deployment": "fixed", "wind": "drawn"}
PLACES = ("0202", "0204", "0206", "0208"), ("2017", "2015", "2013", "2011")  # where nobody looks


def fleet(words: str, team: int) -> list[dict[str, object]]:
    """Ships by their rates: `3`, `7/2` with two masts, `4crack`, `3@1` of squadron 1; places are of no account."""
    ships: list[dict[str, object]] = []
    for word, place in zip(words.split("+"), PLACES[team], strict=False):
        rest, _, squadron = word.partition("@")
        rate, _, masts = rest.partition("/")
        ship = {"rate": int(rate[0]), "crew": rate[1:] or "average", "place": place, "heading": "E"}
        ships.append({**ship, "masts": int(masts or 0), "squadron": int(squadron or 0)})
    return ships


@cache
def scenario_of(name: str) -> Scenario:
    """A sea of 24 x 18 with fleets by their rates, then switches: `3+4:4crack?prizes=sail&land=1010`; or a preset."""
    head, _, changes = name.partition("?")
    white, _, black = head.partition(":")
    switches = dict(change.split("=") for change in changes.split("&")) if changes else {}
    signs = {"land": "#"} | {f"depth{depth}": str(depth) for depth in range(1, 9)}
    chart = [["."] * 24 for _ in range(18)]
    for key in [key for key in switches if key in signs]:
        for hex_ in switches.pop(key).split("+"):
            chart[int(hex_[2:]) - 1][int(hex_[:2]) - 1] = signs[key]
    rules: dict[str, object] = {
        key: value == "yes" if value in ("yes", "no") else value for key, value in switches.items()
    }
    for key in ("turns", "points"):
        rules |= {key: int(switches[key])} if key in switches else {}
    if "nations" in rules:
        rules["nations"] = switches["nations"].split("+")
    if not black:
        return Scenario.load(head).with_rules(**rules)
    fleets = {"white": fleet(white, 0), "black": fleet(black, 1)}
    sea = "\n".join(map("".join, chart)) if any("".join(line).strip(".") for line in chart) else ""
    given = {"columns": 24, "rows": 18, "chart": sea, **OPEN_SEA, **fleets, **rules}
    return Scenario.load("duel").with_rules(**given)


def at(words: str) -> str:
    """A position: the tokens of HEAD, and those given, of which later ones replace earlier ones."""
    tokens = dict(HEAD)
    for word in words.split():
        key, _, value = word.partition("=")
        tokens[key] = value
    if "over" not in tokens:
        tokens.setdefault("to", f"{tokens['acting']}:sail")
    if tokens.get("to", "").endswith(":sail"):
        tokens.setdefault("ship", "W1" if tokens["acting"] == "white" else "B1")
        acting = tokens["ship"]
        if "still" not in tokens[acting].split(",") and "squadron" not in tokens[acting]:
            tokens[acting] += ",still"
    return " ".join(f"{key}={value}" for key, value in tokens.items() if value)


class Table:
    """A battle that is played with given dice."""

    def __init__(self, position: str = "", scenario: str = "3:3", dice: str = "") -> None:
        self.scenario = scenario_of(scenario)
        results = [read_draw(text, BEAT_TO_QUARTERS).result for text in dice.split()] if dice else None
        self.game = Game(self.scenario, start=position or None, results=results)
        assert self.dice == dice
        other = turned(self.scenario, self.game.games)
        self.other = None if other is None else Game.of_record(self.scenario, other)
        self._check()

    @property
    def position(self) -> str:
        return self.game.position()

    @property
    def dice(self) -> str:
        return " ".join(map(write_draw, self.game.draws))

    def act(self, action: str, dice: str = "") -> "Table":
        """Take an action; `dice` names every draw that follows, in order: `speed:W1=3/4 check:W1=2`."""
        index = self.game.table.index(action, self.game.decider)
        draws = [read_draw(text, BEAT_TO_QUARTERS) for text in dice.split()]
        twin = twin_at(self.scenario, self.game.games[0], Dice(given=[])) if goes_on(self.game) else None
        self.game.step(index, results=[draw.result for draw in draws])
        assert self.dice == dice
        if twin:
            given = Dice(given=[draw.result for draw in self.game.draws])
            step(twin, action, given)
            agree(self.game, twin, given)
        if self.other:
            self.other.step(index, results=turned_results(draws))
        self._check()
        return self

    def why_not(self, action: str) -> str:
        """The refusal of an action."""
        with pytest.raises(IllegalActionError) as error:
            self.game.clone().step(action)
        return str(error.value)

    def chance(self, action: str, *tokens: str) -> Fraction:
        """Probability of the results whose position has all these tokens (`holds`)."""
        odds = outcomes(self.game, action)
        assert sum(result.probability for result in odds) == 1
        found = (result.probability for result in odds if all(holds(result.position, token) for token in tokens))
        return sum(found, Fraction(0))

    def has(self, *tokens: str) -> "Table":
        """Check that the position has these tokens (`holds`)."""
        for token in tokens:
            assert holds(self.position, token), (token, self.position)
        return self

    def _check(self) -> None:
        game, other = self.game, self.other
        if other:
            there = turned(self.scenario, game.games)
            assert there is not None and there.tobytes()[56:] == other.games.tobytes()[56:]
            assert game.legal_indices() == other.legal_indices()
        assert bool(game.legal_indices()) != game.over
        again = BEAT_TO_QUARTERS.parse_position(self.scenario, self.position)
        again["dice"] = game.games["dice"]
        assert again.tobytes() == game.games.tobytes(), self.position


def holds(position: str, token: str) -> bool:
    """Whether a position has a token; `acts=`: none of this key; `W1+rate:4`, `W1-rate`: a ship has, lacks, a word."""
    tokens = dict(word.split("=") for word in position.split())
    for sign in "+-":
        ship, found, word = token.partition(sign)
        if found and "=" not in token:
            words = tokens[ship].split(",")
            has_it = any(each == word or (sign == "-" and each.startswith(f"{word}:")) for each in words)
            return has_it == (sign == "+")
    key, _, value = token.partition("=")
    return tokens.get(key, "") == value


def play(script: str) -> None:
    """Play a case, step after step.

    on SCENARIO; at POSITION (of `at`); new DICE: begin
    > ACTION | DICE => TOKENS     take an action, what follows on it, and what the position has then (`holds`)
    has TOKENS; may ACTION, …; ! ACTION, …: WORDS     the position; what is legal; what is refused and how
    chance P ACTION: TOKENS       the probability of the results that have all of them
    classes, kinds, places        of the last action's draws; the last of its events; where the last of them were
    told KIND WHO WHOM HOW; …     events of the last action, in this order, with all that they name
    A line that begins with two spaces goes on with the one before.
    """
    scenario, table = "3:3", None
    for line in script.replace("\n  ", " ").replace(" > ", "\n> ").splitlines():
        head, _, rest = line.strip().partition(" ")
        first, _, second = rest.partition(": ")
        if head == "on":
            scenario = rest
        elif head == "at":
            table = Table(at(rest), scenario)
        elif head == "new":
            table = Table(scenario=scenario, dice=rest)
        elif table is None:
            raise ValueError(line)
        elif head == ">":
            deed, _, tokens = rest.partition(" => ")
            action, _, dice = deed.partition(" | ")
            table.act(action, dice).has(*tokens.split())
        elif head == "has":
            table.has(*rest.split())
        elif head == "may":
            assert set(rest.split(", ")) <= set(table.game.legal_actions()), (line, table.game.legal_actions())
        elif head == "only":
            assert set(rest.split(", ")) == set(table.game.legal_actions()), (line, table.game.legal_actions())
        elif head == "!":
            assert all(second in table.why_not(action) for action in first.split(", ")), (line, table.why_not(first))
        elif head == "chance":
            share, _, action = first.partition(" ")
            assert table.chance(action, *second.split()) == Fraction(share), (
                line,
                table.chance(action, *second.split()),
            )
        elif head == "classes":
            assert [draw.classes for draw in table.game.draws] == rest.split("; "), [
                d.classes for d in table.game.draws
            ]
        elif head == "kinds":
            kinds = rest.split(", ")
            assert [event.kind for event in table.game.events][-len(kinds) :] == kinds, table.game.events
        elif head == "places":
            places = [event.place for event in table.game.events if event.place]
            assert places[-len(rest.split()) :] == rest.split(), table.game.events
        elif head == "told":
            told = [" ".join([event.kind, event.who, event.whom, *event.how]).split() for event in table.game.events]
            wanted = [words.split() for words in rest.split("; ")]
            assert [words for words in told if words in wanted] == wanted, told
        else:
            raise ValueError(line)


def cases(text: str) -> pytest.MarkDecorator:
    """The cases of a chapter, each below a line `# ` with its rules and what they say, for a test that plays them."""
    table = dict(case.strip().split("\n", 1) for case in text.strip().removeprefix("# ").split("\n# "))
    return pytest.mark.parametrize("script", table.values(), ids=table)
