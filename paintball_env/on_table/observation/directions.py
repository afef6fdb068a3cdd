"""Cosines and sines of the 16 headings."""

import numpy as np

_FAR, _NEAR, _HALF = 0.9238795325112867, 0.3826834323650898, 0.5**0.5  # cosines of 22.5, 67.5 and 45 degrees
# Arrays: compiled code looks an index up in an array, and branches for each in a tuple.
COSINE = np.array(
    [1.0, _FAR, _HALF, _NEAR, 0.0, -_NEAR, -_HALF, -_FAR, -1.0, -_FAR, -_HALF, -_NEAR, 0.0, _NEAR, _HALF, _FAR]
)
SINE = np.concatenate([COSINE[12:], COSINE[:12]])
