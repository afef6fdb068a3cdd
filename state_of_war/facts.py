"""What a policy that scores actions takes: a row of facts about the position, and a row about each legal action.

Both are seen from the own side, are numbers of about -1 to 1, and depend neither on the table's size nor on the number
of units: one network plays every scenario. What a place is like is that of `state_of_war.outlook`, what may come of
dice that of `state_of_war.chances`.
"""

import numpy as np

from state_of_war import deeds, kinds, outlook
from state_of_war.chances import ORDERED, READY
from state_of_war.observation import BATTLE, observe_battle, seen_x, seen_y
from state_of_war.outlook import FAR_OFF, PLACE, STAND
from state_of_war.rules import actions
from state_of_war.rules.bounds import objective_distance
from state_of_war.rules.figures import figure_of, is_of, men_of
from state_of_war.rules.ordered import ordered
from state_of_war.rules.state import HALTED, HIDE, MEN, NONE, REACT, STANDING, UNITS, Game, World
from state_of_war.rules.victory import men_there
from tabletop.base.arrays import Float32, Int8, Int16, Int64
from tabletop.compiled.compiling import rule
from tabletop.game.encodings import Entry, row_fields
from tabletop.game.header import Record, record

VERSION = 2  # of both rows

# Of the units that each side has on the table, the own one first.
SIDE = (
    Entry("men", "that stand, as a share of 80"),
    Entry("units", "with somebody standing, as a share of 14"),
    Entry("cost", "of those who stand, as a share of the side's points"),
    Entry("loaded", "share of those who stand"),
    Entry("ready", "likewise"),
    Entry("wounded", "likewise"),
    Entry("bound", "units that don't advance, fall back or are broken, as a share of the units"),
    Entry("hidden", "likewise"),
    Entry("commander", "1: the commander stands"),
    Entry("x", "mean place of pivots, to the right, in 2047 mm", -1.0),
    Entry("y", "up the table", -1.0),
    Entry("to goal", "mean distance of pivots from the objective, else the far edge, in 3 m"),
    Entry("nearest", "distance of the nearest two enemies, in 3 m"),
    Entry("there", "men who count at the objective (VI2), in 14, at most 1"),
)
AIM = (
    Entry("objective", "1: the scenario has one (VI2)"),
    Entry("lead there", "own men who count there, more than the enemy's, in 14", -1.0),
)
# Of each action: first of which kind it is.
ACTION = (
    # The unit that is picked, ordered, placed or asked.
    Entry("men", "that stand, as a share of 14"),
    Entry("share", "of its men at the start that stand (W5)"),
    Entry("loaded", "share of those who stand with a loaded weapon"),
    Entry("to load", "steps until all are loaded, as a share of all steps"),
    Entry("ready", "share that stands ready"),
    Entry("wounded", "share that is wounded"),
    Entry("skill", "class, 0 civilian to 1 veteran"),
    Entry("mounted", "share that is mounted"),
    Entry("able", "share that may act in an order now (AC2)"),
    Entry("bound", "1: it doesn't advance, or falls back"),
    Entry("commander", "1: the commander is in it"),
    Entry("shaky", "chance that a check of its morale now isn't `continues`"),
    Entry("worth", "of a man, in 20 points"),
    # Its place after the action.
    Entry("give", "harm that its best volley from there would do, all loaded, in 5 men"),
    Entry("threat", "harm that the enemy's volleys would do to it there"),
    Entry("waited", "of these those of enemies who stand ready"),
    Entry("more give", "more than from where it is", -1.0),
    Entry("more threat", "likewise", -1.0),
    Entry("nearest", "distance of the nearest enemy, in 1000 mm"),
    Entry("nearer", "nearer to it by so many 240 mm", -1.0),
    Entry("range", "of its weapon at that enemy, 0 short to 1 out of reach"),
    Entry("cover", "against that enemy, 0 to 1"),
    Entry("more cover", "more than where it is", -1.0),
    Entry("seen", "enemy units that see it, in 3"),
    Entry("goal", "distance of the objective, else the far edge, in 1000 mm"),
    Entry("goal nearer", "nearer to it by so many 240 mm", -1.0),
    Entry("holds", "1: within 20 cm of the objective"),
    Entry("lead there", "own men at the objective, more than the enemy's, in 14", -1.0),
    Entry("spare", "actions that are left beyond those that its way to the objective takes, in 8", -1.0),
    Entry("to cover", "distance of the nearest cover, in 1000 mm"),
    Entry("commanded", "1: the commander near and in sight; of his own unit the others' share that has him"),
    Entry("friend", "distance of the nearest friend, in 1000 mm"),
    Entry("height", "0 off hills, 0.5 on one, 1 in its core"),
    Entry("rough", "1: in difficult ground"),
    Entry("lead", "men more than the enemies within 40 cm, in 10", -1.0),
    # The action.
    Entry("quarters", "of a block move"),
    Entry("left behind", "share of the standing who don't go along"),
    Entry("loads", "share that loads a step"),
    Entry("stands ready", "share that would stand ready"),
    Entry("sent", "men that are sent off, in 4"),
    # Shots.
    Entry("shooters", "share of the unit that shoots"),
    Entry("out", "men disabled or killed, on the average, in 5"),
    Entry("hurt", "men wounded likewise"),
    Entry("harm", "all of this, by what a man costs, in 5 men of 20 points"),
    Entry("shock", "about, the chance that the target's check isn't `continues`"),
    Entry("target men", "men of the target, or of who is charged, in 14"),
    Entry("target loaded", "share of them"),
    Entry("target nearest", "1: it is the nearest enemy"),
    Entry("target chief", "1: the enemy's commander is in it"),
    Entry("later", "harm of the same shots where the mover will have come to"),
    # Charges.
    Entry("goes on", "chance that the own check lets it go on"),
    Entry("win", "harm that a man does in a round of melee, in men"),
    Entry("lose", "that he takes"),
    Entry("odds", "men against men, -1 to 1", -1.0),
    # Slots.
    Entry("aside", "distance from the table's middle line", 0.0),
    Entry("depth", "how far up the table", -1.0),
    Entry("open", "share of the enemy's slots that see it"),
)
_BATTLE, _SIDES = len(BATTLE), 2 * len(SIDE)
KIND_FACTS = len(kinds.NAMES)  # facts about an action that say of which kind it is, the first ones
POSITION_FACTS, ACTION_FACTS = _BATTLE + _SIDES + len(AIM), KIND_FACTS + len(ACTION)
SIDE_ROW, AIM_ROW = record(*row_fields(SIDE)), record(*row_fields(AIM))
ROW = record(("kind", "f4", (KIND_FACTS,)), *row_fields(ACTION))
THREE_METRES = 3000.0


