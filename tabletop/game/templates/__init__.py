"""Compiled functions that call a game's rules: each file is loaded once for each game (`compiling.instantiate`).

Numba keeps compiled code of functions that lie in files, not of those that another function has made. So what is the
same for all games is a file here, whose global `rules` is the module of the game's own compiled functions.
"""
