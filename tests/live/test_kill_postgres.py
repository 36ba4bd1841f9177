"""Test that a PostgreSQL server loses no choices when killed ten times under load."""

from tests.live.killing import kill_again_and_again


async def test_no_acknowledged_choice_is_lost_or_duplicated(tmp_path, postgres):
    await kill_again_and_again(postgres.new_database(), tmp_path)
