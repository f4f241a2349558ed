"""The addresses that may be told of events: https, and no machine of the house's own network unless the operator allows
its network.

A name is looked up when the address is registered and again before each sending, and what is then connected to is the
number that was looked at: a name that leads elsewhere a moment later gains nothing.
"""

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from config.errors import DomainError
from config.hooks.models import LONGEST_ADDRESS

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
_HTTPS, _FIRST_FREE_PORT = 443, 1024
_FIELD = "address"
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_GIVEN_OUT = ipaddress.ip_network("2000::/3")
"""The IPv6 numbers that are given out for the internet; the others are for other uses, or for later."""
_V4_COMPATIBLE = ipaddress.ip_network("::/96")


@dataclass(frozen=True, slots=True)
class Target:
    """An address taken apart; `path` is what is asked for there, with its query."""

    host: str
    port: int
    path: str


def target_of(address: str) -> Target:
    """The parts of an address. Refuses what is no plain https address (`address_unreadable`, `address_not_https`,
    `address_port`)."""
    if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable() or " " in address:
        raise _refused("address_unreadable", f"Write up to {LONGEST_ADDRESS} plain letters and signs, without spaces.")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or _HTTPS
    except ValueError:
        parts, host, port = urlsplit(""), "", _HTTPS
    if parts.scheme != "https" and address.partition(":")[0].lower() in ("http", "ftp", "file", "gopher"):
        raise _refused("address_not_https", "What is told travels encrypted only: begin the address with https://.")
    if parts.scheme != "https" or not host or "@" in parts.netloc or parts.fragment or "\\" in address:
        raise _refused("address_unreadable", "Write a whole address: https://host.example/path, without name or #.")
    if port != _HTTPS and port < _FIRST_FREE_PORT:
        raise _refused("address_port", f"Port {port} is another service’s: use {_HTTPS}, or one from 1024 on.")
    return Target(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def checked(address: str) -> tuple[Target, str]:
    """The parts of an address, and the number of a machine to connect to. Refuses as `target_of`, a name that nobody
    knows (`address_unknown`), and one that leads into a private network, in any of its numbers (`address_private`)."""
    target = target_of(address)
    numbers = look_up(target.host, target.port)
    if not numbers:
        raise _refused("address_unknown", f"No machine is called {target.host}: look at the spelling.")
    if any(not may_be_reached(number) for number in numbers):
        message = f"{target.host} lies in a private network: who operates Cardroom allows that network first."
        raise _refused("address_private", message)
    return target, str(numbers[0])


def look_up(host: str, port: int) -> list[IPAddress]:
    """The numbers that a name, or a number in any of its spellings, leads to; none where nobody knows it."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        return []
    return [ipaddress.ip_address(str(each[4][0]).partition("%")[0]) for each in found]


def may_be_reached(number: IPAddress) -> bool:
    """Whether something may be sent to this number: it is of the internet, or of a network that the operator allows."""
    return all(_is_of_the_internet(each) or _is_allowed(each) for each in _meant_by(number))


def _meant_by(number: IPAddress) -> Iterable[IPAddress]:
    """The number itself, or the older ones that it carries within: a gateway would send there."""
    if isinstance(number, ipaddress.IPv4Address):
        return (number,)
    if number.ipv4_mapped:
        return (number.ipv4_mapped,)
    if number.sixtofour:
        return (number.sixtofour,)
    if number.teredo:
        return number.teredo
    if number in _NAT64 or (number in _V4_COMPATIBLE and int(number) > 1):
        return (ipaddress.IPv4Address(int(number) & 0xFFFFFFFF),)
    return (number,)


def _is_of_the_internet(number: IPAddress) -> bool:
    """Whether the number is one that anybody in the world reaches, and names one machine."""
    if isinstance(number, ipaddress.IPv6Address) and number not in _GIVEN_OUT:
        return False
    return number.is_global and not (number.is_multicast or number.is_reserved or number.is_unspecified)


def _is_allowed(number: IPAddress) -> bool:
    return any(number in network for network in settings.HOOKS_PRIVATE)


def _refused(code: str, message: str) -> DomainError:
    return DomainError(code, message, field=_FIELD)
