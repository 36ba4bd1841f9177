"""Compiled kernels, kept on disk so that only the first run of a kind has to compile.

A kernel's file is named by a hash of its whole text, bots included, and of the releases of Python
and Numba. Numba's cache beside it is then right for as long as the file is: an edited bot has
another text and so another file. What is damaged on disk is thrown away and compiled again, and
where nothing can be kept, kernels are compiled for one run.
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
"""What a kernel's text asks Numba for."""


def cache_folder() -> Path:
    """Return where kernels, and solutions beside them, are kept: `DIAMANT_CACHE`, or the usual."""
    chosen = os.environ.get("DIAMANT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "diamant" / "kernels"


def write_whole(file: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file that is there as a whole or not at all.

    Two processes may come here at once: each writes its own file, and the last one stays.
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
    """Return the kernel; `compiling` is called when it has to be compiled, with its first game."""
    kernel: Any = load_module(kernel_text(shape, bots)).play
    before_compiling(kernel, compiling)
    return kernel  # type: ignore[no-any-return]


def load_bot(bot: RewrittenBot, compiling: Callable[[], object] = lambda: None) -> int:
    """Return where a bot's machine code stands in memory, for full kernels to ask it there."""
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
    """Return the module of a kernel's text."""
    name = _name(text)
    file = _save(cache_folder(), name, text)
    try:
        return _execute(name, file, text)
    except RuntimeError:
        # Numba finds no folder to keep anything in.
        return _execute(name, file, text.replace(CACHED, "cache=False"))


def _execute(name: str, file: Path, text: str) -> ModuleType:
    """Run a kernel's text as a module, without the bytecode on disk, which could be damaged."""
    module = ModuleType(f"diamant_{name}")
    # Numba looks a function's module up.
    sys.modules[module.__name__] = module
    exec(compile(text, file, "exec"), vars(module))  # noqa: S102 - our own text
    keep_forgivingly(module)
    return module


def _save(folder: Path, name: str, text: str) -> Path:
    """Write a kernel's text where it is not yet; where the folder cannot be written, elsewhere."""
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
