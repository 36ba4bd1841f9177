"""`kill -9` of a server under load, ten times, on PostgreSQL."""

from tests.live.killing import kill_again_and_again


async def test_no_acknowledged_choice_is_lost_or_doubled(tmp_path, postgres):
    await kill_again_and_again(postgres.new_database(), tmp_path)
