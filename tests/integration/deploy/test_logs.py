"""deploy/logs/50-cardroom.conf in a real rsyslog: Cardroom's lines, and no others, reach the machine that it names,
over TLS, once that machine has shown who it is; what could not be sent waits."""

import shutil
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import SHUT_RDWR, create_server

import pytest

from devkit.paths import ROOT
from tests.support.cluster import free_port
from tests.support.machine import lacking

JOURNAL = 'module(load="imjournal" StateFile="cardroom.journal" IgnorePreviousMessages="off")'
TARGET = 'target="logs.example" port="6514"'
PATIENCE = 60
RSYSLOGD = shutil.which("rsyslogd") or shutil.which("rsyslogd", path="/usr/sbin")


def made_out_to(name: str, folder: Path) -> tuple[Path, Path]:
    """The files of a certificate for a host that signs itself, and of its key."""
    cert, key = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
         "-addext", f"subjectAltName=DNS:{name}", "-keyout", key, "-out", cert], check=True, capture_output=True,
    )  # fmt: skip
    return cert, key


@contextmanager
def log_machine(port: int, certificate: tuple[Path, Path]) -> Iterator[list[bytes]]:
    """A machine that collects lines over TLS under a certificate; the handshakes and lines that reach it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    reached: list[bytes] = []
    with create_server(("127.0.0.1", port)) as listening:

        def collect() -> None:
            while True:
                try:
                    knock = listening.accept()[0]
                except OSError:  # the test is over
                    return
                knock.settimeout(PATIENCE)
                reached.append(b"knocked")
                with suppress(OSError), context.wrap_socket(knock, server_side=True) as line:
                    while said := line.recv(4096):
                        reached.extend(said.splitlines())

        thread = threading.Thread(target=collect, daemon=True)
        thread.start()
        yield reached
        with suppress(OSError):
            listening.shutdown(SHUT_RDWR)


@contextmanager
def rsyslog(folder: Path, port: int, authority: Path) -> Iterator[Callable[[str, str], None]]:
    """A running rsyslog with the file as it is installed, but for the place that lines come from and go to; what lets
    a program log a line."""
    said = (ROOT / "deploy" / "logs" / "50-cardroom.conf").read_text()
    socket = folder / "log"
    comes = f'module(load="imuxsock" SysSock.Use="off")\ninput(type="imuxsock" Socket="{socket}")'
    places = {
        JOURNAL: comes,
        TARGET: f'target="127.0.0.1" port="{port}"',
        "/etc/cardroom/tls/logs-ca.pem": str(authority),
        'action.resumeInterval="10"': 'action.resumeInterval="1"',
    }
    for was, now in places.items():
        assert said.count(was) == 1, was
        said = said.replace(was, now)
    file = folder / "rsyslog.conf"
    file.write_text(f'global(workDirectory="{folder}")\n{said}')
    assert RSYSLOGD
    subprocess.run([RSYSLOGD, "-N1", "-f", file], check=True, capture_output=True)
    process = subprocess.Popen([RSYSLOGD, "-n", "-f", file, "-i", folder / "pid"], stderr=subprocess.DEVNULL)
    try:
        until(socket.exists)
        yield lambda program, line: subprocess.run(["logger", "-u", socket, "-t", program, line], check=True) and None
    finally:
        process.terminate()
        process.wait(PATIENCE)


def until(holds: Callable[[], object]) -> None:
    """Wait for a condition, a minute at most."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it never came to be so"
        time.sleep(0.05)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    if not RSYSLOGD or not any(Path("/usr/lib").glob("*/rsyslog/lmnsd_gtls.so")):
        lacking("No rsyslog on this machine.", "apt-get install -y rsyslog rsyslog-gnutls")
    return tmp_path


def holds(reached: list[bytes], line: bytes) -> bool:
    return any(line in each for each in list(reached))


def test_lines_of_the_product_reach_the_log_machine(folder: Path) -> None:
    right, port = made_out_to("logs.example", folder), free_port()
    with log_machine(port, right) as reached, rsyslog(folder, port, right[0]) as log:
        log("somebody-else", "of no concern")
        log("cardroom-web", '{"event": "a buy-in"}')
        log("cardroom-worker", '{"event": "a report"}')
        until(lambda: holds(reached, b'{"event": "a report"}'))
    (told,) = (each for each in reached if b'{"event": "a buy-in"}' in each)
    assert b" cardroom-web " in told
    assert not holds(reached, b"of no concern")


@pytest.mark.parametrize("other", ["logs.example", "evil.example"], ids=["of another authority", "of another name"])
def test_a_machine_that_is_another_is_told_nothing_and_the_lines_wait(folder: Path, other: str) -> None:
    """It listens where the log machine should; once the right one is back, it gets what was held back."""
    (folder / "other").mkdir()
    right, port = made_out_to("logs.example", folder), free_port()
    wrong = made_out_to(other, folder / "other")
    believed = folder / "believed.pem"
    believed.write_bytes(right[0].read_bytes() + (wrong[0].read_bytes() if other != "logs.example" else b""))
    with rsyslog(folder, port, believed) as log:
        with log_machine(port, wrong) as reached:
            log("cardroom-web", '{"event": "a buy-in"}')
            until(lambda: reached.count(b"knocked") >= 2)
        assert set(reached) == {b"knocked"}
        with log_machine(port, right) as reached:
            until(lambda: holds(reached, b'{"event": "a buy-in"}'))
