"""A position as a line of text (the page's "Positions"), and back."""

from .geometry import HEADINGS
from .model import Battle, Unit
from .moving import step_of
from .orders import legal_orders, second_acts
from .play import to_order
from .setup import first_facings, free_slots
from .world import SIDES

OUT = ("killed", "disabled", "off", "through")


def spot_text(spot):
    return ":".join(f"{'-' if at < 0 else ''}{abs(at) // 10}.{abs(at) % 10}" for at in spot)


def read_spot(text):
    return tuple(round(10 * float(part)) for part in text.split(":"))


def joined(numbers):
    return "+".join(map(str, numbers))


def write(battle):
    """The position as text."""
    over = not battle.decision
    players = battle.rules.setup == "players"
    told = [("turn", battle.turn)]
    usual = ("blue", "long") if players else (battle.rules.attacker, battle.rules.zones)
    told += [("attacker", SIDES[battle.attacker])] if SIDES[battle.attacker] != usual[0] else []
    told += [("zones", battle.zones)] if battle.zones != usual[1] else []
    told += [("turned", 1)] if battle.turned else []
    told += [("first", SIDES[battle.first])] if battle.first not in (None, battle.attacker) else []
    told += [("part", SIDES[battle.part])] if battle.part is not None else []
    told += [("action", 2)] if battle.action == 2 else []
    if over:
        told.append(("over", f"{'draw' if battle.winner is None else SIDES[battle.winner]}:{battle.ending}"))
    else:
        told.append(("to", f"{SIDES[battle.decider]}:{battle.decision}"))
        told += under_way(battle)
    told += [("declined", 1)] if battle.declined else []
    told += [("fallen", joined(SIDES[side] for side in sorted(battle.fallen)))] if battle.fallen else []
    told += [("held", f"{SIDES[battle.held[0]]}:{battle.held[1]}")] if battle.held else []
    for side in (0, 1):
        for unit in battle.sides[side]:
            words = unit_words(battle, unit)
            told += [(unit.name, ",".join(words))] if words else []
            for man in unit.figures:
                words = figure_words(man)
                told += [(man.name, ",".join(words))] if words else []
    return " ".join(f"{key}={value}" for key, value in told)


def under_way(battle):
    """What is decided, and of the order under way."""
    told = [("unit", battle.unit.name)] if battle.unit else []
    if battle.decision == "react":
        told.append(("act", act_text(battle.act)))
        told += [("at", battle.at)] if battle.at else []
        told += [("near", battle.near.name)] if battle.near else []
    told += [("asked", battle.asked.name)] if battle.asked else []
    told += [("fires", joined(unit.name for unit in battle.fires))] if battle.fires else []
    return told


def act_text(act):
    if act[0] == "charge":
        return f"charge:{act[1].name}:{HEADINGS[act[2]]}:{act[3]}"
    return f"{act[0]}:{HEADINGS[act[1]]}:{act[2]}" if len(act) > 1 else act[0]


def unit_words(battle, unit):
    """A unit's token; one with nobody standing keeps only what it is a detachment of."""
    words = [f"of:{unit.of}", f"men:{joined(unit.men)}"] if unit.of else []
    men = unit.standing
    if not men:
        return words
    words += ["hidden"] if unit.hidden else []
    words += [unit.bound] if unit.bound else []
    words += ["fresh"] if unit.fresh else []
    words += [f"last:{unit.last}"] if unit.last else []
    words += [f"course:{HEADINGS[unit.course]}"] if unit.course is not None else []
    if unit.facing is not None and unit.facing != battle.up(unit.side):
        words.append(f"facing:{HEADINGS[unit.facing]}")
    words += [f"horses:{spot_text(unit.horses)}"] if unit.horses is not None else []
    words += ["given"] if unit.given else []
    for key in ("ready", "acted"):
        some = [man.number for man in men if getattr(man, key)]
        words += [f"{key}:{'all' if len(some) == len(men) else joined(some)}"] if some else []
    words += [f"shoots:{unit.shoots.name}"] if unit.shoots else []
    words += ["charges"] if unit.charges else []
    if unit.charged:
        words.append("charged:" + joined(f"{'GB'[unit.side]}{number}" for number in sorted(unit.charged)))
    words += ["hurt"] if unit.hurt else []
    words += ["won"] if unit.won else []
    words += ["fights"] if unit.fights else []
    return words + (["fought"] if unit.fought else [])


def figure_words(man):
    """A figure's token; it has none before it is placed."""
    if not man.standing:
        return [spot_text(man.lying), "disabled"] if man.lying is not None else [man.state] if man.state else []
    words = [spot_text(man.place)]
    words += ["wounded"] if man.wounded else []
    words += [man.horse] if man.horse in ("foot", "unhorsed") else []
    words += [f"{slot}:{man.steps[slot]}" for slot in ("arm", "pistol") if man.steps[slot]]
    words += [f"from:{spot_text(man.start)}"] if man.start is not None else []
    words += [f"aims:{joined(aim.number for aim in man.aims)}"] if man.aims else []
    return words + (["with:pistol"] if man.aims and man.weapon == "pistol" else [])


