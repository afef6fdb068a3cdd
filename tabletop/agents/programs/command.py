"""The command that starts a bot's program, and the folders that it may read."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tabletop.agents.from_file import PROGRAM, parts
from tabletop.agents.numbers import files_in, with_whole_paths
from tabletop.agents.programs.process import Command
from tabletop.base.errors import one_line
from tabletop.compiled.compiling import cache_place
from tabletop.compiled.fingerprints import CORE, apart, roots, sources
from tabletop.game.definition import GameDefinition

LIBRARIES = ("lib", "lib64", "libexec", "pyvenv.cfg")  # of which an installation has some beside its folder `bin`
STANDS_FOR = re.compile(rb'^exec "?([^\s"]+)"? exec ', re.MULTILINE)  # of a script that runs another program
ANSWERS = 20.0  # seconds within which a version manager must say what it runs


def typed_command(text: str) -> Command:
    """Read a command line as a shell does, except for `~`, `$` and `*`."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"{PROGRAM}{text}: {str(error).lower()}") from None
    if not words:
        raise ValueError(f"{PROGRAM} needs a command: {PROGRAM}./my_bot")
    typed, program = words[0], shutil.which(words[0])
    if program is None:
        file = Path(words[0])
        why = "can't be run: chmod +x" if os.path.isfile(file) else "no such program"
        raise ValueError(f"{PROGRAM}{one_line(words[0])}: {why}")
    files = [_behind(Path(program).absolute(), Path.cwd())]
    for number, word in enumerate(words[1:], 1):
        if os.path.sep in word or os.path.isfile(word):
            if os.path.exists(word):
                words[number] = str(Path(word).absolute())
                files.append(Path(word).absolute())
    words[0] = str(files[0])
    # A program that is looked for in PATH is no file of the bot, wherever it lies.
    own_files = [path for path in files[os.path.sep not in typed :] if not is_installed(path)]
    folders = list(dict.fromkeys(str(path.parent if path.is_file() else path) for path in own_files))
    programs = files[:1] + [
        _behind(Path(executable), file.parent)
        for file in files
        for word in _first_line(file)
        if (executable := shutil.which(word))
    ]
    # In PATH they stand before what stands for them.
    search = os.pathsep.join(
        [*dict.fromkeys(str(path.parent) for path in programs[1:]), os.environ.get("PATH", os.defpath)]
    )
    return Command(
        tuple(words),
        folders[0] if folders else "/",
        tuple(folders),
        environment=(("PATH", search),),
        installed=tuple(_installed(programs)),
    )


def is_installed(path: Path) -> bool:
    """Tell whether a program belongs to the system or to another installation, so that it isn't a bot's own file."""
    return path.is_relative_to("/usr") or path.is_relative_to("/bin") or _installation(path) is not None


def _installation(program: Path) -> Path | None:
    """Return the folder of the installation that a program is in, with its libraries beside `bin`; None: it is none."""
    place = program.parent.parent
    return place if program.parent.name == "bin" and any(os.path.exists(place / name) for name in LIBRARIES) else None


def _first_line(file: Path) -> list[str]:
    """Return the words of a file's first line, if it says what runs it: `#!/usr/bin/env python3`."""
    with suppress(OSError, UnicodeDecodeError), file.open("rb") as opened:
        first = opened.readline(200)
        return first[2:].decode().split() if first.startswith(b"#!") else []
    return []


def _behind(program: Path, folder: Path) -> Path:
    """Return the program that a version manager (pyenv, rbenv, asdf …) runs for its script in PATH; others unchanged.

    The script itself runs the version manager, which a bot can't read.
    """
    with suppress(OSError, subprocess.SubprocessError):
        with program.open("rb") as opened:
            script = opened.read(4000)
        if (
            script.startswith(b"#!")
            and (match := STANDS_FOR.search(script))
            and (tool := shutil.which(match[1].decode()))
        ):
            asked = [tool, "which", program.name]
            said = subprocess.run(asked, cwd=folder, capture_output=True, text=True, timeout=ANSWERS).stdout.strip()
            if os.access(said, os.X_OK):
                return Path(said)
    return program


def _installed(programs: list[Path]) -> list[str]:
    """Return the folders of the installations of programs.

    Of a program that has no libraries beside its folder `bin`, this is its own folder.
    """
    places = []
    for program in programs:
        places += [_installation(path) or path.parent for path in (program, program.resolve())]
    return [str(place) for place in dict.fromkeys(places) if place != Path("/")]


def python_command(text: str, game: GameDefinition) -> Command:
    """Return the command that runs a Python bot in a separate process: our side of the protocol around its class."""
    path, rest = parts(text)
    if not os.path.isfile(path):
        raise ValueError(f"{one_line(path)}: no such file")
    place = path.absolute()
    packages = roots(game.package)
    module = sys.modules[game.__module__]
    parents = [str(folder.parent) for name, folder in packages.items() if "." not in name]
    # Files that the rules import from elsewhere are part of the compiled code's sources, too.
    elsewhere = [str(path.parent) for path in apart(sources(game.package), packages)]
    readable = [*map(str, packages.values()), *elsewhere, *_own_python(), str(cache_place())]
    if getattr(module, "__file__", None):
        folder = str(Path(str(module.__file__)).parent)
        readable.append(folder)
        if "." not in module.__name__ and not hasattr(module, "__path__"):  # a game of one file
            parents.append(folder)
    rest = with_whole_paths(rest)  # from our folder, not from the bot's
    readable += files_in(rest)
    # -P: else files of the bot's folder, such as a random.py, would take the place of Python's own modules.
    words = (sys.executable, "-P", "-m", f"{CORE}.agents.host", str(place) + (f":{rest}" if rest else ""))
    environment = {
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(parents)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PAINTBALL_QUIET": "1",
        "PAINTBALL_CACHE": str(cache_place().parent),
        "TABLETOP_GAME": f"{game.__module__}:{game.__reduce__()}",
    }
    if os.environ.get("NUMBA_DISABLE_JIT"):
        environment["NUMBA_DISABLE_JIT"] = os.environ["NUMBA_DISABLE_JIT"]
    places = (tuple(dict.fromkeys(readable)), tuple(dict.fromkeys(parents)))
    return Command(words, str(place.parent), (str(place.parent),), *places, tuple(environment.items()), ours=True)


def _own_python() -> list[str]:
    """Return the folders of this interpreter and its libraries."""
    return [sys.prefix, sys.base_prefix, str(Path(sys.executable).resolve().parent)]
