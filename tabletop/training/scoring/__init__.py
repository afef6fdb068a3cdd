"""Learning by self-play: policies that score actions, trained against themselves, their past and other agents."""
