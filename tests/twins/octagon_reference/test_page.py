"""The page's own examples, and what it says of numbers, text and dice."""

import re
from dataclasses import replace

import pytest

from tests import ROOT
from tests.twins.octagon_reference import (
    PRESETS,
    Dice,
    Match,
    Tape,
    TapeError,
    from_position,
    index_of,
    legal,
    legal_indices,
    new_game,
    position,
    step,
    turned,
)
from tests.twins.octagon_reference.__main__ import SCENARIOS
from tests.twins.octagon_reference.chance import GOLDEN, mix
from tests.twins.octagon_reference.test_examples import CONTEST, DUEL, KNOCK, KNOCKED, SMALL, played

PAGE = ROOT / "docs" / "octagon-ball.md"

# The page's own examples.

EXAMPLES = re.findall(r"^```example\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


class Rolled(Tape):
    """A tape of draws as the page writes them, without their classes."""

    def __init__(self, text):
        draws = [re.fullmatch(r"(\w+)(?::(\w+))?=(\d+)(?:/(\d+))?", word).groups() for word in text.split()]
        super().__init__((what, whom or "table", of and f"lot {of}", int(result)) for what, whom, result, of in draws)

    def draw(self, purpose, subject, classes):
        if self.at < len(self.draws):
            what, whom, lot, result = self.draws[self.at]
            self.draws[self.at] = (what, whom, lot or (classes if "lot" not in classes else "die"), result)
        return super().draw(purpose, subject, classes)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_page(example):
    assert len(EXAMPLES) >= 9
    game = None
    for line in example.splitlines():
        if line.startswith("scenario: "):
            scenario = PRESETS[line.removeprefix("scenario: ")]
        elif line.startswith("turn=") and game is None:
            game = from_position(scenario, line)
        elif line.startswith("turn="):
            assert position(game) == line
        elif line.startswith("! "):
            assert line[2:] not in legal(game)
        else:
            action, _, draws = line.removeprefix("> ").partition(" | ")
            tape = Rolled(draws)
            step(game, action, tape)
            tape.finish()
    assert position(game) == line


# Numbers and text.


def test_action_numbers():
    game = Match(SMALL)
    numbers = {
        (0, "W3 move NE"): 27, (1, "B3 move SW"): 27, (0, "W1 pick up"): 8, (1, "B2 tackle"): 22,
        (0, "W1 jostle B2"): 11, (0, "pass short E"): 39, (1, "pass medium W"): 47, (1, "pass long SE"): 58,
        (0, "square d1"): 63, (1, "square h11"): 63, (1, "square d1"): 159, (0, "intercept"): 160, (0, "let pass"): 161,
        (1, "done"): 162, (1, "wait"): 163,
    }  # fmt: skip
    assert {key: index_of(game, *key) for key in numbers} == numbers
    assert index_of(Match(PRESETS["octagon"]), 0, "wait") == 424


def test_w2_turned():
    game = played(CONTEST, ["pass short E", "intercept"], [("distance", "W2", "2d6", 3)])
    assert position(turned(game)) == (
        "turn=3 acting=black points=6 to=black:intercept asked=B3 pass=B2:W:2 "
        "W1=a6 W2=g7,trying W3=a8 B1=k6 B2=i6 B3=g5 ball=h6"
    )
    assert legal_indices(turned(game)) == legal_indices(game)


def test_w2_turned_after_a_knock():
    game = played(KNOCK, ["W2 tackle"], KNOCKED)
    assert position(turned(game)) == (
        "turn=3 acting=black points=6 tackles=1 to=white:intercept asked=W3 pass=W2:W:2 "
        "W1=a6 W2=e6 W3=d7 B1=k6 B2=f6,tried B3=b5 ball=d6"
    )
    assert legal_indices(turned(game)) == legal_indices(game)


def test_positions_are_read_in_any_order():
    line = (
        "turn=5 acting=black points=3 tackles=1 score=1,0 kept=1 to=white:intercept asked=W2 pass=B3:NW:4 "
        "white=a6,d3,d9 black=k6,h9,h3 W1=a6 W2=d3,tried W3=d9,down B1=k6 B2=h9,trying B3=h3 ball=e4"
    )
    scenario = replace(SCENARIOS["chosen small"], keeping=1)
    game = from_position(scenario, line)
    assert position(game) == line
    assert from_position(scenario, " ".join(line.split()[::-1])) == game
    for wrong in (" turn=5", " colour=red", " W4=a7", " ball"):
        with pytest.raises(ValueError, match="a position"):
            from_position(scenario, line + wrong)
    with pytest.raises(ValueError, match="sleeping"):
        from_position(scenario, line.replace("tried", "sleeping"))
    with pytest.raises(ValueError, match="has `turn`"):
        from_position(scenario, "acting=white")


def test_before_the_lot():
    for name in ("octagon-small", "chosen small", "first-goal"):
        assert position(Match(SCENARIOS[name])) == "turn=0 acting=white ball=f6"
        assert from_position(SCENARIOS[name], "turn=0 acting=white ball=f6") == Match(SCENARIOS[name])


def test_the_tape_complains():
    with pytest.raises(TapeError, match="the twin asks for"):
        played(DUEL, ["W2 tackle"], [("jostle", "W2", "123456", 2)])
    with pytest.raises(TapeError, match="no result"):
        played(DUEL, ["W2 tackle"], [("tackle", "W2", "123456", 7)])
    with pytest.raises(TapeError, match="ran out"):
        played(DUEL, ["W2 tackle"])
    with pytest.raises(TapeError, match="are left"):
        played(DUEL, ["done"], [("tackle", "W2", "123456", 2)])
    with pytest.raises(ValueError, match="isn't legal"):
        played(DUEL, ["W2 move E"])


def test_dice():
    assert mix(GOLDEN) == 0xE220A8397B1DCDAF  # splitmix64's first number for seed 0
    logs = []
    for seed in (1, 1, 2):
        dice = Dice(seed)
        new_game(PRESETS["first-goal"], dice)
        logs.append(dice.log)
    assert logs[0] == logs[1] != logs[2]
    rolls = [dice.draw("knock", "B3", "123456") for _ in range(600)]
    assert all(60 < rolls.count(face) < 140 for face in range(1, 7))
    dice.new_turn(9)
    first = dice.draw("distance", "W1", "2d6")
    dice.new_turn(9)
    assert dice.draw("distance", "W1", "2d6") == first