def read(world, text):
    """The battle of a text, with its decision open."""
    told = {}
    for token in text.split():
        key, value = token.split("=", 1)
        assert key not in told, key
        told[key] = value
    battle = Battle(world)
    battle.turn = int(told.pop("turn"))
    if "attacker" in told:
        battle.attacker = SIDES.index(told.pop("attacker"))
    battle.zones = told.pop("zones", battle.zones)
    battle.turned = bool(int(told.pop("turned", 0)))
    battle.turn_ground()
    first_facings(battle)
    first = told.pop("first", None)
    if battle.turn:
        battle.first = SIDES.index(first) if first else battle.attacker
    part = told.pop("part", None)
    battle.part = SIDES.index(part) if part else None
    battle.action = int(told.pop("action", 1))
    battle.declined = bool(int(told.pop("declined", 0)))
    battle.fallen = {SIDES.index(word) for word in told.pop("fallen", "").split("+") if word}
    if "held" in told:
        side, turns = told.pop("held").split(":")
        battle.held = SIDES.index(side), int(turns)
    words = {key: told.pop(key) for key in ("to", "over", "unit", "act", "at", "near", "asked", "fires") if key in told}
    read_units(battle, told)
    for key in ("unit", "near", "asked"):
        setattr(battle, key, battle.named(words[key]) if key in words else None)
    if "over" in words:
        winner, battle.ending = words["over"].split(":")
        battle.winner = None if winner == "draw" else SIDES.index(winner)
        return battle
    side, battle.decision = words["to"].split(":")
    battle.decider = SIDES.index(side)
    if battle.decision == "react":
        read_way(battle, words)
    battle.legal = LEGAL[battle.decision](battle)
    return battle


def read_units(battle, told):
    """Units' and figures' tokens; detachments first, for their men are theirs."""
    men = {man.name: man for side in (0, 1) for man in battle.figures(side)}
    later = []
    for key, value in told.items():
        if "." in key:
            read_figure(men[key], value.split(","))
        elif value.startswith("of:"):
            make_detachment(battle, key, value.split(","))
    for key, value in told.items():
        if "." not in key:
            read_unit(battle, battle.named(key), value.split(","))
        else:
            later += [(men[key], word) for word in value.split(",") if word.startswith("aims:")]
    for man, word in later:
        target = man.unit.shoots
        numbers = [int(number) for number in word[5:].split("+")]
        man.aims = [aim for aim in target.figures if aim.number in numbers]


def make_detachment(battle, key, words):
    side, number = "BG".index(key[0]), int(key[1:])
    of, numbers = int(words[0][3:]), [int(each) for each in words[1][4:].split("+")]
    unit = next(unit for unit in battle.sides[side] if unit.number == of)
    men = [man for man in unit.figures if man.number in numbers]
    unit.figures = [man for man in unit.figures if man not in men]
    new = Unit(side, number, men, of, numbers, facing=unit.facing)
    for man in men:
        man.unit = new
    battle.sides[side].append(new)
    battle.sides[side].sort(key=lambda each: each.number)


def read_unit(battle, unit, words):
    for word in words:
        key, _, value = word.partition(":")
        if key in ("hidden", "fresh", "given", "charges", "hurt", "won", "fights", "fought"):
            setattr(unit, key, True)
        elif key in ("halted", "falling", "broken", "routed"):
            unit.bound = key
        elif key in ("course", "facing"):
            setattr(unit, key, HEADINGS.index(value))
        elif key == "last":
            unit.last = value
        elif key == "horses":
            unit.horses = read_spot(value)
        elif key in ("ready", "acted"):
            for man in unit.standing:
                setattr(man, key, value == "all" or man.number in map(int, value.split("+")))
        elif key == "shoots":
            unit.shoots = battle.named(value)
        elif key == "charged":
            unit.charged = {int(name[1:]) for name in value.split("+")}
        else:
            assert key in ("of", "men"), word


def read_figure(man, words):
    first = words[0]
    if first in OUT:
        man.state, man.horse = first, "mounted" if man.rides else ""
        return
    if words[1:] == ["disabled"]:
        man.state, man.lying = "disabled", read_spot(first)
        return
    man.place = read_spot(first)
    for word in words[1:]:
        key, _, value = word.partition(":")
        if key == "wounded":
            man.wounded = True
        elif key in ("foot", "unhorsed"):
            man.horse = key
        elif key in ("arm", "pistol"):
            man.steps[key] = int(value)
        elif key == "from":
            man.start = read_spot(value)
        elif key == "with":
            man.weapon = value
        else:
            assert key == "aims", word


def read_way(battle, words):
    """The order under way, in `react`."""
    unit, act = battle.unit, words["act"].split(":")
    battle.at = int(words.get("at", 0))
    battle.fires = [battle.named(name) for name in words.get("fires", "").split("+") if name]
    battle.under = [man for man in unit.standing if man.start is not None]
    battle.rate = unit.quarter
    if act[0] == "charge":
        battle.act = "charge", battle.named(act[1]), HEADINGS.index(act[2]), int(act[3])
    elif len(act) > 1:
        battle.act = act[0], HEADINGS.index(act[1]), int(act[2])
        step = step_of(battle.act[1], 30, battle.at)
        slow = any((man.place[0] - step[0], man.place[1] - step[1]) == man.start for man in battle.under)
        battle.rate = 30 if slow or not battle.under else 60
    else:
        battle.act = (act[0],)


LEGAL = {
    "slot": lambda battle: [f"slot {number}" for number in free_slots(battle, battle.decider)],
    "hide": lambda battle: ["hide", "show"],
    "spot": lambda battle: ["spot", "decline"],
    "pick": lambda battle: [*(unit.name for unit in to_order(battle)), "end"],
    "order": lambda battle: legal_orders(battle, battle.unit),
    "second": lambda battle: second_acts(battle, battle.unit),
    "react": lambda battle: ["fire", "hold"],
}
