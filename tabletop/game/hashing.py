"""The mixing of 64 bits that all dice and all random choices are made by."""

import numpy as np

from tabletop.base.arrays import UInt64
from tabletop.compiled.compiling import rule

_U = np.uint64
GOLDEN = _U(0x9E3779B97F4A7C15)
_M1, _M2 = _U(0xBF58476D1CE4E5B9), _U(0x94D049BB133111EB)
_S11, _S27, _S30, _S31 = _U(11), _U(27), _U(30), _U(31)
_UNIT = 1.0 / (1 << 53)


@rule(inline=True)
def mix(x: np.uint64) -> np.uint64:
    """The finaliser of splitmix64 (Steele, Lea and Flood 2014): a bijection of 64 bits that looks random."""
    x = (x ^ (x >> _S30)) * _M1
    x = (x ^ (x >> _S27)) * _M2
    return x ^ (x >> _S31)


@rule(inline=True)
def unit(word: np.uint64) -> float:
    """The first 53 bits of a word as a number in [0, 1)."""
    return float(word >> _S11) * _UNIT


@rule
def hash_words(words: UInt64) -> np.uint64:
    """A number of 64 bits that follows from these words, uint64 [n], and from their order."""
    key = _U(words.shape[0])
    for i in range(words.shape[0]):
        key = mix((key + GOLDEN) ^ words[i])
    return key
