"""Bots as programs in any language: each in a process of its own, behind limits (docs/bots-as-programs.md)."""
