"""Play a game through nginx and Caddy with HTTPS, configured as in deploy/: `make https`.

A local certificate authority (mkcert) replaces a public one, and other ports replace 80
and 443; nothing else in the files changes. A browser that trusts the authority plays a game, and
checks that the page is secure, keeps the screen awake, can be installed, and works offline. A
missing program is skipped with a message.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.backstage import Backstage
from tests.browser.company import check_record, gather, turns
from tests.browser.person import NO_NETWORK, Person, play_out
from tests.live.people import SHORT_SETTINGS
from tests.live.serving import Server
from tests.ports import free_port

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
NAME = "diamant.test"
TOKEN = "the-operator-of-this-machine"
INSTALLED_BY = {"mkcert": "mkcert", "certutil": "libnss3-tools", "nginx": "nginx", "caddy": "caddy"}
WAKE_LOCK = """() => {
  window.locks = 0;
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = (kind) => request(kind).then((lock) => (window.locks += 1, lock));
}"""


class Place:
    """A folder with a certificate for NAME, and the ports that replace 80 and 443."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.http, self.https = free_port(), free_port()
        self.certificate, self.key = folder / "certificate.pem", folder / "key.pem"
        self.authority = folder / "authority"
        # Chromium reads additional authorities from the database in its user's home.
        self.home = folder / "home"
        trusted = self.home / ".pki" / "nssdb"
        trusted.mkdir(parents=True)
        environment = os.environ | {
            "HOME": str(self.home),
            "CAROOT": str(self.authority),
            "TRUST_STORES": "nss",
        }
        self.authority.mkdir()
        certutil = ("certutil", "-d", f"sql:{trusted}")
        for command in (
            [*certutil, "-N", "--empty-password"],
            ["mkcert", "-cert-file", self.certificate, "-key-file", self.key, NAME],
            [*certutil, "-A", "-n", "local", "-t", "C,,", "-i", self.authority / "rootCA.pem"],
        ):
            subprocess.run(command, env=environment, check=True, capture_output=True)

    @property
    def url(self) -> str:
        """The address for browsers."""
        return f"https://{NAME}:{self.https}/"

    def client(self) -> httpx.Client:
        """Return a client that trusts the authority and resolves NAME to this machine."""
        return httpx.Client(verify=str(self.authority / "rootCA.pem"), http2=False, timeout=10)


def _changed(file: str, *changes: tuple[str, str]) -> str:
    """Return a file of deploy/ with changes, each of which must apply."""
    text = (DEPLOY / file).read_text()
    for old, new in changes:
        assert old in text, (file, old)
        text = text.replace(old, new)
    return text


def nginx(place: Place, server: Server) -> list[str]:
    """Write nginx's configuration, and return the command that starts it."""
    site = _changed(
        "nginx.conf",
        ("listen 80;", f"listen 127.0.0.1:{place.http};"),
        ("    listen [::]:80;\n", ""),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{place.https} ssl http2;"),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("/etc/letsencrypt/live/example.org/fullchain.pem", str(place.certificate)),
        ("/etc/letsencrypt/live/example.org/privkey.pem", str(place.key)),
        ("example.org", NAME),
        ("127.0.0.1:8000", f"127.0.0.1:{server.port}"),
    )
    own = place.folder / "nginx.conf"
    temporary = "".join(
        f"{kind}_temp_path {place.folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    own.write_text(
        f"daemon off; pid {place.folder}/pid; error_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{site}}}\n"
    )
    return ["nginx", "-p", str(place.folder), "-e", "stderr", "-c", str(own)]


def caddy(place: Place, server: Server) -> list[str]:
    """Write Caddy's configuration, and return the command that starts it."""
    options = f"{{\n\tadmin off\n\thttp_port {place.http}\n\thttps_port {place.https}\n}}\n"
    site = _changed(
        "Caddyfile",
        ("example.org {\n", f"{NAME} {{\n\ttls {place.certificate} {place.key}\n"),
        (" 127.0.0.1:8000 {", f" 127.0.0.1:{server.port} {{"),
    )
    own = place.folder / "Caddyfile"
    own.write_text(options + site)
    return ["caddy", "run", "--config", str(own), "--adapter", "caddyfile"]


PROXIES: dict[str, Callable[[Place, Server], list[str]]] = {"nginx": nginx, "caddy": caddy}


@contextmanager
def running(command: list[str], place: Place) -> Iterator[None]:
    """Run a proxy until the block ends."""
    log = place.folder / "proxy.log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, stdout=file, stderr=file, env=os.environ | {"HOME": str(place.home)}
        )
    try:
        until = time.monotonic() + 30
        while True:
            try:
                fetch(place, place.url)
                break
            except httpx.TransportError as error:
                if process.poll() is not None or time.monotonic() > until:
                    sys.exit(f"{command[0]} does not start ({error}): {log.read_text()}")
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def fetch(place: Place, url: str, **options: object) -> httpx.Response:
    """Fetch an address of NAME from this machine, as a client that trusts the authority."""
    local = re.sub(rf"//{NAME}:", "//127.0.0.1:", url)
    port = local.rpartition(":")[2].partition("/")[0]
    with place.client() as client:
        return client.get(
            local,
            headers={"host": f"{NAME}:{port}"},
            extensions={"sni_hostname": NAME},
            **options,
        )


