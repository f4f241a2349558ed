"""Two supervisors at once: must-move against leaving, separation against a seat, two pushes of one line."""

from collections.abc import Callable

import pytest

from config.audit.books import audit
from config.errors import DomainError
from players.models import Separation, Sitting
from players.selectors.stacks import chips_in_rack, stack_of
from players.services import go_away, keep_apart, leave_seat, must_move
from tables.models import Down, SessionAlarm
from tables.selectors.dealers import line_up
from tables.services import link_feeder, push_line, put_in, register_dealer, start_shift
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk

pytestmark = pytest.mark.committed_db

Together = Callable[..., list[object]]
ROUNDS = 5


@arranged
def desk() -> Desk:
    """A room that is ready for play."""
    return open_desk()


def refusals(outcomes: list[object]) -> list[str]:
    """The codes of the refusals; whatever else was raised fails the test."""
    raised = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    for error in raised:
        if not isinstance(error, DomainError):
            raise error
    return [error.code for error in raised]


def test_a_must_move_against_leaving_moves_the_chips_once(desk: Desk, together: Together) -> None:
    feeder = link_feeder(feeder=desk.open_table(), main=desk.session, **desk.by())
    for number in range(ROUNDS):
        player = desk.player()
        desk.buy_in(player, 200_00, session=feeder)
        sitting = desk.seat(player, 1, 200_00, session=feeder)
        outcomes = together(
            lambda s=sitting, seat=number + 1: must_move(sitting=s, seat=seat, key=key(), **desk.by()),
            lambda s=sitting: leave_seat(sitting=s, key=key(), **desk.by()),
        )
        assert refusals(outcomes) == ["already_left"]
        moved = Sitting.objects.filter(player=player, left_at=None).first()
        assert chips_in_rack(desk.room, player) + (stack_of(moved) if moved else 0) == 200_00
    assert [finding for finding in audit() if not finding.holds] == []


def test_a_separation_against_a_seat_never_passes_unseen(desk: Desk, together: Together) -> None:
    for number in range(ROUNDS):
        ann, ben = desk.player(), desk.player()
        for player in (ann, ben):
            desk.buy_in(player, 200_00)
        first = desk.seat(ann, 1, 200_00)
        outcomes = together(
            lambda p=ben: desk.seat(p, 2, 200_00),
            lambda a=ann, b=ben: keep_apart(room=desk.room, player=a, other=str(b.pk), reason="test", **desk.by()),
        )
        assert set(refusals(outcomes)) <= {"kept_apart"}
        assert Separation.objects.count() == number + 1
        together_now = Sitting.objects.filter(player=ben, left_at=None).first()
        alarms = SessionAlarm.objects.filter(kind="kept_apart", cleared_at=None).count()
        assert alarms == (1 if together_now else 0)
        for sitting in filter(None, (first, together_now)):
            leave_seat(sitting=sitting, key=key(), **desk.by())


def test_two_pushes_at_once_push_the_line_once(desk: Desk, together: Together) -> None:
    for number in range(3):
        dealer = register_dealer(room=desk.room, badge_number=f"D{number}", display_name=f"D{number}", **desk.by())
        start_shift(dealer=dealer, **desk.by())
        if not number:
            put_in(session=desk.session, dealer=dealer, **desk.by())
    seen = [row.down.pk for row in line_up(desk.room, desk.now).line if row.down]
    push = lambda: push_line(room=desk.room, start=None, seen=seen, **desk.by())  # noqa: E731
    assert refusals(together(push, push)) == ["line_moved"]
    assert Down.objects.filter(ended_at=None).count() == 1


def test_two_notes_of_one_absence_are_one(desk: Desk, together: Together) -> None:
    sitting = desk.seated(200_00)
    away = lambda: go_away(sitting=sitting, **desk.by())  # noqa: E731
    assert refusals(together(away, away)) == ["away_already"]
