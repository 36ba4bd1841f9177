"""Compiled kernels, kept on disk so that only the first run of a kind has to compile.

A kernel's file is named by a hash of its whole text, bots included, and of the releases of Python
and Numba. Numba's cache beside it is then right for as long as the file is: an edited bot has
another text and so another file. What is damaged on disk is thrown away and compiled again, and
where nothing can be kept, kernels are compiled for one run.
"""

import hashlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from diamant.simulator.kernel.generate import Shape, kernel_text
from diamant.simulator.kernel.rewrite import RewrittenBot

Kernel = Callable[..., int]

CACHED = "cache=True"
"""What a kernel's text asks Numba for."""


def cache_folder() -> Path:
    """Return where kernels are kept: `DIAMANT_CACHE`, or the user's cache folder."""
    chosen = os.environ.get("DIAMANT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "diamant" / "kernels"


def load_kernel(
    shape: Shape, bots: Sequence[RewrittenBot], compiling: Callable[[], object] = lambda: None
) -> Kernel:
    """Return the compiled kernel; `compiling` is called first if that will take a while."""
    text = kernel_text(shape, bots)
    module, compiled_before = load_module(text)
    kernel: Any = module.play
    if not compiled_before and not kernel.signatures:
        compiling()
    return kernel  # type: ignore[no-any-return]


def forget_kernel(shape: Shape, bots: Sequence[RewrittenBot]) -> None:
    """Throw away what is kept of a kernel, since it is damaged."""
    name = _name(kernel_text(shape, bots))
    folder = cache_folder()
    for file in (*folder.glob(f"{name}.py"), *folder.glob(f"__pycache__/{name}.*")):
        file.unlink(missing_ok=True)
    load_module.cache_clear()


def kernel_for_one_run(shape: Shape, bots: Sequence[RewrittenBot]) -> Kernel:
    """Return a kernel of which nothing is kept, for a disk that is full or cannot be written."""
    text = kernel_text(shape, bots)
    module = ModuleType(f"diamant_{_name(text)}_unkept")
    # Numba looks a function's module up.
    sys.modules[module.__name__] = module
    exec(compile(text.replace(CACHED, "cache=False"), "<kernel>", "exec"), vars(module))  # noqa: S102 - our own text
    return module.play  # type: ignore[no-any-return]


def _name(text: str) -> str:
    import numba

    digest = hashlib.sha256(f"{numba.__version__}\0{sys.version}\0{text}".encode()).hexdigest()
    return f"kernel_{digest[:24]}"


@lru_cache(maxsize=64)
def load_module(text: str) -> tuple[ModuleType, bool]:
    """Return the module of a kernel's text, and whether its `play` was compiled before."""
    name = _name(text)
    file = _save(cache_folder(), name, text)
    compiled = any(file.parent.glob(f"__pycache__/{name}.play-*.nbi"))
    spec = importlib.util.spec_from_file_location(f"diamant_{name}", file)
    assert spec is not None, "a Python file has a loader"
    assert spec.loader is not None, "a Python file has a loader"
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module, compiled


def _save(folder: Path, name: str, text: str) -> Path:
    """Write a kernel's text where it is not yet; where the folder cannot be written, elsewhere."""
    file = folder / f"{name}.py"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_bytes() != text.encode():
            # Two processes may come here at once: each writes its own file, and the last one stays.
            handle, temporary = tempfile.mkstemp(dir=folder, suffix=".tmp")
            with os.fdopen(handle, "w", encoding="utf-8") as output:
                output.write(text)
            Path(temporary).replace(file)
    except OSError:
        fallback = Path(tempfile.mkdtemp(prefix="diamant-"))
        file = fallback / f"{name}.py"
        file.write_text(text, encoding="utf-8")
    return file
