"""Agents and tournaments for tests: agents by name, a small tournament held, its games, some games of two agents."""

from functools import partial

from paintball_env.definition import PAINTBALL
from paintball_env.scenario import Scenario
from tabletop.agents import registry
from tabletop.agents.isolation_options import USUAL_TERMS
from tabletop.base.workers.processes import ProcessWorkers
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.tournament import run
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.play import Games
from tabletop.rate.tournament.standings import standings
from tabletop.rate.tournament.store import Store

NAME = "capture-the-flag-basic-drawn"
CTF = Scenario.load(NAME)
make = partial(registry.make, game=PAINTBALL)
BOTS = ["hunter", "random", "hunter:caution=3"]


def written(tmp_path, text):
    """Write a bot's file; return its path."""
    path = tmp_path / "some_bot.py"
    path.write_text(text, encoding="utf-8")
    return path


def hold(path, names=BOTS, pairs=6, seed=3, jobs=0, scenarios=(NAME,), records=None, every=1, terms=USUAL_TERMS):
    """Play a tournament, in so many processes (0: in this one); return its standings."""
    definition = define(list(names), list(scenarios), pairs, seed, PAINTBALL, terms)
    with Store.begin(path, definition) as store, ProcessWorkers(jobs) if jobs else SerialWorkers() as workers:
        run.play(definition, store, workers, lambda *said: None)
        if records is not None:
            assert run.write_records(store, records, every, workers, lambda *said: None) == ([], 0)
        return standings(store)


def games(path):
    with Store.open(path, PAINTBALL) as store:
        return store.games()


def some_games(first, second, pairs, seed=5):
    seeds = pair_seeds(seed, max(pairs) + 1)
    task = Games(PAINTBALL, CTF.to_json(), first, second, tuple(pairs), tuple(int(seeds[i]) for i in pairs))
    return task.work(print).games
