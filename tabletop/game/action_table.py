"""A game's actions, declared once: their numbers, what they decode to, when they are asked for, their reason and deed.

A game declares kinds of action, which number and name its actions, and options: which kind may answer which decision,
the reason that may forbid it, and what it does. From these the core writes compiled functions (`source_of`): the mask,
what forbids an action, its deed, what it decodes to, and what a profile counts it as.
"""

import inspect
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import groupby
from types import ModuleType
from typing import Any, NamedTuple

from tabletop.compiled.written import load_written

ALLOWED, NOT_ASKED, NEVER_ASKED = range(3)  # reasons that the core knows; a game's own come after them
OWN_REASONS = 3

# Of the source that is written.
VARIABLES = {
    *("world", "game", "chance", "mask", "action", "team", "decision", "count"),
    *("first", "at", "number", "who", "own", "rest", "reason"),
}
WRITTEN = {"legal_actions", "no_action", "unasked", "is_legal", "apply", "decode", "order_of"}
READY = "world", "game", "team", "who"  # what a reason that forbids an actor everything may ask for

Function = Callable[..., Any]


class Argument(NamedTuple):
    """What actions name: a direction, a place, a piece.

    Attributes:
      size: how many there are: a number, or where the world says it: `figures`, a whole number in its `rules`, or
        `board.hexes`.
      seen: a function of `own`, and of `team`, `count`, `world` or `game` if need be: what the deciding team's number
        means on the board; None: the number itself. Of actors, a piece's id.
      asked: what the functions of an option call it; empty: as it is called among the arguments.
    """

    size: int | str
    seen: Function | None = None
    asked: str = ""


class Kind(NamedTuple):
    """One kind of action, which has a number for each argument.

    Attributes:
      name: of the kind, and in the action's name: `move`, `pass short`.
      argument: what it names, a key of the table's arguments; empty: nothing.
      actor: a piece of the own team does it. Consecutive kinds with an actor are numbered piece by piece.
      said: in the action's name, where it isn't the kind's, and may be nothing: two kinds may be said alike if their
        arguments aren't.
    """

    name: str
    argument: str = ""
    actor: bool = False
    said: str | None = None

    @property
    def words(self) -> str:
        """What the action's name says of the kind."""
        return self.name if self.said is None else self.said


class Option(NamedTuple):
    """A kind of action as an answer to a kind of decision.

    Attributes:
      kind: the kind's name.
      decision: the game's number of the decision.
      do: the deed, a compiled function.
      why: what forbids it, a compiled function that returns a reason, ALLOWED: nothing; None: nothing ever does.
      order: what an agent's profile counts it as; empty: it isn't counted.
      given: numbers that both functions take by these names.
    """

    kind: str
    decision: int
    do: Function
    why: Function | None = None
    order: str = ""
    given: Mapping[str, int] = {}


