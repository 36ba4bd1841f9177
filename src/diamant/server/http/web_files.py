"""The browser client's files, compressed once and kept in memory."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files
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
"""What is served; whatever else lies in the folder is not."""

_PACKED = {TYPES[suffix] for suffix in (".m4a", ".mp3", ".ogg", ".png", ".webp", ".woff2")}
_NAME = re.compile(r"([A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class WebFile:
    """A file as it is sent."""

    kind: str
    data: bytes
    packed: bytes | None
    tag: str
    stamp: tuple[int, int]


class WebFiles:
    """The files of `diamant.web` and its bundles; what changes on disk is read again."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(str(files("diamant") / "web"))
        self._files: dict[str, WebFile] = {}
        self._joined: dict[str, WebFile] = {}
        self._sources: dict[Path, int] = {}
        for path in self._folder.rglob("*"):
            self.find(path.relative_to(self._folder).as_posix())

    def find(self, name: str) -> WebFile | None:
        """Return the file of a name below the folder, or a bundle of some."""
        if name == bundle.PAGE:
            self._join_again()
        if name in self._joined:
            return self._joined[name]
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

    def _join_again(self) -> None:
        """Join the bundles anew if a source has changed; every visit begins with the page."""
        stamps = {path: path.stat().st_mtime_ns for path in bundle.sources(self._folder)}
        if stamps != self._sources:
            made = bundle.join(self._folder)
            self._joined = {
                name: pack(data, TYPES[Path(name).suffix]) for name, data in made.items()
            }
            self._sources = stamps


def pack(data: bytes, kind: str, stamp: tuple[int, int] = (0, 0)) -> WebFile:
    """Return bytes as they are sent, compressed where that makes them shorter."""
    packed = None if kind in _PACKED else gzip.compress(data, mtime=0)
    if packed is not None and len(packed) >= len(data):
        packed = None
    tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    return WebFile(kind, data, packed, tag, stamp)


def file_response(request: Request, found: WebFile) -> Response:
    """Return a file, or that it has not changed."""
    headers = {"etag": found.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    known = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
    if found.tag in known or f"W/{found.tag}" in known:
        return Response(status_code=304, headers=headers)
    body = found.data
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = found.packed
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers | {"content-type": found.kind})
