"""Players who work here: noted and ended by somebody else, once for each person, by whichever record."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from config.audit.models import AuditEvent
from config.staff.models import StaffRole, User
from players.models import Employment, Player
from players.services import Identity, edit_player, note_works_here, note_works_here_no_more, register_player
from players.works_here import employed_at, not_yet_players, refuse_oneself, works_of
from tables.models import Dealer
from tables.services import register_dealer
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.people import one_person, signed_in
from tests.support.refusals import refused
from tests.support.words import text

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    return open_desk()


def noted(desk: Desk, player: Player, who: object, **facts: object) -> Employment:
    given = {"room": desk.room, "player": player, "who": who, "by": desk.manager, "at": desk.at(), "key": key()}
    return note_works_here(**(given | facts))  # type: ignore[arg-type]


def ended(desk: Desk, row: Employment, **facts: object) -> Employment:
    given = {"employment": row, "by": desk.manager, "at": desk.at(), "key": key()}
    return note_works_here_no_more(**(given | facts))  # type: ignore[arg-type]


def a_dealer(desk: Desk) -> Dealer:
    return register_dealer(room=desk.room, badge_number="D1", display_name="Dora", by=desk.manager, at=desk.at())


def test_the_work_of_a_player_is_told_in_words(desk: Desk) -> None:
    ann = desk.player()
    row = noted(desk, ann, desk.cashier)
    noted(desk, ann, a_dealer(desk))
    assert [each.work for each in works_of(ann, desk.room)] == ["cashier", "dealer"]
    StaffRole.objects.filter(user=desk.cashier).update(ended_at=desk.at())
    assert works_of(ann, desk.room)[0].work == "no role any more"
    event = AuditEvent.objects.get(verb="player.works_here", subject_id=str(row.pk))
    assert event.after == {"player": ann.pk, "user": desk.cashier.pk, "badge": desk.cashier.badge_number}


def test_it_is_told_by_every_record_of_the_person(desk: Desk) -> None:
    ann, again = desk.player(), desk.player()
    noted(desk, ann, desk.cashier)
    one_person(desk.room, ann, again, by=desk.manager, at=desk.at())
    again.refresh_from_db()
    assert [each.row.player for each in works_of(again, desk.room)] == [ann]
    refused("works_here_already", lambda: noted(desk, again, person(desk.room, "floor")))


def test_each_of_the_staff_is_one_person_and_each_person_one_of_them(desk: Desk) -> None:
    ann, bob, dora = desk.player(), desk.player(), a_dealer(desk)
    noted(desk, ann, desk.cashier)
    error = refused("works_here_already", lambda: noted(desk, bob, desk.cashier))
    assert f"{ann}, player {ann.pk}, is {desk.cashier}" in error.message
    refused("works_here_already", lambda: noted(desk, ann, person(desk.room, "floor")))
    noted(desk, ann, dora)
    refused("works_here_already", lambda: noted(desk, bob, dora))


def test_nobody_notes_or_ends_it_about_themselves(desk: Desk) -> None:
    ann = desk.player()
    refused("own_employment", lambda: noted(desk, ann, desk.manager))
    other = person(desk.room, "manager")
    row = noted(desk, ann, desk.manager, by=other)
    refused("own_employment", lambda: ended(desk, row))
    refused("serves_oneself", lambda: noted(desk, ann, a_dealer(desk)))
    of_dealer = noted(desk, ann, Dealer.objects.get(), by=other)
    refused("serves_oneself", lambda: ended(desk, of_dealer))
    assert ended(desk, row, by=other).ended_by == other


def test_only_who_works_here_is_noted(desk: Desk) -> None:
    elsewhere = open_desk()
    refused("works_elsewhere", lambda: noted(desk, desk.player(), elsewhere.cashier))
    refused("works_elsewhere", lambda: noted(desk, desk.player(), a_dealer(elsewhere)))


def test_what_ended_stays_on_record_and_may_begin_again(desk: Desk) -> None:
    ann = desk.player()
    row, won = noted(desk, ann, desk.cashier), desk.at()
    ended(desk, row)
    refused("employment_ended", lambda: ended(desk, row))
    assert works_of(ann, desk.room) == []
    assert list(employed_at([ann.pk], desk.room, won)) == [row], "it was so then"
    assert not employed_at([ann.pk], desk.room, desk.at()).exists()
    again = noted(desk, ann, desk.cashier)
    assert list(employed_at([ann.pk], desk.room, won)) == [row, again], "found out afterwards counts too"
    ended(desk, again, was_wrong=True)
    assert list(employed_at([ann.pk], desk.room, won)) == [row], "what was noted by mistake never was"
    assert AuditEvent.objects.filter(verb="player.works_here_no_more").first().after == {"was_wrong": True}  # type: ignore[union-attr]


def test_a_key_notes_and_ends_once(desk: Desk) -> None:
    ann, same, over = desk.player(), key(), key()
    row = noted(desk, ann, desk.cashier, key=same)
    assert noted(desk, ann, desk.cashier, key=same) == row
    assert ended(desk, row, key=over) == ended(desk, row, key=over)


def test_nobody_serves_themselves_by_whichever_record_and_room(desk: Desk) -> None:
    ann, again, elsewhere = desk.player(), desk.player(), open_desk()
    StaffRole.objects.create(user=desk.cashier, room=elsewhere.room, role="cashier")
    row = noted(elsewhere, again, User.objects.get(pk=desk.cashier.pk))
    one_person(desk.room, ann, again, by=desk.manager, at=desk.at())
    for record in (ann, again):  # as they were read before somebody linked them
        for people in ((desk.cashier,), (desk.manager, desk.cashier), (None, desk.cashier)):
            error = refused("serves_oneself", lambda: refuse_oneself(record, *people, what="pays themselves"))  # noqa: B023 - called at once
            assert error.message == f"{again} is {desk.cashier}, and nobody pays themselves: let somebody else do it."
    refuse_oneself([desk.player(), desk.player()], desk.cashier, what="pays themselves")
    refuse_oneself(ann, desk.manager, None, what="pays themselves")
    ended(elsewhere, row)
    refuse_oneself(ann, desk.cashier, what="pays themselves")


def test_who_is_offered_is_not_noted_yet(desk: Desk) -> None:
    dora = a_dealer(desk)
    assert not_yet_players(desk.room) == [desk.cashier, desk.manager, dora]
    noted(desk, desk.player(), desk.cashier)
    noted(desk, desk.player(), dora)
    assert not_yet_players(desk.room) == [desk.manager]


def test_the_database_keeps_one_of_each_and_by_another(desk: Desk) -> None:
    row = noted(desk, desk.player(), desk.cashier)
    facts = {"room": desk.room, "player": desk.player(), "noted_at": desk.at(), "noted_by": desk.manager}
    for wrong, words in (
        ({}, "employment_of_user_or_dealer"),
        ({"user": desk.second, "dealer": a_dealer(desk)}, "employment_of_user_or_dealer"),
        ({"user": desk.manager}, "employment_noted_by_another"),
        ({"user": desk.cashier}, "employment_once_a_user"),
        ({"user": desk.second, "player": row.player}, "employment_one_user_a_player"),
        ({"user": desk.second, "ended_at": desk.at()}, "employment_ended_by_somebody"),
    ):
        with pytest.raises(IntegrityError, match=words), transaction.atomic():
            Employment.objects.create(**(facts | wrong | {"request_key": key()}))


class TestNameOfTheStaff:
    """Whoever is registered under the name of somebody who works here is asked about: nobody sells to themselves."""

    @pytest.fixture
    def sam(self, desk: Desk) -> Dealer:
        facts = {"room": desk.room, "badge_number": "D8", "by": desk.manager, "at": desk.at()}
        return register_dealer(display_name="Sam Chen", **facts)

    def registered(self, desk: Desk, name: str = "Sam Chen", legal: str = "", **facts: object) -> Player:
        identity = Identity(display_name=name, legal_name=legal)
        given = {"room": desk.room, "identity": identity, "by": desk.cashier, "at": desk.at()}
        return register_player(**(given | facts))  # type: ignore[arg-type]

    @pytest.mark.parametrize(("name", "legal"), [("Sam Chen", ""), ("chen sam", ""), ("The Kid", "Sam Chen")])
    def test_it_is_asked_whether_it_is_that_person(self, desk: Desk, sam: Dealer, name: str, legal: str) -> None:
        said = refused("may_work_here", lambda: self.registered(desk, name, legal))
        assert said.allowed == {"confirm": "not_staff", "or": "is_staff"}
        assert said.message.startswith("Sam Chen works here, and no note says who of the players that is")
        assert not Player.objects.filter(display_name=name).exists()

    @pytest.mark.parametrize("answer", ["not_staff", "is_staff"])
    def test_the_answer_stays_in_the_trail(self, desk: Desk, sam: Dealer, answer: str) -> None:
        player = self.registered(desk, confirmed=(answer,))
        event = AuditEvent.objects.get(verb="player.registered", subject_id=str(player.pk))
        assert event.after[answer] == ["Sam Chen"]

    def test_it_names_everybody_who_is_called_so(self, desk: Desk, sam: Dealer) -> None:
        register_dealer(display_name="Chen Sam", room=desk.room, badge_number="D9", **desk.by())
        player = self.registered(desk, confirmed=("not_staff",))
        event = AuditEvent.objects.get(verb="player.registered", subject_id=str(player.pk))
        assert event.after["not_staff"] == ["Chen Sam", "Sam Chen"]

    def test_who_is_noted_already_another_name_and_another_room_are_not_asked_about(
        self, desk: Desk, sam: Dealer
    ) -> None:
        self.registered(desk, "Sam Cheng")
        self.registered(desk, "Sam")
        elsewhere = open_desk()
        self.registered(elsewhere)
        noted(desk, self.registered(desk, confirmed=("is_staff",)), sam)
        assert self.registered(desk).display_name == "Sam Chen"

    def renamed(self, desk: Desk, player: Player, name: str, **facts: object) -> Player:
        given = {"room": desk.room, "player": player, "identity": Identity(display_name=name)}
        return edit_player(**(given | {"by": desk.cashier, "at": desk.at()} | facts))  # type: ignore[arg-type]

    def test_who_gets_such_a_name_is_asked_about_once(self, desk: Desk, sam: Dealer) -> None:
        player = self.registered(desk, "Samuel Carter")
        said = refused("may_work_here", lambda: self.renamed(desk, player, "Sam Chen"))
        assert said.allowed == {"confirm": "not_staff", "or": "is_staff"}
        assert Player.objects.get(pk=player.pk).display_name == "Samuel Carter"
        self.renamed(desk, player, "Sam Chen", confirmed=("is_staff",))
        event = AuditEvent.objects.filter(verb="player.edited", subject_id=str(player.pk)).latest("pk")
        assert event.after["is_staff"] == ["Sam Chen"]
        assert self.renamed(desk, player, "Chen Sam").display_name == "Chen Sam", "it is the name they had"

    def test_the_page_of_a_player_asks_and_keeps_what_was_typed(self, desk: Desk, sam: Dealer) -> None:
        player = self.registered(desk, "Samuel Carter")
        floor, address = signed_in(desk.second), reverse("player_edit", args=[player.pk])
        asked = floor.post(address, {"display_name": "Sam Chen", "legal_name": "Samuel Chen Carter"})
        assert asked.status_code == 422
        for word in ("is it the same person?", "It is somebody else", "It is the same person"):
            assert word in text(asked)
        assert 'value="Samuel Chen Carter"' in asked.content.decode()
        assert text(asked).count("is it the same person?") == 1
        sent = {"display_name": "Sam Chen", "legal_name": "Samuel Chen Carter", "confirm": "not_staff"}
        assert floor.post(address, sent).status_code == 303
        assert Player.objects.get(pk=player.pk).display_name == "Sam Chen"

    def test_a_name_of_one_word_says_too_little(self, desk: Desk) -> None:
        a_dealer(desk)
        assert self.registered(desk, "Dora").display_name == "Dora"

    def test_the_page_asks_and_takes_either_answer(self, desk: Desk, sam: Dealer) -> None:
        window, address = signed_in(desk.cashier), reverse("player_new")
        asked = window.post(address, {"display_name": "Sam Chen"})
        assert asked.status_code == 422
        for word in ("is it the same person?", "It is somebody else", "It is the same person"):
            assert word in text(asked)
        assert window.post(address, {"display_name": "Sam Chen", "confirm": "not_staff"}).status_code == 303
        assert window.post(address, {"display_name": "Sam Chen", "confirm": "is_staff"}).status_code == 303
