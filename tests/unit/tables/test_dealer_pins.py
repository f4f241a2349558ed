"""The PIN of a dealer: chosen once by whom it is, changed before two people, guessed by nobody."""

from datetime import timedelta
from typing import Any

import pytest

from config.audit.models import AuditEvent
from config.staff.guesses import MOST_FAILURES
from config.staff.pin_holders import MOST_OVER_ALL
from tables.models import Dealer, DealerGuesses
from tables.services import refuse_unsigned, register_dealer, set_dealer_pin, show_dealer_pin
from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk, person
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
PIN, OTHER = "4711", "5822"


@arranged
def desk() -> Desk:
    """A room with two dealers, of whom only Mia has a PIN."""
    desk = open_desk()
    for badge, name in (("D1", "Mia"), ("D2", "Noor")):
        register_dealer(room=desk.room, badge_number=badge, display_name=name, by=desk.manager, at=desk.at())
    set_dealer_pin(dealer=dealer(), pin=PIN, by=desk.manager, at=desk.at())
    return desk


def dealer(name: str = "Mia") -> Dealer:
    return Dealer.objects.select_related("room").get(display_name=name)


def guess_wrong(**facts: Any) -> None:
    """Wrong ones until one waits."""
    for code in ["pin_wrong"] * (MOST_FAILURES - 1) + ["pin_locked"]:
        refused(code, lambda: show_dealer_pin(pin=OTHER, **facts))


class TestSetting:
    def test_it_is_kept_as_a_hash_and_told_without_it(self, desk: Desk) -> None:
        assert dealer().check_pin(PIN)
        assert PIN not in dealer().pin_hash
        assert AuditEvent.objects.get(verb="dealer.pin_set").after == {"dealer": "Mia"}

    def test_a_dealer_without_one_signs_with_none(self, desk: Desk) -> None:
        assert not dealer("Noor").check_pin("")

    def test_another_one_takes_a_second_person_who_manages_dealers(self, desk: Desk) -> None:
        facts = {"dealer": dealer(), "pin": OTHER, "by": desk.manager, "at": desk.at()}
        refused("second_needed", lambda: set_dealer_pin(**facts))
        refused("second_is_first", lambda: set_dealer_pin(second=desk.manager, **facts))
        refused("second_may_not", lambda: set_dealer_pin(second=desk.cashier, **facts))
        set_dealer_pin(second=person(desk.room, "floor"), **facts)
        assert dealer().check_pin(OTHER)

    @pytest.mark.parametrize(("pin", "code"), [("47", "pin_unreadable"), ("1234", "pin_too_plain")])
    def test_nobody_would_try_it_first(self, desk: Desk, pin: str, code: str) -> None:
        facts = {"dealer": dealer("Noor"), "pin": pin, "by": desk.manager, "at": desk.at()}
        assert refused(code, lambda: set_dealer_pin(**facts)).field == "own_pin"


