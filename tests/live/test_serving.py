"""The tests' own servers begin as they are meant to."""

import importlib

import pytest

from tests.live.serving import PRELOADED


@pytest.mark.parametrize("name", PRELOADED)
def test_what_servers_share_can_be_imported(name):
    """Else each of them would import everything anew, and nobody would notice but the clock."""
    importlib.import_module(name)
