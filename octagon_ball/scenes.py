"""Positions drawn on a sheet, for the viewer and for pictures (`tabletop.show.drawing.things`), and in characters."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from octagon_ball.actions import LETTERS, TEAMS, action_table, figure_name
from octagon_ball.chances import DISTANCES, follow
from octagon_ball.notation import ENDINGS
from octagon_ball.rules import actions, state
from octagon_ball.rules.board import STEPS, is_grey
from octagon_ball.rules.figures import square_of
from octagon_ball.rules.state import BLACK, NONE, STRIDE, WHITE
from octagon_ball.rules.turns import centre_spot
from octagon_ball.scenario import Scenario
from tabletop.base.errors import counted
from tabletop.game.draws import Draw
from tabletop.game.events import Event
from tabletop.game.header import Position, Record
from tabletop.show.drawing.nature import DEEP_SHADE, SHADE, shade_of, shifted
from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, Words, box, dashed, line, ring
from tabletop.show.drawing.themes import FIELD, has_depth, tones_of
from tabletop.show.drawing.things import (
    ABOVE,
    BELOW,
    ENDS,
    FIRES,
    FLY,
    GOES,
    NOBODY,
    ROLLS,
    STANDING,
    UNIT,
    Aim,
    Moment,
    Motion,
    Place,
    Scene,
    Sheet,
    Thing,
)
from tabletop.show.scenes import common_moments, position_of, record_of

WIDTH, MARGIN = 800.0, 26.0
# The pitch: two stripes as the mower left them, each in two tones; what lies around it; the goals.
MOWN = (("#84b45f", "#7fae5a"), ("#93c06d", "#8dba67"))
AROUND, GREY, ZONE, LINES, GOAL, MESH = "#4f7b38", "#a3a98f", "#aed287", "#f6f4ea", "#dfe3d4", "#9aa394"
GRID, SHADOW = "#719f51", "#3f652b"
NAME = "#fbfaf1"  # of squares, around the pitch
GROUND = (*MOWN[0], *MOWN[1], AROUND, GREY, ZONE, GRID, SHADOW)
STRIPE = 2  # squares across
RIM = 3.0  # around it all
FILLS = ("#fbfaf4", "#24272e")  # of White's and Black's figures
INKS = ("#24272e", "#fbfaf4")
RIMS = ("#d6d2c2", "#8b93a3")
SPENT = "#a9b0a2"  # of who has tried
EDGE, ASKED, BALL, WAY = "#24272e", "#e0a100", "#e4572e", "#e4572e"
LIKELIEST = tuple(map(int, DISTANCES.argmax(axis=1)))  # squares of a pass (PA1)
# What deserves a sign or a sound, by the kinds of event (`rules/events.py`): the moment's kind, its beat, what is said.
SIGNS = {
    "moved": ("move", GOES, ""),
    "deployed": ("move", GOES, ""),
    "kick-off": ("turn", ENDS, ""),
    "picked up": ("take", ENDS, ""),
    "passed": ("shoot", FIRES, ""),
    "rebounded": ("stop", FIRES, "Rebound"),
    "received": ("take", ENDS, ""),
    "intercepted": ("verdict", ENDS, "Intercepted"),
    "missed": ("miss", ROLLS, "Missed"),
    "tackle": ("shoot", FIRES, ""),
    "ball taken": ("take", ENDS, "Ball taken"),
    "ball spilt": ("lose", ENDS, "Ball lost"),
    "tackle level": ("stop", ENDS, "Nothing"),
    "tackle failed": ("fail", ENDS, "Tackle failed"),
    "pushed to the ground": ("out", ENDS, "{whom} is down"),
    "jostle without effect": ("fail", ENDS, "Nothing"),
    "foul": ("verdict", ENDS, "Foul"),
    "stood up": ("move", GOES, ""),
}


class Scenes:
    """Draws the positions of a scenario (`GameDefinition.scenes`)."""

    def __init__(self, scenario: Scenario, theme: str = FIELD) -> None:
        self.scenario, self.board, self._depth = scenario, scenario.board, has_depth(theme)
        self._tones = tones_of(theme, GROUND, (LINES, GOAL, MESH), {NAME: ("#c9d6bf", "#1f2a17")})
        self.unit = (WIDTH - 2 * MARGIN) / (self.board.size + 2)  # of a square; the goals stand beside the board
        self.height = 2 * MARGIN + self.board.size * self.unit

    def centre(self, x: int, y: int) -> Point:
        """Where the middle of a square is."""
        return WIDTH / 2 + x * self.unit, self.height / 2 - y * self.unit

    def at(self, square: int) -> Point:
        """Where the middle of a square is, by its number."""
        return self.centre(*self.board.places[square])

    def _box(self, x: int, y: int) -> tuple[Point, ...]:
        return box(self.centre(x, y), self.unit / 2, self.unit / 2)

    def sheet(self) -> Sheet:
        """What stays the same: the board."""
        places = tuple(
            Place(name, f"square {name}", self.at(n), self._box(*self.board.places[n]))
            for n, name in enumerate(self.board.names)
        )
        ground, labels = tuple(self._ground()), tuple(self._labels())
        return Sheet(
            WIDTH, self.height, self.height, ground, labels, places, _legend(), colours=FILLS, tones=self._tones
        )

    def _ground(self) -> Iterator[Item]:
        goal, half, unit = self.scenario.goal, self.board.half, self.unit
        zones = {*self.scenario.zone(WHITE), *self.scenario.zone(BLACK)}
        yield Shape(box((WIDTH / 2, self.height / 2), WIDTH / 2 - RIM, self.height / 2 - RIM, 10.0), AROUND)
        squares = [self._box(x, y) for x, y in self.board.places]
        if self._depth:
            yield from (Shape(tuple(shifted(corner, 0.1 * unit) for corner in square), SHADOW) for square in squares)
        for n, (x, y) in enumerate(self.board.places):
            tone = MOWN[(x + half) // STRIPE % 2 if self._depth else 0][(x + y) % 2]
            yield Shape(squares[n], GREY if is_grey(goal, (x, y)) else ZONE if n in zones else tone)
        yield from (Shape(square, None, GRID, 0.8) for square in squares)
        yield from (line(edge, LINES, 3.0) for edge in self._edges(set(self.board.places)))
        yield from (line(edge, LINES, 2.0) for edge in self._edges({self.board.places[n] for n in zones}))
        middle = self.at(centre_spot(self.scenario.world[0]))
        yield ring(middle, 0.36 * unit, LINES, 2.0)
        for side in (-1, 1):
            yield from self._goal(side)

    def _edges(self, places: set[tuple[int, int]]) -> Iterator[tuple[Point, Point]]:
        """The lines around these squares."""
        for x, y in sorted(places):
            corners = self._box(x, y)  # upper left, upper right, lower right, lower left
            for k, beside in enumerate(((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y))):
                if beside not in places:
                    yield corners[k], corners[(k + 1) % 4]

    def _goal(self, side: int) -> Iterator[Item]:
        """A goal with its net, on the left (-1) or on the right (1)."""
        unit, wide = self.unit, self.scenario.goal
        (x, _), depth = self.centre(side * (self.board.half + 1), 0), 0.8 * self.unit
        front, high = x - side * unit / 2, wide * unit / 2
        middle = (front + side * depth / 2, self.height / 2)
        if self._depth:
            yield Shape(box(shifted(middle, 0.09 * unit), depth / 2, high), SHADOW)
        yield Shape(box(middle, depth / 2, high), GOAL)
        meshes = 4 * wide
        for k in range(1, meshes):
            y = self.height / 2 - high + 2 * high * k / meshes
            yield line(((front, y), (front + side * depth, y)), MESH, 0.7)
        for k in range(1, 4):
            at = front + side * depth * k / 4
            yield line(((at, self.height / 2 - high), (at, self.height / 2 + high)), MESH, 0.7)
        back, upper, lower = front + side * depth, middle[1] - high, middle[1] + high
        yield line(
            ((front, upper), (back, upper), (back, lower), (front, lower)),
            LINES,
            2.2,
        )
        yield line(((front, upper), (front, lower)), EDGE, 4.0)
        for end in (-1, 1):
            yield Disc((front, middle[1] + end * high), 5.0, LINES, EDGE, 1.5)

    def _labels(self) -> Iterator[Words]:
        half, size = self.board.half, min(13.0, 0.45 * self.unit)
        low = self.centre(0, -half)[1] + self.unit / 2 + 0.7 * size
        for x in range(-half, half + 1):
            yield Words((self.centre(x, 0)[0], low), chr(ord("a") + x + half), size, NAME, bold=True)
        for y in range(-half, half + 1):
            yield Words((0.6 * MARGIN, self.centre(0, y)[1]), str(y + half + 1), size, NAME, bold=True)

    def scene(self, games: Position) -> Scene:
        """A position; `games` is a record, an array of one, or text."""
        game = record_of(self.scenario, games)
        keeping = self.scenario.keeping
        turn, teams = (
            turn_line(game, self.scenario.turns),
            (_team(game, WHITE, keeping), _team(game, BLACK, keeping)),
        )
        over = game["ending"] != state.RUNNING
        team = int(game["winner"] if over else game["decider"])
        return Scene(self.height, tuple(self._things(game)), turn, teams, decision_line(game), team, bool(over))

    def _things(self, game: Record) -> Iterator[Thing]:
        scale, names = self.unit / (2 * UNIT), self.board.names
        for who in range(2 * STRIDE):
            figure = game["figure"][divmod(who, STRIDE)]
            if figure["square"] == NONE:
                continue
            looks = _figure(who, bool(figure["down"]), bool(game["asked"] == who), int(figure["tried"]))
            words = ", ".join([figure_name(who), *_states(game, who, figure, self.scenario.keeping)])
            place, at = names[figure["square"]], self.at(figure["square"])
            yield Thing(figure_name(who), STANDING, at, 0.86 * scale, looks, words, place, who // STRIDE)
        if game["ball"] != NONE:
            x, y = self.at(game["ball"])
            off = 0.3 * self.unit if (game["figure"]["square"] == game["ball"]).any() else 0.0
            is_held = game["holder"] != NONE
            holder = f", held by {figure_name(game['holder'])}" if is_held else ""
            looks, at = _ball(bool(is_held)), (x + off, y + off)
            yield Thing("ball", STANDING, at, scale, looks, f"the ball{holder}", names[game["ball"]])
        if game["passer"] != NONE:
            dx, dy = STEPS[game["heading"]]
            (x, y), length = self.at(game["ball"]), min(int(game["left"]), 3) * self.unit
            ends = ((x, y), (x + dx * length, y - dy * length))
            left = f"{counted(game['left'], 'square')} to go"
            yield Thing("pass", BELOW, (0.0, 0.0), 1.0, (dashed(ends, WAY, 3.0, 6.0),), left)

    def happened(self, before: Position, events: Sequence[Event], draws: Sequence[Draw]) -> tuple[Thing, ...]:
        """What has happened in a step: the ways of figures and of the ball."""
        things = []
        for number, (who, names) in enumerate(_ways(events)):
            points = [self.at(self.board.names.index(name)) for name in names]
            colour = WAY if who == "ball" else EDGE
            shapes = tuple(line(pair, colour, 2.5) for pair in pairwise(points) if pair[0] != pair[1])
            if shapes:
                things.append(Thing(f"way:{number}:{who}", ABOVE, (0.0, 0.0), 1.0, shapes))
        for event in events:
            if event.start in self.board.names and event.kind in ("ball went", "carried in"):
                start = self.at(self.board.names.index(event.place or event.start))
            elif event.kind == "goal":
                things += self._in_the_net(start, TEAMS.index(event.who))
        return tuple(things)

    def _in_the_net(self, start: Point, team: int) -> Iterator[Thing]:
        """The ball in the goal that a team has scored in, and its way there; no position after a goal has it there."""
        high = (self.scenario.goal - 1) * self.unit / 2
        middle = self.height / 2
        x, y = self.centre((1 if team == WHITE else -1) * (self.board.half + 1), 0)[0], start[1]
        net = x, min(max(y, middle - high), middle + high)
        yield Thing("way:goal", ABOVE, (0.0, 0.0), 1.0, (line((start, net), WAY, 2.5),))
        way = ((start[0] - net[0], start[1] - net[1]), (0.0, 0.0))
        flies = Motion(FLY, FIRES, way, BALL)
        yield Thing("goal", ABOVE, net, self.unit / (2 * UNIT), _ball(True), "the ball is in the goal", motion=flies)

    def walked(self, events: Sequence[Event]) -> dict[str, list[str]]:
        """The squares that figures and the ball have passed through in a step; the ball's are those where it turned."""
        ways: dict[str, list[str]] = {}
        for who, (start, *names) in _ways(events):
            ways.setdefault(who, [start]).extend(names)
        return ways

    def moments(self, before: Position, events: Sequence[Event]) -> tuple[Moment, ...]:
        """What deserves a sign or a sound in a step."""
        where = {}
        for who in range(2 * STRIDE):
            figure = record_of(self.scenario, before)["figure"][divmod(who, STRIDE)]
            if figure["square"] != NONE:
                where[figure_name(who)] = self.board.names[int(figure["square"])]
        found: list[Moment] = []
        for event in events:
            if event.kind == "moved":
                where[event.who] = event.place
            place = event.place or event.start or where.get(event.whom or event.who, "")
            at = self.at(self.board.names.index(place)) if place in self.board.names else None
            if event.kind == "goal":
                found.append(Moment("score", ENDS, "Goal!", None, TEAMS.index(event.who)))
            elif event.kind in SIGNS:
                kind, beat, words = SIGNS[event.kind]
                team = LETTERS.index(event.who[0]) if event.who[1:].isdigit() else NOBODY
                found.append(Moment(kind, beat, words.format(whom=event.whom), at, team))
            else:
                found += common_moments([event], TEAMS)
        return tuple(found)

    def aims(self, games: Position, names: Sequence[str]) -> dict[str, Aim]:
        """Where moves, squares, tackles and jostles go; a pass goes where its likeliest distance ends."""
        game, world = record_of(self.scenario, games), self.scenario.world[0]
        table = action_table(self.scenario.figures, self.scenario.size)
        aims: dict[str, int] = {}
        for name in names:
            option, who, value = actions.decode(world, game, table.index(name, int(game["decider"])))
            if option == actions.PLACE:
                aims[name] = value
            elif actions.SHORT <= option <= actions.LONG:
                aims[name] = follow(world, int(game["ball"]), value, LIKELIEST[option - actions.SHORT])[-1]
            elif option == actions.MOVE:
                aims[name] = int(world["board"]["ahead"][square_of(game, who), value])
            elif option == actions.JOSTLE:
                aims[name] = square_of(game, value)
            elif option in (actions.TACKLE, actions.PICK_UP, actions.TAKE_BALL):
                aims[name] = int(game["ball"])
        return {name: Aim(self.board.names[square]) for name, square in aims.items() if square != NONE}


