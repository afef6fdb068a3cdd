"""The scripted bots see the obvious, keep to the map, and finish; the admiral's table is that of the page."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import beat_to_quarters
from beat_to_quarters.bots import admiral
from beat_to_quarters.bots.choice import choose
from beat_to_quarters.bots.temperament import TEMPERAMENTS
from beat_to_quarters.definition import BEAT_TO_QUARTERS
from beat_to_quarters.planning import value
from beat_to_quarters.rules.state import IN_ACTION, TIME, WITHDRAWN
from beat_to_quarters.symmetry import turned
from tabletop.agents.registry import make
from tabletop.learn.training import config
from tabletop.play.game import Game
from tabletop.rate.matches.match import play
from tests import refuses
from tests.beat_to_quarters.test_observation import scenario_of

THINKING = ("gunner", "boarder")  # not by the page's table
ACTING = "turn=2 wind=W first=white chips=1,2,0 acting=white "
COMMAND = "turn=5 wind=W first=white chips=2,3,0 acting=white "
BREEZE = COMMAND.replace("=W ", "=NE ")  # line against line has no wind from W
SPENT = "fired:port+starboard"


def answer(name, game, key=5):
    """What a bot does here, and on the map turned by half: the same."""
    temper, noise = TEMPERAMENTS[name].record()[0], np.uint64(key)
    action = choose(game.scenario.world[0], game.games[0], game.legal_mask(), temper, noise)
    other = Game.of_record(game.scenario, turned(game.scenario, game.games))
    assert choose(game.scenario.world[0], other.games[0], other.legal_mask(), temper, noise) == action
    return game.table.name(int(action), game.decider)


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize(
    ("scenario", "text", "answers"),
    [
        # It rakes, and grapples and boards whom it beats.
        ("duel", f"{ACTING}to=white:sail ship=W1 W1=1010E,still B1=1113SE,still", ["fire at B1"]),
        ("duel", f"{ACTING}to=white:moment ship=W1 act=sails left=2 W1=1010E,{SPENT} B1=1011E,rate:6", ["grapple B1"]),
        ("duel", f"{ACTING}to=white:moment ship=W1 act=sails left=2 W1=1010E,rate:6,{SPENT} B1=1011E", ["hold"]),
        (
            "duel",
            "turn=2 wind=W first=white to=white:board ship=W1 W1=1010E,grappled:B1,still B1=1011E,grappled:W1,still",
            ["board B1"],
        ),
        ("duel", f"{COMMAND}to=white:loose ship=W1 W1=1010E,grappled:B1 B1=1011E,rate:6,grappled:W1", ["stay"]),
        ("duel", f"{COMMAND}to=white:loose ship=W1 W1=1010E,rate:7,grappled:B1 B1=1011E,grappled:W1", ["cut loose"]),
        (
            "line",
            f"{BREEZE}to=white:loose ship=W1 W1=1010E,grappled:B1 W2=2020E W3=2525E "
            "B1=1011E,rate:8,grappled:W1 B2=3005E B3=3505E",
            ["stay"],
        ),
        # It turns in good time, and doesn't sail off the map.
        ("duel", f"{ACTING}to=white:turn ship=W1 act=sails W1=2309E B1=0409E", ["port 2", "starboard 2"]),
        ("duel", f"{ACTING}to=white:advance ship=W1 act=sails dice=4-2 W1=1003NE,masts:1 B1=2012E", ["advance 2"]),
        ("duel", f"{ACTING}to=white:sail ship=W1 W1=1001NE,still B1=2012E", ["heave to"]),
        ("duel", f"{ACTING}to=white:sail ship=W1 W1=0610NE,still B1=2012E", ["sail"]),
        # Ahead it doesn't wait; behind it goes after what is near.
        (
            "line",
            f"{BREEZE}alone=white to=white:abandon W1=1010E W2=1515E W3=sunk B1=1014E,struck B2=sunk B3=sunk",
            ["abandon"],
        ),
        (
            "line",
            f"{BREEZE}alone=white to=white:abandon W1=1010E W2=sunk W3=sunk B1=1014E,struck B2=sunk B3=withdrawn",
            ["stay"],
        ),
        # The ship ahead goes first.
        (
            "line",
            f"{ACTING}to=white:pick W1=1010E W2=1310E W3=1610E B1=2020E B2=2320E B3=2620E".replace("=W ", "=NW "),
            ["W3"],
        ),
    ],
)
def test_it_does_the_obvious_here_and_on_the_map_turned_by_half(name, scenario, text, answers):
    assert answer(name, Game(scenario_of(scenario), start=text)) in answers


def test_the_boarder_grapples_an_equal_the_gunner_does_not():
    game = Game(
        scenario_of("duel"), start=f"{ACTING}to=white:moment ship=W1 act=sails left=2 W1=1010E,{SPENT} B1=1011E"
    )
    assert answer("boarder", game) == "grapple B1" and answer("gunner", game) == "hold"


def test_so3_the_table_has_the_page_s_numbers():
    keeps, aims, half_on, half_off, on, off = range(6)
    assert [Counter(row.tolist()) for row in admiral.TABLE] == [
        {keeps: 2, aims: 3, half_on: 3, half_off: 1, on: 2, off: 1},
        {keeps: 4, aims: 1, half_on: 2, half_off: 2, on: 2, off: 1},
        {keeps: 8, half_off: 4},
    ]


def test_so2_modes_come_by_the_crew_s_checks():
    modes = Counter()
    game = Game(scenario_of("duel"), start=f"{ACTING}to=white:pick W1=1010E B1=2012E")
    for turn in range(1, 64):
        game.games["turn"] = turn
        modes[admiral.mode_of(game.games[0], 0)] += 1
    # An average crew passes one check of two: half the turns, a quarter, a quarter.
    assert 20 <= modes[admiral.AGGRESSIVE] <= 43 and modes[admiral.STANDARD] >= 5 and modes[admiral.UNSURE] >= 5


def test_so4_the_admiral_turns_by_its_dice():
    start = f"{ACTING}to=white:turn ship=W1 act=sails W1=1010NE B1=1616E"
    turns = {answer("admiral", Game(scenario_of("duel"), start=start), key) for key in range(60)}
    assert len(turns) >= 4 and "steady" in turns


def test_so6_the_admiral_fires_at_the_nearest_and_boards_where_it_is_aggressive():
    near = f"{ACTING}to=white:sail ship=W1 W1=1010E,still W2=3030E W3=3028E B1=1005E B2=1012E B3=3003E"
    assert answer("admiral", Game(scenario_of("line"), start=near.replace("=W ", "=NW "))) == "fire at B2"
    tied = "W1=1010E,grappled:B1,still B1=1011E,grappled:W1,still"
    led = set()
    for turn in range(1, 30):
        head = f"turn={turn} wind=W first=white"
        game = Game(scenario_of("duel"), start=f"{head} to=white:board ship=W1 {tied}")
        mode = admiral.mode_of(game.games[0], 0)
        assert answer("admiral", game) == ("board B1" if mode == admiral.AGGRESSIVE else "hold")
        loose = f"{head} chips=2,3,0 acting=white to=white:loose ship=W1 {tied}"  # SO8
        stays = mode == admiral.AGGRESSIVE
        assert answer("admiral", Game(scenario_of("duel"), start=loose)) == ("stay" if stays else "cut loose")
        led.add(mode)
    assert led == {admiral.AGGRESSIVE, admiral.STANDARD, admiral.UNSURE}


def test_so8_the_admiral_picks_by_number_and_keeps_off_the_edge():
    start = f"{ACTING}to=white:pick W1=1010E W2=1310E W3=1610E B1=2020E B2=2320E B3=2620E".replace("=W ", "=NW ")
    assert answer("admiral", Game(scenario_of("line"), start=start)) == "W1"
    turns = {}
    for row in (2, 9):
        start = f"{ACTING}to=white:turn ship=W1 act=sails W1=10{row:02}E B1=1016E"
        turns[row] = {answer("admiral", Game(scenario_of("duel"), start=start), key) for key in range(60)}
    to_port = {name for name in turns[9] if name.startswith("port")}
    assert to_port and not to_port & turns[2], "to port lies the edge"


def test_so7_all_ships_begin_on_the_map_in_their_corners():
    game = Game(scenario_of("line").with_rules(deployment="corners", solo=True), seed=4)
    assert (game.games["ships"]["state"][0, :, :3] == IN_ACTION).all() and game.games["turn"][0] == 1


def whole_games(first, second, scenario, count):
    """The records of battles at their end."""
    ends = []
    for seed in range(count):
        game = Game(scenario_of(scenario), seed=seed)
        tempers = [TEMPERAMENTS[name].record()[0] for name in (first, second)]
        decisions = 0
        while not game.over:
            key = np.uint64(7919 * decisions + seed)
            temper = tempers[game.decider]
            game.step(int(choose(game.scenario.world[0], game.games[0], game.legal_mask(), temper, key)))
            decisions += 1
        ends.append(game.games[0].copy())
    return ends


def test_they_finish_and_keep_to_the_map():
    ends = whole_games("gunner", "boarder", "line", 16)
    assert sum(int(end["ending"]) == TIME for end in ends) <= 6
    assert sum((end["ships"]["state"] == WITHDRAWN).sum() for end in ends) <= 6, "of 96 ships"


@pytest.mark.parametrize("name", THINKING)
def test_they_beat_random_play_and_the_admiral(name):
    for opponent, least in (("random", 0.85), ("admiral", 0.7)):
        scores = play(
            make(name, BEAT_TO_QUARTERS), make(opponent, BEAT_TO_QUARTERS), scenario_of("line"), 20, seed=2
        ).score
        assert scores.mean() > least


def test_the_value_of_a_position_is_one_team_s_gain_and_the_other_s_loss():
    text = (
        f"{ACTING}to=white:pick W1=1010E W2=1515E,rate:4,masts:2 W3=2020E B1=3010E B2=3513E,prize,holder:white B3=sunk"
    ).replace("=W ", "=NW ")
    game = Game(scenario_of("line"), start=text)
    weights = BEAT_TO_QUARTERS.value_weights(game.scenario)
    white = value(game.scenario.world[0], game.games[0], 0, weights)
    assert 0.5 < white < 1 and value(game.scenario.world[0], game.games[0], 1, weights) == pytest.approx(-white)


def test_bots_take_numbers():
    bot = make("gunner:keep=6,noise=0", BEAT_TO_QUARTERS)
    assert bot.name == "gunner:keep=6,noise=0" and bot.temper.keep == 6
    refuses(ValueError, "fear=9", make, "gunner:fear=9", BEAT_TO_QUARTERS)
    scripted = [name for name, entry in BEAT_TO_QUARTERS.agents.items() if not entry.aside]
    assert len(set(TEMPERAMENTS.values())) == 3 and scripted == [*TEMPERAMENTS]


@pytest.mark.parametrize("preset", BEAT_TO_QUARTERS.presets())
def test_the_shipped_network_plays_every_preset(preset):
    scenario = BEAT_TO_QUARTERS.load(preset)
    played = play(make("commodore", BEAT_TO_QUARTERS), make("random", BEAT_TO_QUARTERS), scenario, 4, seed=2)
    assert played.score.mean() > 0.4


def test_the_shipped_network_beats_a_bot():
    scenario = BEAT_TO_QUARTERS.load("duel")
    played = play(make("commodore", BEAT_TO_QUARTERS), make("admiral", BEAT_TO_QUARTERS), scenario, 60, seed=2)
    assert played.score.mean() > 0.6


@pytest.mark.parametrize("name", ["duel", "line", "trafalgar"])
def test_the_configurations_of_training_that_come_along(name):
    settings = config.load(Path(beat_to_quarters.__file__).parent / "configs" / f"{name}.toml", BEAT_TO_QUARTERS)
    assert settings.name == settings.scenario == name
    for agent in (*settings.opponents, *settings.final.opponents, *settings.scoring.teachers):
        make(agent, BEAT_TO_QUARTERS)
