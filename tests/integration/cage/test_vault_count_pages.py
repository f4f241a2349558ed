"""The pages on which the vault is counted, by two who are told nothing of each other's count or of what must be
there."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cage import services as cage
from cage.models import VaultCount, VaultLook, VaultVariance
from cage.selectors.denominations import values_of
from config.staff.models import User
from config.staff.services import set_own_pin
from tests.support.desk import Desk, key, open_desk, person
from tests.support.figures import tells
from tests.support.people import signed_in
from tests.support.vault import begun, entered, lying, vault_counted
from tests.support.words import text

pytestmark = pytest.mark.django_db
PIN = "4711"
S = VaultCount.State


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A room at play now with odd amounts in its vault: 917 in chips, 843 in cash."""
    two = desk.at_the_vault()
    cage.stock_vault(room=desk.room, chips=917_00, cash=843_00, key=key(), reason="delivery", **two)
    assert desk.second
    return desk


@pytest.fixture
def floor(desk: Desk) -> Client:
    return signed_in(desk.second)


def sheet(desk: Desk, *, chips: int = 0, cash: int = 0, **more: Any) -> dict[str, Any]:
    """The fields of a count sheet: the pieces that lie there, and so much more."""
    made = lying(desk.room, chips=chips, cash=cash)
    pieces = {f"chips_{value}": count for value, count in made.chips.items()}
    pieces |= {f"cash_{value}": count for value, count in made.cash.items()}
    return {"key": key(), **pieces, **more}


def signature(desk: Desk, who: User, prefix: str = "") -> dict[str, str]:
    set_own_pin(person=who, pin=PIN, at=desk.now)
    return {f"{prefix}badge": who.badge_number, f"{prefix}pin": PIN}


def page(client: Client) -> str:
    return text(client.get(reverse("vault_count")))


def enter(client: Client, count: VaultCount, **data: Any) -> Any:
    return client.post(reverse("vault_count_enter", args=[count.pk]), data)


def test_values_of_which_no_chips_were_issued_are_not_asked_for(desk: Desk, floor: Client) -> None:
    dear, values, two = 200_000_00, values_of(desk.room), desk.at_the_vault()
    said = "No chips were ever issued of 200,000: where some lie there all the same, call a manager."
    facts = {"room": desk.room, "chips": [dear, *values.chips], "cash": values.cash}
    cage.post_denominations(**facts, by=desk.manager, at=desk.at())
    begun(desk, by=desk.second)
    form = floor.get(reverse("vault_count")).context["count_form"]
    assert [row.value for row in form.chip_rows] == list(values.chips)
    assert said in page(floor)
    cage.give_up_vault_count(count=VaultCount.objects.get(), by=desk.second, at=desk.at())
    slip = cage.receive_chips(
        room=desk.room, pieces={dear: 1}, reason="plaques", name="Plaques", use="secondary", key=key(), **two
    )
    begun(desk, by=desk.second)
    form = floor.get(reverse("vault_count")).context["count_form"]
    assert [row.value for row in form.chip_rows] == [dear, *values.chips]
    assert said not in page(floor)
    cage.give_up_vault_count(count=VaultCount.objects.latest("pk"), by=desk.second, at=desk.at())
    cage.destroy_chips(chip_set=slip.chip_set, pieces={dear: 1}, reason="worn", key=key(), **two)
    begun(desk, by=desk.second)
    assert said not in page(floor), "one may have been left"


class TestOneAfterTheOther:
    def test_from_the_first_tap_to_the_end(self, desk: Desk, floor: Client) -> None:
        assert "neither sees what the other has counted" in page(floor)
        floor.post(reverse("vault_count_begin"))
        count = VaultCount.objects.get()
        assert (count.counter, count.state) == (desk.second, S.COUNTING)
        answer = enter(floor, count, **sheet(desk))
        assert "The count is entered. Somebody else counts next." in text(floor.get(answer["Location"]))
        assert "Somebody else counts now: give the tablet over" in page(floor)
        answer = enter(floor, count, **sheet(desk), **signature(desk, desk.cashier))
        assert "The vault is counted." in text(floor.get(answer["Location"]))
        count.refresh_from_db()
        assert (count.state, count.names) == (S.COUNTED, f"{desk.second} and {desk.cashier}")

    def test_three_end_it_where_two_differ_and_only_the_values_are_told(self, desk: Desk, floor: Client) -> None:
        count = begun(desk, by=desk.second)
        entered(count, desk.second, desk.at(), lying(desk.room))
        entered(count, desk.cashier, desk.at(), lying(desk.room, cash=5_00))
        shown = page(floor)
        assert f"The counts of {desk.second} and {desk.cashier} differ, at 5 in cash." in shown
        third = person(desk.room, "floor")
        signed = signature(desk, desk.cashier) | signature(desk, third, "third_")
        enter(floor, count, **sheet(desk, cash=5_00), **signed)
        assert VaultVariance.objects.get().cash == 5_00

    def test_a_refused_sheet_stays_as_it_was_filled_in(self, desk: Desk, floor: Client) -> None:
        count = begun(desk, by=desk.second)
        entered(count, desk.second, desk.at(), lying(desk.room))
        other = person(desk.room, "floor")
        filled = sheet(desk, badge=other.badge_number, pin="0000")
        answer = enter(floor, count, **filled)
        shown = answer.content.decode()
        assert answer.status_code == 422
        assert all(
            f'name="{name}" value="{given}"' in shown for name, given in filled.items() if name[:4] in ("chip", "cash")
        )

    def test_one_button_gives_it_up(self, desk: Desk, floor: Client) -> None:
        count = begun(desk)
        answer = floor.post(reverse("vault_count_give_up", args=[count.pk]))
        assert "It is still to be counted." in text(floor.get(answer["Location"]))
        count.refresh_from_db()
        assert count.state == S.GIVEN_UP

    def test_a_count_of_another_room_is_not_found(self, desk: Desk, floor: Client) -> None:
        other = open_desk()
        count = begun(other)
        assert enter(floor, count, key=key()).status_code == 404
        assert floor.post(reverse("vault_count_give_up", args=[count.pk])).status_code == 404


