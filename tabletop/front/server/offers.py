"""What may be played here: scenarios and agents by name; a client names what is offered, never a file."""

import difflib
import re
from collections.abc import Sequence
from typing import Any

from tabletop.agents.base import Agent
from tabletop.agents.registry import entries, levels, make, offered
from tabletop.front.commands.player import PERSON
from tabletop.front.server.clock import Control
from tabletop.front.server.live import Refused, check_pace
from tabletop.front.server.players import title_of
from tabletop.front.server.store import GameStart
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.show.showing import showing_of

MOST_NUMBER = 10_000.0  # of an argument that a client gives to an agent
ARGUMENT = r"[a-z_]+=(?:[0-9.]+(?:ms)?|true|false)"
NAME = re.compile(rf"([a-z][a-z0-9@-]*)(?::({ARGUMENT}(?:,{ARGUMENT})*))?")
MOST_START = 4000  # characters of a position


class Offers:
    """What a server offers.

    Args:
      game: which game.
      scenarios: names or paths of further scenarios.
      agents: names of further agents, with their arguments: files too.

    Raises:
      ValueError: a scenario or an agent that can't be had; one line.
    """

    def __init__(self, game: GameDefinition[Any], scenarios: Sequence[str] = (), agents: Sequence[str] = ()) -> None:
        self.game = game
        self._scenarios: dict[str, Scenario | None] = {name: None for name in game.presets()}
        for name in scenarios:
            scenario = game.load(name)
            if self._is_taken(scenario):
                raise ValueError(f"two scenarios are called {scenario.name}: give one of them another name")
            self._scenarios[scenario.name] = scenario
        for name in agents:
            make(name, game)
        self._given = tuple(dict.fromkeys(agents))
        self.lesson = showing_of(game).page_words().lesson()

    def listed(self) -> dict[str, Any]:
        """What may be played and by whom, as the pages are told: plain data."""
        game, lesson, agents, known_levels = self.game, self.lesson, self.agents(), levels(self.game)
        usual = game.default_scenario
        after = lesson.after if lesson and lesson.after else usual
        words = showing_of(game).page_words()
        return {
            "title": game.title,
            "pitch": words.pitch(),
            "teams": [team.capitalize() for team in game.teams],
            "agents": agents,
            "levels": known_levels,
            "measured": game.rated_by,
            # Whom a newcomer plays, and who is weaker than every level; empty where no agent is listed.
            "bot": next(iter(known_levels or [agent["name"] for agent in agents[1:] or agents]), ""),
            "weakest": next(iter(entries(game)), ""),
            "scenarios": self.scenarios(),
            "scenario": usual,
            "quick": after,  # what is begun by one click
            "setups": list(game.set_ups.items()),
            "lesson": lesson and {"title": lesson.title, "welcome": lesson.welcome, "after": after},
        }

    def agents(self) -> list[dict[str, Any]]:
        """The agents that are listed, levels first, then the best ones.

        Each has its `name`, a `title` for people, a `line` that says what it is, and a `rating`, None if it has none.
        """
        known, ratings = entries(self.game), self.game.ratings
        rows = [(name, entry.line) for name, entry in offered(self.game).items()]
        rows += [(name, "given when the server was started") for name in self._given if name not in known]
        easiest = len(levels(self.game))  # they are listed first, in their order
        rows[easiest:] = sorted(rows[easiest:], key=lambda row: -ratings.get(row[0], -MOST_NUMBER))
        return [
            {"name": name, "title": title_of(name), "line": line, "rating": ratings.get(name)} for name, line in rows
        ]

    def scenarios(self) -> list[dict[str, str]]:
        """The scenarios that are listed."""
        rows = []
        for name in self._scenarios:
            scenario = self.scenario(name)
            rows.append(
                {
                    "name": name,
                    "title": getattr(scenario, "title", "") or name,
                    "line": getattr(scenario, "description", ""),
                }
            )
        return rows

    def _is_taken(self, scenario: Scenario) -> bool:
        """Whether another scenario, with other rules, is offered by this name already."""
        name = scenario.name
        return name in self._scenarios and self.scenario(name).digest() != scenario.digest()

    def scenario(self, name: str) -> Scenario:
        """A scenario by its name; Refused: it isn't offered."""
        if name not in self._scenarios:
            raise Refused(f"no scenario {name[:60]!r} is offered here")
        scenario = self._scenarios[name]
        if scenario is None:
            try:
                scenario = self._scenarios[name] = self.game.load(name)
            except ValueError as error:
                raise Refused(str(error)) from None
        return scenario

    def agent(self, name: str) -> Agent:
        """An agent by its name; Refused: it isn't offered. No file that a client names is read."""
        if name not in self._given:
            parts = NAME.fullmatch(name)
            agents_by_name = entries(self.game)
            if parts is None or parts[1] not in agents_by_name:
                close = difflib.get_close_matches(name[:60].partition(":")[0], agents_by_name, 1)
                hint = f"; did you mean {close[0]}?" if close else ""
                raise Refused(f"no agent {name[:60]!r} is offered here{hint}")
            numbers = re.findall(r"=([0-9.]+)", parts[2] or "")
            if not all(re.fullmatch(r"\d{1,6}(\.\d{1,6})?", n) and float(n) <= MOST_NUMBER for n in numbers):
                raise Refused(f"{name[:60]}: numbers up to {MOST_NUMBER:.0f} are taken here")
        try:
            return make(name, self.game)
        except (ValueError, OSError, RuntimeError) as error:
            raise Refused(str(error)) from None

    def game_start(self, asked: dict[str, Any], seed: int) -> GameStart:
        """What a client asks for, as what a game is begun with; Refused: what is wrong with it.

        Args:
          asked: `scenario`, `players` (two: an agent's name, or `person`), `practice`, `pace`; in practice games also
            `seed`, a number or its digits as text, and `start`, a position; in others of two people `clock`; or
            `lesson` alone.
          seed: of the dice, where none is asked for.
        """
        if asked.get("lesson"):
            return self._lesson(seed)
        keys = {"scenario", "players", "practice", "pace", "seed", "start", "lesson", "clock"}
        if unknown := asked.keys() - keys:
            raise Refused(f"{sorted(unknown)[0][:40]!r} is unknown; a game has {', '.join(sorted(keys))}")
        scenario = self.scenario(_text(asked, "scenario", 80))
        players = asked.get("players")
        if not (isinstance(players, list) and len(players) == 2 and all(isinstance(p, str) for p in players)):
            raise Refused("players: two names are meant")
        for name in players:
            if name != PERSON:
                self.agent(name)
        practice, pace = asked.get("practice", False), asked.get("pace", 0.5)
        if not isinstance(practice, bool):
            raise Refused("practice: true or false is meant")
        check_pace(pace)
        start = _text(asked, "start", MOST_START) if asked.get("start") else ""
        own = asked.get("seed")
        if isinstance(own, str) and re.fullmatch("[0-9]{1,20}", own):  # numbers of a browser end at 2**53
            own = int(own)
        if own is not None and (isinstance(own, bool) or not isinstance(own, int) or not 0 <= own < 2**64):
            raise Refused(f"seed: a whole number from 0 to {2**64 - 1} is meant")
        if (start or own is not None) and PERSON in players and not practice:
            raise Refused("who chooses the seed or the position plays a practice game: tick Practice")
        if start:
            try:
                self.game.parse_position(scenario, start)
            except ValueError as error:
                raise Refused(f"start: {error}") from None
        clock = _text(asked, "clock", 40) if asked.get("clock") else ""
        if clock:
            try:
                Control.read(clock)
            except ValueError as error:
                raise Refused(str(error)) from None
            if practice or players != [PERSON, PERSON]:
                raise Refused("clock: two people have one, in a game that isn't a practice game")
        first, second = players
        return GameStart(
            _text(asked, "scenario", 80),
            scenario.to_json(),
            seed if own is None else own,
            (first, second),
            practice,
            start,
            float(pace),
            clock,
        )

    def _lesson(self, seed: int) -> GameStart:
        lesson = self.lesson
        if lesson is None:
            raise Refused(f"{self.game.title} has no game to learn by")
        players = [lesson.opponent, lesson.opponent]
        players[lesson.team] = PERSON
        json = lesson.scenario.to_json()
        return GameStart(lesson.scenario.name, json, seed, (players[0], players[1]), True, lesson.start, 0.8)


def _text(request: dict[str, Any], key: str, most: int) -> str:
    value = request.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= most or not value.isprintable():
        raise Refused(f"{key}: a text of 1 to {most} characters is meant")
    return value