class Actions:
    """All actions of a game.

    The functions take what they need by these names: `world`, `game`, `team` (that decides), `who` (the actor), the
    argument's own name, and what is `given`; deeds also `chance`.
    """

    def __init__(
        self,
        kinds: Sequence[Kind],
        options: Sequence[Option],
        actors: Argument,
        arguments: Mapping[str, Argument],
        ready: Mapping[int, Function] | None = None,
        known: Mapping[int, Function] | None = None,
    ) -> None:
        """Take the kinds in the order of their numbers, and the options in the order of theirs.

        Args:
          kinds: each name once.
          options: each kind at most once a decision.
          actors: the pieces of a team.
          arguments: by name.
          ready: by decision, what forbids an actor everything; a compiled function that returns a reason.
          known: by decision, a compiled function of `world` and `game`: what it returns the functions of this decision
            may ask for as `known`. A mask finds it once for all its actions.

        Raises:
          ValueError: a name twice, or one that isn't declared.
        """
        self.kinds, self.options, self.actors = tuple(kinds), tuple(options), actors
        self.arguments, self.ready, self.known = dict(arguments), dict(ready or {}), dict(known or {})
        names = [kind.name for kind in kinds]
        for kind in kinds:
            if names.count(kind.name) > 1:
                raise ValueError(f"action kind {kind.name!r}: declared twice")
            if kind.argument and kind.argument not in self.arguments:
                raise ValueError(f"action kind {kind.name!r}: no argument {kind.argument!r} is declared")
        for size in (each.size for each in (actors, *self.arguments.values())):
            if isinstance(size, str) and _last(size) in VARIABLES:
                raise ValueError(f"a count can't be named {_last(size)}: what is written of actions needs this name")
        asked = [(option.kind, option.decision) for option in options]
        for option in options:
            if option.kind not in names:
                raise ValueError(f"option {option.kind!r}: no such kind of action")
            if asked.count((option.kind, option.decision)) > 1:
                raise ValueError(f"option {option.kind!r}: twice at decision {option.decision}")

    @property
    def orders(self) -> tuple[str, ...]:
        """What profiles count, in the order of the options."""
        return tuple(dict.fromkeys(option.order for option in self.options if option.order))

    def option(self, kind: str, decision: int) -> int:
        """Return the number of the option that is this kind as an answer to a decision, from 0; ValueError: none."""
        return [(each.kind, each.decision) for each in self.options].index((kind, decision))

    def groups(self) -> Iterator[tuple[bool, tuple[Kind, ...]]]:
        """Yield consecutive kinds that have an actor, or have none."""
        for actor, kinds in groupby(self.kinds, key=lambda kind: kind.actor):
            yield actor, tuple(kinds)

    def rows(self, counts: Mapping[str, int]) -> list[tuple[int, int, int]]:
        """List the actions as (kind, actor, argument), own-side numbers, -1: none.

        Args:
          counts: of what is counted by a name.
        """
        rows: list[tuple[int, int, int]] = []
        first = 0
        for actor, kinds in self.groups():
            for who in range(self.count(self.actors, counts)) if actor else (-1,):
                for number, kind in enumerate(kinds, first):
                    argument = self.arguments.get(kind.argument)
                    owns = range(self.count(argument, counts)) if argument else (-1,)
                    rows += [(number, who, own) for own in owns]
            first += len(kinds)
        return rows

    @staticmethod
    def count(argument: Argument, counts: Mapping[str, int]) -> int:
        """How many there are, of what."""
        return argument.size if isinstance(argument.size, int) else counts[_last(argument.size)]

    def size(self, **counts: int) -> int:
        """A, the number of actions, for these counts."""
        return len(self.rows(counts))


def _last(size: str) -> str:
    """The name of a count that the world says."""
    return size.rpartition(".")[2]


def load(name: str, actions: Actions) -> ModuleType:
    """Return the module, of this name in the game's package, with the compiled functions of its actions."""
    return load_written(name, source_of(actions, "A game's actions"))


def source_of(actions: Actions, title: str, others: Collection[str] = ()) -> str:
    """Write the compiled functions of a game's actions as the source of a module; `others` are names that it has, too.

    They are `legal_actions(world, game, mask)`, `no_action(world, game, action)`, `is_legal`, `apply(world, game,
    chance, action)`, `decode(world, game, action)` and `order_of(world, decision, action)`.
    """
    return "\n".join(_Writer(actions, others).module(title)) + "\n"


