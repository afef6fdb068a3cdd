"""What a command says of any game: its state in a line, the legal actions as a list, what a scenario is."""

import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Protocol

from tabletop.base.arrays import Records
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.header import NONE, RUNNING, Position, Record
from tabletop.play.game import Game
from tabletop.show.odds import Odds
from tabletop.show.scenes import position_of, record_of
from tabletop.show.story import end_words

WIDTH = 110  # letters in a line


def summary(scenario: Scenario, games: Position) -> str:
    """Who decides what, and the position; or who has won and how."""
    game, text, record = scenario.game, position_of(scenario, games), record_of(scenario, games)
    if record["ending"] != RUNNING:
        winner = "" if record["winner"] == NONE else game.teams[record["winner"]]
        return end_words(winner, game.endings[record["ending"]])
    if record["decider"] == NONE:
        return text
    return f"{game.teams[record['decider']].capitalize()} decides, {game.decisions[record['decision']]}: {text}"


def ended(scenario: Scenario, games: Position, team: int) -> str:
    """How a game that is over has ended, to who played `team`."""
    record = record_of(scenario, games)
    result = "Draw" if record["winner"] == NONE else "You won" if record["winner"] == team else "You lost"
    return f"{result} by {scenario.game.endings[record['ending']]}"


class PlayWords(Protocol):
    """How a person is shown the actions of a game and types them; a module of the game."""

    @property
    def EXAMPLES(self) -> str:  # noqa: N802  constants of a module
        """Examples of typed actions, in one line."""
        ...

    @property
    def ODDS_EXAMPLE(self) -> str:  # noqa: N802
        """An action whose odds can be requested, as an example."""
        ...

    @property
    def AUTO(self) -> str:  # noqa: N802
        """What the bot does after `auto`."""
        ...

    @property
    def LEFT_OUT(self) -> AbstractSet[str]:  # noqa: N802
        """First words of actions, lower case, that need not be typed."""
        ...

    @property
    def NEVER_SHORTENED(self) -> AbstractSet[str]:  # noqa: N802
        """Words of actions, lower case, that are beginnings of other words; each word ending in a digit counts, too."""
        ...

    def numbered(self, scenario: Any, games: Any, names: Sequence[str]) -> dict[str, int]:
        """Return the number of each of these actions, in the list's order; `games` is the record, shape (1,).

        An action always has the same number; no two actions that are legal together have the same number.
        """
        ...

    def listed(self, scenario: Any, games: Any, legal: Sequence[str], width: int = 0) -> list[str]:
        """Return the list of legal actions with their numbers, in lines of at most `width` (0: the default width).

        First the complete list, then shorter forms; `list WORD` shows what they leave out.
        """
        ...

    def chances(self, game: Game, action: str) -> list[str]:
        """Return lines with the chance of each result of a legal action; the game isn't changed."""
        ...

    def spelled(self, text: str) -> str:
        """Return what was typed, spelled like the actions' names as far as possible."""
        ...

    def stage(self, record: Any) -> tuple[int, ...]:
        """Return the part of the game that `auto` plays to its end."""
        ...

    def unplayed_set_up(self, scenario: Any) -> str:
        """Return the line for a set-up without decisions; empty: it is described like everything else."""
        ...

    def painted(self, line: str) -> str:
        """Return the line with ANSI colours for everything that has a name in the game."""
        ...


class ScenarioWords(Protocol):
    """The description of a scenario, for a person who chooses one; a module of the game."""

    def facts(self, scenario: Any) -> dict[str, Any]:
        """Return the facts to know before choosing it, as plain data."""
        ...

    def row(self, scenario: Any) -> Mapping[str, str | int]:
        """Return its line in the list of all scenarios: text or numbers by the columns' titles."""
        ...

    def description(self, scenario: Any, colour: bool) -> str:
        """Return all of it in words: what it is, the numbers of its rules, its board; in ANSI colours if requested."""
        ...


class PlainPlayWords:
    """The legal actions by their names and numbers (`PlayWords`)."""

    AUTO = "the bot decides for you to the end of the turn"
    LEFT_OUT: frozenset[str] = frozenset()
    NEVER_SHORTENED: frozenset[str] = frozenset()

    def __init__(self, game: GameDefinition[Any], odds: Callable[[Game[Any], str], Odds]) -> None:
        """Say it of this game; the examples are the first actions of its usual scenario.

        `odds` are those of the game's web page (`PageWords.odds`).
        """
        self._odds = odds
        names = game.action_names(game.load(game.default_scenario)).names(0)
        self.EXAMPLES = ", ".join(names[:3])
        self.ODDS_EXAMPLE = names[0]

    def numbered(self, scenario: Scenario, games: Records, names: Sequence[str]) -> dict[str, int]:
        """The actions' indices."""
        team = int(games.reshape(-1)[0]["decider"])
        table = scenario.game.action_names(scenario)
        return {name: table.index(name, team) for name in names}

    def listed(self, scenario: Scenario, games: Records, legal: Sequence[str], width: int = 0) -> list[str]:
        """A paragraph with all of them."""
        text = " · ".join(f"{number} {name}" for name, number in self.numbered(scenario, games, legal).items())
        return ["\n".join(textwrap.wrap(text, width or WIDTH, initial_indent="  ", subsequent_indent="  "))]

    def chances(self, game: Game[Any], action: str) -> list[str]:
        """A line a result: its probability, and what comes of it, as a web page says it; the action as it is typed."""
        odds = self._odds(game, action)
        if not odds.rows:
            return [f"{action}: {odds.note}"]
        lines = [f"  {share:7.2%} {exact:<12} {words}" for share, exact, words in odds.rows]
        return [f"{action}:", *lines, *([f"  {odds.note}"] if odds.note else [])]

    def spelled(self, text: str) -> str:
        """What was typed, as it is."""
        return text

    def stage(self, record: Record) -> tuple[int, ...]:
        """The turn."""
        return (int(record.turn),)

    def unplayed_set_up(self, scenario: Scenario) -> str:
        """Nothing: whatever is drawn is named."""
        return ""

    def painted(self, line: str) -> str:
        """The line without colours."""
        return line


class PlainScenarioWords:
    """A scenario by its sizes and its JSON (`ScenarioWords`)."""

    def __init__(self, draw_text: Callable[..., str]) -> None:
        """Draw its start by `Showing.draw_text`."""
        self._draw_text = draw_text

    def facts(self, scenario: Scenario) -> dict[str, Any]:
        """Its name, the number of actions, the shapes of its observations."""
        game = scenario.game
        shapes = {name: list(game.encoding(scenario, name).shape) for name in game.encodings}
        return {"name": scenario.name, "actions": scenario.actions, "observation": shapes}

    def row(self, scenario: Scenario) -> Mapping[str, str | int]:
        """Its line in the list of all."""
        game = scenario.game
        size = game.encoding(scenario, game.encodings[0]).size
        return {"name": scenario.name, "actions": scenario.actions, "observation": size}

    def description(self, scenario: Scenario, colour: bool) -> str:
        """Its name, what its JSON says, its start."""
        rules = [f"{key} = {json.dumps(value)}" for key, value in json.loads(scenario.to_json()).items()]
        game = scenario.game
        start = self._draw_text(scenario, game.start_record(scenario), colour=colour)
        sizes = f"{scenario.actions} actions, observation {self.row(scenario)['observation']} numbers"
        return "\n".join([f"{scenario.name}: {sizes}", "", *rules, "", start])
