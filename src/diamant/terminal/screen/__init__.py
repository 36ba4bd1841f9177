"""The screen: Textual widgets and applications. No other package imports it.

- `app`: the application around a table
- `stage`: the visible table; `widgets`: cave, players, story, choices and keys, and sheets over
  them
- `playing`, `sitting`, `watching`: a game against bots, a server's table, a recorded game
"""
