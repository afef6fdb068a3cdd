"""Paired matches between agents, and how they are rated."""
