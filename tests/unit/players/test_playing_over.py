"""Playing over: who may use an absent player's seat, what becomes of both stacks, and who gives up what when."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet

from config.audit.books import audit
from config.audit.models import AuditEvent
from games.selectors.missed_blinds import missed_blinds_of
from games.selectors.seats import seats_taken
from players.checks.books import unfounded_playing_over
from players.models import Absence, Ban, ListEntry, Player, Sitting
from players.selectors.lists import game_lists
from players.selectors.must_move import in_order
from players.selectors.stacks import stack_of
from players.selectors.waits import paces
from players.services import (
    GivesUp,
    agree_to_be_played_over,
    ask_for_seat,
    bar_player,
    change_seat,
    come_back,
    give_back_seat,
    go_away,
    keep_apart,
    leave_seat,
    move_player,
    must_move,
    pick_up,
    play_over,
    take_back,
)
from tables.services import close_table, link_feeder
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.lists import NLH_LIST, Lists
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table


@arranged
def table() -> HandTable:
    """Four players at no-limit hold'em, seats 1 to 4."""
    return open_hand_table()


@pytest.fixture
def ann(table: HandTable) -> Sitting:
    """Seat 3, who is away and has agreed to be played over."""
    go_away(sitting=table.sittings[3], agrees=True, **table.by())
    return table.sittings[3]


def _newcomer(table: HandTable, amount: int = 150_00, name: str = "Bo") -> Player:
    player = table.desk.player(name)
    table.desk.buy_in(player, amount)
    return player


def _over(table: HandTable, absent: Sitting, player: Player | None = None, **facts: Any) -> Sitting:
    given = {"sitting": absent, "player": player or _newcomer(table), "amount": 150_00, "key": key()}
    return play_over(**(given | table.by() | facts))


def _back(table: HandTable, absent: Sitting, gives_up: GivesUp = GivesUp.LEAVES, **facts: Any) -> Absence:
    return give_back_seat(**({"sitting": absent, "gives_up": gives_up, "key": key()} | table.by() | facts))


def _sound() -> None:
    assert [finding for finding in audit() if not finding.holds] == []


# ------------------------------------------------------------------------------------------------------- sitting down


def test_he_is_dealt_in_and_the_absent_players_chips_stay_untouched(table: HandTable, ann: Sitting) -> None:
    over = _over(table, ann)
    place = seats_taken(table.session)[3]
    assert (place.player, place.stack, place.is_away) == (over.player, 150_00, False)
    assert place.under is not None
    assert (place.under.player, place.under.stack, place.under.is_away) == (ann.player, 200_00, True)
    draft = table.deal()
    assert draft.sittings[draft.setup["seats"].index(3)] == over.pk
    table.record(table.act(draft, *["f"] * 3))
    assert table.desk.stack(ann) == 200_00
    _sound()


def test_it_is_audited_who_sits_there_for_whom(table: HandTable, ann: Sitting) -> None:
    over = _over(table, ann)
    event = AuditEvent.objects.get(verb="player.seated", subject_id=str(over.pk))
    assert event.after["plays_over"] == ann.player_id
    away = AuditEvent.objects.get(verb="player.away")
    assert away.after == {"seat": 3, "agrees_to_be_played_over": True}


def test_a_retry_seats_them_once(table: HandTable, ann: Sitting) -> None:
    player, same, at = _newcomer(table), key(), table.desk.at()
    first = _over(table, ann, player, key=same, at=at)
    assert _over(table, ann, player, key=same, at=at) == first


def test_only_an_absent_player_who_agreed_is_played_over(table: HandTable) -> None:
    absent, player = table.sittings[3], _newcomer(table)
    refused("not_away", lambda: _over(table, absent, player))
    refused("not_away", lambda: agree_to_be_played_over(sitting=absent, **table.by()))
    go_away(sitting=absent, **table.by())
    refused("not_agreed", lambda: _over(table, absent, player))
    for _ in range(2):
        absence = agree_to_be_played_over(sitting=absent, **table.by())
    assert absence.agreed_by == table.floor
    assert AuditEvent.objects.filter(verb="player.agreed_to_be_played_over").count() == 1
    assert _over(table, absent, player).is_playing_over


