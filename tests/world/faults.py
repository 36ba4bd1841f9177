"""Everything that can go wrong in a world, one fault at a time."""

import signal
from typing import TYPE_CHECKING

import apsw

from tests.store.power import Disk
from tests.world.loop import Loop
from tests.world.node import Node

if TYPE_CHECKING:
    from tests.world.world import World

EVERY_SECONDS = 1.2  # From one fault to the next, on average.


class Faults:
    """The faults of one world."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._chance = world.chance
        self._timeline = world.timeline
        self._model = world.storage.model

    def next(self) -> None:
        """Inject a random fault, and schedule the next one."""
        world, chance = self._world, self._chance
        if world.calm:
            return
        node = chance.choice(world.nodes)
        acts = [self._cut_wire, self._stall_wire, self._disturb, self._disturb]
        if not world.quiet:
            acts += [self._pause, self._set_clock, self._slow_down, self._kill, self._stop]
            acts += (
                [self._unplug, self._fail_disk] if world.is_sqlite else [self._fail_database] * 2
            )
        act = chance.choice(acts)
        world.note(node, act.__name__)
        act(node)
        self._timeline.after(chance.expovariate(1 / EVERY_SECONDS), self.next)

    def _cut_wire(self, _node: Node) -> None:
        open_wires = [guest.wire for guest in self._world.guests if guest.wire is not None]
        if open_wires:
            wire = self._chance.choice(open_wires)
            self._chance.choice([wire.cut, wire.vanish])()

    def _stall_wire(self, _node: Node) -> None:
        open_wires = [guest.wire for guest in self._world.guests if guest.wire is not None]
        if open_wires:
            self._chance.choice(open_wires).stall(self._chance.choice([0.3, 2.0, 12.0]))

    def _disturb(self, _node: Node) -> None:
        if self._world.guests:
            self._chance.choice(self._world.guests).trouble()

    def _pause(self, node: Node) -> None:
        if node.up:
            node.loop.pause()
            seconds = self._chance.choice([0.2, 3.0, 20.0])
            self._timeline.after(seconds, node.loop.resume)

    def _set_clock(self, node: Node) -> None:
        ahead = self._chance.choice([-3600.0, -20.0, -3.0, 3.0, 40.0, 3600.0])
        if self._chance.random() < 0.5 and not self._world.is_sqlite:
            self._world.database_ahead = ahead / 100
        elif node.up:
            node.loop.wall_ahead += ahead

    def _slow_down(self, node: Node) -> None:
        if node.up:
            node.loop.slow_threads = self._model.slow = 0.2
            self._timeline.after(self._chance.choice([0.5, 4.0]), self._speed_up, node.loop)

    def _speed_up(self, loop: Loop) -> None:
        loop.slow_threads = self._model.slow = 0.0

    def _kill(self, node: Node, power: bool = False) -> None:
        node.kill(power)
        self._timeline.after(self._chance.uniform(0.1, 4.0), node.start)

    def _unplug(self, node: Node) -> None:
        self._kill(node, power=True)

    def _stop(self, node: Node) -> None:
        if node.listening and not node.stopping and signal.SIGTERM in node.loop.signals:
            node.stopping = True
            node.loop.signal(signal.SIGTERM)

    def _fail_disk(self, node: Node) -> None:
        if node.disk is not None:
            fault = self._chance.choice([apsw.IOError, apsw.FullError])
            node.disk.fault = lambda: fault("injected")
            self._timeline.after(self._chance.choice([0.05, 1.0, 5.0]), self._repair, node.disk)

    def _repair(self, disk: Disk) -> None:
        disk.fault = None

    def _fail_database(self, _node: Node) -> None:
        dice = self._chance.random()
        if dice < 0.7:
            for _ in range(self._chance.randint(1, 6)):
                self._model.cut_one()
            return
        self._model.crash()
        self._model.down = True
        self._timeline.after(self._chance.choice([0.1, 2.0]), self._bring_up)

    def _bring_up(self) -> None:
        self._model.down = False

    def end(self) -> None:
        """Repair everything that can be repaired."""
        self._model.down = False
        self._model.slow = 0.0
        for node in self._world.nodes:
            if node.disk is not None:
                node.disk.fault = None
            if node.up:
                node.loop.slow_threads = 0.0
                node.loop.resume()
            else:
                node.start()
        for guest in self._world.guests:
            if guest.wire is not None and not guest.wire.repair():
                guest.leave_wire()
