"""SN4 backwards: in set-up all that comes before the open decision is placed, and nothing that comes after it."""

from paintball_env.actions import figure_name
from paintball_env.notation.ground import OnGround
from paintball_env.notation.words import DECISIONS, flag_keys, title
from paintball_env.rules import state
from paintball_env.rules.flags import has_won, is_carried_at_first, is_placed, is_shared
from paintball_env.rules.placing import first_facing
from paintball_env.rules.setup import (
    CARRIER_STAGE,
    DEPLOY_STAGE,
    EXPERT_STAGE,
    FLAG_STAGE,
    GRENADE_STAGE,
    MARSHAL_STAGE,
)
from paintball_env.rules.state import BLUE, NONE, RED, STRIDE
from paintball_env.rules.turns import stands

TO_COME, OPEN, DONE = -1, 0, 1


class SetUp(OnGround):
    """Judges a position of turn 0."""

    def check(self) -> None:
        """Refuse what no set-up reaches."""
        self._flags()
        if self.game.decision == state.OVER:
            self._begins()
            return
        # The beginner's first: so a message names what went wrong first.
        for team in (int(self.game.second), 1 - int(self.game.second)):
            self._placed_flag(team)
            self._marshal(team)
            self._figures(team)
            self._first_carrier(team)
            for stage, switch, fields, dice, limit in (
                (EXPERT_STAGE, "experts", ("expert",), "expert_dice", int(self.rules.team_size[team])),
                (GRENADE_STAGE, "grenades", ("smoke", "paint"), "grenade_dice", None),
            ):
                if self.rules[switch]:
                    self._rolled(team, stage, switch, fields, dice, limit)

    def _when(self, stage: int, team: int) -> int:
        """SN4: whether the team has done this stage, is doing it, or has still to come to it."""
        now = (DECISIONS[self.kind].stage, self.game.decider != self.game.second)
        then = (stage, team != self.game.second)
        return DONE if now > then else TO_COME if now < then else OPEN

    def _flags(self) -> None:
        game = self.game
        for key, number in flag_keys(self.rules).items():
            flag = game.flag[number]
            if is_carried_at_first(self.world):
                self.fail(key, "a figure starts with it (SN2)", flag.hex != NONE)
            elif flag.carrier != NONE:
                # A scenario's own beginning may give it to a figure.
                self.fail(key, "nobody carries it in set-up (turn=0)", game.decision != state.OVER)
            # By lot it comes to lie in a base only where the two are next to each other (SN4).
            elif flag.hex != NONE and not self.bases_meet() and self.is_in_a_base(int(flag.hex)):
                self.fail(key, "no flag is set up in a base (SN1, SN3)")
            has_place = flag.hex != NONE or flag.carrier != NONE
            if game.decision == state.OVER and not has_place and (stands(game, RED) or stands(game, BLUE)):
                self.fail(key, "is missing: turn 1 begins")
            if flag.carrier != NONE and has_won(self.world, game, int(flag.carrier) // STRIDE):
                self.fail(key, "with it the game is won before it begins (FL3)")

    def _begins(self) -> None:
        """TU7: a team without figures would have lost before the game begins; an empty board is where set-up begins."""
        for team in (RED, BLUE):
            if not stands(self.game, team) and stands(self.game, 1 - team):
                self.fail("turn", f"{title(team)} has set up, and has no figure (TU7)")

    def _placed_flag(self, team: int) -> None:
        """SN1, SN3: where flags lie from the start nobody is asked, so that one may lie there before its stage."""
        for key, number in flag_keys(self.rules).items():
            if not (is_shared(self.rules.objective) or (is_placed(self.world) and number == team)):
                continue
            when, lies = self._when(FLAG_STAGE, team), self.game.flag[number].hex != NONE
            self.fail(key, "is missing: flags are placed before (SN4)", when == DONE and not lies)
            self.fail(key, "it lies there, and is to be placed (SN4)", when == OPEN and lies)

    def _marshal(self, team: int) -> None:
        """SN1, SN4: next to the base, or where the scenario says."""
        if not self.rules.has_marshal[team]:
            return
        key, place = f"M{team + 1}", self.game.marshal[team].hex
        if (place != NONE) != (self._when(MARSHAL_STAGE, team) == DONE):
            words = "he isn't placed yet (SN4)" if place != NONE else "is missing: he is placed before (SN4)"
            self.fail(key, words)
        if place != NONE and not self.may_be_near(team, int(place)):
            self.fail(key, f"{title(team)}'s Marshal isn't set up there (SN1)")

    def _figures(self, team: int) -> None:
        """SN1, SN2, SN4, BS3: by number, in the start area, with their first facing."""
        size, when = int(self.rules.team_size[team]), self._when(DEPLOY_STAGE, team)
        count = size if when == DONE else int(self.game.actor) % STRIDE if when == OPEN else 0
        for number in range(size):
            figure, key = self.game.figure[team][number], figure_name(STRIDE * team + number)
            if (figure.hex != NONE) != (number < count):
                words = "it isn't placed yet (SN4)" if figure.hex != NONE else "is missing: it is placed before (SN4)"
                self.fail(key, words)
            if figure.hex == NONE:
                continue
            if not self.may_start(team, int(figure.hex)):
                self.fail(key, f"{title(team)}'s figures aren't set up there (SN1, SN2)")
            if figure.facing != first_facing(self.world, team, int(figure.hex)):
                self.fail(key, "in set-up it faces the enemy's base (BS3)")

    def _first_carrier(self, team: int) -> None:
        for key, number in flag_keys(self.rules).items():
            if number == team and is_carried_at_first(self.world):
                if (self.game.flag[number].carrier != NONE) != (self._when(CARRIER_STAGE, team) == DONE):
                    self.fail(key, "its carrier is named in the decision 'carrier', after the figures (SN2, SN4)")

    def _rolled(self, team: int, stage: int, what: str, fields: tuple[str, ...], dice: str, limit: int | None) -> None:
        """EX1, GR1: as many as a die can show, those that are still to be named or given counted too."""
        when = self._when(stage, team)
        count = sum(int(figure[field]) for _, figure in self.on_board(team) for field in fields)
        if when == TO_COME:
            self.fail("to", f"{title(team)}'s {what} come later (SN4)", count)
            return
        total = count + (int(self.game.count) if when == OPEN else 0)
        rolls = {int(face) + int(self.rules[f"extra_{what}"]) for face in str(int(self.rules[dice]))}
        if total not in (rolls if limit is None else {min(roll, limit) for roll in rolls}):
            words = f"{title(team)} has {total} {what} in all, which no die gives"
            self.fail("count" if when == OPEN else "to", f"{words} ({'EX1' if stage == EXPERT_STAGE else 'GR1'})")
