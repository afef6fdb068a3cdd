"""The duel (duel.py) as a game of the core: scenarios, texts, a bot."""

import numpy as np

from tabletop.agents.base import Bot
from tabletop.game.actions import DeclaredNames
from tabletop.game.definition import AgentEntry
from tabletop.game.encodings import Block, DeclaredEncoding, Entry
from tabletop.game.header import NONE, RUNNING
from tabletop.game.headings import COMPASS
from tabletop.game.open_table import coords, distance, place, place_named
from tabletop.game.open_table import name as point_name
from tests.any_game import duel
from tests.any_game.duel import ACTIONS, ALL, GAME, KINDS, MEN, MOST_HITS, SIDES, STARTS, sound
from tests.any_game.plain import PlainGame, PlainScenario, number

SIDE_NAMES, POINTS = ("red", "blue"), COMPASS[::2]
DISCS = (("R1", "R2"), ("B1", "B2"))
DISC = Entry("x", "from the own side", -1.0), Entry("y", "across", -1.0), Entry("hits", "left, as a share of all")
DISCS_SEEN = ("own 1", "own 2", "other 1", "other 2")
REST = (
    Entry("turns left", "as a share of all"),
    *(Entry(name, "1: so") for name in ("own decides", "other decides", "own began")),
)
DISC_NAMES = (*DISCS[0], *DISCS[1])
WHO = {"red": 0, "blue": 1, "nobody": NONE}
WORDS = {duel.BARRED: "the way is barred", duel.GONE: "it is out", duel.UNSEEN: "it doesn't see it"}
NAMES = DeclaredNames(
    ACTIONS, {}, DISCS, {"heading": (POINTS, POINTS[4:] + POINTS[:4]), "enemy": DISCS[::-1]}, SIDE_NAMES
)


class DuelScenario(PlainScenario):
    """So many hits until a disc is out, 9 at most, and a number of turns."""

    actions, record_type, game = len(NAMES), GAME, property(lambda self: DUEL)


class Hunter(Bot):
    """Shoots where it can, else goes where it is nearest to an enemy."""

    def act(self, view):
        def far(name):
            _, who, heading = duel.decode(view.worlds[0], game, view.legal[name])
            parts = min(duel.free_parts(game, who, heading), duel.PARTS if " move " in name else duel.PARTS // 2)
            dx, dy = duel.HEADINGS[heading] * parts // duel.PARTS
            enemies = [other for other in range(ALL) if other // MEN != view.team and game["hits"][other]]
            x, y = int(game["x"][who] + dx), int(game["y"][who] + dy)
            return min(distance(x, y, game["x"][other], game["y"][other]) for other in enemies)

        game = view.games[0]
        shots = [name for name in view.legal if " shoot " in name]
        moves = [name for name in view.legal if " move " in name or " step " in name]
        return view.legal[shots[0] if shots else min(moves, key=far, default="hold")]


PRESETS = {"duel": (3, 20), "short-duel": (2, 12)}


class Duel(PlainGame):
    """Positions: `turn=3 to=red:act first=red R1=-20.0:9.0*3 R2=out B1=20.0:-9.0*1 B2=20.0:9.0*3`."""

    name, title, kernels, teams = "duel", "Duel", "tests.any_game.duel", SIDE_NAMES
    showing = "tests.any_game.duel_show:DuelShowing"
    decisions, endings, orders = ("", "act"), ("", "out", "turns"), ACTIONS.orders
    default_scenario, goal_ending, environment_name = "duel", "out", "duel_v0"
    agents = {"hunter": AgentEntry("tests.any_game.duel_game:Hunter", "shoots, or comes nearer")}
    scenario_type, presets_of, most = DuelScenario, PRESETS, MOST_HITS
    purposes, event_kinds = ("order", "shot"), KINDS
    draw_examples = ("shot:R1=9-4-2", "order=1/2")

    def start_record(self, scenario):
        games = np.zeros(1, GAME)
        games["decider"] = games["winner"] = NONE
        games["x"], games["y"] = np.transpose(STARTS)
        games["hits"] = scenario.goal
        return games

    def encoding(self, scenario, name):
        if name not in self.encodings:
            raise ValueError(f"encoding '{name}': known are vector")
        return DeclaredEncoding(name, [Block("discs", DISC, DISCS_SEEN, by_entry=True), Block("rest", REST)])

    def action_names(self, scenario):
        return NAMES

    def format_position(self, scenario, games):
        game, names = games[0] if isinstance(games, np.ndarray) else games, (*self.teams, "nobody")
        state = f"to={names[game['decider']]}:{self.decisions[game['decision']]}"
        if game["ending"] != RUNNING:
            state = f"over={names[game['winner']]}:{self.endings[game['ending']]}"
        rows = zip(DISC_NAMES, game["x"], game["y"], game["hits"], strict=True)
        discs = (f"{name}={point_name(place(x, y))}*{hits}" if hits else f"{name}=out" for name, x, y, hits in rows)
        return " ".join((f"turn={game['turn']}", state, f"first={self.teams[game['first']]}", *discs))

    def parse_position(self, scenario, text):
        games = self.start_record(scenario)
        try:
            words = dict(word.split("=") for word in text.split())
            games["turn"], games["first"] = number(words["turn"], scenario.turns), self.teams.index(words["first"])
            who, what = words.get("over", words.get("to", "")).split(":")
            if "over" in words:
                games["winner"], games["ending"] = WHO[who], self.endings.index(what)
            else:
                games["decider"], games["decision"] = WHO[who], self.decisions.index(what)
            for disc, name in enumerate(DISC_NAMES):
                point, _, hits = words[name].partition("*")
                games["x"][0, disc], games["y"][0, disc] = (0, 0) if point == "out" else coords(place_named(point))
                games["hits"][0, disc] = 0 if point == "out" else number(hits, scenario.goal)
            if sound(scenario.world[0], games[0]):
                raise ValueError("it can't come up")
        except (KeyError, ValueError) as error:
            raise ValueError(f"no position of Duel: {text} ({error})") from None
        return games

    def why_not(self, scenario, games, action):
        return WORDS.get(int(duel.no_action(scenario.world[0], games[0], action)), "nobody may")

    def subject_name(self, scenario, subject):
        return (*DISC_NAMES, "table", *self.teams)[subject]

    def turned(self, scenario, games):
        return duel.turned(games)

    def turned_results(self, draws):
        return [3 - draw.result if draw.purpose == "order" else draw.result for draw in draws]

    def place_name(self, scenario, place):
        return point_name(place)

    def event_value(self, scenario, meaning, value, who):
        if meaning == "action":
            return NAMES.name(value, who - SIDES)
        return self.endings[value] if meaning == "ending" else value


DUEL = Duel()
