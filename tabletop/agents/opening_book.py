"""Opening books: how likely each action is to be right before the first turn, learnt from games beforehand.

A book is a JSON file: who learnt it for which scenario, and under `decisions` the shares of actions, by the name of
what is decided (`GameDefinition.opening`) and by the actions' names for team 0. An agent takes the legal action with
the largest share. Where a book has none of at least 5 %, the agent decides as without it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tabletop.agents.base import Actions, Agent, Batched, Keys, Masks, Records, Rows, Wrapping, built_in
from tabletop.agents.view import View
from tabletop.base.arrays import Int64, UInt64
from tabletop.base.errors import brief, one_line
from tabletop.base.files import PROGRESS, parse_json, read_text, write_json
from tabletop.game.choices import key_rows
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.header import NONE, OVER, Record
from tabletop.play.search_log import Weighed, Weighing

FORMAT = 1  # of the file
KEYS = ("format", "game", "scenario", "rules", "learnt", "decisions")  # of the file
RULES = ("state", "actions", "digest")  # of its `rules`
SUFFIX = ".json"
LEAST = 0.05  # an action with a smaller share isn't taken: too little has been learnt about it
WRITTEN = 0.005  # smaller shares aren't written
TOLD = 8  # maximum number of actions that a thought names

Shares = Mapping[int, float]  # by the index of an action


class OpeningBook:
    """An opening book for one scenario.

    Attributes:
      scenario: the scenario.
      shares: by what is decided, and by action; 0 … 1.
    """

    def __init__(self, scenario: Scenario, shares: Mapping[str, Shares]) -> None:
        """Take the shares."""
        self.scenario, self.shares = scenario, shares
        self._ranked = {decision: _ranked(by_action) for decision, by_action in shares.items()}

    def action(self, game: Record, mask: Masks) -> int:
        """Return the best legal action of a game before its first turn, NONE: it doesn't decide; mask: int8 [A]."""
        if game["turn"]:
            return NONE
        ranked = self._ranked.get(self.scenario.game.opening(self.scenario, game), ())
        return next((action for action in ranked if mask[action]), NONE)

    def weigh(self, game: Record, mask: Masks) -> tuple[Weighed, ...]:
        """Return the legal actions with the largest shares, `action` first; none where the book doesn't decide."""
        if (first := self.action(game, mask)) == NONE:
            return ()
        shares = self.shares[self.scenario.game.opening(self.scenario, game)]
        legal = {action: share for action, share in shares.items() if mask[action]}
        total = sum(legal.values())
        ranked = sorted(legal, key=lambda action: (action != first, -legal[action]))
        return tuple(Weighed(action, None, legal[action] / total) for action in ranked[:TOLD])

    def thoughts(self, view: View[Any]) -> list[Weighing]:
        """Return what `weigh` says of a bot's view, as agents report it; [] where the book does not decide."""
        weighed = self.weigh(view.games[0], view.mask)
        return [Weighing(weighed)] if weighed else []


def _ranked(shares: Shares) -> list[int]:
    return sorted((action for action, share in shares.items() if share >= LEAST), key=lambda action: -shares[action])


def write_book(path: Path, book: OpeningBook, learnt: Mapping[str, Any]) -> None:
    """Write a book, with plain data about how it was learnt."""
    scenario = book.scenario
    names = scenario.game.action_names(scenario)
    decisions = {
        decision: {
            names.name(action, 0): round(share, 4)
            for action, share in sorted(shares.items(), key=lambda item: -item[1])
            if share >= WRITTEN
        }
        for decision, shares in book.shares.items()
    }
    game = scenario.game
    head = {"format": FORMAT, "game": game.name, "scenario": scenario.name}
    versions = {"state": game.versions["state"], "actions": game.versions["actions"]}
    rules = {"rules": {**versions, "digest": scenario.digest()}}
    write_json(path, {**head, **rules, "learnt": dict(learnt), "decisions": decisions})


