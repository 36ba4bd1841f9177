"""Editions of the tests' own, as text: one that is soon played, and one of very many cards."""

SMALL = """
id = "own-small"
name = "Small"
summary = ""
rounds = 2
players = { least = 2, most = 4 }
treasures = [3, 5, 8, 9]
gems = [{ name = "ruby", worth = 1, count = 60 }]

[hazards]
snake = 2
lava = 3

[relics]
enter = "each round"
worth = "by order"
points = [5, 10]
supplied = true
"""
SMALL_FOR_SIX = SMALL.replace("most = 4", "most = 6")

LONG = """
id = "long"
name = "Long"
rounds = 20
players = {{ least = 1, most = 8 }}
treasures = [{}]
gems = [{{ name = "ruby", worth = 1, count = 10000 }}]
[hazards]
snake = 22
""".format(", ".join(["1"] * 170))
