"""Most rules of State of War are tested as plain Python (`make test` runs them so): to compile each takes minutes."""

from tabletop.compiled.compiling import compiled

collect_ignore_glob = ["test_[!r]*.py"] if compiled() else []  # all but `test_random_play`
