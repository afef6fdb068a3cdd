"""The bot of docs/state-of-war.md plays, and better than at random."""

import re

from state_of_war import play_match
from tests import ROOT


def test_the_bot_of_the_page_beats_random_play(tmp_path):
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "state-of-war.md").read_text("utf-8"), re.DOTALL)
    bot = tmp_path / "picket.py"
    bot.write_text(block, encoding="utf-8")
    results = play_match(str(bot), "random", "first-skirmish", pairs=4)
    assert not results.faults
    assert results.score.mean() > 0.6
