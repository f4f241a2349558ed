"""Whether a port is free, and who holds it if not."""

import re
import shutil
import socket
import subprocess
from pathlib import Path

from devkit import groups
from devkit.trouble import TroubleError

LISTENING = "0A"


def refuse_taken(port: int, command: str = "run") -> None:
    """Refused, naming the holder where the system tells, when the port of 127.0.0.1 is taken."""
    if not 0 < port < 65536:
        raise TroubleError(
            f"PORT={port} is no port.", f"Choose one from 1024 to 65535: PORT=8001 python3 dev.py {command}"
        )
    with socket.socket() as asked:
        asked.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            asked.bind(("127.0.0.1", port))
        except PermissionError:
            reason = f"Port {port} is only for the system's own services."
        except OSError:
            reason = f"Port {port} is taken by {holder(port) or 'another program'}."
        else:
            return
    raise TroubleError(
        reason,
        f"End that program, or choose another port: PORT={port + 1 if port >= 1024 else 8001} python3 dev.py {command}",
    )


def holder(port: int) -> str | None:
    """The program that listens on the port and its process id; None where the system doesn't tell."""
    if inodes := listening_inodes(port):
        return next(
            (found for process in Path("/proc").glob("[0-9]*") if (found := named_if_holding(process, inodes))), None
        )
    if shutil.which("lsof"):
        said = subprocess.run(
            ["lsof", "-nP", f"-iTCP:{port}", "-sTCP:LISTEN", "-Fpc"], check=False, capture_output=True, text=True
        ).stdout
        if told := re.search(r"^p(\d+)\nc(.+)$", said, re.MULTILINE):
            return f"{told[2]} (process {told[1]})"
    return None


def listening_inodes(port: int) -> set[str]:
    """The sockets that listen on the port (Linux)."""
    found = set()
    for table in (Path("/proc/net/tcp"), Path("/proc/net/tcp6")):
        for line in table.read_text(encoding="ascii").splitlines()[1:] if table.exists() else []:
            fields = line.split()
            if fields[3] == LISTENING and int(fields[1].rpartition(":")[2], 16) == port:
                found.add(f"socket:[{fields[9]}]")
    return found


def named_if_holding(process: Path, inodes: set[str]) -> str | None:
    """The process by its command and id if it has one of the sockets open."""
    try:
        if any(str(opened.readlink()) in inodes for opened in (process / "fd").iterdir()):
            return f"`{(groups.command_of(int(process.name)) or '')[:80]}` (process {process.name})"
    except OSError:  # not ours to look at, or gone
        pass
    return None
