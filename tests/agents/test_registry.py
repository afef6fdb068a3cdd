"""Does the registry make what it is asked for, and say clearly what it can't?"""

import re
from dataclasses import fields

import pytest
from paintball_env.bots.scripted.temperament import TEMPERAMENTS, Temperament

from paintball_env.definition import PAINTBALL
from tabletop.agents.numbers import files_in, kind_of, with_whole_paths
from tabletop.agents.registry import entries, opponents, read
from tabletop.rate.tournament.definition import agent_digest
from tests import refuses
from tests.agents.held import make

AIMS = """
from typing import Annotated
from paintball_env import Bot, Range

class Aims(Bot):
    def __init__(self, at: Annotated[float, Range(0.0, 1.0)] = 0.1, many: int = 1):
        super().__init__()
        self.at = at

    def act(self, view):
        return next(iter(view.legal.values()))
"""


def test_every_line_leads_to_a_class():
    assert list(entries(PAINTBALL)) == ["random", *PAINTBALL.agents, "search", "expectimax", "trained"]
    assert [make(name).name for name in opponents(PAINTBALL)] == ["random", "hunter", "sentinel", "raider"]


def test_arguments():
    assert make("hunter@1:caution=2").name == "hunter@1:caution=2"
    assert make("hunter@1:2,noise=0").name == "hunter@1:caution=2,noise=0"
    assert make("hunter@1:caution=1").name == "hunter@1"


def test_every_number_of_a_temperament_is_an_argument():
    for name, usual in TEMPERAMENTS.items():
        known = read(name, PAINTBALL).parameters
        assert list(known) == [field.name for field in fields(Temperament)]
        for key, parameter in known.items():
            kind, within = kind_of(parameter)
            assert kind is float and within.low <= parameter.default == getattr(usual, key) <= within.high
            for value in within:
                assert make(f"{name}:{key}={value!r}").parameters[0][key][0] == value
            for value in (within.low - 0.01, within.high + 0.01):
                refuses(ValueError, f"{key}=.*: it lies between", make, f"{name}:{key}={value!r}")


def test_numbers_from_a_file(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text('agent = "hunter"\n[numbers]\ncaution = 3\npress = 0.5\n')
    agent = make(f"hunter:numbers={path}")
    assert (agent.temper.caution, agent.temper.press) == (3.0, 0.5)
    assert agent.name == f"hunter:numbers={path}"
    # What is typed counts more, before the file's name or behind it.
    for text in (f"hunter:numbers={path},press=0.25", f"hunter:press=0.25,numbers={path}"):
        assert (make(text).temper.caution, make(text).temper.press) == (3.0, 0.25)
    assert read(f"hunter:numbers={path},press=0.25", PAINTBALL).typed == {"press"}
    # A bot of one's own takes them, too.
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from paintball_env import Bot\nclass B(Bot):\n    def __init__(self, least: float = 1.0):\n"
        "        super().__init__()\n        self.least = least\n    def act(self, view): ...\n"
    )
    path.write_text("[numbers]\nleast = 0.5\n")
    assert make(f"{bot}:numbers={path}").least == 0.5


ALL_KINDS = """
from typing import Annotated, Literal, Optional, Union
from paintball_env import Bot, Range

class Kinds(Bot):
    def __init__(
        self, a: Annotated[float, Range(0, 1)] | None = None, b: Optional[float] = None, c: Union[int, None] = None,
        d: Optional[Annotated[int, Range(1, 9)]] = None, e: "int" = 1, f: float | int = 0.5, least=0.1, n=3, flag=False,
        word="x", mode: Literal["a", "b", 3] = "a", anything=None, some: int | str | None = None, wide: float | int = 0,
        part: Annotated[float, Range(0, 1)] | str = "", sure: Literal[True, False] = False,
    ):
        super().__init__()
        self.given = {k: v for k, v in vars().items() if k not in ("self", "__class__")}

    def act(self, view):
        return next(iter(view.legal.values()))
"""
GIVEN = {
    **{"a": 0.5, "b": 2.0, "c": 3, "d": 4, "e": 5, "f": 1, "least": 2.0, "n": 7, "flag": True, "word": "7"},
    **{"mode": 3, "some": 4, "wide": 3, "part": 0.5, "sure": True},
}


