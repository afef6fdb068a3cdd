"""Agents: bots and trained policies, the matches between them, their ratings, and their training."""
