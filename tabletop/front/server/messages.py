"""A game as its players are shown it, as plain data; and its record, which is given out when it is over."""

import dataclasses
import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from tabletop.front.commands.player import PERSON
from tabletop.front.server.closing import DRAW, Closing
from tabletop.front.server.live import LiveGame, Refused
from tabletop.front.server.phrases import PHRASES
from tabletop.front.server.players import title_of
from tabletop.front.server.store import Stored
from tabletop.play.records import GameRecord
from tabletop.show.page import Lesson
from tabletop.show.showing import showing_of

COMPUTER = "Computer"  # the other side in a lesson
MOST_TITLE = 80  # characters of a scenario's title in a list


class Have(NamedTuple):
    """What a client has of a game: frames, and entries of their two tables, of an epoch."""

    epoch: int
    frames: int = 0
    symbols: int = 0
    strings: int = 0


def about(live: LiveGame) -> dict[str, Any]:
    """What doesn't change in a game."""
    title = getattr(live.scenario, "title", "") or live.scenario.name
    return {
        "type": "about",
        "game": live.id,
        "title": title,
        "scenario": live.begun.scenario,
        "teams": [team.capitalize() for team in live.definition.teams],
        "players": list(live.begun.players),
        "called": [_called(live, name) for name in live.begun.players],
        "practice": live.begun.practice,
        "again": _wish(live),
        "clock": live.begun.clock,
        "phrases": list(PHRASES),
        "sheet": live.maker.sheet(),
        "aims": [live.words.aim(live.scenario, team) for team in (0, 1)],
        "changes": live.words.changes(live.scenario),
        "topics": _topics(live),
        "lesson": _steps(live),
    }


def _called(live: LiveGame, name: str) -> str:
    """What a player is called; who learns the game needs no name of a bot yet."""
    lesson = live.words.lesson()
    learns = lesson is not None and _is_of(lesson, live) and name not in ("", PERSON)
    return COMPUTER if learns else title_of(name)


def _topics(live: LiveGame) -> dict[str, Any]:
    """The topics of the guide; of what the story names for each the whole numbers of rules."""
    numbers, topics = list(live.words.rules()), live.words.topics(live.scenario)
    return {key: dataclasses.asdict(each) | {"said": _whole(each.said, numbers)} for key, each in topics.items()}


def _steps(live: LiveGame) -> dict[str, Any]:
    """What the learner does in the lesson, and at which decision; in other games there are no steps."""
    lesson, numbers = live.words.lesson(), list(live.words.rules())
    if lesson is None or not _is_of(lesson, live):
        return {"decision": "", "steps": []}
    steps = [dataclasses.asdict(each) | {"said": _whole(each.said, numbers)} for each in lesson.steps]
    return {"decision": lesson.decision, "steps": steps}


def _whole(said: Sequence[str], numbers: Sequence[str]) -> list[str]:
    """The numbers of rules that begin so."""
    begun = "|".join(map(re.escape, said))
    return [number for number in numbers if said and re.fullmatch(f"({begun})[0-9]*", number)]


def _is_of(lesson: Lesson, live: LiveGame) -> bool:
    return (live.begun.scenario, live.begun.start) == (lesson.scenario.name, lesson.start)


def _wish(live: LiveGame) -> dict[str, Any]:
    """What another game like this one is asked for by (`Offers.game_start`)."""
    lesson, begun = live.words.lesson(), live.begun
    if lesson is not None and _is_of(lesson, live):
        return {"lesson": True}
    request = {"scenario": begun.scenario, "players": list(begun.players), "practice": begun.practice}
    return request | ({"start": begun.start} if begun.start else {})


