"""Do the events say all that happens, nothing else, and the same however the rules run?"""

import re

import numpy as np
import pytest

from paintball_env.game import Game
from paintball_env.rules import events, play, state
from paintball_env.scenario import Scenario, presets
from paintball_env.story import Storyteller
from paintball_env.story.orders import ANSWERS, HEADS
from paintball_env.story.outcomes import LINES
from paintball_env.story.teller import OPENING
from tabletop.compiled.compiling import compiled
from tabletop.game.chance import EVENTS, new_chance, note
from tabletop.game.events import Event, read_events
from tabletop.play.game import IllegalActionError
from tests import refuses
from tests.paintball.fights import play_random
from tests.paintball.interpreted import ROOT, run

BASIC, ADVANCED = "capture-the-flag-basic", "capture-the-flag"
AT = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act "
GAMES = [(name, seed) for name in presets() for seed in range(2)]


def kinds(happened):
    return [event.kind for event in happened]


# The table.


def test_the_page_has_the_declared_table():
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8").split("| kind | rule | who | whom |")[1]
    rows = re.findall(r"^\| `([^`]+)` \| (.*) \|$", page.split("\n\n")[0], re.MULTILINE)
    declared = [(k.name, k.rule, k.who, k.whom, k.start, k.place, k.value, ", ".join(k.how)) for k in events.KINDS]
    assert [(name, *cells.split(" | ")) for name, cells in rows] == declared
    assert len({kind.name for kind in events.KINDS}) == len(events.KINDS)


def test_every_kind_has_words_or_needs_none():
    told = {*HEADS, *ANSWERS, *LINES, *OPENING}
    # A Marshal's coming and steps are told with his check and his walk; who is out, with what put it out.
    silent = {"marshal came", "marshal stepped", "marshal freed", "out", "recovered", "arrived"}
    assert told | silent == {kind.name for kind in events.KINDS} and not told & silent


# Every kind comes up: in games, or where it is rare in a position of its own.

CHARGERS, BOTH = "R1=c3 R2=d4 B1=c5,suppressed M1=b4 M2=d7", "B1=c6,suppressed B2=c6,suppressed"
# Scenario, position, actions with the results of their draws; and the events of the last.
POSITIONS = f"""
basic | R1=c5 R2=b5 B1=c6,empty B2=c6,suppressed B3=e1 M1=c2 M2=c7 | charge; figure R1; figure R2 = 0-1
    chosen, charger named, forced, moved, arrived, forced, charge closed, removed, out
basic | R1=c5 R2=b5 {BOTH} B3=e1 M1=c2 M2=c7 | charge; figure R1; figure R2 = 0-1; figure B2 = 1-0
    chosen, fell, out, shoot-out
basic | R1=c7 R2=c8 B1=c8 B2=e2 M1=c2 M2=c8 | R1 move E = 3
    chosen, moved, marshal stepped aside
basic | R1=c3 R2=a1 B1=c5 B2=c7 M1=b1 M2=d7 M3=b4 M4=d4 | R1 shoot B1; done = 5 2 1 2
    chosen, shot fired, hit, marked, marshal drawn, marshal came, checked
basic | R1=c3 R2=a1 B1=c4 B2=c7 M1=c2 M2=c5 | R1 shoot B1; R1 shoot B1 = 5 5 5 6
    chosen, shot declared, forced, shot fired, shot fired, hit, hit, marked, marshal came, checked, out, lost on one out
basic | R1=c2 R2=a1 B1=c4 B2=c4 B3=c7 M1=c1 M2=d7 | R1 shoot B1; R1 shoot B2 = 3 2; figure B2 = 1
    chosen, picked, saved
advanced | R1=c3 R2=a1 B1=c5 B2=c7 smoke=c4 | R1 shoot B1; done = 1
    chosen, shot fired, saw nothing
advanced | R1=c3 R2=a1 B1=c5 B2=c7 smoke=c3,c4 | R1 shoot B1; done = 4 3 5 2
    chosen, shot fired, saw out of smoke, saw through smoke, hit, marked, not checked
advanced | R1=c3 R2=a1 B1=c5 B2=c7 smoke=c3 | R1 shoot B1; done = 3
    chosen, shot fired, lost in smoke
basic | R1=c3 R2=a1 B1=c6,sentry B2=c6,sentry | R1 move E; done
    chosen, let pass
basic | R1=c3 R2=a1 B1=c6,sentry B2=b1 | R1 move E; B1 shoot R1 = 1 5
    chosen, reacted, misfire, goggles steamed up
advanced | R1=c3,smoke R2=c2 B1=c6 smoke=c4 | R1 throw smoke; hex c4 = 3
    chosen, thrown, throw hit, smoke there already
advanced | R1=c3,paint R2=c2 R3=c4 B1=c6 | R1 throw paint; hex c3 = 3 1
    chosen, thrown, throw hit, paint missed
advanced | R1=c3,paint R2=c2 B1=c6 | R1 throw paint; hex c4 = 3
    chosen, thrown, throw hit, nobody painted
advanced | R1=c3,paint R2=c2 R3=c4,jammed B1=c6 M1=c4,attends=R3 | R1 throw paint; hex c4 = 3 2 6
    chosen, thrown, throw hit, paint marked, marshal came, checked, out, marshal freed
basic | {CHARGERS} B2=b7 | charge
    chosen, charge declared, forced, charge named
basic | {CHARGERS} B2=b7 | charge; figure R1
    chosen, charger named, forced, moved, forced, moved, arrived
basic | R1=c3 R2=a1 B1=c5 B2=c7 M1=c8 M2=d7 | R1 shoot B1; done = 1 6
    chosen, shot fired, misfire, goggles lifted, no marshal near, no hit
"""


