"""Play in a terminal, on a screen drawn with Textual or in lines of plain text.

- `mode`: chooses between screen and lines, and handles keyboard layouts
- `narration`: narrates a game in colored lines, or in whole sentences for speech
- `opponents`: the bots at a player's table, and their decisions
- `saved`, `solo`: a single-player game against bots, and its saved state
- `scene`: a game as the moments that people see, and the view after each of them
- `remote`: a player's seat at a server's table, and that table's events
- `plain`, `plain_table`: play in lines of plain text
- `drawing`: cave, players, odds and coach as colored characters
- `screen`: the screen itself; nothing else imports Textual

Importing this package imports none of them.
"""
