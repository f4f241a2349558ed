"""A broker over TLS is held to its certificate, with a real handshake: signed by whom the house believes, and made out
to the host that it is called by."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from socket import SHUT_RDWR, create_server

import pytest
from kombu import Connection

from config.lines import broker_tls
from tests.support.hooks import certificate

SCHEMES = ("amqps", "rediss")


@dataclass
class Broker:
    """A server that shakes hands, notes what it is told first, and hangs up."""

    port: int
    authority: Path
    heard: list[bytes] = field(default_factory=list)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A server whose certificate signs itself and is made out to 127.0.0.1."""
    cert, key = certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    with create_server(("127.0.0.1", 0)) as listening:
        served = Broker(listening.getsockname()[1], cert)

        def serve() -> None:
            while True:
                try:
                    knock = listening.accept()[0]
                except OSError:  # the test is over
                    return
                knock.settimeout(20)  # whoever fails before the handshake may leave the line open
                with suppress(OSError), context.wrap_socket(knock, server_side=True) as line:
                    served.heard.append(line.recv(8))

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield served
        listening.shutdown(SHUT_RDWR)
        thread.join()


def told(broker: Broker, scheme: str, host: str, authorities: str) -> list[bytes]:
    """The bytes that the broker hears from somebody who calls it by that host and believes these authorities."""
    url = f"{scheme}://somebody:secret@{host}:{broker.port}/"
    options = {"socket_connect_timeout": 5, "max_retries": 0, "interval_start": 0}
    asked = Connection(url, ssl=broker_tls(url, authorities), connect_timeout=5, transport_options=options)
    with asked, suppress(*asked.connection_errors, *asked.channel_errors, OSError):
        asked.connect()
        if scheme == "rediss":  # connects with the first command
            asked.default_channel.client.ping()
    return broker.heard


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_broker_that_is_what_it_says_is_spoken_to(broker: Broker, scheme: str) -> None:
    assert told(broker, scheme, "127.0.0.1", str(broker.authority)) != []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_whose_certificate_nobody_vouches_for_is_told_nothing(broker: Broker, scheme: str) -> None:
    assert told(broker, scheme, "127.0.0.1", "") == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_certificate_of_another_host_is_told_nothing(broker: Broker, scheme: str) -> None:
    assert told(broker, scheme, "localhost", str(broker.authority)) == []


def test_a_broker_without_tls_is_asked_for_none() -> None:
    assert broker_tls("amqp://127.0.0.1//", "") is None
    assert broker_tls("filesystem://localhost", "") is None
