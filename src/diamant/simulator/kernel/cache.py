"""Cache compiled kernels on disk, so only the first run of a kind compiles.

A kernel's file name is a hash of its whole text, including its bots, and of the versions of Python
and Numba. Numba's own cache next to the file is therefore valid as long as the file exists: editing
a bot changes the text, and with it the file name. Damaged files are deleted and compiled again. If
the disk isn't writable, kernels are compiled for one run only.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

from diamant.simulator.kernel.generate import Shape, bot_text, kernel_text
from diamant.simulator.kernel.machine_code import before_compiling, keep_forgivingly
from diamant.simulator.kernel.rewrite import RewrittenBot

Kernel = Callable[..., int]

CACHED = "cache=True"
"""The text in a kernel that enables Numba's cache."""


def cache_folder() -> Path:
    """Return the folder for kernels and solutions: `DIAMANT_CACHE` or the default."""
    chosen = os.environ.get("DIAMANT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "diamant" / "kernels"


def write_whole(file: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file atomically: it exists completely or not at all.

    Two processes may write the same file at once: each writes a temporary file, and the last one to
    finish wins.
    """
    handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as output:
            write(output)
        Path(temporary).replace(file)
    except BaseException:
        Path(temporary).unlink()
        raise


def load_kernel(
    shape: Shape, bots: Sequence[RewrittenBot], compiling: Callable[[], object] = lambda: None
) -> Kernel:
    """Load a kernel; if it must be compiled first, call `compiling`."""
    kernel: Any = load_module(kernel_text(shape, bots)).play
    before_compiling(kernel, compiling)
    return kernel  # type: ignore[no-any-return]


def load_bot(bot: RewrittenBot, compiling: Callable[[], object] = lambda: None) -> int:
    """Return the address of a bot's machine code, which full kernels call."""
    from numba import types

    answer: Any = load_module(bot_text(bot)).answer
    before_compiling(answer, compiling)
    pointer: Any = types.CPointer
    given = [pointer(kind) for kind in (types.int64, types.uint64, types.float64)]
    compiled = answer.get_compile_result(types.float64(*given))
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return address


def _name(text: str) -> str:
    import numba

    digest = hashlib.sha256(f"{numba.__version__}\0{sys.version}\0{text}".encode()).hexdigest()
    return f"kernel_{digest[:24]}"


@lru_cache(maxsize=64)
def load_module(text: str) -> ModuleType:
    """Load a kernel's text as a module."""
    name = _name(text)
    file = _save(cache_folder(), name, text)
    try:
        return _execute(name, file, text)
    except RuntimeError:
        # Numba finds no folder that it can write.
        return _execute(name, file, text.replace(CACHED, "cache=False"))


def _execute(name: str, file: Path, text: str) -> ModuleType:
    """Run a kernel's text as a module.

    No bytecode is written to disk, where it could be damaged.
    """
    module = ModuleType(f"diamant_{name}")
    # Numba looks up a function's module.
    sys.modules[module.__name__] = module
    exec(compile(text, file, "exec"), vars(module))  # noqa: S102 - our own text
    keep_forgivingly(module)
    return module


def _save(folder: Path, name: str, text: str) -> Path:
    """Write a kernel's text to a file if necessary, and return the path.

    If the folder isn't writable, write to a temporary one.
    """
    file = folder / f"{name}.py"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_bytes() != text.encode():
            write_whole(file, lambda output: output.write(text.encode()))
    except OSError:
        fallback = Path(tempfile.mkdtemp(prefix="diamant-"))
        file = fallback / f"{name}.py"
        file.write_text(text, encoding="utf-8")
    return file