def test_his_word_holds_for_one_absence(table: HandTable, ann: Sitting) -> None:
    come_back(sitting=ann, **table.by())
    go_away(sitting=ann, **table.by())
    refused("not_agreed", lambda: _over(table, ann))


def test_a_seat_is_played_over_by_one_and_they_are_not_played_over_themselves(table: HandTable, ann: Sitting) -> None:
    over, other = _over(table, ann), _newcomer(table, name="Cy")
    refused("seat_played_over", lambda: _over(table, ann, other))
    refused("seat_taken", lambda: table.desk.seat(other, 3, 150_00))
    go_away(sitting=over, agrees=True, **table.by())
    refused("plays_over_himself", lambda: _over(table, over, other))


def test_an_absent_player_who_left_leaves_a_free_seat(table: HandTable, ann: Sitting) -> None:
    leave_seat(sitting=ann, key=key(), **table.by())
    refused("already_left", lambda: _over(table, ann))


def test_he_is_held_to_the_plaque_as_any_newcomer(table: HandTable, ann: Sitting) -> None:
    player = _newcomer(table, 300_00)
    refused("short_buy", lambda: _over(table, ann, player, amount=99_00))
    refused("insufficient_chips", lambda: _over(table, ann, _newcomer(table, name="Cy"), amount=200_00))
    refused("not_chip_multiple", lambda: _over(table, ann, player, amount=150_50))
    refused("already_seated", lambda: _over(table, ann, table.sittings[1].player))
    facts = {"room": table.desk.room, "player": player, "reason": "test"}
    keep_apart(**facts, other=str(ann.player_id), **table.by())
    refused("kept_apart", lambda: _over(table, ann, player))
    bar_player(**facts, kind=Ban.Kind.BARRED, **table.by())
    refused("player_barred", lambda: _over(table, ann, player))


def test_a_seat_that_somebody_at_the_table_asked_for_is_not_used(table: HandTable, ann: Sitting) -> None:
    change = ask_for_seat(sitting=table.sittings[1], seat=3, **table.by())
    assert "asked for seat 3 first" in refused("seat_wanted", lambda: _over(table, ann)).message
    take_back(change=change, **table.by())
    ask_for_seat(sitting=table.sittings[1], seat=None, **table.by())
    assert _over(table, ann).is_playing_over


def test_who_waits_to_move_to_the_game_goes_before_them(table: HandTable, ann: Sitting) -> None:
    feeder = link_feeder(feeder=table.desk.open_table(), main=table.session, **table.by())
    waiting = _newcomer(table, name="Fay")
    table.desk.seat(waiting, 1, 150_00, session=feeder)
    refused("must_move_first", lambda: _over(table, ann))


# ----------------------------------------------------------------------------------------------- the absent one is back


def test_who_comes_back_is_told_who_gives_up_the_seat(table: HandTable, ann: Sitting) -> None:
    over = _over(table, ann)
    error = refused("played_over", lambda: come_back(sitting=ann, **table.by()), seats=[5, 6, 7, 8, 9])
    assert str(over.player) in error.message
    assert ann.absences.get().ended_at is None


def test_they_leave_with_their_chips_as_counted(table: HandTable, ann: Sitting) -> None:
    over, same, at = _over(table, ann), key(), table.desk.at()
    for _ in range(2):
        absence = _back(table, ann, counted=149_00, reason="a chip fell", key=same, at=at)
    assert absence.ended_with == Absence.End.BACK
    over.refresh_from_db()
    assert (over.left_with, over.kept_at) == (149_00, None)
    assert seats_taken(table.session)[3].player == ann.player
    _sound()


def test_he_takes_an_open_seat_with_everything(table: HandTable, ann: Sitting) -> None:
    over = _over(table, ann)
    refused("seat_unknown", lambda: _back(table, ann, GivesUp.TAKES_SEAT))
    refused("seat_taken", lambda: _back(table, ann, GivesUp.TAKES_SEAT, seat=1))
    assert over.player == seats_taken(table.session)[3].player
    _back(table, ann, GivesUp.TAKES_SEAT, seat=7)
    taken = seats_taken(table.session)
    assert (taken[7].player, taken[7].stack, taken[7].sitting.plays_over) == (over.player, 150_00, None)
    assert taken[3].player == ann.player
    _sound()


