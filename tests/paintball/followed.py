"""A game followed by its events alone."""

from paintball_env.rules import state
from paintball_env.rules.state import EMPTY, JAMMED, LOADED, NONE, STRIDE
from tabletop.game.hex_grid import DIRECTIONS

# The kinds noted right behind a draw, by the class of its result; all of them where there is but one group.
WAYS = ("figure in the way", "marshal in the way", "soft cover in the way", "hard cover in the way")
BEHIND = {
    "roll-off": (("roll-off",),),
    "flag-hex": (("flag set",),),
    "set-up": (("drawn",),),
    "experts": (("experts rolled",),),
    "grenades": (("grenades rolled",),),
    "order": (("order drawn",),),
    "command": (("command rolled",),),
    "clear": (("smoke cleared",), ("smoke stayed",)),
    "marshal": (("marshal drawn",),),
    "step": (("marshal stepped",),),
    "aside": (("marshal stepped aside",),),
    "spot-in": (("lost in smoke",), ("saw out of smoke",)),
    "spot-through": (("saw nothing",), ("saw through smoke",)),
    "hit": (("misfire",), ("miss",), ("hit",)),
    "misfire": (
        *(("out of gas",), ("out of ammo",), ("jammed",), ("minor trouble",)),
        *(("goggles steamed up",), ("goggles lifted",)),
    ),
    "goggles": (("disqualified",), ("not seen",)),
    "way": (WAYS, WAYS),
    "save": (("saved", "not suppressed"), ("marked", "suppressed")),
    "check": (("checked",), ("checked",)),
    "shoot-out": (("shoot-out",),),
    "scatter": (("throw missed",), ("throw hit",)),
    "mark": (("paint missed",), ("paint marked",)),
}
STATES = ("gun", "suppressed", "dazed", "sentry")


class Followed:
    """What is on the table by the events alone.

    Args:
      scenario: what is played.
      games: the record to begin from, shape (1,).
    """

    def __init__(self, scenario, games):
        self.scenario = scenario
        self.now = self.read(games)

    def check(self, game):
        """Follow the events of the last step; they must lead to the position and stand behind their dice."""
        check_draws(game)
        for event in game.events:
            self.follow(event)
            assert event.kind != "recovered" or event.how
            assert event.kind != "marshal placed" or (event.who, event.whom) in (("red", "M1"), ("blue", "M2"))
        now = self.read(game.games)
        assert self.now == now, {key: (self.now[key], now[key]) for key in now if self.now[key] != now[key]}

    def read(self, games):
        """What a position says of what is followed."""
        record, names, sizes = games[0], self.scenario.board_map.names, self.scenario.world[0].rules.team_size
        states = {}
        for team, letter in enumerate("RB"):
            fields = [record.figure[field][team].tolist() for field in ("hex", *STATES)]
            for number, (place, *values) in enumerate(zip(*fields, strict=True), 1):
                if number <= sizes[team]:
                    who = f"{letter}{number}"
                    states[who] = hex_name(names, place)
                    states.update(zip(((who, field) for field in STATES), values, strict=True))
        for number, marshal in enumerate(record.marshal):
            states[f"M{number + 1}"] = hex_name(names, marshal.hex)
            states[f"M{number + 1}", "attends"] = figure_name(marshal.attends)
        for number, flag in enumerate(record.flag):
            states["flag", number] = figure_name(flag.carrier) or hex_name(names, flag.hex)
        ground = zip(record.smoke.tolist(), record.cover.tolist(), strict=True)
        for name, (smoke, cover) in zip(names, ground, strict=False):  # of the largest board, there are more
            states["smoke", name], states["cover", name] = smoke, cover
        return states

    def change(self, key, before, after):
        """An event's change; it must find what it changes."""
        assert self.now[key] == before != after, (key, self.now[key], before, after)
        self.now[key] = after

    def follow(self, event):
        """Change what the event says."""
        kind, who, whom, place, value = event.kind, event.who, event.whom, event.place, event.value
        flag = ("flag", int(value == "flag.blue"))
        changes = {
            "deployed": (who, "", place),
            "marshal placed": (whom, "", place),
            "moved": (who, event.start, place),
            "marshal stepped": (who, event.start, place),
            "marshal stepped aside": (who, event.start, place),
            "flag placed": (flag, "", place),
            "flag set": (flag, "", place),
            "carrier named": (flag, "", who),
            "flag taken": (flag, place, who),
            "flag fell": (flag, who, place),
            "out": (who, place, ""),
            "out of ammo": ((who, "gun"), LOADED, EMPTY),
            "jammed": ((who, "gun"), LOADED, JAMMED),
            "reloaded": ((who, "gun"), EMPTY, LOADED),
            "gun cleared": ((who, "gun"), JAMMED, LOADED),
            "suppressed": ((who, "suppressed"), 0, 1),
            "lost in smoke": ((who, "dazed"), 0, 1),
            "sentry began": ((who, "sentry"), 0, 1),
            "stood down": ((who, "sentry"), 1, 0),
            "goggles steamed up": ((who, "sentry"), 1, 0),
            "marshal attends": ((who, "attends"), "", whom),
            "marshal freed": ((who, "attends"), whom, ""),
            "smoke appeared": (("smoke", place), 0, 1),
            "smoke cleared": (("smoke", place), 1, 0),
        }
        if kind in changes:
            self.change(*changes[kind])
        if kind == "marshal came":
            assert self.now[who] == event.start
            self.now[who] = place
        elif kind == "gun cleared":
            self.change((whom, "attends"), who, "")
        elif kind == "recovered":
            for word in event.how:
                self.change((who, word), 1, 0)
        elif kind == "cover placed" and value == "soft":
            self.change(("cover", place), state.BARE, state.SOFT)
        elif kind == "cover faced":
            self.change(("cover", place), state.BARE, state.HARD + DIRECTIONS.index(value))
        elif kind == "out":
            self.now |= {(who, field): 0 for field in STATES}
        elif kind in ("flag taken", "out of ammo", "jammed", "suppressed"):
            self.now[who, "sentry"] = 0  # SE5


def check_draws(game):
    """Right behind each draw stands the event that it decided."""
    for number, draw in enumerate(game.draws, 1):
        event = next(event for event in game.events if event.drawn == number)
        groups = BEHIND[draw.purpose]
        group = int(draw.classes[draw.result - 1]) if len(groups) > 1 else 1
        assert event.kind in groups[group - 1], (draw, event)
        assert draw.subject in (event.who, event.place, "table"), (draw, event)
        if draw.purpose in ("check", "way"):
            assert event.how == ((), ("out",) if draw.purpose == "check" else ("stopped",))[group - 1]


def figure_name(who):
    return f"{'RB'[who // STRIDE]}{who % STRIDE + 1}" if who != NONE else ""


def hex_name(names, place):
    return names[place] if place != NONE else ""