def _ways(events: Sequence[Event]) -> Iterator[tuple[str, list[str]]]:
    """Who has gone from where to where in a step; the ball by the squares where it turned."""
    corners: list[str] = []
    for event in events:
        if event.kind == "moved":
            yield event.who, [event.start, event.place]
        elif event.kind == "rebounded":
            corners.append(event.place)
        elif event.kind == "ball went":
            yield "ball", [event.start, *corners, event.place]
            corners = []


@lru_cache(maxsize=2)
def _ball(is_held: bool) -> tuple[Item, ...]:
    # One that nobody holds may lie in a figure's square, too (BO8): it looks otherwise.
    below = Disc((4.0, 5.0), 0.38 * UNIT, SHADE, opacity=DEEP_SHADE)
    whole = Disc((0.0, 0.0), 0.36 * UNIT, BALL, EDGE, 2.5)
    shine = Disc((-6.0, -7.0), 0.08 * UNIT, "#ffffff", opacity=0.7)
    return (below, whole, shine) if is_held else (below, whole, Disc((0.0, 0.0), 0.17 * UNIT, LINES, EDGE, 2.0))


@lru_cache(maxsize=256)
def _figure(who: int, down: bool, asked: bool, tried: int) -> tuple[Item, ...]:
    team, number = divmod(who, STRIDE)
    middle = (0.0, 0.0)
    if down:
        lying = box(middle, 0.95 * UNIT, 0.5 * UNIT, 10.0)
        items: list[Item] = [shade_of(lying, 4.0, DEEP_SHADE), Shape(lying, FILLS[team], EDGE, 4.0)]
    else:
        items = [
            Disc((5.0, 6.0), 0.98 * UNIT, SHADE, opacity=DEEP_SHADE),
            Disc(middle, 0.92 * UNIT, FILLS[team], EDGE, 4.0),
        ]
        items.append(ring(middle, 0.85 * UNIT, RIMS[team], 4.0))
        if number == state.GOALIE:
            items.append(ring(middle, 0.72 * UNIT, INKS[team], 3.0))
    items.append(Words(middle, f"{LETTERS[team]}{number + 1}", 0.72 * UNIT, INKS[team], bold=True))
    if asked or tried:
        items.append(ring(middle, 1.08 * UNIT, ASKED if tried != state.TRIED else SPENT, 7.0))
    return tuple(items)


