"""What an agent does: how often it gives each kind of order (`GameDefinition.orders`), how far two agents differ."""

import numpy as np
from numpy.typing import NDArray

Profile = NDArray[np.int64]  # [number of kinds of order]


def shares(profile: Profile) -> NDArray[np.float64]:
    """Return the share of each kind of order, float64 of the same shape; all 0 if there are no orders."""
    return profile / max(int(profile.sum()), 1)


def variation(one: Profile, other: Profile) -> float:
    """Return the total variation distance of two profiles: 0 if they are the same, 1 with nothing in common."""
    return float(np.abs(shares(one) - shares(other)).sum() / 2)
