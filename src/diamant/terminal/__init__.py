"""Play in a terminal, on a screen drawn with Textual or in lines of plain text.

- `mode`: chooses between screen and lines, and handles keyboard layouts
- `narration`: narrates a game in colored lines, or in whole sentences for speech
- `opponents`: the bots at a person's table, and their decisions
- `saved`, `solo`: a game alone against bots, and saving it
- `scene`: a game as the moments that people see, and the view after each of them
- `remote`: a person's seat at a server's table, and that table's events
- `plain`, `plain_table`: the lines
- `drawing`: cave, players, odds and coach as colored characters
- `screen`: the screen itself; nothing else imports Textual

Importing this package imports none of them.
"""
