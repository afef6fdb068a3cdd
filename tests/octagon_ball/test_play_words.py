"""What a person types at the command line, and what it is taken for."""

import re

from typer.testing import CliRunner

from octagon_ball.__main__ import shell
from octagon_ball.definition import OCTAGON_BALL
from tabletop.front.commands.action_list import AnswerError, matching
from tabletop.play.game import Game
from tabletop.show.showing import showing_of
from tests import refuses
from tests.octagon_ball.table import scenario_of
from tests.octagon_ball.test_match import act

DEPLOYING = "turn=0 acting=white to=black:deploy asked=B1 ball=j10"


def meant(name, start, text):
    game = Game(scenario_of(name), start=start)
    names = game.table.names(game.decider)
    return matching(text, game.legal_actions(), names, showing_of(OCTAGON_BALL).play_words(), lambda _: "")


def test_a_square_alone_is_the_square():
    assert meant("octagon", DEPLOYING, "s10") == meant("octagon", DEPLOYING, "square s10") == "square s10"
    assert meant("octagon", DEPLOYING, "S10") == "square s10"
    refuses(AnswerError, "'s1' is no action", meant, "octagon", DEPLOYING, "s1")  # it isn't short for s10


def test_a_direction_isnt_short_for_another():
    start = act("W1=a6 W2=d3 W3=d9 B1=k6 B2=h3 B3=h4 ball=W2", points=5)
    assert meant("octagon-small", start, "w2 m n") == "W2 move N"
    assert meant("octagon-small", start, "pass s s") == "pass short S"
    refuses(AnswerError, "W2 move E, W2 move NE", meant, "octagon-small", start, "w2 m")


def test_a_figure_is_placed_at_the_prompt(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    arguments = ["play", "passer", "--scenario", "octagon", "--seed", "4"]
    done = CliRunner().invoke(shell.app, arguments, input="a10\nquit\n")
    assert done.exit_code == 0 and "White: square a10" in done.output, done.output


def test_the_board_is_printed_anew_when_a_turn_has_begun(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    typed = "done\ndone\ndone\nquit\n"
    arguments = ["play", "striker", "--scenario", "octagon-small", "--seed", "7"]
    told = CliRunner().invoke(shell.app, arguments, input=typed).output
    asked = re.findall(r"(White|Black) acts, ", told)
    assert len(asked) >= 3 and told.count(" a  b  c ") >= 3
