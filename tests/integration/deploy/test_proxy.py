"""deploy/nginx/cardroom.conf in a real nginx, before a server that tells what reached it: what a client says of itself
is not believed, what is too large stops there."""

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.test import RequestFactory

from config.web.address import client_address
from devkit.paths import ROOT
from tests.support.cluster import free_port
from tests.support.machine import lacking

NAME = "cardroom.example"


class Teller(BaseHTTPRequestHandler):
    """Answers with the headers that reached it."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        self.rfile.read(size)
        told = json.dumps([self.path, size, *([name.lower(), value] for name, value in self.headers.items())]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    do_POST = do_GET  # noqa: N815 - http.server calls it so

    def log_message(self, *_: object) -> None: ...


@dataclass(frozen=True)
class Proxy:
    """A running nginx: its two ports."""

    plain: int
    tls: int

    def ask(
        self, method: str = "GET", path: str = "/", body: bytes = b"", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer over TLS."""
        with self.handshake() as knock:
            connection = http.client.HTTPConnection("127.0.0.1", self.tls, timeout=20)
            connection.sock = knock
            named = {"Host": NAME} | {name.replace("__", "-"): value for name, value in headers.items()}
            connection.request(method, path, body or None, named)
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()

    @contextmanager
    def handshake(self, name: str = NAME, context: ssl.SSLContext | None = None) -> Iterator[ssl.SSLSocket]:
        """A connection over TLS, under that name."""
        context = context or trusting()
        with (
            socket.create_connection(("127.0.0.1", self.tls), timeout=20) as plain,
            context.wrap_socket(plain, server_hostname=name) as knock,
        ):
            yield knock

    def reached(self, **headers: str) -> dict[str, str]:
        """The headers that the web server gets of a request with these."""
        status, _, body = self.ask(**headers)
        assert status == 200
        return dict(json.loads(body)[2:])


def trusting() -> ssl.SSLContext:
    """The certificate is one that we made a moment ago."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@pytest.fixture(scope="module")
def proxy() -> Iterator[Proxy]:
    """nginx with the site as it is installed: its places and ports alone are others."""
    if not shutil.which("nginx") or not shutil.which("openssl"):
        lacking("No nginx on this machine.", "apt-get install -y nginx-light openssl")
    home = Path(tempfile.mkdtemp(prefix="cardroom-nginx-", dir="/tmp"))  # its workers may enter no folder of pytest's
    behind = ThreadingHTTPServer(("127.0.0.1", 0), Teller)
    threading.Thread(target=behind.serve_forever, daemon=True).start()
    ports = Proxy(free_port(), free_port())
    settings = laid_out(home, ports, behind.server_address[1])
    tested = subprocess.run(["nginx", "-t", "-c", settings], capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr
    process = subprocess.Popen(["nginx", "-c", settings, "-g", "daemon off;"], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while not is_open(ports.tls):
        assert process.poll() is None and time.monotonic() < deadline, (home / "error.log").read_text()  # noqa: PT018
        time.sleep(0.05)
    yield ports
    process.terminate()
    process.wait(20)
    behind.shutdown()
    behind.server_close()
    shutil.rmtree(home)


def is_open(port: int) -> bool:
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0


def laid_out(home: Path, ports: Proxy, behind: int) -> Path:
    """The site, its certificate and a style sheet in a folder; the file that nginx is started with."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
         "-keyout", home / "privkey.pem", "-out", home / "fullchain.pem"], check=True, capture_output=True,
    )  # fmt: skip
    (home / "static").mkdir()
    (home / "static" / "site.css").write_text("a{}")
    (home / "secret").write_text("not for anybody")
    for path in (home, home / "static"):
        path.chmod(0o755)
    site = (ROOT / "deploy" / "nginx" / "cardroom.conf").read_text()
    for was, now in (("/etc/cardroom/tls", str(home)), ("/var/lib/cardroom/static", str(home / "static")),
                     ("127.0.0.1:8000", f"127.0.0.1:{behind}")):  # fmt: skip
        assert was in site
        site = site.replace(was, now)
    assert "rate=60r/s" in site
    assert "burst=300" in site
    site = site.replace("rate=60r/s", "rate=1r/s").replace("burst=300", "burst=40")  # a test can't ask so often
    site = re.sub(r"\n.*listen \[::\].*", "", site)
    site = site.replace("listen 80 ", f"listen 127.0.0.1:{ports.plain} ").replace(
        "listen 443", f"listen 127.0.0.1:{ports.tls}"
    )
    kinds = "".join(f"{kind}_temp_path {home}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    settings = home / "nginx.conf"
    settings.write_text(
        f"pid {home}/pid; error_log {home}/error.log; events {{}}\nhttp {{ access_log off; {kinds}\n{site} }}"
    )
    return settings


def test_what_a_client_says_of_itself_is_thrown_away(proxy: Proxy, settings: object) -> None:
    lies = {"X__Forwarded__For": "10.0.0.1", "X__Real__IP": "10.0.0.1", "X__Forwarded__Proto": "http",
            "X__Forwarded__Host": "evil.example", "X__Forwarded__Port": "1", "Forwarded": "for=10.0.0.1"}  # fmt: skip
    reached = proxy.reached(**lies)
    told = {name: value for name, value in reached.items() if name.startswith(("x-", "forwarded"))}
    assert told == {"x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https"}
    assert reached["host"] == NAME
    settings.PROXIES = 1  # type: ignore[attr-defined]
    request = RequestFactory().get("/", headers={"X-Forwarded-For": told["x-forwarded-for"]}, REMOTE_ADDR="127.0.0.2")
    assert client_address(request) == "127.0.0.1"


def test_a_header_written_with_low_lines_does_not_pass_for_one_of_ours(proxy: Proxy) -> None:
    assert "x_forwarded_for" not in proxy.reached(X_Forwarded_For="10.0.0.1")


def test_a_body_of_the_api_passes_and_a_larger_one_stops_here(proxy: Proxy) -> None:
    assert json.loads(proxy.ask("POST", body=b"x" * (1 << 20))[2])[1] == 1 << 20
    assert proxy.ask("POST", body=b"x" * ((1 << 20) + 1))[0] == 413


def test_endless_headers_stop_here(proxy: Proxy) -> None:
    assert proxy.ask(X__Long="x" * 9000)[0] in (400, 431)


def test_two_lengths_of_one_body_stop_here(proxy: Proxy) -> None:
    with proxy.handshake() as knock:
        lengths = "Content-Length: 6\r\nTransfer-Encoding: chunked"
        knock.sendall(f"POST / HTTP/1.1\r\nHost: {NAME}\r\n{lengths}\r\n\r\n0\r\n\r\nX".encode())
        assert knock.recv(200).startswith(b"HTTP/1.1 400")


def plainly(proxy: Proxy, method: str, path: str) -> tuple[int, str | None, bytes]:
    """Status, where it leads on to, and body of an answer without TLS."""
    connection = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=20)
    connection.request(method, path, headers={"Host": "evil.example", "Authorization": "Bearer secret"})
    answer = connection.getresponse()
    told = answer.status, answer.headers["Location"], answer.read()
    connection.close()
    return told


