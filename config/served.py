"""Programs that serve: web, worker, scheduler. They hold the application's role in the database, never the owner's, and
strangers reach the web server through a proxy only.
"""

import ipaddress
import os
from collections.abc import Iterable

REMEDY = (
    "DATABASE_OWNER_URL is set: who serves pages or jobs must not hold the role that owns the tables. Set it only for "
    "`manage.py migrate --database owner` and `manage.py grant_application_role`, and start this without it."
)

BARE = (
    "The web server would listen on {address}, where strangers reach it, and CARDROOM_PROXIES is 0. Bind it to "
    "127.0.0.1 or a unix socket, let a proxy in front of it speak TLS, read each request whole before it passes it on "
    "and bound how many connections one address has, and say so: CARDROOM_PROXIES=1."
)


def refuse_owner(**_: object) -> None:
    """End at once where the owner's address is in the environment and isn't the application's too."""
    owner = os.environ.get("DATABASE_OWNER_URL")
    if owner and owner != os.environ.get("DATABASE_URL"):
        raise SystemExit(REMEDY)


def refuse_bare(addresses: Iterable[object]) -> None:
    """End at once where strangers reach one of these addresses (host and port, or a path) and no proxy is declared."""
    if os.environ.get("CARDROOM_PROXIES", "0").strip() not in ("", "0"):
        return
    for address in addresses:
        if isinstance(address, tuple) and not _is_of_the_house(str(address[0])):
            raise SystemExit(BARE.format(address=address[0] or "every address"))


def _is_of_the_house(host: str) -> bool:
    """Whether only this machine or its own network reaches `host`."""
    try:
        where = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost"
    return where.is_private and not where.is_unspecified
