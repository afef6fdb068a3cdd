"""Arguments of functions that make an environment: those of the class that they make."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

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
            try:
                signature.bind(*arguments, **options)
            except TypeError as error:
                raise TypeError(f"{function.__name__}() {error}") from None
            return function(*arguments, **options)

        checked.__signature__ = signature  # type: ignore[attr-defined]
        return checked

    return shown
