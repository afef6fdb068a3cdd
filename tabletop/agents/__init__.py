"""What an agent is, how agents are named, and agents that any game can have."""
