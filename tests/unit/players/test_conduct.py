"""Conduct: warnings are kept, and players who are kept apart are never seated together."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from config.audit.models import AuditEvent
from config.errors import DomainError
from players.models import IdentityDecision, Player, Separation, Sitting
from players.selectors.conduct import conduct_of
from players.selectors.namesakes import questions, questions_of_seats
from players.services import (
    conduct,
    decide_identity,
    end_separation,
    join_list,
    keep_apart,
    leave_seat,
    move_player,
    seat_player,
    warn_player,
)
from tables.models import SessionAlarm, TableSession
from tests.support.desk import Desk, key, open_desk
from tests.support.lists import NLH_LIST
from tests.support.people import one_person
from tests.support.refusals import refused


def _seat(desk: Desk, player: Player, seat: int, session: TableSession | None = None) -> Sitting:
    session = session or desk.session
    desk.buy_in(player, 200_00, session=session)
    return seat_player(session=session, player=player, seat=seat, amount=200_00, key=key(), **desk.by())


def _apart(desk: Desk, one: Player, other: str, **facts: Any) -> Any:
    return keep_apart(room=desk.room, player=one, other=other, **{"reason": "they fought", **desk.by(), **facts})


def _alarms() -> list[str]:
    return [alarm.kind for alarm in SessionAlarm.objects.filter(cleared_at=None)]


def test_a_warning_says_where_and_for_what(desk: Desk) -> None:
    ann = desk.player("Ann")
    _seat(desk, ann, 1)
    warn_player(room=desk.room, player=ann, text="threw cards", policy="no_abuse", **desk.by())
    (warned,) = conduct_of(ann, desk.room).warnings
    assert (warned.row.session, warned.row.text) == (desk.session, "threw cards")
    assert warned.point is not None
    assert "004:L44" in warned.point.books
    for text, policy, code in ((" ", "", "reason_missing"), ("swore", "made_up", "policy_unknown")):
        with pytest.raises(DomainError) as error:
            warn_player(room=desk.room, player=ann, text=text, policy=policy, **desk.by())
        assert error.value.code == code


def test_a_person_with_two_records_was_warned_whichever_is_opened(desk: Desk) -> None:
    ann, again = desk.player("Ann"), desk.player("Annie")
    warn_player(room=desk.room, player=ann, text="threw cards", **desk.by())
    warn_player(room=desk.room, player=again, text="swore", **desk.by())
    assert [warned.row.text for warned in conduct_of(again, desk.room).warnings] == ["swore"]
    one_person(desk.room, ann, again, by=desk.manager, at=desk.at())
    for record in (ann, again):
        assert [warned.row.text for warned in conduct_of(record, desk.room).warnings] == ["swore", "threw cards"]


def test_a_warning_in_one_room_names_no_table_of_another(desk: Desk) -> None:
    ann, elsewhere = desk.player("Ann"), open_desk()
    _seat(desk, ann, 1)
    warned = warn_player(room=elsewhere.room, player=ann, text="threw cards", **elsewhere.by())
    assert (warned.room, warned.session) == (elsewhere.room, None)


def test_a_warning_names_the_table_where_they_sit_by_another_record(desk: Desk) -> None:
    ann, annie = desk.player("Ann"), desk.player("Annie")
    one_person(desk.room, ann, annie, by=desk.manager, at=desk.at())
    _seat(desk, annie, 1)
    assert warn_player(room=desk.room, player=ann, text="threw cards", **desk.by()).session == desk.session


def test_a_warning_names_no_table_that_they_left(desk: Desk) -> None:
    ann = desk.player("Ann")
    leave_seat(sitting=_seat(desk, ann, 1), key=key(), **desk.by())
    assert warn_player(room=desk.room, player=ann, text="threw cards", **desk.by()).session is None


@pytest.mark.parametrize("newcomer", ["Ann", "Ben"])
def test_players_kept_apart_are_not_seated_together(desk: Desk, newcomer: str) -> None:
    ann, ben = desk.player("Ann"), desk.player("Ben")
    made = _apart(desk, ann, "ben")
    sits, comes = (ben, ann) if newcomer == "Ann" else (ann, ben)
    _seat(desk, sits, 1)
    with pytest.raises(DomainError) as error:
        _seat(desk, comes, 2)
    assert (error.value.code, error.value.citation) == ("kept_apart", "004:L64")
    _seat(desk, desk.player("Cat"), 3)
    end_separation(room=desk.room, separation=made, reason="made up", **desk.by())
    seat_player(session=desk.session, player=comes, seat=2, amount=200_00, key=key(), **desk.by())


def test_whoever_left_the_table_is_kept_apart_from_nobody_there(desk: Desk) -> None:
    ann, ben = desk.player("Ann"), desk.player("Ben")
    _apart(desk, ann, "Ben")
    leave_seat(sitting=_seat(desk, ben, 1), key=key(), **desk.by())
    assert _seat(desk, ann, 2).left_at is None


def test_nor_moved_together(desk: Desk) -> None:
    ann, ben = desk.player("Ann"), desk.player("Ben")
    other = desk.open_table()
    _seat(desk, ann, 1)
    sitting = _seat(desk, ben, 1, other)
    _apart(desk, ann, str(ben.pk))
    with pytest.raises(DomainError) as error:
        move_player(sitting=sitting, session=desk.session, seat=2, key=key(), **desk.by())
    assert error.value.code == "kept_apart"


def test_where_both_sit_already_an_alarm_stands_until_one_leaves(desk: Desk) -> None:
    ann, ben = desk.player("Ann"), desk.player("Ben")
    _seat(desk, ann, 1)
    sitting = _seat(desk, ben, 2)
    _apart(desk, ben, "Ann")
    assert _alarms() == ["kept_apart"]
    leave_seat(sitting=sitting, key=key(), **desk.by())
    assert _alarms() == []


def test_the_alarm_goes_with_whichever_record_sat_there(desk: Desk) -> None:
    """The separation names one record of Ann, and another one sits there."""
    ann, annie = desk.player("Ann"), desk.player("Annie")
    one_person(desk.room, ann, annie, by=desk.manager, at=desk.at())
    sitting = _seat(desk, annie, 1)
    _seat(desk, desk.player("Ben"), 2)
    _apart(desk, ann, "Ben")
    assert _alarms() == ["kept_apart"]
    leave_seat(sitting=sitting, key=key(), **desk.by())
    assert _alarms() == []


def test_nobody_is_kept_apart_from_themselves_or_twice_from_one_person(desk: Desk) -> None:
    """Whichever of their records is named."""
    ann, annie, ben = (desk.player(name) for name in ("Ann", "Annie", "Ben"))
    one_person(desk.room, ann, annie, by=desk.manager, at=desk.at())
    _apart(desk, ann, "Ben")
    named = [(ann, "Annie", "same_player"), (annie, "Ben", "apart_already"), (ben, "Annie", "apart_already")]
    for one, other, code in named:
        with pytest.raises(DomainError) as error:
            _apart(desk, one, other)
        assert error.value.code == code


def test_two_who_sit_together_are_told_of_once_they_are_known_to_be_kept_apart(desk: Desk) -> None:
    ann, annie, ben = (desk.player(name) for name in ("Ann", "Annie", "Ben"))
    _apart(desk, ann, "Ben")
    _seat(desk, annie, 1)
    _seat(desk, ben, 2)
    assert _alarms() == []
    one_person(desk.room, ann, annie, by=desk.manager, at=desk.at())
    assert _alarms() == ["kept_apart"]


def test_an_alarm_names_only_who_sits_there(desk: Desk) -> None:
    """Ann is kept apart from Cat, who sits there, and from Ben, who does not: of Ben there is no alarm here."""
    ann, cat = desk.player("Ann"), desk.player("Cat")
    desk.player("Ben")
    _seat(desk, ann, 1)
    _seat(desk, cat, 2)
    _apart(desk, ann, "Cat")
    _apart(desk, ann, "Ben")
    alarm = SessionAlarm.objects.get(cleared_at=None)
    assert alarm.text == "Ann and Cat are kept apart: move one of them."


def test_the_alarm_goes_with_the_separation(desk: Desk) -> None:
    ann, ben = desk.player("Ann"), desk.player("Ben")
    _seat(desk, ann, 1)
    _seat(desk, ben, 2)
    made = _apart(desk, ben, "Ann")
    end_separation(room=desk.room, separation=made, reason="a mistake", **desk.by())
    assert _alarms() == []
    with pytest.raises(DomainError) as error:
        end_separation(room=desk.room, separation=made, reason="again", **desk.by())
    assert error.value.code == "separation_ended"


def test_whom_one_is_kept_apart_from_is_one_player_and_another(desk: Desk) -> None:
    ann = desk.player("Ann")
    desk.player("Lee")
    desk.player("lee")
    _apart(desk, ann, str(desk.player("Ben").pk))
    wrong = (("Nobody", "player_unknown"), ("Lee", "player_unknown"), ("Ann", "same_player"), ("Ben", "apart_already"))
    for other, code in wrong:
        with pytest.raises(DomainError) as error:
            _apart(desk, ann, other)
        assert error.value.code == code
    with pytest.raises(DomainError) as error:
        _apart(desk, ann, "Lee", reason=" ")
    assert error.value.code == "reason_missing"


class TestOfOneRoom:
    """A room keeps people apart at its own tables, and ends that itself."""

    @pytest.fixture
    def elsewhere(self, desk: Desk) -> Desk:
        return open_desk()

    @pytest.fixture
    def theirs(self, desk: Desk, elsewhere: Desk) -> Separation:
        """Ann and Ben, whom both rooms know, are kept apart in the other one."""
        ann = elsewhere.player("Ann")
        made: Separation = _apart(elsewhere, ann, str(elsewhere.player("Ben").pk))
        for player in (made.first, made.second):
            desk.buy_in(player, 200_00)
        return made

    def test_they_sit_together_in_another_one(self, desk: Desk, elsewhere: Desk, theirs: Separation) -> None:
        for seat, player in enumerate((theirs.first, theirs.second), start=1):
            desk.seat(player, seat, 200_00)
        assert _alarms() == []
        one_person(desk.room, theirs.first, desk.player("Annie"), by=desk.manager, at=desk.at())
        assert _alarms() == []

    def test_and_not_in_the_one_that_keeps_them_apart(self, elsewhere: Desk, theirs: Separation) -> None:
        _seat(elsewhere, theirs.first, 1)
        refused("kept_apart", lambda: _seat(elsewhere, theirs.second, 2))

    def test_each_room_decides_for_itself_and_ends_its_own(
        self, desk: Desk, elsewhere: Desk, theirs: Separation
    ) -> None:
        _seat(elsewhere, theirs.first, 1)
        _seat(elsewhere, desk.player("Cat"), 2)
        ours = _apart(desk, theirs.first, str(theirs.second.pk))
        refused("apart_already", lambda: _apart(desk, theirs.second, str(theirs.first.pk)))
        facts = {"separation": theirs, "reason": "made up"}
        error = refused("separation_elsewhere", lambda: end_separation(room=desk.room, **facts, **desk.by()))
        assert error.message.startswith(f"{elsewhere.room} keeps them apart")
        assert "ask a supervisor there" in error.message
        assert not AuditEvent.objects.filter(verb="players.let_together").exists()
        end_separation(room=elsewhere.room, **facts, **elsewhere.by())
        assert list(Separation.objects.filter(ended_at=None)) == [ours]
        assert AuditEvent.objects.get(verb="players.let_together").room == elsewhere.room

    def test_the_alarm_of_another_room_stays(self, desk: Desk, elsewhere: Desk) -> None:
        ann, ben = desk.player("Ann"), desk.player("Ben")
        _seat(desk, ann, 1)
        _seat(desk, ben, 2)
        ours = _apart(desk, ann, str(ben.pk))
        elsewhere.buy_in(ann, 200_00), elsewhere.buy_in(ben, 200_00)
        theirs = _apart(elsewhere, ann, str(ben.pk))
        end_separation(room=elsewhere.room, separation=theirs, reason="made up", **elsewhere.by())
        assert _alarms() == ["kept_apart"]
        end_separation(room=desk.room, separation=ours, reason="made up", **desk.by())
        assert _alarms() == []

    def test_another_room_sees_of_it_only_whom_it_knows(self, desk: Desk, elsewhere: Desk, theirs: Separation) -> None:
        _apart(elsewhere, theirs.first, str(elsewhere.player("Cat").pk))
        told = {room.pk: conduct_of(theirs.first, room).separations for room in (desk.room, elsewhere.room)}
        assert [(each.them, each.is_ours) for each in told[desk.room.pk]] == [(theirs.second, False)]
        assert [each.is_ours for each in told[elsewhere.room.pk]] == [True, True]

    def test_what_no_room_is_noted_of_binds_in_every_one_and_any_ends_it(
        self, desk: Desk, elsewhere: Desk, theirs: Separation
    ) -> None:
        Separation.objects.update(room=None)
        theirs.refresh_from_db()
        desk.seat(theirs.first, 1, 200_00)
        refused("kept_apart", lambda: desk.seat(theirs.second, 2, 200_00))
        end_separation(room=desk.room, separation=theirs, reason="made up", **desk.by())
        desk.seat(theirs.second, 2, 200_00)


def test_separations_of_before_are_of_the_room_in_whose_trail_they_stand(desk: Desk) -> None:
    elsewhere = open_desk()
    made = [_apart(each, each.player("Ann"), str(each.player("Ben").pk)) for each in (desk, elsewhere)]
    Separation.objects.update(room=None)
    told = Path(conduct.__file__).parents[1] / "sql" / "rooms_apart.sql"
    with connection.cursor() as cursor:
        cursor.execute(told.read_text(encoding="utf-8"))
    assert [Separation.objects.get(pk=each.pk).room for each in made] == [desk.room, elsewhere.room]


class TestNamesakes:
    """Who may be somebody that is kept apart plays: they are asked about beside the other one alone."""

    @pytest.fixture
    def apart(self, desk: Desk) -> Separation:
        """Tess and Ben, whom the room keeps apart."""
        made: Separation = _apart(desk, desk.player("Tess"), str(desk.player("Ben").pk))
        return made

    def test_joins_a_list_buys_chips_and_sits_down(self, desk: Desk, apart: Separation) -> None:
        again = desk.player("Tess")
        join_list(room=desk.room, game=NLH_LIST, player=again, key=key(), **desk.by())
        _seat(desk, again, 3)
        assert questions([again], room=desk.room, at=desk.now) == []

    def test_is_asked_about_at_the_table_of_the_other_one(self, desk: Desk, apart: Separation) -> None:
        _seat(desk, apart.second, 1)
        again = desk.player("Tess")
        error = refused("who_is_it", lambda: _seat(desk, again, 2), may_be=[apart.first.pk])
        assert f"who is kept apart from somebody who sits at {desk.session.table}" in error.message
        _seat(desk, again, 2, desk.open_table())

    def test_whichever_of_the_two_sits_there(self, desk: Desk, apart: Separation) -> None:
        _seat(desk, apart.first, 1)
        refused("who_is_it", lambda: _seat(desk, desk.player("Ben"), 2), may_be=[apart.second.pk])

    def test_is_not_asked_about_once_that_one_left_or_may_sit_there(self, desk: Desk, apart: Separation) -> None:
        sitting = _seat(desk, apart.second, 1)
        leave_seat(sitting=sitting, key=key(), **desk.by())
        _seat(desk, desk.player("Tess"), 2)
        other = desk.open_table()
        end_separation(room=desk.room, separation=apart, reason="made up", **desk.by())
        _seat(desk, apart.second, 1, other)
        _seat(desk, desk.player("Tess"), 2, other)

    def test_until_somebody_decides(self, desk: Desk, apart: Separation) -> None:
        _seat(desk, apart.second, 1)
        again, same = desk.player("Tess"), desk.player("Tess")
        facts = {
            "room": desk.room,
            "other": apart.first,
            "reason": "showed a passport",
            "by": desk.manager,
            "at": desk.at(),
        }
        decide_identity(player=again, outcome=IdentityDecision.Outcome.ANOTHER, **facts)
        _seat(desk, again, 2)
        decide_identity(player=same, outcome=IdentityDecision.Outcome.SAME, **facts)
        refused("kept_apart", lambda: _seat(desk, same, 3))

    def test_is_asked_about_by_whichever_record_of_the_other_one(self, desk: Desk) -> None:
        first, tess, ben = desk.player("Benny Goodwin"), desk.player("Tess"), desk.player("Ben")
        _apart(desk, tess, str(ben.pk))
        one_person(desk.room, first, ben, by=desk.manager, at=desk.at())
        _seat(desk, first, 1)
        refused("who_is_it", lambda: _seat(desk, desk.player("Tess"), 2))

    def test_nor_by_another_record_of_the_first_one(self, desk: Desk) -> None:
        first, ben, tess = desk.player("Benny Goodwin"), desk.player("Ben"), desk.player("Tess")
        assert _apart(desk, ben, str(tess.pk)).first == ben
        one_person(desk.room, first, ben, by=desk.manager, at=desk.at())
        _seat(desk, first, 1)
        refused("who_is_it", lambda: _seat(desk, desk.player("Tess"), 2))

    def test_is_asked_about_in_that_room_alone(self, desk: Desk, apart: Separation) -> None:
        elsewhere = open_desk()
        _seat(elsewhere, apart.second, 1)
        _seat(elsewhere, elsewhere.player("Tess"), 2)

    def test_two_of_one_name_who_are_kept_apart_are_two(self, desk: Desk) -> None:
        tess = desk.player("Tess")
        made = _apart(desk, tess, str(desk.player("Tess").pk))
        _seat(desk, tess, 1)
        refused("kept_apart", lambda: _seat(desk, made.other(tess), 2))
        assert questions_of_seats([tess], room=desk.room) == []
