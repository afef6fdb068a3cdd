"""The shipped network `champion`, for all scenarios, and the opponents made of it for people (docs/agents.md)."""
