"""The screen: widgets and applications of Textual. Nothing outside of this folder imports it.

- `app`: what all screens share
- `stage`: the table in view; `widgets`: cave, players, story, choices and keys on it
- `sheet`: help, and whatever else is read and closed; asking for a name
- `playing`, `sitting`, `watching`: alone against bots, at a server's table, a record
"""
