"""A kill at some point of what is written: the calls of given functions are counted, and one of them raises."""


class KilledError(BaseException):
    """Stands for a kill."""


def kill_at(patch, at, *functions):
    """Let all but the first `at` calls of these functions raise; return the list of the calls.

    Args:
      patch: a `MonkeyPatch`, which puts the functions back.
      at: number of calls that are carried out.
      functions: pairs of a module and a function's name.
    """
    calls = []

    def counted(call):
        def once(*arguments, **more):
            calls.append(call)
            if len(calls) > at:
                raise KilledError
            return call(*arguments, **more)

        return once

    for module, name in functions:
        patch.setattr(module, name, counted(getattr(module, name)))
    return calls
