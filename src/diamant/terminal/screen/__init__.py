"""The screen: widgets and applications of Textual. Nothing outside of this folder imports it.

- `app`: the application around a table
- `stage`: the table in view; `widgets`: cave, players, story, choices and keys on it, and sheets
- `playing`, `sitting`, `watching`: alone against bots, at a server's table, a record
"""
