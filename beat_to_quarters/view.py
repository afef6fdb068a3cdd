"""What an agent of Beat to Quarters sees: what any game's view has, and the ships, who bears on whom, the wind."""

import math
from dataclasses import dataclass
from functools import cached_property

from beat_to_quarters.actions import LOADS, ship_name
from beat_to_quarters.notation import WEATHERS
from beat_to_quarters.rules import state
from beat_to_quarters.rules.gunnery import raking_of, shot_at
from beat_to_quarters.rules.sailing import dice_of
from beat_to_quarters.rules.ships import apart, attitude, crew_of, is_afloat, stern_of
from beat_to_quarters.rules.sight import BOW_RAKE, aim
from beat_to_quarters.rules.state import BOW, NONE, PORT, ROUND, SHIPS, STARBOARD, STERN, STRIDE
from beat_to_quarters.rules.tables import CREWS
from beat_to_quarters.scenario import Scenario
from beat_to_quarters.shot_odds import sides_of
from beat_to_quarters.waters import water_ahead
from tabletop.agents.view import View as BaseView
from tabletop.base.errors import brief
from tabletop.game.action_table import ALLOWED
from tabletop.game.header import Record
from tabletop.game.hex_grid import DIRECTIONS, name

SIDES = {PORT: "port", STARBOARD: "starboard", BOW: "bow", STERN: "stern"}
STATES = {
    state.IN_ACTION: "in action",
    state.STRUCK: "struck",
    state.SECURED: "secured",
    state.PRIZE: "prize",
    state.FIRESHIP: "fireship",
}
FARTHEST = 60  # hexes: no map is larger (MP1)


@dataclass(frozen=True)
class Ship:
    """A ship, or a battery, on the map, in plain words.

    Attributes:
      name: `W1`; after the team that built it.
      team: that has it, 0 White, 1 Black; a prize is of who took it (ST2).
      battery: it is a battery on land: it has no stern, no masts, and doesn't sail (SB).
      state: `in action`, `struck`, `secured`, `prize` or `fireship` (SH8).
      rate, built: now, 1 the strongest to 9, and as built (SH3).
      crew: now, `poor` to `elite`; what is below poor is `poor` (SH4).
      bow, stern: names of its hexes (MP2); `stern` may be empty: beyond the edge.
      heading: direction from stern to bow, `E` … `SE` (MP3).
      attitude: to the wind, `A` from the quarter, `B` from astern, `C` close hauled, `D` from dead ahead (WI3).
      dice: D4 by which it would sail now; 0: it can't (MO1).
      masts, rigged: that stand, and as built.
      hung: sides over which a mast hangs (RG2).
      guns: sides and ends that may fire now, each with its load (GU1, AM1): `{"port": "round"}`; a battery's is `bow`.
      burning: on fire (FI1).
      steering: its steering is damaged: it can't turn (DA4).
      irons: in irons, also where it may sail out of them next (TK4, TK5).
      aground: AG1.
      anchor: `bow` or `stern` by which it lies at anchor, or empty (AN1).
      still: it entered no hex in its last act (DR1).
      fouled, grappled: names of the ships that it is tied to (SH9).
      acted: it has acted in this phase (AC1).
      squadron: its number; 0: none (SQ1).
    """

    name: str
    team: int
    battery: bool
    state: str
    rate: int
    built: int
    crew: str
    bow: str
    stern: str
    heading: str
    attitude: str
    dice: int
    masts: int
    rigged: int
    hung: tuple[str, ...]
    guns: dict[str, str]
    burning: bool
    steering: bool
    irons: bool
    aground: bool
    anchor: str
    still: bool
    fouled: tuple[str, ...]
    grappled: tuple[str, ...]
    acted: bool
    squadron: int


@dataclass(frozen=True)
class Shot:
    """How a ship's guns bear on another one.

    Attributes:
      side: that bears, `port`, `starboard`, `bow` or `stern`.
      range: in hexes, 1 to 13 (GU3).
      rake: `bow` or `stern`, over which it rakes; empty: it doesn't (RK).
    """

    side: str
    range: int
    rake: str