def test_he_goes_to_the_top_of_the_list(table: HandTable, ann: Sitting) -> None:
    lists = Lists(table.desk)
    first = lists.join(table.desk.player("Zoe"))
    refused("list_first", lambda: _over(table, ann))
    over = _over(table, ann, past_list="Zoe has gone to eat")
    _back(table, ann, GivesUp.TOP_OF_LIST)
    assert lists.order() == [over.player.display_name, "Zoe"]
    entry = ListEntry.objects.get(player=over.player)
    assert (entry.number < first.number, entry.state) == (True, ListEntry.State.WAITING)
    assert table.desk.rack(over.player) == 150_00
    refused("out_of_order", lambda: lists.call(first))
    assert lists.call(entry).called_seat == 5
    _sound()


def test_the_later_one_on_top_stands_before_the_earlier(table: HandTable, ann: Sitting) -> None:
    lists = Lists(table.desk)
    for name in ("Bo", "Cy"):
        _over(table, ann, _newcomer(table, name=name), past_list="asked first")
        _back(table, ann, GivesUp.TOP_OF_LIST)
        go_away(sitting=ann, agrees=True, **table.by())
    assert lists.order() == ["Cy", "Bo"]
    _sound()


def test_while_they_may_be_in_a_hand_they_keep_the_seat(table: HandTable, ann: Sitting) -> None:
    _over(table, ann)
    draft = table.deal()
    refused("mid_hand", lambda: _back(table, ann))
    assert ann.absences.get().ended_at is None
    table.record(table.act(draft, *["f"] * 3))
    assert _back(table, ann).ended_with == Absence.End.BACK


def test_where_they_have_left_already_the_other_is_just_back(table: HandTable, ann: Sitting) -> None:
    over = _over(table, ann)
    leave_seat(sitting=over, key=key(), **table.by())
    assert seats_taken(table.session)[3].player == ann.player
    assert _back(table, ann).ended_with == Absence.End.BACK


def test_a_barred_player_does_not_come_on_the_list_by_it(table: HandTable, ann: Sitting) -> None:
    over = _over(table, ann)
    bar_player(room=table.desk.room, player=over.player, kind=Ban.Kind.BARRED, reason="test", **table.by())
    refused("player_barred", lambda: _back(table, ann, GivesUp.TOP_OF_LIST))
    assert _back(table, ann).ended_with == Absence.End.BACK


# ------------------------------------------------------------------------------------------ the absent one doesn't come


@pytest.mark.parametrize("how", ["leaves", "picked up", "changes seat", "moves"])
def test_who_does_not_come_back_leaves_them_the_seat(table: HandTable, ann: Sitting, how: str) -> None:
    over = _over(table, ann)
    table.desk.now += timedelta(hours=1)
    if how == "leaves":
        leave_seat(sitting=ann, key=key(), **table.by())
    elif how == "picked up":
        witness = person(table.desk.room, "cashier")
        pick_up(sitting=ann, counted=200_00, witness=witness, rounds_missed=0, key=key(), **table.by())
    elif how == "changes seat":
        change_seat(sitting=ann, seat=8, key=key(), **table.by())
    else:
        move_player(sitting=ann, session=table.desk.open_table(), seat=1, key=key(), **table.by())
    over.refresh_from_db()
    ann.refresh_from_db()
    assert (over.is_playing_over, over.kept_at) == (False, ann.left_at)
    assert AuditEvent.objects.filter(verb="player.kept_seat", subject_id=str(over.pk)).count() == 1
    place = seats_taken(table.session)[3]
    assert (place.player, place.under) == (over.player, None)
    go_away(sitting=over, agrees=True, **table.by())
    third = _over(table, over, _newcomer(table, name="Cy"))
    assert seats_taken(table.session)[3].player == third.player
    _sound()


# ---------------------------------------------------------------------------------------------- what else asks who sits


