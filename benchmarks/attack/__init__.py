"""What strangers can do to others: attacks from one address, and what another table feels of them.

- `attacks`: the list, each by its name
- `tools`: how an attack asks, says and counts
- `attacker`: a process of its own, so that it does not slow down what is measured
- `other_table`: two people who play meanwhile, and how long each reveal takes
- `run`: all of it against a server with its usual limits
"""
