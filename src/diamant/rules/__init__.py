"""The game itself: frozen values and pure functions, no I/O, no clock, no randomness.

- `cards`, `deck`: treasures, hazards, relics, and the deck as a multiset of them
- `edition`, `edition_text`, `toml_faults`: what differs between editions, its TOML form, and what
  is wrong with one
- `game`: the course of play, `Game.turn` and `Game.decide`; `expedition`: one cave of it
- `choices`: who leaves, once all have chosen
- `sharing`: how treasures and the path are divided, who takes relics, and who wins
- `supply`: change-making and stand-ins
- `events`: what happened in a step, and in a game so far
- `board`: a game as lines of text, and what positions share that differ only in how they were
  reached; `position`: a game as one line
- `seats`: the letters of seats, and whole numbers as callers give them
- `frozen`: how values are made quickly
"""
