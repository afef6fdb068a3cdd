"""What a position may not say of a table."""

from collections.abc import Sequence

import numpy as np

from paintball_env.actions import figure_name
from paintball_env.notation.words import Judge, title
from paintball_env.on_table.rules.charging import RINGS, can_charge_any, can_charge_at
from paintball_env.on_table.rules.clouds import CLOUD
from paintball_env.on_table.rules.ground import (
    HEADINGS,
    HEX,
    along,
    are_together,
    clear_ground,
    is_near,
    part_of,
    spot_of,
    xy,
)
from paintball_env.on_table.rules.numbering import start_point
from paintball_env.on_table.rules.picking import no_picking, picks
from paintball_env.on_table.rules.placing import hard_fits, is_near_home, is_start, lay_cover, no_cover, soft_fits
from paintball_env.on_table.rules.shape import BLOCKS, GO, ORDER
from paintball_env.on_table.rules.steps import no_going, no_stand
from paintball_env.rules import state
from paintball_env.rules.figures import is_impotent, no_order
from paintball_env.rules.moving import is_overfull
from paintball_env.rules.state import BLUE, NONE, RED, STRIDE
from paintball_env.rules.terrain import OPEN
from paintball_env.rules.turns import stands
from tabletop.game.action_table import ALLOWED
from tabletop.game.open_table import place as point_of