@rule(shared=True)
def observe_position(world: World, game: Game, team: int, out: Float32) -> None:
    """Write the facts of a position as `team` sees it; out float32 [P], overwritten."""
    out[:] = 0.0
    observe_battle(world, game, team, out)
    rows = out[_BATTLE : _BATTLE + _SIDES].view(SIDE_ROW)
    if game.turn > 0:
        now = outlook.units_now(world, game)
        for half in range(2):
            _observe_side(world, game, team, team ^ half, now, rows[half])
    if world.rules.objective == 1:
        aim = out[_BATTLE + _SIDES :].view(AIM_ROW)[0]
        aim.objective = 1.0
        aim.lead_there = deeds.lead_there(world, game, team)


@rule
def _observe_side(world: World, game: Game, seen_by: int, side: int, now: Int64, row: Record) -> None:
    units, men, nearest = 0, 0, FAR_OFF
    for number in range(UNITS):
        unit = side * UNITS + number
        if now[unit, STAND] == 0:
            continue
        units += 1
        men += now[unit, STAND]
        row.cost += now[unit, outlook.COST] / float(world.costs[side])
        row.loaded += now[unit, outlook.LOADED]
        row.ready += now[unit, outlook.READY]
        row.bound += 1.0 if game.units[side, number].morale >= HALTED else 0.0
        row.hidden += game.units[side, number].hidden
        pivot = figure_of(game, now[unit, outlook.PIVOT])
        x, y = int(pivot.x), int(pivot.y)
        row.x += seen_x(game, seen_by, x, y)
        row.y += seen_y(game, seen_by, x, y)
        row.to_goal += min(FAR_OFF, objective_distance(world, game, side, x, y)) / THREE_METRES
        begin, end = men_of(world, game, unit)
        for who in range(begin, end):
            if is_of(game, who, unit):
                row.wounded += figure_of(game, who).wounded
        for other in range(UNITS):
            nearest = min(nearest, outlook.gap_between(world, game, now, unit, (1 - side) * UNITS + other))
    if units > 0:
        row.loaded, row.ready, row.wounded = row.loaded / men, row.ready / men, row.wounded / men
        row.bound, row.hidden, row.to_goal = row.bound / units, row.hidden / units, row.to_goal / units
        row.x, row.y = row.x / units, row.y / units
    row.there = min(1.0, men_there(world, game, side) / MEN) if world.rules.objective == 1 else 0.0
    row.men, row.units, row.nearest = men / 80.0, units / UNITS, nearest / THREE_METRES
    commander = int(world.commander[side])
    row.commander = 1.0 if commander != NONE and figure_of(game, commander).state == STANDING else 0.0


