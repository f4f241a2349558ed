"""Statements that a connection is asked again and again are planned once."""

import pytest
from django.db import connection

from config.rooms.models import Room

pytestmark = pytest.mark.django_db


def prepared() -> list[str]:
    """The texts that this connection keeps prepared in the database."""
    with connection.cursor() as cursor:
        cursor.execute("select statement from pg_prepared_statements where not from_sql")
        return [text for (text,) in cursor.fetchall()]


def test_a_question_asked_again_with_other_values_is_planned_once() -> None:
    for number in range(4):
        Room.objects.filter(slug=f"nobody-{number}", name=f"Nobody {number}").exists()
    assert len([text for text in prepared() if '"slug" = $' in text and '"name" = $' in text]) == 1


def test_values_are_no_part_of_what_is_kept() -> None:
    for number in range(4):
        Room.objects.filter(slug=f"nobody-{number}").exists()
    assert not [text for text in prepared() if "nobody-" in text]
