"""Cosines and sines of facings and directions."""

import numpy as np

# Arrays: compiled code looks an index up in an array, and branches for each in a tuple.
COSINE = np.array([1.0, 0.5, -0.5, -1.0, -0.5, 0.5])
SINE = np.array([0.0, 0.75**0.5, 0.75**0.5, 0.0, -(0.75**0.5), -(0.75**0.5)])
