"""Join the browser's modules into a few files, to save requests.

There is no build step: after changing a module, reload the page. The bundler supports only our own
code as Biome formats it and the vendored libraries, not all of JavaScript. It reports syntax that
it doesn't know, and then the server doesn't start. Modules become functions that are called once,
in the order of their imports. Code that only some screens need is in separate bundles.
"""

import functools
import json
import posixpath
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files as resources
from pathlib import Path

from diamant.server.http.squeeze import squeeze

WEB = Path(str(resources("diamant") / "web"))
_NETWORK = Path(str(resources("diamant.bots.champion") / "champion.model"))
ENTRY = "js/main.js"
NEXT = "js/screens/table.js"
"""The module that the browser loads right after the first page, bundled with its imports."""
PAGE = "index.html"
STYLES = "bundle/style.css"
WORKER = "worker.js"
MODEL = "bundle/champion.model"
"""The champion bot's neural network, which only games without a server load."""
EDITIONS = "api/editions"
"""The only API data that the page needs to work offline."""

_IMPORT = re.compile(
    r"""(?:^|(?<=;))import\b\s*(?:(?P<what>[\w$]+|\*\s*as\s+[\w$]+|\{[^}]*\})\s*from\s*)?"""
    r"""["'](?P<name>\.[^"']+)["'];?""",
    re.MULTILINE,
)
_PASSED_ON = re.compile(
    r"""(?:^|(?<=;))export\s*\{(?P<names>[^}]*)\}\s*from\s*["'](?P<name>\.[^"']+)["'];?""",
    re.MULTILINE,
)
_LATER = re.compile(r"""\bimport\(\s*["'](\.[^"']+)["']\s*\)""")
_EXPORTS = re.compile(r"(?:^|(?<=[;}]))export\s*\{([^}]*)\};?", re.MULTILINE)
_DECLARED = re.compile(
    r"^export\s+(?P<form>(?:async\s+)?function\*?|class|const)\s+(?P<name>[\w$]+)", re.MULTILINE
)
_DEFAULT = re.compile(r"(?:^|(?<=;))export\s+default\s+", re.MULTILINE)
_LEFT_OVER = re.compile(r"^\s*(?:import|export)\b(?!\s*\()", re.MULTILINE)
_STYLE_COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
_INDENT = re.compile(r"\n\s+")
_SCRIPT = re.compile(r'<script type="module" src="[^"]+"></script>')
_INLINE_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_STYLE = re.compile(r'[ \t]*<link rel="stylesheet" href="([^"]+)" />\n')


@dataclass(frozen=True, slots=True)
class _Module:
    """A source file, with its static imports and its `later`, dynamic ones."""

    path: str
    text: str
    imports: tuple[str, ...]
    later: tuple[str, ...]

    @property
    def variable(self) -> str:
        """The variable for this module in a bundle: `$words_i18n` for `js/words/i18n.js`."""
        return "$" + _plain(self.path)

    def resolve(self, name: str) -> str:
        """Return the path of a module that this one imports as `name`."""
        return _resolve(self.path, name)


def join(folder: Path) -> dict[str, bytes]:
    """Build the page and its bundles from a folder; return them by name."""
    modules = _modules(folder)
    chunks = _chunks(modules)
    chunk_of = {path: name for name, paths in chunks.items() for path in paths}
    files = {
        name: _chunk(name, paths, modules, chunk_of).encode() for name, paths in chunks.items()
    }
    page = (folder / PAGE).read_text(encoding="utf-8")
    sheets = _STYLE.findall(page)
    styles = "\n".join((folder / sheet).read_text(encoding="utf-8") for sheet in sheets)
    files[STYLES] = _INDENT.sub("\n", _STYLE_COMMENTS.sub("", styles)).encode()
    # The style sheet comes after the splash screen, which appears before it loads; preload it.
    links = f"""<link rel="preload" href="{STYLES}" as="style" />
    <script type="module" src="{chunk_of[ENTRY]}"></script>"""
    page = _SCRIPT.sub(links, _STYLE.sub("", page))
    if NEXT in chunk_of:
        page = page.replace('src="old.js"', f'src="old.js" data-next="{chunk_of[NEXT]}"')
    page = page.replace("</body>", f'<link rel="stylesheet" href="{STYLES}" /></body>')
    files[PAGE] = _INDENT.sub("\n", page).encode()
    for worker in folder.glob(WORKER):
        files[MODEL] = _NETWORK.read_bytes()
        files[WORKER] = _worker(worker, files, sheets).encode()
    return files


