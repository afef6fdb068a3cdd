"""What the bots have of their own on a table."""