class _Writer:
    """The source of a table's functions, line by line."""

    def __init__(self, actions: Actions, others: Collection[str]) -> None:
        self.actions, self.imports = actions, dict[str, str]()
        self.taken = {*VARIABLES, *WRITTEN, *self.counted(), *map(self.known, actions.known), *others}
        self.asked = {
            kind.name: [(n, option) for n, option in enumerate(actions.options) if option.kind == kind.name]
            for kind in actions.kinds
        }

    def module(self, title: str) -> list[str]:
        body = [*self.legal_actions(), *self.no_action(), *self.apply(), *self.decode(), *self.order_of()]
        modules: dict[str, list[str]] = {}
        for name, module in self.imports.items():
            modules.setdefault(module, []).append(name)
        imports = [
            f"from {module} import {name}" + (f" as {self.called(name)}" if self.called(name) != name else "")
            for module, names in sorted(modules.items())
            for name in sorted(names)
        ]
        head = [f'"""{title}. Written by tabletop.game.action_table; an edit is lost."""', "", *imports]
        return [*head, "from tabletop.compiled.compiling import rule", "", *body]

    # The parts of a line.

    def call(self, function: Function, values: Mapping[str, str]) -> str:
        """A call of a function with what it asks for by name."""
        plain = getattr(function, "py_func", function)
        name = plain.__name__
        if self.imports.setdefault(name, plain.__module__) != plain.__module__:
            raise ValueError(f"actions: two functions are named {name}: in {plain.__module__}, {self.imports[name]}")
        asked = self.parameters(function)
        if missing := [each for each in asked if each not in values]:
            known = ", ".join(values)
            raise ValueError(f"actions: {name} asks for {missing[0]}, which it can't be given: there are {known}")
        return f"{self.called(name)}({', '.join(values[each] for each in asked)})"

    def called(self, name: str) -> str:
        """What a function is called in the source: nothing else has this name."""
        return f"{name}_" if name in self.taken else name

    @staticmethod
    def parameters(function: Function) -> list[str]:
        return list(inspect.signature(getattr(function, "py_func", function)).parameters)

    def counted(self) -> dict[str, str]:
        """Where the world says each count, by its name."""
        sizes = [each.size for each in (self.actions.actors, *self.actions.arguments.values())]
        return {_last(size): size if "." in size else f"rules.{size}" for size in sizes if isinstance(size, str)}

    def sizes(self) -> list[str]:
        """Lines that read the counts that the numbering needs."""
        return [f"    {name} = int(world.{place})" for name, place in self.counted().items()]

    @staticmethod
    def size(argument: Argument) -> str:
        """How many there are, as it is written: a number, or a variable."""
        return str(argument.size) if isinstance(argument.size, int) else _last(argument.size)

    def width(self, kinds: Sequence[Kind]) -> str:
        """How many numbers kinds take, of one actor or of none."""
        counts = [self.size(self.actions.arguments[kind.argument]) if kind.argument else "1" for kind in kinds]
        fixed = sum(int(count) for count in counts if count.isdecimal())
        return " + ".join([*([str(fixed)] if fixed else []), *(count for count in counts if not count.isdecimal())])

    def seen(self, argument: Argument, own: str) -> str:
        """What the deciding team's number means on the board."""
        if argument.seen is None:
            return own
        return self.call(
            argument.seen, {"own": own, "team": "team", "count": self.size(argument), "world": "world", "game": "game"}
        )

    def values(self, kind: Kind, option: Option, own: str) -> dict[str, str]:
        """What functions may ask for, in an option."""
        values = {"world": "world", "game": "game", "team": "team"}
        values |= {name: str(number) for name, number in option.given.items()}
        if option.decision in self.actions.known:
            values["known"] = self.known(option.decision)
        if kind.actor:
            values["who"] = "who"
        if kind.argument:
            values[self.asked_for(kind)] = self.seen(self.actions.arguments[kind.argument], own)
        return values

    def asked_for(self, kind: Kind) -> str:
        """What functions call a kind's argument."""
        return self.actions.arguments[kind.argument].asked or kind.argument

    @staticmethod
    def known(decision: int) -> str:
        """The variable of what is known at a decision."""
        return f"known_{decision}"

    def finds(self, decision: int, *functions: Function | None) -> list[str]:
        """The line that finds what is known at a decision, where one of some functions asks for it."""
        asked = any(each and "known" in self.parameters(each) for each in functions)
        if decision not in self.actions.known or not asked:
            return []
        found = self.call(self.actions.known[decision], {"world": "world", "game": "game"})
        return [f"{self.known(decision)} = {found}"]

    # The functions.

    def legal_actions(self) -> list[str]:
        lines = [
            "",
            "@rule",
            "def legal_actions(world, game, mask):",
            '    """Write the mask, int8 [A], of the deciding team\'s legal actions; their number."""',
            "    mask[:] = 0",
            "    count = 0",
            *self.sizes(),
            "    team = int(game.decider)",
            "    decision = int(game.decision)",
        ]
        decisions = dict.fromkeys(option.decision for option in self.actions.options)
        for n, decision in enumerate(decisions):
            lines.append(f"    {'el' if n else ''}if decision == {decision}:")
            lines += [f"        {line}" for line in self.answers(decision)]
        return [*lines, "    return count", ""]

    def answers(self, decision: int) -> Iterator[str]:
        """The loops over what may answer a decision."""
        yield from self.finds(decision, *(each.why for each in self.actions.options if each.decision == decision))
        yield "first = 0"
        groups = list(self.actions.groups())
        last = max(n for n, (_, kinds) in enumerate(groups) if any(self.option(kind, decision) for kind in kinds))
        for n, (actor, kinds) in enumerate(groups[: last + 1]):
            used = [kind for kind in kinds if self.option(kind, decision)]
            width = self.width(kinds)
            if actor:
                if used:
                    actors = self.actions.actors
                    yield f"for number in range({self.size(actors)}):"
                    yield f"    who = {self.seen(actors, 'number')}"
                    indent = "    "
                    if ready := self.actions.ready.get(decision):
                        yield f"    if {self.call(ready, dict(zip(READY, READY, strict=True)))} == 0:"
                        indent = "        "
                    yield f"{indent}at = first + number * ({width})"
                    yield from (indent + line for line in self.block(kinds, decision))
                if n < last:
                    yield f"first += {self.size(self.actions.actors)} * ({width})"
            else:
                yield "at = first"
                yield from self.block(kinds, decision)
                if n < last:
                    yield f"first += {width}"

    def option(self, kind: Kind, decision: int) -> tuple[int, Option] | None:
        return next(((n, option) for n, option in self.asked[kind.name] if option.decision == decision), None)

    def block(self, kinds: Sequence[Kind], decision: int) -> Iterator[str]:
        """Kinds one after the other, from `at` on; each moves it on."""
        last = max((n for n, kind in enumerate(kinds) if self.option(kind, decision)), default=-1)
        skipped: list[Kind] = []
        for n, kind in enumerate(kinds[: last + 1]):
            found = self.option(kind, decision)
            if found is None:
                skipped.append(kind)
                continue
            if skipped:
                yield f"at += {self.width(skipped)}"
                skipped = []
            yield from self.marks(kind, found[1])
            if n < last:
                skipped = [kind]

    def marks(self, kind: Kind, option: Option) -> Iterator[str]:
        """Marks of what is legal of one option."""
        values = self.values(kind, option, "own")
        why = self.call(option.why, values) if option.why else ""
        if not kind.argument:
            if why:
                yield f"if {why} == 0:"
            indent = "    " if why else ""
            yield f"{indent}mask[at] = 1"
            yield f"{indent}count += 1"
            return
        count = self.size(self.actions.arguments[kind.argument])
        each = bool(option.why) and self.asked_for(kind) in self.parameters(option.why)  # type: ignore[arg-type]
        if why and not each:
            yield f"if {why} == 0:"
        indent = "    " if why and not each else ""
        yield f"{indent}for own in range({count}):"
        if each:
            yield f"{indent}    if {why} == 0:"
            indent += "    "
        yield f"{indent}    mask[at + own] = 1"
        yield f"{indent}    count += 1"

    def found(self, decision: int, leaf: Callable[[Kind, Option], Sequence[str]], sees: bool = True) -> Iterator[str]:
        """The tree that finds which answer to a decision an action is, and falls through where it is none.

        `leaf` gives an answer's lines, of which the last returns; `rest` is its argument, `who` its actor.
        """
        yield "rest = int(action)"
        skipped: list[str] = []
        for actor, kinds in self.actions.groups():
            width = self.width(kinds)
            total = f"{self.size(self.actions.actors)} * ({width})" if actor else width
            used = [kind for kind in kinds if self.option(kind, decision)]
            if used:
                yield from self.passed(skipped)
                skipped = []
                yield f"if 0 <= rest < {total}:"
                if actor:
                    if sees:
                        yield f"    number = rest // ({width})"
                        yield f"    who = {self.seen(self.actions.actors, 'number')}"
                    yield f"    rest %= {width}" if width.isdecimal() else f"    rest %= ({width})"
                inner: list[str] = []
                for kind in kinds[: kinds.index(used[-1]) + 1]:
                    if option := self.option(kind, decision):
                        yield from (f"    {line}" for line in self.passed(inner))
                        inner = []
                        yield f"    if 0 <= rest < {self.width([kind])}:"
                        yield from (f"        {line}" for line in leaf(kind, option[1]))
                    inner.append(self.width([kind]))
                yield "    rest = -1"
            skipped.append(total)

    @staticmethod
    def passed(widths: Sequence[str]) -> list[str]:
        """What takes so many numbers is passed over."""
        return [f"rest -= {' + '.join(widths)}"] if widths else []

    def by_decision(self, lines: Callable[[int], Iterable[str]]) -> Iterator[str]:
        """A branch for each decision."""
        for n, decision in enumerate(dict.fromkeys(option.decision for option in self.actions.options)):
            yield f"    {'el' if n else ''}if decision == {decision}:"
            yield from (f"        {line}" for line in lines(decision))

    def no_action(self) -> list[str]:
        def leaf(kind: Kind, option: Option) -> list[str]:
            values, lines = self.values(kind, option, "rest"), []
            if kind.actor and (ready := self.actions.ready.get(option.decision)):
                lines = [f"reason = {self.call(ready, values)}", "if reason != 0:", "    return reason"]
            lines += self.finds(option.decision, option.why)
            return [*lines, f"return {self.call(option.why, values) if option.why else ALLOWED}"]

        return [
            "",
            "@rule",
            "def no_action(world, game, action):",
            '    """The reason that forbids the deciding team an action; 0: it is legal."""',
            *self.start(),
            *self.by_decision(lambda decision: self.found(decision, leaf)),
            "    return unasked(world, action)",
            "",
            "",
            "@rule",
            "def unasked(world, action):",
            '    """Why an action that doesn\'t answer the decision is illegal: whether it ever answers one."""',
            *self.sizes(),
            *(f"    {line}" for line in self.ever_asked()),
            "",
            "",
            "@rule",
            "def is_legal(world, game, action):",
            '    """Whether the deciding team may take an action, by its own-side number."""',
            "    return no_action(world, game, action) == 0",
            "",
        ]

    def ever_asked(self) -> Iterator[str]:
        """Lines that find whether any decision asks for an action."""
        yield "rest = int(action)"
        for actor, kinds in self.actions.groups():
            width = self.width(kinds)
            total = f"{self.size(self.actions.actors)} * ({width})" if actor else width
            yield f"if 0 <= rest < {total}:"
            if actor:
                yield f"    rest %= {width}" if width.isdecimal() else f"    rest %= ({width})"
            for asked, alike in groupby(kinds, key=lambda kind: bool(self.asked[kind.name])):
                size = self.width(list(alike))
                yield f"    if 0 <= rest < {size}:"
                yield f"        return {NOT_ASKED if asked else NEVER_ASKED}"
                yield f"    rest -= {size}"
            yield "    rest = -1"
            yield f"rest -= {total}"
        yield f"return {NEVER_ASKED}"

    def start(self) -> list[str]:
        """What all functions that are given a game begin with."""
        return [*self.sizes(), "    team = int(game.decider)", "    decision = int(game.decision)"]

    def apply(self) -> Iterator[str]:
        # A function each decision: one alone would be too large for the compiler to look into.
        def leaf(kind: Kind, option: Option) -> list[str]:
            deed = self.call(option.do, {"chance": "chance", **self.values(kind, option, "rest")})
            return [*self.finds(option.decision, option.do), deed, "return"]

        yield from (
            "",
            "@rule(shared=True)",
            "def apply(world, game, chance, action):",
            '    """Take a legal action."""',
            "    decision = int(game.decision)",
            *self.by_decision(lambda decision: [f"_apply_{decision}(world, game, chance, action)"]),
            "",
        )
        for decision in dict.fromkeys(option.decision for option in self.actions.options):
            yield from ("", "@rule", f"def _apply_{decision}(world, game, chance, action):")
            yield from (*self.sizes(), "    team = int(game.decider)")
            yield from (*(f"    {line}" for line in self.found(decision, leaf)), "")

    def decode(self) -> list[str]:
        def leaf(kind: Kind, option: Option) -> list[str]:
            value = self.seen(self.actions.arguments[kind.argument], "rest") if kind.argument else "-1"
            return [f"return {self.actions.options.index(option)}, {'who' if kind.actor else '-1'}, {value}"]

        return [
            "",
            "@rule",
            "def decode(world, game, action):",
            '    """Return the option, actor and argument on the board of an action of the deciding team; -1: none."""',
            *self.start(),
            *self.by_decision(lambda decision: self.found(decision, leaf)),
            "    return -1, -1, -1",
            "",
        ]

    def order_of(self) -> list[str]:
        orders = self.actions.orders

        def leaf(_: Kind, option: Option) -> list[str]:
            return [f"return {orders.index(option.order) if option.order else -1}"]

        def counted(decision: int) -> Iterable[str]:
            counts = any(option.order for option in self.actions.options if option.decision == decision)
            return self.found(decision, leaf, sees=False) if counts else ["return -1"]

        return [
            "",
            "@rule",
            "def order_of(world, decision, action):",
            '    """What a profile counts an action as, an index in the table\'s orders; -1: it isn\'t counted."""',
            *self.sizes(),
            *self.by_decision(counted),
            "    return -1",
        ]


def _print() -> None:
    """Print the source that is written for a game's actions: `python -m tabletop.game.action_table MODULE:NAME`."""
    place = sys.argv[1] if len(sys.argv) == 2 else ""
    if not re.fullmatch(r"[\w.]+:\w+", place):
        sys.exit("usage: python -m tabletop.game.action_table GAME.rules.actions:ACTIONS")
    module, _, name = place.partition(":")
    try:
        print(source_of(getattr(import_module(module), name), "A game's actions"), end="")
    except (ImportError, AttributeError) as error:
        sys.exit(f"{place}: {error}")


if __name__ == "__main__":
    _print()
