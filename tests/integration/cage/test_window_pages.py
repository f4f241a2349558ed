"""Registering at the window: what the room requires first, the rest folded away, and it ends at the sale."""

import pytest
from django.test import Client
from django.urls import reverse

from cage.models import BuyIn, CashOut, ExpectedLook
from cage.selectors.window import open_sessions
from config.rooms.models import Room
from config.staff.services import set_own_pin
from players.models import Ban, Player
from players.services import bar_player
from players.services.table_money import count_stack
from tables.services import close_table
from tests.support.desk import Desk, key, person
from tests.support.drawers import opened
from tests.support.lists import O8, O8_LIST, Lists
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db
NEW = reverse("cage_new")


@pytest.fixture
def window(desk: Desk) -> Client:
    """The cashier's tablet."""
    return signed_in(desk.cashier)


def test_registering_ends_at_the_sale(desk: Desk, window: Client) -> None:
    answer = window.post(NEW, {"display_name": "Zora"})
    someone = Player.objects.get(display_name="Zora")
    assert (answer.status_code, answer["Location"]) == (303, reverse("cage_player", args=[someone.pk]) + "?do=sell")
    assert "Take the cash" in text(window.get(answer["Location"]))


@pytest.mark.parametrize(
    ("asked", "required"),
    [
        (Room.IdentityAsked.NAME, ["display_name"]),
        (Room.IdentityAsked.BIRTH, ["display_name", "legal_name", "date_of_birth"]),
        (
            Room.IdentityAsked.DOCUMENT,
            ["display_name", "legal_name", "date_of_birth", "document_kind", "document_number", "document_expires_on"],
        ),
    ],
)
def test_only_what_the_room_requires_is_required(desk: Desk, window: Client, asked: str, required: list[str]) -> None:
    Room.objects.filter(pk=desk.room.pk).update(identity_asked=asked)
    form = window.get(NEW).context["form"]
    assert [field.name for field in form.asked] == required
    assert not set(required) & {field.name for field in form.more}
    refused = window.post(NEW, {"display_name": "Zora"})
    assert refused.status_code == (303 if required == ["display_name"] else 422)


def test_what_was_typed_behind_a_new_name_goes_along_to_the_sale(desk: Desk, window: Client) -> None:
    answer = window.get(reverse("cage"), {"q": "nobodyxyz +100"})
    to = f"{NEW}?name=nobodyxyz&do=sell&amount=100"
    assert f'href="{to.replace("&", "&amp;")}"' in answer.content.decode()
    assert window.get(to).context["form"]["display_name"].value() == "nobodyxyz"
    sent = window.post(to, {"display_name": "nobodyxyz"})
    someone = Player.objects.get(display_name="nobodyxyz")
    assert sent["Location"] == reverse("cage_player", args=[someone.pk]) + "?do=sell&amount=100"


def test_a_name_that_nobody_has_goes_along_to_the_form(desk: Desk, window: Client) -> None:
    assert f"{NEW}?name=Zora%20Moss" in window.get(reverse("cage"), {"q": "Zora Moss"}).content.decode()
    assert window.get(NEW, {"name": "Zora Moss"}).context["form"]["display_name"].value() == "Zora Moss"


def test_whoever_may_be_barred_is_said_before_the_sale(desk: Desk, window: Client) -> None:
    facts = {"room": desk.room, "kind": Ban.Kind.EXCLUDED, "reason": "test", "by": desk.manager, "at": desk.now}
    bar_player(player=desk.player("Zora", legal_name="Zora Moss"), **facts)
    shown = window.get(window.post(NEW, {"display_name": "Zora Moss"})["Location"])
    assert "excluded by the regulator: no chips until somebody decides who this is" in text(shown)
    assert reverse("player_who", args=[Player.objects.latest("pk").pk]) in shown.content.decode()


def test_a_search_says_how_many_more_there_are(desk: Desk, window: Client) -> None:
    for number in range(11):
        desk.player(f"Smith {number}")
    assert "and 3 more: type more letters" in text(window.get(reverse("cage"), {"q": "smith"}))
    assert "more: type" not in text(window.get(reverse("cage"), {"q": "smith 1"}))


