"""Virtual time: one timeline for the whole world, and one event loop per simulated process.

Nothing here sleeps. The timeline runs each loop when one of its callbacks is due. One turn of a
loop interleaves three queues at random: due timers, callbacks from outside, and `call_soon`. Each
queue keeps its own order, because asyncio guarantees that order and nothing more.
"""

import asyncio
import contextlib
import heapq
import logging
import random
from asyncio.events import _set_running_loop
from collections import deque
from collections.abc import Callable
from itertools import count

BUSY = 0.02  # The share of turns that start late, as on a busy machine.


class Timeline:
    """The virtual clock, in seconds, and the calls scheduled on it."""

    def __init__(self, chance: random.Random) -> None:
        self.now = 0.0
        self.chance = chance
        self.busy_until = 0.0  # When the last job of a thread ends.
        self._coming: list = []
        self._numbers = count()

    def at(self, when: float, call: Callable, *args) -> None:
        """Schedule a call; nearly all moments are random, and so is the order of calls."""
        heapq.heappush(self._coming, (max(when, self.now), next(self._numbers), call, args))

    def after(self, seconds: float, call: Callable, *args) -> None:
        self.at(self.now + seconds, call, *args)

    def run(self, until: float) -> None:
        """Run every call that is due until a given moment."""
        coming = self._coming
        while coming and coming[0][0] <= until:
            self.now, _, call, args = heapq.heappop(coming)
            call(*args)
        self.now = until


