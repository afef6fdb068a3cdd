"""What `verify` has to do, in units that can be done in any order and taken up again."""

import functools
import hashlib
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop.compiled.fingerprints import roots

if TYPE_CHECKING:
    from tabletop.game.definition import GameDefinition

CHECKS = ("plain", "twin", "sound", "states", "text")
PLAIN = 20, 200  # decisions in plain Python, in each preset: a hundredth of those in `sound`, within these bounds


class Unit(NamedTuple):
    """One piece of work.

    Attributes:
      check: one of CHECKS.
      preset: name of the scenario.
      variant: number of the rules that it is played with, among the game's `variants`.
      seed: the first seed.
      size: games, decisions or states.
    """

    check: str
    preset: str
    variant: int
    seed: int
    size: int

    @property
    def name(self) -> str:
        """What tells it from all others."""
        return f"{self.check} {self.preset} {self.variant} {self.seed} {self.size}"


@functools.cache
def twin_name(package: str, twin: str) -> str:
    """Return the import name of a game's twin, of the one beside the game's package if there is one; empty: none.

    Another package may have the same name, many projects have `tests`, and be the first on the path: then the folder
    with the game's package is made a package itself, which has the twin.
    """
    spec = find_spec(twin.partition(".")[0]) if twin else None
    places = (spec.submodule_search_locations or [str(spec.origin)]) if spec else []
    homes = [Path(place).resolve().parent for place in places]
    home = (roots(package).get(package) or Path(str(sys.modules[package].__file__)).resolve()).parent
    if twin and home not in homes and _is_in(home, twin):
        outer = ModuleSpec(f"beside_{package}", None, is_package=True)
        outer.submodule_search_locations = [str(home)]
        sys.modules[outer.name] = module_from_spec(outer)
        return f"{outer.name}.{twin}"
    return twin if any(_is_in(folder, twin) for folder in homes) else ""


def _is_in(folder: Path, module: str) -> bool:
    """Whether a module lies in a folder; the packages that it is in aren't imported: they may be a stranger's."""
    *packages, last = module.split(".")
    return PathFinder.find_spec(last, [str(folder.joinpath(*packages))]) is not None


def fingerprint(game: "GameDefinition[Any]") -> str:
    """Return the fingerprint of all code that checks of a game run: the core, the game and its bots, its twin."""
    from tabletop.compiled.compiling import digest  # imported here: Numba isn't needed for `--help`

    places = set(roots(game.package).values())
    name = twin_name(game.package, game.twin)
    if name and (spec := find_spec(name.removesuffix(game.twin) + game.twin.partition(".")[0])):
        places |= {Path(place).resolve() for place in spec.submodule_search_locations or [str(spec.origin)]}
    files = {path for place in places for path in ([place] if place.is_file() else place.rglob("*.py"))}
    key = hashlib.sha256(digest(game.package).encode())
    for content in sorted(path.read_bytes() for path in files):
        key.update(content)
    return key.hexdigest()[:16]


def plan(
    presets: Sequence[str], variants: int, games: int, decisions: int, states: int, texts: int, seed: int
) -> list[Unit]:
    """Spread the work over these presets, each with all of so many variants of its rules.

    A look at each preset in plain Python comes first: where it finds a fault, compiled code isn't safe.
    """
    cells = [(name, variant) for variant in range(variants) for name in presets]
    lowest, highest = PLAIN
    plain = min(max(lowest, decisions // 100), highest)
    units = [Unit("plain", name, 0, seed, plain) for name in dict.fromkeys(presets)]
    totals = (("twin", games, 5), ("sound", decisions, 100_000), ("states", states, 200), ("text", texts, 5))
    for check, total, most in totals:
        size = min(most, -(-total // len(cells)))  # so that little work is spread over all of them, too
        for i in range(-(-total // size) if total else 0):
            preset, variant = cells[i % len(cells)]
            units.append(Unit(check, preset, variant, seed + i * size, min(size, total - i * size)))
    return units
