"""Conduct: warnings are kept, and players who are kept apart are never seated together."""

from typing import Any

import pytest

from config.errors import DomainError
from players.models import Player, Sitting
from players.selectors.conduct import conduct_of
from players.services import (
    end_separation,
    keep_apart,
    leave_seat,
    move_player,
    seat_player,
    warn_player,
)
from tables.models import SessionAlarm, TableSession
from tests.support.desk import Desk, key, open_desk
from tests.support.people import one_person


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
    (warned,) = conduct_of(ann).warnings
    assert (warned.row.session, warned.row.text) == (desk.session, "threw cards")
    assert warned.point is not None
    assert "004:L44" in warned.point.books
    for text, policy, code in ((" ", "", "reason_missing"), ("swore", "made_up", "policy_unknown")):
        with pytest.raises(DomainError) as refused:
            warn_player(room=desk.room, player=ann, text=text, policy=policy, **desk.by())
        assert refused.value.code == code


def test_a_person_with_two_records_was_warned_whichever_is_opened(desk: Desk) -> None:
    ann, again = desk.player("Ann"), desk.player("Annie")
    warn_player(room=desk.room, player=ann, text="threw cards", **desk.by())
    warn_player(room=desk.room, player=again, text="swore", **desk.by())
    assert [warned.row.text for warned in conduct_of(again).warnings] == ["swore"]
    one_person(desk.room, ann, again, by=desk.manager, at=desk.at())
    for record in (ann, again):
        assert [warned.row.text for warned in conduct_of(record).warnings] == ["swore", "threw cards"]


def test_a_warning_in_one_room_names_no_table_of_another(desk: Desk) -> None:
    ann, elsewhere = desk.player("Ann"), open_desk()
    _seat(desk, ann, 1)
    warned = warn_player(room=elsewhere.room, player=ann, text="threw cards", **elsewhere.by())
    assert (warned.room, warned.session) == (elsewhere.room, None)


@pytest.mark.parametrize("newcomer", ["Ann", "Ben"])
def test_players_kept_apart_are_not_seated_together(desk: Desk, newcomer: str) -> None:
    ann, ben = desk.player("Ann"), desk.player("Ben")
    made = _apart(desk, ann, "ben")
    sits, comes = (ben, ann) if newcomer == "Ann" else (ann, ben)
    _seat(desk, sits, 1)
    with pytest.raises(DomainError) as refused:
        _seat(desk, comes, 2)
    assert (refused.value.code, refused.value.citation) == ("kept_apart", "004:L64")
    _seat(desk, desk.player("Cat"), 3)
    end_separation(room=desk.room, separation=made, reason="made up", **desk.by())
    seat_player(session=desk.session, player=comes, seat=2, amount=200_00, key=key(), **desk.by())


def test_nor_moved_together(desk: Desk) -> None:
    ann, ben = desk.player("Ann"), desk.player("Ben")
    other = desk.open_table()
    _seat(desk, ann, 1)
    sitting = _seat(desk, ben, 1, other)
    _apart(desk, ann, str(ben.pk))
    with pytest.raises(DomainError) as refused:
        move_player(sitting=sitting, session=desk.session, seat=2, key=key(), **desk.by())
    assert refused.value.code == "kept_apart"


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
        with pytest.raises(DomainError) as refused:
            _apart(desk, one, other)
        assert refused.value.code == code


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
    with pytest.raises(DomainError) as refused:
        end_separation(room=desk.room, separation=made, reason="again", **desk.by())
    assert refused.value.code == "separation_ended"


def test_whom_one_is_kept_apart_from_is_one_player_and_another(desk: Desk) -> None:
    ann = desk.player("Ann")
    desk.player("Lee")
    desk.player("lee")
    _apart(desk, ann, str(desk.player("Ben").pk))
    wrong = (("Nobody", "player_unknown"), ("Lee", "player_unknown"), ("Ann", "same_player"), ("Ben", "apart_already"))
    for other, code in wrong:
        with pytest.raises(DomainError) as refused:
            _apart(desk, ann, other)
        assert refused.value.code == code
    with pytest.raises(DomainError) as refused:
        _apart(desk, ann, "Lee", reason=" ")
    assert refused.value.code == "reason_missing"
