"""Modules that the author of a game has written: a fault in one is reported in one line, with its place."""

import os
import traceback
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any


def module_of_game(name: str) -> ModuleType:
    """Import a module of a game; ValueError: there is none, or a fault in it, with its place."""
    try:
        return import_module(name)
    except Exception as error:
        said = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
        raise ValueError(f"{_place(name, error)}: {type(error).__name__}: {said}") from error


def part_of_game(place: str) -> Any:
    """Return what a module of a game defines, from `module:name`; ValueError: it can't be had."""
    module, _, name = place.partition(":")
    try:
        return getattr(module_of_game(module), name)
    except AttributeError:
        raise ValueError(f"{module} has no {name}") from None


def _place(name: str, error: Exception) -> str:
    """The file and line of a fault, the last one in the game's own package; else the module's name."""
    try:
        spec = find_spec(name.partition(".")[0])
    except (ImportError, ValueError):
        spec = None
    folders: list[str] = []
    if spec is not None:
        folders = [f"{folder}{os.sep}" for folder in spec.submodule_search_locations or ()] or [spec.origin or name]
    place = place_in(tuple(folders), error)
    return f"{place[0]}, line {place[1]}" if place else name


def place_in(own: tuple[str, ...], error: BaseException) -> tuple[str, int | None] | None:
    """Return the last file and line of an error in these files or folders; None: it was in none of them."""
    if isinstance(error, SyntaxError) and error.filename and error.filename.startswith(own):
        return error.filename, error.lineno
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(own)]
    return (frames[-1].filename, frames[-1].lineno) if frames else None
