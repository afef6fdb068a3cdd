"""Learning by self-play: policies that score actions, trained against themselves, past versions and other agents."""
