"""The socket of cardroom-web.socket: gunicorn takes it over; who comes while the web server is started again waits."""

import http.client
import shutil
import subprocess
import sys
import threading

import pytest

from devkit.paths import ROOT
from tests.support.cluster import free_port
from tests.support.machine import lacking


def asked(port: int, answers: list[int]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    answers.append(answer.status)


@pytest.mark.skipif(sys.platform != "linux", reason="systemd hands over sockets on Linux")
def test_who_comes_before_the_web_server_is_there_waits_and_is_answered() -> None:
    if not shutil.which("systemd-socket-activate"):
        lacking("No systemd on this machine.", "apt-get install -y systemd")
    port, answers = free_port(), list[int]()
    environ = {"PATH": "/usr/bin:/bin", "CARDROOM_PROXIES": "0", "SECRET_KEY": "of-this-test"}
    command = ["systemd-socket-activate", "-l", f"127.0.0.1:{port}", *(f"-E{name}" for name in environ), sys.executable,
               "-m", "gunicorn", "tests.support.plain_app:app"]  # fmt: skip
    with subprocess.Popen(command, cwd=ROOT, env=environ, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        while "Listening on" not in process.stderr.readline():
            assert process.poll() is None
        callers = [threading.Thread(target=asked, args=(port, answers)) for _ in range(8)]
        for caller in callers:  # the first of them has the web server started
            caller.start()
        for caller in callers:
            caller.join(60)
        process.terminate()
        said = process.stderr.read()
    assert answers == [200] * 8, said