def _legend() -> tuple[tuple[str, tuple[Item, ...]], ...]:
    square = box((0.0, 0.0), 0.8 * UNIT, 0.8 * UNIT)
    return (
        ("goalie", _figure(state.GOALIE, False, False, 0)),
        ("on the ground", _figure(state.GOALIE + 1, True, False, 0)),
        ("asked, or tries to intercept", _figure(STRIDE + state.GOALIE + 1, False, True, 0)),
        (
            "has tried, or has knocked the ball free",
            _figure(STRIDE + state.GOALIE + 1, False, False, state.TRIED),
        ),
        ("ball in somebody's hands", _ball(True)),
        ("ball that nobody holds", _ball(False)),
        ("goal zone", (Shape(square, ZONE, LINES),)),
        ("grey area: nobody is deployed there", (Shape(square, GREY, LINES),)),
    )


def _states(game: Record, who: int, figure: Record, keeping: int) -> Iterator[str]:
    if who % STRIDE == state.GOALIE:
        yield "goalie"
    if figure["down"]:
        yield "on the ground"
    if game["holder"] == who:
        yield "with the ball"
        if game["kept"]:
            yield f"has kept it for {_kept_text(int(game['kept']), keeping)}"
    if figure["tried"]:
        yield "tries to intercept" if figure["tried"] == state.TRYING else "has tried"


