"""Hints in the terminal: who gives them, and with what reasons."""

import re

import pytest

from tests.called import call


def test_a_hint_of_an_agent_that_searches_has_what_it_tried() -> None:
    done = call("play", "search:sims=16", "--seed", "4", typed="hint\n")
    assert re.search(r"the bot would: .*\n  [+-]\d\.\d\d  .* \(\d+ play-outs?\)", done.stdout), done.stdout[-500:]
    assert "result that it expects: +1 a sure win, 0 an even game, -1 a sure loss" in done.stdout


@pytest.mark.parametrize(("bot", "adviser"), [("easy", "hard"), ("medium", "hard"), ("hard", "the bot")])
def test_against_a_level_that_is_often_mistaken_the_highest_one_gives_the_hints(bot: str, adviser: str) -> None:
    done = call("play", bot, "--seed", "4", typed="hint\n")
    assert f"\n{adviser} would: " in done.stdout.replace("> ", "\n"), done.stdout[-500:]
