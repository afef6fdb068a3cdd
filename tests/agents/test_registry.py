"""Does the registry make what it is asked for, and say clearly what it can't?"""

import pytest

from paintball_env.definition import PAINTBALL
from tabletop.agents.registry import entries, opponents
from tests.agents.held import make


def test_every_line_leads_to_a_class():
    assert list(entries(PAINTBALL)) == ["random", *PAINTBALL.agents, "search", "expectimax", "trained"]
    assert [make(name).name for name in opponents(PAINTBALL)] == ["random", "hunter", "sentinel", "raider"]


def test_arguments():
    assert make("hunter:caution=2").name == "hunter:caution=2,noise=0.02"
    assert make("hunter:2,noise=0").name == "hunter:caution=2,noise=0"
    assert make("hunter:caution=1").name == "hunter"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hnter", "no agent 'hnter'; did you mean 'hunter'?"),
        (
            "zzz",
            "no agent 'zzz'; there are random, hunter, sentinel, raider, search, expectimax, trained, or a file: "
            "./my_bot.py",
        ),
        ("random:x=1", "has no argument 'x'; it takes no arguments"),
        ("hunter:cautoin=1", "has no argument 'cautoin'; did you mean 'caution'?"),
        ("hunter:caution=much", "caution=much: a number is meant"),
        ("hunter:caution=1,caution=2", "caution is given twice"),
        ("hunter:caution=1,5", "'5' is no key=value; it takes caution, noise"),
        ("trained", "needs path; it takes path, temperature"),
        ("trained:x,game=chess", "has no argument 'game'; it takes path, temperature"),
        ("trained:/nowhere/at/all", "is no trained agent: there is no card.json"),
    ],
)
def test_mistakes_are_named(text, words):
    with pytest.raises(ValueError) as caught:
        make(text)
    assert words in str(caught.value)
