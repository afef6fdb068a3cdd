"""The bot of docs/beat-to-quarters.md plays, and better than at random."""

import re
from pathlib import Path

from beat_to_quarters import play_match

PAGE = (Path(__file__).parents[2] / "docs" / "beat-to-quarters.md").read_text(encoding="utf-8")


def test_the_bot_of_the_page_beats_random_play(tmp_path):
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    bot = tmp_path / "lookout.py"
    bot.write_text(block, encoding="utf-8")
    results = play_match(str(bot), "random", "duel", pairs=20)
    assert not results.faults
    assert results.score.mean() > 0.55
