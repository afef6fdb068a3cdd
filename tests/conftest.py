"""For all tests."""

import gc

from tabletop.garbage import collect_seldom

collect_seldom()


def pytest_collection_finish() -> None:
    """Keep Python's garbage collector from looking through thousands of collected tests again and again."""
    gc.freeze()
