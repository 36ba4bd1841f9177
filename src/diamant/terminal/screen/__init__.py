"""The screen: widgets and applications of Textual. Nothing outside of this folder imports it.

- `app`: what all screens share; sheets for help, other text and a name
- `stage`: the table in view; `widgets`: cave, players, story, choices and keys on it
- `playing`, `sitting`, `watching`: alone against bots, at a server's table, a record
"""
