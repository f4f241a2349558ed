"""Players who are away: not dealt in, owing what passed them, back with posts, and their chips picked up."""

from dataclasses import replace
from datetime import timedelta

import pytest

from config.errors import DomainError
from config.staff.models import User
from games.selectors.deals import suggest_places
from games.selectors.missed_blinds import MissedBlinds, missed_blinds_of
from players.models import Absence, AccountKind, Sitting
from players.selectors.stacks import chips_in_rack, stack_of
from players.services import change_seat, come_back, go_away, leave_seat, move_player, must_move, pick_up
from tables.models import SessionAlarm
from tables.services import link_feeder
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """Six players at no-limit hold'em with blinds of 1 and 3."""
    return open_hand_table(seats=(1, 2, 3, 4, 5, 6))


def _owed(table: HandTable, seat: int) -> MissedBlinds | None:
    sitting = table.session.sittings.filter(left_at=None, seat=seat).first()
    return missed_blinds_of(table.session).get(sitting.pk) if sitting else None


def _ticks(table: HandTable, count: int) -> None:
    for _ in range(count):
        table.tick()


def _before_the_blinds(table: HandTable) -> int:
    """Tick until the next big blind is known; the seat that would be it."""
    table.tick()
    places = table.suggested().places
    assert places is not None
    return places.bb


def test_who_is_away_is_not_dealt_in_and_owes_what_passes_them(table: HandTable) -> None:
    seat = _before_the_blinds(table)
    go_away(sitting=table.sittings[seat], **table.by())
    assert seat not in table.suggested().stacks
    _ticks(table, 1)
    owed = _owed(table, seat)
    assert owed is not None
    assert (owed.missed, owed.rounds) == ("big", 1)
    _ticks(table, 1)
    owed = _owed(table, seat)
    assert owed is not None
    assert owed.missed == "both"


def test_who_comes_back_posts_the_big_blind_live_and_the_small_one_dead(table: HandTable) -> None:
    seat = _before_the_blinds(table)
    sitting = table.sittings[seat]
    go_away(sitting=sitting, **table.by())
    _ticks(table, 3)
    come_back(sitting=sitting, **table.by())
    deal = table.suggested()
    assert seat in deal.stacks
    assert set(deal.posts) == {("post", seat, 300), ("dead", seat, 100)}
    before = table.stack(seat)
    draft = table.deal(deal)
    played = table.played(draft)
    assert played.setup.seats[0] in deal.stacks
    posted = sum(post.amount for post in played.setup.posts if played.setup.seat(post.position) == seat)
    assert (posted, before) == (400, 200_00)


def test_a_hand_that_they_play_settles_it(table: HandTable) -> None:
    seat = _before_the_blinds(table)
    sitting = table.sittings[seat]
    go_away(sitting=sitting, **table.by())
    _ticks(table, 3)
    come_back(sitting=sitting, **table.by())
    assert _owed(table, seat) is not None
    _ticks(table, 1)
    assert _owed(table, seat) is None
    assert table.suggested().posts == ()


def test_between_button_and_big_blind_they_wait(table: HandTable) -> None:
    seat = _before_the_blinds(table)
    sitting = table.sittings[seat]
    go_away(sitting=sitting, **table.by())
    _ticks(table, 1)
    come_back(sitting=sitting, **table.by())
    assert seat not in table.suggested().stacks


def _hand_without(table: HandTable, seat: int) -> None:
    """A full hand that everybody folds to the big blind, `seat` left out of its deal."""
    deal = table.suggested()
    stacks = {each: stack for each, stack in deal.stacks.items() if each != seat}
    posts = tuple(post for post in deal.posts if post[1] != seat)
    table.record(table.act(table.deal(replace(deal, stacks=stacks, posts=posts)), *["f"] * (len(stacks) - 1)))


def test_who_is_back_and_waits_still_owes_and_what_passes_meanwhile_too(table: HandTable) -> None:
    """Back between the button and the big blind: not dealt in, and the small blind passes as well."""
    seat = _before_the_blinds(table)
    sitting = table.sittings[seat]
    go_away(sitting=sitting, **table.by())
    _ticks(table, 1)
    come_back(sitting=sitting, **table.by())
    assert seat not in table.suggested().stacks
    _hand_without(table, seat)
    owed = _owed(table, seat)
    assert owed is not None
    assert (owed.missed, owed.is_away) == ("both", False)
    assert set(table.suggested().posts) == {("post", seat, 300), ("dead", seat, 100)}


