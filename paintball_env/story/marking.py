"""Saves, the Marshals' walks and paintchecks in words (SV, PC, EN5)."""

from collections.abc import Iterable

from paintball_env.render.words import rolled
from paintball_env.rules.state import MARSHALS, NONE
from tabletop.draws import Draw

from .scene import Scene, fallen, flag_lines, name_of


def class_of(draw: Draw) -> int:
    """The class of a d6's result."""
    assert isinstance(draw.result, int)
    return int(draw.classes[draw.result - 1])


def lot_words(draw: Draw) -> str:
    """`by lot, 2 of 3`."""
    return f"by lot, {draw.result} of {draw.classes.removeprefix('lot ')}"


def save_line(draw: Draw, who: int, rule: str) -> str:
    """SV: the save of a figure that is hit."""
    result = "it is unmarked" if class_of(draw) == 1 else f"fails, {name_of(who)} is marked"
    return f"save of {name_of(who)}: {rolled(draw)} ({rule}): {result}"


def check_lines(before: Scene, after: Scene, who: int, draws: Iterable[Draw]) -> tuple[list[str], str]:
    """PC1, PC2: the Marshal is called for a marked figure.

    Args:
      before: before the Marshal is called.
      after: when the figure is checked, or wipes, and the Marshal has made room.
      who: id of the figure.
      draws: those in between.

    Returns:
      Lines, and the outcome in a few words.
    """
    name, place = name_of(who), int(before.figure(who).hex)
    called = [draw for draw in draws if draw.purpose == "marshal"]
    check = next((draw for draw in draws if draw.purpose == "check"), None)
    lines = [f"which Marshal comes to {name}: {lot_words(draw)} (PC3)" for draw in called]
    marshal = _marshal(before, after, place, draws)
    if check is None:
        if marshal == NONE:
            lines.append(f"no Marshal is free: {name} wipes and plays on (PC3)")
        else:
            lines.append(f"no free Marshal within 2: M{marshal + 1} comes nearer, {name} wipes and plays on (PC2)")
            lines += walk_lines(before, after, draws)
        return lines, f"{name} wipes and plays on"
    start = int(before.game.marshal[marshal].hex)
    came = f"M{marshal + 1} is there" if start == place else f"M{marshal + 1} comes from {before.hex_name(start)}"
    out = class_of(check) == 2
    result = f"{name} is out" if out else f"{name} plays on"
    lines.append(f"{came}, paintcheck of {name}: {rolled(check)} (PC1): {result}")
    if out:
        lines += flag_lines(before, after)
    lines += aside_lines(after, [draw for draw in draws if draw.purpose == "aside"])
    return lines, result


def _marshal(before: Scene, after: Scene, place: int, draws: Iterable[Draw]) -> int:
    """Who came: the one that was drawn for or has moved, else one that was there; NONE: nobody."""
    for draw in draws:
        if draw.purpose in ("aside", "step"):
            return int(draw.subject[1:]) - 1
    old, new = before.game.marshal, after.game.marshal
    there = [
        *(index for index in range(MARSHALS) if old[index].hex != new[index].hex),
        *(index for index in range(MARSHALS) if old[index].hex == place and old[index].attends != NONE),
        *(index for index in range(MARSHALS) if old[index].hex == place),
    ]
    return there[0] if there else NONE


def walk_lines(before: Scene, after: Scene, draws: Iterable[Draw]) -> list[str]:
    """PC2, PC3, MF3: Marshals that have walked, and the lots of their ways."""
    lines = []
    steps = [draw for draw in draws if draw.purpose == "step"]
    for index in range(MARSHALS):
        old, new = int(before.game.marshal[index].hex), int(after.game.marshal[index].hex)
        lots = [lot_words(draw) for draw in steps if draw.subject == f"M{index + 1}"]
        if old != new and NONE not in (old, new):
            way = f" (its steps: {'; '.join(lots)})" if lots else ""
            lines.append(f"M{index + 1} walks from {before.hex_name(old)} to {after.hex_name(new)}{way} (PC3)")
        elif lots:
            lines.append(f"M{index + 1}'s steps: {'; '.join(lots)} (PC3)")
    return lines + aside_lines(after, [draw for draw in draws if draw.purpose == "aside"])


def aside_lines(after: Scene, draws: Iterable[Draw]) -> list[str]:
    """EN5: Marshals that make room."""
    lines = []
    for draw in draws:
        place = after.hex_name(int(after.game.marshal[int(draw.subject[1:]) - 1].hex))
        lines.append(f"{draw.subject} steps aside, to {place}: {lot_words(draw)} (EN5)")
    return lines


def out_lines(before: Scene, after: Scene) -> list[str]:
    """Who has been put out, and what became of flags."""
    gone = [f"{name_of(who)} is out" for who in fallen(before, after)]
    return gone + flag_lines(before, after)
