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
from rake.models import RakeHour
from rake.rollup_models import HandSums
from tables.services import close_table, open_table, post_plaque, put_in, register_dealer, start_shift, tap_out
from tests.support.arranged import arranged
from tests.support.days import time_table
from tests.support.desk import Desk, key, open_desk, person
from tests.support.lists import O8, O8_LIST, Lists
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


def test_who_was_passed_over_waits_for_no_seat(desk: Desk) -> None:
    """On hold by their own wish: the seat stands empty for nobody."""
    lists, since = Lists(desk), desk.now
    desk.seated(seat=1)
    lists.hold(lists.join())
    desk.now += timedelta(minutes=20)
    nlh = next(game for game in lost_rake(desk.room, period_of(Kind.DAY, DAY), desk.now) if game.name == "NLH 1/3")
    assert nlh.lost == 20 * 60, "those of before"
    assert not any(seconds for hour, seconds in nlh.by_hour.items() if hour > since)


def test_its_worth_is_that_of_the_hours_played(desk: Desk) -> None:
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
    nlh = next(game for game in lost_rake(desk.room, period_of(Kind.DAY, DAY), desk.now) if game.lost)
    assert nlh.worth is not None
    assert nlh.worth.low == nlh.worth.high == 0, "nothing was raked"


def test_a_game_under_a_time_charge_has_no_rake_to_lose() -> None:
    """A seat's hour there brings a time charge: what is lost is not known by rake, and is not nothing."""
    desk = open_desk()
    timed = desk.session = time_table(desk)
    desk.seated(seat=2)
    desk.waits(timed)
    desk.now += timedelta(minutes=30)
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
    (lost,) = [game for game in lost_rake(desk.room, period_of(Kind.DAY, DAY), desk.now) if game.lost]
    assert lost.worth is None


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


def closed_while_they_wait(desk: Desk, cause: str, names: int = 3) -> tuple[float, float]:
    """The table is closed for a cause; names come and wait for half an hour more; then the table plays another game.
    Returns the seconds since the second name came, and those that all have waited since then."""
    lists, facts = Lists(desk), {"by": desk.manager}
    close_table(session=desk.session, cause=cause, at=desk.at(), confirmed=("residual",), **facts)
    joined = [lists.join().joined_at for _ in range(names)]
    desk.now += timedelta(minutes=30)
    post_plaque(table=desk.session.table, plaque=O8, at=desk.at(), **facts)
    again = open_table(table=desk.session.table, at=desk.at(), **facts).opened_at
    waits = [(again - max(at, joined[1])).total_seconds() for at in joined]
    return max(waits), sum(waits)


def test_a_table_that_goes_on_ends_no_close_of_another(desk: Desk) -> None:
    """The next table of the room was opened long before, and plays another game."""
    desk.open_table(O8)
    lists = Lists(desk)
    close_table(session=desk.session, cause="order", at=desk.at(), confirmed=("residual",), by=desk.manager)
    last = [lists.join() for _ in range(3)][1]
    desk.now += timedelta(minutes=30)
    nlh = next(game for game in lost_rake(desk.room, period_of(Kind.DAY, DAY), desk.now) if game.name == "NLH 1/3")
    assert nlh.idle("order").tables == (desk.now - last.joined_at).total_seconds()


def a_line(desk: Desk, source: str) -> None:
    """An hour in which so much was raked of hands of the floor, or of a file."""
    sums = dict.fromkeys((field.name for field in HandSums._meta.local_fields), 0) | {"rake_taken": 100_00}
    place = {"table": desk.session.table, "plaque": desk.session.plaque, "game": "nlh", "plaque_name": "NLH 1/3"}
    facts = {"room": desk.room, "gaming_day": DAY, "source": source, "hour_starts_at": desk.now}
    RakeHour.objects.create(**facts, **place, **sums)


def test_hands_of_files_and_players_of_other_rooms_make_no_seat_dearer(desk: Desk) -> None:
    def worth() -> tuple[int, int]:
        nlh = next(game for game in lost_rake(desk.room, period_of(Kind.DAY, DAY), desk.now) if game.name == "NLH 1/3")
        assert nlh.worth is not None
        return nlh.worth.low, nlh.worth.high

    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
    a_line(desk, "import")
    assert worth() == (0, 0)
    a_line(desk, "floor")
    low, high = worth()
    assert 0 < low < high
    other = open_desk()
    sitting = other.seated(seat=1)
    other.now += timedelta(hours=9)
    other.leave(sitting)
    assert worth() == (low, high)


@pytest.mark.parametrize("cause", ["order", "dealer"])
def test_a_close_by_order_costs_what_waits_until_the_table_opens_again(desk: Desk, cause: str) -> None:
    """The first name alone makes no game; from the second on everybody who waits could have sat."""
    tables, seats = closed_while_they_wait(desk, cause)
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
    nlh = next(game for game in lost_rake(desk.room, period_of(Kind.DAY, DAY), desk.now) if game.name == "NLH 1/3")
    assert nlh.idle(cause) == (tables, seats) == (34 * 60, 100 * 60)
    assert set(nlh.after) == {cause}
    later = lost_rake(desk.room, period_of(Kind.DAY, DAY), desk.now + timedelta(hours=2))
    assert next(game for game in later if game.name == "NLH 1/3").idle(cause) == nlh.idle(cause), "its table plays"
    shown = text(signed_in(desk.manager).get(reverse("lost_rake"), {"day": DAY.isoformat()}))
    assert f"NLH 1/3 {'0.6 1.7 0.0 0.0' if cause == 'order' else '0.0 0.0 0.6 1.7'} 0" in shown
    answer = signed_in(desk.manager).get(reverse("lost_rake_csv"), {"period": "day", "day": DAY.isoformat()})
    lines = [line for line in csv.DictReader(io.StringIO(b"".join(answer).decode())) if line["Game"] == "NLH 1/3"]
    named = f"After a close {'by order' if cause == 'order' else 'for no dealer'}, seat-hours"
    whole, *hours = [Decimal(line[named]) for line in lines]
    assert whole == sum(hours) == Decimal("1.67")
    assert (lines[0]["Worth after closes"], lines[1]["Worth after closes"]) == ("0", "")


def test_a_close_for_want_of_players_costs_nothing(desk: Desk) -> None:
    closed_while_they_wait(desk, "players")
    assert not any(game.after for game in lost_rake(desk.room, period_of(Kind.DAY, DAY), desk.now))
    assert "No table was closed by order" in text(
        signed_in(desk.manager).get(reverse("lost_rake"), {"day": "2025-03-07"})
    )


def test_a_close_costs_until_its_gaming_day_ends(desk: Desk) -> None:
    close_table(session=desk.session, cause="order", by=desk.manager, at=desk.at(), confirmed=("residual",))
    lists = Lists(desk)
    lists.join()
    since = lists.join().joined_at
    ends = desk.room.start_of(DAY + timedelta(days=1))
    found = lost_rake(desk.room, period_of(Kind.WEEK, DAY), ends + timedelta(days=2))
    nlh = next(game for game in found if game.name == "NLH 1/3")
    assert nlh.idle("order").tables == (ends - since).total_seconds()


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
