"""The addresses that may be told of events: https on the internet, and nothing inside that a server could be led to."""

import ipaddress
import socket
from typing import Any

import pytest
from pytest_django import Settings

from config.errors import DomainError
from config.hooks import addresses
from config.hooks.addresses import checked, may_be_reached, target_of

INSIDE = (
    "0.0.0.0",  # noqa: S104 - nothing is bound to it
    "127.0.0.1", "127.8.9.1", "0.0.0.1", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "203.0.113.7", "224.0.0.1", "239.1.2.3", "240.0.0.1",
    "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::",
    "2002:c0a8:101::1", "64:ff9b:1::a00:1", "2001:0:a00:1:0:0:0:0",
)  # fmt: skip
OUTSIDE = ("93.184.215.14", "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8")
SPELT_OTHERWISE = ("https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://0177.0.0.1/", "https://[::1]/")
"""The loopback as machines read it and people don't."""
NO_ADDRESS = (
    "", "https://", "host.example/path", "//host.example/", "https:host", "https://a:b@host.example/",
    "https://host.example@10.0.0.1/", "https://host.example/#part", "https://host.example/ path", "https://hóst.example/",
    "https://host.example\\@10.0.0.1/", "https://host.example:99999/", "https://host.example/\n", "javascript:alert(1)",
    "https://host.example/" + "x" * 400,
)  # fmt: skip


@pytest.mark.parametrize("number", INSIDE)
def test_no_number_inside_is_reached(number: str, settings: Settings) -> None:
    settings.HOOKS_PRIVATE = []
    assert not may_be_reached(ipaddress.ip_address(number))


@pytest.mark.parametrize("number", OUTSIDE)
def test_numbers_of_the_internet_are_reached(number: str) -> None:
    assert may_be_reached(ipaddress.ip_address(number))


def test_a_private_network_is_reached_where_the_operator_names_it_and_no_other(settings: Settings) -> None:
    settings.HOOKS_PRIVATE = [ipaddress.ip_network("192.168.10.0/24")]
    assert may_be_reached(ipaddress.ip_address("192.168.10.7"))
    assert not may_be_reached(ipaddress.ip_address("192.168.11.7"))
    assert not may_be_reached(ipaddress.ip_address("127.0.0.1"))


@pytest.mark.parametrize("address", SPELT_OTHERWISE)
def test_a_number_inside_is_refused_in_every_spelling(address: str) -> None:
    assert _code(address) == "address_private"


@pytest.mark.parametrize("address", NO_ADDRESS)
def test_what_is_no_plain_address_is_refused(address: str) -> None:
    assert _code(address) == "address_unreadable"


def test_nothing_travels_in_plain_and_no_other_service_is_knocked_at() -> None:
    assert _code("http://93.184.215.14/") == "address_not_https"
    assert _code("https://93.184.215.14:25/") == "address_port"
    assert target_of("https://Host.Example:8443/a?b=c").path == "/a?b=c"
    assert (target_of("https://Host.Example").host, target_of("https://h.example").port) == ("host.example", 443)


def test_a_name_with_one_number_inside_among_others_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    leads_to(monkeypatch, "93.184.215.14", "10.0.0.5")
    assert _code("https://two.example/") == "address_private"
    leads_to(monkeypatch, "93.184.215.14")
    assert checked("https://two.example/")[1] == "93.184.215.14"


def test_a_name_that_nobody_knows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any, **__: Any) -> Any:
        raise socket.gaierror("no such name")

    monkeypatch.setattr(addresses.socket, "getaddrinfo", unknown)
    assert _code("https://nowhere.example/") == "address_unknown"


def leads_to(monkeypatch: pytest.MonkeyPatch, *numbers: str) -> None:
    """Let every name lead to these numbers."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 443)) for number in numbers]
    monkeypatch.setattr(addresses.socket, "getaddrinfo", lambda *_, **__: found)


def _code(address: str) -> str:
    with pytest.raises(DomainError) as raised:
        checked(address)
    assert raised.value.field == "address"
    return raised.value.code
