"""The address at which people reach the product, where nobody has named it."""

from collections.abc import Sequence
from typing import Final

_HERE: Final = frozenset({"127.0.0.1", "localhost", "[::1]"})


def served_at(hosts: Sequence[str], *, port: int, is_tls: bool) -> str:
    """The address of the first of the allowed `hosts` that other machines know, without a port, which is the proxy's;
    of this machine with the `port` where none of them does."""
    known = next((host for host in hosts if host not in _HERE and host[:1] not in "*."), None)
    return f"{'https' if is_tls else 'http'}://{known}" if known else f"http://127.0.0.1:{port}"
