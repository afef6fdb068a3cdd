"""What a position may not say: contents that no game reaches, refused in one line (docs/formats.md, "Positions")."""

from collections.abc import Iterator

from paintball_env.actions import figure_name
from paintball_env.notation.decisions import Decision
from paintball_env.notation.ground import OnGround
from paintball_env.notation.reached import check_reached
from paintball_env.notation.words import FACING, flag_keys, title
from paintball_env.places import place_names
from paintball_env.rules import state
from paintball_env.rules.dice import NO_SHOT, SAVED
from paintball_env.rules.figure_states import FIELDS, LATER, NEVER, OWN_PHASE, STATES, TURN
from paintball_env.rules.figures import is_armed, left_to_use
from paintball_env.rules.flags import can_carry, place_of
from paintball_env.rules.ground import holds_sentries, is_closed
from paintball_env.rules.marshals import may_attend
from paintball_env.rules.moving import EXCLUDED, may_be_in
from paintball_env.rules.state import BLUE, MARSHALS, NONE, RED, STRIDE
from paintball_env.rules.terrain import BASE, works_in_words
from paintball_env.rules.turns import WINNER_AT_LIMIT, has_had_phase
from paintball_env.scenario import Scenario

# States by when they end.  Points have their own checks.
OF_THE_PHASE = tuple(one for one in STATES if one.ends == OWN_PHASE and one.field != "points")
OF_SWITCHES = [(one.field, switch) for one in STATES if one.ends == NEVER for switch in one.switches]
OF_THE_TURN = tuple(one for one in STATES if one.ends == TURN)


def check(scenario: Scenario, game: state.Game, tokens: dict[str, str]) -> None:
    """Refuse a position that says something impossible.

    Args:
      scenario: what the position belongs to.
      game: the record that was read.
      tokens: the text's tokens, to be quoted.

    Raises:
      NotationError: in one line.
    """
    checks = _Checks(scenario.world[0], game, tokens)
    checks.names = place_names(scenario)
    checks.check()


def _can_show(classes: int, one: int) -> bool:
    """Tell whether a face of a die has this class; of the dice whose faces the scenario sets (`rules.dice`)."""
    return str(one) in str(int(classes))


