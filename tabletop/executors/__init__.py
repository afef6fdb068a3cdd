"""Executors: tasks are done in this process, in several, or on a Ray cluster, with the same answers."""