def test_what_they_missed_is_counted_on_though_another_posts_it_in_their_seat(table: HandTable) -> None:
    table.tick()
    while table.suggested().places.bb != 3:  # type: ignore[union-attr]
        table.tick()
    ann = table.sittings[3]
    go_away(sitting=ann, agrees=True, **table.by())
    over = _over(table, ann)
    assert table.suggested().places.bb == 3  # type: ignore[union-attr]
    table.record(table.act(table.deal(), *["f"] * 3))
    owed = missed_blinds_of(table.session)[ann.pk]
    assert (owed.missed, owed.rounds) == ("big", 1)
    assert over.pk not in missed_blinds_of(table.session)
    table.tick()
    assert missed_blinds_of(table.session)[ann.pk].missed == "both"
    _back(table, ann, counted=stack_of(over))
    assert seats_taken(table.session)[3].missed == "both"


def test_a_seat_counts_once(table: HandTable, ann: Sitting) -> None:
    before = paces(table.desk.room, table.desk.now)[NLH_LIST.key].empty
    over = _over(table, ann)
    pace = paces(table.desk.room, table.desk.now)[NLH_LIST.key]
    assert (pace.empty, pace.came_free) == (before, 0)
    (game,) = game_lists(table.desk.room, table.desk.now)
    assert [seat for _, seat in game.seats] == [5, 6, 7, 8, 9]
    _back(table, ann)
    over.refresh_from_db()
    assert over.left_at is not None
    assert paces(table.desk.room, table.desk.now)[NLH_LIST.key].came_free == 0
    leave_seat(sitting=ann, key=key(), **table.by())
    assert paces(table.desk.room, table.desk.now)[NLH_LIST.key].came_free == 1


def test_a_seat_that_is_kept_did_not_come_free(table: HandTable, ann: Sitting) -> None:
    _over(table, ann)
    leave_seat(sitting=ann, key=key(), **table.by())
    assert paces(table.desk.room, table.desk.now)[NLH_LIST.key].came_free == 0


def test_a_table_with_covered_chips_does_not_close(table: HandTable, ann: Sitting) -> None:
    over = _over(table, ann)
    for sitting in (*(table.sittings[seat] for seat in (1, 2, 4)), over):
        leave_seat(sitting=sitting, key=key(), **table.by())
    refused("players_seated", lambda: close_table(session=table.session, **table.by()))


def test_at_a_must_move_game_who_is_played_over_keeps_their_place_and_moves_when_they_are_back(
    table: HandTable,
) -> None:
    table.desk.now += timedelta(minutes=1)
    first = table.sittings[1]
    go_away(sitting=first, agrees=True, **table.by())
    over = _over(table, first)
    link_feeder(feeder=table.session, main=table.desk.open_table(), **table.by())
    assert [each.seat for each in in_order(table.session)] == [2, 3, 4, 1]
    assert in_order(table.session)[-1] == over
    refused("must_move_order", lambda: must_move(sitting=first, seat=1, key=key(), **table.by()))
    _back(table, first)
    assert in_order(table.session)[0] == first


def test_the_audit_names_who_uses_a_seat_that_they_may_not(table: HandTable, ann: Sitting) -> None:
    over = _over(table, ann)
    assert list(unfounded_playing_over()) == []
    overs, absences = Sitting.objects.filter(pk=over.pk), Absence.objects.filter(sitting=ann)
    agreed = absences.get().agreed_at
    breaking: list[tuple[QuerySet[Any], dict[str, Any], dict[str, Any]]] = [
        (overs, {"seat": 8}, {"seat": 3}),
        (absences, {"agreed_at": None}, {"agreed_at": agreed}),
        (absences, {"agreed_at": table.desk.at()}, {"agreed_at": agreed}),
        (absences, {"ended_at": table.desk.at(), "ended_with": "back"}, {"ended_at": None, "ended_with": ""}),
    ]
    for rows, wrong, right in breaking:
        rows.update(**wrong)
        assert list(unfounded_playing_over()) == [f"sitting {over.pk} plays over sitting {ann.pk}, which it may not"]
        rows.update(**right)
    assert list(unfounded_playing_over()) == []