class _Checks(OnGround):
    def check(self) -> None:
        self.course()
        self.scores()
        self.check_cover()
        for identity, figure in self.figures():
            self.figure_rules(identity, figure)
            self.figure_course(identity, figure)
            self.figure_states(identity, figure)
        self.check_crowds()
        self.marshals()
        self.flags()
        if self.is_over:
            self.ended()
        Decision(self.world, self.game, self.tokens).check()
        check_reached(self.world, self.game, self.tokens)

    def figures(self) -> Iterator[tuple[int, state.Figure]]:
        """Figures on the board, with their ids."""
        for team in (RED, BLUE):
            yield from self.on_board(team)

    def course(self) -> None:
        game = self.game
        self.fail("phase", "set-up (turn=0) has no phases", game.turn == 0 and game.phase)
        if game.phase == 2 and game.second != game.acting:
            self.fail("second", "in the second phase its team is the acting one")
        if not self.is_over and game.phase == 0 and game.second != game.acting:
            self.fail("second", "before the phases it is the acting team")
        if self.is_over and game.decision != state.OVER:
            self.fail("to", "nobody decides when the game is over")
        self.fail("over", "no game ends in set-up (turn=0)", self.is_over and game.turn == 0)
        if not self.is_over and game.decision == state.OVER and game.turn:
            self.fail("to", "is missing: who decides, or over=")
        self.fail("left", "all cover is placed in set-up (turn=0)", game.turn and "left" in self.tokens)

    def scores(self) -> None:
        game = self.game
        red, blue = (int(side.score) for side in game.side)
        self.fail("score", "is 0,0 until turn 2", (red or blue) and game.turn < 2)
        if (red or blue) and game.phase == 0 and game.decision != state.FIRST:
            self.fail("score", "is 0,0 before the command dice")
        for team in (RED, BLUE):
            used, score = int(game.side[team].used), int(game.side[team].score)
            self.fail("used", f"{title(team)} is not in its phase", used and (game.phase == 0 or team != game.acting))
            self.fail("used", f"{title(team)}'s score is {score}", left_to_use(game, team) < 0)
        if game.phase:
            self.used()

    def used(self) -> None:
        """TU2: the number counts those on the board who are used, and perhaps some who are out."""
        game, team = self.game, int(self.game.acting)
        used = int(game.side[team].used)
        own = list(self.on_board(team))
        active = [figure_name(identity) for identity, figure in own if figure.activation]
        if len(active) > used:
            words = f"used or finished on the board: {', '.join(active)}"
            self.fail("used", f"{words} (TU2)" if "used" in self.tokens else f"is missing: {words} (TU2)")
        out = int(self.rules.team_size[team]) - len(own)
        if used > len(active) + out:
            self.fail("used", f"{title(team)} has {len(active)} used on the board, and {out} out of the game (TU2)")

    def figure_rules(self, identity: int, figure: state.Figure) -> None:
        """What the scenario's switches leave out."""
        rules, key, team = self.rules, figure_name(identity), identity // STRIDE
        for field, switch in OF_SWITCHES:
            if figure[field] and not rules[switch]:
                self.fail(key, f"there are no {switch} in this scenario")
        if (figure.facing != FACING[team] or figure.turned) and not rules.blind_spots:
            self.fail(key, "without blind spots no figure turns")
        if figure.activation == state.FINISHED and not rules.one_at_a_time:
            self.fail(key, "only where figures act one at a time are they finished")
        self.fail(key, "no figure may be in its own base in this scenario", is_closed(self.world, team, figure.hex))

    def figure_course(self, identity: int, figure: state.Figure) -> None:
        """What a figure has only at certain times."""
        game, key, team = self.game, figure_name(identity), identity // STRIDE
        if game.phase == 0 or team != game.acting:
            for entry in OF_THE_PHASE:
                if figure[entry.field]:
                    self.fail(key, f"'{entry.values[0].token}' only while its team acts")
        self.fail(key, "its phase is over, it has no points", figure.points and has_had_phase(game, team))
        if game.turn == 0 and (figure.points or any(figure[entry.field] for entry in STATES if entry.ends == LATER)):
            self.fail(key, "in set-up (turn=0) a figure has no other states than expert and grenades")
        if game.phase == 0 and any(figure[entry.field] for entry in OF_THE_TURN):
            words = " and ".join(f"'{entry.values[0].token}'" for entry in OF_THE_TURN)
            self.fail(key, f"{words} end with the turn")

    def figure_states(self, identity: int, figure: state.Figure) -> None:
        """States that exclude each other: those who are in one are asked whether they may be."""
        key = figure_name(identity)
        for field, words in EXCLUDED.items():
            if figure[field] and not may_be_in(self.world, self.game, identity, FIELDS.index(field)):
                if field == "sentry":
                    self.no_sentry(key, figure)
                self.fail(key, words)
        if figure.suppressed and not _can_show(self.rules.suppress_save, 3 - SAVED):
            self.fail(key, "in this scenario all save from suppression (SU1)")
        if figure.dazed and not _can_show(self.rules.spot_in, NO_SHOT):
            self.fail(key, "in this scenario all see out of smoke (SM2)")

    def no_sentry(self, key: str, figure: state.Figure) -> None:
        """SE3, EN3: what else than a flag keeps a figure from being a sentry."""
        self.fail(key, "no sentry is empty, jammed or suppressed", not is_armed(figure))
        if not holds_sentries(self.world, figure.hex):
            is_base = self.terrain_at(int(figure.hex)) == BASE
            self.fail(key, f"no sentry stands in a {'base' if is_base else works_in_words(BASE)}")

    def marshals(self) -> None:
        patients = set()
        for number in range(MARSHALS):
            marshal, key = self.game.marshal[number], f"M{number + 1}"
            if marshal.hex != NONE and number <= BLUE and not self.rules.has_marshal[number]:
                self.fail(key, f"{title(number)} has no Marshal in this scenario")
            if marshal.attends == NONE:
                continue
            figure, name = self.figure(marshal.attends), figure_name(marshal.attends)
            if not may_attend(self.world, self.game, number):
                self.fail(key, f"{name} is not jammed", figure.gun != state.JAMMED)
                self.fail(key, f"{name} is in {self.names[figure.hex]}")
            self.fail(key, f"another Marshal attends {name}", int(marshal.attends) in patients)
            patients.add(int(marshal.attends))

    def flags(self) -> None:
        for key, number in flag_keys(self.rules).items():
            carrier = self.game.flag[number].carrier
            if carrier == NONE:
                continue
            self.fail(key, f"{figure_name(carrier)} is not on the board", place_of(self.game, number) == NONE)
            own = carrier // STRIDE == number
            if not can_carry(self.world, int(carrier) // STRIDE, number):
                self.fail(key, "nobody carries the own flag" if own else "nobody carries the enemy's flag")

    def ended(self) -> None:
        game = self.game
        self.fail("over", "a flag wins (FL3)", game.ending == state.FLAG and game.winner == NONE)
        if game.ending == state.TURNS and game.winner != WINNER_AT_LIMIT:
            how = "draws" if WINNER_AT_LIMIT == NONE else f"is won by {title(WINNER_AT_LIMIT)}"
            self.fail("over", f"the turns' end {how} (TU8)")
        if game.ending == state.ELIMINATED:
            for identity, _ in self.figures():
                self.fail("over", f"{figure_name(identity)} is on the board", identity // STRIDE != game.winner)
