"""Does the story say what the engine did: every die, every purpose, who was in the way, what was forced?"""

import re

import pytest

from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.plan_facts import plan_facts
from paintball_env.purposes import PURPOSES
from paintball_env.render.words import DICE, LOTS, draw_words, needs
from paintball_env.scenario import Scenario
from paintball_env.story import Brief, Storyteller
from tabletop.game.draws import Draw
from tabletop.game.events import Event
from tabletop.show.showing import showing_of
from tests import ROOT
from tests.paintball.fights import play_random

FORMATS = ROOT / "docs" / "formats.md"
AT = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act "


@pytest.fixture(scope="module")
def plain():
    return Scenario.load("capture-the-flag-basic")


def told(scenario, position, *steps):
    """Take actions with given results; everything that is told, as text."""
    game = Game(scenario, start=AT + position)
    teller = Storyteller(scenario)
    text = []
    for action, results in steps:
        game.step(action, results)
        text += [each.text() for each in teller.tell(game.events, game.draws, game.turn)]
    return "\n".join(text)


# A draw of every purpose with the words it must have: its rule and what it came to.
SAMPLES = {
    "roll-off": (Draw("roll-off", "table", "lot 2", 1), "Red", "SN4"),
    "flag-hex": (Draw("flag-hex", "table", "lot 2", 2), "2 of 2", "SN3"),
    "set-up": (Draw("set-up", "red", "lot 25", 7), "7 of 25", "SN5"),
    "experts": (Draw("experts", "red", "112233", 5), "three", "EX1"),
    "grenades": (Draw("grenades", "blue", "112233", 3), "two", "GR1"),
    "order": (Draw("order", "table", "lot 2", 2), "Blue", "TU4"),
    "command": (Draw("command", "red", "123456", 4), "4", "TU1"),
    "clear": (Draw("clear", "c4", "122221", 6), "clears on 1 or 6: it clears", "SM4"),
    "marshal": (Draw("marshal", "R3", "lot 2", 1), "1 of 2", "PC3"),
    "step": (Draw("step", "M1", "lot 2", 2), "2 of 2", "PC3"),
    "aside": (Draw("aside", "M1", "lot 5", 3), "3 of 5", "EN5"),
    "spot-in": (Draw("spot-in", "R3", "111222", 3), "needs 4+: sees nothing", "SM2"),
    "spot-through": (Draw("spot-through", "R3", "122221", 5), "needs 2 to 5: sees", "SM3"),
    "hit": (Draw("hit", "R3", "123333", 2), "needs 3+: a miss", "SH1"),
    "misfire": (Draw("misfire", "R3", "123446", 2), "out of ammo", "MF2"),
    "goggles": (Draw("goggles", "R3", "122221", 1), "disqualified on 1 or 6: disqualified", "MF6"),
    "way": (Draw("way", "R3", "111222", 4), "stopped on 4+: it stops the shot", "IW1"),
    "save": (Draw("save", "B2", "111222", 3), "needs 1, 2 or 3: unmarked", "SV"),
    "check": (Draw("check", "B2", "111222", 3), "out on 4+: plays on", "PC1"),
    "shoot-out": (Draw("shoot-out", "red", "2 v 1", (1, 0)), "one charger falls, no defender", "CH3"),
    "scatter": (Draw("scatter", "R3", "122222", 6), "misses on 1: it lands there", "GR3"),
    "mark": (Draw("mark", "R3", "122221", 6), "needs 1 or 6: unmarked", "PG1"),
}


def published():
    """Purposes of the table in docs/formats.md."""
    table = FORMATS.read_text(encoding="utf-8").split("| purpose | rule |")[1].split("\n\n")[0]
    return re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)


def test_every_published_purpose_has_words():
    assert tuple(published()) == PURPOSES == tuple(SAMPLES)
    for purpose, (draw, result, rule) in SAMPLES.items():
        words = draw_words(draw)
        assert draw.purpose == purpose and result in words and f"({rule})" in words, words
    assert set(DICE) | set(LOTS) | {"command", "misfire", "shoot-out"} == set(PURPOSES)


def test_what_is_needed():
    for classes, digit, words in (
        ("122333", 3, "4+"),
        ("122223", 3, "6"),
        ("122221", 1, "1 or 6"),
        ("122221", 2, "2 to 5"),
        ("111222", 1, "1, 2 or 3"),
        ("122222", 1, "1"),
        ("122222", 3, "no face"),
    ):
        assert needs(classes, digit) == words


