"""Is the open decision of a position a possible one: who decides, when, and with which tokens?"""

from paintball_env.actions import figure_name
from paintball_env.notation.ground import OnGround
from paintball_env.notation.words import ACTING, DECISIONS, KINDS, OTHER, SECOND, WHATS, title
from paintball_env.rules import state
from paintball_env.rules.charging import fighters
from paintball_env.rules.flags import is_carried_at_first, is_placed
from paintball_env.rules.setup import PLAY
from paintball_env.rules.shooting import volley_cost
from paintball_env.rules.sight import is_suppressible
from paintball_env.rules.state import NONE, STRIDE
from paintball_env.terms import GOAL, GROUP

OPEN_TOKENS = ("actor", "asked", "place", *GROUP, *GOAL, "kind", "count", "shots", "losses")
PIECES = (state.PIECE, state.COVER_HEX, state.COVER_FACING)
OF_GRENADES = (state.GRENADE, state.GRENADIER, state.THROW, state.SCATTER)


class Decision(OnGround):
    """Judges who decides what, and with which tokens."""

    def check(self) -> None:
        """Refuse an open decision that can't be."""
        self._present_tokens()
        self._pieces_left()
        if self.kind == state.OVER:
            return
        self._course()
        self._decider()
        self._figures_named()
        if self.kind in (*PIECES, state.FLAG_HEX, state.CARRIER, state.EXPERT):
            self._set_up()
        if self.kind in (state.VOLLEY, state.PICK):
            self._volley()
        if self.kind == state.REACT and ("place" in self.tokens) != bool(self.game.count):
            self.fail("place" if self.game.count else "count", "both, in a charge, or neither")
        if self.kind in (state.REACT, state.STEP) and "place" in self.tokens:
            self.check_charger()
        for key in (*GROUP, *GOAL):
            self.fail(key, "only in a charge, with place", key in self.tokens and "place" not in self.tokens)
        if self.kind == state.CASUALTY:
            self._casualties()

    def _present_tokens(self) -> None:
        row = DECISIONS[self.kind]
        name = row.name
        for key in OPEN_TOKENS:
            if key in self.tokens and key not in row.needed + row.possible:
                self.fail(key, f"has no place in the decision '{name}'" if name else "has no place without a decision")
            self.fail(key, f"is missing, the decision '{name}' needs it", key in row.needed and key not in self.tokens)
        if "kind" in row.needed and self.game.kind not in row.whats:
            self.fail("kind", f"in the decision '{name}' it is {' or '.join(WHATS[what] for what in row.whats)}")
        self.fail("count", f"in the decision '{name}' it is 1 at least", "count" in row.needed and not self.game.count)

    def _pieces_left(self) -> None:
        game = self.game
        if self.kind not in PIECES:
            if any(side.soft or side.hard for side in game.side):
                self.fail("left", "no piece is left once cover has been placed")
            return
        own = game.side[game.decider]
        self.fail("left", f"{title(game.decider)} has no piece left to place", not (own.soft or own.hard))
        if (game.kind == state.SOFT_PIECE and not own.soft) or (game.kind == state.HARD_PIECE and not own.hard):
            self.fail("left", f"{title(game.decider)} has no such piece left, and this one counts")

    def _course(self) -> None:
        game = self.game
        if self.kind in OF_GRENADES and not self.rules.grenades:
            self.fail("to", "there are no grenades in this scenario (GR1)")
        if (DECISIONS[self.kind].stage != PLAY) != (game.turn == 0):
            self.fail("to", f"the decision '{KINDS[self.kind]}' belongs to {'set-up' if game.turn else 'later turns'}")
        if self.kind == state.FIRST:
            red, blue = (int(side.score) for side in game.side)
            self.fail("phase", "the decision 'first' comes before the phases", game.phase)
            self.fail("score", "the decision 'first' follows on equal scores", red != blue or not red)
        elif DECISIONS[self.kind].stage == PLAY and game.phase == 0:
            self.fail("phase", f"is missing, the decision '{KINDS[self.kind]}' belongs to a phase")

    def _decider(self) -> None:
        game = self.game
        who = DECISIONS[self.kind].who
        team = {ACTING: game.acting, OTHER: 1 - game.acting, SECOND: game.second}.get(who, game.decider)
        self.fail("to", f"the decision '{KINDS[self.kind]}' is {title(team)}'s", game.decider != team)

    def _figures_named(self) -> None:
        game = self.game
        if game.actor != NONE:
            on_board = self.figure(game.actor).hex != NONE
            team = game.decider if self.kind == state.DEPLOY else game.acting
            self.fail("actor", f"{title(team)} acts", game.actor // STRIDE != team)
            self.fail("actor", f"{figure_name(game.actor)} has been placed", self.kind == state.DEPLOY and on_board)
            if self.kind != state.DEPLOY and not on_board:
                self.fail("actor", f"{figure_name(game.actor)} is not on the board")
        if game.asked != NONE:
            self.fail("asked", f"{title(game.decider)}'s sentries are asked", game.asked // STRIDE != game.decider)
            self.fail("asked", f"{figure_name(game.asked)} is no sentry", not self.figure(game.asked).sentry)

    def _set_up(self) -> None:
        rules = self.rules
        words = KINDS[self.kind]
        if self.kind == state.COVER_FACING:
            self.check_place_for_cover()
        is_possible = {state.FLAG_HEX: is_placed(self.world), state.CARRIER: is_carried_at_first(self.world)}
        self.fail("to", f"there is no '{words}' in this scenario", not is_possible.get(self.kind, True))
        self.fail("to", "there are no experts in this scenario", self.kind == state.EXPERT and not rules.experts)

    def _volley(self) -> None:
        game = self.game
        shots = [int(shot) for shot in game.shot if shot != NONE]
        for shot in shots:
            figure = self.figure(shot)
            self.fail("shots", f"{figure_name(shot)} is on the shooter's side", shot // STRIDE == game.acting)
            self.fail("shots", f"{figure_name(shot)} is not on the board", figure.hex == NONE)
            if game.kind == state.SUPPRESS and not is_suppressible(figure):
                self.fail("shots", f"{figure_name(shot)} can't be suppressed")
        self.check_targets(shots)
        pick_count = sum(int(taken) for taken in game.taken)
        if self.kind == state.VOLLEY:
            self.fail("shots", "shots are picked in the decision 'pick'", pick_count)
            if volley_cost(self.rules, len(shots)) > self.figure(game.actor).points:
                self.fail("shots", f"{figure_name(game.actor)} has no points for them")
        elif len(set(shots)) < 2 or pick_count + game.count >= len(shots):
            self.fail("count", "the decision 'pick' takes several targets, and fewer hits than shots")

    def _casualties(self) -> None:
        game = self.game
        for team in (0, 1):
            count = int(fighters(game, team))
            self.fail("losses", f"{title(team)} has {count} figures there", game.losses[team] > count)
        self.fail("losses", f"{title(game.decider)} loses none", not game.losses[game.decider])
        if game.decider == game.acting and game.losses[1 - game.acting]:
            self.fail("losses", "the defenders' are chosen first")
