"""The page of a figure leads to the records of its own days, not to what hangs or waits now."""

import re
from datetime import date
from html import unescape
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from games.services.ticks import record_tick
from rake import services
from rake.figures.definitions import Chapter
from rake.figures.parts import By
from rake.figures.sheets import figures_by
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.looks import reader
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db

DAY = date(2025, 3, 7)


@arranged
def desk() -> Desk:
    """A table with a player, on the first day of the books."""
    desk = open_desk()
    desk.seated()
    return desk


@pytest.mark.parametrize("role", ["manager", "auditor"])
@pytest.mark.parametrize("chapter", Chapter)
def test_records_are_those_of_the_day(desk: Desk, chapter: Chapter, role: str) -> None:
    client = signed_in(desk.manager if role == "manager" else person(desk.room, role))
    query = {"chapter": chapter, "period": "day", "day": DAY.isoformat(), "by": "whole"}
    links = set()
    for figure in figures_by(chapter, By.WHOLE):
        page = client.get(reverse("figure_why", args=[figure.code]), query).content.decode()
        links |= set(re.findall(r'<td class="num"><a href="([^"]+)">', page))
    for link in links - {reverse("variances")}:
        assert DAY.isoformat() in link
        assert client.get(unescape(link)).status_code == 200


def test_records_of_a_table_are_its_own(desk: Desk) -> None:
    table = desk.session.table
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.at())
    query = {"period": "week", "day": DAY.isoformat(), "by": "table", "part": str(table.pk)}
    page = unescape(signed_in(desk.manager).get(reverse("figure_why", args=["table_hours"]), query).content.decode())
    named = urlencode({"since": "2025-03-03", "until": "2025-03-09", "table": table.name})
    assert f"subject_kind=tablesession&{named}" in page


def test_hands_of_a_week_are_those_of_all_its_days(desk: Desk) -> None:
    record_tick(
        session=desk.session, pot=None, rake_taken=1_00, promo_taken=0, key=key(), by=desk.manager, at=desk.at()
    )
    client = reader(desk.manager, desk.room)
    query = {"period": "week", "day": DAY.isoformat(), "by": "whole"}
    page = client.get(reverse("figure_why", args=["rake_taken"]), query).content.decode()
    (link,) = {link for link in re.findall(r'<td class="num"><a href="([^"]+)">', page) if "/hands/" in link}
    assert "1 found" in client.get(unescape(link)).content.decode()