class Loop(asyncio.AbstractEventLoop):
    """The event loop of one simulated process, which can be paused or killed at any time."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.chance = timeline.chance
        self.alive = True
        self.paused = False
        self.wall_ahead = 0.0  # How far the machine's wall clock is ahead.
        self.faults: list[str] = []
        self.accept: Callable | None = None
        self.signals: dict = {}
        self.slow_threads = 0.0
        self.count_steps: Callable[[], int] = lambda: 0  # Counts the writes to the disk.
        self.steps_done = 0  # The count when the last finished job returned.
        self.subprocess: Callable | None = None
        self._ready: deque = deque()
        self._arrived: deque = deque()
        self._timers: list = []
        self._numbers = count()
        self._next_turn = float("inf")
        self._threads: dict[int, float] = {}

    # Turns.

    def time(self) -> float:
        return self.timeline.now

    def _turn_at(self, when: float) -> None:
        if when < self._next_turn and self.alive:
            self._next_turn = when
            late = 0.03 if self.chance.random() < BUSY else 0.0001
            self.timeline.at(when + late * self.chance.random(), self._turn, when)

    def _turn(self, planned: float) -> None:
        if planned != self._next_turn or not self.alive or self.paused:
            return
        self._next_turn = float("inf")
        due: deque = deque()
        timers = self._timers
        while timers and timers[0][0] <= self.timeline.now:
            due.append(heapq.heappop(timers)[2])
        queues = [queue for queue in (self._ready, self._arrived, due) if queue]
        self._ready, self._arrived = deque(), deque()
        _set_running_loop(self)
        try:
            while queues:
                queue = queues[0] if len(queues) == 1 else self.chance.choice(queues)
                handle = queue.popleft()
                if not queue:
                    queues.remove(queue)
                if not handle.cancelled() and self.alive:
                    with contextlib.suppress(SystemExit):  # The task keeps it as its exception.
                        handle._run()
        finally:
            _set_running_loop(None)
        self._plan()

    def _plan(self) -> None:
        while self._timers and self._timers[0][2].cancelled():
            heapq.heappop(self._timers)
        if self._ready or self._arrived:
            self._turn_at(self.timeline.now)
        elif self._timers:
            self._turn_at(self._timers[0][0])

    def pause(self) -> None:
        """Stop running, as after SIGSTOP."""
        self.paused = True

    def resume(self) -> None:
        """Run on, as after SIGCONT."""
        if self.paused and self.alive:
            self.paused = False
            self._next_turn = float("inf")
            self._plan()

    def kill(self) -> list[asyncio.Task]:
        """Stop for good, as after SIGKILL; return the unfinished tasks, to keep until `bury`."""
        self.alive = False
        return list(asyncio.all_tasks(self))

    def bury(self, tasks: list[asyncio.Task]) -> None:
        """Close the tasks of a killed process without any effect on the world."""
        _set_running_loop(self)
        logging.disable()
        try:
            for task in tasks:
                # Their cleanup code fails, because the process no longer exists.
                with contextlib.suppress(Exception):
                    task.get_coro().close()
        finally:
            logging.disable(logging.NOTSET)
            _set_running_loop(None)

    # What asyncio asks of a loop.

    def call_soon(self, callback, *args, context=None):
        handle = asyncio.Handle(callback, args, self, context)
        if self.alive:
            self._ready.append(handle)
            if self._next_turn > self.timeline.now:
                self._turn_at(self.timeline.now)
        return handle

    def call_soon_threadsafe(self, callback, *args, context=None):
        """Queue a callback from outside the loop: a thread, a socket, another process."""
        handle = asyncio.Handle(callback, args, self, context)
        if self.alive:
            self._arrived.append(handle)
            self._turn_at(self.timeline.now)
        return handle

    def call_later(self, delay, callback, *args, context=None):
        return self.call_at(self.timeline.now + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        if self.alive:
            heapq.heappush(self._timers, (when, next(self._numbers), handle))
            self._turn_at(max(when, self.timeline.now))
        return handle

    def create_future(self):
        return asyncio.Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        if not self.alive:
            coro.close()
            return self.create_future()
        return asyncio.Task(coro, loop=self, name=name, context=context)

    def _timer_handle_cancelled(self, handle) -> None:
        pass

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return self.alive

    def is_closed(self) -> bool:
        return not self.alive

    def call_exception_handler(self, context) -> None:
        if self.alive:
            self.faults.append(f"{context.get('message')}: {context.get('exception')!r}")

    # Threads.

    def run_in_executor(self, executor, func, *args):
        """Run a thread's job in one step, and deliver its result later.

        A single-threaded executor runs its jobs in turn; other executors run them side by side.
        """
        future = self.create_future()
        seconds = self.chance.uniform(0.0001, 0.003)
        if self.chance.random() < self.slow_threads:
            seconds = self.chance.uniform(0.1, 3.0)
        begin = self.timeline.now
        if getattr(executor, "_max_workers", 0) == 1:
            begin = max(begin, self._threads.get(id(executor), 0.0))
            self._threads[id(executor)] = begin + seconds
        self.timeline.busy_until = max(self.timeline.busy_until, begin + seconds)
        self.timeline.at(begin, self._job, future, seconds, func, args)
        return future

    def _job(self, future, seconds, func, args) -> None:
        if not self.alive:
            return
        if self.paused:
            self.timeline.after(0.05, self._job, future, seconds, func, args)
            return
        try:
            done, answer = future.set_result, func(*args)
        except Exception as error:
            done, answer = future.set_exception, error
        self.timeline.after(seconds, self._job_done, self.count_steps(), future, done, answer)

    def _job_done(self, steps, future, done, answer) -> None:
        def tell() -> None:
            if not future.done():
                done(answer)

        self.steps_done = max(self.steps_done, steps)
        self.call_soon_threadsafe(tell)

    # Sockets, signals, processes.

    async def create_server(self, protocol_factory, **_options):
        self.accept = protocol_factory
        return _Server(self)

    def add_signal_handler(self, sig, callback, *args) -> None:
        self.signals[sig] = (callback, args)

    def remove_signal_handler(self, sig) -> bool:
        return self.signals.pop(sig, None) is not None

    def signal(self, sig) -> None:
        callback, args = self.signals[sig]
        self.call_soon_threadsafe(callback, *args)

    async def subprocess_exec(self, protocol_factory, *_command, **_options):
        protocol = protocol_factory()
        transport = self.subprocess(self, protocol)
        protocol.connection_made(transport)
        return transport, protocol


class _Server:
    """The result of `create_server`; closing it refuses new connections."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self.sockets = ()

    def close(self) -> None:
        self._loop.accept = None

    async def wait_closed(self) -> None:
        return