def _worker(worker: Path, files: dict[str, bytes], sheets: list[str]) -> str:
    """Return the service worker's script, with a list of files for offline use."""
    folder = worker.parent
    besides = [
        path
        for pattern in ("css/*.css", "fonts/*.woff2", "icons/icon.svg", "*.webmanifest", "old.js")
        for path in sorted(folder.glob(pattern))
        if path.relative_to(folder).as_posix() not in {*sheets, "css/gallery.css"}
    ]
    names = [name for name in files if name != PAGE]
    names += [path.relative_to(folder).as_posix() for path in besides]
    fingerprint = sha256(b"".join([*files.values(), *(path.read_bytes() for path in besides)]))
    text = worker.read_text(encoding="utf-8")
    for plain, made in (
        ("([])", json.dumps(["./", *names, EDITIONS])),
        ("'diamant-1'", f"'diamant-{fingerprint.hexdigest()[:16]}'"),
    ):
        if text.count(plain) != 1:
            raise ValueError(f"{WORKER} has to hold {plain} once")
        text = text.replace(plain, made)
    return text


@functools.cache
def splash_hash(folder: Path) -> str:
    """Return the Content-Security-Policy hash of the page's inline style."""
    (style,) = _INLINE_STYLE.findall((folder / PAGE).read_text(encoding="utf-8"))
    squeezed = _INDENT.sub("\n", style)
    return f"sha256-{b64encode(sha256(squeezed.encode()).digest()).decode()}"


@functools.cache
def later_modules(folder: Path) -> frozenset[str]:
    """Return the paths of modules that neither the first page nor a game uses."""
    modules = _modules(folder)
    soon = {path for entry in (ENTRY, NEXT) for path in _closure(entry, modules)}
    return frozenset(modules.keys() - soon)


def sources(folder: Path) -> Iterator[Path]:
    """Yield all files that the page and its bundles are built from."""
    yield folder / PAGE
    yield _NETWORK
    yield from folder.glob(WORKER)
    for part in ("js", "vendor", "css"):
        yield from (folder / part).rglob("*.[jc]*s")


def _modules(folder: Path) -> dict[str, _Module]:
    modules: dict[str, _Module] = {}
    waiting = [ENTRY]
    while waiting:
        known = len(modules)
        _read(folder, waiting.pop(), modules)
        # In reading order: all nodes must give the bundles the same names.
        waiting += [name for path in list(modules)[known:] for name in modules[path].later]
    return modules


def _plain(path: str) -> str:
    return re.sub(r"\W", "_", path.removeprefix("js/").removesuffix(".js"))


