"""What a scenario is, for a person who chooses one: its board, its teams, the numbers of its rules."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from paintball_env import board_facts
from paintball_env.actions import TEAM_TITLES
from paintball_env.observation import ENCODINGS, Encoding
from paintball_env.render import render_ansi
from paintball_env.rules.flags import is_placed
from paintball_env.scenario import Scenario, Team
from paintball_env.start import start_record

_PIECES = re.compile(r"(\d) soft(?:,| and) (\d) hard")
# What a switch that is no number means, where it isn't the usual: by its key and value.
_WAYS = {
    ("own_base_closed", "true"): "nobody enters the own base (SN2)",
    ("own_base_closed", "false"): "the own base is open (SN2)",
    ("activation", '"one_at_a_time"'): "using another figure finishes the one before (TU5)",
    ("sentry_in_base", "true"): "sentries may stand in bases (EN3)",
    ("enter_defended", "false"): "defended bases, bunkers and trenches are entered by a charge alone (EN4)",
}
CHAPTERS = ("experts", "grenades", "blind_spots")  # switches that add a chapter of the rules


def facts(scenario: Scenario) -> dict[str, Any]:
    """What one wants to know of a scenario before choosing it, as plain data."""
    return {
        "name": scenario.name,
        "title": scenario.title,
        **board_facts.facts(scenario),
        "red": scenario.red.figures,
        "blue": scenario.blue.figures,
        "objective": scenario.objective,
        "chapters": [chapter.replace("_", " ") for chapter in CHAPTERS if getattr(scenario.rules, chapter)],
        "setup": scenario.setup,
        "turns": scenario.rules.max_turns,
        "actions": scenario.actions,
        "observation": {name: list(Encoding(scenario, name).shape) for name in ENCODINGS},
    }


def row(scenario: Scenario) -> Mapping[str, str | int]:
    """Its line in the list of all, by the columns' titles."""
    summary = facts(scenario)
    return {
        "name": summary["name"],
        "board": board_facts.in_words(scenario),
        "teams": f"{summary['red']}:{summary['blue']}",
        "wins": summary["objective"],
        "chapters": ", ".join(summary["chapters"]) or "basic",
        "set-up": summary["setup"],
        "turns": summary["turns"],
        "actions": summary["actions"],
        "observation": summary["observation"]["vector"][0],
    }


def description(scenario: Scenario, colour: bool) -> str:
    """All of it in words: what it is, the numbers of its rules, its board at the start."""
    summary = facts(scenario)
    (_, [numbers]), *others = summary["observation"].items()
    shapes = [
        f"{numbers} numbers",
        *(f"{name} {' x '.join(map(str, shape))}" for name, shape in others if len(shape) > 1),
    ]
    lines = [": ".join(filter(None, (summary["name"], summary["title"]))), scenario.description, ""]
    lines += [
        f"{title:12} {value}"
        for title, value in (
            ("board", board_facts.in_words(scenario)),
            ("teams", f"Red {summary['red']}, Blue {summary['blue']}"),
            ("wins", summary["objective"]),
            ("chapters", ", ".join(summary["chapters"]) or "the basic game"),
            ("set-up", summary["setup"]),
            ("actions", summary["actions"]),
            ("observation", ", or ".join(shapes)),
            ("cover", f"each places {scenario.cover.soft} soft and {scenario.cover.hard} hard"),
            *_placed(scenario),
        )
    ]
    lines += ["", "[rules]"]
    for key, value, usual in _rules(scenario):
        lines.append(f"{key} = {json.dumps(value)}{'' if value == usual else '   # not the usual'}")
    lines.append("")
    # Of the drawing what comes below the lines on turn and teams.
    board = render_ansi(scenario, start_record(scenario), colour=colour).split("\n\n")[1:]
    return "\n".join(lines) + "\n" + "\n\n".join(board)


def _placed(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Where the teams set up, and what is on the board from the start: titles and lines."""
    if scenario.setup != "fixed":
        for number, team in enumerate(TEAM_TITLES):
            start, near_home = board_facts.starts(scenario, number)
            own = {
                "flag": is_placed(scenario.world[0]) and scenario.flag_at is None,
                "Marshal": scenario.teams[number].marshal,
            }
            brings = " and ".join(piece for piece, has_piece in own.items() if has_piece)
            yield f"{team} starts", start + (f"; {brings} {near_home}" if brings else "; no Marshal")
    for title, places in (("flags", scenario.flag_at), ("Marshals", scenario.marshals_at)):
        if places:
            yield title, f"from the start {board_facts.listed(places)}"


def changes(scenario: Scenario) -> str:
    """What of its rules isn't the usual, in a sentence for the numbers and one for the rest; empty: nothing.

    How many turns there are is left out: that is another matter than what a rule says.
    """
    other = unusual(scenario)
    ways = [_WAYS[key, value] for key, value in other.items() if (key, value) in _WAYS]
    numbers = [
        f"{key.replace('_', ' ')} {value}"
        for key, value in other.items()
        if (key, value) not in _WAYS and key != "max_turns"
    ]
    return " ".join(
        f"{what} that this scenario changes: {comma.join(parts)}."
        for what, comma, parts in (("Numbers of the rules", ", ", numbers), ("Rules", "; ", ways))
        if parts
    )


def notes(scenario: Scenario, rules: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What texts of rules say otherwise than it is in a scenario: a rule's number, and what it is there."""
    for key, value in unusual(scenario).items():
        for number in type(scenario.rules).said_in(key):
            yield number, f"`{key}` {value}"
    usual = Team()
    if any((team.figures, team.marshal) != (usual.figures, usual.marshal) for team in scenario.teams):
        teams = zip(TEAM_TITLES, scenario.teams, strict=True)
        counts = (f"{name} {team.figures}{'' if team.marshal else ' without a Marshal'}" for name, team in teams)
        yield "BO5", f"figures: {', '.join(counts)}"
    cover = scenario.cover.soft, scenario.cover.hard
    for number, text in rules.items():
        if f"(`{scenario.objective}`)" in text and (said := _PIECES.search(text)):
            if cover != (int(said[1]), int(said[2])):
                yield number, f"each places {cover[0]} soft and {cover[1]} hard cover"


def unusual(scenario: Scenario) -> dict[str, str]:
    """What of `[rules]` isn't the usual, but for chapters that are played: the value by its key."""
    return {key: json.dumps(value) for key, value, usual in _rules(scenario) if value != usual and key not in CHAPTERS}


def _rules(scenario: Scenario) -> Iterator[tuple[str, object, object]]:
    """Each key of `[rules]`, its value and the usual one, as JSON has them."""
    for key, value in json.loads(scenario.to_json())["rules"].items():
        usual = type(scenario.rules).model_fields[key].default
        if usual is None:  # it follows from the rest of the scenario
            left_out = scenario.rules.model_copy(update={key: None})
            usual = getattr(scenario.model_copy(update={"rules": left_out}), key)
        yield key, usual if value is None else value, list(usual) if isinstance(usual, tuple) else usual