def test_a_manager_at_the_window_reads_what_to_do(desk: Desk) -> None:
    shown = signed_in(desk.manager).get(reverse("cage_player", args=[desk.player().pk]))
    assert "your role has no window" in text(shown)
    assert reverse("drawers") in shown.content.decode()
    auditor = text(signed_in(person(desk.room, "auditor")).get(reverse("cage_player", args=[desk.player().pk])))
    assert "your role has no window" in auditor
    assert "You open the drawer" not in auditor


def test_an_exception_takes_a_supervisor_s_badge_and_pin_who_stands_on_the_receipt(desk: Desk, window: Client) -> None:
    player, supervisor = desk.player("Zora"), person(desk.room, "floor")
    set_own_pin(person=supervisor, pin="4711", at=desk.now)
    address = reverse("buy_in", args=[player.pk])
    sent = {"session": str(desk.session.pk), "drawer": str(desk.drawer.pk), "amount": "5", "exception": "related"}
    alone = window.post(address, sent | {"key": key()})
    assert (alone.status_code, alone.context["buy_form"].refusal.code) == (422, "exception_unfounded")
    assert "a supervisor confirms with badge and PIN" in text(alone)
    two = {"badge": supervisor.badge_number, "pin": "4711"}
    wrong = window.post(address, sent | two | {"key": key(), "pin": "0000"})
    assert (wrong.status_code, BuyIn.objects.count()) == (422, 0)
    sold = window.post(address, sent | two | {"key": key()})
    assert sold.status_code == 303
    assert f"moved by the house for a related reason, confirmed by {supervisor}" in text(window.get(sold["Location"]))


class TestAPageThatIsOld:
    """Another tab has served the player since: the old one asks again, once, and says what changed."""

    @pytest.fixture
    def zora(self, desk: Desk) -> Player:
        return desk.player("Zora")

    def filled_in(self, desk: Desk, window: Client, player: Player, amount: str = "100") -> dict[str, str]:
        """The fields that the page of the sale sends."""
        form = window.get(reverse("cage_player", args=[player.pk])).context["buy_form"]
        sent = {"session": str(desk.session.pk), "drawer": str(desk.drawer.pk), "amount": amount, "key": key()}
        return sent | {"seen": str(form["seen"].value())}

    def test_asks_again_before_it_sells(self, desk: Desk, window: Client, zora: Player) -> None:
        old = self.filled_in(desk, window, zora)
        address = reverse("buy_in", args=[zora.pk])
        assert window.post(address, self.filled_in(desk, window, zora)).status_code == 303
        answer = window.post(address, old)
        assert answer.status_code == 422
        assert "Since this page was opened Zora bought 100 at" in text(answer)
        assert "has 100 off the table, not 0." in text(answer)
        assert BuyIn.objects.count() == 1
        again = old | {"seen": str(answer.context["buy_form"]["seen"].value())}
        assert f'value="{again["seen"]}"' in answer.content.decode()
        assert window.post(address, again | {"confirm": "same_again"}).status_code == 303
        assert BuyIn.objects.count() == 2

    def test_pays_out_nothing_before_it_was_looked_at(self, desk: Desk, window: Client, zora: Player) -> None:
        desk.buy_in(zora, 300_00)
        form = window.get(reverse("cage_player", args=[zora.pk])).context["cash_form"]
        old = {"drawer": str(desk.drawer.pk), "amount": "100", "key": key(), "seen": str(form["seen"].value())}
        desk.seat(zora, 3, 200_00)
        address = reverse("cash_out", args=[zora.pk])
        answer = window.post(address, old)
        assert answer.status_code == 422
        assert f"Zora sits at {desk.session.table}, seat 3, and has 100 off the table, not 300." in text(answer)
        assert (CashOut.objects.count(), desk.rack(zora)) == (0, 100_00)

    def test_a_press_that_came_twice_sells_once(self, desk: Desk, window: Client, zora: Player) -> None:
        """The answer of the first was lost: the second is the same request, though the player has changed by it."""
        sent = self.filled_in(desk, window, zora)
        answers = [window.post(reverse("buy_in", args=[zora.pk]), sent) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [303, 303]
        assert answers[0]["Location"] == answers[1]["Location"]

    def test_a_hand_in_between_asks_nothing(self, desk: Desk, window: Client) -> None:
        """The stack of somebody who sits there changes with every hand; what may be bought is held to it anyway."""
        sitting = desk.seated(200_00)
        old = self.filled_in(desk, window, sitting.player, "100")
        count_stack(sitting=sitting, key=key(), **desk.counted(150_00))
        assert window.post(reverse("buy_in", args=[sitting.player_id]), old).status_code == 303

    def test_what_is_no_page_of_ours_is_refused(self, desk: Desk, window: Client, zora: Player) -> None:
        sent = self.filled_in(desk, window, zora) | {"seen": "1 2 drop"}
        assert window.post(reverse("buy_in", args=[zora.pk]), sent).status_code == 422


def test_a_sign_without_an_amount_is_nobody_s_name(desk: Desk, window: Client) -> None:
    shown = text(window.get(reverse("cage"), {"q": "zoe +1_000"}))
    assert "“1_000” is not an amount" in shown
    assert "Register" not in shown


def test_who_was_called_from_a_list_buys_for_the_table_of_the_call(desk: Desk, window: Client) -> None:
    """The table of the call comes before the one that they last bought for, and stands first on the page."""
    called_to, lists = desk.open_table(O8), Lists(desk)
    player = desk.player("Zora")
    desk.buy_in(player, 100_00)
    entry = lists.join(player, O8_LIST)
    assert open_sessions(desk.room, player)[0] == desk.session
    lists.call(entry)
    assert open_sessions(desk.room, player)[0] == called_to
    shown = window.get(reverse("cage_player", args=[player.pk]), {"do": "sell"}).content.decode()
    assert shown.index(str(called_to.table)) < shown.index(str(desk.session.table))
    close_table(session=called_to, by=desk.manager, at=desk.at())
    assert open_sessions(desk.room, player)[0] == desk.session


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("buy_in", "seen"), ("buy_in", "session"), ("buy_in", "key"), ("buy_in", "corrects"), ("cash_out", "seen"),
        ("cash_out", "key"), ("cash_book", "seen"), ("present", "seen"),
    ],
)  # fmt: skip
def test_a_page_that_comes_back_changed_says_what_to_do(desk: Desk, window: Client, address: str, field: str) -> None:
    """What nobody sees has no place for an error of its own: the page stood there refused, without a word."""
    sent = {"session": desk.session.pk, "drawer": desk.drawer.pk, "amount": "100", "key": key(), "kind": "te"}
    answer = window.post(reverse(address, args=[desk.player().pk]), sent | {"origin": "won", field: "garbage"})
    said = "This page is incomplete. Reload it and enter it again."
    assert (answer.status_code, text(answer).count(said)) == (422, 1)
    assert "Hidden field" not in text(answer)
    assert not BuyIn.objects.exists()


