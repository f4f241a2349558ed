"""Old cases named their dealer in free text: the migration links whom it names, and loses no word."""

import importlib

import pytest
from django.db import connections

from games.disputes.models import Dispute
from games.disputes.selectors.cases import cases_of, dealers_of
from games.disputes.selectors.statistics import statistics_of
from tests.support.desk import key
from tests.support.dispute import DisputeTable, open_dispute_table

LINK = importlib.import_module("games.migrations.0006_dispute_dealer").LINK


@pytest.fixture
def desk(committed_db: str) -> DisputeTable:
    return open_dispute_table()


def written(desk: DisputeTable, words: str) -> Dispute:
    """A case as it was before it named a dealer of the room."""
    case = desk.open(None, "CONDUCT")
    fields = {field.name: getattr(case, field.name) for field in case._meta.concrete_fields if field.name != "id"}
    return Dispute.objects.create(**(fields | {"dealer_words": words, "request_key": key()}))


def test_words_are_linked_to_the_dealer_of_that_badge_and_stay(desk: DisputeTable) -> None:
    dealer, elsewhere = desk.dealer("D7"), open_dispute_table().dealer("D9")
    words = (" d7 ", "the tall one", elsewhere.badge_number, "")
    cases = [written(desk, said) for said in words]
    with connections["owner"].cursor() as cursor:
        cursor.execute(LINK)
    linked = [Dispute.objects.get(pk=case.pk) for case in cases]
    assert [case.dealer for case in linked] == [dealer, None, None, None]
    assert tuple(case.dealer_words for case in linked) == words
    room = desk.table.desk.room
    assert dealers_of(room) == [("D7", "D7 Dora"), ("D9", "D9"), ("the tall one", "the tall one")]
    assert list(cases_of(room, dealer="the tall one")) == [cases[1]]
    assert list(cases_of(room, dealer="D7")) == [cases[0]]
    by_dealer = dict(statistics_of(room).groups)["Dealer"]
    assert {figures.name for figures in by_dealer} == {"D7 Dora", "the tall one", "D9", "not named"}
