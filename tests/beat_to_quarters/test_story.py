"""A battle in words, and its short form."""

from beat_to_quarters import story
from beat_to_quarters.definition import BEAT_TO_QUARTERS
from beat_to_quarters.rules import events
from tabletop.show.showing import showing_of
from tabletop.show.story import DECISION
from tabletop.show.viewer.frames import Frames
from tests.beat_to_quarters.sea_fights import ANSWERS, BOARDS, ROLLED, SAILS, battle, game_at, scenario_of

SHOWING = showing_of(BEAT_TO_QUARTERS)


def told(game, scenario="duel"):
    return SHOWING.storyteller(scenario_of(scenario)).tell(game.events, game.draws, game.turn)


def test_each_kind_of_event_has_words():
    numbers = {*story.SENTENCES} | {*story.OWN}
    assert numbers == {*range(1, len(events.KINDS) + 1)}
    for text in story.SENTENCES.values():
        assert text[0] in "{abcdefghijklmnopqrstuvwxyz" and not text.endswith(".")


def test_a_broadside_says_the_side_the_range_the_dice_and_what_came_of_it():
    (entry,) = told(game_at(SAILS, ("fire at B1", [2, 1])))
    assert entry.head == "W1 fires to port at B1, range 3 (GU7)" and entry.who == "W1"
    assert entry.lines == [
        "the dice of W1 and its target differ by 2 (GU7)",
        "W1 hits B1 in column 4 (GU9)",
        "the die for damage: rate +1 (GU9)",
        "B1 is damaged: 1 rate weaker (DA1)",
    ]
    assert entry.outcomes == ["W1 hits B1 in column 4", "B1 is damaged: 1 rate weaker"]
    (entry,) = told(game_at(SAILS, ("fire at B1", [2, 0])))
    assert "W1 hits B1 in column 4, without damage (GU9)" in entry.lines
    (entry,) = told(game_at(SAILS, ("fire at B1", [-5])))
    assert entry.outcomes == ["W1 misses B1"]
    raking = SAILS.replace("B1=0806E", "B1=0406NW")
    assert "raking it" in told(game_at(raking, ("fire at B1", [-5, 0])))[0].head


def test_a_way_is_told_once_and_its_dice_in_a_line():
    (entry,) = told(game_at(SAILS, ("sail", [2, 4, 1])))
    assert entry.head == "W1 sails with 3 dice (MO1)" and entry.lines == ["W1 rolls 2, 4, 1 (MO1)"]
    (entry,) = told(game_at(ROLLED, ("advance 3", [])))
    assert entry.head == "W1 sails 3 hexes (MO3)" and entry.lines == ["W1 is at 0411 (MO4)"]
    assert not entry.outcomes, "in short, places on a way aren't told"


def test_a_short_line_is_an_act():
    brief = SHOWING.brief()
    teller, lines = SHOWING.storyteller(scenario_of("duel")), []
    game = game_at(SAILS)
    for action, results in (("fire at B1", [2, 1]), ("sail", [2, 4, 1]), ("advance 1", [])):
        game.step(action, results=results)
        for entry in teller.tell(game.events, game.draws, game.turn):
            lines += brief.add(entry)
    assert [*lines, *brief.flush()] == [
        "W1 fires to port at B1, range 3: W1 hits B1 in column 4, B1 is damaged: 1 rate weaker; sails with 3 dice; "
        "sails 1 hex"
    ]


def test_boarding_and_the_end_are_told_with_their_reasons():
    first = told(game_at(BOARDS, ("board B1", [6, 1, 1, 6, 1]), scenario="line"), "line")[0]
    assert first.head == "W1 boards B1 (BO1)" and "B1 is taken by White (ST2)" in first.lines
    lost = ROLLED.replace("W1=0312NE", "W1=0102NE").replace("B1=1406SE", "B1=2016SE")
    (*_, end) = told(game_at(lost, ("advance 11", [])))
    assert end.text() == "Black has won: no enemy is left in action (VI1)"


def teams_of(game, scenario="duel"):
    """Whose acts the story of the last step tells, with their words: a ship's team, or the team itself."""
    entries = [entry for entry in told(game, scenario) if entry.kind == DECISION and (entry.brief or entry.outcomes)]
    return [(entry.who[0], " ".join([entry.brief, *entry.outcomes])) for entry in entries]


def test_what_the_other_side_does_after_one_has_waited_is_its_own_act():
    assert teams_of(game_at(ANSWERS, ("hold", []))) == []  # B1 has sailed a hex on, which isn't told in short
    leaves = ANSWERS.replace("W1=0709E B1=0806SE", "W1=2413E B1=2610E")
    assert teams_of(game_at(leaves, ("hold", []))) == [("B", "sails off the map and is gone")]


def test_what_weighs_most_is_said_of_the_side_whose_ship_it_befell():
    game = game_at(ANSWERS.replace("W1=0709E B1=0806SE", "W1=2413E B1=2610E"))
    frames = Frames(game.scenario)
    frames.add(game)
    game.step("hold")
    frames.add(game)
    first = frames.lately()[0]
    assert (first.team, first.weighty) == (1, ["B1 leaves the map"])


def test_co3_who_casts_off_is_told_and_not_who_is_checked_next():
    loose = "turn=2 wind=NW first=black chips=3,2,0 acting=black to=black:loose ship=B2 W1=0709E W2=1209E W3=1609E "
    loose += "B1=2010W,grappled:B2,steering B2=2011W,grappled:B1 B3=2514W,steering"
    entry, *_ = told(game_at(loose, ("cut loose", [1, 1, 2]), scenario="line"), "line")
    assert entry.who == "B2" and "B2 cuts itself loose (CO3)" in entry.lines


def test_every_event_of_battles_at_random_is_a_sentence():
    seen = set()
    for name, seed in (("line", 1), ("line", 2), ("duel", 5), ("port", 3)):
        teller = SHOWING.storyteller(scenario_of(name))
        for game, _ in battle(name, seed, 150):
            for entry in teller.tell(game.events, game.draws, game.turn):
                assert not any("{" in line or "  " in line for line in [entry.head, *entry.lines])
                assert len(entry.lines) >= len(entry.dice)
            seen |= {event.kind for event in game.events}
    assert len(seen) > 25
