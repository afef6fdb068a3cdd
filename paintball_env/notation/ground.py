"""What a position may not say of the ground: here of hexes."""

from collections.abc import Sequence

from paintball_env.actions import figure_name
from paintball_env.notation.words import KINDS, Judge, title
from paintball_env.rules import state
from paintball_env.rules.charging import can_be_charged_on, can_charge, can_charge_any, can_charge_hex
from paintball_env.rules.ground import is_closed, works_at
from paintball_env.rules.moving import is_overfull, may_meet
from paintball_env.rules.state import BLUE, NONE, RED
from paintball_env.rules.steps import is_held
from paintball_env.rules.terrain import WORKS, works_in_words
from tabletop.game.hex_grid import half_turned_direction

DIRECTIONS = tuple(range(6))


class OnGround(Judge):
    """Judges what depends on the ground.

    Attributes:
      names: of places, by their numbers.
    """

    names: Sequence[str]

    def terrain_at(self, place: int) -> int:
        """The terrain at a place, its number in `rules.terrain`."""
        return int(self.board.terrain[place])

    # Where things are.

    def check_cover(self) -> None:
        """BO3: works hold no cover."""
        for place in self.game["cover"].nonzero()[0].tolist():
            if works_at(self.world, place) != NONE:
                key = "soft" if self.game.cover[place] == state.SOFT else "hard"
                self.fail(key, f"{self.names[place]} is a {works_in_words()} and holds no cover")

    def check_crowds(self) -> None:
        """EN4, MV2: works hold few; enemies share no other hex."""
        rules = self.rules
        for index, (red, blue) in enumerate(zip(*self.game["present"].tolist(), strict=True)):
            if red + blue < 2:
                continue  # one has room everywhere, and meets nobody
            name = self.names[index]
            if is_overfull(self.world, self.game, index):
                team, count = (RED, red) if red > rules.works_team else (BLUE, blue)
                room = f"{rules.works_all} figures, not for {red + blue}"
                if count > rules.works_team:
                    room = f"{rules.works_team} of a team, not for {count}"
                self._crowd(index, team, f"{name} has room for {room}")
            if red and blue and not may_meet(self.world, self.game, index):
                place_words = f"a {works_in_words()}, or a charge"
                self._crowd(index, BLUE, f"enemies share {name}, which only happens in {place_words}")

    def _crowd(self, place: int, team: int, words: str) -> None:
        last = [identity for identity, figure in self.on_board(team) if figure.hex == place]
        self.fail(figure_name(last[-1]), words)

    def check_place_for_cover(self) -> None:
        """SN4: hard cover that is to be turned can lie there."""
        self.fail("place", "there is cover already", self.game.cover[self.place])
        self.fail("place", f"a {works_in_words()} holds no cover", self.board.terrain[self.place] in WORKS)

    def may_start(self, team: int, place: int) -> bool:
        """SN1, SN2: the team's figures are set up there."""
        return bool(self.board.start[team][place])

    def may_be_near(self, team: int, place: int) -> bool:
        """SN1: the team's flag and Marshal are set up there."""
        return bool(self.board.near_home[team][place])

    def bases_meet(self) -> bool:
        """SN4: the bases are next to each other, so that by lot a flag may come to lie in one."""
        return bool(self.board.distance[self.board.home[0], self.board.home[1]] <= 1)

    def has_entered(self, figure: state.Figure, place: int) -> bool:
        """FL1: a figure that has moved, and stands there, has come there."""
        return bool(figure.hex == place)

    # Moves.

    def can_have_come(self, figure: state.Figure, in_charge: bool, facing: int) -> bool:
        """MV1, MV2, SN2: there is a way that a figure of the acting team can have walked to its hex.

        Args:
          figure: it; it has moved.
          in_charge: it is in the hex that is charged.
          facing: of its last step; NONE: it isn't known.
        """
        if not in_charge and is_held(self.world, self.game, self.acting, figure.hex):
            return False
        return self._leads(int(figure.hex), int(figure.moved), DIRECTIONS if facing == NONE else (facing,))

    def _leads(self, place: int, steps: int, directions: tuple[int, ...]) -> bool:
        for direction in directions:
            start = int(self.board.neighbour[place][half_turned_direction(direction)])
            if start == NONE or is_closed(self.world, self.acting, start):
                continue
            # Where it began it may have stood beside enemies in works; through others it can't have gone.
            if steps == 1:
                if self.board.works[start] != NONE or not self.game.present[1 - self.acting][start]:
                    return True
            elif not is_held(self.world, self.game, self.acting, start) and self._leads(start, steps - 1, DIRECTIONS):
                return True
        return False

    # Volleys and charges.

    def check_targets(self, shots: Sequence[int]) -> None:
        """SH3: the targets of a volley are in one hex."""
        hexes = {int(self.figure(shot).hex) for shot in shots}
        self.fail("shots", "all shots of a volley go to one hex", len(hexes) > 1)

    def check_charger(self) -> None:
        """CH2: a charge goes over one or two steps, and sentries are asked after each."""
        distance = int(self.board.distance[self.figure(self.actor).hex, self.place])
        min_distance, max_distance = (1, 2) if self.kind == state.STEP else (0, 1)
        if not min_distance <= distance <= max_distance:
            place_words = "one or two steps from" if self.kind == state.STEP else "next to, or in,"
            self.fail("actor", f"in the decision '{KINDS[self.kind]}' a charger is {place_words} the hex charged (CH2)")

    def check_course(self) -> None:
        """CH1, CH2: there is a hex to charge, and a charger that is asked for its step can walk on."""
        if self.kind == state.STEP and not can_charge(self.world, self.game, self.actor, self.place):
            self.fail("actor", "it can't walk to the hex that is charged (CH2)")
        if self.kind == state.CHARGE and not can_charge_any(self.world, self.game, self.acting):
            self.fail("to", "there is no hex to charge (CH1)")

    def has_arrived(self, figure: state.Figure) -> bool:
        """CH2: a charger is where it wants to go."""
        return bool(figure.hex == self.place)

    def check_charged(self) -> None:
        """CH1: the hex could be charged when it was named; its defenders stay impotent."""
        if self.kind == state.CHARGER and self.game.count == 0:
            is_legal = can_charge_hex(self.world, self.game, self.acting, self.place)
        else:
            is_legal = can_be_charged_on(self.world, self.game, self.acting, self.place, NONE)
        self.fail("place", f"{title(self.acting)} can't charge it (CH1)", not is_legal)