class TestBlind:
    @pytest.mark.parametrize("role", ["floor", "cashier", "manager"])
    def test_no_page_of_a_count_says_what_must_be_there_or_was_counted(self, desk: Desk, role: str) -> None:
        """Whatever its state, and whoever asks: neither the amounts of the books nor those of a count."""
        client, secrets = signed_in(person(desk.room, role)), ("917", "843", "916", "844", "1,760", "1760")
        pages = [page(client)]
        count = begun(desk)
        pages.append(page(client))
        entered(count, desk.manager, desk.at(), lying(desk.room, chips=-1_00))
        pages.append(page(client))
        entered(count, desk.second, desk.at(), lying(desk.room, cash=1_00))
        pages.append(page(client))
        for number, shown in enumerate(pages):
            assert [secret for secret in secrets if tells(shown, secret)] == [], number

    def test_while_it_is_counted_the_vault_s_page_says_nothing_either(self, desk: Desk) -> None:
        office = signed_in(desk.manager)
        in_vault = lambda: text(office.get(reverse("vault_stock"))).partition("Cash into the vault")[0]  # noqa: E731
        assert "917" in in_vault()
        begun(desk)
        assert not tells(in_vault(), "917")
        assert "nobody is shown what must be there" in in_vault()

    def test_who_opens_the_vault_s_page_has_seen_it(self, desk: Desk) -> None:
        manager = person(desk.room, "manager")
        office = signed_in(manager)
        office.get(reverse("vault_stock"))
        assert VaultLook.objects.get().by == manager
        assert "you count first, and somebody second who hasn’t" in page(office)
        count = begun(desk)
        assert "let somebody count second who hasn’t" in page(office)
        assert enter(office, count, **sheet(desk)).status_code == 422

    def test_the_list_of_counts_is_a_look_and_says_who_and_by_how_much(self, desk: Desk) -> None:
        vault_counted(desk, chips=-1_00, second=desk.second)
        auditor = person(desk.room, "auditor")
        shown = text(signed_in(auditor).get(reverse("vault_counts")))
        assert f"{desk.manager} and {desk.second}" in shown
        assert "916 843 1 short" in shown
        assert VaultLook.objects.get().by == auditor

    def test_the_cage_s_people_without_that_right_see_no_list(self, desk: Desk, floor: Client) -> None:
        assert floor.get(reverse("vault_counts")).status_code == 403
        assert "Counts before" not in page(floor)


class TestAnswered:
    def test_a_variance_stands_under_short_and_over_and_is_settled_there(self, desk: Desk) -> None:
        vault_counted(desk, cash=-20_00, second=desk.second)
        other = signed_in(person(desk.room, "manager"))
        shown = text(other.get(reverse("variances")))
        assert f"The vault, counted by {desk.manager} and {desk.second}" in shown
        assert "Cash 20 short." in shown
        asked = VaultVariance.objects.get().investigation
        data = {"outcome": "accepted", "text": "looked for, and not found"}
        other.post(reverse("investigation_settle", args=[asked.pk]), data)
        asked.refresh_from_db()
        assert asked.state == "accepted"

    def test_the_day_board_leads_to_the_count(self, desk: Desk, floor: Client) -> None:
        shown = floor.get(reverse("day", args=[desk.room.gaming_day(desk.now)]))
        assert "The vault is not counted: two people count it, one of them a supervisor." in text(shown)
        assert reverse("vault_count") in shown.content.decode()