def state(live: LiveGame, teams: list[int], have: Have) -> dict[str, Any]:
    """A game as it stands, for someone who decides for these teams; nothing of it tells dice to come.

    Args:
      live: the game.
      teams: for whom the client may decide.
      have: what it has of the game.
    """
    if have.epoch != live.epoch or have.frames > len(live.frames):
        have = Have(live.epoch)
    game = live.game
    closing, showing = live.closing, showing_of(live.definition)
    winner = int(game.record.winner) if game.over else closing.winner(live.definition.teams)
    chooses = live.person_decides and game.decider in teams
    choices = live.words.choices(game) if chooses else []
    return {
        "type": "state",
        "number": live.number,
        "epoch": live.epoch,
        "from": have.frames,
        "frames": live.frames[have.frames :],
        "tried": [_tried(live, number) for number in range(have.frames, len(live.frames))],
        **live.maker.news_since(have.symbols, have.strings),
        "lately": live.maker.lately(),
        "summary": showing.summary(live.scenario, game.games),
        "turn": game.turn,
        "decision": game.decision,
        "question": live.words.question(game),
        "helping": live.words.helping(game),
        "decider": game.decider,
        "thinking": _called(live, live.decides()),
        "yours": teams,
        "choices": [dataclasses.asdict(choice) for choice in choices],
        "over": live.over,
        "winner": winner,
        "ended": showing.ended(live.scenario, game.games, teams[0]) if game.over and len(teams) == 1 else "",
        "closed": closing.loser or closing.how,
        "closedHow": closing.how,
        "closedWords": closing.words(live.names, live.definition.teams),
        "trouble": live.trouble or live.unsaved,
        "stopped": bool(live.trouble),
        "paused": live.paused,
        "successor": live.successor,
        "takenBack": live.taken_back,
        "canTakeBack": live.begun.practice
        and not (closing or live.apart(teams))
        and any(team in teams for team in live.deciders),
        "pace": live.pace,
        "review": live.review,
    }


def people(live: LiveGame) -> dict[str, Any]:
    """What two people are shown of each other: names, the clock as it stands at this moment, what one proposes."""
    clock = live.clock and {"left": live.clock.at(live.store.now()), "runs": live.clock.runs()}
    can = [team in live.deciders for team in (0, 1)]
    return {"names": list(live.names), "clock": clock, "proposed": live.proposals.open(), "decided": can}


def _tried(live: LiveGame, number: int) -> list[list[Any]]:
    """What was tried before decision `number`: action, play-outs or chance, expected result. It tells no dice."""
    tried = live.recorder.lines[number - 1].tried if number else ()
    return [[candidate.action, candidate.words, candidate.value] for candidate in tried]


def listed(games: Sequence[tuple[Stored, int]], most: int, teams: Sequence[str]) -> dict[str, Any]:
    """Games in a list: the first `most` of them, each with the number of its decisions, and whether there are more.

    Args:
      games: those that are listed, each with this number.
      most: as above.
      teams: as the game calls them.
    """
    return {
        "games": [
            {
                "id": stored.id,
                "scenario": stored.begun.scenario,
                "title": _title(stored),
                "players": stored.begun.players,
                "called": [title_of(name) for name in stored.begun.players],
                "names": stored.names,
                "decider": stored.decider,
                "decisions": decisions,
                "ended": stored.ended or Closing.read(stored.closed).words(stored.names, teams),
                "touched": stored.touched,
            }
            for stored, decisions in games[:most]
        ],
        "more": len(games) > most,
    }


def _title(stored: Stored) -> str:
    """What a stored game's scenario is called; its name, where it has no title or can't be read."""
    try:
        scenario = json.loads(stored.begun.scenario_json)
    except (ValueError, RecursionError):
        scenario = None
    title = scenario.get("title") if isinstance(scenario, dict) else None
    return title[:MOST_TITLE] if isinstance(title, str) and title else stored.begun.scenario


def record(live: LiveGame) -> GameRecord:
    """The record of a game; Refused while it runs: a record names the seed of the dice to come."""
    if not live.over:
        raise Refused("the record is given out when the game is over: it names the seed of the dice")
    return dataclasses.replace(live.recorder.record(), players=(_played(live, 0), _played(live, 1)))


def titled(live: LiveGame) -> GameRecord:
    """The record so far with what its players are called; a person without a name has none."""
    called = [live.names[team] if name == PERSON else title_of(name) for team, name in enumerate(live.begun.players)]
    return dataclasses.replace(live.recorder.record(), players=(called[0], called[1]))


def _played(live: LiveGame, team: int) -> str:
    """Who has played a team: also a person's name, how often decisions were taken back, how people have ended it."""
    player, times, closing = live.begun.players[team], live.taken_back, live.closing
    if player != PERSON:
        return player
    back = "taken back once" if times == 1 else f"taken back {times} times" if times else "nothing taken back"
    facts = [live.names[team]]
    if live.begun.practice:
        facts.append(f"practice: {back}")
    elif times:
        facts.append(back)
    if closing.how == DRAW or (closing and closing.loser == live.definition.teams[team]):
        facts.append({DRAW: "agreed to a draw", "time": "ran out of time"}.get(closing.how, "gave up"))
    known = [fact for fact in facts if fact]
    return f"{player} ({'; '.join(known)})" if known else player
