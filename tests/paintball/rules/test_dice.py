"""Dice: the published function, fair and independent faces, classes, lots, sums, a shoot-out's round, the tape."""

import itertools

import numpy as np
import pytest
from scipy.stats import chisquare

from paintball_env.game import Game
from paintball_env.rules import dice
from paintball_env.rules.state import SMALL
from tabletop.game.chance import (
    ANY_FACE,
    PLAYED,
    TAPE,
    TAPED,
    TWO_DICE,
    die,
    lot,
    new_chance,
    no_own_draws,
    rewind,
    settle_draw,
    two_dice,
)
from tests import refuses

WORD = (1 << 64) - 1
P = 0.0001  # of a false alarm, at fixed seeds: it comes up never or always


def mixed(x):
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        x = ((x ^ (x >> shift)) * factor) & WORD
    return x ^ (x >> 31)


def face(seed, turn, subject, purpose, number, part=0, sides=6):
    """The function as docs/formats.md writes it down, in whole numbers of any size."""
    golden = 0x9E3779B97F4A7C15
    word = (turn << 40) + (subject << 32) + (purpose << 24) + (number << 8) + part
    x = mixed((seed + golden * mixed((word + golden) & WORD)) & WORD)
    return ((x >> 32) * sides >> 32) + 1


def record(seed=1, turn=3):
    games = np.zeros(1, SMALL.game)
    games["dice"]["seed"], games["turn"] = seed, turn
    return games[0], new_chance(traced=True)[0]


def taped(*results):
    game, chance = record()
    chance.mode, chance.length = TAPED, len(results)
    chance.result[: len(results)] = results
    return game, chance


def roll(game, chance, purpose=dice.HIT, subject=0, classes=ANY_FACE):
    return die(game, chance, purpose, subject, classes)


@pytest.mark.parametrize("seed", [0, 1, 2**63 + 5, WORD])
@pytest.mark.parametrize("turn", [0, 1, 40])
def test_a_die_is_the_published_function(seed, turn):
    for subject, purpose in ((0, dice.HIT), (17, dice.SAVE), (35, dice.STEP_LOT), (38, dice.ORDER)):
        game, chance = record(seed, turn)
        rolled = [roll(game, chance, purpose, subject) for _ in range(5)]
        assert rolled == [face(seed, turn, subject, purpose, number) for number in range(5)]


def test_each_subject_counts_its_own_draws_and_a_hex_none():
    game, chance = record()
    roll(game, chance, subject=4)
    roll(game, chance, subject=5)
    roll(game, chance, dice.SAVE, subject=4)
    roll(game, chance, dice.CLEAR, subject=dice.HEX_SUBJECT + 9)
    assert {subject: int(n) for subject, n in enumerate(game.dice.rolled) if n} == {4: 2, 5: 1}
    assert roll(game, chance, subject=4) == face(1, 3, 4, dice.HIT, 2)
    # The hex's die is the same however often it is asked: its number is always 0.
    for subject in range(dice.HEX_SUBJECT, dice.HEX_SUBJECT + 20):
        assert roll(game, chance, dice.CLEAR, subject) == face(1, 3, subject, dice.CLEAR, 0)


@pytest.mark.parametrize(("classes", "digits"), [(123456, "123456"), (122233, "122233"), (111222, "111222")])
def test_a_die_answers_with_the_class_of_its_face(classes, digits):
    for rolled in range(1, 7):
        game, chance = taped(rolled)
        assert roll(game, chance, classes=classes) == int(digits[rolled - 1])
        assert (chance.purpose[0], chance.subject[0], chance.classes[0]) == (dice.HIT, 0, classes)
        assert (chance.used, chance.short) == (1, 0)


@pytest.mark.parametrize("need", range(1, 7))
def test_the_classes_of_a_die_to_hit(need):
    for rolled in range(1, 7):
        wanted = 1 if rolled == 1 else dice.HITS if rolled >= need else 2
        assert roll(*taped(rolled), classes=dice.to_hit(need)) == wanted


@pytest.mark.parametrize("candidates", range(2, 9))
def test_a_lot_is_a_die_of_so_many_sides(candidates):
    game, chance = record()
    for number in range(4):
        wanted = face(1, 3, 38, dice.ORDER, number, sides=candidates) - 1
        assert lot(game, chance, dice.ORDER, 38, candidates) == wanted
    assert chance.classes[0] == candidates


def test_a_lot_of_one_is_not_drawn():
    game, chance = record()
    assert lot(game, chance, dice.ORDER, 38, 1) == 0
    assert (chance.used, game.dice.rolled[38]) == (0, 0)


def test_two_dice_are_the_sum_of_two_parts():
    game, chance = record()
    for number in range(3):
        wanted = sum(face(1, 3, 36, dice.COMMAND, number, part) for part in (0, 1))
        assert two_dice(game, chance, dice.COMMAND, 36) == wanted
    assert chance.classes[0] == TWO_DICE