# Words.


def turn_line(game: Record, turns: int) -> str:
    """Where the match is, of so many turns."""
    return f"Turn {game['turn']} of {turns}" if game["turn"] else "Deployment"


def left_text(game: Record) -> str:
    """What the team in turn has left, and what counts against its next tackle or jostle (TA2, TA7, JO3)."""
    points, tackles = counted(int(game["points"]), "point"), int(game["tackles"])
    if not tackles:
        return f"{points} left"
    made = f"{tackles} or more tackles and jostles" if tackles == state.MOST_TACKLES else f"{tackles} tackle or jostle"
    return f"{points} left, {made} made"


def _kept_text(kept: int, keeping: int) -> str:
    return f"{counted(kept, 'turn')}{' or more' if kept == keeping else ''}"


def _keeping(game: Record, team: int, keeping: int) -> str:
    """For how long a team's goalie has kept the ball, behind a comma: after `keeping` turns it may be tackled (TA6)."""
    if not game["kept"] or game["holder"] // STRIDE != team:
        return ""
    return f", {figure_name(game['holder'])} has kept the ball for {_kept_text(int(game['kept']), keeping)}"


def _score(game: Record, team: int, keeping: int) -> str:
    return f"{TEAMS[team].capitalize()} {game['score'][team]}{_keeping(game, team, keeping)}"


