"""What a game asks of an open table: who is together, Marshals' ways, lines and cover, smoke (OT, SH, IW, SC, HC)."""

from ..paintball_reference.model import State
from . import charge, names
from .geometry import cross_each_other, dot, minus, squared, squared_to_way, toward
from .table import BASE, WORKS

TOGETHER = 50  # OT2
FLAG = 25  # FL1
COVER = 30 + BASE  # IW2: a base within 3 cm of cover
CLOUD = 50  # SM1
CLOUDS = 32  # the most that a table holds
STOP = 25  # PC2: so near to the figure a Marshal stops


class Game(names.Names, charge.Charges, State):
    """A game on an open table."""

    # Who is where (OT2, EN1, EN4, EN6)

    def part_of(self, figure):
        """EN4: the part of works that a figure is in, or None."""
        return self.board.part(figure.at, figure.team)

    def together(self, one, other):
        """OT2: two figures are together in the same part of works, or in none and within 50 mm."""
        part = self.part_of(one)
        if part != self.part_of(other):
            return False
        return part is not None or squared(one.at, other.at) <= TOGETHER**2

    def same_part(self, one, other):
        """SH7: range 0."""
        return self.part_of(one) is not None and self.part_of(one) == self.part_of(other)

    def at_goal(self, figure):
        """FL3, EN1: does the figure stand in the base where its team wins with a flag?"""
        return squared(figure.at, self.goal_base(figure.team)) <= WORKS**2

    def on_flag(self, figure, flag, start):
        """FL1: standing within 25 mm of a flag; or, having come from start, on a way that has led so near to it."""
        if start is None:
            return squared(figure.at, flag.at) <= FLAG**2
        return squared(start, flag.at) > FLAG**2 and squared_to_way(flag.at, start, figure.at) <= FLAG**2

    # Set-up (SN)

    def place_cover(self):
        """SN6: the cover that stands there from the start."""
        self.soft = {self.board.read(point) for point in self.scenario.soft_at}
        self.hard = {
            self.board.read(point): self.board.directions.index(heading) for point, heading in self.scenario.hard_at
        }

    def half_way(self, chance):
        """SN3: the table's middle."""
        return (0, 0)

    # Marshals (MF3, PC)

    def steps(self, marshal, figure):
        """PC3: a Marshal's distance, squared."""
        return squared(marshal.at, figure.at)

    def beside(self, marshal, figure):
        """PC2: attending, and having reached the figure, is being within 50 mm."""
        return squared(marshal.at, figure.at) <= TOGETHER**2

    def in_call(self, marshal, figure):
        """PC1, MF6: within 20 cm."""
        return squared(marshal.at, figure.at) <= (100 * self.scenario.call_range) ** 2

    def come(self, marshal, figure):
        """PC1: he comes to 25 mm from the figure, however far; who is within 50 mm already doesn't walk."""
        if not self.beside(marshal, figure):
            marshal.at = toward(figure.at, marshal.at, STOP)

    def walk(self, marshal, figure, chance):
        """MF3, PC2: to 25 mm from the figure if that is within 20 cm of him, else 20 cm toward the figure."""
        reach = 100 * self.scenario.walk
        if self.beside(marshal, figure):
            return
        goal = toward(figure.at, marshal.at, STOP)
        if squared(marshal.at, goal) <= reach**2:
            marshal.at = goal
        else:
            marshal.at = toward(marshal.at, figure.at, reach)

    def step_aside(self, marshal, chance):
        """EN5 falls away."""

    # Shots (SH)

    def range_to(self, shooter, target):
        """OT1, SH7: the number of 10 cm begun, at least 1; 0 in the same part of works."""
        if self.same_part(shooter, target):
            return 0
        number = 1
        while squared(shooter.at, target.at) > (100 * number) ** 2:
            number += 1
        return number

    def in_sight(self, shooter, target, aimed):
        """SH1, SH7, SH-LOS3, BS1, HC3: can one die be shot at this target?"""
        distance = self.range_to(shooter, target)
        if distance == 0:
            return True
        if distance > (6 if aimed else 5) or not self.board.clear(shooter.at, target.at):
            return False
        if self.scenario.blind_spots and not self.board.sees(shooter.facing, shooter.at, target.at):
            return False
        return not (target.impotent and self.shielding(shooter, target))

    def further_targets(self, shooter):
        """SH3: those together with the first target, as long as a die without aim reaches the farthest declared."""
        declared = [self.figure(name) for name, _ in self.shots]
        far = max(self.range_to(shooter, target) for target in declared)
        together = [f for f in self.alive(declared[0].team) if self.together(f, declared[0])]
        return [f for f in together if max(far, self.range_to(shooter, f)) <= 5]

    def need(self, shooter, targets, aimed):
        """SH1, SH3, SH7, EN1, EN6: the least face that hits, by the farthest of the targets."""
        distance = max(self.range_to(shooter, target) for target in targets)
        if distance == 0:
            return 2
        shelter = self.board.shelter(self.part_of(targets[0]))
        if shelter is not None and shelter != self.board.shelter(self.part_of(shooter)):
            return 6
        return max(2, distance if aimed else distance + 1)

    # Cover, and what is in the way (IW, SC, HC)

    def soft_of(self, shooter, target):
        """IW2: for each soft piece whose inside the line crosses its middle and whose it is."""
        radius, pieces = self.board.soft_radius, []
        for middle in self.soft:
            if squared_to_way(middle, shooter.at, target.at) < radius**2:
                far = squared(middle, shooter.at), squared(middle, target.at)
                pieces.append((middle, self.whose(*far, radius + COVER)))
        return pieces

    def whose(self, from_shooter, from_target, reach):
        """IW2: whose a piece is: at one of them his, at both of the nearer, if equal of the target."""
        at_shooter, at_target = from_shooter <= reach**2, from_target <= reach**2
        if at_shooter and (not at_target or from_shooter < from_target):
            return "shooter"
        return "target" if at_target else None

    def shielding(self, shooter, target):
        """HC2: the middles of hard pieces that are the target's and that the line crosses."""
        middles = []
        for middle, heading in self.hard.items():
            ends = self.board.ends((middle, heading))
            far = squared_to_way(shooter.at, *ends), squared_to_way(target.at, *ends)
            if self.whose(*far, COVER) == "target" and cross_each_other(shooter.at, target.at, *ends):
                middles.append(middle)
        return middles

    def in_the_way(self, shooter, target):
        """IW2, IW4, SH6: what stands in the way of a shot, in order along the line."""
        if self.same_part(shooter, target):
            return []
        start, end, things = shooter.at, target.at, []

        def add(rank, place, thing):
            things.append((dot(minus(place, start), minus(end, start)), rank, thing))

        def crossed(place):
            return squared_to_way(place, start, end) < BASE**2

        for figure in self.alive(0) + self.alive(1):
            if crossed(figure.at) and not self.together(figure, shooter) and not self.together(figure, target):
                add((figure.team != shooter.team, figure.number), figure.at, figure)
        for rank, marshal in enumerate(self.marshals_in_order(shooter.team)):
            if crossed(marshal.at) and not self.beside(marshal, shooter) and not self.beside(marshal, target):
                add((2, rank), marshal.at, marshal)
        for middle, whose in self.soft_of(shooter, target):
            if whose != "shooter":
                add((3, 0), middle, "cover")
        for middle in self.shielding(shooter, target):
            add((3, 1), middle, "cover")
        return [thing for _, _, thing in sorted(things, key=lambda entry: entry[:2])]

    def in_soft_cover(self, figure, shooter):
        """SC1, SV2: a piece at the figure, not the shooter's, whose inside the line crosses."""
        return any(whose == "target" for _, whose in self.soft_of(shooter, figure))

    # Smoke and paint (SM, PG)

    def in_smoke(self, figure):
        """SM2."""
        return any(squared(figure.at, cloud) <= CLOUD**2 for cloud in self.smoke)

    def smoke_between(self, shooter, target):
        """SM3: the line crosses the inside of a cloud in which neither has its middle; not at range 0 (SH7)."""
        if self.same_part(shooter, target):
            return False
        return any(
            squared_to_way(cloud, shooter.at, target.at) < CLOUD**2
            and squared(cloud, shooter.at) > CLOUD**2
            and squared(cloud, target.at) > CLOUD**2
            for cloud in self.smoke
        )

    def clouds(self):
        """SM4: the clouds in order, each with its number in Red's order as the subject of draws."""
        subjects = {cloud: f"S{n}" for n, cloud in enumerate(sorted(self.smoke), 1)}
        return [(cloud, subjects[cloud]) for cloud in self.places_in_order(self.smoke)]

    def add_smoke(self, point):
        """SM1: one within 5 cm of another changes nothing, nor does a 33rd."""
        if len(self.smoke) < CLOUDS and all(squared(point, cloud) > CLOUD**2 for cloud in self.smoke):
            self.smoke.add(point)

    def in_burst(self, figure, point):
        """PG1."""
        return squared(figure.at, point) <= CLOUD**2

    def may_watch(self, figure):
        """EN3: where sentries may stand."""
        part = self.part_of(figure)
        return part is None or (self.scenario.sentry_in_base and self.board.parts[part][0] in self.board.home)
