"""How often Python looks for garbage, in processes that are ours: programs, their workers, tests."""

import gc

OBJECTS = 50_000  # new objects until Python looks again, instead of 700


def collect_seldom() -> None:
    """Look seldom: importing and compiling make very many objects that stay, and each look goes through them.

    A short command takes a sixth less time so.
    """
    gc.set_threshold(OBJECTS)