def test_who_asks_for_all_of_the_day_has_looked_at_the_drawers(desk: Desk) -> None:
    """All of its rows, and its sums, which are shown to who asks for them alone."""
    desk.buy_in(desk.player(), 100_00)
    office = signed_in(desk.manager)
    shown = text(office.get(reverse("cage")))
    assert "All day: look, and count no drawer that is open" in shown
    assert "All day 100" not in shown
    assert not ExpectedLook.objects.exists()
    assert "All day 100 0" in text(office.get(reverse("cage"), {"today": "all"}))
    assert [look.by for look in ExpectedLook.objects.all()] == [desk.manager]


def test_who_works_a_drawer_still_counts_it_after_looking_at_the_day(desk: Desk, window: Client) -> None:
    cashier = person(desk.room, "cashier")
    other = opened(desk.room, "Window 2", cashier=cashier, by=desk.manager, at=desk.at())
    assert window.get(reverse("cage"), {"today": "all"}).status_code == 200
    assert [look.session.drawer for look in ExpectedLook.objects.filter(by=desk.cashier)] == [other]


def test_the_list_of_the_day_says_that_there_are_more_and_shows_them(
    desk: Desk, window: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cage.views.window.NEWEST", 2)
    for _ in range(3):
        desk.buy_in(desk.player(), 100_00)
    shown = window.get(reverse("cage"))
    assert "The newest 2 of 3. Show all" in text(shown)
    assert 'href="/cage/?today=all"' in shown.content.decode()
    every = window.get(reverse("cage"), {"today": "all"})
    assert (len(every.context["today"].rows), "The newest" in text(every)) == (3, False)
