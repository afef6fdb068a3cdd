"""A single decision in words: its action as the open decision means it, and what came of it."""

from collections.abc import Callable

from paintball_env.render.words import draw_words
from paintball_env.rules.figures import is_impotent
from paintball_env.rules.state import NONE, STRIDE
from tabletop.hexes import DIRECTIONS
from tabletop.presentation.story import DECISION, Told

from ..rules import marshals, state
from .marking import aside_lines, check_lines, class_of, out_lines
from .scene import SIDES, Scene, fallen, flag_lines, name_of
from .shots import Shots

KINDS = ("", "shot", "suppressing shot", "smoke", "paint", "soft cover", "hard cover")


def told_decision(before: Scene, after: Scene, team: int, action: str) -> Told:
    """Tell one decision.

    Args:
      before: the moment of the decision, with the draws that it led to; goes along.
      after: when it is resolved.
      team: who decided.
      action: the action's name.
    """
    kind = int(before.game.decision)
    if kind == state.ACT:
        return _act(before, after, team, action)
    return _ANSWERS.get(kind, _setting_up)(before, after, team, action)


def _act(before: Scene, after: Scene, team: int, action: str) -> Told:
    head, _, rest = action.partition(" ")
    if action == "done":
        return Told(DECISION, f"{SIDES[team]} ends the phase (TU6)", SIDES[team])
    if action == "charge":
        return Told(DECISION, f"{SIDES[team]} declares a charge (CH1)", SIDES[team], "charges")
    verb, _, argument = rest.rpartition(" ")
    if verb == "move":
        return _moved(before, after, head, argument)
    if verb in ("shoot", "suppress"):
        target = _id(argument)
        reach = int(before.world.board.distance[before.figure(_id(head)).hex, before.figure(target).hex])
        where = f"in {before.hex_name(before.figure(target).hex)}, range {reach}"
        words, rule = ("shoots at", "SH3") if verb == "shoot" else ("suppresses", "SU2")
        return Told(DECISION, f"{head} {words} {argument} {where} ({rule})", head)
    words, rule = {
        "aim": ("takes aim", "AI1"),
        "sentry": ("goes on sentry", "SE1"),
        "stand down": ("stands down", "SE4"),
        "reload": ("reloads", "IM3"),
        "take flag": ("takes up the flag where it stands", "FL1"),
        "throw smoke": ("takes out a smoke grenade", "GR2"),
        "throw paint": ("takes out a paint grenade", "GR2"),
    }.get(rest, (f"turns to {argument}", "BS3"))
    told = Told(DECISION, f"{head} {words} ({rule})", head, "" if rest.startswith("throw") else words)
    if rest != "take flag":
        told.lines += flag_lines(before, after)
    return told


def _moved(before: Scene, after: Scene, name: str, direction: str, opens: bool = True) -> Told:
    """MV1, CH2: a step, Marshals that make room, a flag taken up."""
    who = _id(name)
    place = before.world.board.neighbour[before.figure(who).hex, DIRECTIONS.index(direction)]
    where = before.hex_name(int(place))
    rule = "MV1" if opens else "CH2"
    told = Told(DECISION, f"{name} moves {direction} to {where} ({rule})", name, f"moves to {where}", opens=opens)
    told.lines += aside_lines(after, [draw for draw in before.draws if draw.purpose == "aside"])
    taken = flag_lines(before, after)
    told.lines += taken
    told.outcomes += [line.removesuffix(" (FL1)").removeprefix(f"{name} ") for line in taken]
    return told