def test_who_is_back_and_left_out_of_the_next_hand_owes_until_dealt_in(table: HandTable) -> None:
    seat = _before_the_blinds(table)
    sitting = table.sittings[seat]
    go_away(sitting=sitting, **table.by())
    _ticks(table, 3)
    come_back(sitting=sitting, **table.by())
    owed = set(table.suggested().posts)
    assert owed == {("post", seat, 300), ("dead", seat, 100)}
    _hand_without(table, seat)
    assert set(table.suggested().posts) == owed
    table.record(table.act(table.deal(), *["f"] * 5))
    assert _owed(table, seat) is None
    assert table.suggested().posts == ()


def _leave_out(table: HandTable, seat: int) -> None:
    """A full hand as the console deals it once `seat` is taken out of the deal: the blinds go to who is left."""
    deal = table.suggested()
    stacks = {each: stack for each, stack in deal.stacks.items() if each != seat}
    places = suggest_places(table.session, stacks)
    posts = tuple(post for post in deal.posts if post[1] != seat)
    draft = table.deal(replace(deal, stacks=stacks, places=places, posts=posts))
    table.record(table.act(draft, *["f"] * (len(stacks) - 1)))


def test_who_is_left_out_while_the_big_blind_passes_owes_it(table: HandTable) -> None:
    """Nobody said that the player is away: a blind that passes a seat is missed all the same (WSOP 154-157)."""
    seat = _before_the_blinds(table)
    _leave_out(table, seat)
    owed = _owed(table, seat)
    assert owed is not None
    assert (owed.missed, owed.is_away) == ("big", False)
    _leave_out(table, seat)
    assert set(table.suggested().posts) == {("post", seat, 300), ("dead", seat, 100)}
    table.record(table.act(table.deal(), *["f"] * 5))
    assert _owed(table, seat) is None


def test_who_is_left_out_while_no_blind_passes_owes_nothing(table: HandTable) -> None:
    seat = _before_the_blinds(table)
    _leave_out(table, (seat + 2) % 6 + 1)
    assert missed_blinds_of(table.session) == {}


def test_who_missed_nothing_owes_nothing(table: HandTable) -> None:
    sitting = table.sittings[1]
    table.tick()
    go_away(sitting=sitting, **table.by())
    come_back(sitting=sitting, **table.by())
    assert _owed(table, 1) is None
    with pytest.raises(DomainError) as refused:
        come_back(sitting=sitting, **table.by())
    assert refused.value.code == "not_away"


def test_with_the_third_walking_an_alarm_stands(table: HandTable) -> None:
    for seat in (1, 2):
        go_away(sitting=table.sittings[seat], **table.by())
    assert not SessionAlarm.objects.filter(cleared_at=None).exists()
    go_away(sitting=table.sittings[3], **table.by())
    assert [alarm.kind for alarm in SessionAlarm.objects.filter(cleared_at=None)] == ["absence_limit"]
    with pytest.raises(DomainError) as refused:
        go_away(sitting=table.sittings[3], **table.by())
    assert refused.value.code == "away_already"
    leave_seat(sitting=table.sittings[3], key=key(), **table.by())
    assert not SessionAlarm.objects.filter(cleared_at=None).exists()


def test_chips_are_picked_up_after_an_hour_and_before_a_witness(table: HandTable) -> None:
    sitting, witness = table.sittings[1], person(table.desk.room, "cashier")
    go_away(sitting=sitting, **table.by())
    with pytest.raises(DomainError) as refused:
        _pick_up(table, sitting, witness)
    assert refused.value.code == "chips_of_absent"
    table.desk.now += timedelta(minutes=60)
    with pytest.raises(DomainError) as refused:
        _pick_up(table, sitting, table.floor)
    assert refused.value.code == "witness_not_second"
    with pytest.raises(DomainError) as refused:
        _pick_up(table, sitting, witness, counted=198_00)
    assert refused.value.code == "count_reason_missing"
    _pick_up(table, sitting, witness, counted=198_00, reason="a chip fell")
    assert chips_in_rack(table.desk.room, sitting.player) == 198_00
    assert table.desk.held(AccountKind.FELT) == 2_00
    sitting.refresh_from_db()
    assert sitting.left_at is not None
    assert missed_blinds_of(table.session) == {}


def test_two_missed_rounds_are_enough_too(table: HandTable) -> None:
    sitting, witness = table.sittings[1], person(table.desk.room, "cashier")
    go_away(sitting=sitting, **table.by())
    _pick_up(table, sitting, witness, rounds=2)
    assert not table.session.sittings.filter(seat=1, left_at=None).exists()


