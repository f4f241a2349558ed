"""Rows that are copied are the rows of an INSERT: the same values, ids, links of the chain and refusals."""

from unittest.mock import patch

import pytest
from django.db import IntegrityError, connections
from django.utils import timezone

from config.audit.models import AuditEvent, ChainLink
from config.copying import add_rows, copy_in, give_ids
from config.requests.models import RequestKey
from tests.support.people import a_person, a_room

pytestmark = pytest.mark.django_db

NOW = timezone.now()
ODD = ["", "plain", "a\tb", "a\nb\r\n", "\\N", "\\.", 'a "quoted" \\ one', "Ünïcödé ♥"]


def events() -> list[AuditEvent]:
    """Events with text that a file of columns would trip over, with and without their facts and people."""
    room, person = a_room(), a_person()
    return [
        AuditEvent(
            room=room if number % 2 else None,
            at=NOW,
            by=person if number % 3 else None,
            verb="table.opened",
            subject_kind="table",
            subject_id=str(number),
            before=None if number % 2 else {"name": text, "seats": [1, None, {"of": text}]},
            after={"amount": 10**12},
            reason=text,
        )
        for number, text in enumerate(ODD)
    ]


def written() -> list[tuple[object, ...]]:
    """The events in the order of their ids, without these."""
    fields = [field.attname for field in AuditEvent._meta.concrete_fields if not field.primary_key]
    return list(AuditEvent.objects.filter(verb="table.opened").order_by("pk").values_list(*fields))


def test_what_is_copied_is_what_an_insert_would_add() -> None:
    rows = events()
    copy_in(rows)
    copied = written()
    AuditEvent.objects.bulk_create(rows)
    assert copied == written()[len(rows) :]
    assert [facts[-2] for facts in copied] == ODD
    copy_in([])
    give_ids([])
    assert len(written()) == 2 * len(rows)


def test_each_row_leaves_its_link_in_the_chain() -> None:
    rows = events()
    before = ChainLink.objects.count()
    copy_in(rows)
    assert ChainLink.objects.count() == before + len(rows)


def test_ids_that_were_given_are_kept_and_never_given_again() -> None:
    rows = events()
    give_ids(rows)
    given = [row.pk for row in rows]
    assert given == sorted(set(given))
    copy_in(rows)
    assert [AuditEvent.objects.get(pk=row.pk).reason for row in rows] == ODD
    assert not any(row._state.adding for row in rows)
    other = events()
    AuditEvent.objects.bulk_create(other)
    assert min(row.pk for row in other) > max(given)


def test_what_the_database_refuses_is_raised_as_from_an_insert() -> None:
    same = [RequestKey(key="one", kind="hand", digest="of a body", at=NOW) for _ in range(2)]
    with pytest.raises(IntegrityError, match="requests_requestkey"):
        copy_in(same)


def test_rows_are_copied_in_the_transaction_of_a_service() -> None:
    outside = patch.object(connections["default"], "in_atomic_block", new=False)
    with outside, pytest.raises(RuntimeError, match="transaction"):
        add_rows("requests_requestkey", ["key"], [("one",)])
