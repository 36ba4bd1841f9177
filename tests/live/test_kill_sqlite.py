"""`kill -9` of a server under load, ten times, on SQLite."""

from tests.live.killing import kill_again_and_again


async def test_no_acknowledged_choice_is_lost_or_doubled(tmp_path):
    await kill_again_and_again(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path)
