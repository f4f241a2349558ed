"""The pages of awards: declared on a tablet, paid at the window by the player's name, taken back, and the board."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cage.models import AwardVoid, CashSlip, PoolAward, PromoPool
from config.audit.models import AuditEvent
from config.staff.models import User
from games.services import void_hand
from players.services import bar_player
from tests.support.arranged import arranged
from tests.support.awards import a_pool, declared, feed, paid, recovered, seeded, stocked
from tests.support.desk import Desk, at_play_now, key, open_desk, person
from tests.support.people import one_person, signed_in
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db
PIN = "4711"


@arranged
def opened() -> HandTable:
    """A table that feeds a pool of 6.00 with a reserve of 4.00, as counted."""
    table = open_hand_table()
    a_pool(table.desk, games="hold’em with quads beaten")
    feed(table)
    return table


@pytest.fixture
def desk(opened: HandTable) -> Desk:
    return at_play_now(opened.desk)


@pytest.fixture
def floor(desk: Desk) -> Client:
    return signed_in(person(desk.room, "floor"))


def with_pin(someone: User) -> dict[str, str]:
    someone.set_pin(PIN)
    someone.save()
    return {"badge": someone.badge_number, "pin": PIN}


def the_pool() -> PromoPool:
    return PromoPool.objects.get(name="Bad beat")


def form(desk: Desk, **changed: Any) -> dict[str, Any]:
    """An award of 5.00 to two players, as it is filled in."""
    said = {"key": key(), "pool": the_pool().pk, "kind": "bad_beat", "what": "quads beaten by a straight flush"}
    said |= {"amount": "5", "table": desk.session.table_id, "hand": "", "confirm": "cards_unknown not_dealt_in"}
    return said | with_pin(desk.manager) | changed


def test_the_terms_of_a_pool_stand_after_a_stop(floor: Client) -> None:
    shown = floor.get(reverse("awards")).content.decode()
    assert 'quads beaten</span>. <span class="muted">Whoever works here' in shown


def test_an_award_is_declared_and_paid_by_the_player_s_name(desk: Desk, floor: Client) -> None:
    ann, bob = desk.player("Ann"), desk.player("Bob")
    named = {"who_1": "Ann", "parts_1": "50", "who_3": str(bob.pk), "parts_3": "25", "who_4": ""}
    answer = floor.post("/cage/awards/", form(desk, **named))
    assert answer.status_code == 303, text(answer)
    award = PoolAward.objects.get()
    assert answer.headers["Location"] == f"/cage/awards/{award.pk}/"
    assert [(share.player, share.parts, share.amount) for share in award.shares.all()] == [
        (ann, 50, 400), (bob, 25, 100),
    ]  # fmt: skip
    shown = text(floor.get(answer.headers["Location"]))
    assert "Remainder, with the first named" in shown
    assert "not yet" in shown
    window = signed_in(desk.cashier)
    to = window.get("/cage/?q=ann").headers["Location"]
    assert "Pay the award of 4" in text(window.get(to))
    paying = f"/cage/award-shares/{award.shares.get(player=ann).pk}/pay/"
    paid = window.post(paying, {"drawer": desk.drawer.pk, "key": key()})
    slip = CashSlip.objects.get()
    assert paid.headers["Location"] == f"/cage/cash-slips/{slip.pk}/"
    receipt = text(window.get(paid.headers["Location"]))
    for words in (
        "award paid",
        "quads beaten by a straight flush",
        f"bad beat of {award.gaming_day:%-d %B %Y}, Bad beat",
    ):
        assert words in receipt
    again = window.post(paying, {"drawer": desk.drawer.pk, "key": key()})
    assert again.status_code == 422
    assert f"was paid this share with receipt {slip.receipt}" in text(again)
    assert "Pay the award" not in text(window.get(to))
    assert f"receipt {slip.receipt}" in text(floor.get(f"/cage/awards/{award.pk}/"))


def test_the_form_says_what_is_wrong_and_stays_filled_in(desk: Desk, floor: Client) -> None:
    ann, other = desk.player("Ann"), desk.player("Ann")
    refused = text(floor.post("/cage/awards/", form(desk, who_1="Ann", parts_2="5")))
    assert "Several are called so" in refused
    assert "Say whose parts these are" in refused
    assert "Nobody is found" in text(floor.post("/cage/awards/", form(desk, who_1="Zoe")))
    much = floor.post("/cage/awards/", form(desk, who_1=str(ann.pk), amount="11"))
    assert "10 was counted for Bad beat" in text(much)
    assert b'value="quads beaten by a straight flush"' in much.content
    bar_player(room=desk.room, player=other, kind="barred", reason="cheated", **desk.by())
    barred = text(floor.post("/cage/awards/", form(desk, who_1=str(other.pk))))
    assert "They get no share" in barred
    assert not PoolAward.objects.exists()


def test_without_a_pool_the_page_says_how_one_begins(db: None) -> None:
    page = signed_in(open_desk().manager).get(reverse("awards")).text
    assert "There is no pool to award from yet: one begins with the first promo box that is counted" in page
    assert 'name="what"' not in page


def test_who_sits_at_a_table_is_named_with_a_tap(desk: Desk, floor: Client) -> None:
    shown = floor.get(f"/cage/awards/?table={desk.session.table_id}").content.decode()
    names = list(desk.session.sittings.order_by("seat").values_list("player__display_name", flat=True))
    assert len(names) > 1
    assert [f'value="{name}"' in shown for name in names] == [True] * len(names)
    assert floor.get("/cage/awards/?table=x").status_code == 200


def test_any_record_of_the_person_is_paid(desk: Desk) -> None:
    ann, again = desk.player("Ann"), desk.player("Annie")
    award = declared(desk, the_pool(), 500, ann)
    one_person(desk.room, ann, again, by=desk.manager, at=desk.at())
    window = signed_in(desk.cashier)
    assert "Pay the award of 5" in text(window.get(f"/cage/players/{again.pk}/"))
    window.post(f"/cage/award-shares/{award.shares.get().pk}/pay/", {"drawer": desk.drawer.pk, "key": key()})
    assert CashSlip.objects.get().player == ann


def test_a_share_is_taken_back_and_the_board_rises_and_falls(desk: Desk, floor: Client) -> None:
    award = declared(desk, the_pool(), 500, desk.player("Ann"), desk.player("Bob"))
    bob = award.shares.get(number=2)
    manager = signed_in(desk.manager)
    shown = text(manager.get("/cage/pools/"))
    assert "Awards not paid yet 5" in " ".join(shown.split())
    body = {"share": bob.pk, "reason": "it was Rob, not Bob", "key": key(), **with_pin(desk.manager)}
    assert floor.post(f"/cage/awards/{award.pk}/", body).status_code == 303
    assert AwardVoid.objects.get().share == bob
    assert "it was Rob, not Bob" in text(floor.get(f"/cage/awards/{award.pk}/"))
    body = {"share": bob.pk, "reason": "it was Rob, not Bob", "key": key(), **with_pin(desk.manager)}
    assert "is not one of the available choices" in text(floor.post(f"/cage/awards/{award.pk}/", body))
    rest = {"reason": "all of it", "key": key(), **with_pin(desk.manager)}
    assert floor.post(f"/cage/awards/{award.pk}/", rest).status_code == 303
    assert AwardVoid.objects.count() == 2
    shown = text(floor.get(f"/cage/awards/{award.pk}/"))
    assert f"taken back on the gaming day {AwardVoid.objects.first().gaming_day:%-d %b %Y} by" in shown
    assert "Take it back" not in shown


def test_whoever_may_only_see_is_offered_nothing(desk: Desk) -> None:
    award = declared(desk, the_pool(), 500, desk.player("Ann"))
    for role in ("cashier", "auditor"):
        reader = signed_in(person(desk.room, role))
        for address in ("/cage/awards/", f"/cage/awards/{award.pk}/"):
            shown = text(reader.get(address))
            assert "Ann" in shown
            assert "Declare it" not in shown
            assert "Take it back" not in shown
            assert reader.post(address, {}).status_code == 403
    assert signed_in(person(desk.room, "host")).get("/cage/awards/").status_code == 403


def test_an_award_whose_hand_was_changed_is_looked_at_on_its_page(opened: HandTable, desk: Desk, floor: Client) -> None:
    hand = opened.tick(300)
    award = declared(desk, the_pool(), 500, desk.player("Ann"), hand=hand.number)
    paid(desk, award.shares.get())
    address = f"/cage/awards/{award.pk}/"
    assert "Look at it anew" not in text(floor.get(address))
    for page in (f"/hands/{hand.pk}/void/", f"/hands/{hand.pk}/correct/"):
        assert "This hand won an award of 5" in text(floor.get(page))
    void_hand(hand=hand, reason="a fouled deck", second=desk.second, key=key(), **opened.by())
    shown = text(floor.get(address))
    assert "The hand that won it was changed since." in shown
    assert "a fouled deck" in shown
    said = {"key": key(), "reason": ""} | with_pin(desk.manager)
    assert floor.post(address + "stands/", said).status_code == 422
    assert floor.post(address + "stands/", said | {"reason": "paid in good faith"}).status_code == 303
    shown = text(floor.get(address))
    assert "let it stand" in shown
    assert "paid in good faith" in shown
    assert "Look at it anew" not in shown


def test_terms_that_end_a_pool_are_asked_about_on_the_page(desk: Desk) -> None:
    manager = signed_in(desk.manager)
    said = {"key": key(), "name": "Bad beat", "reserve_percent": "40", "employees": "yes"}
    said |= with_pin(person(desk.room, "auditor"))
    asked = manager.post("/cage/pools/", said)
    assert asked.status_code == 422
    assert "The pool ends: put these terms in force" in text(asked)
    done = manager.post("/cage/pools/", said | {"confirm": "pool_ends"})
    assert done.status_code == 303
    assert the_pool().versions.count() == 2
    told = text(manager.get("/cage/pools/"))
    assert "No table feeds Bad beat by these terms, so it has ended. It holds 10: award all of it under Awards" in told
    assert "runs under these terms" not in told


def test_a_pool_that_ended_with_a_seed_says_what_the_house_takes_back(desk: Desk) -> None:
    manager, auditor = signed_in(desk.manager), person(desk.room, "auditor")
    a_pool(desk, seed=4_00)
    stocked(desk, chips=50_00)
    seeded(desk, the_pool(), 4_00)
    said = {"name": "Bad beat", "reserve_percent": "40", "employees": "yes", "confirm": "pool_ends"}
    manager.post("/cage/pools/", said | with_pin(auditor) | {"key": key(), "seed": "4"})
    told = text(manager.get("/cage/pools/"))
    assert "It holds 14, of which 4 is the house’s seed: take that back on the pool’s page" in told
    recovered(desk, the_pool(), 4_00)
    declared(desk, the_pool(), 10_00, desk.player(), kind="disposition", table=None)
    manager.post("/cage/pools/", said | with_pin(auditor) | {"key": key()})
    assert "so it has ended. It holds nothing." in text(manager.get("/cage/pools/"))
    tables = [str(desk.session.table_id)]
    manager.post("/cage/pools/", said | with_pin(auditor) | {"key": key(), "tables": tables})
    assert "Bad beat runs under these terms from now on." in text(manager.get("/cage/pools/"))


def test_questions_about_an_award_are_answered_one_after_another(desk: Desk, floor: Client, opened: HandTable) -> None:
    """The press that answers a question keeps what was answered before."""
    hand, zoe = opened.tick(300), desk.player("Zoe")
    bob = opened.sittings[1].player
    declared(desk, the_pool(), 1_00, bob, hand=hand.number)
    filled = form(desk, who_1=str(bob.pk), who_2=str(zoe.pk), hand=str(hand.number), kind="high_hand", confirm="")
    asked = floor.post("/cage/awards/", filled)
    for question, answers in (
        ("won something of Bad beat already", "hand_won_before"),
        ("was counted only", "hand_won_before cards_unknown"),
        (
            f"Not in a seat at hand {hand.number} of {desk.session.table}: Zoe.",
            "hand_won_before cards_unknown not_dealt_in",
        ),
    ):
        assert asked.status_code == 422
        assert question in text(asked)
        (sent,) = re.findall(r'name="confirm" value="([^"]*)"', asked.content.decode())
        assert sent.split() == answers.split()
        assert "It was so: declare it" in text(asked)
        asked = floor.post("/cage/awards/", filled | {"confirm": sent})
    assert asked.status_code == 303
    event = AuditEvent.objects.filter(verb="award.declared").latest("pk")
    assert event.after["answered_yes"] == ["hand_won_before", "cards_unknown", "not_dealt_in"]
    trail = text(signed_in(person(desk.room, "auditor")).get("/audit/"))
    assert "the hand won something else of the pool too" in trail
