"""The rules of octagon ball (docs/octagon-ball.md), a module a chapter."""
