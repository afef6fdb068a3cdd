"""Everything that touches Numba: compiling, the cache of compiled code, linking."""
