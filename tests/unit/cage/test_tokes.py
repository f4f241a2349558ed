"""Tokes: a dealer's own for cash, and those of a pool counted by two, shared by the minutes dealt, and paid by name."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cage import services as cage
from cage.counted import Counted
from cage.models import Drawer, TokeSlip, TokeSplit
from cage.open_items import tokes_not_shared
from cage.selectors.tokes import counted_on, minutes_dealt, shares, statement_of, unpaid, whole_minutes
from cage.services.drawers import tills_of
from config.audit.checks import CHECKS
from config.audit.models import AuditEvent
from config.rooms.models import Room
from players.models import AccountKind
from tables.models import Dealer, DealerShift, Down, TableSession
from tables.services import set_dealer_pin, show_dealer_pin
from tests.support.desk import Desk, key, person
from tests.support.drawers import close_exactly, opened
from tests.support.refusals import refused

amounts, minutes_of = (
    st.integers(0, 10**9),
    st.dictionaries(st.text("0123456789", min_size=1, max_size=4), st.integers(1, 1500), min_size=1, max_size=40),
)


class TestShares:
    @given(amounts, minutes_of)
    def test_they_come_to_the_amount(self, amount: int, minutes: dict[str, int]) -> None:
        parts = shares(amount, minutes)
        assert sum(parts.values()) == amount
        assert set(parts) == set(minutes)
        whole = sum(minutes.values())
        for badge, part in parts.items():
            assert abs(part - amount * minutes[badge] / whole) < 1.001

    @given(amounts, minutes_of)
    def test_who_deals_longer_never_gets_less(self, amount: int, minutes: dict[str, int]) -> None:
        parts = shares(amount, minutes)
        order = sorted(minutes, key=lambda badge: minutes[badge])
        for less, more in pairwise(order):
            assert parts[less] <= parts[more] or minutes[less] == minutes[more]

    def test_equal_remainders_go_by_badge(self) -> None:
        assert shares(100, {"9": 10, "12": 10, "7": 10}) == {"12": 34, "7": 33, "9": 33}

    def test_without_minutes_there_are_none(self) -> None:
        with pytest.raises(ValueError, match="nobody dealt"):
            shares(100, {})


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500)), max_size=12))
def test_minutes_that_overlap_count_once(spans: list[tuple[int, int]]) -> None:
    start = datetime(2025, 3, 7, tzinfo=UTC)
    at = [(start + timedelta(minutes=min(span)), start + timedelta(minutes=max(span))) for span in spans]
    covered = {minute for begins, ends in spans for minute in range(min(begins, ends), max(begins, ends))}
    assert whole_minutes(at) == len(covered)


# --------------------------------------------------------------------------------------------------- at the window


def sheet(*pieces: tuple[int, int]) -> Counted:
    return Counted(dict(pieces), {})


@pytest.fixture
def pooled(desk: Desk) -> Desk:
    """A room that pools its tokes."""
    desk.room.tokes_mode = Room.TokesMode.POOLED
    desk.room.save()
    return desk


def a_dealer(desk: Desk, badge: str) -> Dealer:
    return Dealer.objects.create(room=desk.room, badge_number=badge, display_name=f"Dealer {badge}")


def dealt(
    desk: Desk, dealer: Dealer, start: datetime, minutes: int | None, session: TableSession | None = None
) -> Down:
    """A down of so many minutes, on a shift of its own; None: it goes on."""
    facts = {"started_at": start, "started_by": desk.manager}
    end = start + timedelta(minutes=minutes) if minutes is not None else None
    shift, _ = DealerShift.objects.get_or_create(
        room=desk.room, dealer=dealer, ended_at=None, defaults=facts | {"gaming_day": desk.room.gaming_day(start)}
    )
    ended = {"ended_at": end, "ended_with": "push" if end else ""}
    return Down.objects.create(session=session or desk.session, shift=shift, **facts, **ended)


def count_pool(desk: Desk, amount: int = 100_00, **facts: Any) -> TokeSlip:
    given_ = {"room": desk.room, "of_day": desk.room.gaming_day(desk.now), "counted": sheet((100, amount // 100))}
    given_ |= {"drawer": desk.drawer, "key": key(), "second": desk.second}
    return cage.enter_counted_tokes(**(given_ | desk.by() | facts))


def exchange(desk: Desk, dealer: Dealer, **facts: Any) -> TokeSlip:
    given_ = {"dealer": dealer, "counted": sheet((500, 10), (100, 7)), "drawer": desk.drawer, "key": key()}
    return cage.exchange_tokes(**(given_ | {"second": desk.second} | desk.by() | facts))


def split(desk: Desk, day: date, **facts: Any) -> TokeSplit:
    return cage.split_tokes(
        **({"room": desk.room, "day": day, "key": key(), "by": desk.manager, "at": desk.at()} | facts)
    )


def books_agree() -> None:
    for name, check in CHECKS.items():
        if check.faults.__module__.startswith(("players", "cage")):
            assert list(check.faults()) == [], name


def till(drawer: Drawer) -> tuple[int, int]:
    chips, cash = tills_of(drawer)
    return chips.balance, cash.balance


@pytest.mark.django_db
class TestOwn:
    def test_a_dealer_gets_cash_for_what_two_counted(self, desk: Desk) -> None:
        dealer = a_dealer(desk, "D1")
        slip = exchange(desk, dealer)
        assert (slip.amount, slip.dealer, slip.second, slip.receipt) == (57_00, dealer, desk.second, 1)
        assert (slip.chips, till(desk.drawer)) == ({"500": 10, "100": 7}, (50_057_00, 9_943_00))
        assert desk.held(AccountKind.TOKES_PAID) == 57_00
        books_agree()
        assert close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at()).variances.count() == 0

    def test_the_same_key_pays_once(self, desk: Desk) -> None:
        dealer, again = a_dealer(desk, "D1"), key()
        assert exchange(desk, dealer, key=again) == exchange(desk, dealer, key=again)
        assert till(desk.drawer) == (50_057_00, 9_943_00)

    def test_nobody_counts_alone(self, desk: Desk) -> None:
        dealer = a_dealer(desk, "D1")
        refused("second_needed", lambda: exchange(desk, dealer, second=None))
        refused("second_is_first", lambda: exchange(desk, dealer, second=desk.cashier))
        own = a_dealer(desk, desk.second.badge_number)
        refused("second_is_dealer", lambda: exchange(desk, own))

    def test_only_chips_of_the_room(self, desk: Desk) -> None:
        dealer = a_dealer(desk, "D1")
        refused("tokes_missing", lambda: exchange(desk, dealer, counted=Counted({}, {2000: 5})))
        refused("denomination_unknown", lambda: exchange(desk, dealer, counted=sheet((7, 1))))

    def test_a_runner_does_not(self, desk: Desk) -> None:
        runner = person(desk.room, "runner")
        walks = opened(desk.room, "R1", cashier=runner, by=desk.manager, at=desk.at(), kind=Drawer.Kind.RUNNER)
        dealer = a_dealer(desk, "D1")
        refused("window_only", lambda: exchange(desk, dealer, drawer=walks, by=runner))

    def test_where_they_are_pooled_nobody_has_their_own(self, pooled: Desk) -> None:
        dealer = a_dealer(pooled, "D1")
        refused("tokes_are_pooled", lambda: exchange(pooled, dealer))


@pytest.mark.django_db
class TestPool:
    def test_counted_shared_and_paid(self, pooled: Desk) -> None:
        desk, day = pooled, pooled.room.gaming_day(pooled.now)
        first, second = a_dealer(desk, "D1"), a_dealer(desk, "D2")
        dealt(desk, first, desk.now, 60)
        dealt(desk, second, desk.now + timedelta(hours=1), 30)
        count_pool(desk, 100_00)
        assert (till(desk.drawer), counted_on(desk.room, day)) == ((50_100_00, 10_000_00), 100_00)
        refused("day_not_cut_off", lambda: split(desk, day))
        desk.now += timedelta(days=1)
        made = split(desk, day)
        assert [(share.dealer, share.minutes, share.amount) for share in made.shares.order_by("dealer")] == [
            (first, 60, 66_67), (second, 30, 33_33),
        ]  # fmt: skip
        assert [share.dealer for share in unpaid(desk.room)] == [first, second]
        share = made.shares.get(dealer=first)
        slip = cage.pay_share(share=share, drawer=desk.drawer, key=key(), **desk.by())
        assert (slip.amount, slip.of_day, till(desk.drawer)) == (66_67, day, (50_100_00, 9_933_33))
        refused("share_paid", lambda: cage.pay_share(share=share, drawer=desk.drawer, key=key(), **desk.by()))
        assert [share.dealer for share in unpaid(desk.room)] == [second]
        shared, own = statement_of(first, day, day)
        assert ([(each.amount, each.paid) for each in shared], own) == ([(66_67, slip)], [])
        books_agree()

    def test_a_dealer_who_has_a_pin_signs_for_the_share(self, pooled: Desk) -> None:
        desk, day = pooled, pooled.room.gaming_day(pooled.now)
        dora = a_dealer(desk, "D1")
        dealt(desk, dora, desk.now, 60)
        count_pool(desk, 100_00)
        desk.now += timedelta(days=1)
        share = split(desk, day).shares.get()
        set_dealer_pin(dealer=dora, pin="4711", by=desk.second, at=desk.at())
        share.refresh_from_db()
        pay = lambda **facts: cage.pay_share(share=share, drawer=desk.drawer, key=key(), **desk.by(), **facts)  # noqa: E731
        refused("dealer_must_sign", pay)
        shown = show_dealer_pin(dealer=share.dealer, badge="D1", pin="4711", by=desk.cashier, at=desk.at())
        pay(dealer=shown)
        assert AuditEvent.objects.get(verb="tokes.paid").after["dealer_signed"] == str(dora)

    def test_it_keeps_the_day_open_until_it_is_shared(self, pooled: Desk) -> None:
        desk, day = pooled, pooled.room.gaming_day(pooled.now)
        assert list(tokes_not_shared(desk.room, day)) == []
        dealt(desk, a_dealer(desk, "D1"), desk.now, 60)
        count_pool(desk)
        assert [item.code for item in tokes_not_shared(desk.room, day)] == ["tokes_not_split"]
        desk.now += timedelta(days=1)
        split(desk, day)
        assert list(tokes_not_shared(desk.room, day)) == []

    def test_nothing_is_counted_for_a_day_that_was_shared(self, pooled: Desk) -> None:
        desk, day = pooled, pooled.room.gaming_day(pooled.now)
        dealt(desk, a_dealer(desk, "D1"), desk.now, 60)
        refused("tokes_missing", lambda: split(desk, day, at=desk.now + timedelta(days=1)))
        count_pool(desk)
        desk.now += timedelta(days=1)
        count_pool(desk, of_day=day)
        assert split(desk, day).amount == 200_00
        refused("tokes_split_already", lambda: count_pool(desk, of_day=day))
        refused("tokes_split_already", lambda: split(desk, day))
        refused("day_ahead", lambda: count_pool(desk, of_day=day + timedelta(days=2)))

    def test_days_are_shared_in_order(self, pooled: Desk) -> None:
        desk, day = pooled, pooled.room.gaming_day(pooled.now)
        dealt(desk, a_dealer(desk, "D1"), desk.now, 60)
        count_pool(desk)
        desk.now += timedelta(days=1)
        count_pool(desk)
        desk.now += timedelta(days=1)
        refused("earlier_tokes_open", lambda: split(desk, day + timedelta(days=1)))

    def test_where_nobody_dealt_they_are_carried_on(self, pooled: Desk) -> None:
        desk, day = pooled, pooled.room.gaming_day(pooled.now)
        count_pool(desk)
        desk.now += timedelta(days=1)
        assert split(desk, day).is_carried
        dealer = a_dealer(desk, "D1")
        dealt(desk, dealer, desk.now, 60)
        assert counted_on(desk.room, day + timedelta(days=1)) == 100_00
        desk.now += timedelta(days=1)
        made = split(desk, day + timedelta(days=1))
        assert [(share.dealer, share.amount) for share in made.shares.all()] == [(dealer, 100_00)]
        books_agree()

    def test_where_they_are_each_dealer_s_own_none_are_counted(self, desk: Desk) -> None:
        refused("tokes_not_pooled", lambda: count_pool(desk))

    def test_two_count(self, pooled: Desk) -> None:
        refused("second_needed", lambda: count_pool(pooled, second=None))

    def test_a_retry_splits_once(self, pooled: Desk) -> None:
        desk, day, again = pooled, pooled.room.gaming_day(pooled.now), key()
        dealt(desk, a_dealer(desk, "D1"), desk.now, 60)
        count_pool(desk)
        desk.now += timedelta(days=1)
        assert split(desk, day, key=again) == split(desk, day, key=again)


@pytest.mark.django_db
class TestMinutes:
    def test_downs_are_cut_at_the_bounds_of_the_day(self, desk: Desk) -> None:
        day = desk.room.gaming_day(desk.now)
        start = desk.room.start_of(day)
        dealer, late = a_dealer(desk, "D1"), a_dealer(desk, "D2")
        dealt(desk, dealer, start - timedelta(minutes=20), 30)
        dealt(desk, late, start + timedelta(hours=23, minutes=45), None)
        assert minutes_dealt(desk.room, day) == {dealer: 10, late: 15}
        assert minutes_dealt(desk.room, day - timedelta(days=1)) == {dealer: 20}

    def test_two_tables_at_once_count_once_and_what_was_undone_never(self, desk: Desk) -> None:
        day, dealer = desk.room.gaming_day(desk.now), a_dealer(desk, "D1")
        other = desk.open_table()
        dealt(desk, dealer, desk.now, 30)
        dealt(desk, dealer, desk.now + timedelta(minutes=15), 30, other)
        undone = dealt(desk, dealer, desk.now + timedelta(hours=2), 30)
        Down.objects.filter(pk=undone.pk).update(ended_with="undo")
        assert minutes_dealt(desk.room, day) == {dealer: 45}
