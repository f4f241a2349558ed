"""Dealers: shifts, downs, the push along the line, and what is refused."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from config.errors import DomainError
from tables.models import Dealer, DealerShift, Down, TableSession
from tables.selectors.dealers import LineUp, line_up
from tables.services import close_table, end_shift, push_line, put_in, register_dealer, start_shift, tap_out
from tables.services.dealers import JUST_PUSHED
from tests.support.desk import Desk, open_desk


def _on(desk: Desk, *names: str) -> list[Dealer]:
    """Dealers who come on a minute after each other."""
    made = []
    for number, name in enumerate(names):
        dealer = register_dealer(room=desk.room, badge_number=f"D{number}", display_name=name, **desk.by())
        start_shift(dealer=dealer, **desk.by())
        made.append(dealer)
    return made


def _line(desk: Desk) -> LineUp:
    return line_up(desk.room, desk.now)


def _where(desk: Desk) -> dict[str, str]:
    """The dealers, by table."""
    return {row.session.table.name: str(row.dealer) for row in _line(desk).line if row.dealer}


def _out(desk: Desk) -> list[str]:
    return [str(out.shift.dealer) for out in _line(desk).out]


def _push(desk: Desk, start: TableSession | None = None, **facts: Any) -> list[Down]:
    seen = [row.down.pk for row in _line(desk).line if row.down]
    return push_line(room=desk.room, start=start, seen=seen, **desk.by(), **facts)


def test_a_push_moves_every_dealer_one_table_on_and_the_last_goes_out(desk: Desk) -> None:
    first, second = desk.session, desk.open_table()
    ann, ben, _ = _on(desk, "Ann", "Ben", "Cat")
    put_in(session=first, dealer=ann, **desk.by())
    put_in(session=second, dealer=ben, **desk.by())
    _push(desk)
    assert _where(desk) == {first.table.name: "Cat", second.table.name: "Ann"}
    assert _out(desk) == ["Ben"]
    with pytest.raises(DomainError) as refused:
        _push(desk)
    assert (refused.value.code, refused.value.message) == (
        "pushed_just_now",
        "The line was pushed 1 min ago: push again?",
    )
    _push(desk, again=True)
    assert _where(desk) == {first.table.name: "Ben", second.table.name: "Cat"}
    desk.now += JUST_PUSHED
    assert _push(desk)


def test_who_has_been_out_longest_goes_in_first(desk: Desk) -> None:
    ann, ben, _ = _on(desk, "Ann", "Ben", "Cat")
    assert _out(desk) == ["Ann", "Ben", "Cat"]
    put_in(session=desk.session, dealer=ann, **desk.by())
    put_in(session=desk.session, dealer=ben, **desk.by())
    assert _out(desk) == ["Cat", "Ann"]
    (down,) = _push(desk)
    assert down.shift.dealer.display_name == "Cat"


def test_a_push_ends_where_nobody_deals(desk: Desk) -> None:
    empty, busy = desk.open_table(), desk.open_table()
    ann, ben, _ = _on(desk, "Ann", "Ben", "Cat")
    put_in(session=desk.session, dealer=ann, **desk.by())
    put_in(session=busy, dealer=ben, **desk.by())
    assert len(_push(desk)) == 2
    assert _where(desk) == {desk.session.table.name: "Cat", empty.table.name: "Ann", busy.table.name: "Ben"}


def test_a_push_from_a_table_leaves_those_before_it(desk: Desk) -> None:
    second = desk.open_table()
    ann, ben, _ = _on(desk, "Ann", "Ben", "Cat")
    put_in(session=desk.session, dealer=ann, **desk.by())
    put_in(session=second, dealer=ben, **desk.by())
    _push(desk, start=second)
    assert _where(desk) == {desk.session.table.name: "Ann", second.table.name: "Cat"}


def test_a_line_that_was_pushed_meanwhile_is_not_pushed_twice(desk: Desk) -> None:
    ann, _ = _on(desk, "Ann", "Ben")
    down = put_in(session=desk.session, dealer=ann, **desk.by())
    push_line(room=desk.room, start=None, seen=[down.pk], **desk.by())
    with pytest.raises(DomainError) as refused:
        push_line(room=desk.room, start=None, seen=[down.pk], **desk.by())
    assert refused.value.code == "line_moved"
    assert _where(desk) == {desk.session.table.name: "Ben"}


def test_nobody_out_means_no_push(desk: Desk) -> None:
    (ann,) = _on(desk, "Ann")
    put_in(session=desk.session, dealer=ann, **desk.by())
    with pytest.raises(DomainError) as refused:
        _push(desk)
    assert refused.value.code == "no_relief"
    assert _where(desk) == {desk.session.table.name: "Ann"}


def test_a_dealer_deals_at_one_table(desk: Desk) -> None:
    other = desk.open_table()
    (ann,) = _on(desk, "Ann")
    put_in(session=desk.session, dealer=ann, **desk.by())
    for session, code in ((desk.session, "deals_here"), (other, "dealer_elsewhere")):
        with pytest.raises(DomainError) as refused:
            put_in(session=session, dealer=ann, **desk.by())
        assert refused.value.code == code


def test_the_database_keeps_one_dealer_to_a_table_and_one_table_to_a_dealer(desk: Desk) -> None:
    other = desk.open_table()
    ann, ben = _on(desk, "Ann", "Ben")
    down = put_in(session=desk.session, dealer=ann, **desk.by())
    bens = DealerShift.objects.get(dealer=ben)
    for session, shift in ((desk.session, bens), (other, down.shift)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Down.objects.create(session=session, shift=shift, started_at=desk.now)


def test_who_deals_stays_on_shift_until_they_are_out(desk: Desk) -> None:
    (ann,) = _on(desk, "Ann")
    put_in(session=desk.session, dealer=ann, **desk.by())
    with pytest.raises(DomainError) as refused:
        end_shift(dealer=ann, **desk.by())
    assert refused.value.code == "dealer_dealing"
    tap_out(session=desk.session, **desk.by())
    end_shift(dealer=ann, **desk.by())
    assert [str(dealer) for dealer in _line(desk).off] == ["Ann"]
    with pytest.raises(DomainError) as refused:
        put_in(session=desk.session, dealer=ann, **desk.by())
    assert refused.value.code == "off_shift"


def test_closing_a_table_ends_the_down(desk: Desk) -> None:
    (ann,) = _on(desk, "Ann")
    put_in(session=desk.session, dealer=ann, **desk.by())
    close_table(session=desk.session, **desk.by())
    assert _out(desk) == ["Ann"]
    assert Down.objects.get().ended_with == Down.End.CLOSE
    with pytest.raises(DomainError) as refused:
        put_in(session=desk.session, dealer=ann, **desk.by())
    assert refused.value.code == "table_closed"


def test_a_push_is_due_after_half_an_hour_and_breaks_are_counted(desk: Desk) -> None:
    ann, _ = _on(desk, "Ann", "Ben")
    put_in(session=desk.session, dealer=ann, **desk.by())
    desk.now += timedelta(minutes=29, seconds=59)
    (row,) = _line(desk).line
    assert (row.minutes, row.push_is_due) == (29, False)
    desk.now += timedelta(seconds=1)
    (row,) = _line(desk).line
    assert (row.minutes, row.push_is_due) == (30, True)
    assert [out.minutes for out in _line(desk).out] == [31]


def test_one_badge_one_dealer_one_shift(desk: Desk) -> None:
    (ann,) = _on(desk, "Ann")
    with pytest.raises(DomainError) as refused:
        register_dealer(room=desk.room, badge_number="d0", display_name="Another", **desk.by())
    assert refused.value.code == "badge_taken"
    with pytest.raises(DomainError) as refused:
        start_shift(dealer=ann, **desk.by())
    assert refused.value.code == "on_shift"


def test_badges_are_a_room_s_own(desk: Desk) -> None:
    _on(open_desk(), "Ann")
    (ben,) = _on(desk, "Ben")
    assert (ben.badge_number, ben.room) == ("D0", desk.room)


def test_the_board_learns_of_every_change_of_dealer(desk: Desk) -> None:
    (ann,) = _on(desk, "Ann")
    versions = [desk.session.version]
    put_in(session=desk.session, dealer=ann, **desk.by())
    versions.append(TableSession.objects.get(pk=desk.session.pk).version)
    tap_out(session=desk.session, **desk.by())
    versions.append(TableSession.objects.get(pk=desk.session.pk).version)
    assert versions == sorted(set(versions))
