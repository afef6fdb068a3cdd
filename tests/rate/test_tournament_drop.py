"""Does an agent leave a tournament's file with all that is its own, and is the rest as if it had never been there?"""

import json
import re
import sqlite3

import pytest
from typer.testing import CliRunner

from tabletop.base.workers.tasks import SerialWorkers
from tabletop.rate.tournament import run
from tabletop.rate.tournament.definition import LIMITS, define
from tabletop.rate.tournament.drop import drop
from tabletop.rate.tournament.standings import standings
from tabletop.rate.tournament.store import Store, StoreError
from tests import refuses
from tests.any_game.games import PIG_SHELL
from tests.any_game.pig import PIG
from tests.called import refused

NAMES = ["careful", "random", "careful:at=3", "careful:at=9"]
SCENARIOS = ["short-pig", "pig"]
SERIAL = ("--executor", "serial", "--scenario", "short-pig", "--seed", 1)


def tournament(*arguments, command="tournament"):
    return CliRunner().invoke(PIG_SHELL.app, [command, *map(str, arguments)])


def played(path, names, pairs=6, gauntlet=False):
    """Play a tournament, with luck; return all that its file tells."""
    definition = define(names, SCENARIOS, pairs, 1, PIG, gauntlet=gauntlet)
    with Store.begin(path, definition) as store:
        run.play(definition, store, SerialWorkers(), lambda *said: None, luck=True)
        return told(store)


def told(store):
    return standings(store), store.games(), store.agents()


def without(path, name):
    """Take an agent out; return what became of the file, and all that it then tells."""
    with Store.open(path, PIG, alone=True) as store:
        dropped = drop(store, name)
    with Store.open(path, PIG) as store:  # checks that what is in it fits together
        assert name not in store.thought() and name not in store.orders()
        return dropped, told(store)


def rows(path, table):
    connection = sqlite3.connect(path)
    found = connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
    connection.close()
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_rest_is_as_if_the_agent_had_never_been_there(tmp_path, name):
    path, others = tmp_path / "t.db", [other for other in NAMES if other != name]
    played(path, NAMES)
    with Store.open(path, PIG) as store:
        thought, orders = store.thought(), store.orders()
    dropped, left = without(path, name)
    fresh = played(tmp_path / "fresh.db", others)
    assert left == fresh and not any(row.luck is None for row in left[1])
    assert dropped == (2 * 2 * 6 * 3, others, 2 * 2 * 6 * 3)
    for table in ("game", "luck", "run", "scenario", "agent"):
        assert rows(path, table) == rows(tmp_path / "fresh.db", table)
    with Store.open(path, PIG) as store:  # what the others have thought against it can't be told apart
        assert store.thought() == {other: thought[other] for other in others}
        assert store.orders() == {other: counts for other, counts in orders.items() if other != name}
    # It goes on without it, and takes it in again, as its last agent.
    assert played(path, others, pairs=8) == played(tmp_path / "fresh.db", others, pairs=8)
    assert played(path, [*others, name], pairs=8) == played(tmp_path / "new.db", [*others, name], pairs=8)


def test_a_tournament_that_was_stopped_goes_on_without_it(tmp_path):
    path = tmp_path / "t.db"

    def stop(*said):
        if said[1] > 20:
            raise KeyboardInterrupt

    definition = define(NAMES, SCENARIOS, 6, 1, PIG)
    with Store.begin(path, definition) as store, pytest.raises(KeyboardInterrupt):
        run.play(definition, store, SerialWorkers(), stop)
    dropped, _ = without(path, NAMES[1])
    assert dropped.games > 0 and 0 < dropped.games_left < 72
    others = [NAMES[0], *NAMES[2:]]
    assert played(path, others) == played(tmp_path / "fresh.db", others)


def test_a_newcomer_of_the_ladder_is_taken_out(tmp_path):
    path, files = tmp_path / "t.db", [tmp_path / f"{number}.json" for number in range(2)]
    field = [*NAMES[:3], *SERIAL, "--pairs", 20, "--store", path, "--json"]
    before = tournament(*field, files[0])
    assert before.exit_code == 0, before.output
    assert tournament(NAMES[3], "--executor", "serial", "--store", path, command="ladder").exit_code == 0
    refused(tournament(*field, files[1]), f"tournament --drop {NAMES[3]} --store {path}")
    done = tournament("--drop", NAMES[3], "--store", path)
    assert done.exit_code == 0, done.output
    kept = f"with it; {path} keeps {', '.join(NAMES[:3])} and 120 games"
    assert re.fullmatch(rf"tournament: {NAMES[3]} is out, and \d+ games {re.escape(kept)}\n", done.stderr)
    assert done.stdout == before.stdout == tournament("--show", path).stdout
    assert tournament(*field, files[1]).exit_code == 0
    assert files[0].read_bytes() == files[1].read_bytes()


BOT = """
from tabletop.agents.base import Bot

class Mine(Bot):
    def act(self, view):
        return sorted(view.legal.values())[{}]
"""