def test_a_shot_with_all_its_dice(plain):
    text = told(plain, "R1=c3 B1=c5 M1=c2 M2=c7 soft=c4,c5", ("R1 shoot B1", None), ("done", [4, 1, 2, 4, 5]))
    assert text.splitlines() == [
        "R1 shoots at B1 in c5, range 2 (SH3)",
        "R1 fires 1 shot, at B1 (SH3)",
        "   hit roll: 4, needs 3+ at range 2 (SH1): hit",
        "   in the way, soft cover in c4: 1, stopped on 4+ (IW1, SC1): passes",
        "   in the way, soft cover in c5: 2, stopped on 4+ (IW1, SC1): passes",
        "   save of B1: 4, needs 1, 2 or 3 (SV2): fails, B1 is marked",
        "   M2 comes from c7, paintcheck of B1: 5, out on 4+ (PC1): B1 is out",
        "Red has won: no figure of the other team is left (TU7)",
    ]


def test_who_is_in_the_way_is_looked_up_anew_for_each_hit(plain):
    # The first hit puts R2 out, who stood in the way; the second passes where it was. (Misses: the other's dice.)
    position = "R1=c3 R2=c4 B1=c5 B2=c7 M1=c4 M2=c8 flag.blue=R2"
    text = told(plain, position, ("R1 shoot B1", None), ("R1 shoot B1", [4, 4, 5, 3, 6, 2, 1]))
    assert "in the way, R2 in c4: 5, stopped on 4+ (IW1, IW3): stopped" in text
    assert "M1 is there, paintcheck of R2: 6, out on 4+ (PC1): R2 is out" in text
    assert "Blue's flag falls in c4 (FL2)" in text
    assert text.count("in the way, R2") == 1 and text.count("in the way, Marshal M1 in c4: 2") == 1
    assert "fires 2 shots, at B1 (SH3): the only choice" in text  # no point is left for another shot


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (1, "(MF1): out of gas, R1 is out of the game"),
        (2, "(MF2): out of ammo, R1 can't shoot until it has reloaded"),
        (3, "(MF3): jammed, R1 does nothing until a Marshal has come and cleared the gun"),
        (4, "(MF4): a minor problem, nothing more"),
        (5, "(MF5): goggles steamed up, on sentry no longer"),
    ],
)
def test_a_misfire_ends_the_volley_and_is_told_with_what_it_means(plain, face, words):
    text = told(plain, "R1=c3 R2=a1 B1=c5 M1=c2", ("R1 shoot B1", None), ("R1 shoot B1", [1, 5, face]))
    assert "hit roll 1: 1, needs 3+ at range 2 (SH2): misfire" in text
    assert words in text and "the other shots are lost (MF7)" in text


def test_a_misfire_says_in_short_what_is_to_be_done_and_the_guide_explains_it(plain):
    game = Game(plain, start=AT + "R1=c3 R2=d2 B1=c6 M1=c2")
    teller, brief, lines = Storyteller(plain), Brief(), []
    shots = (("R2 shoot B1", [1, 2]), ("R1 shoot B1", None), ("R1 shoot B1", [1, 5, 3]))
    for action, results in (("R2 aim", None), *shots):
        game.step(action, results)
        for each in teller.tell(game.events, game.draws, game.turn):
            lines += brief.add(each)
    text = "\n".join([*lines, *brief.flush()])
    assert "R2 is out of ammo and must reload" in text and "R1's gun jams: a Marshal must clear it" in text
    explained = [topic.said for topic in showing_of(PAINTBALL).page_words().topics(plain).values()]
    assert ("MF2",) in explained and ("MF3",) in explained


def play_told(name, seed):
    """A random game with many fights, told; yields the game and what was told."""
    teller = Storyteller(Scenario.load(name))
    for game in play_random(name, seed):
        yield game, teller.tell(game.events, game.draws, game.turn)


