"""A push that was a mistake is taken back: everybody deals on where they dealt, and no minute is lost."""

import pytest

from config.audit.models import AuditEvent
from tables.models import Down
from tables.selectors.dealers import line_up
from tables.services import end_shift, push_line, put_in, register_dealer, start_shift, tap_out, undo_push
from tables.services.dealers import JUST_PUSHED
from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    """Two tables, Ann and Ben dealing there; Cat is out. The line has just been pushed."""
    desk = open_desk()
    desk.open_table()
    for number, name in enumerate(("Ann", "Ben", "Cat")):
        dealer = register_dealer(room=desk.room, badge_number=f"D{number}", display_name=name, **desk.by())
        start_shift(dealer=dealer, **desk.by())
    for row, out in zip(line_up(desk.room, desk.now).line, line_up(desk.room, desk.now).out, strict=False):
        put_in(session=row.session, dealer=out.shift.dealer, **desk.by())
    push_line(room=desk.room, start=None, seen=_seen(desk), **desk.by())
    return desk


def _seen(desk: Desk) -> list[int]:
    return [row.down.pk for row in line_up(desk.room, desk.now).line if row.down]


def _where(desk: Desk) -> list[str]:
    return [str(row.dealer) for row in line_up(desk.room, desk.now).line]


def test_everybody_deals_on_since_when_they_did(desk: Desk) -> None:
    assert _where(desk) == ["Cat", "Ann"]
    undo_push(room=desk.room, seen=_seen(desk), **desk.by())
    line = line_up(desk.room, desk.now)
    assert _where(desk) == ["Ann", "Ben"]
    assert [row.minutes for row in line.line] == [3, 2]
    assert [(str(out.shift.dealer), out.downs) for out in line.out] == [("Cat", 0)]
    assert AuditEvent.objects.filter(verb="dealer.push_undone").count() == 2


def test_who_was_out_longest_before_it_is_still_the_next_in(desk: Desk) -> None:
    """Dan comes on after Cat, who goes in by a push that is taken back."""
    undo_push(room=desk.room, seen=_seen(desk), **desk.by())
    dan = register_dealer(room=desk.room, badge_number="D9", display_name="Dan", **desk.by())
    start_shift(dealer=dan, **desk.by())
    push_line(room=desk.room, start=None, seen=_seen(desk), **desk.by())
    undo_push(room=desk.room, seen=_seen(desk), **desk.by())
    assert [str(out.shift.dealer) for out in line_up(desk.room, desk.now).out] == ["Cat", "Dan"]


def test_the_same_push_is_undone_once(desk: Desk) -> None:
    undo_push(room=desk.room, seen=_seen(desk), **desk.by())
    refused("nothing_to_undo", lambda: undo_push(room=desk.room, seen=_seen(desk), **desk.by()))
    push_line(room=desk.room, start=None, seen=_seen(desk), **desk.by())
    assert _where(desk) == ["Cat", "Ann"]


def test_a_line_that_moved_on_stays(desk: Desk) -> None:
    before = _seen(desk)
    tap_out(session=line_up(desk.room, desk.now).line[1].session, **desk.by())
    refused("line_moved", lambda: undo_push(room=desk.room, seen=before, **desk.by()))
    refused("nothing_to_undo", lambda: undo_push(room=desk.room, seen=_seen(desk), **desk.by()))


def test_nobody_is_brought_back_from_home_or_after_a_while(desk: Desk) -> None:
    (out,) = line_up(desk.room, desk.now).out
    end_shift(dealer=out.shift.dealer, **desk.by())
    refused("off_shift", lambda: undo_push(room=desk.room, seen=_seen(desk), **desk.by()))
    desk.now += JUST_PUSHED
    refused("nothing_to_undo", lambda: undo_push(room=desk.room, seen=_seen(desk), **desk.by()))


def test_the_accent_is_at_the_table_that_is_due(desk: Desk) -> None:
    assert line_up(desk.room, desk.now).due is None
    second = line_up(desk.room, desk.now).line[1]
    Down.objects.filter(pk=second.down.pk if second.down else 0).update(started_at=desk.now - JUST_PUSHED * 7)
    due = line_up(desk.room, desk.now).due
    assert due
    assert due.session == second.session