def test_rounds_are_counted_from_the_hands(table: HandTable) -> None:
    table.tick()
    go_away(sitting=table.sittings[1], **table.by())
    _ticks(table, 10)
    owed = _owed(table, 1)
    assert owed is not None
    assert owed.rounds == 2


def test_another_seat_of_the_table_settles_nothing(table: HandTable) -> None:
    seat = _before_the_blinds(table)
    sitting = table.sittings[seat]
    go_away(sitting=sitting, **table.by())
    _ticks(table, 3)
    come_back(sitting=sitting, **table.by())
    change_seat(sitting=sitting, seat=9, key=key(), **table.by())
    owed = _owed(table, 9)
    assert owed is not None
    assert (owed.missed, owed.is_away) == ("both", False)
    assert _owed(table, seat) is None


def test_who_is_moved_while_they_are_away_stays_away_since_when_they_were(table: HandTable) -> None:
    seat = _before_the_blinds(table)
    sitting = table.sittings[seat]
    went = go_away(sitting=sitting, **table.by())
    _ticks(table, 1)
    moved = change_seat(sitting=sitting, seat=9, key=key(), **table.by())
    went.refresh_from_db()
    assert went.ended_with == Absence.End.MOVED
    owed = _owed(table, 9)
    assert owed is not None
    assert (owed.is_away, owed.missed, owed.rounds) == (True, "big", 1)
    assert owed.absence.started_at == went.started_at
    assert 9 not in table.suggested().stacks
    come_back(sitting=moved, **table.by())
    assert moved.absences.get().ended_with == Absence.End.BACK


def test_what_passes_them_is_told_by_the_seat_that_they_have(table: HandTable) -> None:
    """Away before the big blind came to seat `seat`; moved right behind it, it comes once more."""
    seat = _before_the_blinds(table)
    sitting = table.sittings[seat]
    go_away(sitting=sitting, **table.by())
    _ticks(table, 1)
    change_seat(sitting=sitting, seat=9, key=key(), **table.by())
    while table.suggested().places.bb > 2:  # type: ignore[union-attr]
        _ticks(table, 1)
    _ticks(table, 1)
    owed = _owed(table, 9)
    assert owed is not None
    assert owed.rounds == 2


def test_who_goes_away_again_before_they_have_played_owes_what_passed_them_first(table: HandTable) -> None:
    seat = _before_the_blinds(table)
    sitting = table.sittings[seat]
    go_away(sitting=sitting, **table.by())
    _ticks(table, 1)
    come_back(sitting=sitting, **table.by())
    go_away(sitting=sitting, **table.by())
    owed = _owed(table, seat)
    assert owed is not None
    assert (owed.missed, owed.rounds) == ("big", 0)


@pytest.mark.parametrize("is_must_move", [True, False], ids=["must-move", "of their own will"])
def test_at_another_table_nobody_owes_what_they_missed_here(table: HandTable, *, is_must_move: bool) -> None:
    table.tick()
    sitting = table.sittings[1]
    go_away(sitting=sitting, **table.by())
    _ticks(table, 6)
    come_back(sitting=sitting, **table.by())
    assert _owed(table, 1) is not None
    main = table.desk.open_table()
    if is_must_move:
        link_feeder(feeder=table.session, main=main, **table.by())
        moved = must_move(sitting=sitting, seat=4, counted=200_00, key=key(), **table.by())
    else:
        moved = move_player(sitting=sitting, session=main, seat=4, counted=200_00, key=key(), **table.by())
    assert stack_of(moved) == 200_00
    assert missed_blinds_of(main) == {}


def test_who_is_moved_to_another_table_while_they_are_away_is_away_there(table: HandTable) -> None:
    sitting = table.sittings[1]
    went = go_away(sitting=sitting, **table.by())
    main = table.desk.open_table()
    moved = move_player(sitting=sitting, session=main, seat=4, key=key(), **table.by())
    owed = missed_blinds_of(main)[moved.pk]
    assert (owed.is_away, owed.missed, owed.absence.started_at) == (True, None, went.started_at)
    assert missed_blinds_of(table.session) == {}


def _pick_up(
    table: HandTable, sitting: Sitting, witness: User, *, counted: int = 200_00, rounds: int = 0, reason: str = ""
) -> Sitting:
    facts = {"counted": counted, "witness": witness, "rounds_missed": rounds, "reason": reason, "key": key()}
    return pick_up(sitting=sitting, **facts, **table.by())
