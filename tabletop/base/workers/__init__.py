"""Executors: they do tasks in this process, in several processes, or on a Ray cluster, with the same answers."""
