"""The chain over all rows that are only added: each leaves its link, seals take what is finished, checks name it."""

# ruff: noqa: S608 - the statements are an attacker's, with ids that the test has just read

import threading
import time
from datetime import datetime

import pytest
from django.db import connection, connections, transaction

from config.audit import chain, chain_checks
from config.audit.models import AuditEvent, ChainLink
from config.audit.services import record
from config.rooms.models import Room
from tests.support.people import LONG_AGO, a_room

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def told(room: Room, at: datetime = LONG_AGO) -> AuditEvent:
    return record("room.changed", room, room=room, by=None, at=at)


def test_a_row_leaves_its_link_in_its_own_transaction() -> None:
    event = told(a_room())
    link = ChainLink.objects.latest("pk")
    assert (link.form.table_name, link.row_id) == ("audit_auditevent", event.pk)
    assert list(chain_checks.changed_rows()) == []
    with transaction.atomic():
        told(event.room)
        transaction.set_rollback(True)
    assert ChainLink.objects.latest("pk") == link


def test_a_digest_does_not_depend_on_the_time_zone_of_who_writes() -> None:
    room = a_room()
    with connection.cursor() as cursor:
        cursor.execute("set local time zone 'Asia/Tokyo'")
        told(room)
        cursor.execute("show time zone")
        assert cursor.fetchone() == ("Asia/Tokyo",)
        cursor.execute("set local time zone 'UTC'")
    assert list(chain_checks.changed_rows()) == []


def test_seals_take_what_came_since_the_last() -> None:
    room = a_room()
    told(room)
    first = chain.seal_all()
    assert first
    assert chain.seal_all() == first
    last = [told(room), told(room)][-1]
    second = chain.seal_all()
    assert second
    assert (second.number, second.last_link) == (first.number + 1, ChainLink.objects.get(row_id=last.pk).pk)
    assert bytes(second.hash) != bytes(first.hash)
    assert list(chain_checks.broken_seals()) == []


@pytest.mark.committed_db
def test_a_seal_waits_for_who_has_a_link_and_has_not_ended() -> None:
    """Its link has a lower number than those of who ends before: it would come into a seal that is closed."""
    room = a_room()
    begun = threading.Event()

    def slow() -> None:
        with transaction.atomic():
            told(room)
            begun.set()
            time.sleep(0.3)
        connections.close_all()

    other = threading.Thread(target=slow)
    other.start()
    assert begun.wait(5)
    told(room)
    seal = chain.seal_all()
    other.join()
    assert seal
    assert (seal.number, seal.last_link) == (1, ChainLink.objects.latest("pk").pk)
    assert list(chain_checks.broken_seals()) == []


@pytest.mark.committed_db
def test_rows_of_before_are_linked_as_they_are() -> None:
    """As the migration finds them: a table with rows and no trigger."""
    event = told(a_room())
    with connections["owner"].cursor() as cursor:
        cursor.execute("drop trigger audit_auditevent_chained on audit_auditevent; drop trigger "
                       "audit_chainlink_append_only on audit_chainlink; drop trigger audit_chainform_append_only on "
                       "audit_chainform; delete from audit_chainlink; delete from audit_chainform "
                       "where table_name = 'audit_auditevent'")  # fmt: skip
        assert list(chain_checks.changed_rows()) == [
            "audit_auditevent has no form in the chain: nothing says what its rows were"
        ]
        cursor.execute("set time zone 'Asia/Tokyo'")
        cursor.execute("select audit_chain_table('audit_auditevent')")
    assert ChainLink.objects.filter(row_id=event.pk).count() == 1
    told(event.room)
    assert list(chain_checks.changed_rows()) == []


@pytest.mark.committed_db
def test_a_further_column_is_a_further_form_and_old_rows_keep_their_links() -> None:
    room = a_room()
    event = told(room)
    with connections["owner"].cursor() as cursor:
        cursor.execute("alter table audit_auditevent add column weather text not null default 'fine'")
        assert list(chain_checks.changed_rows()) == []
        cursor.execute("select audit_chain_table('audit_auditevent')")
    told(room)
    assert list(chain_checks.changed_rows()) == []
    with connections["owner"].cursor() as cursor:
        cursor.execute("alter table audit_auditevent disable trigger audit_auditevent_append_only")
        cursor.execute("update audit_auditevent set weather = 'foul' where id = %s", [event.pk])
    (fault,) = chain_checks.changed_rows()
    assert f"audit_auditevent {event.pk} (" in fault


def faults_after(*statements: str) -> list[str]:
    """The faults that the chain's checks find after the owner has switched the triggers off and run these."""
    with connections["owner"].cursor() as cursor:
        for table in ("audit_auditevent", "audit_chainlink", "audit_chainseal", "audit_chainform"):
            cursor.execute(f"alter table {table} disable trigger user")
        for statement in statements:
            cursor.execute(statement)
    return [*chain_checks.changed_rows(), *chain_checks.broken_seals()]


@pytest.mark.committed_db
def test_names_what_was_changed_taken_away_or_put_in() -> None:
    room = a_room()
    first, second, third = told(room), told(room), told(room)
    chain.seal_all()
    changed, gone, added = faults_after(
        f"update audit_auditevent set verb = 'room.closed' where id = {first.pk}",
        f"delete from audit_auditevent where id = {second.pk}",
        "insert into audit_auditevent (at, roles, verb, subject_kind, subject_id, reason, device) select at, roles, "
        f"verb, subject_kind, subject_id, reason, device from audit_auditevent where id = {third.pk}",
    )
    assert changed.startswith(f"audit_auditevent {first.pk} (audit event: room.closed room {room.pk}) was changed")
    assert gone.startswith(f"audit_auditevent {second.pk} (audit event) is gone, sealed ")
    assert added.endswith("was put in behind the chain")


@pytest.mark.committed_db
def test_names_the_seal_whose_links_were_changed_too() -> None:
    room = a_room()
    for _ in range(3):
        told(room)
        chain.seal_all()
    link = ChainLink.objects.latest("pk")
    (fault,) = faults_after(
        f"delete from audit_auditevent where id = {link.row_id}", f"delete from audit_chainlink where id = {link.pk}"
    )
    assert fault.startswith("seal 3 of ")
    assert fault.endswith("its links are not those that were sealed")
    assert "a seal before it is gone" in faults_after("delete from audit_chainseal where number = 2")[-1]
