"""The lines to other machines: whoever listens on one that is not encrypted reads passwords and money, and whoever
answers on one whose certificate nobody looks at may say what they like (ASVS 5.0, V12.3)."""

import ssl
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

PLAIN_BROKERS = {"amqp": "amqps", "redis": "rediss"}
"""The schemes of brokers without TLS, and with it."""


def faults_of_lines(given: Any) -> Iterator[str]:
    """A sentence for each line to another machine that is not encrypted, or whose far end is not held to its
    certificate. `CARDROOM_PLAIN_LINES` names the hosts to which something else encrypts it."""
    named = {"default": "DATABASE_URL", "reports": "DATABASE_REPORTS_URL"}
    for setting, database in ((named[alias], given.DATABASES[alias]) for alias in named if alias in given.DATABASES):
        for host in _elsewhere(database.get("HOST") or "", given):
            if database.get("OPTIONS", {}).get("sslmode") != "verify-full":
                yield f"{setting} goes to {host} and holds nobody to a certificate: add ?sslmode=verify-full. {_OR}"
    for each in filter(None, given.BROKER_URL.split(";")):
        scheme = urlsplit(each).scheme
        for host in _elsewhere(_host(each), given) if scheme in PLAIN_BROKERS else ():
            yield f"BROKER_URL goes to {host} without TLS: it begins with {PLAIN_BROKERS[scheme]}://. {_OR}"
    if given.MESSAGES and not (given.EMAIL_USE_TLS or given.EMAIL_USE_SSL):
        for host in _elsewhere(given.EMAIL_HOST, given):
            yield f"CARDROOM_MAIL goes to {host} without TLS: it begins with smtp+tls://. {_OR}"


_OR = "Where a tunnel or one machine's own network carries it, name the host in CARDROOM_PLAIN_LINES."


def broker_tls(url: str, authorities: str) -> dict[str, Any] | None:
    """The terms on which Celery speaks to a broker over TLS: its certificate must name the host of `url` (the first, of
    several) and be signed by one of the `authorities` (a file), or by one that this machine believes. None for a broker
    without TLS."""
    url = url.split(";", maxsplit=1)[0]
    scheme = urlsplit(url).scheme
    if scheme == "amqps":
        return {"cert_reqs": ssl.CERT_REQUIRED, "ca_certs": authorities or None, "server_hostname": _host(url)}
    if scheme == "rediss":
        held = {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_check_hostname": True}
        return held | ({"ssl_ca_certs": authorities} if authorities else {})
    return None


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def _elsewhere(hosts: str, given: Any) -> Iterator[str]:
    """Those of these hosts, set apart by commas, that are other machines and carry their lines plainly."""
    for host in filter(None, hosts.split(",")):
        if not _is_here(host) and host not in given.PLAIN_LINES:
            yield host


def _is_here(host: str) -> bool:
    """Whether a host is this machine: a socket's folder, its name for itself, an address that leads back to it."""
    if host.startswith(("/", "@")) or host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
