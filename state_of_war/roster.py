"""The units of a position and their men, in plain words and numbers: for pictures, lists and agents."""

from collections.abc import Iterator
from dataclasses import dataclass

from state_of_war.actions import TEAMS, figure_name, unit_name
from state_of_war.forces import ARMS, BLADES, CLASSES
from state_of_war.rules import state, victory
from state_of_war.rules.figures import in_contact, is_of, man_of, men_of, troop_of
from state_of_war.rules.loading import has_loaded
from state_of_war.rules.state import LOADING, MOUNTED, NONE, STRIDE, UNITS
from state_of_war.scenario import Scenario
from tabletop.game.header import Record
from tabletop.game.headings import COMPASS

MORALES = ("steady", "halted", "falling", "broken", "routed")  # MO5
GRADES = {"civilian": "civilians", "raw": "raw", "trained": "trained", "veteran": "veterans"}
WEAPONS = {
    "none": "no long arm",
    "minie": "Minié rifles",
    "repeater": "repeaters",
    "musket": "muskets",
    "minie-carbine": "Minié carbines",
    "carbine": "carbines",
    "shotgun": "shotguns",
    "thrown": "things to throw",
}
BRIEF = {"minie-carbine": "Minié carb.", "thrown": "throwers", "none": "no arm"}


@dataclass(frozen=True)
class Man:
    """A man who stands on the table.

    Attributes:
      name: `B1.3`, for ever that of the unit in which he began.
      x, y: where he is, mm from the table's middle.
      grade: `civilian`, `raw`, `trained`, `veteran` (CL1).
      wounded: once (AC2).
      mounted: on a horse (MV7).
      arm, pistol, blade: what he has: a word of WE2 or `none`; whether; `none`, `bayonet`, `sword`, `lance`.
      steps: until the long arm is loaded, and the pistol (LD1); of a weapon that he hasn't 0.
      loaded: he has a loaded weapon (RE1).
      ready: he may shoot at who moves (RE1).
      acted: in this part of his side (AC2).
    """

    name: str
    x: int
    y: int
    grade: str
    wounded: bool
    mounted: bool
    arm: str
    pistol: bool
    blade: str
    steps: tuple[int, int]
    loaded: bool
    ready: bool
    acted: bool


@dataclass(frozen=True)
class Unit:
    """A unit with all its men.

    Attributes:
      name: `B1`.
      team: 0 Blue, 1 Grey.
      of: of a detachment, who sent it off (UN5); else empty.
      grade, arm: of its men but the leader.
      men: who stand, by number; empty: the unit is gone.
      strength: at the start (W5).
      leader, commander: names of its men; empty: it has none, or he doesn't stand (UN1, UN2).
      morale: `steady`, `halted`, `falling`, `broken`, `routed` (MO5).
      hidden: AM1.
      contact: it is in contact with an enemy (TA3).
      facing: of a unit with mounted men, `N` (MV4); else empty.
      horses: where it has left them, mm; None: nowhere (MV7).
      shoots: the unit at which its declared shots go (TU2); empty: none.
      given: it has had its order in this action (TU2).
    """

    name: str
    team: int
    of: str
    grade: str
    arm: str
    men: tuple[Man, ...]
    strength: int
    leader: str
    commander: str
    morale: str
    hidden: bool
    contact: bool
    facing: str
    horses: tuple[int, int] | None
    shoots: str
    given: bool


def units_of(scenario: Scenario, game: Record) -> Iterator[Unit]:
    """All units that there are or were, Blue's first, by number."""
    for unit in range(2 * UNITS):
        if game["units"][divmod(unit, UNITS)]["origin"] != NONE:
            yield unit_of(scenario, game, unit)


def unit_of(scenario: Scenario, game: Record, unit: int) -> Unit:
    """A unit by its id."""
    world, row = scenario.world[0], game["units"][divmod(unit, UNITS)]
    side, troop = unit // UNITS, int(troop_of(game, unit))
    entry = scenario.troops[side][troop % UNITS].entry
    first, last = map(int, men_of(world, game, unit))
    men = {who: _man(scenario, game, who) for who in range(first, last) if is_of(game, who, unit)}
    leads = bool(world["troops"][side, troop % UNITS]["leader"]) and troop == unit
    chief = int(world["commander"][side])
    return Unit(
        name=unit_name(unit),
        team=side,
        of=unit_name(UNITS * side + int(row["origin"])) if row["origin"] != unit % UNITS else "",
        grade=entry.skill,
        arm=entry.arm,
        men=tuple(men.values()),
        strength=int(row["strength"]),
        leader=men[first].name if leads and first in men else "",
        commander=men[chief].name if chief in men else "",
        morale=MORALES[int(row["morale"])],
        hidden=bool(row["hidden"]),
        contact=bool(men) and bool(in_contact(world, game, unit)),
        facing=COMPASS[int(row["facing"])]
        if row["facing"] != NONE and any(man.mounted for man in men.values())
        else "",
        horses=(int(row["marker_x"]), int(row["marker_y"])) if row["marker"] else None,
        shoots=unit_name(UNITS * (1 - side) + int(row["shoots"])) if row["shoots"] != NONE else "",
        given=bool(row["given"]),
    )


