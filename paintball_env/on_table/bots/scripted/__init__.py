"""What the scripted bots ask of a table."""