def test_a_tape_that_was_short_is_read_anew():
    game, chance = taped(4)
    assert [roll(game, chance) for _ in range(2)] == [4, 1] and chance.short == 1
    rewind(chance)
    assert (chance.used, chance.short) == (0, 0)
    assert (roll(game, chance), chance.used, chance.short) == (4, 1, 0)


@pytest.mark.parametrize(("mode", "traced", "kept"), [(PLAYED, 0, 3), (PLAYED, 1, 0), (TAPED, 0, 0), (TAPED, 1, 0)])
def test_what_many_games_share_is_never_written(mode, traced, kept):
    _, chance = record()
    chance.mode, chance.traced = mode, traced
    chance.used = chance.short = chance.noted = 3
    rewind(chance)
    assert (chance.used, chance.short, chance.noted) == (kept, kept, kept)


@pytest.mark.parametrize("result", range(2, 13))
def test_what_two_dice_on_tape_can_be(result):
    game, chance = taped(result)
    assert (two_dice(game, chance, dice.COMMAND, 36), chance.short) == (result, 0)


def losses(own, other):
    """CH3 in words: the highest unshot die shoots, ties to the chargers; the other side loses one, and its best die."""
    own, other = sorted(own), sorted(other)
    sides = len(own), len(other)
    lost = [0, 0]
    while (own or other) and lost[0] < sides[0] and lost[1] < sides[1]:
        shooter, victim, loser = (own, other, 1) if own and (not other or own[-1] >= other[-1]) else (other, own, 0)
        shooter.pop()
        lost[loser] += 1
        if victim:
            victim.pop()
    return tuple(lost)


@pytest.mark.parametrize(("chargers", "defenders"), [*itertools.product((1, 2, 3), repeat=2)])
def test_a_shoot_out_from_its_dice(chargers, defenders):
    for rolled in itertools.islice(itertools.product(range(1, 7), repeat=chargers + defenders), 0, None, 7):
        own, other = rolled[:chargers], rolled[chargers:]
        counts = [sum(1 << (8 * shown) for shown in side) for side in (own, other)]
        assert divmod(dice.fallen(*counts, chargers, defenders), 32) == losses(own, other)


@pytest.mark.parametrize("team", [0, 1])
def test_a_shoot_out_rolls_the_chargers_dice_first(team):
    for chargers, defenders in ((1, 1), (2, 3), (4, 2)):
        game, chance = record()
        parts = [face(1, 3, 36 + team, dice.SHOOT_OUT, 0, part) for part in range(chargers + defenders)]
        result = dice.contest(game, chance, team, chargers, defenders)
        assert divmod(result, 32) == losses(parts[:chargers], parts[chargers:])
        assert chance.classes[0] == dice.CONTEST + 32 * chargers + defenders


@pytest.mark.parametrize("result", [0, 1, 32, 33, 64, 65, 66, 97, 3, 34])
def test_what_a_shoot_out_on_tape_can_be(result):
    # Two against two: at least one falls, not all of both sides, none more than there are.
    fits = result in (1, 32, 33, 34, 64, 65)
    game, chance = taped(result)
    lost = dice.contest(game, chance, 0, 2, 2)
    assert (lost, chance.short) == ((result, 0) if fits else (1, 1))


@pytest.mark.parametrize(
    ("draw", "bad"),
    [
        (lambda g, c: roll(g, c), (0, 7)),
        (lambda g, c: lot(g, c, dice.ORDER, 38, 3), (0, 4)),
        (lambda g, c: two_dice(g, c, dice.COMMAND, 36), (1, 13)),
    ],
)
def test_a_tape_that_ends_or_cannot_be_says_so_and_the_die_is_rolled(draw, bad):
    for tape in ((), *((result,) for result in bad)):
        game, chance = taped(*tape)
        assert draw(game, chance) == draw(*record())
        assert chance.short == 1


def test_more_draws_than_a_tape_holds_are_said_to_be():
    game, chance = record()
    for _ in range(TAPE):
        roll(game, chance, subject=dice.HEX_SUBJECT)
    assert (chance.used, chance.short) == (TAPE, 0)
    roll(game, chance, subject=dice.HEX_SUBJECT)
    assert (chance.used, chance.short) == (TAPE, 1)


def test_a_tape_at_its_end_says_so_itself():
    _, chance = taped(4)
    assert settle_draw(chance, dice.HIT, 0, ANY_FACE, 6) == 4
    assert (settle_draw(chance, dice.HIT, 0, ANY_FACE, 6), chance.used, chance.short) == (0, 2, 1)


