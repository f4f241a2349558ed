"""The console's drawer for what goes wrong: it offers what is possible now, says what will happen, and does it."""

import re

import pytest
from django.test import Client

from disputes.services import Report, open_dispute
from games import services
from games.models import HandDraft
from rules.cards.card import print_cards
from tests.support.desk import key
from tests.support.people import signed_in
from tests.support.table import HandTable


@pytest.fixture
def client(table: HandTable) -> Client:
    return signed_in(table.floor)


def address(table: HandTable, ask: str = "") -> str:
    return f"/tables/{table.session.table_id}/hand/trouble/{f'?ask={ask}' if ask else ''}"


def shown(client: Client, table: HandTable, ask: str = "") -> str:
    return client.get(address(table, ask)).content.decode()


def titles(html: str) -> list[str]:
    return [re.sub(r"\s+", " ", title) for title in re.findall(r"<h2>(.*?)</h2>", html)]


def actions(html: str) -> list[str]:
    return re.findall(r'name="action" value="([^"]*)"', html)


def press(client: Client, table: HandTable, draft: HandDraft, action: str, **fields: str) -> HandDraft:
    answer = client.post(address(table), {"version": draft.version, "action": action} | fields)
    assert answer.status_code == 303, answer.content.decode()
    assert answer["Location"] == f"/tables/{table.session.table_id}/hand/"
    return HandDraft.objects.get()


def test_everything_that_is_offered_can_be_done(client: Client, table: HandTable) -> None:
    draft = table.act(table.deal(), "r 9")
    asked = re.findall(r'href="\?ask=([a-z]+-?\d*)"', shown(client, table))
    assert {ask.partition("-")[0] for ask in asked} == {"dead", "turn", "exposed", "flashed", "boxed", "burn", "early"}
    one_of_each = {ask.partition("-")[0]: ask for ask in asked}.values()
    for ask in ["", *one_of_each]:
        html = shown(client, table, ask)
        offered = [each for each in actions(html) if not each.endswith(" r")]
        for action in offered if len(offered) < 20 else offered[:2]:
            draft = press(client, table, draft, action)
            draft = services.undo(draft=draft, version=draft.version, **table.by())


def test_only_what_is_possible_is_offered(client: Client, table: HandTable) -> None:
    draft = table.act(table.deal(), "r 9", "c")
    html = shown(client, table)
    assert "There was substantial action: the hand is played out" in html
    assert "void wrong_seat" not in actions(html)
    assert "void cards_alike" in actions(html)
    table.act(draft, "f", "f")
    assert "Acted out of turn" not in titles(shown(client, table))


def test_a_bet_of_another_amount_stands(client: Client, table: HandTable) -> None:
    draft = table.act(table.deal(), "r 9")
    action = next(each for each in actions(shown(client, table)) if each.endswith(" r"))
    assert press(client, table, draft, action, amount="11").actions[-1].endswith("cbr 11 stands below_min_raise")


def test_a_refusal_says_why_and_nothing_is_done(client: Client, table: HandTable) -> None:
    draft = table.act(table.deal(), "r 9")
    answer = client.post(address(table), {"version": draft.version, "action": "dead 9"})
    assert answer.status_code == 422
    assert "Seat 9 was not dealt in" in answer.content.decode()
    assert HandDraft.objects.get().version == draft.version


def test_the_sentence_of_a_dead_hand_says_what_goes_back(client: Client, table: HandTable) -> None:
    seat = table.played(table.act(table.deal(), "r 9")).setup.seat(3)
    assert "6 that nobody called goes back" in shown(client, table, f"dead-{seat}")


def test_without_a_hand_there_is_nothing_to_go_wrong(client: Client, table: HandTable) -> None:
    assert client.get(address(table)).status_code == 303


def test_the_console_leads_there(client: Client, table: HandTable) -> None:
    table.deal()
    html = client.get(f"/tables/{table.session.table_id}/hand/").content.decode()
    assert f'href="{address(table)}"' in html


def test_a_turn_that_came_too_early_is_named_from_the_console_or_the_log(client: Client, table: HandTable) -> None:
    draft = table.act(table.deal(), "c", "c", "c", "check", "flop AhKd7c", "check", "board ?? stands")
    here = f"/tables/{table.session.table_id}/hand/"
    html = client.get(here).content.decode()
    index = len(draft.actions) - 1
    assert 'href="?cards=board"' in html
    for asked in ("?cards=board", f"?instead_of={index}"):
        html = client.get(f"{here}{asked}").content.decode()
        assert 'data-pick="1"' in html
        assert 'name="place" value="board"' in html
    fields = {"version": draft.version, "place": "board", "card": "4s", "instead_of": index}
    assert client.post(f"{here}cards/", fields).status_code == 303
    assert HandDraft.objects.get().actions[-1] == "d db 4s stands round_not_complete"


def test_while_a_case_is_open_the_drawer_says_how_the_hand_ends(client: Client, table: HandTable) -> None:
    draft = table.deal()
    given = {"session": table.session, "about": draft, "key": key()} | table.by()
    case = open_dispute(report=Report(kind="MISDEAL", facts="Two cards up."), **given)
    html = shown(client, table)
    assert f"Case {case.pk} about this hand is open: rule on it first" in html
    assert not [action for action in actions(html) if action.startswith("void")]


def test_a_hand_that_was_shown_asks_for_its_cards_and_is_shown_once(client: Client, table: HandTable) -> None:
    draft = table.act(table.deal(), "f")
    seat = table.played(draft).setup.seat(3)
    answer = client.post(address(table), {"version": draft.version, "action": f"showall {seat}"})
    assert answer["Location"] == f"/tables/{table.session.table_id}/hand/?cards={seat}"
    page = client.get(answer["Location"]).content.decode()
    assert f'name="place" value="{seat}"' in page
    assert "Show one, show all" not in titles(shown(client, table))
    draft = HandDraft.objects.get()
    again = client.post(address(table), {"version": draft.version, "action": f"showall {seat}"})
    assert "shown to all already" in again.content.decode()
    draft = table.name(draft, str(seat), "AhKd")
    assert print_cards(table.played(draft).hole[2]) == "AhKd"
