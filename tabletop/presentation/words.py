"""What a command says of any game: its state in a line, the legal actions as a list, what a scenario is."""

import json
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tabletop.header import NONE, RUNNING
from tabletop.presentation.pictures import position_of
from tabletop.presentation.story import end_words

if TYPE_CHECKING:
    from tabletop.arrays import Records
    from tabletop.definition import GameDefinition, Scenario
    from tabletop.game import Game
    from tabletop.header import Position, Record

WIDTH = 110  # letters in a line
SHOWN = 12  # results, the likeliest
MOST = 20_000  # ways for the dice to fall that are tried while a person waits
NO_DIE = "no die is rolled before the next decision"  # why an action has no odds


def further(count: int) -> str:
    """How many of `count` results are not shown; empty: all are."""
    left = count - SHOWN
    return f"and {left} further thing{'' if left == 1 else 's'}" if left > 0 else ""


def summary(scenario: "Scenario", games: "Position") -> str:
    """Who decides what, and the position; or who has won and how."""
    game, text = scenario.game, position_of(scenario, games)
    record = game.parse_position(scenario, text)[0] if isinstance(games, str) else games.reshape(-1)[0]
    if record["ending"] != RUNNING:
        winner = "" if record["winner"] == NONE else game.teams[record["winner"]]
        return end_words(winner, game.endings[record["ending"]])
    if record["decider"] == NONE:
        return text
    return f"{game.teams[record['decider']].capitalize()} decides, {game.decisions[record['decision']]}: {text}"


def changes(before: str, after: str) -> str:
    """The words of a position that have come, and those that have gone without another of their key in their place."""
    old, new = before.split(), after.split()
    keys = {_key(token) for token in new}
    come = [token for token in new if token not in old]
    return " ".join(come + [f"-{_key(token)}" for token in old if _key(token) not in keys]) or "nothing"


def _key(token: str) -> str:
    return token.partition("=")[0]


class PlainPlayWords:
    """The legal actions by their names and numbers (`tabletop.commands.words.PlayWords`)."""

    AUTO = "the bot decides for you to the end of the turn"
    LEFT_OUT: frozenset[str] = frozenset()
    NEVER_SHORTENED: frozenset[str] = frozenset()

    def __init__(self, game: "GameDefinition[Any]") -> None:
        """Say it of this game; the examples are the first actions of its usual scenario."""
        self._game = game
        names = game.action_names(game.load(game.default_scenario)).names(0)
        self.EXAMPLES = ", ".join(names[:3])
        self.ODDS_EXAMPLE = names[0]

    def numbered(self, scenario: "Scenario", games: "Records", names: Sequence[str]) -> dict[str, int]:
        """The actions' indices."""
        team = int(games.reshape(-1)[0]["decider"])
        table = scenario.game.action_names(scenario)
        return {name: table.index(name, team) for name in names}

    def listed(self, scenario: "Scenario", games: "Records", legal: Sequence[str], width: int = 0) -> list[str]:
        """A paragraph with all of them."""
        text = " · ".join(f"{number} {name}" for name, number in self.numbered(scenario, games, legal).items())
        return ["\n".join(textwrap.wrap(text, width or WIDTH, initial_indent="  ", subsequent_indent="  "))]

    def chances(self, game: "Game[Any]", action: str) -> list[str]:
        """A line a result: its probability, and what comes of it, as a web page says it; the action as it is typed."""
        odds = self._game.page_words().odds(game, action)
        if not odds.rows:
            return [f"{action}: {odds.note}"]
        lines = [f"  {share:7.2%} {exact:<12} {words}" for share, exact, words in odds.rows]
        return [f"{action}:", *lines, *([f"  {odds.note}"] if odds.note else [])]

    def spelled(self, text: str) -> str:
        """What was typed, as it is."""
        return text

    def stage(self, record: "Record") -> tuple[int, ...]:
        """The turn."""
        return (int(record.turn),)

    def unplayed_set_up(self, scenario: "Scenario") -> str:
        """Nothing: whatever is drawn is named."""
        return ""

    def painted(self, line: str) -> str:
        """The line without colours."""
        return line


class PlainScenarioWords:
    """A scenario by its sizes and its JSON (`tabletop.commands.words.ScenarioWords`)."""

    def facts(self, scenario: "Scenario") -> dict[str, Any]:
        """Its name, the number of actions, the shapes of its observations."""
        game = scenario.game
        shapes = {name: list(game.encoding(scenario, name).shape) for name in game.encodings}
        return {"name": scenario.name, "actions": scenario.actions, "observation": shapes}

    def row(self, scenario: "Scenario") -> Mapping[str, str | int]:
        """Its line in the list of all."""
        game = scenario.game
        size = game.encoding(scenario, game.encodings[0]).size
        return {"name": scenario.name, "actions": scenario.actions, "observation": size}

    def description(self, scenario: "Scenario", colour: bool) -> str:
        """Its name, what its JSON says, its start."""
        rules = [f"{key} = {json.dumps(value)}" for key, value in json.loads(scenario.to_json()).items()]
        game = scenario.game
        start = game.draw_text(scenario, game.start_record(scenario), colour=colour)
        sizes = f"{scenario.actions} actions, observation {self.row(scenario)['observation']} numbers"
        return "\n".join([f"{scenario.name}: {sizes}", "", *rules, "", start])
