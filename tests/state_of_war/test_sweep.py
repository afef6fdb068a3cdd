"""A sweep varies what stands in lists, too: units of a force, points, and what isn't there."""

import pytest

from state_of_war.definition import STATE_OF_WAR
from tabletop.front.commands.compare import variants_of
from tests import refuses


def test_entries_of_lists_and_nothing_are_varied():
    found = variants_of(STATE_OF_WAR, "crossroads", ["grey.0.men=7,8", "objective=none,[0,5]", "blue.0.arm=none,minie"])
    assert next(iter(found)) == "grey.0.men=7 objective=none blue.0.arm=none" and len(found) == 8
    last = found["grey.0.men=8 objective=[0, 5] blue.0.arm=minie"]
    assert (last.grey[0].men, last.objective, last.blue[0].arm) == (8, (0, 5), "minie")
    first = next(iter(found.values()))
    assert (first.grey[0].men, first.objective, first.blue[0].arm) == (7, None, "none")


@pytest.mark.parametrize("key", ["grey.5.men=1", "grey.x.men=1", "grey.men=1", "grey.0.men.x=1", "grey.-1.men=1"])
def test_entries_that_arent_there_are_refused(key):
    refuses(ValueError, rf"^{key.partition('=')[0]}: ", variants_of, STATE_OF_WAR, "crossroads", [key])