def read_book(path: Path, scenario: Scenario) -> OpeningBook:
    """Read a book; ValueError of one line: it can't be read, or is for another game, scenario or version."""
    content = _content(path, scenario.game)
    if content["rules"].get("digest") != scenario.digest():
        scenario_name = content.get("scenario")
        raise ValueError(f"{path}: a book for {scenario_name!r}; {scenario.name} has other rules or another board")
    names = scenario.game.action_names(scenario)
    try:
        shares = {
            str(decision): {names.index(name, 0): _share(share) for name, share in by_name.items()}
            for decision, by_name in content["decisions"].items()
        }
    except (ValueError, AttributeError, TypeError) as error:
        raise ValueError(f"{path}: no opening book ({error})") from None
    return OpeningBook(scenario, shares)


def _share(share: object) -> float:
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0.0 <= share <= 1.0:
        raise ValueError("a share is not a number between 0 and 1")
    return float(share)


def books_in(folder: Path) -> list[Path]:
    """Return the books in a folder; not the progress of runs that learn them, which may lie beside them."""
    return sorted(path for path in folder.glob(f"*{SUFFIX}") if not path.name.endswith(PROGRESS))


def content_of_books(folder: Path) -> list[tuple[str, bytes]]:
    """Return the contents of the books in a folder, as `plays_by` of agents has them."""
    return [("opening", path.read_bytes()) for path in books_in(folder)]


def find_book(folder: Path, scenario: Scenario) -> OpeningBook | None:
    """Return the book for this scenario in a folder of books, None if there is none.

    Raises:
      ValueError: one of the files can't be read (see `read_book`), or there are several books for the scenario.
    """
    digest = scenario.digest()
    matching = [path for path in books_in(folder) if _content(path, scenario.game)["rules"].get("digest") == digest]
    if len(matching) > 1:
        names = " and ".join(path.name for path in matching)
        raise ValueError(f"{folder}: {names} are books for the same scenario, {scenario.name}: leave one there")
    return read_book(matching[0], scenario) if matching else None


def bookable(agent: Agent, game: GameDefinition) -> Batched:
    """Return the agent if a book can decide for it.

    Raises:
      ValueError: it isn't built in, so it is shown less of a game; or it is asked game by game only.
    """
    if not built_in(agent, game):
        raise ValueError(f"agent {agent.name!r}: only built-in agents have opening books")
    if not isinstance(agent, Batched):
        raise ValueError(f"agent {agent.name!r} has no opening books: it can't decide for many games at once")
    return agent


def scenario_of(path: Path, game: GameDefinition) -> tuple[str, str]:
    """Return the name and the digest of a book's scenario; ValueError of one line: it is no book for this game."""
    content = _content(path, game)
    return str(content.get("scenario", "")), str(content["rules"].get("digest", ""))


def _content(path: Path, game: GameDefinition) -> dict[str, Any]:
    try:
        text = read_text(path)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    try:
        content: dict[str, Any] = parse_json(text)
        if not isinstance(content, dict):
            raise ValueError("no JSON object")
        form, game_name, rules = content["format"], content["game"], content["rules"]
        versions = {name: rules[name] for name in ("state", "actions")}
        if form != FORMAT or not isinstance(content["decisions"], dict):
            raise ValueError(f"format {brief(form)}")
        for what, table, keys in (("a book has", content, KEYS), ("`rules` has", rules, RULES)):
            if unknown := [key for key in table if key not in keys]:
                raise ValueError(f"there is no key {brief(unknown[0])}; {what} {', '.join(keys)}")
    except KeyError as error:
        raise ValueError(f"{path}: no opening book ({error} is missing)") from None
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path}: no opening book ({error})") from None
    if game_name != game.name:
        raise ValueError(f"{path}: a book for the game {one_line(game_name)}, this is {game.name}")
    for name, version in versions.items():
        if version != game.versions[name]:
            words = f"made for {name} version {one_line(version)}, this is version {game.versions[name]}"
            raise ValueError(f"{path}: {words}")
    return content


