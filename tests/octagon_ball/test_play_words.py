"""What a person types at the command line, and what it is taken for."""

import re

import pytest
from typer.testing import CliRunner

from octagon_ball.__main__ import shell
from octagon_ball.definition import OCTAGON_BALL
from tabletop.front.commands.action_list import AnswerError, matching
from tabletop.show.showing import showing_of
from tests.octagon_ball.table import game_at

DEPLOYING = "turn=0 to=black:deploy asked=B1 ball=j10"


@pytest.mark.parametrize(
    ("where", "typed", "meant"),
    [
        (DEPLOYING, "s10", "square s10"),
        (DEPLOYING, "square S10", "square s10"),
        (DEPLOYING, "s1", None),  # it isn't short for s10
        ("points=5 WEST B3=h4", "w2 m n", "W2 move N"),
        ("points=5 WEST B3=h4", "pass s s", "pass short S"),
        ("points=5 WEST B3=h4", "w2 m", None),  # several
    ],
)
def test_a_square_alone_is_the_square_and_a_direction_isnt_short_for_another(where, typed, meant):
    game = game_at(where, scenario="octagon" if where == DEPLOYING else "octagon-small")
    names, words = game.table.names(game.decider), showing_of(OCTAGON_BALL).play_words()
    try:
        assert matching(typed, game.legal_actions(), names, words, lambda _: "") == meant
    except AnswerError:
        assert meant is None


def test_at_the_prompt_a_figure_is_placed_and_the_board_is_printed_anew_in_each_turn(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def said(*arguments, typed):
        done = CliRunner().invoke(shell.app, ["play", *arguments], input=typed)
        assert done.exit_code == 0, done.output
        return done.output

    assert "W1 stands in a10" in said("passer", "--scenario", "octagon", "--seed", "4", typed="a10\nquit\n")
    told = said("striker", "--scenario", "octagon-small", "--seed", "7", typed="done\ndone\ndone\nquit\n")
    assert len(re.findall(r"(White|Black) acts, ", told)) >= 3 and told.count(" a  b  c ") >= 3
