"""How the duel shows itself: a sheet without places, aims along lines, a scale."""

from functools import lru_cache

from tabletop.game.header import NONE, RUNNING
from tabletop.game.open_table import coords, place_named, share
from tabletop.show.drawing.shapes import Disc, Words, box, line
from tabletop.show.drawing.shapes import Shape as Area
from tabletop.show.drawing.things import ABOVE, STANDING, UNIT, Aim, Measure, Scene, Sheet, Thing
from tabletop.show.page import PlainPageWords
from tabletop.show.scenes import record_of
from tabletop.show.showing import Showing
from tests.any_game import duel
from tests.any_game.duel_game import DISC_NAMES, NAMES, SIDE_NAMES

WIDTH, MARGIN = 800.0, 26.0
SCALE = (WIDTH - 2 * MARGIN) / (2 * duel.X)  # of the sheet to a millimetre
HEIGHT = 2 * MARGIN + 2 * duel.Y * SCALE
SAND, STONE, EDGE, WHITE, FILLS = "#e9dfc3", "#6b675c", "#1b1b1b", "#ffffff", ("#c8470a", "#0b63a8")


def at(x, y):
    """A point on the sheet."""
    return WIDTH / 2 + int(x) * SCALE, HEIGHT / 2 - int(y) * SCALE


@lru_cache(maxsize=64)
def disc(who, hits):
    name = Words((0.0, -0.1 * UNIT), DISC_NAMES[who], 0.72 * UNIT, WHITE, bold=True)
    dots = (Disc(((n - (hits - 1) / 2) * 0.26 * UNIT, 0.55 * UNIT), 0.1 * UNIT, WHITE) for n in range(hits))
    return (Disc((0.0, 0.0), 0.95 * UNIT, FILLS[who // duel.MEN], EDGE, 0.1 * UNIT), name, *dots)


class DuelScenes:
    """See `tabletop.show.scenes.Scenes`."""

    def __init__(self, scenario):
        self.scenario = scenario

    def sheet(self):
        (ax, ay), (bx, by) = at(*duel.WALL[:2]), at(*duel.WALL[2:])
        table = Area(box((WIDTH / 2, HEIGHT / 2), duel.X * SCALE, duel.Y * SCALE), SAND, STONE, 2.0)
        wall = line(((ax, ay), (bx, by)), STONE, 7.0)
        measure = Measure(10 * SCALE, "cm", 10)
        return Sheet(WIDTH, HEIGHT, HEIGHT, (table, wall), (), (), colours=FILLS, measure=measure)

    def scene(self, games):
        game, scale, things = record_of(self.scenario, games), duel.RADIUS * SCALE / UNIT, []
        for who, name in enumerate(DISC_NAMES):
            if hits := int(game["hits"][who]):
                title = f"{name}, {hits} hit{'' if hits == 1 else 's'} left"
                spot = at(game["x"][who], game["y"][who])
                things.append(Thing(name, STANDING, spot, scale, disc(who, hits), title, side=who // duel.MEN))
        over = game["ending"] != RUNNING
        team = int(game["winner"] if over else game["decider"])
        turn, left = f"Turn {game['turn']} of {self.scenario.turns}", game["hits"].reshape(2, -1).sum(axis=1).tolist()
        stands = tuple(f"{hits} hits left" for hits in left)
        return Scene(HEIGHT, tuple(things), turn, stands, summary(game), team, bool(over))

    def happened(self, before, events, draws):
        things = []
        for number, event in enumerate(events):
            if event.kind == "moved":
                ends = tuple(at(*coords(place_named(name))) for name in (event.start, event.place))
                things.append(Thing(f"way:{number}", ABOVE, (0.0, 0.0), 1.0, (line(ends, EDGE, 2.5),)))
        return tuple(things)

    def aims(self, games, names):
        game, aims = record_of(self.scenario, games), {}
        for name in names:
            option, who, value = duel.decode(self.scenario.world[0], game, NAMES.index(name, int(game["decider"])))
            start = (game["x"][who], game["y"][who]) if who >= 0 else ()
            if option in (duel.MOVE, duel.STEP):
                most = duel.PARTS if option == duel.MOVE else duel.PARTS // 2
                parts = min(most, duel.free_parts(game, who, value))
                end = [int(c) + share(d, parts, duel.PARTS) for c, d in zip(start, duel.HEADINGS[value], strict=True)]
                ghost, scale = disc(who, int(game["hits"][who])), duel.RADIUS * SCALE / UNIT
                aims[name] = Aim(points=(at(*start), at(*end)), ghost=ghost, scale=scale)
            elif option == duel.SHOOT:
                aims[name] = Aim(DISC_NAMES[value])
        return aims

    def moments(self, before, events):
        return ()

    def walked(self, events):
        return {}


def summary(game):
    """Who decides, or who has won."""
    if game["ending"] != RUNNING:
        return "Nobody has won" if game["winner"] == NONE else f"{SIDE_NAMES[game['winner']].capitalize()} has won"
    return "Before the first turn" if game["decider"] == NONE else f"{SIDE_NAMES[game['decider']].capitalize()} acts"


class DuelPageWords(PlainPageWords):
    """Moves are chosen by their lines on the table, shots by whom they aim at."""

    def question(self, game):
        return "Which disc does what?"

    def aim(self, scenario, team):
        return f"Put the discs of {SIDE_NAMES[1 - team].capitalize()} out, or have more hits left at the end."


class DuelShowing(Showing):
    """See `tabletop.show.showing.Showing`."""

    def scenes(self, scenario, width=800, theme="field"):
        return DuelScenes(scenario)

    def page_words(self):
        return DuelPageWords(self.game)
