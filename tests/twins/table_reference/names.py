"""Names and numbers of actions on a table, and what may be named (docs/open-table.md: formats, named places)."""

from ..paintball_reference import play
from ..paintball_reference.legal import LAST, figure_actions, figures_named, number_of
from ..paintball_reference.model import LETTERS
from .geometry import HEADINGS, along, plus, squared
from .moves import Moves

EIGHT = HEADINGS[::2]  # the points about a thing's middle
HARD_HEADINGS = HEADINGS[:8]
HARD_SIDES = {"left": 4, "right": -4}
HARD_ALONG = {" back": -25, "": 0, " ahead": 25}
HARD_PLACES = [side + end for side in HARD_SIDES for end in HARD_ALONG]
SINGLE = ["aim", "sentry", "stand down", "reload", "take flag"]
BLOCKS = 11  # with more figures the figure is picked first
STEP = 25  # how far a named place is from the middle, or from the piece


class Names:
    """The part of a game that names things."""

    # What may be named

    def middles(self):
        """The things that have a middle or a point, by name."""
        things = {f"soft{n}": middle for n, middle in enumerate(sorted(self.soft), 1)}
        things |= {f"works{n}": middle for n, (middle, _) in enumerate(self.board.parts, 1)}
        return things | {flag.name: flag.at for flag in self.flags if flag.at is not None}

    def hard_middles(self):
        """The hard pieces by name: middle and heading."""
        return {f"hard{n}": piece for n, piece in enumerate(sorted(self.hard.items()), 1)}

    def places(self):
        """The named places, by the names of their actions."""
        places = {}
        for name, middle in self.middles().items():
            places[f"place {name}"] = middle
            if not name.startswith("flag"):
                for d, heading in enumerate(EIGHT):
                    places[f"place {name} {heading}"] = plus(middle, along(2 * d, STEP))
        for name, (middle, heading) in self.hard_middles().items():
            for side, quarter in HARD_SIDES.items():
                beside = plus(middle, along(heading + quarter, STEP))
                for end, length in HARD_ALONG.items():
                    places[f"place {name} {side}{end}"] = plus(beside, along(heading, length))
        return places

    def polar(self, point, lengths):
        """The points along the headings from a point, by the names of their actions."""
        return {
            f"point {heading} {length // 10}": plus(point, along(d, length))
            for length in lengths
            for d, heading in enumerate(HEADINGS)
        }

    def marks(self, team, kind):
        """GR2, GR3: what a throw or the opponent may name, by name: on the table and in reach."""
        marks = {f"figure {figure.name}": figure.at for figure in self.alive(0) + self.alive(1)}
        if kind == "throw":
            start, reach = self.figure(self.actor).at, 100 * self.scenario.throw_range
            marks |= {f"place {name}": middle for name, middle in self.middles().items()}
            marks |= {f"middle {name}": middle for name, (middle, _) in self.hard_middles().items()}
            marks |= self.polar(start, (50, 100, 150, 200))
        else:
            start, reach = self.place, 100
            marks |= self.polar(start, (50, 100))
            marks = {name: mark for name, mark in marks.items() if mark != start}
        return {
            name: mark for name, mark in marks.items()
            if self.board.fits(mark, 0) and squared(mark, start) <= reach**2
        }  # fmt: skip

    def cover_fits(self, piece):
        """BO3, SN4: a piece (soft: heading None) lies on the table and overlaps neither works nor cover."""
        taken = [(middle, None) for middle in self.soft] + list(self.hard.items())
        fits = self.board.takes_soft(piece[0]) if piece[1] is None else self.board.takes_hard(piece)
        return fits and not any(self.board.overlap(piece, other) for other in taken)

    def setup_points(self, team, kind):
        """SN1 to SN4: the points that a decision of the set-up may name, by name."""
        if kind == "cover-hex":
            headings = [None] if self.kind == "soft" else range(8)
            points = [p for p in self.board.cover_points if any(self.cover_fits((p, h)) for h in headings)]
            return {f"at {self.board.write(point)}": point for point in points}
        if kind in ("flag-hex", "marshal-hex"):
            return self.scenario.near_points(team)
        figure, points = self.figure(self.actor), self.scenario.start_points(team)
        return {name: point for name, point in points.items() if self.free(figure, point)}

    def names_of_places(self, team, kind):
        """The legal actions of the decisions that only a table has, or has in its own way."""
        if kind in ("cover-hex", "flag-hex", "marshal-hex", "deploy"):
            return list(self.setup_points(team, kind))
        if kind == "cover-facing":
            return [f"heading {h}" for d, h in enumerate(HARD_HEADINGS) if self.cover_fits((self.place, d))]
        if kind in ("throw", "scatter"):
            return list(self.marks(team, kind))
        if kind == "order":
            return figure_actions(self, self.figure(self.actor))
        if kind == "go":
            return list(self.within_a_move(self.figure(self.actor)))
        if kind == "charge":
            return figures_named(self.chargeable(team))
        raise ValueError(f"unknown kind of decision {kind!r}")

    def place_named(self, name):
        """The point that an action of the open decision names."""
        team, kind = self.to
        return (self.marks if kind in ("throw", "scatter") else self.setup_points)(team, kind)[name]

    def direction_named(self, name):
        """The number of `heading NE`."""
        return HARD_HEADINGS.index(name.split()[1])

    # Orders: up to 11 figures each has a block of actions; from 12 on the figure is picked first

    def orders(self, team):
        """The figures' actions of the open phase, or the figures that have one."""
        if self.scenario.figures > BLOCKS:
            return figures_named(figure for figure in self.alive(team) if figure_actions(self, figure))
        return [f"{figure.name} {name}" for figure in self.alive(team) for name in figure_actions(self, figure)]

    def order_name(self, figure, words):
        """The name of a figure's order."""
        return words if self.scenario.figures > BLOCKS else f"{figure.name} {words}"

    def act(self, name, chance):
        """An action of the open phase, or the figure that is to act."""
        if name.startswith("figure "):
            self.actor = name.split()[1]
            self.to = (self.acting, "order")
            return False
        return play.act(self, name, chance)

    def order(self, name, chance):
        """What the figure that was picked is to do."""
        return play.order(self, self.figure(self.actor), name.split(), chance)

    @property
    def decisions(self):
        """The decisions that a table has in its own way."""
        kind = type(self)
        return {"act": kind.act, "order": kind.order, "go": Moves.go, "charge": kind.charge, "charger": kind.charger}

    # Numbers, seen from the deciding team's own side

    def shared_parts(self):
        """How many actions of each kind stand behind the figures' blocks, in order."""
        rules, board = self.scenario, self.board
        return {
            "charge": 1, "own": rules.figures, "enemy": rules.figures, "soft": 9 * rules.soft_total,
            "hard": 6 * rules.hard_total, "works": 9 * len(board.parts), "flag": len(self.flags), "point": 64,
            "middle": rules.hard_total, "at": len(board.cover_points), "heading": 8, "ring": 16 * len(rules.rings),
            "listed": len(rules.listed), "words": len(LAST),
        }  # fmt: skip

    def index_of(self, team, name):
        """An action's number."""
        words, size = name.split(), self.scenario.figures
        first = self.shared_index(team, name, words)
        if first is not None:
            kind, number = first
            parts = list(self.shared_parts().items())
            before = sum(length for _, length in parts[: [key for key, _ in parts].index(kind)])
            return (size if size <= BLOCKS else 1) * (56 + 2 * size) + before + number
        block = 0
        if size <= BLOCKS:
            block, words = (56 + 2 * size) * number_of(words[0], team), words[1:]
        return block + self.order_index(team, " ".join(words), words)

    def order_index(self, team, name, words):
        """An order's number in its figure's block."""
        size = self.scenario.figures
        if name in SINGLE:
            return 49 + SINGLE.index(name)
        if words[0] == "move":
            return 16 * ["5", "10"].index(words[2]) + (HEADINGS.index(words[1]) + 8 * team) % 16
        if words[0] == "go":
            return 32
        if words[0] == "rotate":
            return 33 + (HEADINGS.index(words[1]) + 8 * team) % 16
        if words[0] == "shoot":
            return 54 + number_of(words[1], 1 - team)
        if words[0] == "suppress":
            return 54 + size + number_of(words[1], 1 - team)
        if words[0] == "throw":
            return 54 + 2 * size + ["smoke", "paint"].index(words[1])
        raise ValueError(f"unknown action {name!r}")

    def shared_index(self, team, name, words):
        """The kind of an action that all figures share, and its number there; None: it is a figure's order."""
        if name in LAST:
            return "words", LAST.index(name)
        if words[0] == "charge":
            return "charge", 0
        if words[0] == "figure":
            own = words[1][0] == LETTERS[team]
            return "own" if own else "enemy", number_of(words[1], team if own else 1 - team)
        if words[0] == "place":
            return self.place_index(team, words)
        if words[0] == "point":
            ring = [5, 10, 15, 20].index(int(words[2]))
            return "point", 16 * ring + (HEADINGS.index(words[1]) + 8 * team) % 16
        if words[0] == "middle":
            return "middle", self.turned_number(team, int(words[1][4:]) - 1, self.scenario.hard_total)
        if words[0] == "at":
            points = self.board.cover_points
            return "at", self.turned_number(team, points.index(self.board.read(words[1])), len(points))
        if words[0] == "heading":
            return "heading", HARD_HEADINGS.index(words[1])
        if words[0] == "start" and len(words) == 2:
            points = self.scenario.listed
            return "listed", self.turned_number(team, points.index(self.board.read(words[1])), len(points))
        if words[0] == "start":
            ring = self.scenario.rings.index(int(words[2].replace(".", "")))
            return "ring", 16 * ring + (HEADINGS.index(words[1]) + 8 * team) % 16
        return None

    def turned_number(self, team, number, total):
        """Piece, part or point n of N is N - 1 - n for Blue."""
        return number if team == 0 else total - 1 - number

    def place_index(self, team, words):
        """A named place's number: the middle of a thing stays, the points about it turn, hard cover's six backwards."""
        thing, rest = words[1], " ".join(words[2:])
        if thing.startswith("flag"):
            names = [flag.name for flag in self.flags]
            return "flag", self.turned_number(team, names.index(thing), len(names))
        kind = thing.rstrip("0123456789")
        total = {"soft": self.scenario.soft_total, "hard": self.scenario.hard_total, "works": len(self.board.parts)}
        number = self.turned_number(team, int(thing[len(kind) :]) - 1, total[kind])
        if kind == "hard":
            return kind, 6 * number + self.turned_number(team, HARD_PLACES.index(rest), 6)
        return kind, 9 * number + (1 + (EIGHT.index(rest) + 4 * team) % 8 if rest else 0)
