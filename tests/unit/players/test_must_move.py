"""Must-move: order kept, whole stacks, refusal means leaving, newcomers wait; and advice on balance."""

from dataclasses import replace

import pytest

from config.audit.models import AuditEvent
from config.errors import DomainError
from players.models import HouseException, Sitting
from players.selectors.must_move import Advice, balance_advice, first_to_move, in_order
from players.selectors.stacks import chips_in_rack, stack_of
from players.services import change_seat, decline_must_move, leave_seat, must_move, seat_player
from tables.models import TableSession
from tables.services import close_table, link_feeder, unlink_feeder
from tests.support.desk import NLH, Desk, key


@pytest.fixture
def feeder(desk: Desk) -> TableSession:
    """A second table of the same game that feeds the first."""
    return link_feeder(feeder=desk.open_table(), main=desk.session, **desk.by())


def _sit(desk: Desk, session: TableSession, name: str, seat: int, amount: int = 200_00) -> Sitting:
    player = desk.player(name)
    desk.buy_in(player, amount, session=session)
    return seat_player(session=session, player=player, seat=seat, amount=amount, key=key(), **desk.by())


def _names(session: TableSession) -> list[str]:
    return [sitting.player.display_name for sitting in in_order(session)]


def test_who_came_first_moves_first_with_everything_and_may_be_over_the_maximum(
    desk: Desk, feeder: TableSession
) -> None:
    ann, ben = _sit(desk, feeder, "Ann", 5, 300_00), _sit(desk, feeder, "Ben", 1)
    with pytest.raises(DomainError) as refused:
        must_move(sitting=ben, seat=1, key=key(), **desk.by())
    assert refused.value.code == "must_move_order"
    moved = must_move(sitting=ann, seat=1, key=key(), counted=300_00, **desk.by())
    assert (moved.session, stack_of(moved)) == (desk.session, 300_00)
    assert _names(feeder) == ["Ben"]


def test_a_retry_moves_once(desk: Desk, feeder: TableSession) -> None:
    ann = _sit(desk, feeder, "Ann", 5)
    _sit(desk, feeder, "Ben", 1)
    same, facts = key(), desk.by()
    first = must_move(sitting=ann, seat=1, key=same, **facts)
    assert must_move(sitting=ann, seat=1, key=same, **facts) == first


def test_changing_seats_keeps_ones_place(desk: Desk, feeder: TableSession) -> None:
    ann = _sit(desk, feeder, "Ann", 5)
    _sit(desk, feeder, "Ben", 1)
    change_seat(sitting=ann, seat=2, key=key(), **desk.by())
    assert _names(feeder) == ["Ann", "Ben"]


def test_changing_them_once_more_keeps_it_too(desk: Desk, feeder: TableSession) -> None:
    ann = _sit(desk, feeder, "Ann", 5)
    _sit(desk, feeder, "Ben", 1)
    for seat in (2, 3):
        ann = change_seat(sitting=ann, seat=seat, key=key(), **desk.by())
    assert _names(feeder) == ["Ann", "Ben"]


def test_leaving_and_coming_back_loses_it(desk: Desk, feeder: TableSession) -> None:
    ann = _sit(desk, feeder, "Ann", 5)
    _sit(desk, feeder, "Ben", 1)
    leave_seat(sitting=ann, key=key(), **desk.by())
    seat_player(session=feeder, player=ann.player, seat=5, amount=200_00, key=key(), **desk.by())
    assert _names(feeder) == ["Ben", "Ann"]


def test_who_declines_leaves_with_their_chips(desk: Desk, feeder: TableSession) -> None:
    ann = _sit(desk, feeder, "Ann", 5)
    decline_must_move(sitting=ann, key=key(), **desk.by())
    assert (_names(feeder), chips_in_rack(desk.room, ann.player)) == ([], 200_00)
    assert AuditEvent.objects.get(verb="player.declined_must_move").after == {"seat": 5}
    sitting = _sit(desk, desk.session, "Ben", 1)
    with pytest.raises(DomainError) as refused:
        decline_must_move(sitting=sitting, key=key(), **desk.by())
    assert refused.value.code == "feeds_nothing"


def test_a_newcomer_does_not_pass_the_must_move(desk: Desk, feeder: TableSession) -> None:
    _sit(desk, feeder, "Ann", 5)
    with pytest.raises(DomainError) as refused:
        _sit(desk, desk.session, "Cat", 1)
    assert (refused.value.code, refused.value.citation) == ("must_move_first", "004:L48 · WSOP 83-99")
    assert "first: move that player, then seat newcomers at" in refused.value.message
    cat = first_to_move(desk.session)
    assert cat is not None
    assert cat.player.display_name == "Ann"
    unlink_feeder(feeder=feeder, **desk.by())
    _sit(desk, desk.session, "Dan", 1)


def test_the_house_may_seat_whom_it_moves_itself(desk: Desk, feeder: TableSession) -> None:
    ann = _sit(desk, feeder, "Ann", 5)
    player = desk.player("Cat")
    desk.buy_in(player, 200_00, session=desk.session)
    moved = {"exception": HouseException.RELATED, "approver": desk.second}
    seat_player(session=desk.session, player=player, seat=1, amount=200_00, key=key(), **moved, **desk.by())
    assert _names(desk.session) == ["Cat"]
    told = AuditEvent.objects.get(verb="player.seated", after__player=player.pk)
    assert (told.after["passed_over"], told.reason) == (ann.player_id, HouseException.RELATED.label)


def test_only_the_same_game_is_fed_and_never_in_a_circle(desk: Desk, feeder: TableSession) -> None:
    third, other = desk.open_table(), desk.open_table(replace(NLH, blinds=(200, 500)))
    link_feeder(feeder=third, main=feeder, **desk.by())
    wrong = ((other, desk.session, "other_game"), (desk.session, third, "feeds_itself"), (other, other, "feeds_itself"))
    for low, high, code in (*wrong, (third, desk.session, "feeds_already")):
        with pytest.raises(DomainError) as refused:
            link_feeder(feeder=low, main=high, **desk.by())
        assert refused.value.code == code


def test_a_main_game_that_closes_feeds_nobody(desk: Desk, feeder: TableSession) -> None:
    close_table(session=desk.session, **desk.by())
    feeder.refresh_from_db()
    assert feeder.feeds is None
    with pytest.raises(DomainError) as refused:
        link_feeder(feeder=feeder, main=desk.session, **desk.by())
    assert refused.value.code == "table_closed"


def _advice(*sessions: TableSession) -> list[Advice]:
    return balance_advice({session: session.sittings.filter(left_at=None).count() for session in sessions})


def test_advice_evens_tables_out_and_breaks_the_smallest(desk: Desk) -> None:
    second = desk.open_table()
    for seat in range(1, 9):
        _sit(desk, desk.session, f"M{seat}", seat)
    for seat in range(1, 6):
        _sit(desk, second, f"S{seat}", seat)
    (advice,) = _advice(desk.session, second)
    assert advice.text == f"{second.table} has 5 and {desk.session.table} 8: seat the next at {second.table}."
    for sitting in in_order(second)[:4]:
        leave_seat(sitting=sitting, key=key(), **desk.by())
    (advice,) = _advice(desk.session, second)
    assert advice.text == f"{second.table} has 1, and the other tables have 1 free seat: it may be broken."


def test_must_move_games_and_single_tables_need_no_advice(desk: Desk, feeder: TableSession) -> None:
    for seat in range(1, 4):
        _sit(desk, feeder, f"S{seat}", seat)
    assert _advice(desk.session, feeder) == []
