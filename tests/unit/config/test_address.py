"""The address that a request comes from: nobody can borrow an address."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from config.web.address import client_address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "9.9.9.9", "10.0.0.7"),
        (1, "9.9.9.9, 192.168.1.20", "192.168.1.20"),
        (2, "9.9.9.9, 192.168.1.20, 10.0.0.2", "192.168.1.20"),
        (2, "192.168.1.20", "10.0.0.7"),
        (1, "", ""),
        (1, "nonsense\r\nX: 1", ""),
        (1, "2001:db8::1", "2001:db8::1"),
    ],
)
def test_only_what_our_own_proxies_wrote_is_believed(
    settings: Settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.PROXIES = proxies
    request = RequestFactory().get("/", headers={"X-Forwarded-For": forwarded}, REMOTE_ADDR="10.0.0.7")
    assert client_address(request) == address
