"""Make the files of settings of a new server from the examples, with secrets that nobody has seen; once.

    python3 -m deploy.new_settings --etc /etc/cardroom --host cardroom.example --database 127.0.0.1:5432

With --containers the values stand without quotes, for deploy/container/compose.yaml: podman reads such a file word for
word, and a password with its quotes is another password.

Where any of them is there already, nothing is made: half of two sets of passwords opens nothing. The passwords of the
five roles go into roles.env as well, for deploy/sql/roles.sql; remove that file when the roles are made.
"""

import argparse
import os
import re
import secrets
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROLES = ("owner", "app", "reports", "verifier", "backup")


def files(*, host: str, database: str, broker: str, etc: Path, state: Path) -> dict[str, str]:
    """The files by name, with everything that can be filled in."""
    passwords = {role: secrets.token_urlsafe(24) for role in ROLES}
    server, _, port = database.rpartition(":")
    places = {"/etc/cardroom": str(etc), "/var/lib/cardroom": str(state), "127.0.0.1/cardroom": f"{database}/cardroom",
              "cardroom.example": host, "_reports:PASSWORD@": f"_reports:{passwords['reports']}@"}  # fmt: skip
    told = {
        "cardroom.env": {"SECRET_KEY": secrets.token_urlsafe(48), "BROKER_URL": broker},
        "owner.env": {},
        "backup.env": {"PGHOST": server, "PGPORT": port},
    }
    role_of = {"cardroom.env": "app", "owner.env": "owner", "backup.env": "verifier"}
    made = {
        name: _filled((HERE / f"{name}.example").read_text(encoding="utf-8"), places, passwords[role_of[name]], values)
        for name, values in told.items()
    }
    made["backup.pgpass"] = f"{server}:{port}:*:cardroom_backup:{passwords['backup']}\n"
    made["roles.env"] = "".join(f"CARDROOM_{role.upper()}_PASSWORD='{passwords[role]}'\n" for role in ROLES)
    return made


def _filled(example: str, places: dict[str, str], password: str, values: dict[str, str]) -> str:
    """The example with this server's places, its password and these values."""
    lines = []
    for line in example.splitlines():
        name = line.partition("=")[0]
        if name in values:
            lines.append(f"{name}='{values[name]}'")
            continue
        said = line
        for was, now in places.items():
            said = said.replace(was, now)
        lines.append(said.replace(":PASSWORD@", f":{password}@"))
    return "\n".join(lines) + "\n"


def bare(text: str) -> str:
    """The same settings without quotes round their values."""
    return re.sub(r"^(#?[A-Z_]+=)'([^'\n]*)'$", r"\1\2", text, flags=re.MULTILINE)


def write_new(folder: Path, made: dict[str, str]) -> None:
    """Write the files, each for its owner alone. Raises FileExistsError where one is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        opened = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "w", encoding="utf-8") as written:
            written.write(text)


def main(arguments: list[str]) -> int:
    """0 when all files were made, 1 where any was there."""
    parser = argparse.ArgumentParser(prog="python3 -m deploy.new_settings", description=__doc__)
    parser.add_argument("--etc", type=Path, default=Path("/etc/cardroom"))
    parser.add_argument("--state", type=Path, default=Path("/var/lib/cardroom"))
    parser.add_argument("--host", required=True, help="the name under which the room is served")
    parser.add_argument("--database", default="127.0.0.1:5432", help="address:port of PostgreSQL")
    parser.add_argument(
        "--broker", default="filesystem://localhost", help="amqp://…, redis://…, or a folder of this machine"
    )
    parser.add_argument("--containers", action="store_true", help="values without quotes, as podman reads them")
    asked = parser.parse_args(arguments)
    made = files(host=asked.host, database=asked.database, broker=asked.broker, etc=asked.etc, state=asked.state)
    if asked.containers:
        made = {name: bare(text) for name, text in made.items()}
    if there := sorted(name for name in made if (asked.etc / name).exists()):
        print(f"{asked.etc} holds {', '.join(there)} already: nothing was changed.", file=sys.stderr)
        return 1
    write_new(asked.etc, made)
    print(f"{asked.etc}: {', '.join(sorted(made))}. Keep a copy of cardroom.env where the backups are not.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
