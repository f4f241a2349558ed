"""A taken port is explained: who holds it, and how to use another."""

import os
import socket
import sys
from collections.abc import Iterator

import pytest

from devkit import ports
from devkit.run import chosen_port
from devkit.trouble import TroubleError


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that this process listens on."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


def test_a_free_port_is_no_trouble(taken: int) -> None:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        free = asked.getsockname()[1]
    ports.refuse_taken(free)


def test_a_taken_port_says_how_to_use_another(taken: int) -> None:
    with pytest.raises(TroubleError, match=f"Port {taken} is taken") as refused:
        ports.refuse_taken(taken)
    assert f"PORT={taken + 1} python3 dev.py run" in refused.value.remedy


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells without lsof")
def test_a_taken_port_names_its_holder(taken: int) -> None:
    assert f"(process {os.getpid()})" in (ports.holder(taken) or "")


@pytest.mark.parametrize("text", ["80a", "0", "65536", "-1", "٨٠٠٠"])
def test_nonsense_in_PORT_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: N802 - the variable
    monkeypatch.setenv("PORT", text)
    with pytest.raises(TroubleError, match="is no port"):
        ports.refuse_taken(chosen_port())