def _resolve(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _read(
    folder: Path, path: str, modules: dict[str, _Module], begun: tuple[str, ...] = ()
) -> None:
    """Read a module's imports before the module, so that `modules` is in load order."""
    if path in modules:
        return
    if path in begun:
        raise ValueError(f"{path} and {begun[-1]} import each other, so neither can be first")
    text = (folder / path).read_text(encoding="utf-8")
    if path.startswith("js/"):
        text = squeeze(text)
    found = [*_IMPORT.finditer(text), *_PASSED_ON.finditer(text)]
    imports = tuple(dict.fromkeys(_resolve(path, one["name"]) for one in found))
    later = tuple(dict.fromkeys(_resolve(path, name) for name in _LATER.findall(text)))
    for name in imports:
        _read(folder, name, modules, (*begun, path))
    modules[path] = _Module(path, text, imports, later)


def _chunks(modules: dict[str, _Module]) -> dict[str, list[str]]:
    """Return the modules of each bundle by the bundle's name."""
    entries = [ENTRY, *dict.fromkeys(name for one in modules.values() for name in one.later)]
    reached: dict[str, list[str]] = {path: [] for path in modules}
    for entry in entries:
        for path in _closure(entry, modules):
            reached[path].append(entry)
    chunks: dict[str, list[str]] = {}
    shared: dict[tuple[str, ...], str] = {}
    for path, by in reached.items():
        if ENTRY in by:
            name = "main"
        elif NEXT in by:
            name = _plain(NEXT)
        elif len(by) == 1:
            name = _plain(by[0])
        else:
            name = shared.setdefault(tuple(by), f"shared_{len(shared) + 1}")
        chunks.setdefault(f"bundle/{name}.js", []).append(path)
    return chunks


def _closure(entry: str, modules: dict[str, _Module]) -> set[str]:
    found: set[str] = set()
    waiting = [entry]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += modules[path].imports
    return found


def _chunk(
    name: str, paths: list[str], modules: dict[str, _Module], chunk_of: dict[str, str]
) -> str:
    imported: dict[str, list[str]] = {}
    for path in paths:
        for other in modules[path].imports:
            if chunk_of[other] != name:
                imported.setdefault(chunk_of[other], []).append(modules[other].variable)
    lines = [
        f"import {{ {', '.join(dict.fromkeys(variables))} }} from './{posixpath.basename(chunk)}';"
        for chunk, variables in imported.items()
    ]
    lines += [_as_function(modules[path], modules, chunk_of) for path in paths]
    return "\n".join(lines) + "\n"


def _as_function(module: _Module, modules: dict[str, _Module], chunk_of: dict[str, str]) -> str:
    exports: list[str] = []

    def bind(found: re.Match[str]) -> str:
        variable = modules[module.resolve(found["name"])].variable
        what = found["what"]
        if what is None:
            return ""
        if what.startswith("{"):
            return f"const {{{what[1:-1].replace(' as ', ': ')}}} = {variable};"
        if what.startswith("*"):
            return f"const {what.split()[-1]} = {variable};"
        return f"const {{ default: {what} }} = {variable};"

    def pass_on(found: re.Match[str]) -> str:
        variable = modules[module.resolve(found["name"])].variable
        exports.extend(
            f"{outside}: {variable}.{inside}" for inside, outside in _pairs(found["names"])
        )
        return ""

    def export(found: re.Match[str]) -> str:
        exports.extend(f"{outside}: {inside}" for inside, outside in _pairs(found[1]))
        return ""

    def declare(found: re.Match[str]) -> str:
        exports.append(found["name"])
        return f"{found['form']} {found['name']}"

    def default(found: re.Match[str]) -> str:
        exports.append("default: default_")
        return "const default_ = "

    def load(found: re.Match[str]) -> str:
        other = module.resolve(found[1])
        # List all at once, so that a slow connection doesn't discover bundles one by one.
        needed = {chunk_of[path] for path in _closure(other, modules)}
        chunks = [chunk_of[other], *sorted(needed - {chunk_of[other], chunk_of[ENTRY]})]
        asked = ", ".join(f"import('./{posixpath.basename(chunk)}')" for chunk in chunks)
        return f"Promise.all([{asked}]).then(([chunk]) => chunk.{modules[other].variable})"

    text = _PASSED_ON.sub(pass_on, module.text)
    text = _IMPORT.sub(bind, text)
    text = _EXPORTS.sub(export, text)
    text = _DECLARED.sub(declare, text)
    text = _DEFAULT.sub(default, text)
    text = _LATER.sub(load, text)
    text = text.replace("import.meta.url", f"new URL('../{module.path}', import.meta.url)")
    left = _LEFT_OVER.search(text)
    if left is not None:
        line = text[left.start() :].strip().splitlines()[0]
        raise ValueError(f"{module.path}: this form cannot be joined: {line}")
    body = f"{text.strip()}\nreturn {{ {', '.join(exports)} }};"
    return f"export const {module.variable} = (() => {{\n{body}\n}})();"


def _pairs(names: str) -> list[tuple[str, str]]:
    """Return pairs of local and exported names: `a, b as c` gives (a, a) and (b, c)."""
    pairs = [name.split(" as ") for name in map(str.strip, names.split(",")) if name]
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]
