"""The roles that deploy/sql/roles.sql makes: each may do its own, the audit of the books finds nothing in them, and
production starts with them."""

import psycopg
import pytest

from tests.support.cluster import Cluster, make_roles

SERVED = {
    "SECRET_KEY": "k8-" * 30 + "Zq!x9", "ALLOWED_HOSTS": "room.example", "CARDROOM_TLS": "1", "CARDROOM_PROXIES": "1",
    "BROKER_URL": "amqps://broker.example//", "CARDROOM_PRODUCTION": "1",
}  # fmt: skip


def refused(cluster: Cluster, role: str, statement: str) -> bool:
    with psycopg.connect(cluster.url(role), autocommit=True) as connection:
        try:
            connection.execute(statement)
        except (psycopg.errors.InsufficientPrivilege, psycopg.errors.ReadOnlySqlTransaction):
            return True
    return False


def test_the_statements_may_be_run_again(operated: Cluster) -> None:
    make_roles(operated)


@pytest.mark.parametrize("role", ["reports", "verifier"])
def test_who_reads_writes_nothing_even_when_they_ask_to(operated: Cluster, role: str) -> None:
    assert not refused(operated, role, "select count(*) from players_transfer")
    assert refused(operated, role, "delete from django_session")
    assert refused(operated, role, "set default_transaction_read_only = off; delete from django_session")
    assert refused(operated, role, "set default_transaction_read_only = off; select audit_seal()")
    assert refused(operated, role, "set default_transaction_read_only = off; create temporary table mine (x int)")


def test_who_takes_backups_reads_no_table(operated: Cluster) -> None:
    """The server's rules let it into no database of the product, and where they did, the database would not."""
    with pytest.raises(psycopg.OperationalError, match="entry for host"):
        psycopg.connect(operated.url("backup"))
    assert operated.as_superuser("select has_database_privilege('cardroom_backup', 'cardroom', 'connect')") == "f"
    assert operated.as_superuser("select has_table_privilege('cardroom_backup', 'players_player', 'select')") == "f"


def test_the_verifier_audits_from_outside_and_finds_nothing_wrong_with_the_roles(operated: Cluster) -> None:
    done = operated.manage("audit_books", DATABASE_URL=operated.url("verifier"))
    assert done.returncode == 0, done.stdout


def test_a_reader_that_was_given_more_is_named(operated: Cluster) -> None:
    operated.as_superuser("grant update on players_transfer to cardroom_reports")
    try:
        done = operated.manage("audit_books", DATABASE_URL=operated.url("verifier"))
    finally:
        operated.as_superuser("revoke update on players_transfer from cardroom_reports")
    assert done.returncode == 1
    assert "role cardroom_reports was given update on table players_transfer" in done.stdout


def test_production_is_safe_on_this_server_and_not_with_the_owners_role(operated: Cluster) -> None:
    check = ["check", "--deploy", "--fail-level", "WARNING", "--database", "default"]
    done = operated.manage(*check, **SERVED)
    assert done.returncode == 0, done.stderr
    done = operated.manage(*check, **SERVED | {"DATABASE_URL": operated.url("owner")})
    assert done.returncode == 1
    assert "cardroom_owner owns tables" in done.stderr
