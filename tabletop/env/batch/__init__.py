"""Many games of one scenario at once, and the opponents that play the other side in them."""
