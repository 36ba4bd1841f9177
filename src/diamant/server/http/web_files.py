"""Files of the browser client and the documentation, compressed in memory."""

import gzip
import hashlib
import math
import re
import time
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files as resources
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from diamant.server.http import bundle

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".m4a": "audio/mp4",
    ".mjs": "text/javascript; charset=utf-8",
    ".model": "application/octet-stream",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""The content types of the files that are served, by suffix; other files aren't served."""

DOCS = Path(str(resources("diamant") / "docs_site"))
"""The folder in which `make docs` builds the documentation; wheels contain it too."""

LOOK_SECONDS = 1.0
_PACKED = {TYPES[suffix] for suffix in (".m4a", ".mp3", ".ogg", ".png", ".webp", ".woff2")}
_KEPT = "public, max-age=31536000, immutable"
"""The Cache-Control of fonts, whose names contain a number that changes with the file."""
_NAME = re.compile(r"([A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class WebFile:
    """A file as it is sent, with its compressed form and headers."""

    kind: str
    data: bytes
    packed: bytes | None
    tag: str
    stamp: tuple[int, int]


class Files:
    """The files of a folder, each read on first request and again after a change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, WebFile] = {}

    def find(self, name: str) -> WebFile | None:
        """Return the file with this path below the folder, or None."""
        kind = TYPES.get(Path(name).suffix)
        if kind is None or not _NAME.fullmatch(name):
            return None
        path = self._folder / name
        try:
            found = path.stat()
            stamp = (found.st_mtime_ns, found.st_size)
            known = self._files.get(name)
            if known is None or known.stamp != stamp:
                known = self._files[name] = pack(path.read_bytes(), kind, stamp)
        except OSError:
            self._files.pop(name, None)
            return None
        return known


class WebFiles(Files):
    """The files of `diamant.web` and its bundles; changed files are read again.

    The server checks its hundreds of files at most once every `look_seconds`, no matter how often
    clients request the page.
    """

    def __init__(self, folder: Path | None = None, look_seconds: float = LOOK_SECONDS) -> None:
        super().__init__(folder or bundle.WEB)
        self._look_seconds = look_seconds
        self._look_at = -math.inf
        self._joined: dict[str, WebFile] = {}
        self._sources: dict[Path, int] = {}
        for path in self._folder.rglob("*"):
            self.find(path.relative_to(self._folder).as_posix())

    def find(self, name: str) -> WebFile | None:
        """Return a bundle or a file below the folder, or None."""
        if name == bundle.PAGE:
            self._join_again()
        return self._joined.get(name) or super().find(name)

    def _join_again(self) -> None:
        """Rebuild the bundles if a source file has changed.

        Each visit starts with the page, so this only runs for the page.
        """
        now = time.monotonic()
        if now < self._look_at:
            return
        self._look_at = now + self._look_seconds
        stamps = {path: path.stat().st_mtime_ns for path in bundle.sources(self._folder)}
        if stamps != self._sources:
            self._joined = dict(_joined(self._folder, tuple(stamps.items())))
            self._sources = stamps


@lru_cache(maxsize=2)
def _joined(folder: Path, stamps: tuple[tuple[Path, int], ...]) -> dict[str, WebFile]:
    """Return the bundles of a folder, cached in case a process has several apps."""
    made = bundle.join(folder)
    return {name: pack(data, TYPES[Path(name).suffix]) for name, data in made.items()}


@lru_cache(maxsize=512)
def pack(data: bytes, kind: str, stamp: tuple[int, int] = (0, 0)) -> WebFile:
    """Return data as a file to send, compressed if that makes it smaller."""
    packed = None if kind in _PACKED else gzip.compress(data, mtime=0)
    if packed is not None and len(packed) >= len(data):
        packed = None
    tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    return WebFile(kind, data, packed, tag, stamp)


def file_response(request: Request, found: WebFile) -> Response:
    """Return a file, or a 304 response if it hasn't changed."""
    kept = _KEPT if found.kind == TYPES[".woff2"] else "no-cache"
    headers = {"etag": found.tag, "cache-control": kept, "vary": "accept-encoding"}
    known = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
    if found.tag in known or f"W/{found.tag}" in known:
        return Response(status_code=304, headers=headers)
    body = found.data
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = found.packed
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers | {"content-type": found.kind})
