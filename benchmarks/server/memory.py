"""What things take in memory."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Memory:
    """Resident bytes: of the server alone, and what each thing adds."""

    empty: int
    per_empty_table: float
    per_connection: float
    per_game: float
    """A table with five people who have played for some turns, without their connections."""
