"""Serve tables to browsers and programs, and store them in a database.

Every setting can also come from an environment variable: DIAMANT_HOST, DIAMANT_PORT,
DIAMANT_DATABASE, DIAMANT_BASE_PATH, DIAMANT_PUBLIC_URL, DIAMANT_ALLOW_HOSTS, DIAMANT_ALLOW_ORIGINS,
DIAMANT_TRUSTED_PROXIES, DIAMANT_KEEP_FINISHED_DAYS, DIAMANT_KEEP_IDLE_DAYS, DIAMANT_LOG_LEVEL,
DIAMANT_LOG, DIAMANT_METRICS, and the limits in diamant.server.settings. Separate several hosts,
origins, or proxies with commas. Options take precedence over the environment. DIAMANT_ADMIN_TOKEN
(for the admin page /admin) and DIAMANT_BLOCKED_NETWORKS have no option.
"""

import logging
import os
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from diamant.cli.storage import told_place
from diamant.cli.words import t

if TYPE_CHECKING:
    from diamant.server.settings import ServerSettings


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--host", metavar="ADDRESS", help=t("address to listen on (default: 127.0.0.1)")
    )
    parser.add_argument(
        "--port", type=int, help=t("port to listen on (default: 8000); 0 picks a free port")
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help=t(
            "sqlite:///file.db or postgresql://user@host/database (default: diamant.db "
            "in the current folder)"
        ),
    )
    parser.add_argument(
        "--base-path", metavar="PATH", help=t("serve under a path such as /diamant (default: none)")
    )
    parser.add_argument(
        "--public-url", metavar="URL", help=t("the server's address as browsers see it")
    )
    parser.add_argument(
        "--allow-host",
        dest="allow_hosts",
        action="append",
        metavar="NAME",
        help=t(
            "additional host name to accept, or '*' for any; this computer's own names "
            "are always accepted"
        ),
    )
    parser.add_argument(
        "--allow-origin",
        dest="allow_origins",
        action="append",
        metavar="ORIGIN",
        help=t(
            "another origin that may use the server, such as https://example.org (default: none)"
        ),
    )
    parser.add_argument(
        "--trusted-proxy",
        dest="trusted_proxies",
        action="append",
        metavar="NETWORK",
        help=t(
            "a proxy whose X-Forwarded-For and X-Forwarded-Proto headers are trusted "
            "(default: none)"
        ),
    )
    parser.add_argument(
        "--keep-finished",
        dest="keep_finished_days",
        type=float,
        metavar="DAYS",
        help=t("delete a table this many days after its last game (default: 30); 0 means never"),
    )
    parser.add_argument(
        "--keep-idle",
        dest="keep_idle_days",
        type=float,
        metavar="DAYS",
        help=t("delete a table after this many days without activity (default: 7); 0 means never"),
    )
    parser.add_argument(
        "--log-level",
        metavar="LEVEL",
        help=t("log level: debug, info, warning, or error (default: info)"),
    )
    parser.add_argument(
        "--log", metavar="FORMAT", help=t("log format: text or json (default: text)")
    )
    parser.add_argument(
        "--metrics",
        metavar="WHO",
        help=t("access to /metrics: off, local, or all (default: local)"),
    )


def run(args: Namespace) -> int:
    """Serve until a signal arrives."""
    from diamant.server.logs import set_up_logging
    from diamant.server.run import serve
    from diamant.server.settings import read_networks, settings_from

    options = dict(vars(args))
    for name in ("allow_hosts", "allow_origins"):
        if options[name] is not None:
            options[name] = tuple(word.lower() for word in options[name])
    if options["trusted_proxies"] is not None:
        options["trusted_proxies"] = read_networks(",".join(options["trusted_proxies"]))
    settings = settings_from(options, os.environ)
    set_up_logging(settings.log_level, settings.log)
    serve(settings, ready=lambda address, _: _announce(address, settings))
    return 0


def _announce(address: str, settings: "ServerSettings") -> None:
    from diamant.server.settings import oddities

    place = told_place(settings.database)
    told = t("diamant is running at {address} (database: {place})", address=address, place=place)
    print(told, flush=True)
    for told in oddities(settings, os.environ):
        logging.getLogger(__name__).warning(told)
