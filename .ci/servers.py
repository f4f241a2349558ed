"""Print the variables that lead the tests to this machine's PostgreSQL, with two roles made for them.

Reads `CI_POSTGRES`, the superuser's connection; without it, the usual ones of a development machine are tried.
"""

import os
import sys

import psycopg

OWNER, APPLICATION = "cardroom_ci_owner", "cardroom_ci_app"
USUAL = (
    "host=127.0.0.1 user=postgres dbname=postgres",
    "host=/var/run/postgresql user=postgres dbname=postgres",
    "host=/var/run/postgresql user=root dbname=postgres",
)


def superuser() -> "psycopg.Connection[tuple[object, ...]]":
    """The first connection that is let in. Ends with the remedy when none is."""
    refusals = []
    for given in [os.environ["CI_POSTGRES"]] if "CI_POSTGRES" in os.environ else USUAL:
        try:
            return psycopg.connect(given, connect_timeout=3, autocommit=True)
        except psycopg.OperationalError as refused:
            refusals.append(f"  {given}: {str(refused).strip().splitlines()[-1]}")
    sys.exit(
        "No PostgreSQL lets the tests in:\n" + "\n".join(refusals) + "\n"
        "Start it (apt-get install -y postgresql; service postgresql start), or name a superuser's connection:\n"
        "CI_POSTGRES='host=… user=… password=…' .ci/run"
    )


def main() -> None:
    """Make the two roles if they are missing, and print where they connect to."""
    with superuser() as connection:
        for role in (OWNER, APPLICATION):
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone():
                connection.execute(f"CREATE ROLE {role} LOGIN")
        connection.execute(f"ALTER ROLE {OWNER} CREATEDB")
        connection.execute(f"GRANT pg_signal_backend TO {OWNER}")
        host, port = connection.info.host, connection.info.port
    for variable, role in (("DATABASE_URL", APPLICATION), ("DATABASE_OWNER_URL", OWNER)):
        print(f"{variable}='postgresql://{role}@/cardroom?host={host}&port={port}'", end=" ")


if __name__ == "__main__":
    main()
