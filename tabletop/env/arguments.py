"""Arguments of environments, and of functions that make one: those of the class; refused in the name one has called."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def takes_arguments_of(make: Callable[P, object]) -> Callable[[Callable[..., R]], Callable[P, R]]:
    """Show editors, type checkers and `help` the arguments of `make` for a function that hands all of its own on.

    Others are refused in the function's own name.
    """

    def shown(function: Callable[..., R]) -> Callable[P, R]:
        signature = inspect.signature(make).replace(return_annotation=inspect.signature(function).return_annotation)

        @wraps(function)
        def checked(*arguments: P.args, **options: P.kwargs) -> R:
            _check(function.__name__, signature, *arguments, **options)
            return function(*arguments, **options)

        checked.__signature__ = signature  # type: ignore[attr-defined]
        return checked

    return shown


def in_own_name(init: Callable[Concatenate[Any, P], None]) -> Callable[Concatenate[Any, P], None]:
    """Let an `__init__` refuse arguments in the name of the class that is made, which may be a derived one."""
    signature = inspect.signature(init)

    @wraps(init)
    def checked(self: Any, /, *arguments: P.args, **options: P.kwargs) -> None:
        _check(type(self).__name__, signature, self, *arguments, **options)
        init(self, *arguments, **options)

    return checked


def _check(name: str, signature: inspect.Signature, /, *arguments: Any, **options: Any) -> None:
    try:
        signature.bind(*arguments, **options)
    except TypeError as error:
        raise TypeError(f"{name}() {error}") from None
