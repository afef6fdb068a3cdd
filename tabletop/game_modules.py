"""Modules that the author of a game has written: a fault in one is told in one line, with its place in them."""

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
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}"
    try:
        spec = find_spec(name.partition(".")[0])
    except (ImportError, ValueError):
        spec = None
    folders: list[str] = []
    if spec is not None:
        folders = [f"{folder}{os.sep}" for folder in spec.submodule_search_locations or ()] or [spec.origin or name]
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(tuple(folders))]
    return f"{own[-1].filename}, line {own[-1].lineno}" if own else name
