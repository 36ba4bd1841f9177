"""The game in a terminal: a screen drawn with Textual, and lines of plain sentences.

- `mode`: which of the two it is, and which keys there are
- `narration`: a game told in colored lines, or in whole sentences without signs
- `opponents`: who sits at a table with a person, and asking them
- `saved`, `solo`: a game alone against bots, and keeping it
- `scene`: a game as the moments that people see, and what is to be seen after one of them
- `remote`: a person's seat at a server's table, and what people there do
- `plain`, `plain_table`: the lines
- `drawing`: cave, players, odds and coach as colored characters
- `screen`: the screen itself; nothing else imports Textual

Importing this imports none of them.
"""