def positions():
    """What `played` takes, and the kinds of event that must come."""
    lines = iter(POSITIONS.strip().splitlines())
    for line, kinds_of_it in zip(lines, lines, strict=True):
        name, position, steps = line.split(" | ")
        actions = [step.partition(" = ")[::2] for step in steps.split("; ")]
        results = [
            [tuple(map(int, one.split("-"))) if "-" in one else int(one) for one in r.split()] for _, r in actions
        ]
        taken = [(action, result) for (action, _), result in zip(actions, results, strict=True)]
        yield AT + position, ADVANCED if name == "advanced" else BASIC, taken, kinds_of_it.strip().split(", ")


def played(start, name, steps):
    game = Game(name, start=start)
    for action, results in steps:
        game.step(action, results)
    return game


@pytest.mark.parametrize(("start", "name", "steps", "expected"), list(positions()))
def test_events_of_a_position(start, name, steps, expected):
    assert kinds(played(start, name, steps).events)[: len(expected)] == expected


def test_ch3_who_is_removed_before_the_shoot_out_is_named():
    start = f"{AT}R1=c5 R2=b5 B1=c6,suppressed B2=c6,empty B3=e1 M1=c2 M2=c7"
    game = played(start, BASIC, [("charge", []), ("figure R1", []), ("figure R2", [(0, 1)])])
    (removed,) = (event for event in game.events if event.kind == "removed")
    assert (removed.who, removed.place) == ("B2", "c6")


def test_ch2_who_is_out_on_the_way_does_not_arrive():
    steps = [("charge", []), ("figure R1", []), ("B2 shoot R1", [5, 3, 6])]
    game = played(f"{AT}{CHARGERS} B2=b2,sentry", BASIC, steps)
    assert kinds(game.events) == ["chosen", "reacted", "hit", "marked", "marshal came", "checked", "out"]


@pytest.fixture(scope="module")
def random_games():
    """Of random games of each preset: the scenario's name, and after each decision its events, draws and turn."""
    return [(name, [(g.events, g.draws, g.turn) for g in play_random(name, seed)]) for name, seed in GAMES]


@pytest.mark.slow
def test_every_kind_comes_up(random_games):
    seen = {kind for *_, expected in positions() for kind in expected}
    for _, decisions in random_games:
        for happened, _, _ in decisions:
            seen |= set(kinds(happened))
    assert seen == {kind.name for kind in events.KINDS}


