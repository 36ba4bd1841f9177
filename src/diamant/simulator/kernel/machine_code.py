"""Machine code on disk that is never in the way.

Numba keeps what it has compiled, and gives up when it cannot read that again or write it. Here a
damaged file is compiled anew, and on a full or foreign disk the code is compiled for one run.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from numba import njit
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher


class ForgivingCache(FunctionCache):
    """What Numba keeps of one function, as far as that works."""

    missing: Callable[[], object] = staticmethod(lambda: None)
    """Called when there is nothing to be read, so that the function will be compiled now."""

    def load_overload(self, *arguments: Any) -> Any:  # noqa: ANN401 - Numba's own affair
        """Return what is kept, or None; what is damaged is overwritten soon."""
        try:
            found = super().load_overload(*arguments)  # type: ignore[no-untyped-call]
        except Exception:  # Whatever a damaged file makes of itself.
            self._discard()
            found = None
        if found is None:
            self.missing()
        return found

    def save_overload(self, *arguments: Any) -> None:  # noqa: ANN401 - Numba's own affair
        """Keep what was compiled, if there is room for it."""
        try:
            super().save_overload(*arguments)  # type: ignore[no-untyped-call]
        except OSError:
            # An index without its code would be read in vain by every later run.
            self._discard()

    def _discard(self) -> None:
        cache: Any = self
        try:
            cache.flush()
        except OSError:
            cache.disable()


def compiled_to_disk(**options: Any) -> Callable[[Callable[..., Any]], Any]:  # noqa: ANN401 - as for njit
    """Compile a function as `njit` does, and keep its machine code where that is possible."""

    def compile_later(function: Callable[..., Any]) -> Any:  # noqa: ANN401 - Numba has no types
        compiled = njit(**options)(function)
        _keep(compiled)
        return compiled

    return compile_later


def inner_njit(**options: Any) -> Any:  # noqa: ANN401 - as for njit
    """Compile, as `njit` does, a function that only compiled code calls.

    The ways in from Python and from C are left out, on which Numba spends a third of its time: so
    called from Python it has nothing to run, and must never be.
    """
    untyped: Any = njit  # Its types do not name all of its options.
    return untyped(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)


def keep_forgivingly(module: ModuleType) -> None:
    """Let the functions of a module that Numba keeps be kept as far as that works."""
    for value in vars(module).values():
        if isinstance(value, Dispatcher) and isinstance(_cache_of(value), FunctionCache):
            _keep(value)


def before_compiling(function: Any, tell: Callable[[], object]) -> None:  # noqa: ANN401 - as above
    """Have `tell` called when a function has to be compiled, which takes a while."""
    cache = _cache_of(function)
    if isinstance(cache, ForgivingCache):
        cache.missing = tell
    elif not function.signatures:
        tell()


def _keep(function: Any) -> None:  # noqa: ANN401 - Numba has no types
    make: Any = ForgivingCache
    try:
        # Numba has no other place for it; the tests notice when that changes.
        function._cache = make(function.py_func)  # noqa: SLF001
    except (RuntimeError, OSError):
        return  # There is no folder at all that could be written.


def _cache_of(function: Any) -> object:  # noqa: ANN401 - Numba has no types
    return function._cache  # noqa: SLF001
