"""The versions of what is kept: saves, checkpoints and books name them. Whoever changes a meaning raises its number."""

STATE = 1  # the record's layout
ACTIONS = 1  # what the numbers of actions mean
OBSERVATION = 1  # what the numbers of observations mean
FACTS = 3  # what `observation/facts.py` says: a policy trained with another one can't be played
