"""The identity of people: whoever may be barred is stopped everywhere until it is decided, and both outcomes bind."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from cage.checks.slips import sold_while_barred
from config.audit.models import AuditEvent
from players import services
from players.checks.books import seated_while_barred
from players.checks.lists import listed_while_barred
from players.models import Ban, IdentityDecision, Player, Sitting
from players.services import Identity, bar_player, decide_identity, edit_player, keep_apart
from tables.models import SessionAlarm
from tests.support.desk import Desk, key, person
from tests.support.lists import NLH_LIST
from tests.support.refusals import refused

ANOTHER, SAME = IdentityDecision.Outcome.ANOTHER, IdentityDecision.Outcome.SAME
BORN = date(1980, 3, 14)


def bar(desk: Desk, player: Player, **facts: Any) -> Ban:
    given = {"room": desk.room, "kind": Ban.Kind.SELF_EXCLUDED, "reason": "asked for it"}
    return bar_player(player=player, **(given | {"by": desk.manager, "at": desk.at()} | facts))


def decide(desk: Desk, player: Player, other: Player, outcome: IdentityDecision.Outcome, **facts: Any) -> Any:
    given = {"room": desk.room, "by": desk.manager, "at": desk.at(), "reason": "showed a passport"}
    return decide_identity(player=player, other=other, outcome=outcome, **(given | facts))


def join(desk: Desk, player: Player) -> Any:
    return services.join_list(room=desk.room, game=NLH_LIST, player=player, key=key(), **desk.by())


WAYS: dict[str, Callable[[Desk, Player], Any]] = {
    "a list": join,
    "the cage": lambda desk, player: desk.buy_in(player, 200_00),
    "a seat": lambda desk, player: desk.seat(player, 3, 200_00),
}
everywhere = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


@pytest.fixture
def barred(desk: Desk) -> Player:
    """Tess, self-excluded, of whom everything is known."""
    tess = desk.player(
        "Tess", legal_name="Tess Example", date_of_birth=BORN, document_kind="passport", document_number="P999"
    )
    bar(desk, tess)
    return tess


def test_an_equal_name_is_stopped_everywhere(desk: Desk, barred: Player) -> None:
    again = desk.player("Tess")
    for way in WAYS.values():
        refused("who_is_it", lambda way=way: way(desk, again), player=again.pk, may_be=[barred.pk])


@pytest.mark.parametrize(
    "known",
    [
        {"legal_name": "Tess Example", "date_of_birth": BORN},
        {"legal_name": "Example, Téss"},
        {"legal_name": "Τess Example"},
        {"legal_name": "Tes Exampel", "date_of_birth": BORN},
        {"document_kind": "identity_card", "document_number": "p-999"},
    ],
)
def test_whoever_may_be_barred_buys_nothing(desk: Desk, barred: Player, known: dict[str, Any]) -> None:
    again = desk.player("Zed", **known)
    refused("who_is_it", lambda: desk.buy_in(again, 200_00))


@pytest.mark.parametrize(
    "known",
    [
        {"legal_name": "Tess Example", "date_of_birth": date(1991, 7, 2)},
        {"legal_name": "Zed Other", "date_of_birth": BORN},
    ],
)
def test_other_people_are_not_stopped(desk: Desk, barred: Player, known: dict[str, Any]) -> None:
    desk.buy_in(desk.player("Zed", **known), 200_00)


@pytest.mark.parametrize("written", ["p999", "P-999", " P 999", "Р999"])
def test_a_document_is_known_however_it_is_written(desk: Desk, barred: Player, written: str) -> None:
    shown = {"document_kind": "passport", "document_number": written}
    refused("document_known", lambda: desk.player("Zed", **shown), player=barred.pk)
    with pytest.raises(IntegrityError, match="player_document_known"), transaction.atomic():
        Player(display_name="Zed", registered_at=desk.at(), **shown).keep_keys().save()


def test_what_nobody_can_see_is_neither_name_nor_document(desk: Desk) -> None:
    assert refused("name_unreadable", lambda: desk.player("Bo", legal_name="\u3164\u3164")).field == "legal_name"
    nothing = {"document_kind": "passport", "document_number": "---"}
    assert refused("document_unreadable", lambda: desk.player("Bo", **nothing)).field == "document_number"
    bo = desk.player("Bo\u202e", legal_name="Bo\u200b  Lund")
    assert (bo.display_name, bo.legal_name) == ("Bo", "Bo Lund")


def test_an_expired_document_is_refused_on_the_rooms_own_day(desk: Desk) -> None:
    desk.room.time_zone = "Pacific/Kiritimati"
    desk.room.save()
    today = desk.room.gaming_day(desk.now)
    shown = {"document_kind": "passport", "document_number": "X1"}
    refused("document_expired", lambda: desk.player("A", **shown, document_expires_on=desk.now.date().replace(day=1)))
    assert desk.player("B", **shown, document_expires_on=today).pk


def test_cashing_out_stays_open(desk: Desk) -> None:
    ann = desk.player("Tess")
    desk.buy_in(ann, 200_00)
    bar(desk, desk.player("Tess"))
    refused("who_is_it", lambda: desk.buy_in(ann, 200_00))
    desk.cash_out(ann, 200_00)


class TestAnotherPerson:
    def test_is_remembered_for_the_pair_and_audited(self, desk: Desk, barred: Player) -> None:
        again = desk.player("Tess")
        decide(desk, again, barred, ANOTHER)
        for way in (WAYS["a list"], WAYS["the cage"], WAYS["a seat"]):
            way(desk, again)
        event = AuditEvent.objects.get(verb="player.told_apart")
        assert (event.subject_id, event.after["other"], event.by) == (str(again.pk), barred.pk, desk.manager)

    def test_is_not_true_of_a_third(self, desk: Desk, barred: Player) -> None:
        decide(desk, desk.player("Tess"), barred, ANOTHER)
        refused("who_is_it", lambda: desk.buy_in(desk.player("Tess"), 200_00))
        again, other = desk.player("Tess"), desk.player("Tess")
        decide(desk, again, barred, ANOTHER)
        bar(desk, other)
        refused("who_is_it", lambda: desk.buy_in(again, 200_00), may_be=[other.pk])

    def test_is_asked_again_when_more_speaks_for_it(self, desk: Desk, barred: Player) -> None:
        again = desk.player("Zed", legal_name="Tes Exampel")
        decide(desk, again, barred, ANOTHER)
        desk.buy_in(again, 200_00)
        identity = Identity(display_name="Zed", legal_name="Tess Example", date_of_birth=BORN)
        edit_player(room=desk.room, player=again, identity=identity, **desk.by())
        refused("who_is_it", lambda: desk.buy_in(again, 200_00))

    def test_is_asked_again_when_the_birth_date_joins_an_equal_name(self, desk: Desk, barred: Player) -> None:
        again = desk.player("Tess", legal_name="Tess Example")
        decide(desk, again, barred, ANOTHER)
        desk.buy_in(again, 200_00)
        identity = Identity(display_name="Tess", legal_name="Tess Example", date_of_birth=BORN)
        edit_player(room=desk.room, player=again, identity=identity, **desk.by())
        refused("who_is_it", lambda: desk.buy_in(again, 200_00))


class TestTheSamePerson:
    @everywhere
    def test_the_ban_binds(self, desk: Desk, barred: Player, way: Callable[[Desk, Player], Any]) -> None:
        again = desk.player("Tess")
        decide(desk, again, barred, SAME)
        refused("player_barred", lambda: way(desk, again))
        assert AuditEvent.objects.get(verb="player.same_person").after["other"] == barred.pk

    def test_the_database_refuses_whoever_asks(self, desk: Desk, barred: Player) -> None:
        again = desk.player("Tess")
        decide(desk, again, barred, SAME)
        with pytest.raises(IntegrityError, match="is barred"), transaction.atomic():
            Sitting.objects.create(session=desk.session, player=again, seat=4, seated_at=desk.at())
        with pytest.raises(IntegrityError, match="stay linked"), transaction.atomic():
            Player.objects.exclude(same_as=None).update(same_as=None, linked_at=None)

    def test_a_later_ban_on_either_record_binds_both(self, desk: Desk) -> None:
        one, other, third = desk.player("Ann Lee"), desk.player("Ann Lee"), desk.player("Zed Moss")
        decide(desk, other, one, SAME)
        decide(desk, third, other, SAME)
        bar(desk, third)
        for record in (one, other, third):
            refused("player_barred", lambda record=record: desk.buy_in(record, 200_00))

    def test_who_sits_there_raises_the_alarm_and_leaves_every_list(self, desk: Desk) -> None:
        sitting = desk.seated(player=desk.player("Tess"), seat=2)
        other = desk.player("Tess Two")
        entry = join(desk, other)
        barred = desk.player("Zed")
        bar(desk, barred)
        decide(desk, sitting.player, barred, SAME)
        decide(desk, other, barred, SAME)
        entry.refresh_from_db()
        assert entry.state == "removed"
        assert SessionAlarm.objects.get(kind="barred_seated", cleared_at=None).subject == f"player {sitting.player_id}"
        assert [*seated_while_barred(), *sold_while_barred(), *listed_while_barred()] == []

    def test_a_name_of_either_record_is_known(self, desk: Desk, barred: Player) -> None:
        decide(desk, desk.player("Zelda Alias"), barred, SAME)
        refused("who_is_it", lambda: desk.buy_in(desk.player("Zelda Alias"), 200_00))

    def test_who_sits_under_one_record_takes_no_seat_under_the_other(self, desk: Desk) -> None:
        sitting, other = desk.seated(seat=2), desk.player("Zed")
        desk.buy_in(other, 200_00)
        decide(desk, other, sitting.player, SAME)
        refused("already_seated", lambda: desk.seat(other, 3, 200_00))

    def test_kept_apart_is_kept_apart_under_either_record(self, desk: Desk) -> None:
        one, other, again = desk.player("Ann"), desk.player("Bo"), desk.player("Zed")
        keep_apart(room=desk.room, player=one, other=str(other.pk), reason="they fought", **desk.by())
        decide(desk, again, one, SAME)
        desk.seated(player=other, seat=2)
        desk.buy_in(again, 200_00)
        refused("kept_apart", lambda: desk.seat(again, 5, 200_00))

    def test_is_decided_once(self, desk: Desk, barred: Player) -> None:
        again = desk.player("Tess")
        decide(desk, again, barred, SAME)
        refused("linked_already", lambda: decide(desk, again, barred, ANOTHER))
        refused("same_record", lambda: decide(desk, again, again, SAME))


class TestWhoDecides:
    def test_not_the_cashier_nor_without_a_reason(self, desk: Desk, barred: Player) -> None:
        again = desk.player("Tess")
        refused("decision_not_yours", lambda: decide(desk, again, barred, ANOTHER, by=desk.cashier))
        refused("decision_not_yours", lambda: decide(desk, again, barred, ANOTHER, decider=desk.cashier))
        refused("reason_missing", lambda: decide(desk, again, barred, ANOTHER, reason="  "))
        assert not IdentityDecision.objects.exists()

    def test_a_supervisor_at_the_cashiers_window(self, desk: Desk, barred: Player) -> None:
        floor = person(desk.room, "floor")
        made = decide(desk, desk.player("Tess"), barred, ANOTHER, by=desk.cashier, decider=floor)
        assert (made.decided_by, made.entered_by) == (floor, desk.cashier)

    def test_not_a_supervisor_of_another_room(self, desk: Desk, barred: Player) -> None:
        stranger = person(type(desk.room).objects.create(name="Elsewhere", slug="elsewhere"), "manager")
        refused("decision_not_yours", lambda: decide(desk, desk.player("Tess"), barred, ANOTHER, by=stranger))


class TestEdits:
    """Facts that stopped somebody are not edited away by one of the staff alone."""

    def edit(self, desk: Desk, player: Player, **known: Any) -> Player:
        facts = {"room": desk.room, **desk.by()}
        second = known.pop("second", None)
        return edit_player(player=player, identity=Identity(**known), second=second, **facts)

    def test_a_birth_date_that_refused_stays(self, desk: Desk) -> None:
        young = desk.player("Kid", legal_name="Kid Young", date_of_birth=date(2010, 1, 1))
        refused("under_age", lambda: desk.buy_in(young, 200_00))
        for born in (None, date(1990, 1, 1)):
            known = {"display_name": "Kid", "legal_name": "Kid Young", "date_of_birth": born}
            refused("second_needed", lambda known=known: self.edit(desk, young, **known))
        young.refresh_from_db()
        assert young.date_of_birth == date(2010, 1, 1)

    def test_nor_is_it_shed_by_registering_again(self, desk: Desk) -> None:
        desk.player("Kid", legal_name="Kid Young", date_of_birth=date(2010, 1, 1))
        refused("who_is_it", lambda: desk.buy_in(desk.player("Kid Young"), 200_00))

    def test_a_second_person_corrects_what_was_mistyped(self, desk: Desk) -> None:
        young = desk.player("Kid", date_of_birth=date(2010, 1, 1))
        right = {"display_name": "Kid", "date_of_birth": date(1990, 1, 1)}
        refused("second_is_first", lambda: self.edit(desk, young, **right, second=desk.cashier))
        refused("second_may_not", lambda: self.edit(desk, young, **right, second=person(desk.room, "host")))
        self.edit(desk, young, **right, second=(floor := person(desk.room, "floor")))
        assert AuditEvent.objects.get(verb="player.edited").after["confirmed_by"] == floor.pk
        desk.buy_in(young, 200_00)

    def test_a_day_on_which_a_document_had_expired_is_not_written_over_it(self, desk: Desk) -> None:
        shown = {"display_name": "Ann", "legal_name": "Ann Lee", "document_kind": "passport", "document_number": "X1"}
        ann = desk.player(shown["display_name"], **{name: shown[name] for name in list(shown)[1:]})
        gone = {"document_expires_on": date(2020, 1, 1)}
        refused("document_expired", lambda: self.edit(desk, ann, **shown, **gone))

    def test_a_name_that_may_be_a_barred_persons_stays(self, desk: Desk, barred: Player) -> None:
        again = desk.player("Tess")
        refused("second_needed", lambda: self.edit(desk, again, display_name="Zed"))
        refused("second_needed", lambda: self.edit(desk, again, display_name="Tess", date_of_birth=date(1990, 1, 1)))

    def test_a_barred_persons_record_is_not_rewritten(self, desk: Desk, barred: Player) -> None:
        shed = {"display_name": "Zed", "legal_name": "Zed Other"}
        refused("second_needed", lambda: self.edit(desk, barred, **shed))
        refused("second_needed", lambda: self.edit(desk, barred, display_name="Tess", legal_name="Tess Example"))

    def test_everybody_elses_is_edited_as_ever(self, desk: Desk) -> None:
        ann = desk.player("Ann", date_of_birth=BORN)
        assert self.edit(desk, ann, display_name="Anna").date_of_birth is None
