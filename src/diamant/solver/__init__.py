"""Exact play inside one expedition, in points (docs/solver.md).

- `deck`: the cards of an expedition, and the courses that its deck goes through
- `layout`: where each position stands in a table, and how large that is
- `kernel`: backward induction as machine code
- `solution`: the equilibrium, the best response to a policy, one policy against another
- `cache`: solutions on disk
"""