def test_an_event_names_what_it_tells_of():
    game = Game(BASIC, start=f"{AT}R1=c3 R2=a1 B1=c6 B2=c7 M1=c2 M2=c7 soft=c4 hard=c6/W flag.red=B1")
    game.step("R1 shoot B1")
    game.step("done", [5, 1, 2, 4, 5])
    assert tuple(event._replace(rule="") for event in game.events) == (
        Event("chosen", 0, "red", value="done"),
        Event("shot fired", 0, "R1", "B1", place="c6", value=1),
        Event("hit", 1, "R1", place="c6", value=3),
        Event("soft cover in the way", 2, "R1", place="c4"),
        Event("hard cover in the way", 3, "R1", place="c6", value="W"),
        Event("marked", 4, "B1"),
        Event("marshal came", 4, "M2", "B1", "c7", "c6"),
        Event("checked", 5, "B1", "M2", how=("out",)),
        Event("out", 5, "B1", place="c6"),
        Event("flag fell", 5, "B1", place="c6", value="flag.red"),
    )
    assert game.events[2].rule == "SH1"


def test_events_are_those_of_the_last_step():
    game = Game(BASIC, start=f"{AT}R1=c3 R2=a1 B1=c5 B2=c7")
    assert game.events == ()
    game.step("R1 move E")
    other, happened = game.clone(), game.events
    assert kinds(happened) == ["chosen", "moved"]
    refuses(IllegalActionError, "", game.step, "R1 sentry")
    assert game.events == happened
    game.step("R1 aim")
    assert kinds(game.events)[:2] == ["chosen", "aimed"] and other.events == happened


def test_the_story_never_fails(random_games):
    told = 0
    for name, decisions in random_games:
        teller = Storyteller(Scenario.load(name))
        for decision in decisions:
            parts = teller.tell(*decision)
            assert all(each.head and "{" not in each.text() for each in parts)
            told += len(parts)
    assert told > 5_000


# However the rules run.

PLAY = """
import hashlib
import numpy as np
from paintball_env.game import Game

seen = hashlib.sha256()
for name, seed in (("capture-the-flag-drawn", 5), ("single-flag", 6)):
    game, rng = Game(name, seed=seed), np.random.default_rng(seed)
    for _ in range(80):
        seen.update(repr(game.events).encode())
        if not game.over:
            game.step(int(rng.choice(game.legal_indices())))
print(seen.hexdigest())
"""


@pytest.mark.skipif(not compiled(), reason="plain mode")
def test_compiled_and_interpreted_rules_tell_the_same(capsys):
    exec(PLAY, {})
    assert capsys.readouterr().out.strip() == run(PLAY)


def test_a_volley_resolved_hit_by_hit_tells_the_same():
    """SH6: where a volley halts after its dice and after each hit, the events go on where they stopped."""
    halts = 0
    for seed in range(4):
        for game in play_random("capture-the-flag-basic-drawn", seed, most=200):
            action = next((a for a in game.legal_actions() if "shoot" in a or a == "done"), "")
            if not action:
                continue
            whole = game.clone()
            whole.step(action)
            games, chances = game.games.copy(), new_chance(traced=True)
            chances["halting"] = 1
            mask, index = np.zeros(game.scenario.actions, np.int8), game.table.index(action, game.decider)
            world = game.scenario.world[0]
            play.step(world, games[0], chances[0], index, mask)
            parts = list(read_events(chances, game.scenario))
            while games[0].decision == state.RESOLVING:
                play.go_on(world, games[0], chances[0], mask)
                parts += read_events(chances, game.scenario)
                halts += 1
            assert games.tobytes() == whole.games.tobytes()
            assert [event._replace(drawn=0) for event in parts] == [event._replace(drawn=0) for event in whole.events]
    assert halts > 20


def test_nothing_is_noted_in_other_play():
    game, chances = Game(BASIC, start=f"{AT}R1=c3 R2=a1 B1=c5 B2=c7"), new_chance()
    before = chances.tobytes()
    mask, index = np.zeros(game.scenario.actions, np.int8), game.table.index("R1 move E", 0)
    assert play.step(game.scenario.world[0], game.games[0], chances[0], index, mask) == 1
    assert chances.tobytes() == before


def test_more_events_than_there_is_room_for_are_left_out():
    chances = new_chance(traced=True)
    for turn in range(EVENTS + 3):
        note(chances[0], events.TURN_BEGAN, value=turn)
    happened = read_events(chances, Scenario.load(BASIC))
    assert [event.value for event in happened] == list(range(EVENTS))
