"""The game as colored characters: pure functions from a scene and a size to lines.

- `cave`: the path of cards, winding through the cave, and a torch in the dark
- `players`: everybody's seat, deed and chest
- `advice`: the odds, the coach, and how a game ended
"""
