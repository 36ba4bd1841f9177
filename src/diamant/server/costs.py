"""What a message or a request costs, so that limits count work and not only how often.

The unit is a plain message of a guest, such as a choice: about a third of a millisecond.
"""

BYTES = 2_048
LISTENERS = 16
VIEW, TURNS_OF_VIEW = 5.0, 20.0
ENTRIES = 50.0
OPENING = 10.0
"""Of a WebSocket, among the requests of its address."""
LIST = 4.0
"""Of the list of tables, besides what every request costs."""

DAILY = 3.0
"""Of a question about the daily cave, which plays an attempt again."""


def of_bytes(count: int) -> float:
    """Return the cost of a message of so many bytes: the longest costs as much as 33 plain ones.

    >>> of_bytes(120), of_bytes(65_536)
    (1.0, 33.0)
    """
    return 1.0 + count // BYTES


def of_telling(listeners: int, count: int = 0) -> float:
    """Return what it costs besides that so many connections are told of so many bytes.

    >>> of_telling(8), of_telling(200), of_telling(200, 30_000)
    (0.0, 12.0, 180.0)
    """
    return listeners // LISTENERS * of_bytes(count)


def of_view(turns: int) -> float:
    """Return the cost of a view of everything, which tells of every turn of the game so far."""
    return VIEW + turns / TURNS_OF_VIEW


def of_entries(count: int) -> float:
    """Return the cost of reading so many entries of a log."""
    return count / ENTRIES