def _team(game: Record, team: int, keeping: int) -> str:
    left = f", {left_text(game)}" if game["acting"] == team and (game["points"] or game["tackles"]) else ""
    goals = int(game["score"][team])
    return f"{goals} goal{'' if goals == 1 else 's'}{left}{_keeping(game, team, keeping)}"


def decision_line(game: Record) -> str:
    """Who decides what, or who has won and how."""
    if game["decision"] == state.OVER:
        if game["ending"] == state.RUNNING:
            return "before the kick-off"
        team = max(0, int(game["winner"]))
        return _result(game, f"{TEAMS[team].capitalize()} has won", team)
    who = TEAMS[game["decider"]].capitalize()
    if game["decision"] == state.DEPLOY:
        return f"{who} deploys {figure_name(game['asked'])}"
    if game["decision"] == state.INTERCEPT:
        return f"{who}: does {figure_name(game['asked'])} try to intercept?"
    if game["decision"] == state.TAKE:
        return f"{who}: does {figure_name(game['asked'])} take the ball?"
    return f"{who} acts, {left_text(game)}"


NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NO_TURNS = "no turns are left"


def nth_goal(number: int) -> str:
    """A team's goal by its number: first goal."""
    return f"{NTH[number - 1]} goal" if number <= len(NTH) else f"goal number {number}"


