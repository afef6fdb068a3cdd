"""Learning by self-play: policies that score actions, trained against themselves, past states and other agents."""
