"""The rules of octagon ball (docs/octagon-ball.md), a module a chapter; `play` is the table of contents."""