def test_arguments_are_of_the_kind_that_is_declared(tmp_path):
    bot, path = tmp_path / "kinds.py", tmp_path / "my.toml"
    bot.write_text(ALL_KINDS)
    lines = ["[numbers]", *(f"{key} = {str(value).lower()}" for key, value in GIVEN.items()), "anything = [1]"]
    path.write_text("\n".join(lines))
    typed = make(f"{bot}:" + ",".join(f"{key}={value}" for key, value in GIVEN.items()) + ",anything=z").given
    for given, anything in ((typed, "z"), (make(f"{bot}:numbers={path}").given, [1])):
        assert given == GIVEN | {"anything": anything}
        assert {key: type(given[key]) for key in GIVEN} == {key: type(value) for key, value in GIVEN.items()}
    others = make(f"{bot}:some=x,wide=0.5,part=x,f=0.25").given
    assert [others[key] for key in ("some", "wide", "part", "f")] == ["x", 0.5, "x", 0.25]
    for text, words in (
        ("a=7", "a=7: it lies between 0 and 1"),
        ("d=0", "d=0: it lies between 1 and 9"),
        ("c=0.5", "c=0.5: a whole number is meant"),
        ("least=x", "least=x: a number is meant"),
        ("flag=x", "flag=x: true or false is meant"),
        ("mode=c", "mode=c: one of a, b, 3 is meant"),
        ("sure=yes", "sure=yes: one of true, false is meant"),
    ):
        refuses(ValueError, f": {words}$", make, f"{bot}:{text}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[numbers]\ncation = 1\n", ": there is no argument 'cation'; did you mean 'caution'?"),
        ("[numbers]\ncaution = nan\n", "caution=nan: a number is meant"),
        ("[numbers]\ncaution = inf\n", "caution=inf: a number is meant"),
        ("[numbers]\ncaution = true\n", "caution=True: a number is meant"),
        ("[numbers]\ncaution = [1]\n", "caution=[1]: a number is meant"),
        ("[numbers]\ncaution = 10.5\n", "caution=10.5: it lies between 0 and 10"),
        ("caution = 1\n", "'caution' is outside of the table [numbers]; above it there may only be `agent`"),
        ("", "there is no table [numbers]"),
        ("numbers = 3\n", "there is no table [numbers]"),
        ('agent = "raider"\n[numbers]\n', "holds numbers of raider"),
        ('agent = "raider\\nraider"\n[numbers]\n', "holds numbers of raider raider"),
        ("[numbers\n", "not TOML"),
        (None, "no such file or directory"),
    ],
)
def test_mistakes_in_a_file_are_named(text, words, tmp_path):
    path = tmp_path / "my.toml"
    if text is not None:
        path.write_text(text)
    told = refuses(ValueError, re.escape(words), make, f"hunter:numbers={path}")
    assert told.startswith(f"agent 'hunter': {path}")


def test_a_tournament_knows_the_file_of_an_agents_numbers(tmp_path):
    path = tmp_path / "my.toml"
    digests = set()
    for value in (1, 2):
        path.write_text(f"[numbers]\ncaution = {value}\n")
        name = f"hunter:numbers={path}"
        digests.add(agent_digest(make(name), name, PAINTBALL))
    assert len(digests) == 2