def test_a_game_without_a_draw_of_its_own_has_no_further_result():
    assert no_own_draws(dice.CONTEST + 33, 1) == 0


def test_each_turn_counts_its_draws_afresh():
    game, seen = Game("capture-the-flag-basic-drawn", seed=4), []
    while game.turn < 6 and not game.over:
        rolls = [draw.result for draw in game.draws if draw.purpose == "command"]
        if rolls:
            assert sorted(rolls) == sorted(face(4, game.turn, 36 + team, dice.COMMAND, 0) for team in (0, 1))
            seen.append(game.turn)
        game.step("done" if "done" in game.legal_actions() else game.legal_actions()[0])
    assert seen == [2, 3, 4, 5]


def test_a_tape_has_no_answer_beyond_its_end():
    game, chance = taped(*[3] * TAPE)
    for _ in range(TAPE):
        assert roll(game, chance, subject=dice.HEX_SUBJECT) == 3
    drawn = lot(game, chance, dice.ORDER, 38, 3), dice.contest(game, chance, 0, 2, 2)
    assert drawn[0] == lot(*record(), dice.ORDER, 38, 3) and drawn[1] == chance.short == 1


def test_the_first_draw_of_a_game_is_the_published_function_of_its_seed():
    for seed in range(20):
        game = Game("capture-the-flag-basic", seed=seed)
        assert game.draws[0].result == face(seed, 0, dice.TABLE, dice.ROLL_OFF, 0, sides=2)


def test_a_tape_that_ended_too_soon_is_forgotten_with_the_next_action(table):
    there = "turn=2 phase=1 acting=red second=blue score=6,6 to=red:act R1=c3 R2=b1 B1=c6 B2=b7 M1=d1 M2=d7"
    game = table(there).game
    game.step("R1 shoot B1")
    refuses(ValueError, "don't fit the draws", game.step, "done", results=[])
    game.step("done", results=[2])
    assert [draw.result for draw in game.draws] == [2]


def test_dice_that_are_not_traced_leave_the_record_alone():
    game, _ = record()
    chance = new_chance()[0]
    assert roll(game, chance) == face(1, 3, 0, dice.HIT, 0)
    assert two_dice(game, chance, dice.COMMAND, 36) > 1
    assert dice.contest(game, chance, 0, 1, 1) in (1, 32)
    assert chance.used == 0


# What a game can vary of a die: everything else stays as it is while one thing runs on.
RUNS = {
    "seed": lambda i: (i, 3, 0, dice.HIT, 0),
    "turn": lambda i: (7 + i // 40, 1 + i % 40, 5, dice.HIT, 0),
    "subject": lambda i: (7 + i // 32, 3, i % 32, dice.SAVE, 0),
    "purpose": lambda i: (7 + i // 22, 3, 0, 1 + i % 22, 0),
    "number": lambda i: (7 + i // 8, 3, 0, dice.HIT, i % 8),
}


@pytest.mark.parametrize("run", RUNS)
def test_faces_are_fair_and_neighbours_independent(run):
    faces = np.array([face(*RUNS[run](i)) for i in range(12_000)]) - 1
    assert chisquare(np.bincount(faces, minlength=6)).pvalue > P
    pairs = np.bincount(6 * faces[:-1] + faces[1:], minlength=36)
    assert chisquare(pairs).pvalue > P
    triples = np.bincount(36 * faces[:-2] + 6 * faces[1:-1] + faces[2:], minlength=216)
    assert chisquare(triples).pvalue > P


def test_seeds_that_hardly_differ_give_games_of_their_own():
    for bit in range(64):
        seeds = (9, 9 ^ (1 << bit))
        one, other = ([face(seed, 3, who, dice.HIT, n) for who in range(10) for n in range(20)] for seed in seeds)
        assert 10 <= sum(a == b for a, b in zip(one, other, strict=True)) <= 62  # 200 dice, 33 expected, sigma 5.3


def test_behind_the_end_of_a_tape_a_rule_that_rolls_again_comes_to_an_end():
    draws = {
        "die": lambda subject, *at: die(*at, dice.HIT, subject, ANY_FACE),
        "two dice": lambda subject, *at: two_dice(*at, dice.HIT, subject),
        "lot": lambda subject, *at: lot(*at, dice.HIT, subject, 3),
    }
    waits = {  # what is waited for in a loop, from a die's faces
        "another result than the first": lambda draw, at, first: draw(0, *at) == first,
        "a result of one's own in a roll-off": lambda draw, at, _: draw(0, *at) == draw(1, *at),
        "the same twice": lambda draw, at, _: draw(0, *at) != draw(0, *at),
    }
    for draw in draws.values():
        for waiting in waits.values():
            at = taped()
            first, count = draw(0, *at), 0
            while waiting(draw, at, first):
                count += 1
                assert count < 200
            assert at[1].short == 1
