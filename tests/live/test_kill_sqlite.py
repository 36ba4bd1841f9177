"""Test that an SQLite server loses no choices when killed ten times under load."""

from tests.live.killing import kill_again_and_again


async def test_no_acknowledged_choice_is_lost_or_duplicated(tmp_path):
    await kill_again_and_again(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path)
