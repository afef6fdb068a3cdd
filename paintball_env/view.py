"""What an agent observes of PaintBall when it decides: what any game's view has, and answers to plain questions."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from paintball_env import chances
from paintball_env.actions import figure_name
from paintball_env.ground_view import GroundView
from paintball_env.notation.words import WHATS, flag_keys
from paintball_env.places import DIRECTIONS
from paintball_env.rules.figure_states import BINARY, STATES
from paintball_env.rules.flags import goal_of, place_of, prize_of
from paintball_env.rules.state import FINISHED, FRESH, NONE, STRIDE
from tabletop.base.errors import brief

COUNTED = tuple(state.field for state in STATES if state.counted)
GUNS = ("loaded", *(value.token for state in STATES if state.field == "gun" for value in state.values))  # by number


@dataclass(frozen=True)
class Figure:
    """A figure on the board, in plain words.

    Attributes:
      name: `R3`.
      hex: name of its hex; on a table of its point.
      facing: direction in which it looks, `E` … `SE`, or `ESE`; without blind spots always away from home (BS1).
      points: action points left this turn (AP1).
      moved: hexes moved this turn (AP3).
      used: has done something this turn, and counts against the score (TU2).
      finished: may do nothing more this turn, where figures act one at a time (TU5).
      aim: holds aim (AI1).
      fired: has had its volley this turn (SH5).
      turned: has rotated since it last spent a point (BS3).
      sentry: is on sentry (SE1).
      gun: `loaded`, `empty` (MF2) or `jammed` (MF3).
      suppressed: under suppressive fire for the rest of the turn (SU1).
      dazed: lost in smoke; does nothing more this turn (SM2).
      expert: is an expert (EX1).
      smoke, paint: number of such grenades that it carries (GR1).
      carries: has a flag.
    """

    name: str
    hex: str
    facing: str
    points: int
    moved: int
    used: bool
    finished: bool
    aim: bool
    fired: bool
    turned: bool
    sentry: bool
    gun: str
    suppressed: bool
    dazed: bool
    expert: bool
    smoke: int
    paint: int
    carries: bool

    @property
    def impotent(self) -> bool:
        """Out of ammo or suppressed: can't shoot, may be charged (IM1, CH1)."""
        return self.gun == "empty" or self.suppressed

    @property
    def armed(self) -> bool:
        """Neither impotent nor jammed, so that it can shoot (IM1, MF3)."""
        return self.gun == "loaded" and not self.suppressed


def _check_states(fields: Collection[str]) -> None:
    for state in STATES:
        if not {state.field, *(value.token for value in state.values)}.intersection(fields):
            raise TypeError(f"paintball_env/view.py: `Figure` lacks the state {state.field} of rules/figure_states.py")


_check_states(Figure.__dataclass_fields__)


@dataclass(frozen=True)
class Flag:
    """A flag in the game.

    Attributes:
      name: `flag.red`, `flag.blue`, or `flag` where there is one for both.
      hex: where it lies, or where its carrier is.
      carrier: name of the figure that has it; empty: no figure has it.
    """

    name: str
    hex: str
    carrier: str


@dataclass(frozen=True)
class Marshal:
    """A Marshal on the board.

    Attributes:
      name: `M1` Red's, `M2` Blue's, `M3` and `M4` of no team.
      hex: name of his hex.
      attends: the figure whose jam he attends (MF3); empty: he is free.
    """

    name: str
    hex: str
    attends: str


def _figure_name(identity: int) -> str:
    return "" if identity == NONE else figure_name(identity)


