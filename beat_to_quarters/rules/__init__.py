"""The rules of Beat to Quarters (docs/beat-to-quarters.md), a module a chapter."""
