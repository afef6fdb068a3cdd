"""Tournaments for tests: a small one held, its games, some games of two agents."""

from agents import match
from agents.tournament import run
from agents.tournament.definition import define
from agents.tournament.play import Games
from agents.tournament.standings import standings
from agents.tournament.store import Store
from paintball_env.scenario import Scenario

NAME = "capture-the-flag-basic-drawn"
CTF = Scenario.load(NAME)
BOTS = ["hunter", "random", "hunter:caution=3"]


def hold(path, names=BOTS, pairs=6, seed=3, jobs=0, scenarios=(NAME,), records=None, every=1):
    """Play a tournament; return its standings."""
    definition = define(list(names), list(scenarios), pairs, seed)
    with Store.begin(path, definition) as store:
        run.play(definition, store, jobs, lambda *said: None)
        if records is not None:
            assert run.write_records(store, records, every, jobs, lambda *said: None) == []
        return standings(store)


def games(path):
    with Store.open(path) as store:
        return store.games()


def some_games(first, second, pairs, seed=5):
    seeds = match.pair_seeds(seed, max(pairs) + 1)
    return Games(CTF.to_json(), first, second, tuple(pairs), tuple(int(seeds[i]) for i in pairs)).work(print)