class View(BaseView[Scenario]):
    """What Beat to Quarters adds to `tabletop.agents.view.View`: ships, distances, bearings, guns, wind, water.

    Ships are named as in actions, `W1`; a method that is given another name, or a ship that isn't on the map, raises
    ValueError. Hexes and directions are those of the map, for both teams: nothing is turned.
    """

    @property
    def wind(self) -> str:
        """The direction that the wind comes from (WI1)."""
        return DIRECTIONS[int(self._game["wind"])]

    @property
    def weather(self) -> str:
        """`normal`, `perfect`, `heavy-poor`, `heavy` or `poor` (WE3)."""
        return WEATHERS[int(self._game["weather"])]

    @property
    def actor(self) -> str:
        """Name of the ship that acts, that sails by, or that is asked; empty: none."""
        who = int(self._game["ship"])
        return "" if who == NONE else ship_name(who)

    @property
    def chips(self) -> tuple[int, int]:
        """Chips of White and Black that are left in this turn (TS1)."""
        white, black = self._game["team"]["chips"].tolist()
        return white, black

    def ships(self, team: int | None = None) -> list[Ship]:
        """Return the ships and batteries on the map that a team has, 0 White or 1 Black; None: all. ValueError."""
        if team not in (None, 0, 1):
            raise ValueError(f"team {brief(team)}: 0 White or 1 Black")
        ships = map(self.ship, self._ids)
        return [ship for ship in ships if team is None or ship.team == team]

    def ship(self, name: str) -> Ship:
        """Return a ship or battery on the map by its name."""
        who = self._id(name)
        if name not in self._ships:
            self._ships[name] = self._plain(who)
        return self._ships[name]

    def distance(self, one: str, other: str) -> int:
        """Return the distance of two ships, in hexes; 1: they are adjacent (W2)."""
        return int(apart(self._record(one), self._record(other)))

    def bearing(self, ship: str, other: str) -> float:
        """Return where another ship lies as seen from a ship, in degrees from where it heads.

        0 is ahead, 90 on the starboard beam, -90 on the port beam, 180 astern; from the middle of the one to that of
        the other.
        """
        (x, y), (u, v) = self._middle(ship), self._middle(other)
        course = -60.0 * int(self._record(ship)["heading"])  # clockwise from east, as `atan2` has it where y goes south
        off = math.degrees(math.atan2(v - y, u - x)) - course
        return 180.0 - (180.0 - off) % 360.0

    def bears(self, ship: str, other: str) -> Shot | None:
        """Return how a ship's guns bear on another one: field of fire, range, free line (GU2 to GU4); None: none does.

        Whether they are loaded, or may fire for other reasons, isn't asked.
        """
        who, whom = self._id(ship), self._id(other)
        has_ends = self._record(ship)["battery"] or self._record(ship)["chasers"] == state.SET
        for ends in (0, 1) if has_ends else (0,):
            side, near = aim(self._world, self._game, who, whom, ends)
            if side and not (ends == 0 and self._record(ship)["battery"]):
                return self._shot(who, whom, int(side), int(near))
        return None

    def shot(self, ship: str, other: str) -> Shot | None:
        """Return the shot by which a ship could fire at another one if it were asked; None: it can't (GU3 to GU6)."""
        who, whom = self._id(ship), self._id(other)
        side, near, reason = shot_at(self._world, self._game, who, whom)
        return self._shot(who, whom, int(side), int(near)) if reason == ALLOWED else None

    def water(self, ship: str, port: int = 0) -> int:
        """Return the hexes of sea before land or the edge, from a ship's bow; ships aren't seen.

        Args:
          ship: its name.
          port: hexsides to port of where it heads, -5 to 5, in which it is looked; 3, astern, is from its stern.
        """
        return int(water_ahead(self._world, self._record(ship), int(port) % 6, FARTHEST))

    def compile_all(self) -> None:
        """Compile all code that this view's answers need."""
        super().compile_all()
        one, other = self._game["ships"][0, 0], self._game["ships"][1, 0]
        attitude(self._game, one), crew_of(one), stern_of(one), is_afloat(one), apart(one, other)
        dice_of(self._world, self._game, 0)
        aim(self._world, self._game, 0, STRIDE, 0)
        shot_at(self._world, self._game, 0, STRIDE)
        raking_of(self._game, 0, STRIDE, PORT, 1)
        sides_of(self._world, self._game, 0)
        water_ahead(self._world, one, 0, FARTHEST)

    @property
    def _world(self) -> Record:
        return self._worlds[0]

    @property
    def _game(self) -> Record:
        return self.games[0]

    @cached_property
    def _ids(self) -> dict[str, int]:
        """The ids of the ships on the map."""
        found = (who for who in range(SHIPS) if is_afloat(self._game["ships"][divmod(who, STRIDE)]))
        return {ship_name(who): who for who in found}

    @cached_property
    def _ships(self) -> dict[str, Ship]:
        """Those that have been asked for."""
        return {}

    def _id(self, name: str) -> int:
        """A ship's id by its name; ValueError: there is none on the map."""
        if not isinstance(name, str) or name not in self._ids:
            raise ValueError(f"no ship {brief(name)} on the map; there are {', '.join(self._ids) or 'none'}")
        return self._ids[name]

    def _record(self, name: str) -> Record:
        return self._game["ships"][divmod(self._id(name), STRIDE)]

    def _middle(self, name: str) -> tuple[float, float]:
        """A ship's middle; x to the east in widths of a hex, y to the south."""
        ship = self._record(name)
        back_q, back_r = stern_of(ship)
        q, r = (int(ship["q"]) + back_q) / 2, (int(ship["r"]) + back_r) / 2
        return q + r / 2, r * math.sqrt(3) / 2

    def _shot(self, who: int, whom: int, side: int, near: int) -> Shot:
        raking = int(raking_of(self._game, who, whom, side, near))
        return Shot(SIDES[side], near, "" if raking == 0 else "bow" if raking == BOW_RAKE else "stern")

    def _hex(self, q: int, r: int) -> str:
        columns, rows = self.scenario.columns, self.scenario.rows
        column = q + (r >> 1)
        return name(columns, rows, r * columns + column) if 0 <= column < columns and 0 <= r < rows else ""

    def _plain(self, who: int) -> Ship:
        ship = self._game["ships"][divmod(who, STRIDE)]
        is_battery = bool(ship["battery"])
        sides = sides_of(self._world, self._game, who)
        tied = {
            key: tuple(ship_name(other) for other in range(SHIPS) if int(ship[key]) >> other & 1)
            for key in ("fouled", "grappled")
        }
        return Ship(
            name=ship_name(who),
            team=int(ship["holder"]),
            battery=is_battery,
            state=STATES[int(ship["state"])],
            rate=int(ship["rate"]),
            built=int(ship["built"]),
            crew=CREWS[max(-1, int(crew_of(ship))) + 1],
            bow=self._hex(int(ship["q"]), int(ship["r"])),
            stern="" if is_battery else self._hex(*map(int, stern_of(ship))),
            heading=DIRECTIONS[int(ship["heading"])],
            attitude="DCAB"[int(attitude(self._game, ship))],
            dice=0 if is_battery else int(dice_of(self._world, self._game, who)),
            masts=int(ship["masts"]),
            rigged=int(ship["rigged"]),
            hung=tuple(word for side, word in SIDES.items() if int(ship["hung"]) & side),
            guns={SIDES[side]: LOADS[int(ship["loads"][side - 1]) if side <= STARBOARD else ROUND] for side in sides},
            burning=bool(ship["burning"]),
            steering=bool(ship["steering"]),
            irons=bool(ship["irons"]),
            aground=bool(ship["aground"]),
            anchor={state.BY_BOW: "bow", state.BY_STERN: "stern"}.get(int(ship["anchor"]), ""),
            still=bool(ship["still"]),
            **tied,
            acted=bool(ship["acted"]),
            squadron=int(ship["squadron"]),
        )
