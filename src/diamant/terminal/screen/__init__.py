"""The screen: widgets and applications of Textual. Nothing outside of this folder imports it.

- `app`: what all screens share
- `stage`: the table in view: cave, players, story and choices
- `cave_view`, `players_view`, `story`, `choice_bar`, `reveal`, `key_bar`: what stands on it
- `sheet`: help, and whatever else is read and closed; `name_sheet`: asking for a name
- `playing`, `sitting`, `watching`: alone against bots, at a server's table, a record
"""
