"""Compile games to machine code. `README.md` lists the files in reading order."""