def check_headers(place: Place) -> None:
    """Check the redirect from plain HTTP, and the headers that a proxy adds and hides."""
    plain = fetch(place, f"http://{NAME}:{place.http}/x?y=1")
    assert plain.status_code == 308, plain.status_code
    assert re.fullmatch(rf"https://{NAME}(:\d+)?/x\?y=1", plain.headers["location"])
    page = fetch(place, place.url)
    assert page.status_code == 200
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    for name in ("content-security-policy", "x-content-type-options", "referrer-policy"):
        assert len(page.headers.get_list(name)) == 1, name
    assert f"wss://{NAME}:{place.https}" in page.headers["content-security-policy"]
    assert page.headers["cross-origin-opener-policy"] == "same-origin"
    assert fetch(place, f"{place.url}metrics").status_code == 403


def check_device(browser: Browser, place: Place) -> list[str]:
    """Visit once with the service worker on, install, and return without a network."""
    ana = Person(browser, place.url, "Ana", service_workers="allow").go()
    ana.forgive(NO_NETWORK)
    ana.button("Play now").wait_for()
    page = ana.page
    assert page.evaluate("isSecureContext")
    protocol = page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")
    assert protocol in ("h2", "h3"), protocol
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = ana.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"] == f"{place.url}manifest.webmanifest"
    assert not manifest["errors"]
    problems = session.send("Page.getInstallabilityErrors").get("installabilityErrors", [])
    # A browser without windows cannot install anything.
    problems = [one for one in problems if one["errorId"] != "in-incognito"]
    assert not problems, problems
    # A browser with windows allows it without asking; one without windows cannot ask.
    ana.context.grant_permissions(["screen-wake-lock"])
    page.evaluate(WAKE_LOCK)
    ana.press("Play now")
    ana.until(ana.asked)
    assert page.evaluate("window.locks") > 0
    ana.until(lambda: page.evaluate("caches.match('locales/sr-Latn.later.json').then(Boolean)"))
    ana.open_tab().goto(f"{place.url}admin")
    assert page.evaluate("caches.match('admin').then((kept) => kept === undefined)")
    ana.context.set_offline(True)
    page.goto(f"{place.url}#/")
    page.reload()
    ana.press("Play now")
    ana.until(ana.asked)
    ana.close()
    ana.check()
    return [protocol, "secure context", "wake lock", "installable", "offline"]


def check_operator(browser: Browser, place: Place) -> None:
    """Sign in at /admin with a browser's own form, cookie and Origin."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{place.url}admin")
    page.get_by_label("Token").fill(TOKEN)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Load").wait_for()
    (cookie,) = context.cookies()
    assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"]) == (True, True, "Strict")
    page.get_by_label("Network").fill("203.0.113.0/24")
    page.get_by_role("button", name="Block").last.click()
    page.get_by_role("cell", name="203.0.113.0/24").wait_for()
    context.close()


def check_game(browser: Browser, place: Place, server: Server) -> None:
    """Play a game of four and a television through the proxy."""
    backstage = Backstage(server.url)
    made: list[Person] = []

    def person(name: str = "", **options: object) -> Person:
        made.append(Person(browser, place.url, name, **options))
        return made[-1]

    try:
        table = backstage.table(**SHORT_SETTINGS)
        people, screen = gather(person, table)
        people[0].press("Start")
        play_out(people, turns(3, 1, 2, 1), screen=screen)
        screen.page.locator(".tv-end .rank").nth(len(people) - 1).wait_for()
        check_record(table, people)
        for one in made:
            one.close()
            one.check()
    finally:
        backstage.close()


def main() -> None:
    """Test every installed proxy."""
    missing = [name for name in ("mkcert", "certutil") if shutil.which(name) is None]
    path = chromium.find()
    if missing or path is None:
        names = [INSTALLED_BY[name] for name in missing] + ["chromium"] * (path is None)
        sys.exit(f"make https needs {' and '.join(names)} (Debian: apt install {' '.join(names)})")
    tried = 0
    for name, configure in PROXIES.items():
        if shutil.which(name) is None:
            print(f"{name}: skipped because not installed (apt install {INSTALLED_BY[name]})")
            continue
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            place = Place(Path(folder))
            settings = {"public_url": place.url, "trusted_proxies": "127.0.0.1"}
            server = Server(Path(folder), admin_token=TOKEN, **settings)
            with server, running(configure(place, server), place):
                check_headers(place)
                browser = playwright.chromium.launch(
                    executable_path=path,
                    args=[*chromium.flags(), f"--host-resolver-rules=MAP {NAME} 127.0.0.1"],
                    env=os.environ | {"HOME": str(place.home)},
                )
                seen = check_device(browser, place)
                check_operator(browser, place)
                check_game(browser, place, server)
                browser.close()
            print(
                f"{name}: redirect, headers, {', '.join(seen)}, /admin, a game of four", flush=True
            )
            tried += 1
    if not tried:
        sys.exit("no proxy is installed")


if __name__ == "__main__":
    main()