def test_a_changed_bot_is_taken_out_and_plays_anew(tmp_path):
    bot, path = tmp_path / "my bot.py", tmp_path / "t.db"
    names = ["careful", bot, "random"]

    def play(*agents, store=path):
        return tournament(*agents, *SERIAL, "--pairs", 4, "--store", store, "--json", tmp_path / "t.json")

    def table():
        return json.loads((tmp_path / "t.json").read_text())

    bot.write_text(BOT.format(0))
    assert play(*names).exit_code == 0
    first = table()
    assert LIMITS in first["run"]
    bot.write_text(BOT.format(-1))
    way_out = f"; to play it anew, take the old one out: tournament --drop '{bot}' --store {path}; or choose another"
    changed = play(*names)
    assert changed.exit_code == 2 and f"agent {bot} is another now: " in changed.stderr and way_out in changed.stderr
    assert tournament("--drop", bot, "--store", path).exit_code == 0
    assert play("careful", "random").exit_code == 0
    # Nobody is left to whom limits apply.
    assert LIMITS not in table()["run"]
    without_it = table()
    assert play("careful", "random", store=tmp_path / "fresh.db").exit_code == 0 and table() == without_it
    assert play(*names).exit_code == 0
    again = table()
    assert again["agents"] != first["agents"] and again["all"] != first["all"]
    assert play("careful", "random", bot, store=tmp_path / "other.db").exit_code == 0 and table() == again


@pytest.mark.parametrize("out", [0, 1])
def test_limits_stay_while_a_bot_is_left_to_which_they_apply(tmp_path, out):
    path, bots = tmp_path / "t.db", [tmp_path / "a.py", tmp_path / "b.py"]
    for bot in bots:
        bot.write_text(BOT.format(0))
    names = [f"isolated:{bots[0]}", str(bots[1]), "random"]
    Store.begin(path, define(names, ["short-pig"], 1, 1, PIG)).close()
    done = tournament("--drop", names[out], "--store", path)
    assert done.exit_code == 0 and done.stdout == ""  # no games, so no table
    assert done.stderr.endswith(f"and 0 games with it; {path} keeps {names[1 - out]}, random and 0 games\n")
    assert LIMITS in dict(rows(path, "run"))


def test_what_cannot_be_taken_out_is_refused_in_a_line(tmp_path):
    path = tmp_path / "t.db"
    played(path, NAMES[:3])
    before = [rows(path, table) for table in ("agent", "game", "luck")]
    for words, why in (
        (("--drop", "hunter"), f"{path} holds no agent hunter; there are careful, random, careful:at=3\n"),
        (("--drop", "a\nb"), "holds no agent a b; there are"),
        (("--drop", "random", "careful"), "--drop plays nothing: name no agents, neither here nor in the file"),
        (("--drop", "random", "--pairs", 4, "--luck"), "leave out --pairs, --luck, here and in the file of --config; "),
        (("--drop", "random", "--show", path), "--drop plays nothing: leave out --show, here and in the file"),
    ):
        refused(tournament(*words, "--store", path), f"tournament: {'--drop' if '--drop plays' in why else ''}", why)
    assert before == [rows(path, table) for table in ("agent", "game", "luck")]
    refused(tournament("--drop", "random", "--store", tmp_path / "none.db"), f"there is no file {tmp_path}/none.db")
    assert not (tmp_path / "none.db").exists()
    assert tournament("--drop", "random", "--store", path).exit_code == 0
    for name in ("careful", "careful:at=3"):
        words = f"{path} holds careful and careful:at=3 alone: a tournament needs two or more agents\n"
        refused(tournament("--drop", name, "--store", path), words)


def test_a_gauntlet_keeps_the_agent_whose_it_is(tmp_path):
    path = tmp_path / "t.db"
    played(path, NAMES, gauntlet=True)
    refused(tournament("--drop", "careful", "--store", path), "the match of careful")
    assert without(path, "random")[1] == played(tmp_path / "fresh.db", [NAMES[0], *NAMES[2:]], gauntlet=True)


def test_no_way_out_is_named_where_there_is_none(tmp_path):
    played(tmp_path / "t.db", NAMES[:2])
    refuses(StoreError, "it also holds agent random:", played, tmp_path / "t.db", [NAMES[0], NAMES[2]])


def test_a_file_that_is_played_is_left_alone(tmp_path):
    path = tmp_path / "t.db"
    played(path, NAMES)
    before = rows(path, "game")
    with Store.begin(path, define(NAMES, SCENARIOS, 6, 1, PIG)):
        words = f"another process is playing on {path}; --show prints its table"
        refused(tournament("--drop", "random", "--store", path), words)
    assert rows(path, "game") == before and len(rows(path, "agent")) == 4


def test_an_agent_is_taken_out_wholly_or_not_at_all(tmp_path):
    path = tmp_path / "t.db"
    whole = played(path, NAMES)
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE TRIGGER t BEFORE UPDATE ON agent WHEN NEW.number = 3 BEGIN SELECT RAISE(ABORT, 'disk I/O'); END"
    )
    connection.close()
    done = tournament("--drop", "random", "--store", path)
    refused(done, "can't be written (disk I/O):")
    with Store.open(path, PIG) as store:
        assert told(store) == whole
