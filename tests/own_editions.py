"""Custom editions for tests, as text: short ones, and one with very many cards."""

from importlib.resources import files

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

TINY = """
id = "own-tiny"
name = "Tiny"
rounds = 1
players = { least = 2, most = 2 }
treasures = [3, 5, 8, 9]
gems = [{ name = "ruby", worth = 1, count = 60 }, { name = "diamond", worth = 5, count = 1 }]

[hazards]
snake = 2

[relics]
enter = "each round"
worth = "by order"
points = [5]
supplied = true
"""

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


def shortened(edition: str, rounds: int = 2) -> dict[str, str]:
    """Return a table's settings for a built-in edition with fewer expeditions."""
    text = files("diamant.editions").joinpath(f"{edition}.toml").read_text(encoding="utf-8")
    text = text.replace(f'id = "{edition}"', f'id = "own-{edition}"')
    text = text.replace("\nrounds = 5\n", f"\nrounds = {rounds}\n")
    assert f'"own-{edition}"' in text
    assert f"\nrounds = {rounds}\n" in text
    return {"edition": f"own-{edition}", "edition_text": text}
