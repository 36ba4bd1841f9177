"""Draw the game as colored characters, from a scene and a size.

All functions are pure and return lines.

- `cave`: the path of cards that winds through the cave, and a torch in the dark
- `players`: each player's seat, last action and chest
- `advice`: the odds, the coach, and the result of a game
"""
