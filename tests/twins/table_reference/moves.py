"""Moves on an open table: what is free, what bars a way, and a move with what follows (OT3, MV, EN4, BS2, FL1)."""

from ..paintball_reference.movement import take_flag
from ..paintball_reference.shooting import ask_sentries
from .geometry import HEADINGS, along, cross, dot, heading_of, minus, plus, squared, squared_to_way, toward
from .table import BASE, WORKS

BAR = 50  # MV2
MOVE = 100  # AP3: how far a move leads


class Moves:
    """The part of a game that moves its figures."""

    def has_room(self, figure, part):
        """EN4: is there a place in a part for one more of this figure's team? SN2: never in a closed base."""
        rules = self.scenario
        if rules.objective == "reverse" and self.board.parts[part][0] == self.board.home[figure.team]:
            return False
        others = [f for f in self.alive(0) + self.alive(1) if f is not figure and self.part_of(f) == part]
        own = [f for f in others if f.team == figure.team]
        return len(own) < rules.works_team and len(others) < rules.works_all

    def on_hard(self, point):
        """BO3: no middle is on a hard piece itself."""
        for piece in self.hard.items():
            a, b = self.board.ends(piece)
            if cross(minus(b, a), minus(point, a)) == 0 and dot(minus(point, a), minus(point, b)) <= 0:
                return True
        return False

    def free(self, figure, point):
        """OT3: may the figure's base stand there?"""
        if not self.board.fits(point, BASE):
            return False
        others = [f for f in self.alive(0) + self.alive(1) if f is not figure]
        if any(squared(point, other.at) < (2 * BASE) ** 2 for other in others) or self.on_hard(point):
            return False
        part = self.board.part(point, figure.team)
        here = None if figure.at is None else self.part_of(figure)
        return part is None or part == here or self.has_room(figure, part)

    def enters(self, part, start, end, team):
        """EN4: does a way enter a part: not begin in it, and end in it or come within 50 mm after its first point?"""
        if self.board.part(start, team) == part:
            return False
        if self.board.part(end, team) == part:
            return True
        middle = self.board.parts[part][0]
        if dot(minus(middle, start), minus(end, start)) <= 0:  # the way leads away: its first point is the nearest
            return squared(middle, start) < WORKS**2
        return squared_to_way(middle, start, end) <= WORKS**2

    def way_is_open(self, figure, start, end, group=()):
        """MV2, EN4: do no enemies (but those of a charged group) and no full parts bar the way?"""
        enemies = [enemy for enemy in self.alive(1 - figure.team) if enemy.name not in group]
        for enemy in enemies:
            distance = squared_to_way(enemy.at, start, end)
            if distance < (2 * BASE) ** 2:
                return False
            if self.part_of(enemy) is None and distance <= BAR**2:
                if squared(start, enemy.at) > BAR**2 or dot(minus(end, start), minus(enemy.at, start)) > 0:
                    return False
        for part in range(len(self.board.parts)):
            if self.enters(part, start, end, figure.team):
                defended = any(self.part_of(enemy) == part for enemy in enemies)
                if not self.has_room(figure, part) or (defended and not self.scenario.enter_defended):
                    return False
        return True

    def may_move(self, figure, end):
        """MV1, MV2: is a move to there possible?"""
        return end != figure.at and self.free(figure, end) and self.way_is_open(figure, figure.at, end)

    def end_of_move(self, figure, place):
        """MV1: where a move to a place ends."""
        if squared(figure.at, place) <= MOVE**2:
            return place
        return toward(figure.at, place, MOVE)

    def within_a_move(self, figure):
        """MV1: the names of the places that the figure can go to, one by one."""
        for name, place in self.places().items():
            if self.may_move(figure, self.end_of_move(figure, place)):
                yield name

    def moves(self, figure):
        """MV1: the moves of a figure that can pay one."""
        names = [
            f"move {heading} {length // 10}"
            for d, heading in enumerate(HEADINGS)
            for length in (50, 100)
            if self.may_move(figure, plus(figure.at, along(d, length)))
        ]
        return names + (["go"] if any(self.within_a_move(figure)) else [])

    def go_there(self, figure, end, heading, joins=False):
        """AP3, AI2, BS2, FL1: a figure moves, and what follows before the sentries."""
        start = figure.at
        self.spend(figure, self.scenario.cost_move, joins)
        figure.moved += 1
        figure.aim = False
        figure.at = end
        if self.scenario.blind_spots:
            figure.facing = heading
        take_flag(self, figure, start)

    def move(self, figure, words, chance):
        """MV1: an ordinary move, or the wish to go to a place; True if the act is resolved."""
        self.actor = figure.name
        if words[0] == "go":
            self.to = (self.acting, "go")
            return False
        heading = HEADINGS.index(words[1])
        self.go_there(figure, plus(figure.at, along(heading, 10 * int(words[2]))), heading)
        return not ask_sentries(self)

    def go(self, name, chance):
        """MV1, BS2: the place is named."""
        figure = self.figure(self.actor)
        end = self.end_of_move(figure, self.places()[name])
        self.go_there(figure, end, heading_of(minus(end, figure.at)))
        return not ask_sentries(self)
