"""The page of a whole table: what it asks of whom, and a line that was never filled in."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from cage.services import stock_vault
from config.audit.models import AuditEvent
from config.staff.services import set_own_pin
from players.models import MoneyAct
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    return open_hand_table(seats=(1, 2))


def _fields(html: str) -> dict[str, str]:
    """The hidden fields of the form."""
    form = html[html.index('class="whole-table"') :]
    return dict(re.findall(r'<input type="hidden" name="(key|seated)" value="([^"]*)"', form))


def _post(table: HandTable, client: Any, sent: dict[str, str]) -> Any:
    return client.post(reverse("whole_table", args=[table.session.pk]), {"everybody": "rack"} | sent)


def test_whoever_sat_down_meanwhile_is_not_sent_away_unseen(table: HandTable) -> None:
    client = signed_in(table.floor)
    before = _fields(client.get(reverse("whole_table", args=[table.session.pk])).content.decode())
    newcomer = table.desk.seated(200_00, seat=3)
    refused = _post(table, client, before)
    assert refused.status_code == 422
    assert "Somebody sat down or left" in refused.content.decode()
    assert table.session.is_open
    again = _post(table, client, _fields(refused.content.decode()))
    assert again.status_code == 303
    newcomer.refresh_from_db()
    assert newcomer.left_at


def test_who_may_not_open_tables_settles_none(table: HandTable) -> None:
    client = signed_in(person(table.desk.room, "host"))
    assert client.get(reverse("whole_table", args=[table.session.pk])).status_code == 403


def test_where_everybody_went_stays_readable(table: HandTable) -> None:
    client = signed_in(table.floor)
    address = reverse("whole_table", args=[table.session.pk])
    _post(table, client, _fields(client.get(address).content.decode()))
    text = client.get(address).content.decode()
    assert str(table.sittings[1].player) in text
    assert "chips off the table" in text


# ------------------------------------------------------------------------------------- stacks that aren't the books'


def _counted(table: HandTable, client: Any, *stacks: str, **sent: str) -> Any:
    """Everybody counted, nobody leaves."""
    fields = _fields(client.get(reverse("whole_table", args=[table.session.pk])).content.decode())
    counts = {f"counted_{sitting.pk}": stack for sitting, stack in zip(table.sittings.values(), stacks, strict=True)}
    return _post(table, client, fields | counts | {"everybody": "stays"} | sent)


def _asked(response: Any) -> tuple[str, bool]:
    """The code of the refusal, and whether badge and PIN of a second person are asked for."""
    assert response.status_code == 422
    text = response.content.decode()
    return response.context["form"].refusal.code, 'name="badge"' in text and 'name="pin"' in text


def test_a_stack_that_is_not_the_books_is_explained(table: HandTable) -> None:
    client = signed_in(table.floor)
    assert _asked(_counted(table, client, "250", "150")) == ("count_reason_missing", False)
    said = _counted(table, client, "250", "150", count_reason="other")
    assert "Say what it was" in said.content.decode()
    assert table.stacks() == {1: 200_00, 2: 200_00}
    assert _counted(table, client, "250", "150", count_reason="played").status_code == 303
    assert table.stacks() == {1: 250_00, 2: 150_00}


def test_ticks_explain_what_they_dropped_and_no_more(table: HandTable) -> None:
    client = signed_in(table.floor)
    table.tick(rake=300)
    assert _asked(_counted(table, client, "250", "140", count_reason="ticks"))[0] == "count_above_ticks"
    assert _counted(table, client, "250", "147").status_code == 303
    assert table.stacks() == {1: 250_00, 2: 147_00}


def test_what_one_person_may_not_move_alone_is_confirmed_on_the_page(table: HandTable) -> None:
    client, manager = signed_in(table.floor), table.desk.manager
    set_own_pin(person=manager, pin="2719", at=table.desk.at())
    stacks, why = ("390", "10"), {"count_reason": "played"}
    assert _asked(_counted(table, client, *stacks, **why)) == ("second_needed", True)
    badge = {"badge": manager.badge_number}
    assert _asked(_counted(table, client, *stacks, **why, **badge, pin="1111"))[1]
    own = _counted(table, client, *stacks, **why, badge=table.floor.badge_number, pin="2719")
    assert _asked(own)[1]
    assert table.stacks() == {1: 200_00, 2: 200_00}
    assert _counted(table, client, *stacks, **why, **badge, pin="2719").status_code == 303
    assert table.stacks() == {1: 390_00, 2: 10_00}
    (act,) = MoneyAct.objects.filter(act="count")
    assert (act.by, act.second, act.amount) == (table.floor, manager, 190_00)
    counted = AuditEvent.objects.filter(verb="stack.counted")
    assert {event.after["second"] for event in counted} == {manager.badge_number}


def test_who_counts_is_not_asked_for_what_the_books_say(table: HandTable) -> None:
    client = signed_in(table.floor)
    assert _counted(table, client, "200", "200").status_code == 303
    assert not MoneyAct.objects.filter(act="count").exists()


def test_a_manager_covers_what_the_table_lacks_before_a_second_person(table: HandTable) -> None:
    """Three were dropped by a tick that nobody counted; the first left with all of it, the last has 200."""
    desk = table.desk
    table.tick(3_00)
    stock_vault(room=desk.room, chips=100_00, cash=0, key=key(), reason="delivery", **desk.at_the_vault())
    whole, cover = (reverse(name, args=[table.session.pk]) for name in ("whole_table", "table_shortfall"))
    manager = signed_in(desk.manager)
    assert cover not in manager.get(whole).content.decode()
    desk.leave(table.sittings[1])
    assert cover in manager.get(whole).content.decode()
    assert cover not in signed_in(table.floor).get(whole).content.decode()
    assert signed_in(table.floor).get(cover).status_code == 403
    sent = {"amount": "3", "reason": "the first was never counted", "key": key()}
    alone = manager.post(cover, sent)
    assert (alone.status_code, "by two people" in alone.content.decode()) == (422, True)
    set_own_pin(person=desk.second, pin="2580", at=desk.now)
    done = manager.post(cover, sent | {"badge": desk.second.badge_number, "pin": "2580"})
    assert done.status_code == 303
    assert desk.leave(table.sittings[2], at=timezone.now()).left_with == 200_00


def test_the_foot_says_what_the_sum_is_made_of(table: HandTable) -> None:
    client, address = signed_in(table.floor), reverse("whole_table", args=[table.session.pk])
    table.tick(3_00)
    foot = client.get(address).content.decode().split("<tfoot>")[1].split("</tfoot>")[0]
    said = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in foot.split("</tr>")[:3]]
    assert said == ["Stacks 400", "Quick hands since −3", "Together 397 –"]
