"""The rules of the game: frozen values and pure functions, no I/O or randomness.

- `cards`, `deck`: treasures, hazards, relics, and the deck as a multiset of them
- `edition`, `edition_text`, `toml_faults`: the differences between editions, their TOML format, and
  errors in it
- `game`: the course of play, `Game.turn` and `Game.decide`; `expedition`: one expedition of it
- `choices`: who leaves after everyone has chosen
- `sharing`: how treasures and the path are divided, who takes relics, and who wins
- `supply`: change-making and stand-ins
- `events`: the events of a step, and of a game so far
- `board`: a game as lines of text, and a key for equivalent games; `position`: a game as one line
- `seats`: the letters of seats, and checks of whole numbers from callers
- `frozen`: fast creation of frozen values
"""
