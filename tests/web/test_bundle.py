"""The server's bundles of the browser modules."""

import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

import diamant
from diamant.locales import LANGUAGES
from diamant.server.http.bundle import ENTRY, PAGE, STYLES, WORKER, join, splash_hash
from diamant.server.http.web_files import WebFiles
from tools.node import run_node

WEB = Path(diamant.__file__).parent / "web"


def write(folder: Path, **scripts: str) -> Path:
    """Write a small client: a page, a style sheet, and scripts by name."""
    (folder / "js").mkdir(exist_ok=True)
    (folder / "css").mkdir(exist_ok=True)
    (folder / "css" / "one.css").write_text("p { color: red }")
    (folder / "index.html").write_text(
        '    <link rel="stylesheet" href="css/one.css" />\n'
        '    <script type="module" src="js/main.js"></script>\n'
    )
    for name, text in scripts.items():
        (folder / "js" / f"{name}.js").write_text(text)
    return folder


def run(folder: Path) -> str:
    """Run the bundle in Node, and return its output."""
    made = folder / "made" / "bundle"
    made.mkdir(parents=True)
    (folder / "made" / "package.json").write_text('{"type": "module"}')
    for name, data in join(folder).items():
        (folder / "made" / name).write_bytes(data)
    return run_node(made / "main.js").strip()


def test_each_module_is_in_one_bundle(tmp_path):
    made = join(WEB)
    text = "".join(data.decode() for name, data in made.items() if name.endswith(".js"))
    variables = re.findall(r"^export const (\$\w+) =", text, re.MULTILINE)
    assert len(set(variables)) == len(variables) > 90
    scripts = {
        "$" + re.sub(r"\W", "_", path.relative_to(WEB / "js").as_posix()[:-3])
        for path in (WEB / "js").rglob("*.js")
    }
    types_only = {"$cave_types", "$model_events", "$model_types"}
    assert scripts - set(variables) <= {"$gallery"} | types_only
    for name, data in made.items():
        if name.endswith(".js"):
            script = tmp_path / f"{Path(name).stem}.mjs"
            script.write_bytes(data)
            run_node("--check", script)


def test_page_requests_only_bundles():
    page = join(WEB)[PAGE].decode()
    assert re.findall(r'src="([^"]+)"', page) == ["old.js", "bundle/main.js"]
    assert re.findall(r'rel="stylesheet" href="([^"]+)"', page) == [STYLES]


def test_worker_copies_everything_an_offline_page_needs():
    made = join(WEB)
    worker = made[WORKER].decode()
    (names,) = re.findall(r"const FILES = .* (\[.*\]);", worker)
    listed = set(json.loads(names))
    lazy = {path.name for path in (WEB / "css").iterdir()} - {"gallery.css"}
    page = (WEB / PAGE).read_text()
    assert {f"css/{name}" for name in lazy if f"css/{name}" not in page} <= listed
    assert set(made) - {PAGE, WORKER} <= listed
    assert {"./", "api/editions", "old.js", "manifest.webmanifest"} <= listed
    files = WebFiles()
    assert all(files.find(name) for name in listed - {"./", "api/editions"})


def test_changed_files_are_copied_again(tmp_path):
    def version() -> str:
        (found,) = re.findall(r"'diamant-(\w+)'", join(tmp_path)[WORKER].decode())
        return found

    write(tmp_path, main="console.log(1);\n")
    (tmp_path / WORKER).write_bytes((WEB / WORKER).read_bytes())
    first = version()
    assert version() == first
    (tmp_path / "css" / "later.css").write_text("p { color: blue }")
    second = version()
    write(tmp_path, main="console.log(2);\n")
    assert len({first, second, version()}) == 3
    (tmp_path / WORKER).write_text("const KEPT = 'diamant-1';")
    with pytest.raises(ValueError, match="has to hold"):
        join(tmp_path)


def test_splash_precedes_styles_and_csp_allows_its_own():
    page = join(WEB)[PAGE].decode()
    assert page.index('class="splash"') < page.index('rel="stylesheet"')
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    found = b64encode(sha256(style.encode()).digest()).decode()
    assert splash_hash(WEB) == f"sha256-{found}"


def test_message_for_old_browsers_is_in_every_language():
    text = (WEB / "old.js").read_text(encoding="utf-8")
    said = re.findall(r"^    '?([\w-]+)'?: '.*Diamant", text, re.MULTILINE)
    assert sorted(said) == sorted(LANGUAGES)


def test_bundles_keep_exports_between_modules(tmp_path):
    write(
        tmp_path,
        main="import { one, two as second } from './names.js';\n"
        "import three from './three.js';\n"
        "import * as all from './names.js';\n"
        "/** A comment. */\n"
        "const later = await_(() => import('./later.js'));\n"
        "function await_(load) {\n  return load();\n}\n"
        "const same = ({ again }) => again === second;\n"
        "void later.then((it) => console.log(one, second(), three, all.one, it.four, same(it),\n"
        "  new URL('../x', import.meta.url).pathname.endsWith('/made/x')));\n",
        names="export { five as one } from './five.js';\nexport function two() {\n  return 2;\n}\n",
        five="const five = 1;\nexport { five };\n",
        three="export default 3;\n",
        later="import { two } from './names.js';\n"
        "export const four = 4;\n"
        "export { two as again };\n",
    )
    assert run(tmp_path) == "1 2 3 1 4 true true"


@pytest.mark.parametrize(
    ("scripts", "words"),
    [
        ({"main": "export let a = 1;\n"}, "js/main.js: this form cannot be joined: export let"),
        ({"main": "import './a.js';\n", "a": "import './main.js';\n"}, "import each other"),
    ],
)
def test_modules_that_cannot_be_bundled_are_refused(tmp_path, scripts, words):
    with pytest.raises(ValueError, match=words):
        join(write(tmp_path, **scripts))


def test_changed_module_is_in_next_bundle(tmp_path):
    files = WebFiles(write(tmp_path, main="console.log(1);\n"), look_seconds=0)
    write(tmp_path, main="console.log(22);\n")
    assert files.find(PAGE) is not None
    bundle = files.find("bundle/main.js")
    assert bundle is not None
    assert b"console.log(22)" in bundle.data
    assert files.find(ENTRY) is not None


def test_all_nodes_make_the_same_bundles(tmp_path):
    # Behind a proxy, one page may get its bundles from several nodes. They must match, whatever
    # order each process has for its sets.
    pairs = ["ab", "bc", "cd", "da"]
    write(
        tmp_path,
        main="\n".join(f"import './{name}.js';" for name in "abcd"),
        **{name: f"import('./page_{name}.js');" for name in "abcd"},
        **{f"both_{pair}": f"export const {pair} = 1;" for pair in pairs},
        **{
            f"page_{name}": "\n".join(
                f"import {{ {pair} }} from './both_{pair}.js';" for pair in pairs if name in pair
            )
            for name in "abcd"
        },
    )
    code = "import sys; from pathlib import Path; from diamant.server.http.bundle import join"
    command = [sys.executable, "-c", f"{code}; print(join(Path(sys.argv[1])))", str(tmp_path)]
    made = [
        subprocess.check_output(command, env=os.environ | {"PYTHONHASHSEED": seed})
        for seed in ("1", "2", "3")
    ]
    assert b"shared_4" in made[0]
    assert made[0] == made[1] == made[2]
