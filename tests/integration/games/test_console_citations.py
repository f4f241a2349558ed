"""Sentences that the console says by a rule lead to the page of that rule, as a mark; no citation stands there as
text."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from rules.house.house import HOUSES, STANDARD
from tests.support.console import Tablet
from tests.support.games import plaque_of
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table


def at(table: HandTable) -> Tablet:
    """The console of a table, in the hands of its supervisor."""
    return Tablet(signed_in(table.floor), table)


def mark(console: Tablet, rule: str) -> str:
    """The citation of the mark that leads to a rule; empty without one."""
    found = re.search(rf'<a class="cite-mark" href="/rules/{rule}/"[^>]*data-cite="([^"]*)"', console.html)
    assert '<span class="cite">' not in console.html
    return found[1] if found else ""


@pytest.mark.django_db
def test_why_nobody_may_raise_leads_to_its_rule() -> None:
    console = at(open_hand_table(plaque_of("holdem", "fixed_limit"), house=STANDARD))
    console.deal()
    console.act("r 8", "r 12", "r 16")
    assert "No raise" in console.text
    assert "004:L240" in mark(console, "raise_cap_reached")


def test_who_shows_first_leads_to_its_rule(tablet: Client, table: HandTable) -> None:
    console = Tablet(tablet, table)
    console.deal()
    console.act("r 20", "c", "f", "f", "flop Ah7d2c", "c", "c", "turn 9s", "c", "c", "river 3h", "c", "r 40", "c")
    assert "shows first" in console.text
    assert "WSOP 139" in mark(console, "showdown_incomplete")


@pytest.mark.django_db
@pytest.mark.parametrize(("house", "cited"), [("cardroom_b", "003:L81")])
def test_too_few_to_open_a_game_leads_to_its_rule(house: str, cited: str) -> None:
    console = at(open_hand_table(replace(plaque_of("omaha", "fixed_limit"), seats=9, raise_cap=3), house=HOUSES[house]))
    assert "at least 6" in console.text or "6 players" in console.text
    assert mark(console, "too_few_players") == cited
