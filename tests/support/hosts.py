"""Several hosts on one machine: network namespaces on a bridge, each with an address, programs and lines of its own.

    with Network() as network:
        database, web = network.host("database"), network.host("web")
        web.popen([...])
        web.cut()       # nothing goes through any more, and nobody is told
        web.joined()
        web.kill()      # kill -9 of all that runs there

Nothing of it has a name that others could see: the bridge too lies in a namespace, so that addresses are the same in
every network, and any number stand beside each other. The kernel takes a namespace away with its last process.

As root, or as anybody where the kernel lets everybody have namespaces (there programs run as whoever runs the test).
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from devkit.accounts import Account

PROGRAMS = "/usr/sbin:/usr/bin:/sbin:/bin"
MARK = "TESTS_NETWORK_OF"
"""A variable in the environment of every program on a host: the process whose test it belongs to."""
NOBODY = "02:00:00:00:ff:ff"
"""The address of no card: whatever is sent there is taken by the bridge and lost."""
PATIENCE = 60.0  # seconds
_AS_ROOT = os.geteuid() == 0


@dataclass
class Host:
    """A machine: `address` is where the others reach it; its programs are children of this process."""

    network: "Network"
    name: str
    number: int
    holder: "subprocess.Popen[bytes]"
    started: "list[subprocess.Popen[Any]]" = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"10.77.0.{self.number}"

    @property
    def card(self) -> str:
        return f"02:00:00:00:00:{self.number:02x}"

    def popen(
        self, command: Sequence[str | Path], *, account: Account | None = None, env: dict[str, str], **given: Any
    ) -> "subprocess.Popen[bytes]":
        """Start a program there, as that account; it dies with this process."""
        line = [*_inside(self.network.switch, self.holder), *_as(account), *map(str, command)]
        marked = env | {MARK: str(os.getpid())}
        process = subprocess.Popen(line, env=marked, start_new_session=True, **({"cwd": "/"} | given))
        self.started.append(process)
        return process

    def run(self, *command: str | Path, env: dict[str, str] | None = None, **given: Any) -> str:
        """The output of a program that ran there to its end; fails with its complaint."""
        line = [*_inside(self.network.switch, self.holder), *_as(None), *map(str, command)]
        done = subprocess.run(
            line, env={"PATH": PROGRAMS, MARK: str(os.getpid())} | (env or {}), capture_output=True, text=True,
            check=False, timeout=PATIENCE, **({"cwd": "/"} | given),
        )  # fmt: skip
        assert done.returncode == 0, f"{self.name}: {done.stdout}{done.stderr}"
        return done.stdout

    @property
    def processes(self) -> list[int]:
        """All that runs there, whoever started it."""
        here = _namespace(self.holder.pid)
        return [pid for pid in _all_processes() if pid != self.holder.pid and _namespace(pid) == here]

    def kill(self) -> None:
        """`kill -9` of all that runs there, until nothing does. The machine itself is still there, and says of each
        connection that nobody has it any more."""
        deadline = time.monotonic() + PATIENCE
        while found := self.processes:
            assert time.monotonic() < deadline, f"{self.name} still runs {found}"
            _signal(found, signal.SIGKILL)
            for each in self.started:
                each.poll()
            time.sleep(0.01)
        for each in self.started:
            each.wait(PATIENCE)
        self.started.clear()

    def stand_still(self) -> None:
        """Nothing there does anything any more; the machine itself still takes what is sent to it."""
        _signal(self.processes, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let what stood still go on."""
        _signal(self.processes, signal.SIGCONT)

    def cut(self) -> None:
        """Nothing goes from here to anywhere or back: no answer, and no word that there is none."""
        for other in self.network.hosts:
            if other is not self:
                self.network.cut(self, other)

    def joined(self) -> None:
        """The line is whole again."""
        for other in self.network.hosts:
            if other is not self:
                self.network.join(self, other)

    def knows(self, other: "Host", card: str) -> None:
        """Send what is meant for the other to that card."""
        self.run("ip", "neigh", "replace", other.address, "lladdr", card, "nud", "permanent", "dev", "eth0")


