"""The twin of the open table by itself: rules one by one, worked out by hand, and random games and fights."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.twins import table_reference as twin
from tests.twins.table_reference.dice import rounds_losses

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"  # what `@` stands for


class WrittenTape(twin.Tape):
    """Draws as they are written, `hit:R1=4`; their classes follow from the rule that is tested."""

    def draw(self, purpose: str, subject: str, classes: str) -> Any:
        """The next draw, if purpose and subject are those asked for."""
        asked = purpose if subject == "table" else f"{purpose}:{subject}"
        assert self.position < len(self.draws), f"no draw is left for {asked}, {classes}"
        name, _, result = self.draws[self.position].partition("=")
        assert name == asked, (name, asked, classes)
        self.draws[self.position] = (purpose, subject, classes, result)
        return super().draw(purpose, subject, classes)


def table(**changes: Any) -> Any:
    """A scenario without cover to place."""
    return twin.Scenario(**{"soft_pieces": 0, "hard_pieces": 0, **changes})


def rules() -> Iterator[Any]:
    """Each case of table_rules.txt: what the scenario has, and the lines of the game."""
    for case in Path(__file__).with_name("table_rules.txt").read_text(encoding="utf-8").split("\n= ")[1:]:
        head, *lines = [line for line in case.split("\n") if line and line[0] != "#"]
        name, _, changes = head.partition(" | ")
        yield pytest.param(ast.literal_eval(changes or "{}"), lines, id=name)


@pytest.mark.parametrize(("changes", "lines"), list(rules()))
def test_a_rule(changes: dict[str, Any], lines: list[str]) -> None:
    scenario = table(**changes)
    game: Any = None
    for line in lines:
        mark, _, rest = line.partition(" ")
        if mark == ">":
            action, _, draws = rest.partition(" | ")
            assert action in twin.legal(game), twin.position(game)
            tape = WrittenTape(draws.split())
            twin.take(game, action, tape)
            tape.finish()
        elif mark == "!":
            assert twin.index_of(game, game.to[0], rest) not in twin.legal_indices(game)
        elif mark != "*":  # the twin tells no events
            start = START
            if "to=" in line or "over=" in line:  # of a key that is written twice the later one holds
                start = START.replace(" to=red:act", "")
            text = f"{start} {rest}" if mark == "@" else line
            there = twin.from_position(scenario, text)
            if game is not None:
                assert twin.position(game) == twin.position(there)
            game = there


LARGE = {
    "table": (1200, 800), "soft_pieces": 3, "hard_pieces": 1, "bunkers": [(0, 0)],
    "trenches": [[(-200, 100), (-200, 200)], [(200, -200), (200, -100)]],
    "hills": [
        [(100, 150), (250, 150), (250, 300), (100, 300)],
        [(-250, -300), (-100, -300), (-100, -150), (-250, -150)],
    ],
    "experts": True, "grenades": True, "blind_spots": True, "third_marshals": [(0, 0)],
}  # fmt: skip
ADVANCED = {"experts": True, "grenades": True, "blind_spots": True}
GAMES = {
    "capture": twin.Scenario(),
    "capture, advanced": twin.Scenario(drawn_setup=True, **ADVANCED),
    "reverse": twin.Scenario(objective="reverse", **ADVANCED),
    "single": twin.Scenario(objective="single", soft_pieces=2, hard_pieces=2, activation="one_at_a_time"),
    "large, 6": twin.Scenario(**LARGE),
    "large, 12": twin.Scenario(**LARGE, team_sizes=(12, 12)),
}

# Uniform play seldom comes to blows; these words make it likelier.
BOLD = {"shoot": 6, "suppress": 6, "charge": 40, "sentry": 3, "throw": 4, "take": 20, "place": 1, "done": 1}


class TurnedTape(twin.Tape):
    """The draws of a game as the turned game makes them: by purpose and classes, whose they are left aside."""

    def __init__(self, draws: list[Any]):
        dice = [draw[3] for draw in draws if draw[0] == "command"][::-1]  # Red's is rolled first in both
        super().__init__([(*draw[:3], dice.pop(0) if draw[0] == "command" else draw[3]) for draw in draws])

    def draw(self, purpose: str, subject: str, classes: str) -> Any:
        """The next draw."""
        kept, _, same, result = self.draws[self.position]
        assert (kept, same) == (purpose, classes)
        self.draws[self.position] = (purpose, subject, classes, 3 - result if purpose == "order" else result)
        return super().draw(purpose, subject, classes)


def examine(scenario: Any, game: Any) -> tuple[list[str], Any, list[str]]:
    """What must hold at each decision; the legal actions, the turned game, and its actions in the same order."""
    text, names = twin.position(game), twin.legal(game)
    numbers = [twin.index_of(game, game.to[0], name) for name in names]
    assert len(set(numbers)) == len(names) >= 2
    assert twin.position(twin.from_position(scenario, text)) == text
    turned = twin.from_position(scenario, twin.turned(scenario, text))
    assert twin.turned(scenario, twin.position(turned)) == text
    others = twin.legal(turned)
    assert [twin.index_of(turned, turned.to[0], name) for name in others] == numbers, f"{text}\n{twin.position(turned)}"
    return names, turned, others


def play_on(scenario: Any, game: Any, rng: random.Random, decisions: int) -> set[str]:
    """Some decisions of a random game, and of the same game turned by half; the kinds that it has asked for."""
    dice, kinds = twin.Roller(rng.random()), set()
    for _ in range(decisions):
        if game.over is not None:
            break
        kinds.add(game.to[1])
        names, turned, others = examine(scenario, game)
        weights = [next((weight for word, weight in BOLD.items() if word in name), 1) for name in names]
        action, before = rng.choices(names, weights)[0], len(dice.draws)
        where = f"{twin.position(game)}\n{action}"
        twin.take(game, action, dice)
        twin.take(turned, others[names.index(action)], TurnedTape(dice.draws[before:]))
        assert twin.turned(scenario, twin.position(game)) == twin.position(turned), f"{where} {dice.draws[before:]}"
    return kinds


@pytest.mark.parametrize("name", GAMES)
def test_games(name: str) -> None:
    """From the set-up on."""
    rng = random.Random(name)
    play_on(GAMES[name], twin.new_game(GAMES[name], twin.Roller(7)), rng, 45)


def melee(scenario: Any, rng: random.Random) -> Any:
    """Figures, Marshals and cover close together, in all sorts of states, and a team in turn."""
    game = scenario.new()
    game.turn, game.phase, game.acting, game.second, game.score = 2, 1, rng.randint(0, 1), rng.randint(0, 1), [6, 6]
    game.to = (game.acting, "act")
    while len(game.soft) < scenario.soft_total or len(game.hard) < scenario.hard_total:
        point = rng.choice([p for p in game.board.cover_points if abs(p[0]) < 300])
        heading = None if len(game.soft) < scenario.soft_total else rng.randrange(8)
        if game.cover_fits((point, heading)):
            if heading is None:
                game.soft.add(point)
            else:
                game.hard[point] = heading
    beaten = rng.choice([None, 1 - game.acting])  # a team that is suppressed, to be charged
    for figure in game.figures[0] + game.figures[1]:
        while True:
            point = (rng.randint(-110, 110), rng.randint(-110, 110))
            if game.free(figure, point):
                break
        figure.at, figure.points = point, scenario.points
        if scenario.blind_spots:
            figure.facing = rng.randrange(16)
        state = rng.choice(["", "", "sentry", "empty", "suppressed", "jammed"])
        if figure.team == beaten:
            state = rng.choice(["suppressed", "suppressed", "empty"])
        if state and not (state == "sentry" and not game.may_watch(figure)):
            setattr(figure, state, True)
        if scenario.grenades and state != "sentry":
            figure.smoke, figure.paint = rng.randint(0, 1), rng.randint(0, 1)
    for marshal in game.marshals:
        marshal.at = (rng.randint(-300, 300), rng.randint(-100, 100))
    return twin.from_position(scenario, twin.position(game))


def test_melees() -> None:
    """Where figures stand close together, all kinds of decisions come up."""
    rng, kinds = random.Random(1), set()
    for n in range(20):
        scenario = list(GAMES.values())[n % 5]
        kinds |= play_on(scenario, melee(scenario, rng), rng, 6)
    assert kinds >= {"act", "go", "volley", "react", "pick", "throw", "scatter", "charge", "charger"}


@pytest.mark.parametrize(
    ("figures", "size", "cover", "actions"),
    [(6, (800, 300), (3, 1), 656), (11, (1200, 800), (6, 2), 1240), (22, (1600, 1000), (9, 3), 662)],
)
def test_numbers_of_actions(figures: int, size: Any, cover: Any, actions: int) -> None:
    """As the page counts them; `wait` is the last."""
    scenario = twin.Scenario(table=size, team_sizes=(figures,) * 2, soft_pieces=cover[0], hard_pieces=cover[1])
    assert twin.index_of(scenario.new(), 0, "wait") == actions - 1


def test_the_start() -> None:
    """SN: 19 points for cover; for figures 16, 11 and 9 of the rings are on the table, for flags not the first."""
    game = twin.new_game(twin.Scenario(hard_pieces=0), twin.Roller(1))
    assert game.to[1] == "cover-hex"
    assert len(twin.legal(game)) == 19
    for objective, points in (("capture", {"flag-hex": 20, "deploy": 36}), ("reverse", {"deploy": 20})):
        game = twin.new_game(table(objective=objective, has_marshals=(False, False)), twin.Roller(1))
        seen: dict[str, int] = {}
        while game.to[1] in points:
            seen.setdefault(game.to[1], len(twin.legal(game)))
            twin.take(game, twin.legal(game)[-1], twin.Roller(1))
        assert seen == points


def test_a_round_of_a_shoot_out() -> None:
    """CH3: the rulebook's own example, and a tie."""
    assert rounds_losses([5, 2], [3, 5]) == (1, 1)
    assert rounds_losses([4], [4]) == (0, 1)


def test_the_twin_stands_alone() -> None:
    """It shares no code with an engine."""
    for path in Path(twin.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not any(word in text for word in ("paintball_env", "tabletop", "octagon_ball", "numpy", "float")), path