class View(GroundView):
    """What PaintBall adds to `tabletop.agents.view.View`: figures, flags, Marshals, chances; and `GroundView`."""

    @property
    def last_turn(self) -> int:
        """The turn at whose end the game is a draw (TU8)."""
        return int(self._worlds["rules"]["max_turns"][0])

    @property
    def phase(self) -> int:
        """1 or 2; 0 before the phases."""
        return int(self.games["phase"][0])

    @property
    def scores(self) -> tuple[int, int]:
        """Command scores of Red and Blue this turn; 0: no limit, or not rolled yet (TU1, TU4)."""
        return self._side("score")

    @property
    def used(self) -> tuple[int, int]:
        """Figures that Red and Blue have used this turn (TU2); 0 once their phase has ended."""
        return self._side("used")

    @property
    def bases(self) -> tuple[str, str]:
        """The hexes of Red's base and of Blue's."""
        red, blue = self._worlds["board"]["home"][0].tolist()
        return self._name(red), self._name(blue)

    @cached_property
    def flags(self) -> list[Flag]:
        """The flags on the board."""
        flags = []
        for name, number in flag_keys(self._worlds[0]["rules"]).items():
            place = int(place_of(self.games[0], number))
            if place != NONE:
                flags.append(Flag(name, self._name(place), _figure_name(int(self.games["flag"]["carrier"][0, number]))))
        return flags

    @property
    def prize(self) -> Flag | None:
        """The flag that the deciding team wins by, once it has it in `goal`; None without flags (SN1 to SN3)."""
        return self._prize(self.team)

    @property
    def goal(self) -> str:
        """The hex to which the deciding team must bring its prize: its own base, or the enemy's (SN1 to SN3)."""
        return self._name(int(goal_of(self._worlds[0], self.team)))

    @property
    def enemy_prize(self) -> Flag | None:
        """The flag that the other team wins by, once it has it in `enemy_goal`; None without flags (SN1 to SN3)."""
        return self._prize(1 - self.team)

    @property
    def enemy_goal(self) -> str:
        """The hex to which the other team must bring its prize (SN1 to SN3)."""
        return self._name(int(goal_of(self._worlds[0], 1 - self.team)))

    @property
    def actor(self) -> str:
        """Name of the figure that shoots, moves, throws, charges or is to be placed in this decision; empty: none."""
        return _figure_name(int(self.games["actor"][0]))

    @property
    def asked(self) -> str:
        """Name of the sentry that is asked whether it shoots at the `actor` (SE2); empty: none."""
        return _figure_name(int(self.games["asked"][0]))

    @property
    def kind(self) -> str:
        """`shoot` or `suppress` of a volley, `smoke` or `paint` of a grenade, `soft` or `hard` of a piece; or empty."""
        return WHATS[int(self.games["kind"][0])]

    @property
    def place(self) -> str:
        """Name of the hex that the decision is about, of a charge, a throw or a piece of cover; empty: none."""
        place = int(self.games["place"][0])
        return "" if place == NONE else self._name(place)

    @cached_property
    def marshals(self) -> list[Marshal]:
        """The Marshals on the board (BO5)."""
        return [
            Marshal(f"M{number}", self._name(place), _figure_name(attends))
            for number, (place, attends) in enumerate(self.games["marshal"][0].tolist(), 1)
            if place != NONE
        ]

    def figures(self, team: int) -> list[Figure]:
        """Return the figures of a team, 0 Red or 1 Blue, that are on the board; ValueError: no such team."""
        if team not in (0, 1):
            raise ValueError(f"team {brief(team)}: 0 Red or 1 Blue")
        carriers = self.games["flag"]["carrier"][0].tolist()
        records = self.games["figure"][0, team, : self.scenario.teams[team].figures]
        fields = records.dtype.names or ()
        figures = []
        for number, values in enumerate(records.tolist()):
            figure, identity = dict(zip(fields, values, strict=True)), STRIDE * team + number
            if figure["hex"] == NONE:
                continue
            plain: dict[str, Any] = {field: figure[field] for field in COUNTED}
            plain |= {field: figure[field] == 1 for field in BINARY}
            figures.append(
                Figure(
                    name=figure_name(identity),
                    hex=self._name(figure["hex"]),
                    facing=DIRECTIONS[figure["facing"]],
                    used=figure["activation"] != FRESH,
                    finished=figure["activation"] == FINISHED,
                    gun=GUNS[figure["gun"]],
                    **plain,
                    carries=identity in carriers,
                )
            )
        return figures

    def chance_to_hit(self, start: str, target: str, aimed: bool = False) -> float:
        """Return the chance that a die hits, including smoke and what is in the way; exact (SH, SM, IW)."""
        start_hex, target_hex = self._hex(start), self._hex(target)
        return float(chances.arrives(self._worlds[0], self.games[0], start_hex, target_hex, int(aimed)))

    def chance_to_put_out(self, start: str, target: str, aimed: bool = False) -> float:
        """Return the chance that a die puts out the figure that it is shot at in the target's hex; exact (SV, PC)."""
        return float(chances.puts_out(self._worlds[0], self.games[0], self._hex(start), self._hex(target), int(aimed)))

    def chance_to_suppress(self, start: str, target: str) -> float:
        """Return the chance that a die of suppressive fire suppresses the figure it is shot at; exact (SU1)."""
        return float(chances.suppresses(self._worlds[0], self.games[0], self._hex(start), self._hex(target)))

    def compile_all(self) -> None:
        """Compile all code that this view's answers need."""
        super().compile_all()
        start, target = self.bases
        self.chance_to_hit(start, target)
        self.chance_to_put_out(start, target)
        self.chance_to_suppress(start, target)
        self.compile_answers(start, target)
        _ = self.goal

    def _prize(self, team: int) -> Flag | None:
        number = int(prize_of(self._worlds[0], team))
        names = [name for name, key in flag_keys(self._worlds[0]["rules"]).items() if key == number]
        return next((flag for flag in self.flags if flag.name in names), None)

    def _side(self, field: str) -> tuple[int, int]:
        red, blue = self.games["side"][field][0].tolist()
        return red, blue
