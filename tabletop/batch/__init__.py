"""Many games of one scenario at once, and who plays the other side in them."""
