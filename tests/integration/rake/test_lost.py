"""Lost rake from the books, and its page."""

import csv
import io
from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.urls import reverse

from config.audit.models import AuditEvent
from rake import services
from rake.figures.periods import Kind, period_of
from rake.lost.reading import lost_rake
from tables.services import close_table, put_in, register_dealer, start_shift, tap_out
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.lists import O8_LIST, Lists
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db
DAY = date(2025, 3, 7)


@arranged
def desk() -> Desk:
    """Two players at a table of nine seats; a third waits for twenty minutes and goes."""
    desk = open_desk()
    sat = [desk.seated(seat=seat) for seat in (1, 2)]
    lists = Lists(desk)
    entry = lists.join()
    desk.now += timedelta(minutes=19)
    lists.remove(entry)
    lists.join(game=O8_LIST)
    desk.now += timedelta(minutes=30)
    for sitting in sat:
        desk.leave(sitting, key=key())
    return desk


def test_a_seat_that_stood_empty_while_somebody_waited_is_lost(desk: Desk) -> None:
    nlh, o8 = sorted(lost_rake(desk.room, period_of(Kind.DAY, DAY), desk.now), key=lambda game: game.name)
    assert (nlh.name, nlh.lost, nlh.gone, dict(nlh.ended)) == ("NLH 1/3", 20 * 60, 1, {"removed": 1})
    assert (o8.lost, o8.gone, nlh.worth) == (0, 0, None), "no table plays it, and no day is built"


def test_its_worth_is_that_of_the_hours_played(desk: Desk) -> None:
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
    nlh = next(game for game in lost_rake(desk.room, period_of(Kind.DAY, DAY), desk.now) if game.lost)
    assert nlh.worth is not None
    assert nlh.worth.low == nlh.worth.high == 0, "nothing was raked"


def test_the_page_tells_it_and_other_rooms_nothing(desk: Desk) -> None:
    shown = text(signed_in(desk.manager).get(reverse("lost_rake"), {"day": DAY.isoformat()}))
    assert "NLH 1/3 0 0 0 1 0 – – 0.3" in shown
    assert "Closed: nobody left to play no dealer by order nobody said why NLH 1/3 0.0 0.0 0 0 0 0" in shown
    stranger = signed_in(person(open_desk().room, "manager"))
    assert "Nobody waited" in text(stranger.get(reverse("lost_rake"), {"day": DAY.isoformat()}))
    assert signed_in(desk.manager).get(reverse("lost_rake"), {"period": "shift"}).status_code == 422


def test_a_day_that_no_calendar_has_is_told_by_its_own_sentence(desk: Desk) -> None:
    page = signed_in(desk.manager).get(reverse("lost_rake"), {"day": "9999-12-31"})
    assert page.status_code == 422
    assert "Write a day before" in text(page)
    assert "told by days" not in text(page)


def test_a_dead_spread_is_told_by_its_cause(desk: Desk) -> None:
    """Nobody sits any more: a quarter of an hour with a dealer who waits, then twenty minutes with nobody down."""
    dealer = register_dealer(room=desk.room, badge_number="D1", display_name="Dora", by=desk.manager, at=desk.at())
    start_shift(dealer=dealer, by=desk.manager, at=desk.at())
    put_in(session=desk.session, dealer=dealer, by=desk.manager, at=desk.at())
    waits = desk.now
    desk.now += timedelta(minutes=14)
    tap_out(session=desk.session, by=desk.manager, at=desk.at())
    left = desk.now
    desk.now += timedelta(minutes=19)
    close_table(session=desk.session, cause="dealer", by=desk.manager, at=desk.at(), confirmed=("residual",))
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
    nlh = next(game for game in lost_rake(desk.room, period_of(Kind.DAY, DAY), desk.now) if game.name == "NLH 1/3")
    assert nlh.stood.players == (left - waits).total_seconds()
    assert nlh.stood.dealer >= (desk.now - left).total_seconds()
    assert nlh.closed == {"dealer": 1}


def test_the_file_says_what_the_page_says_and_each_hour(desk: Desk) -> None:
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now + timedelta(hours=4))
    client = signed_in(desk.manager)
    answer = client.get(reverse("lost_rake_csv"), {"day": DAY.isoformat()})
    assert answer["Content-Disposition"].endswith('"lost-rake-week-2025-03-03.csv"')
    lines = list(csv.DictReader(io.StringIO(b"".join(answer).decode())))
    whole = [line for line in lines if not line["Hour"]]
    hours = [line for line in lines if line["Hour"] and line["Game"] == "NLH 1/3"]
    assert [line["Game"] for line in whole] == ["NLH 1/3", "O8 4/8"]
    assert whole[0]["Lost seat-hours"] == "0.33"
    assert sum(Decimal(line["Lost seat-hours"]) for line in hours) == Decimal("0.33")
    stood = "Dead spread without a dealer, hours"
    assert sum(Decimal(line[stood]) for line in hours) == pytest.approx(Decimal(whole[0][stood]), abs=Decimal("0.05"))
    assert Decimal(whole[0][stood]) > 2, "nobody deals, and nobody plays"
    assert (whole[0]["Left"], whole[0]["Low"], whole[0]["Closed: by order"]) == ("1", "0", "0")
    assert client.get(reverse("lost_rake_csv"), {"period": "shift"}).status_code == 422
    assert signed_in(person(desk.room, "floor")).get(reverse("lost_rake_csv")).status_code == 403


def test_whoever_closes_a_table_says_why(desk: Desk) -> None:
    client = signed_in(person(desk.room, "floor"))
    page, close = reverse("table", args=[desk.session.table_id]), reverse("close_table", args=[desk.session.table_id])
    assert '<option value="players" selected>nobody is left to play</option>' in client.get(page).content.decode()
    assert client.post(close, {"cause": "because"}).status_code == 422
    assert client.post(close, {"cause": "order", "confirm": "residual"}).status_code == 303
    desk.session.refresh_from_db()
    assert desk.session.close_cause == "order"
    assert AuditEvent.objects.get(verb="table.closed").after == {"hands": 0, "cause": "order"}
