"""Charges on an open table (CH)."""

from ..paintball_reference.legal import may_charge, moves_left
from ..paintball_reference.movement import shoot_out
from ..paintball_reference.shooting import ask_sentries
from .geometry import along, half_of_the_way, heading_of, minus, plus, squared
from .moves import MOVE, Moves

RINGS = (25, 50)  # CH2: how far from the named enemy chargers stand


class Charges(Moves):
    """The part of a game that charges."""

    def somebody_at(self, point, team):
        """A figure of that team that would stand there."""
        figure = self.new_figure(team, 0)
        figure.at = point
        return figure

    def group_of(self, enemy):
        """CH1: the enemy and those together with it, or [] if they can't be charged."""
        group = [f for f in self.alive(enemy.team) if self.together(f, enemy)]
        if not all(f.impotent and not f.jammed for f in group):
            return []
        own = self.alive(1 - enemy.team)
        return [] if any(self.together(f, one) for f in group for one in own) else group

    def way_to(self, figure, point):
        """CH2: the ends of a charger's steps: one within 10 cm, else two, the first half the way."""
        if squared(figure.at, point) <= MOVE**2:
            return [point]
        return [half_of_the_way(figure.at, point), point]

    def can_arrive(self, figure, point, place, group):
        """CH2: is the point a place that the charger can take?"""
        stands = self.somebody_at(point, figure.team)
        enemies = self.alive(1 - figure.team)
        way = self.way_to(figure, point)
        steps = list(zip([figure.at, *way], way, strict=False))
        if len(way) > moves_left(self, figure) or any(squared(start, end) > MOVE**2 for start, end in steps):
            return False
        if not all(self.free(figure, end) for end in way):
            return False
        if not self.together(stands, self.somebody_at(place, 1 - figure.team)):
            return False
        if any(self.together(stands, enemy) for enemy in enemies if enemy.name not in group):
            return False
        return all(self.way_is_open(figure, start, end, group) for start, end in steps)

    def goal_for(self, figure, place, group):
        """CH2: the charger's place: of the nearer ring the nearest, of two the one further anticlockwise; or None."""
        for ring in RINGS:
            points = {h: plus(place, along(h, ring)) for h in range(16)}
            points = {h: point for h, point in points.items() if self.can_arrive(figure, point, place, group)}
            if points:
                least = min(squared(point, figure.at) for point in points.values())
                ahead = heading_of(minus(figure.at, place))
                best = [h for h, point in points.items() if squared(point, figure.at) == least]
                return points[max(best, key=lambda h: (h - ahead + 8) % 16)]
        return None

    def chargers(self, team, place=None, group=None):
        """CH1, CH2: the figures that can join a charge now."""
        if place is None:
            place, group = self.place, self.group
        named = self.somebody_at(place, 1 - team)
        figures = [f for f in self.alive(team) if may_charge(self, f) and not self.together(f, named)]
        return [f for f in figures if self.goal_for(f, place, group) is not None]

    def chargeable(self, team):
        """CH1: the enemies that somebody can charge."""
        enemies = []
        for enemy in self.alive(1 - team):
            group = [f.name for f in self.group_of(enemy)]
            if group and self.chargers(team, enemy.at, group):
                enemies.append(enemy)
        return enemies

    def attackers(self):
        """CH3: the chargers that have arrived."""
        named = self.somebody_at(self.place, 1 - self.acting)
        return [figure for figure in self.alive(self.acting) if self.together(figure, named)]

    def defenders(self):
        """CH3: the charged figures that are left."""
        return [self.figure(name) for name in self.group]

    def charge(self, name, chance):
        """CH1: the enemy is named, and the group is fixed."""
        enemy = self.figure(name.split()[1])
        self.place, self.group = enemy.at, [f.name for f in self.group_of(enemy)]
        self.to = (self.acting, "charger")
        return False

    def charger(self, name, chance):
        """CH2: a charger is named and goes, or the shoot-out begins; True if the charge is over."""
        if name == "done":
            return shoot_out(self, chance)
        self.actor = name.split()[1]
        self.count += 1
        self.goal = self.goal_for(self.figure(self.actor), self.place, self.group)
        return self.charge_step(chance)

    def charge_step(self, chance):
        """CH2: one step of the charger's way; True if the charge is over."""
        walker = self.figure(self.actor)
        end = self.way_to(walker, self.goal)[0]
        self.go_there(walker, end, heading_of(minus(end, walker.at)), joins=self.count > 1)
        if ask_sentries(self):
            return False
        return self.charge_goes_on(chance)

    def charge_goes_on(self, chance):
        """CH2: after a step and its reactions; True if the charge is over."""
        walker = self.figure(self.actor)
        if walker.at is not None and walker.at != self.goal:
            return self.charge_step(chance)
        self.actor = self.goal = None
        if self.defenders() and self.chargers(self.acting):
            self.to = (self.acting, "charger")
            return False
        return shoot_out(self, chance)
