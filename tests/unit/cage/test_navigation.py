"""The sub-navigation of the cage: every page has its place, and nobody is led to a refusal."""

from datetime import date

import pytest

from cage.navigation import GROUPS, Navigation, navigation
from cage.urls import urlpatterns
from config.staff.roles import ROLES
from config.web.places import is_open_to

TODAY = date(2026, 7, 14)
APART = frozenset(
    {
        *("runner", "runner_table", "runner_sell", "runner_void"),  # a place of the bar, for one hand
        *("runner_ask_fill", "runner_ask_credit", "runner_slip", "runner_slip_authorise", "runner_slip_send"),
        *("runner_slip_receive", "runner_slip_refuse", "runner_slip_void"),
        *("receipt_print", "chip_slip_print", "print"),  # paper
        *("slip_print", "vault_slip_print", "box_pull_print", "box_count_print"),  # paper
        *("transaction_log_csv", "presented_chips_csv"),  # files
    }
)
"""The addresses of the cage that are no pages of it."""
ENTRIES = [entry for group in GROUPS for entry in group.entries]


def may(role: str) -> frozenset[str]:
    return frozenset(permission.value.replace(".", "_") for permission in ROLES[role].permissions)


def ways(role: str, name: str, **query: str) -> Navigation:
    return navigation(may(role), TODAY, name, query)


def words(steps: tuple[object, ...]) -> list[str]:
    return [step.label for step in steps]  # type: ignore[attr-defined]


def test_every_address_of_the_cage_has_one_place() -> None:
    named = {route.name for route in urlpatterns}
    assert len(named) > 90
    placed = [name for entry in ENTRIES if not entry.query for name in (entry.name, *entry.below)]
    placed += [entry.name for entry in ENTRIES if entry.query and entry.name not in placed]
    assert len(placed) == len(set(placed))
    assert named - set(placed) == APART
    assert set(placed) - named == {"days", "ledger_accounts", "acts"}


@pytest.mark.parametrize("role", ROLES)
def test_no_link_leads_to_a_refusal_and_no_group_is_empty(role: str) -> None:
    for group in GROUPS:
        shown = ways(role, group.entries[0].name)
        assert shown.group == group.label
        for step in (*shown.groups, *shown.pages):
            assert is_open_to(step.href.partition("?")[0], may(role)), (role, step)
        assert bool(shown.pages) == (group.label in words(shown.groups))


def test_each_role_is_shown_its_own() -> None:
    assert words(ways("cashier", "cage").groups) == ["Desk", "Drawers", "Slips", "Boxes", "Chips and vault", "Day"]
    assert words(ways("cashier", "cage").pages) == ["Window", "Petty cash", "Players’ banks"]
    assert words(ways("manager", "cage").groups) == [group.label for group in GROUPS]
    assert words(ways("manager", "chip_sets").pages) == [
        "Vault",
        "Count the vault",
        "Counts of the vault",
        "Chips of the house",
        "Chips in use",
    ]
    assert words(ways("floor", "slips").groups) == ["Desk", "Slips", "Boxes", "Chips and vault", "Day"]
    assert words(ways("administrator", "cage").groups) == ["Day"]


@pytest.mark.parametrize(
    ("name", "query", "group", "entry", "here"),
    [
        ("cage", {}, "Desk", "Window", "page"),
        ("cage", {"q": "ann"}, "Desk", "Window", "page"),
        ("cash_out_receipt", {}, "Desk", "Window", "true"),
        ("petty", {"kind": "pi"}, "Desk", "Petty cash", "page"),
        ("drawer", {}, "Drawers", "All drawers", "true"),
        ("slips", {}, "Slips", "Fills and credits", "page"),
        ("slips", {"unused": "1"}, "Slips", "Unused and void", "page"),
        ("tray_ask_fill", {}, "Slips", "Fills and credits", "true"),
        ("drop_sheet", {}, "Boxes", "Drop sheet", "page"),
        ("chip_slip", {}, "Chips and vault", "Chips of the house", "true"),
        ("toke_receipt", {}, "Day", "Tokes", "true"),
    ],
)
def test_it_marks_one_group_and_one_page(name: str, query: dict[str, str], group: str, entry: str, here: str) -> None:
    shown = ways("manager", name, **query) if name != "petty" else ways("cashier", name, **query)
    assert [step.label for step in shown.groups if step.here] == [group]
    assert [(step.label, step.here) for step in shown.pages if step.here] == [(entry, here)]
    assert shown.group == group


def test_a_group_leads_to_its_first_page_that_one_may_see() -> None:
    assert {step.label: step.href for step in ways("cashier", "cage").groups}["Day"] == "/cage/tokes/"
    assert {step.label: step.href for step in ways("manager", "cage").groups}["Day"] == "/cage/log/"
    assert "/cage/drop/2026-07-14/" in [step.href for step in ways("manager", "boxes").pages]
