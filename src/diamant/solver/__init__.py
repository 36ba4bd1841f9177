"""Solve a single expedition exactly, in points (docs/solver.md).

- `deck`: the cards of an expedition, and the possible courses of its deck
- `layout`: the place of each position in a table, and the size of the table
- `kernel`: backward induction as machine code
- `solution`: the equilibrium, the best response to a policy, one policy against another
- `cache`: solutions on disk
"""
