"""Cache machine code on disk, and ignore all errors of the cache.

Numba fails if it can't read or write its cache. Here, code is compiled again if its file is
damaged, and compiled for one run only if the disk is full or read-only.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from numba import njit
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher


class ForgivingCache(FunctionCache):
    """A Numba cache for one function, which ignores errors."""

    missing: Callable[[], object] = staticmethod(lambda: None)
    """Called if the cache has no code for the function, which must then be compiled."""

    def load_overload(self, *arguments: Any) -> Any:  # noqa: ANN401 - Numba's own affair
        """Return the cached code, or None; a damaged file is overwritten later."""
        try:
            found = super().load_overload(*arguments)  # type: ignore[no-untyped-call]
        except Exception:  # A damaged file can raise anything.
            self._discard()
            found = None
        if found is None:
            self.missing()
        return found

    def save_overload(self, *arguments: Any) -> None:  # noqa: ANN401 - Numba's own affair
        """Save compiled code, if there is space for it."""
        try:
            super().save_overload(*arguments)  # type: ignore[no-untyped-call]
        except OSError:
            # An index without its code would make every later run read it in vain.
            self._discard()

    def _discard(self) -> None:
        cache: Any = self
        try:
            cache.flush()
        except OSError:
            cache.disable()


def compiled_to_disk(**options: Any) -> Callable[[Callable[..., Any]], Any]:  # noqa: ANN401 - as for njit
    """Compile a function like `njit`, and cache its machine code if possible."""

    def compile_later(function: Callable[..., Any]) -> Any:  # noqa: ANN401 - Numba has no types
        compiled = njit(**options)(function)
        _keep(compiled)
        return compiled

    return compile_later


def inner_njit(**options: Any) -> Any:  # noqa: ANN401 - as for njit
    """Compile a function, like `njit`, for use by compiled code only.

    The entry points from Python and C are omitted, which saves a third of Numba's compile time.
    Such a function must never be called from Python.
    """
    untyped: Any = njit  # Numba's type hints don't name all of its options.
    return untyped(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)


def keep_forgivingly(module: ModuleType) -> None:
    """Make the cached functions of a module ignore cache errors."""
    for value in vars(module).values():
        if isinstance(value, Dispatcher) and isinstance(_cache_of(value), FunctionCache):
            _keep(value)


def before_compiling(function: Any, tell: Callable[[], object]) -> None:  # noqa: ANN401 - as above
    """Arrange for `tell` to be called before a function is compiled."""
    cache = _cache_of(function)
    if isinstance(cache, ForgivingCache):
        cache.missing = tell
    elif not function.signatures:
        tell()


def _keep(function: Any) -> None:  # noqa: ANN401 - Numba has no types
    make: Any = ForgivingCache
    try:
        # Numba has no public attribute for this; a test fails if the private one changes.
        function._cache = make(function.py_func)  # noqa: SLF001
    except (RuntimeError, OSError):
        return  # No folder is writable.


def _cache_of(function: Any) -> object:  # noqa: ANN401 - Numba has no types
    return function._cache  # noqa: SLF001