def _man(scenario: Scenario, game: Record, who: int) -> Man:
    world, figure = scenario.world[0], game["figures"][divmod(who, STRIDE)]
    man = man_of(world, who)
    return Man(
        name=figure_name(scenario, who),
        x=int(figure["x"]),
        y=int(figure["y"]),
        grade=CLASSES[int(man["skill"])],
        wounded=bool(figure["wounded"]),
        mounted=bool(figure["horse"] == MOUNTED),
        arm=ARMS[int(man["arm"])],
        pistol=bool(man["pistol"]),
        blade=BLADES[int(man["blade"])],
        steps=(int(figure["arm"]), int(figure["pistol"])),
        loaded=bool(has_loaded(world, game, who)),
        ready=bool(figure["ready"]),
        acted=bool(figure["acted"]),
    )


def loading(unit: Unit) -> str:
    """LD1: how far men have loaded whose long arm isn't: `loads 1 of 3`, or the least and the most, `loads 0-2 of 3`.

    Empty: there is nobody.
    """
    steps = int(LOADING[ARMS.index(unit.arm)])
    done = [steps - man.steps[0] for man in unit.men if man.arm == unit.arm and man.steps[0]]
    if not done:
        return ""
    least, most = min(done), max(done)
    return f"loads {least} of {steps}" if least == most else f"loads {least}-{most} of {steps}"


def _loaded(unit: Unit) -> str:
    """How many men have a loaded weapon; whether that is a pistol alone."""
    pistols = sum(man.loaded and not (man.arm != "none" and man.steps[0] == 0) for man in unit.men)
    if not pistols or unit.arm == "none":
        return f"{sum(man.loaded for man in unit.men)} loaded"
    return f"{sum(man.loaded for man in unit.men)} loaded, {pistols} of them with a pistol alone"


def conditions(unit: Unit) -> Iterator[str]:
    """What isn't as usual of a unit, in a few words each, the weightiest first."""
    if not unit.men:
        yield "gone"
        return
    if unit.morale != "steady":
        yield {
            "halted": "mustn't advance",
            "falling": "falls back",
            "broken": "broken",
            "routed": "broken for good",
        }[unit.morale]
    if unit.contact:
        yield "in melee"
    if unit.hidden:
        yield "hidden"
    if unit.shoots:
        yield f"aims at {unit.shoots}"
    if words := loading(unit):
        yield words
    if ready := sum(man.ready for man in unit.men):
        yield f"{ready} ready"
    if unit.horses:
        yield "horses left behind"


def kind_of(unit: Unit, brief: bool = False) -> str:
    """What its men are, in a few words: `trained, Minié rifles`; `brief`: where there is little room."""
    if unit.commander and unit.strength == 1:
        return "commander"
    if brief:
        return f"{GRADES[unit.grade]}{' horse' if unit.facing else ''}, {BRIEF.get(unit.arm, WEAPONS[unit.arm])}"
    return f"{GRADES[unit.grade]}, {'mounted, ' if unit.facing else ''}{WEAPONS[unit.arm]}"


def title(unit: Unit) -> str:
    """A unit and all that matters of it, in a line."""
    wounded = sum(man.wounded for man in unit.men)
    words = [f"{unit.name}: {kind_of(unit)}", f"{len(unit.men)} of {unit.strength} stand"]
    words += [f"{wounded} wounded"] if wounded else []
    words += [_loaded(unit)] if unit.men else []
    words += [f"faces {unit.facing}"] if unit.facing else []
    words += ["with the commander"] if unit.commander and unit.strength > 1 else []
    return ", ".join([*words, *conditions(unit)])


def losses(scenario: Scenario, game: Record, team: int) -> tuple[int, int, int]:
    """A side's men out of action, those that have left the table, and the share of its points lost, in per cent."""
    states = game["figures"][team]["state"]
    out = int(((states == state.KILLED) | (states == state.DISABLED)).sum())
    off = int(((states == state.OFF) | (states == state.THROUGH)).sum())
    return out, off, 100 * int(victory.losses(scenario.world[0], game, team)) // int(scenario.world[0]["costs"][team])


def side_of(name: str) -> int:
    """The team of a unit or a figure by its name; of a side's name, too; -1: it is none."""
    if name in TEAMS:
        return TEAMS.index(name)
    return "BG".index(name[0]) if name[:1] in ("B", "G") and name[1:2].isdigit() else -1
