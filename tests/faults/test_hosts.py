"""The hosts that other tests put programs on: a line that is cut says nothing, and nothing outlives its test."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.hosts import MARK, Host, Network, _all_processes, remove_leftovers
from tests.support.source import ROOT

LISTEN = """
import socket, sys
with socket.create_server((sys.argv[1], 80)) as listener:
    print(flush=True)
    while True:
        listener.accept()[0].close()
"""
CALL = """
import socket, sys
try:
    socket.create_connection((sys.argv[1], 80), 1).close()
    print("answered")
except OSError as error:
    print(type(error).__name__)
"""
LEAVES = """
import os, signal
from tests.support.hosts import Network
with Network() as network:
    network.host("one").run("sh", "-c", "sleep 600 >/dev/null 2>&1 &")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def network() -> Iterator[Network]:
    with Network() as made:
        yield made


def listening(host: Host) -> None:
    program = host.popen([sys.executable, "-c", LISTEN, host.address], env={}, stdout=subprocess.PIPE)
    assert program.stdout
    assert program.stdout.readline() == b"\n"
    program.stdout.close()


def called(host: Host, other: Host) -> str:
    return host.run(sys.executable, "-c", CALL, other.address).strip()


def test_a_line_that_is_cut_says_nothing_and_others_stay(network: Network) -> None:
    server, near, far = network.host("server"), network.host("near"), network.host("far")
    listening(server)
    assert [called(near, server), called(far, server)] == ["answered", "answered"]
    network.cut(near, server)
    assert [called(near, server), called(far, server)] == ["TimeoutError", "answered"]
    server.cut()
    assert called(far, server) == "TimeoutError"
    server.joined()
    assert [called(near, server), called(far, server)] == ["answered", "answered"]
    server.kill()
    assert called(near, server) == "ConnectionRefusedError"


def test_two_networks_with_the_same_addresses_know_nothing_of_each_other(network: Network) -> None:
    server, near = network.host("server"), network.host("near")
    listening(server)
    with Network() as other:
        same, theirs = other.host("server"), other.host("near")
        assert same.address == server.address
        assert called(theirs, same) == "ConnectionRefusedError"
    assert called(near, server) == "answered"


def test_what_a_killed_test_left_behind_is_ended_by_the_next() -> None:
    dead = subprocess.Popen([sys.executable, "-c", LEAVES], cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert dead.wait(60) == -signal.SIGKILL
    assert left_by(dead.pid)
    remove_leftovers()
    assert left_by(dead.pid) == []


def left_by(pid: int) -> list[int]:
    mark = f"{MARK}={pid}".encode()
    return [each for each in _all_processes() if mark in environment_of(each).split(b"\0")]


def environment_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""
