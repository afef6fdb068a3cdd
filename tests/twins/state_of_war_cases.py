"""Scenarios for State of War's twin: the presets as the page gives them, and small ones with all switches."""

import re
import tomllib
from pathlib import Path

from .state_of_war_reference.geometry import HEADINGS

PAGE = Path(__file__).parents[2] / "docs" / "state-of-war.md"
ORDER = ("first-skirmish", "line-and-line", "militia", "raid", "crossroads", "company")


def presets():
    """The page's files by name, with what it says of forces and slots that are the same."""
    found = {}
    for text in re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        data = tomllib.loads(text)
        found[data["name"]] = data
    line = found["line-and-line"]
    for name in ("militia", "crossroads"):
        found[name] |= {"slots": line["slots"], "grey": line["grey"]}
    found["crossroads"]["blue"] = line["blue"]
    found["company"]["grey"] = found["company"]["blue"]
    return {name: found[name] for name in ORDER}


def small(**switches):
    """A small table with everything on it, and mixed forces that meet soon."""
    made = {
        "name": "small",
        "table": [90, 90],
        "setup": "fixed",
        "turns": 6,
        "points": 0,
        "officers": "any",
        "areas": [
            ["wood", [-25, 5, 9], [-14, 8, 6]],
            ["marsh", [[18, -4], [30, -6], [32, 6], [20, 8]]],
            ["hill", [0, 24, 12]],
            ["hill", [[-12, -36], [12, -36], [14, -20], [-10, -18]]],
            ["building", [[-38, -8], [-30, -8], [-30, 0], [-38, 0]]],
            ["water", [40, 0, 4]],
            ["ford", [36, 20, 5]],
        ],
        "pieces": [
            ["wall", [-8, 3], [8, 3]],
            ["fence", [10, -9], [18, -9], [24, -14]],
            ["bank", [-25, -12], [-12, -10]],
        ],
        "places": [[0, 0.5, "N"], [0, 5.5, "S"], [-20, -8, "NNW"], [20, 14, "S"], [5, 24, "SSW"]],
        "blue": [
            {"class": "trained", "men": 6, "arm": "minie", "blade": "bayonet", "place": [-10, -12], "leader": VETERAN},
            {"class": "trained", "men": 4, "arm": "minie-carbine", "pistol": True, "blade": "sword", "horse": True}
            | {"place": [14, -24]},
            {"class": "raw", "men": 5, "arm": "musket", "place": [-22, -16], "ranks": "one"},
            {"class": "trained", "men": 1, "commander": True, "place": [-8, -26]},
        ],
        "grey": [
            {"class": "civilian", "men": 8, "arm": "shotgun", "place": [8, 12], "ranks": "column"},
            {"class": "veteran", "men": 3, "arm": "repeater", "place": [-12, 14]},
            {
                "class": "raw",
                "men": 3,
                "pistol": True,
                "blade": "lance",
                "horse": True,
                "place": [20, 24],
                "heading": "SSW",
            },
            {"class": "trained", "men": 5, "arm": "thrown", "blade": "bayonet", "place": [-25, 16], "commander": True},
        ],
        **switches,
    }
    for unit in () if made["setup"] == "fixed" else made["blue"] + made["grey"]:
        for key in ("place", "heading", "ranks"):
            unit.pop(key, None)
    return made


