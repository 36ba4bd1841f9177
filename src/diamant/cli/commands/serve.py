"""Serve tables to browsers and programs, and keep them in a database.

Every setting can be given in the environment instead: DIAMANT_HOST, DIAMANT_PORT, DIAMANT_DATABASE,
DIAMANT_BASE_PATH, DIAMANT_PUBLIC_URL, DIAMANT_ALLOW_HOSTS, DIAMANT_ALLOW_ORIGINS and
DIAMANT_TRUSTED_PROXIES (with commas between several), DIAMANT_KEEP_FINISHED_DAYS,
DIAMANT_KEEP_IDLE_DAYS, DIAMANT_LOG_LEVEL, DIAMANT_LOG, DIAMANT_METRICS, and the limits of
diamant.server.settings. An option goes before the environment. DIAMANT_ADMIN_TOKEN (for the
operator's page /admin) and DIAMANT_BLOCKED_NETWORKS have no option.
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
    """Declare what the command takes."""
    parser.add_argument("--host", metavar="ADDRESS", help=t("where to listen (127.0.0.1)"))
    parser.add_argument("--port", type=int, help=t("where to listen (8000); 0 takes a free one"))
    parser.add_argument(
        "--database",
        metavar="URL",
        help=t("sqlite:///file.db (diamant.db here) or postgresql://user@host/database"),
    )
    parser.add_argument(
        "--base-path", metavar="PATH", help=t("serve below a path such as /diamant (none)")
    )
    parser.add_argument(
        "--public-url", metavar="URL", help=t("the address that browsers know the server by")
    )
    parser.add_argument(
        "--allow-host",
        dest="allow_hosts",
        action="append",
        metavar="NAME",
        help=t("another name that the server goes by; '*' for any (the machine's own)"),
    )
    parser.add_argument(
        "--allow-origin",
        dest="allow_origins",
        action="append",
        metavar="ORIGIN",
        help=t("a page from elsewhere that may use the server, such as https://example.org (none)"),
    )
    parser.add_argument(
        "--trusted-proxy",
        dest="trusted_proxies",
        action="append",
        metavar="NETWORK",
        help=t("a proxy whose X-Forwarded-For and X-Forwarded-Proto are believed (none)"),
    )
    parser.add_argument(
        "--keep-finished",
        dest="keep_finished_days",
        type=float,
        metavar="DAYS",
        help=t("forget a table so long after its last game (30); 0 never"),
    )
    parser.add_argument(
        "--keep-idle",
        dest="keep_idle_days",
        type=float,
        metavar="DAYS",
        help=t("forget a table that nobody has touched for so long (7); 0 never"),
    )
    parser.add_argument(
        "--log-level", metavar="LEVEL", help=t("debug, info, warning or error (info)")
    )
    parser.add_argument("--log", metavar="FORMAT", help=t("log as text or json (text)"))
    parser.add_argument(
        "--metrics", metavar="WHO", help=t("who sees /metrics: off, local or all (local)")
    )


def run(args: Namespace) -> int:
    """Serve until a signal comes."""
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
    told = t("diamant serves {address} (database {place})", address=address, place=place)
    print(told, flush=True)
    for told in oddities(settings, os.environ):
        logging.getLogger(__name__).warning(told)