@rule(shared=True)
def observe_legal(world: World, game: Game, mask: Int8, out: Float32, listed: Int16) -> int:
    """Write the facts of the legal actions of the side that decides.

    Args:
      world: rules, table and forces.
      game: the position, not over.
      mask: int8 [A], the legal actions.
      out: float32 [n or more, K]; n rows are overwritten.
      listed: int16 [n or more]; the n legal actions are written.

    Returns:
      n, how many actions are legal.
    """
    now, harms = outlook.units_now(world, game), outlook.no_harms()
    before, place = np.zeros(PLACE), np.zeros(PLACE)
    rows, own = out.view(ROW), np.zeros((1, ACTION_FACTS), np.float32)
    own_row = own.view(ROW)[0, 0]
    own_row.lead_there = deeds.lead_there(world, game, int(game.decider))
    unit = int(game.asked) if game.decision == REACT or game.decision == HIDE else int(game.unit)
    known, samples = ordered(world, game, max(0, unit)), np.empty(0, np.int64)
    if unit != NONE and now[unit, STAND] > 0:
        samples = outlook.samples_of(world, game, unit)
        deeds.observe_unit(world, game, unit, now, own_row)
        outlook.look(world, game, unit, now, harms, samples, before)
        deeds.observe_place(world, game, before, before, own_row)
    count = 0
    for action in range(mask.shape[0]):
        if mask[action] == 0:
            continue
        option, actor, value = actions.decode(world, game, action)
        kind = int(kinds.KIND_OF[option])
        listed[count], out[count], row = action, own[0], rows[count, 0]
        row.kind[kind] = 1.0
        count += 1
        if kind == kinds.PICK:
            deeds.observe_unit(world, game, actor, now, row)
            outlook.look(world, game, actor, now, harms, outlook.samples_of(world, game, actor), place)
            deeds.observe_place(world, game, place, place, row)
        elif kind == kinds.SLOT:
            deeds.observe_slot(world, game, unit, value, row)
        elif kind == kinds.MOVE or kind == kinds.FORM or kind == kinds.GO:
            deeds.try_place(world, game, known, kind, value, now, harms, samples, place, row)
            deeds.observe_place(world, game, before, place, row)
        elif kind == kinds.SHOOT:
            deeds.observe_shot(world, game, unit, value, ORDERED, now, row)
            deeds.observe_target(world, game, unit, value, now, before, row)
        elif kind == kinds.FIRE:
            deeds.observe_shot(world, game, unit, int(game.unit), READY, now, row)
            deeds.observe_target(world, game, unit, int(game.unit), now, before, row)
            deeds.observe_later(world, game, unit, now, harms, row)
        elif kind == kinds.CHARGE:
            deeds.observe_target(world, game, unit, value, now, before, row)
            deeds.observe_charge(world, game, unit, value, now, row)
        elif kind == kinds.STAND:
            deeds.observe_stand(world, game, unit, now, row)
        elif kind == kinds.DETACH:
            row.sent = value / 4.0
    return count
