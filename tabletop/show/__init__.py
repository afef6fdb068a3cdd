"""How games are shown: drawings, words, pictures, the viewer; the plain form of each for any game."""
