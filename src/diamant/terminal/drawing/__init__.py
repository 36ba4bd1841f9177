"""The game as colored characters: pure functions from a scene and a size to lines.

- `canvas`: a grid of characters to draw on
- `light`: a torch in the dark
- `cave`: the path of cards, winding through the cave
- `players`: everybody's seat, deed and chest
- `advice`: the odds and the coach
- `ending`: how a game ended, and how much of it was luck
"""