VETERAN = {"class": "veteran", "arm": "repeater", "pistol": True, "blade": "sword"}
SLOTS = {
    "long": [[-32, -38], [-16, -38], [0, -38], [16, -38], [32, -38]],
    "short": [[-38, -30], [-38, -16], [-38, 12], [-38, 28]],
    "half": [[-32, -38], [-16, -12], [4, -12], [20, -12], [32, -30]],
}
VARIANTS = [
    {},
    {"volleys": "one_by_one", "fallen": "targets", "react": "once", "first": "by_lot"},
    {"buildings": "open", "fire_lines": "leaders", "wounded": "half", "turning": "begun"},
    {"climb": "half", "jump": True, "graze": False, "toward": -1, "seeing": "bound", "breakpoint": 0},
    {"fallen": "targets", "ambush": False, "fog": False, "objective": [0, 0], "hold": 2},
    {"exit": True, "attacker": "grey", "breakpoint": 20, "dismount": False, "detachments": False},
    {"setup": "players", "slots": SLOTS, "table": [100, 100], "turns": 8},
    {"setup": "drawn", "slots": SLOTS, "zones": "short", "attacker": "grey", "table": [100, 100], "exit": True},
    {
        "setup": "drawn",
        "slots": SLOTS,
        "zones": "half",
        "volleys": "one_by_one",
        "table": [100, 100],
        "seeing": "bound",
    },
    {"wounded": "half", "react": "once", "climb": "half", "jump": True, "zones": "short", "fire_lines": "leaders"},
]


# The table turned by half, with the sides exchanged (W8).


def opposite(spot):
    return [-spot[0], -spot[1], *spot[2:]]


def half_turn(heading):
    return HEADINGS[(HEADINGS.index(heading) + 8) % 16]


def turned_scenario(data):
    """The scenario turned; with `players` the terrain stays, for the die of DE1 turns it for the other attacker."""
    made = {**data, "blue": data["grey"], "grey": data["blue"]}
    made["attacker"] = {"blue": "grey", "grey": "blue"}[data.get("attacker", "blue")]
    if data.get("setup", "players") == "players":
        return made
    made["areas"] = [
        [kind, *(opposite(part) if isinstance(part[0], int | float) else list(map(opposite, part)) for part in parts)]
        for kind, *parts in data.get("areas", [])
    ]
    made["pieces"] = [[kind, *map(opposite, points)] for kind, *points in data.get("pieces", [])]
    made["places"] = [[-x, -y, half_turn(heading)] for x, y, heading in data.get("places", [])]
    if data.get("objective"):
        made["objective"] = opposite(data["objective"])
    for side in ("blue", "grey"):
        made[side] = [turned_unit(unit) for unit in made[side]]
    return made


def turned_unit(unit):
    made = dict(unit)
    if unit.get("place"):
        made["place"] = opposite(unit["place"])
    for key in ("heading", "facing"):
        if unit.get(key):
            made[key] = half_turn(unit[key])
    return made


def turned_name(name, places):
    """An action's name on the turned table."""
    words = name.split()
    if words[0] in ("move", "form"):
        words[1] = half_turn(words[1])
    elif words[0] == "go":
        words[1] = str(places + 1 - int(words[1]))
    elif words[-1][0] in "BG":
        words[-1] = exchanged(words[-1])
    return " ".join(words)


def exchanged(text):
    return text.translate(str.maketrans("BG", "GB"))


def turned_draw(draw):
    """A draw of the turned battle."""
    purpose, subject, classes, result = draw
    if purpose in ("attacker", "first"):
        result = 3 - result
    return purpose, {"blue": "grey", "grey": "blue"}.get(subject, exchanged(subject)), classes, result


def tokens(text):
    """What a position says, but for how the terrain was turned."""
    told = dict(token.split("=", 1) for token in text.split())
    return {key: value for key, value in told.items() if key not in ("attacker", "turned")}


def turned_tokens(text):
    """The tokens of the turned position."""
    return {exchanged(key): turned_value(value) for key, value in tokens(text).items()}


def turned_value(value):
    if value == "blue+grey":
        return value
    value = re.sub(r"(-?)(\d+\.\d):(-?)(\d+\.\d)", turned_point, value)
    value = re.sub(r"(?<=:)[NESW]+(?=$|[:,])", lambda found: half_turn(found[0]), value)
    value = re.sub(r"\b[BG](?=\d)", lambda found: exchanged(found[0]), value)
    return re.sub(r"\b(blue|grey)\b", lambda found: {"blue": "grey", "grey": "blue"}[found[0]], value)


def turned_point(found):
    parts = [
        ("" if sign or float(size) == 0 else "-") + size for sign, size in (found.groups()[:2], found.groups()[2:])
    ]
    return ":".join(parts)