class Network:
    """A bridge and its hosts, for a block. Afterwards nothing of it runs any more."""

    def __init__(self) -> None:
        self.hosts: list[Host] = []

    def __enter__(self) -> "Network":
        refuse_or_skip()
        remove_leftovers()
        self.switch = _holder("switch", [] if _AS_ROOT else ["--user", "--map-root-user"])
        self._ip("link add wire type bridge", "link set wire up")
        return self

    def __exit__(self, *_: object) -> None:
        for host in self.hosts:
            host.kill()
        for holder in (*(host.holder for host in self.hosts), self.switch):
            holder.communicate(timeout=PATIENCE)  # its input ends, and with it the namespace

    def host(self, name: str) -> Host:
        """One more host."""
        number = len(self.hosts) + 1
        host = Host(self, name, number, _holder(name, [], _inside(self.switch)))
        port = f"port{number}"
        self._ip(
            f"link add {port} type veth peer name eth0 netns {host.holder.pid}",
            f"link set {port} master wire up",
        )
        for line in ("link set lo up", f"link set eth0 address {host.card} up", f"addr add {host.address}/24 dev eth0"):
            host.run("ip", *line.split())
        self.hosts.append(host)
        host.joined()
        return host

    def cut(self, one: Host, other: Host) -> None:
        """Nothing goes between these two any more, either way; their lines to others stay."""
        one.knows(other, NOBODY)
        other.knows(one, NOBODY)

    def join(self, one: Host, other: Host) -> None:
        """The line between these two is whole again."""
        one.knows(other, other.card)
        other.knows(one, one.card)

    def _ip(self, *lines: str) -> None:
        for line in lines:
            subprocess.run([*_inside(self.switch), "ip", *line.split()], env={"PATH": PROGRAMS}, check=True)


# ------------------------------------------------------------------------------------------------------- namespaces


def _holder(name: str, more: list[str], before: list[str] | None = None) -> "subprocess.Popen[bytes]":
    """A process that has a network and a host name of its own, and ends when its input does: with this process, however
    that ends."""
    command = [*(before or []), "unshare", *more, "--net", "--uts", "sh", "-c", 'hostname "$0"; echo; exec cat', name]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"PATH": PROGRAMS}, cwd="/")
    assert holder.stdout
    assert holder.stdout.readline() == b"\n", "no namespace"
    return holder


def _inside(switch: "subprocess.Popen[bytes]", holder: "subprocess.Popen[bytes] | None" = None) -> list[str]:
    """The words before a command that runs in the holder's network, else in the switch's."""
    at = ["nsenter", f"--target={(holder or switch).pid}", "--net", "--uts"]
    return at if _AS_ROOT else [*at, "--user", "--preserve-credentials"]


def _as(account: Account | None) -> list[str]:
    """The words that come last: what follows dies with this process, and is that account's."""
    ends = ["setpriv", "--pdeathsig", "KILL"]
    if account:
        return [*ends, f"--reuid={account.user}", f"--regid={account.group}", "--clear-groups"]
    return ends


def refuse_or_skip() -> None:
    """Skip, and say why, where whoever runs the tests may have no network of their own; root must: there it fails."""
    lacks = [name for name in ("ip", "nsenter", "unshare", "setpriv") if not shutil.which(name, path=PROGRAMS)]
    said = f"this machine lacks {', '.join(lacks)}: apt-get install -y iproute2 util-linux" if lacks else ""
    if not said:
        asked = ["unshare", *([] if _AS_ROOT else ["--user", "--map-root-user"]), "--net", "true"]
        done = subprocess.run(asked, env={"PATH": PROGRAMS}, capture_output=True, text=True, check=False)
        said = done.stderr.strip()
    if said and (_AS_ROOT or os.environ.get("CI") == "true"):
        pytest.fail(f"No network namespaces: {said}", pytrace=False)
    if said:
        pytest.skip(f"No network namespaces for a plain user here, run it as root: {said}")


# --------------------------------------------------------------------------------------------------------- processes


def remove_leftovers() -> None:
    """End what runs on hosts of tests whose process is gone, until nothing does: what had a parent of its own outlives
    it, and somebody who was sent a signal is there until the kernel comes to it."""
    deadline = time.monotonic() + PATIENCE
    while left := [pid for pid in _all_processes() if (owner := _owner(pid)) and not Path(f"/proc/{owner}").exists()]:
        assert time.monotonic() < deadline, f"{left} still run"
        _signal(left, signal.SIGKILL)
        time.sleep(0.01)


def _owner(pid: int) -> int:
    """The process whose test started it; 0 where no test's network did."""
    with suppress(OSError):
        for entry in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
            if entry.startswith(f"{MARK}=".encode()):
                return int(entry.partition(b"=")[2])
    return 0


def _all_processes() -> Iterator[int]:
    return (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())


def _namespace(pid: int) -> str:
    with suppress(OSError):
        return str(Path(f"/proc/{pid}/ns/net").readlink())
    return ""


def _signal(pids: Iterable[int], which: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, which)
