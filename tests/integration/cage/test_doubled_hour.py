"""The hour that autumn brings twice: both of its instants can be asked for, and the page says which it tells of.

In New York the clocks go back at 06:00 UTC on 2 November 2025: 01:30 comes at 05:30 UTC and at 06:30 UTC.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from config.web.days import InstantField
from tests.support.arranged import arranged
from tests.support.desk import person
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db
FIRST, SECOND = datetime(2025, 11, 2, 5, 30, tzinfo=UTC), datetime(2025, 11, 2, 6, 30, tzinfo=UTC)
TYPED = "2025-11-02T01:30"


@arranged
def table() -> HandTable:
    """A hand was ticked at each of the two."""
    table = open_hand_table(time_zone="America/New_York")
    table.tick(3_00, at=FIRST)
    table.tick(2_00, at=SECOND)
    return table


@pytest.fixture(autouse=True)
def _the_morning_after(table: HandTable) -> Iterator[None]:
    with time_machine.travel(SECOND + timedelta(hours=6), tick=False):
        yield


@pytest.fixture
def auditor(table: HandTable) -> Client:
    return signed_in(person(table.desk.room, "auditor"))


@pytest.mark.parametrize(
    ("asked", "at", "said"),
    [
        ({"at": TYPED}, FIRST, "first, EDT"),
        ({"at": TYPED, "at_which": "first"}, FIRST, "first, EDT"),
        ({"at": TYPED, "at_which": "second"}, SECOND, "second, EST"),
        ({"at": f"{TYPED}-04:00"}, FIRST, "first, EDT"),
        ({"at": f"{TYPED}-05:00"}, SECOND, "second, EST"),
        ({"at": "2025-11-02T06:30Z"}, SECOND, "second, EST"),
    ],
)
def test_both_instants_are_told_of_and_which_it_is(
    auditor: Client, asked: dict[str, str], at: datetime, said: str
) -> None:
    shown = auditor.get(reverse("liability"), asked | {"look": "yes"})
    assert shown.status_code == 200
    assert shown.context["found"].at == at
    assert f"Chips at 2 Nov 2025 01:30 ({said})" in text(shown)
    chosen = f'<option value="{said.partition(",")[0]}" selected>'
    assert (chosen in shown.content.decode()) == ("-" in asked["at"][10:] or "Z" in asked["at"] or "at_which" in asked)
    assert "the second (EST)" in text(shown)
    assert f'value="{TYPED}"' in shown.content.decode()


def test_a_time_that_comes_once_asks_for_nothing(auditor: Client) -> None:
    shown = auditor.get(reverse("liability"), {"at": "2025-11-02T03:30", "look": "yes", "at_which": "second"})
    assert shown.context["found"].at == datetime(2025, 11, 2, 8, 30, tzinfo=UTC)
    assert 'name="at_which"' not in shown.content.decode()
    assert "Chips at 2 Nov 2025 03:30 " in text(shown)


@pytest.mark.parametrize(("which", "rake"), [("first", {3_00}), ("second", {2_00})])
def test_the_ledger_finds_what_moved_in_either(auditor: Client, which: str, rake: set[int]) -> None:
    asked = {"from_time": TYPED, "from_time_which": which, "to_time": TYPED, "to_time_which": which, "kind": "hand"}
    found = auditor.get(reverse("ledger"), asked)
    assert {row.transfer.amount for row in found.context["found"].rows} == rake
    assert f"from_time_which={which}" in found.context["query"]
    sent = auditor.get(reverse("ledger_file"), asked)
    lines = b"".join(sent.streaming_content).decode().strip().splitlines()
    assert len(lines) == 1 + len(rake)


def test_a_span_from_the_first_to_the_second_holds_both(auditor: Client) -> None:
    asked = {"from_time": TYPED, "to_time": TYPED, "to_time_which": "second", "kind": "hand"}
    assert {row.transfer.amount for row in auditor.get(reverse("ledger"), asked).context["found"].rows} == {3_00, 2_00}
    backwards = auditor.get(reverse("ledger"), {"from_time": TYPED, "from_time_which": "second", "to_time": TYPED})
    assert backwards.status_code == 422


def test_what_is_written_down_says_which_of_the_two() -> None:
    field = InstantField(must_choose=True)
    field.by_clock_of(open_hand_table(time_zone="America/New_York").desk.room.zone)
    with pytest.raises(ValidationError, match="showed 01:30 twice that night"):
        field.clean(TYPED)
    assert [field.clean(f"{TYPED} {which}") for which in ("first", "second")] == [FIRST, SECOND]
    assert field.clean("2025-11-02T03:30") == datetime(2025, 11, 2, 8, 30, tzinfo=UTC)
