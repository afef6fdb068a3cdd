"""What an agent is, how it is named, and agents that any game can have."""
