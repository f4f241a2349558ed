"""The address of the product where nobody has named it: the host that people reach, never a port that nobody serves."""

import pytest

from config.serving.public import served_at


@pytest.mark.parametrize(
    ("hosts", "port", "is_tls", "address"),
    [
        (["127.0.0.1", "localhost", "[::1]"], 8000, False, "http://127.0.0.1:8000"),
        (["127.0.0.1", "localhost"], 8061, False, "http://127.0.0.1:8061"),
        (["localhost", "room.example", "other.example"], 8061, True, "https://room.example"),
        (["room.example"], 8000, False, "http://room.example"),
        (["*", ".example"], 8061, True, "http://127.0.0.1:8061"),
        (["", "room.example"], 8000, True, "https://room.example"),
        ([], 8061, True, "http://127.0.0.1:8061"),
    ],
)
def test_it_is_the_host_that_others_know(hosts: list[str], port: int, is_tls: bool, address: str) -> None:
    assert served_at(hosts, port=port, is_tls=is_tls) == address