def _volley(before: Scene, after: Scene, team: int, action: str) -> Told:
    game = before.game
    name, kind = name_of(int(game.actor)), KINDS[int(game.kind)]
    if action != "done":
        return Told(DECISION, f"{name} adds a {kind}, at {action.split()[-1]} (SH3)", name, opens=False)
    shots = [name_of(int(shot)) for shot in game.shot if shot != NONE]
    count = f"{len(shots)} {kind}{'s' if len(shots) > 1 else ''}"
    targets = ", ".join(f"{shots.count(shot)} at {shot}" for shot in dict.fromkeys(shots))
    targets = targets if len(set(shots)) > 1 else f"at {shots[0]}"
    told = Told(DECISION, f"{name} fires {count}, {targets} (SH3)", name, opens=False)
    verb = "shoots at" if game.kind == state.SHOOT else "suppresses"
    times = {1: "", 2: " twice"}.get(len(shots), f" {len(shots)} times")
    told.brief = f"{verb} {' and '.join(dict.fromkeys(shots))}{times}"
    shooting = Shots(before, int(game.actor))
    shooting.volley()
    told.lines, told.outcomes = shooting.lines, shooting.outcomes
    return told


def _react(before: Scene, after: Scene, team: int, action: str) -> Told:
    sentry, mover = int(before.game.asked), int(before.game.actor)
    name = name_of(sentry)
    if action == "done":
        return Told(DECISION, f"{name}, on sentry, lets {name_of(mover)} pass (SE2)", name, opens=False)
    place = before.hex_name(before.figure(mover).hex)
    head = f"{name}, on sentry, shoots at {name_of(mover)} in {place} (SE2)"
    told = Told(DECISION, head, name, f"reacts and shoots at {name_of(mover)}", opens=False)
    shooting = Shots(before, sentry)
    shooting.reaction(mover)
    told.lines, told.outcomes = shooting.lines, shooting.outcomes
    return told


def _pick(before: Scene, after: Scene, team: int, action: str) -> Told:
    game = before.game
    picked = action.split()[-1]
    told = Told(DECISION, f"{SIDES[team]} lets a hit on {picked} count (SH4)", SIDES[team], opens=False)
    target = _id(picked)
    for i, shot in enumerate(game.shot.tolist()):
        if shot == target and not game.taken[i]:
            game.taken[i] = 1
            break
    if game.count == 1:
        shooting = Shots(before, int(game.actor))
        shooting.strike()
        told.lines, told.outcomes = shooting.lines, shooting.outcomes
        told.brief = "picks who is hit"
    return told


def _throw(before: Scene, after: Scene, team: int, action: str) -> Told:
    name, place = name_of(int(before.game.actor)), action.split()[-1]
    what = KINDS[int(before.game.kind)]
    told = Told(DECISION, f"{name} throws {what} at {place} (GR2)", name, f"throws {what} at {place}", opens=False)
    told.lines.append(draw_words(before.next("scatter")))
    if after.game.decision == state.SCATTER:
        told.outcomes.append("it misses")
        return told
    return _landed(before, told, place)


def _scatter(before: Scene, after: Scene, team: int, action: str) -> Told:
    place = action.split()[-1]
    told = Told(DECISION, f"{SIDES[team]} has it land in {place} (GR3)", SIDES[team], opens=False)
    told.brief = f"has it land in {place}"
    return _landed(before, told, place)


def _landed(before: Scene, told: Told, place: str) -> Told:
    """SM1, PG1: smoke appears; or everybody in the hex is marked or not, then checked."""
    if before.game.kind == state.SMOKE:
        told.lines.append(f"smoke in {place} (SM1)")
        return told
    marked = []
    while before.peek() == "mark":
        draw = before.next("mark")
        told.lines.append(draw_words(draw))
        if class_of(draw) == 2:
            marked.append(_id(draw.subject))
        else:
            told.outcomes.append(f"{draw.subject} is unmarked")
    if not marked and not told.outcomes:
        told.lines.append(f"nobody is in {place} (PG1)")
    for who in marked:
        earlier = Scene(before.scenario, before.games, ())
        lines, outcome = check_lines(earlier, before, who, before.run(marshals.paintcheck, who))
        told.lines += lines
        told.outcomes.append(outcome)
    return told


def _charge(before: Scene, after: Scene, team: int, action: str) -> Told:
    place = action.split()[-1]
    return Told(DECISION, f"the charge goes at {place} (CH2)", SIDES[team], f"at {place}", opens=False)