class OnGround(Judge):
    """Judges what depends on the ground.

    Attributes:
      names: of places, by their numbers.
    """

    names: Sequence[str]

    def terrain_at(self, place: int) -> int:
        """The terrain at a place, its number in `rules.terrain`."""
        return OPEN if part_of(place) == NONE else int(self.board.terrain[part_of(place)])

    # Where things are.

    def check_cover(self) -> None:
        """BO3, SM1: pieces lie on the table and overlap nothing, and all are there; no cloud is in another."""
        game, bare = self.game, self.game.copy()
        clear_ground(bare)
        for place in game["soft"][game["soft"] != NONE].tolist():
            self.fail("soft", f"{self.names[place]} is no place for it (BO3)", not soft_fits(self.world, bare, place))
            lay_cover(bare, place, state.SOFT)
        for place, heading in zip(game["hard"][game["hard"] != NONE].tolist(), game["heading"].tolist(), strict=False):
            if not hard_fits(self.world, bare, place, heading):
                self.fail("hard", f"{self.names[place]} is no place for it (BO3)")
            lay_cover(bare, place, state.HARD + heading)
        has_begun = game.turn or game.decision != state.OVER or stands(game, RED) or stands(game, BLUE)
        for key in ("soft", "hard"):
            there, total = int(np.count_nonzero(game[key] != NONE)), int(self.board[key])
            left = sum(int(side[key]) for side in game["side"])
            if there + left > total or (has_begun and there + left < total):
                self.fail(key, f"{there} pieces, and {left} to place: of this cover there are {total}")
        clouds = game["cloud"][game["cloud"] != NONE].tolist()
        for index, cloud in enumerate(clouds):
            if any(is_near(cloud, other, CLOUD) for other in clouds[:index]):
                self.fail("smoke", f"{self.names[cloud]} is within 5 cm of another cloud (SM1)")

    def check_crowds(self) -> None:
        """OT3, EN4: bases lie on the table, and on nothing that bars them; works hold few."""
        rules = self.rules
        for team in (RED, BLUE):
            for who, figure in self.on_board(team):
                place = int(figure.hex)
                if no_stand(self.world, self.game, who, place) != ALLOWED:
                    self.fail(figure_name(who), f"no base has room at {self.names[place]} (OT3)")
                if is_overfull(self.world, self.game, place):
                    room = f"{int(rules.works_team)} of a team and {int(rules.works_all)} in all"
                    self.fail(figure_name(who), f"works{part_of(place) + 1} has room for {room} (EN4)")

    def check_place_for_cover(self) -> None:
        """SN4: hard cover that is to be turned can lie there."""
        is_spot = self.place in self.board.spot[: self.board.spots]
        can_lie = is_spot and no_cover(self.world, self.game, self.place) == ALLOWED
        self.fail("place", "no hard cover can lie there (BO3)", not can_lie)

    def may_start(self, team: int, place: int) -> bool:
        """SN1, SN2: the team's figures are set up there."""
        starts = (start for start in range(self.board.starts) if is_start(self.world, team, start))
        return any(start_point(self.world, team, start) == spot_of(place) for start in starts)

    def may_be_near(self, team: int, place: int) -> bool:
        """SN1: the team's flag and Marshal are set up there."""
        starts = (start for start in range(self.board.starts) if is_near_home(self.world, team, start))
        return any(start_point(self.world, team, start) == place for start in starts)

    def bases_meet(self) -> bool:
        """SN3: the table's middle, where the one flag lies, is in no base."""
        return False

    def has_entered(self, figure: state.Figure, place: int) -> bool:
        """FL1: a figure that has moved, and stands there, may have begun there."""
        return False

    # Moves.

    def can_have_come(self, figure: state.Figure, in_charge: bool, facing: int) -> bool:
        """MV1: to every point some way leads."""
        return True

    def check_course(self) -> None:
        """MV1, CH1: who is asked for a place can go, who is picked has an order, and there is somebody to charge."""
        world, game = self.world, self.game
        if self.kind == GO:
            can_go = no_order(game, self.actor) == ALLOWED and no_going(world, game, self.actor) == ALLOWED
            self.fail("actor", "there is no place that it can go to (MV1)", not can_go)
        if self.kind == ORDER:
            self.fail("to", f"figures are picked with more than {BLOCKS} a side", not picks(world))
            self.fail("actor", "it has no order to be given", no_picking(world, game, self.actor) != ALLOWED)
        if self.kind == state.CHARGE and not can_charge_any(world, game, self.acting):
            self.fail("to", "there is nobody to charge (CH1)")

    # Volleys and charges.

    def check_targets(self, shots: Sequence[int]) -> None:
        """SH3: the targets of a volley are together with the first."""
        first = int(self.figure(shots[0]).hex)
        are_all = all(are_together(int(self.figure(shot).hex), first) for shot in shots)
        self.fail("shots", "all targets of a volley are together with the first one (SH3)", not are_all)

    def check_charger(self) -> None:
        """CH2: a charger goes to a point about the named enemy, and sentries are asked after each step."""
        goal, actor = int(self.game.goal), int(self.figure(self.actor).hex)
        self.fail("goal", "is missing: where the charger will stand (CH2)", goal == NONE)
        x, y = xy(self.place)
        ways = [along(heading, ring) for ring in RINGS for heading in range(HEADINGS)]
        if goal not in {point_of(x + dx, y + dy) for dx, dy in ways}:
            self.fail("goal", "chargers stand 2.5 or 5 cm along a heading from the enemy who is named (CH2)")
        self.fail("actor", "its next step leads to its goal (CH2)", not is_near(actor, goal, HEX))

    def has_arrived(self, figure: state.Figure) -> bool:
        """CH2: a charger is where it wants to go."""
        return bool(spot_of(int(figure.hex)) == self.game.goal)

    def check_charged(self) -> None:
        """CH1: the group could be charged when it was named; it is together with the named enemy, and impotent."""
        world, game, enemy = self.world, self.game, 1 - self.acting
        group = [who for who, figure in self.on_board(enemy) if are_together(int(figure.hex), self.place)]
        if game.group != sum(1 << who % STRIDE for who in group):
            there = ", ".join(map(figure_name, group)) or "nobody"
            self.fail("group", f"charged is who is together with the enemy who is named: {there} (CH1)")
        is_legal = all(is_impotent(f) and f.gun != state.JAMMED for f in map(self.figure, group))
        if self.kind == state.CHARGER and game.count == 0:
            named = next((who for who in group if self.figure(who).hex == self.place), NONE)
            is_legal = named != NONE and can_charge_at(world, game, self.acting, named)
        self.fail("place", f"{title(self.acting)} can't charge it (CH1)", not is_legal)
