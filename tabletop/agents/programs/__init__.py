"""Bots as programs in any language: each in a separate process with limits (docs/bots-as-programs.md)."""