@pytest.mark.parametrize("name", ["capture-the-flag-drawn", "reverse-flag-drawn", "single-flag"])
@pytest.mark.parametrize("seed", range(3))
def test_the_story_tells_every_die(name, seed):
    for game, told_here in play_told(name, seed):
        assert not told_here or told_here[-1].turn == game.turn
        text = "\n".join(each.text() for each in told_here)
        for rule, purpose in (("hit roll", "hit"), ("save of", "save"), ("paintcheck of", "check")):
            assert text.count(rule) == sum(draw.purpose == purpose for draw in game.draws), text
        others = {"spotting": ("spot-in", "spot-through"), "a Marshal is near": ("goggles",)}
        others |= {"for command": ("command",)}
        others |= {"for its smoke": ("clear",), "against the paint": ("mark",), "for the throw": ("scatter",)}
        others |= {"shoot-out, ": ("shoot-out",), "by lot, ": ("step", "marshal", "aside", "set-up")}
        for words, purposes in others.items():
            assert text.count(words) == sum(draw.purpose in purposes for draw in game.draws), text
        assert text.count("in the way, ") == sum(draw.purpose == "way" for draw in game.draws), text
        assert text.count("misfire roll") == sum(draw.purpose == "misfire" for draw in game.draws), text
        checks = [(draw.subject, draw.result > 3) for draw in game.draws if draw.purpose == "check"]
        said = re.findall(r"paintcheck of ([RB]\d+): \d, out on 4\+ \(PC1\): \1 (is out|plays on)", text)
        assert [(who, what == "is out") for who, what in said] == checks


def test_what_is_in_the_way_is_what_the_engine_rolls_for():
    """A figure that stops a shot, as the story has it, is the one that the engine rolls the next save for."""
    stopped = 0
    for seed in range(6):
        for game, told_here in play_told("capture-the-flag-basic-drawn", seed):
            lines = [line for each in told_here for line in each.lines if line.startswith("in the way, ")]
            ways = [k for k, draw in enumerate(game.draws) if draw.purpose == "way"]
            for line, at in zip(lines, ways, strict=True):
                figure = re.match(r"in the way, ([RB]\d+) in .*: stopped$", line)
                if figure:
                    assert game.draws[at + 1][:2] == ("save", figure[1])
                    stopped += 1
    assert stopped > 3


def test_forced_decisions_and_turns_are_told(plain):
    text = told(plain, "used=1,0 R1=c3,p0,used R2=b2 B1=c7 M1=c2", ("R2 sentry", None))
    assert "R2 goes on sentry (SE1)" in text and "Red ends the phase (TU6): the only choice" in text
    assert "Turn 2 of 30 · second phase: Blue" in text


def test_brief_is_a_line_a_figures_act(plain):
    game = Game(plain, start=AT + "R1=c3 R2=d2 B1=c6 B2=b6 M1=c2 M2=c7")
    teller, brief, lines = Storyteller(plain), Brief(), []
    for action, results in (("R1 move E", None), ("R1 shoot B1", [5, 2, 5]), ("R2 aim", None)):
        game.step(action, results)
        for each in teller.tell(game.events, game.draws, game.turn):
            lines += brief.add(each)
    lines += brief.flush()
    assert lines == ["R1 moves to c4; shoots at B1: B1 is out", "R2 takes aim"]


def briefly(scenario, start, *steps):
    """Steps (action, results) from a position, in short."""
    game = Game(scenario, start=AT + start)
    teller, brief, lines = Storyteller(scenario), Brief(), []
    for action, results in steps:
        game.step(action, results)
        for each in teller.tell(game.events, game.draws, game.turn):
            lines += brief.add(each)
    return lines + brief.flush()


def test_brief_says_how_often_each_was_shot_at():
    scenario = Scenario.load("capture-the-flag")
    start = "R1=c3,expert,p3 R2=d2 B1=c5 B2=c5 M1=c2 M2=c7"
    shots = ("R1 shoot B1", None), ("R1 shoot B2", None)
    (line,) = briefly(scenario, start, *shots, ("done", [2, 2]))
    assert line == "R1 shoots at B1 and B2: all miss"
    (line,) = briefly(scenario, start, *shots, ("R1 shoot B1", [2, 2, 2]))
    assert line == "R1 shoots at B1 twice and B2: all miss"


def test_brief_names_the_hex_of_a_charge():
    scenario = Scenario.load("capture-the-flag")
    (line,) = briefly(scenario, "R1=c3 R2=d2 B1=c4,suppressed B2=c7 M1=c2 M2=c7", ("charge", None))
    assert line == "Red charges c4"


def test_snap_fire_counts_among_the_shots(plain):
    game = Game(plain, seed=1)
    fired = [Event("shot fired", 0, "R1", "B1"), Event("reacted", 0, "B2", "R1"), Event("reacted", 0, "R2", "B1")]
    (first, *_) = plan_facts(plain, 0, [(game.games.copy(), fired)])
    assert first.startswith("2 shots fired, 1 taken")
