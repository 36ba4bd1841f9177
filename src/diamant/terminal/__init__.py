"""The game in a terminal: a screen drawn with Textual, and lines of plain sentences.

- `mode`: which of the two it is
- `narration`, `speech`: a game told in colored lines, or in whole sentences without signs
- `company`, `opponents`: who sits at a table with a person, and asking them
- `saved`, `solo`: a game alone against bots, and keeping it
- `moments`: a game as the steps that people see; `scene`: what is to be seen after one of them
- `seats`, `remote`: a person's seat at a server's table
- `plain`, `plain_table`, `plain_watch`: the lines; `table_talk`: what people at a table do
- `letters`: keys on keyboards that write other letters
- `drawing`: cave, players, odds and coach as colored characters
- `screen`: the screen itself; nothing else imports Textual

Importing this imports none of them.
"""
