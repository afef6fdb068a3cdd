"""The scripted bots of State of War."""