def ending_line(winner: str, ending: str, goals: int) -> str:
    """Who has won and why (MA1, MA2), as the story says it; no winner: a draw; `goals`: of who has scored last."""
    if not winner:
        return f"A draw: {NO_TURNS}"
    who = winner.capitalize()
    if ending == "time":
        return f"{who} has won: more goals, and {NO_TURNS}"
    return f"{who} has won with its {nth_goal(goals)}"


def _result(game: Record, verb: str, team: int) -> str:
    """The result of a match that is over, as `team` sees it."""
    own, other = (int(game["score"][side]) for side in (team, 1 - team))
    left = f": {NO_TURNS}" if ENDINGS[game["ending"]] == "time" else ""
    words = "A draw" if game["winner"] == NONE else f"{verb} by {counted(own, 'goal')} to {other}"
    return words + left


def ended_line(game: Record, team: int) -> str:
    """How it has ended, to who played `team`."""
    return _result(game, "You won" if game["winner"] == team else "You lost", team)


TEXT_SIGNS = """W1 a figure of White  B1 a figure of Black
o the ball, W2o in the hands of W2, W2* in its square, and nobody holds it
W2_ W2 is on the ground, W2% with the ball in its square
: goal zone  , grey area: nobody is deployed there  | goal"""


def _mark(game: Record, who: int, figure: Record) -> str:
    """The sign behind a figure's name; a ball in its square that it doesn't hold has to be picked up (MV3)."""
    if game["holder"] == who:
        return "o"
    if game["ball"] == figure["square"]:
        return "%" if figure["down"] else "*"
    return "_" if figure["down"] else " "


def draw_text(scenario: Scenario, games: Position, colour: bool = False) -> str:
    """A position in characters (`TEXT_SIGNS`) and its text."""
    game, board = record_of(scenario, games), scenario.board
    zones = {*scenario.zone(WHITE), *scenario.zone(BLACK)}
    signs = {}
    for n, place in enumerate(board.places):
        signs[n] = " , " if is_grey(scenario.goal, place) else " : " if n in zones else " . "
    for who in range(2 * STRIDE):
        figure = game["figure"][divmod(who, STRIDE)]
        if figure["square"] != NONE:
            name = f"{figure_name(who)}{_mark(game, who, figure)}"
            signs[int(figure["square"])] = f"\x1b[{'1' if who < STRIDE else '7'}m{name}\x1b[0m" if colour else name
    if game["ball"] != NONE and not (game["figure"]["square"] == game["ball"]).any():
        signs[int(game["ball"])] = " o "
    rows = []
    for y in range(board.half, -board.half - 1, -1):
        numbers = (board.numbers.get((x, y), NONE) for x in range(-board.half, board.half + 1))
        cells = [signs.get(number, "   ") for number in numbers]
        goal = "|" if abs(y) <= scenario.goal // 2 else " "
        rows.append(f"{y + board.half + 1:>2} {goal}{''.join(cells)}{goal}".rstrip())
    letters = "".join(f" {chr(ord('a') + n)} " for n in range(board.size))
    scores = (_score(game, team, scenario.keeping) for team in (WHITE, BLACK))
    status = (turn_line(game, scenario.turns), decision_line(game), *scores)
    return "\n".join([*rows, f"    {letters}".rstrip(), "", " · ".join(status), position_of(scenario, games)]) + "\n"