def test_without_tls_one_is_sent_on(proxy: Proxy) -> None:
    status, leads_to, _ = plainly(proxy, "GET", "/floor/?a=1")
    assert (status, leads_to) == (308, f"https://{NAME}/floor/?a=1")


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_without_tls_a_program_is_refused(proxy: Proxy, method: str) -> None:
    """A redirect would let it send its token in the clear, each time, and never notice."""
    status, leads_to, body = plainly(proxy, method, "/api/v1/tables/")
    assert (status, leads_to) == (403, None)
    assert set(json.loads(body)) == {"code", "message", "rule", "citation", "allowed"}
    assert json.loads(body)["code"] == "tls_needed"


def test_another_name_gets_no_handshake(proxy: Proxy) -> None:
    with pytest.raises(ssl.SSLError), proxy.handshake("other.example"):
        pass


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_old_tls_is_refused(proxy: Proxy) -> None:
    context = trusting()
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_1
    with pytest.raises((ssl.SSLError, ConnectionError)), proxy.handshake(context=context):
        pass


def test_static_files_are_kept_for_long_and_nothing_beside_them_is_given(proxy: Proxy) -> None:
    status, headers, body = proxy.ask(path="/static/site.css")
    assert (status, body) == (200, b"a{}")
    assert "immutable" in headers["cache-control"]
    assert headers["x-content-type-options"] == "nosniff"
    for path in ("/static/../secret", "/static../secret", "/static/%2e%2e/secret"):
        assert b"not for anybody" not in proxy.ask(path=path)[2]


def test_trace_is_refused(proxy: Proxy) -> None:
    assert proxy.ask("TRACE")[0] == 405


def test_whoever_asks_far_too_much_is_told_to_wait(proxy: Proxy) -> None:
    asked = f"GET /{{}} HTTP/1.1\r\nHost: {NAME}\r\n\r\n"
    with proxy.handshake() as knock:
        knock.sendall("".join(asked.format(number) for number in range(100)).encode())
        knock.settimeout(20)
        answers = b""
        while answers.count(b"HTTP/1.1 ") < 100 and b"HTTP/1.1 429" not in answers:
            answers += knock.recv(65536)
    assert answers.startswith(b"HTTP/1.1 200")
    assert b"HTTP/1.1 429" in answers