class Booked(Batched):
    """An agent that decides by an opening book before the first turn.

    Attributes:
      agent: decides the rest.
      book: for the scenario that is played.
    """

    def __init__(self, agent: Batched, name: str, book: OpeningBook) -> None:
        """Take an agent, prepared for the book's scenario, and the book."""
        super().__init__(name)
        self.agent, self.book = agent, book

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`)."""
        early = games["turn"][rows] == 0
        others = [rows[~early]]
        for row in rows[early]:
            if (action := self.book.action(games[row], masks[row])) == NONE:
                others.append(row[None])
            else:
                actions[row] = action
        if len(agent_rows := np.concatenate(others)):
            self.agent.decide(worlds, games, agent_rows, masks, actions, keys)

    def play(
        self,
        worlds: Records,
        chances: Records,
        games: Records,
        rows: Rows,
        sides: Int64,
        seeds: UInt64,
        counters: UInt64,
        masks: Masks,
        parallel: bool,
    ) -> None:
        """Play games on, by the book to the first turn (see `tabletop.env.batch.opponents.CompiledOpponent`).

        Only for an agent that has `play`, too.
        """
        agent: Any = self.agent
        step_rows, early = self.book.scenario.game.batch.step_rows, rows
        actions, keys = np.zeros(len(games), np.int64), np.zeros(len(games), np.uint64)
        illegal = np.zeros(len(games), np.int8)
        turns, kinds, deciders = games["turn"], games["decision"], games["decider"]
        while len(early := early[(turns[early] == 0) & (kinds[early] != OVER) & (deciders[early] != sides[early])]):
            key_rows(early, seeds, counters, keys)
            self.decide(worlds, games, early, masks, actions, keys)
            step_rows(worlds, chances, games, early, actions, masks, illegal)
        agent.play(worlds, chances, games, rows, sides, seeds, counters, masks, parallel)


class BookAgent(Wrapping):
    """An agent with the opening book of a file: `hunter:book=FILE`.

    Attributes:
      agent: as it is without the book.
      path: of the book, which is read when the agent is prepared for a scenario.
    """

    def __init__(self, agent: Batched, path: Path, name: str) -> None:
        """Take an agent, a book's path, and the name of both together."""
        super().__init__(name)
        self.agent, self.path = agent, path
        self._booked: Booked | None = None
        self._seen: View[Any] | None = None
        if hasattr(agent, "play"):  # an agent that plays on by itself is called less often
            self.play: Any = agent.play

    def prepare(self, scenario: Scenario) -> None:
        """Prepare the agent, and read the book; ValueError: the agent can't play it, or the book isn't for it."""
        self.agent.prepare(scenario)
        self._booked = Booked(self.agent, self.name, read_book(self.path, scenario))
        if hasattr(self.agent, "play"):
            self.play = self._booked.play

    def reset(self, seed: int) -> None:
        """Begin a game (see `Batched.reset`)."""
        self.agent.reset(seed)

    @property
    def inner(self) -> Batched:
        """The agent without the book (see `Wrapping`)."""
        return self.agent

    def pass_over(self, decisions: int) -> None:
        """Continue as if this many decisions had been made (see `Batched.pass_over`)."""
        self.agent.pass_over(decisions)

    def act(self, view: View[Any]) -> int:
        """Return the index of a legal action, and keep the view for `thoughts`; RuntimeError: it isn't prepared."""
        self._seen = view
        action = self._prepared.book.action(view.games[0], view.mask)
        if action == NONE:
            return self.agent.act(view)  # not `decide`: it may keep what its own `thoughts` need
        self.agent.pass_over(1)
        return action

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`); RuntimeError: it isn't prepared."""
        self._prepared.decide(worlds, games, rows, masks, actions, keys)

    @property
    def thoughts(self) -> list[Any]:
        """What the book holds for the last decision, or what the agent has thought."""
        weighings = [] if self._seen is None else self._prepared.book.thoughts(self._seen)
        return weighings or list(getattr(self.agent, "thoughts", ()))

    @property
    def _prepared(self) -> Booked:
        if self._booked is None:
            raise RuntimeError(f"{self.name}: prepare it for a scenario first")
        return self._booked