class TestSigning:
    def test_badge_and_pin_are_the_dealers_own(self, desk: Desk) -> None:
        facts = {"dealer": dealer(), "by": person(desk.room, "floor"), "at": desk.at()}
        refused("badge_unknown", lambda: show_dealer_pin(badge="D2", pin=PIN, **facts))
        refused("pin_wrong", lambda: show_dealer_pin(badge="D1", pin=OTHER, **facts))
        assert show_dealer_pin(badge=" d1 ", pin=PIN, **facts).dealer_id == dealer().pk

    def test_who_has_none_is_told_where_to_choose_one(self, desk: Desk) -> None:
        facts = {"dealer": dealer("Noor"), "badge": "D2", "pin": "", "by": desk.manager, "at": desk.at()}
        assert "under Dealers" in refused("dealer_pin_missing", lambda: show_dealer_pin(**facts)).message

    def test_it_holds_for_a_few_minutes_and_for_that_dealer(self, desk: Desk) -> None:
        floor = person(desk.room, "floor")
        signed = show_dealer_pin(dealer=dealer(), badge="D1", pin=PIN, by=floor, at=desk.now)
        refuse_unsigned(dealer(), signed, floor, at=desk.now + timedelta(minutes=5))
        refused("dealer_must_sign", lambda: refuse_unsigned(dealer(), None, floor, at=desk.now))
        for minutes in (6, -1):
            later = desk.now + timedelta(minutes=minutes)
            refused("dealer_must_sign", lambda later=later: refuse_unsigned(dealer(), signed, floor, at=later))
        set_dealer_pin(dealer=dealer("Noor"), pin=PIN, by=floor, at=desk.now)
        refused("dealer_must_sign", lambda: refuse_unsigned(dealer("Noor"), signed, desk.manager, at=desk.now))

    def test_whoever_entered_it_today_does_not_sign_beside_it(self, desk: Desk) -> None:
        signed = show_dealer_pin(dealer=dealer(), badge="D1", pin=PIN, by=desk.manager, at=desk.now)
        refused("dealer_pin_is_new", lambda: refuse_unsigned(dealer(), signed, desk.manager, at=desk.now))
        tomorrow = desk.now + timedelta(days=1)
        signed = show_dealer_pin(dealer=dealer(), badge="D1", pin=PIN, by=desk.manager, at=tomorrow)
        refuse_unsigned(dealer(), signed, desk.manager, at=tomorrow)

    def test_today_is_the_gaming_day_past_midnight_and_until_the_morning(self, desk: Desk) -> None:
        room = desk.room
        begins = room.start_of(room.gaming_day(desk.now) + timedelta(days=1))
        set_dealer_pin(dealer=dealer("Noor"), pin=OTHER, by=desk.manager, at=begins - timedelta(hours=10))
        for at, code in ((begins - timedelta(hours=1), "dealer_pin_is_new"), (begins, "")):
            signed = show_dealer_pin(dealer=dealer("Noor"), badge="D2", pin=OTHER, by=desk.manager, at=at)
            if code:
                refused(code, lambda signed=signed, at=at: refuse_unsigned(dealer("Noor"), signed, desk.manager, at=at))
            else:
                refuse_unsigned(dealer("Noor"), signed, desk.manager, at=at)

    def test_nobody_signs_beside_their_own_badge(self, desk: Desk) -> None:
        floor = person(desk.room, "floor")
        Dealer.objects.filter(pk=dealer().pk).update(badge_number=floor.badge_number.lower())
        signed = show_dealer_pin(dealer=dealer(), badge=floor.badge_number, pin=PIN, by=floor, at=desk.now)
        refused("same_person", lambda: refuse_unsigned(dealer(), signed, floor, at=desk.now))


class TestGuessing:
    def test_from_the_limit_on_the_right_one_waits_too(self, desk: Desk) -> None:
        floor = person(desk.room, "floor")
        facts = {"dealer": dealer(), "badge": "D1", "by": floor}
        guess_wrong(at=desk.now, **facts)
        refused("pin_locked", lambda: show_dealer_pin(pin=PIN, at=desk.now, **facts))
        later = desk.now + timedelta(minutes=2)
        assert show_dealer_pin(pin=PIN, at=later, **facts).at == later
        assert not DealerGuesses.objects.filter(failures__gt=0).exists()

    def test_one_session_waits_over_all_dealers(self, desk: Desk) -> None:
        floor = person(desk.room, "floor")
        set_dealer_pin(dealer=dealer("Noor"), pin=PIN, by=desk.manager, at=desk.now)
        guess_wrong(dealer=dealer(), badge="D1", by=floor, at=desk.now)
        facts = {"dealer": dealer("Noor"), "badge": "D2", "at": desk.now, "pin": PIN}
        assert show_dealer_pin(by=floor, **facts).dealer_id == dealer("Noor").pk
        DealerGuesses.objects.update(failures=MOST_OVER_ALL)
        said = refused("pin_locked", lambda: show_dealer_pin(by=floor, **facts)).message
        assert "let Noor sign at another tablet" in said
        assert show_dealer_pin(by=desk.manager, **facts).dealer_id == dealer("Noor").pk

    def test_a_new_pin_ends_the_wait(self, desk: Desk) -> None:
        floor = person(desk.room, "floor")
        facts = {"dealer": dealer(), "badge": "D1", "by": floor, "at": desk.now}
        guess_wrong(**facts)
        set_dealer_pin(dealer=dealer(), pin=OTHER, by=desk.manager, second=floor, at=desk.now)
        assert show_dealer_pin(pin=OTHER, **facts)
