"""The order of the cage's pages: groups by who works there, and what each group holds."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_noop as _

from config.web.places import is_open_to


@dataclass(frozen=True, slots=True)
class Entry:
    """A page of the sub-navigation: its words, the name of its address, and the names of the pages below it.

    `query` is what its address asks for besides; `of_day` says that the address names a gaming day: the running one.
    """

    label: str
    name: str
    below: frozenset[str] = frozenset()
    query: Mapping[str, str] = field(default_factory=dict)
    of_day: bool = False

    def href(self, today: date) -> str:
        """Its address, on the gaming day `today`."""
        href = reverse(self.name, args=[today] if self.of_day else [])
        return f"{href}?{urlencode(self.query)}" if self.query else href


@dataclass(frozen=True, slots=True)
class Group:
    """The pages of those who work in one part of the cage."""

    label: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A link; `here` is the value of `aria-current`: "page", "true" on a page below it, or nothing."""

    label: str
    href: str
    here: str


@dataclass(frozen=True, slots=True)
class Navigation:
    """The links that one person is shown: the groups, and the pages of the group that they are in."""

    groups: tuple[Step, ...]
    pages: tuple[Step, ...]
    group: str = ""


def _below(*names: str) -> frozenset[str]:
    return frozenset(names)


_OF_A_POOL = ("pool_seed", "pool_seed_recover", "pool_deposit", "pool_deposit_void")
GROUPS = (
    Group(
        _("Desk"),
        (
            Entry(
                _("Window"),
                "cage",
                _below(
                    *("cage_new", "cage_player", "buy_in", "cash_out", "present", "cash_book", "debt_pay"),
                    *("buy_in_receipt", "cash_out_receipt", "cash_slip_receipt", "exchange", "describe"),
                    *("buy_in_void", "cash_out_void", "cash_slip_void", "debt_payment_void", "describe_name"),
                ),
            ),
            Entry(_("Petty cash"), "petty", query={"kind": "po"}),
            Entry(
                _("Players’ banks"),
                "banks",
                _below(
                    *("bank", "bank_open", "bank_pin", "bank_move", "bank_account_statement"),
                    *("bank_receipt", "bank_slip_void"),
                ),
            ),
            Entry(_("Held cash-outs"), "held_cash_outs", _below("hold_decide")),
        ),
    ),
    Group(
        _("Drawers"),
        (
            Entry(
                _("All drawers"),
                "drawers",
                _below(
                    *("drawer", "drawer_add", "drawer_fund", "drawer_open", "drawer_expected", "drawer_recount"),
                    *("drawer_accept", "drawer_close", "drawer_count", "drawer_give_up", "drawer_limit"),
                ),
            ),
            Entry(_("Short and over"), "variances", _below("investigation_settle", "regulator_note")),
            Entry(_("Values to count in"), "denominations"),
        ),
    ),
    Group(
        _("Slips"),
        (
            Entry(
                _("Fills and credits"),
                "slips",
                _below(
                    *("slip", "slip_authorise", "slip_send", "slip_receive", "slip_refuse", "slip_void"),
                    *("drawer_ask_fill", "drawer_ask_credit", "tray_ask_fill", "tray_ask_credit"),
                    *("tray", "tray_set", "felt_settle"),
                ),
            ),
            Entry(_("Unused and void"), "slips", query={"unused": "1"}),
        ),
    ),
    Group(
        _("Boxes"),
        (
            Entry(
                _("Drop boxes"),
                "boxes",
                _below("box_add", "box_hang", "box_hand_over", "box_take_off", "box_pull", "box_count", "box_give_up"),
            ),
            Entry(_("Keys"), "box_keys", _below("box_key_return")),
            Entry(_("Drop sheet"), "drop_sheet", of_day=True),
            Entry(_("Counted and recorded"), "drop_compare", of_day=True),
            Entry(_("Variance reports"), "drop_reports"),
            Entry(_("Pools"), "pools", _below("pool_board", "pool_days", "pool_day", "pool", *_OF_A_POOL)),
            Entry(_("Awards"), "awards", _below("award", "award_share_pay", "award_stands")),
        ),
    ),
    Group(
        _("Chips and vault"),
        (
            Entry(_("Vault"), "vault_stock", _below("vault_bank", "vault_slip", "vault_void")),
            Entry(
                _("Count the vault"),
                "vault_count",
                _below("vault_count_begin", "vault_count_enter", "vault_count_give_up"),
            ),
            Entry(_("Counts of the vault"), "vault_counts"),
            Entry(
                _("Chips of the house"),
                "chip_sets",
                _below("chips_receive", "chips_destroy", "chip_set_retire", "chip_slip", "chip_alarm_answer"),
            ),
            Entry(_("Chips in use"), "liability", _below("bank_statement")),
        ),
    ),
    Group(
        _("Day"),
        (
            Entry(_("Log"), "transaction_log", _below("linked_day_answer", "currency_reports", "currency_decide")),
            Entry(_("Unknown origin"), "presented_chips"),
            Entry(
                _("Tokes"),
                "tokes",
                _below("tokes_split", "tokes_count", "toke_share_pay", "toke_dealer", "toke_receipt", "toke_slip_void"),
            ),
            Entry(_("Gaming days"), "days"),
            Entry(_("Ledger"), "ledger_accounts"),
            Entry(_("Who acts alone"), "acts"),
        ),
    ),
)


def navigation(may: Collection[str], today: date, name: str, query: Mapping[str, str]) -> Navigation:
    """The navigation of a person with the permissions `may` (codes with `_`) on the page of that `name` and `query`.

    What an entry asks for is what its view asks for, so no link leads to a refusal; a group leads to the first page
    of it that the person may see, and a group of which they may see nothing is not shown.
    """
    groups: list[Step] = []
    pages: tuple[Step, ...] = ()
    label = ""
    for group in GROUPS:
        steps = _steps(group, may, today, name, query)
        is_here = any(name == entry.name or name in entry.below for entry in group.entries)
        if steps:
            groups.append(Step(group.label, steps[0].href, "true" if is_here else ""))
        if is_here:
            pages, label = steps, group.label
    return Navigation(tuple(groups), pages, label)


def _steps(group: Group, may: Collection[str], today: date, name: str, query: Mapping[str, str]) -> tuple[Step, ...]:
    here = _here(group, name, query)
    hrefs = [(entry, entry.href(today)) for entry in group.entries]
    return tuple(
        Step(entry.label, href, ("page" if entry.name == name else "true") if entry is here else "")
        for entry, href in hrefs
        if is_open_to(href.partition("?")[0], may)
    )


def _here(group: Group, name: str, query: Mapping[str, str]) -> Entry | None:
    """The entry of the group that the page is or lies below; of two with one address the one that asks for the same."""
    stands = [entry for entry in group.entries if name == entry.name or name in entry.below]
    asked = [entry for entry in stands if entry.query and all(query.get(k) == v for k, v in entry.query.items())]
    return next(iter(asked or stands), None)
