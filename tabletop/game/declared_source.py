"""The kernels of a declared game, written as the source of a module: what its tables say, around its own functions."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tabletop.game.action_table import Actions, source_of
from tabletop.game.definition import KERNELS
from tabletop.game.encodings import Entry
from tabletop.game.fields import Field, entries_of, lines_of_bounds, lines_of_observation

FIELD_FAULTS = 3  # `sound` numbers faults of the header first, then those of fields, then the game's own
OWN_FAULTS = 1000


def header_entries(decisions: Sequence[str], turns: str) -> list[Entry]:
    """Return the first numbers of an observation; `decisions` begin with that of OVER, `turns` is a switch or empty."""
    entries = [Entry("turns left", "turns after this one, as a share of all")] if turns else []
    entries += [Entry(f"decides {name}", f"1: the own team decides: {name}") for name in decisions[1:]]
    return [*entries, Entry("other decides", "1: the other team decides")]


def source(
    actions: Actions,
    fields: Sequence[Field],
    decisions: Sequence[str],
    start: Callable[..., Any],
    turns: str,
    lead: tuple[str, int | str] | None,
    own: Mapping[str, Callable[..., Any]],
    sound: Callable[..., Any] | None,
    draws: Sequence[str] = (),
) -> str:
    """Write the module.

    Args:
      actions: the table of actions.
      fields: of the record.
      decisions: their names by number.
      start: the game's function for what comes before the first decision.
      turns: the switch that limits turns; empty: nothing does.
      lead: the field whose lead the shaping weighs, and what it is a share of; None: there is no shaping.
      own: kernels of the game's own, by name: in place of those that are written here, or beside them.
      draws: what the game declares for draws, `URNS` and `CONTESTS`, each with its module: `my_game.URNS`.
      sound: the game's own checks, `(world, game) -> 0`, or a number from 1.
    """
    parts = {
        "observe": _observe(fields, decisions, turns),
        "potential": _potential(lead),
        "sound": _sound(fields, len(decisions), turns, sound),
        "observe_position": OBSERVE_POSITION,
        "observe_legal": _observe_legal(len(actions.options)),
    }
    imports = {"start": start, **own, **({"own_sound": sound} if sound else {})}
    numbers = len(header_entries(decisions, turns)) + len(entries_of(fields))
    options = len(actions.options)
    lines = [
        source_of(actions, "A game's kernels", NAMES | {*own}),
        *(_import(name, function) for name, function in imports.items()),
        *("from {} import {}".format(*place.rsplit(".", 1)) for place in draws),
        *IMPORTS,
        "",
        "TEAM_SUBJECT = 0",
        f"POSITION_FACTS, KIND_FACTS, ACTION_FACTS = {numbers}, {options}, {options + 1}",
        *(line for name, part in parts.items() if name not in own for line in ("", "", *part)),
        "",
        "",
        *ENGINE,
    ]
    return "\n".join(lines) + "\n"


NAMES = {"own_next", "instantiate", "rule", "CHOSEN", "FORCED", "TEAM_SUBJECT", "start", "own_sound", *KERNELS}
NAMES |= {"POSITION_FACTS", "KIND_FACTS", "ACTION_FACTS", "observe_position", "observe_legal"}
IMPORTS = (
    "from tabletop.compiled.compiling import instantiate",
    "from tabletop.game.chance import no_own_draws as own_next",
    "from tabletop.game.rules import CHOSEN, FORCED",
)
ENGINE = (
    '_engine = instantiate("tabletop.game.templates.engine", __name__)',
    "begin, step, go_on = _engine.begin, _engine.step, _engine.go_on",
)
OBSERVE_POSITION = (
    "@rule(shared=True)",
    "def observe_position(world, game, team, out):",
    '    """What `observe` writes."""',
    "    observe(world, game, team, None, out)",
)


def _import(name: str, function: Callable[..., Any]) -> str:
    plain = inspect.unwrap(getattr(function, "py_func", function))
    called = f" as {name}" if plain.__name__ != name else ""
    return f"from {plain.__module__} import {plain.__name__}{called}"


def _observe(fields: Sequence[Field], decisions: Sequence[str], turns: str) -> list[str]:
    header = len(header_entries(decisions, turns))
    lines = [f"out[0] = max(0.0, 1.0 - game.turn / max(1, world.rules.{turns}))"] if turns else []
    lines += [
        "if game.decision > 0:",
        f"    out[{int(bool(turns)) - 1} + game.decision if game.decider == team else {header - 1}] = 1.0",
        *lines_of_observation(fields, header),
    ]
    return [
        "@rule(shared=True)",
        "def observe(world, game, team, cells, out):",
        '    """Write an observation as `team` sees it; out float32 [D]."""',
        "    out[:] = 0.0",
        *(f"    {line}" for line in lines),
    ]


def _potential(lead: tuple[str, int | str] | None) -> list[str]:
    lines = ["    return 0.0"]
    if lead:
        field, whole = lead
        share = str(whole) if isinstance(whole, int) else f"max(1, world.rules.{whole})"
        lines = [
            "    if game.decision == 0:",
            "        return 0.0",
            f"    return weights[0] * (game.{field}[team] - game.{field}[1 - team]) / {share}",
        ]
    words = '    """The lead of a team, weighed; 0 where there is no shaping, or the game is over."""'
    return ["@rule", "def potential(world, game, team, weights):", words, *lines]


def _sound(fields: Sequence[Field], decisions: int, turns: str, own: Callable[..., Any] | None) -> list[str]:
    over = ("(game.decision == 0) != (game.ending != 0)", "(game.decision == 0) != (game.decider == -1)")
    most = f"game.turn > world.rules.{turns}" if turns else "game.turn >= 1 << 24"
    lines = [
        f"if {' or '.join(over)} or game.decision < 0 or game.decision >= {decisions}:",
        "    return 1",
        f"if game.turn < 0 or {most}:",
        "    return 2",
        *lines_of_bounds(fields, FIELD_FAULTS),
    ]
    if own:
        lines += ["fault = own_sound(world, game)", f"return {OWN_FAULTS} + fault if fault > 0 else 0"]
    else:
        lines.append("return 0")
    return [
        "@rule",
        "def sound(world, game):",
        '    """0, or the number of the first thing that must hold and doesn\'t."""',
        *(f"    {line}" for line in lines),
    ]


def _observe_legal(options: int) -> list[str]:
    return [
        "@rule(shared=True)",
        "def observe_legal(world, game, mask, out, listed):",
        '    """Write of each legal action which option it is, and where it stands among all; how many there are."""',
        "    count = 0",
        "    for action in range(mask.shape[0]):",
        "        if mask[action] == 1:",
        "            out[count, :] = 0.0",
        "            out[count, decode(world, game, action)[0]] = 1.0",
        f"            out[count, {options}] = action / mask.shape[0]",
        "            listed[count] = action",
        "            count += 1",
        "    return count",
    ]
