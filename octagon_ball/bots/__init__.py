"""The scripted bots: one way of thinking, two temperaments."""
