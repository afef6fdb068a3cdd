"""Paired matches between agents, and ratings from them."""
