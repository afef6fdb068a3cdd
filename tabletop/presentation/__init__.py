"""How any game can be shown to people: plain pictures and words, made of a position's text and the names of actions."""