def test_the_numbers_of_a_bot_fit_however_its_file_is_named(tmp_path, monkeypatch):
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "aims.py").write_text(AIMS)
    for folder, name in (("bots", "aims.py"), ("bots", "./aims.py:Aims"), (".", "bots/aims.py"), (".", tmp_path)):
        monkeypatch.chdir(tmp_path / folder)
        bot = f"{name}/bots/aims.py" if name == tmp_path else name
        (tmp_path / "my.toml").write_text(f'agent = "{read(str(bot), PAINTBALL).name}"\n\n[numbers]\nat = 0.75\n')
        for other in ("bots/aims.py:", "bots/aims.py:Aims,", f"{tmp_path}/bots/aims.py:"):
            monkeypatch.chdir(tmp_path)
            assert make(f"{other}numbers=my.toml").at == 0.75
    (tmp_path / "my.toml").write_text('agent = "other.py:Aims"\n\n[numbers]\nat = 0.75\n')
    refuses(ValueError, r"my\.toml .*other\.py:Aims$", make, "bots/aims.py:numbers=my.toml")


def test_only_the_file_in_a_bots_name_is_made_absolute(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    whole = f"Aims,numbers={tmp_path}/a,path=abc,of=numbers=a"
    assert with_whole_paths("Aims,numbers=a,path=abc,of=numbers=a") == whole
    assert files_in("Aims,numbers=a,path=abc") == ["a"]


def test_no_bot_has_numbers_of_its_own(tmp_path):
    (tmp_path / "aims.py").write_text(AIMS.replace("many: int", "numbers: int"))
    refuses(ValueError, "'numbers'", make, f"{tmp_path}/aims.py")


def test_an_agents_name_with_a_file_is_what_makes_it(tmp_path):
    (tmp_path / "aims.py").write_text(AIMS)
    (tmp_path / "my.toml").write_text("[numbers]\nat = 0.5\n")
    assert read("hunter:noise=0", PAINTBALL).by_file(tmp_path / "my.toml") == f"hunter:numbers={tmp_path}/my.toml"
    for arguments in ("", ":Aims", ":at=0.5", ":Aims,at=0.5"):
        name = read(f"{tmp_path}/aims.py{arguments}", PAINTBALL).by_file(tmp_path / "my.toml")
        assert name == f"{tmp_path}/aims.py:Aims,numbers={tmp_path}/my.toml" and make(name).at == 0.5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hnter", "no agent 'hnter'; did you mean 'hunter'?"),
        (
            "zzz",
            "no agent 'zzz'; there are random, hunter, sentinel, raider, striker, hunter@1, sentinel@1, raider@1, "
            "striker@1, hunter@2, sentinel@2, raider@2, champion, easy, medium, hard, search, expectimax, trained, "
            "or a file or a program: "
            "./my_bot.py, isolated:./my_bot.py, program:./my_bot",
        ),
        ("boards/my.toml", "no agent 'boards/my.toml'; a scenario's file is given by --scenario boards/my.toml"),
        ("random:x=1", "has no argument 'x'; it takes no arguments"),
        ("hunter:cautoin=1", "has no argument 'cautoin'; did you mean 'caution'?"),
        ("hunter:caution=much", "caution=much: a number is meant"),
        ("hunter:caution=1,caution=2", "caution is given twice"),
        ("hunter:caution=1,5", "'5' is no key=value; it takes caution, noise, price"),
        ("trained", "needs path; it takes path, temperature"),
        ("trained:x,game=chess", "has no argument 'game'; it takes path, temperature"),
        ("trained:/nowhere/at/all", "is no trained agent: there is no card.json"),
    ],
)
def test_mistakes_are_named(text, words):
    refuses(ValueError, re.escape(words), make, text)


def test_a_runs_folder_and_an_agents_without_trained_are_hinted_at(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    agent = tmp_path / "runs" / "quick" / "agent"
    agent.mkdir(parents=True)
    (agent / "card.json").write_text("{}")
    for given in ("runs/quick", "runs/quick/agent"):
        refuses(ValueError, f"^no agent '{given}'.*quick", make, given)
    refuses(ValueError, "trained:runs/quick/agent", make, "trained:runs/quick")
    for given in ("runs", "x" * 5000, "trained:runs", "trained:" + "x" * 5000):
        refuses(ValueError, r"^(?!.*did you mean)", make, given)
