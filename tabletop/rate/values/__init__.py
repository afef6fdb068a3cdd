"""How true the values of positions are that agents expect: sets of positions with known results, and what they show."""
