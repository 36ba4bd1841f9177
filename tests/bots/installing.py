"""Fake packages that offer bots as entry points."""

from diamant.bots import registry


def install(monkeypatch, **bots):
    """Pretend that an installed package offers these bots as entry points."""

    class Point:
        def __init__(self, name, thing):
            self.name, self._thing = name, thing

        def load(self):
            if isinstance(self._thing, Exception):
                raise self._thing
            return self._thing

    def entry_points(*, group):
        assert group == "diamant.bots"
        return [Point(name, thing) for name, thing in bots.items()]

    monkeypatch.setattr(registry, "entry_points", entry_points)
