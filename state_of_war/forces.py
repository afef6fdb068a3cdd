"""Forces (CL, WE, UN, FO): the units and men of a scenario's lists, what they cost, what is refused of them."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from state_of_war.ground import Heading, Place
from state_of_war.rules import state
from tabletop.base.errors import counted
from tabletop.game.scenario_files import StrictModel

CLASSES = ("civilian", "raw", "trained", "veteran")
ARMS = ("none", "minie", "repeater", "musket", "minie-carbine", "carbine", "shotgun", "thrown")
BLADES = ("none", "bayonet", "sword", "lance")
ARM_COSTS = (0, 4, 16, 3, 3, 2, 2, 0)  # WE1
PISTOL_COST, BLADE_COST, HORSE_COST = 1, 1, 15  # WE1, CL2
LEADER_FROM = 4  # men, with which a unit begins that has a leader (UN1)
MOST = state.SIZES[-1]

Class = Literal["civilian", "raw", "trained", "veteran"]
Arm = Literal["none", "minie", "repeater", "musket", "minie-carbine", "carbine", "shotgun", "thrown"]
Blade = Literal["none", "bayonet", "sword", "lance"]


class _Classed(StrictModel):
    """A part of a file with the key `class`, which is no name in Python."""

    @model_serializer(mode="wrap")
    def _by_key(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {"class" if key == "skill" else key: value for key, value in write(self).items()}


class Leader(_Classed):
    """What differs of a unit's figure 1 (UN1); None: as the men, of a commander sword and pistol (FO1)."""

    skill: Annotated[Class | None, Field(alias="class")] = None
    arm: Arm | None = None
    pistol: bool | None = None
    blade: Blade | None = None


class Unit(_Classed):
    """One or several alike units of a side's list (the page's "Scenarios").

    Attributes:
      skill: the class, in a file `class` (CL1).
      men: leader included (UN1).
      times: so many such units.
      arm, pistol, blade, horse: of each man (WE3).
      leader: what differs of figure 1.
      commander: figure 1 is the side's commander (UN2).
      place, heading, ranks: with `fixed`: of the pivot, in cm; empty heading: up the table (DE3, MV6).
      facing: with `fixed`, of a mounted unit; empty: its heading (MV4).
    """

    skill: Annotated[Class, Field(alias="class")]
    men: Annotated[int, Field(ge=1, le=state.MEN)]
    times: Annotated[int, Field(ge=1, le=state.UNITS)] = 1
    arm: Arm = "none"
    pistol: bool = False
    blade: Blade = "none"
    horse: bool = False
    leader: Leader | None = None
    commander: bool = False
    place: Place | None = None
    heading: Heading | None = None
    ranks: Literal["one", "two", "column"] = "two"
    facing: Heading | None = None


class Man(NamedTuple):
    """A figure as the battle begins, by the record's numbers."""

    skill: int
    arm: int
    pistol: int
    blade: int
    horse: int

    @property
    def cost(self) -> int:
        """CL2: the sum of class, weapons and horse."""
        arms = ARM_COSTS[self.arm] + PISTOL_COST * self.pistol + BLADE_COST * bool(self.blade)
        return int(state.CLASS_COSTS[self.skill]) + arms + HORSE_COST * self.horse


class Troop(NamedTuple):
    """A unit as the battle begins: its entry in the list, and its men."""

    entry: Unit
    men: tuple[Man, ...]

    @property
    def has_leader(self) -> bool:
        """UN1: whether figure 1 is its leader."""
        return len(self.men) >= LEADER_FROM


def _men(unit: Unit) -> Iterator[Man]:
    pistol, horse = int(unit.pistol), int(unit.horse)
    man = Man(CLASSES.index(unit.skill), ARMS.index(unit.arm), pistol, BLADES.index(unit.blade), horse)
    first, leader = man, unit.leader or Leader()
    if unit.commander:  # FO1
        first = man._replace(arm=state.NO_ARM, pistol=1, blade=state.SWORD)
    yield first._replace(
        skill=first.skill if leader.skill is None else CLASSES.index(leader.skill),
        arm=first.arm if leader.arm is None else ARMS.index(leader.arm),
        pistol=first.pistol if leader.pistol is None else int(leader.pistol),
        blade=first.blade if leader.blade is None else BLADES.index(leader.blade),
    )
    for _ in range(unit.men - 1):
        yield man


def troops_of(units: Sequence[Unit]) -> tuple[Troop, ...]:
    """The units of a side, in the order of their numbers."""
    return tuple(Troop(unit, tuple(_men(unit))) for unit in units for _ in range(unit.times))


def cost_of(troops: Sequence[Troop]) -> int:
    """FO1: what a force costs."""
    return sum(man.cost for troop in troops for man in troop.men)


def check_force(side: str, units: Sequence[Unit], officers: str, points: int, fixed: bool) -> None:
    """Refuse a force that can't be: its size, leaders, commander, price, places; ValueError, in one line."""
    troops = troops_of(units)
    if not 1 <= len(troops) <= state.UNITS:
        raise ValueError(f"{side}: it has {counted(len(troops), 'unit')}: a side has 1 to {state.UNITS} (UN6)")
    figures = sum(len(troop.men) for troop in troops)
    if figures > MOST:
        raise ValueError(f"{side}: it has {figures} figures, at most {MOST} are allowed (UN6)")
    for number, unit in enumerate(units):
        _check_entry(f"{side}.{number}", unit, fixed)
    commanders = [troop for troop in troops if troop.entry.commander]
    if len(commanders) != 1:
        raise ValueError(f"{side}: it has {counted(len(commanders), 'commander')}: a side has one (UN2)")
    chief = commanders[0].men[0]
    others = [man for troop in troops for man in (troop.men[1:] if troop.entry.commander else troop.men)]
    if officers == "same" and others and chief.skill != max(man.skill for man in others):
        best = CLASSES[max(man.skill for man in others)]
        raise ValueError(f"{side}: the commander is {CLASSES[chief.skill]}, the best of his men {best} (FO1)")
    if points and cost_of(troops) > points:
        raise ValueError(f"{side}: the force costs {cost_of(troops)}, it may cost {points} (FO1)")


def _check_entry(name: str, unit: Unit, fixed: bool) -> None:
    if unit.leader and unit.leader.skill and CLASSES.index(unit.leader.skill) < CLASSES.index(unit.skill):
        raise ValueError(f"{name}: {unit.leader.skill} can't lead {unit.skill}: a leader is of a higher class (UN1)")
    if (unit.place is not None) != fixed:
        words = (
            "place is missing: with setup fixed each unit has one"
            if fixed
            else "a unit has a place with setup fixed only"
        )
        raise ValueError(f"{name}: {words} (DE3)")
    if unit.place is not None and unit.times > 1:
        raise ValueError(f"{name}: {unit.times} units can't stand at one place (DE3)")
    if not fixed and (unit.heading or unit.facing):
        raise ValueError(f"{name}: heading and facing stand with setup fixed only (DE3)")
    if unit.facing and not unit.horse:
        raise ValueError(f"{name}: a unit on foot has no facing (MV4)")