def _charger(before: Scene, after: Scene, team: int, action: str) -> Told:
    if action != "done":
        return Told(DECISION, f"{action.split()[-1]} charges (CH2)", SIDES[team], opens=False)
    told = Told(DECISION, f"{SIDES[team]} sends no further charger (CH2)", SIDES[team], opens=False)
    place = int(before.game.place)
    removed = []
    if before.game.present[team, place] > 0:
        for who in before.figures():
            figure = before.figure(who)
            if who // STRIDE != team and figure.hex == place and is_impotent(figure) and figure.gun == state.EMPTY:
                removed.append(f"{name_of(who)}, out of ammo, is removed (CH3)")
    told.lines += removed
    return _fought(before, after, told)


def _fought(before: Scene, after: Scene, told: Told) -> Told:
    """CH3: rounds of the shoot-out, and who falls."""
    told.lines += [_round(draw.classes, draw.result) for draw in before.draws if draw.purpose == "shoot-out"]
    gone = out_lines(before, after)
    told.lines += [line for line in gone if not any(line.split()[0] + ", out of ammo" in old for old in told.lines)]
    told.outcomes += [f"{name_of(who)} is out" for who in fallen(before, after)]
    return told


def _round(classes: str, result: int | tuple[int, int]) -> str:
    assert isinstance(result, tuple)
    chargers, defenders = classes.split(" v ")
    dice = f"shoot-out, {chargers} {'die' if chargers == '1' else 'dice'} of the chargers against {defenders}"
    return f"{dice}: the chargers lose {result[0]}, the defenders {result[1]} (CH3)"


def _step(before: Scene, after: Scene, team: int, action: str) -> Told:
    return _moved(before, after, name_of(int(before.game.actor)), action.split()[-1], opens=False)


def _casualty(before: Scene, after: Scene, team: int, action: str) -> Told:
    name = action.split()[-1]
    told = Told(DECISION, f"{SIDES[team]} lets {name} fall (CH3)", SIDES[team], opens=False)
    return _fought(before, after, told)


def _first(before: Scene, after: Scene, team: int, action: str) -> Told:
    return Told(DECISION, f"{SIDES[team]} chooses the {action} phase (TU3)", SIDES[team], f"goes {action}")


def _setting_up(before: Scene, after: Scene, team: int, action: str) -> Told:
    """SN4, EX1, GR1: a decision of the set-up."""
    game, side, what = before.game, SIDES[team], action.split()[-1]
    kind = int(game.decision)
    piece = KINDS[int(game.kind)]
    actor = name_of(int(game.actor)) if game.actor != NONE else ""
    place = before.hex_name(int(game.place)) if game.place != NONE else ""
    who, words, rule = {
        state.PIECE: (side, f"takes {what} cover", "SN4"),
        state.COVER_HEX: (side, f"places {piece} in {what}", "SN4"),
        state.COVER_FACING: (side, f"has the hard cover in {place} face {what}", "HC1"),
        state.FLAG_HEX: (side, f"puts the flag in {what}", "SN1"),
        state.MARSHAL_HEX: (side, f"puts the Marshal in {what}", "SN1"),
        state.DEPLOY: (actor, f"starts in {what}", "SN4"),
        state.CARRIER: (what, "carries the flag", "SN2"),
        state.EXPERT: (what, "is an expert", "EX1"),
        state.GRENADE: (side, f"takes a {what} grenade", "GR1"),
        state.GRENADIER: (what, f"carries the {piece} grenade", "GR1"),
    }[kind]
    return Told(DECISION, f"{who} {words} ({rule})", who, words)


def _id(name: str) -> int:
    """The id of a figure's name."""
    return STRIDE * "RB".index(name[0]) + int(name[1:]) - 1


_ANSWERS: dict[int, Callable[[Scene, Scene, int, str], Told]] = {
    state.VOLLEY: _volley,
    state.REACT: _react,
    state.PICK: _pick,
    state.THROW: _throw,
    state.SCATTER: _scatter,
    state.CHARGE: _charge,
    state.CHARGER: _charger,
    state.STEP: _step,
    state.CASUALTY: _casualty,
    state.FIRST: _first,
}
