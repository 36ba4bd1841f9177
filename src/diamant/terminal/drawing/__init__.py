"""The game as colored characters: pure functions from a scene and a size to lines.

- `canvas`: a grid of characters to draw on, and a torch in the dark
- `cave`: the path of cards, winding through the cave
- `players`: everybody's seat, deed and chest
- `advice`: the odds, the coach, and how a game ended
"""
