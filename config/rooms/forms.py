"""The settings of a room, as people write them."""

import re
from datetime import time
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from config.amounts import parse_major, plain_major
from config.clocks import time_zones
from config.errors import Malformed
from config.rooms.models import Room
from config.rooms.services import AMOUNTS, MOST_DECIMALS
from config.web.forms import TextField, WholeNumberField

_TIME = re.compile(r"([01]?\d|2[0-3]):[0-5]\d", re.ASCII)
_AMOUNTS = ("smallest_chip", *AMOUNTS)


def _amount(label: Any, help_text: Any) -> forms.CharField:
    """A field for an amount in the currency's major units, which is read with the room's decimals; left empty, the
    setting stays."""
    return forms.CharField(label=label, help_text=help_text, required=False, strip=False)


class SettingsForm(forms.Form):
    """Currency, smallest chip, clock and helpline. The smallest chip is written in the currency's major units."""

    name = TextField(label=_("Name"), max_length=80)
    currency = forms.RegexField(
        r"\A[A-Z]{3}\Z",
        label=_("Currency"),
        help_text=_("ISO 4217: USD, EUR"),
        error_messages={"invalid": _("Three capitals.")},
    )
    currency_symbol = TextField(label=_("Sign"), max_length=4, required=False)
    exponent = WholeNumberField(label=_("Decimals of the currency"), at_most=MOST_DECIMALS)
    smallest_chip = forms.CharField(
        label=_("Smallest chip"), strip=False, help_text=_("Every amount on a table is a multiple.")
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=[(zone, zone) for zone in sorted(time_zones())])
    gaming_day_start = forms.TimeField(
        label=_("Gaming day starts at"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        help_text=_("Local time."),
    )
    helpline = TextField(
        label=_("Helpline"), max_length=160, required=False, help_text=_("For problem gambling; printed on plaques.")
    )
    identity_asked = forms.ChoiceField(
        label=_("Before chips are sold"),
        choices=Room.IdentityAsked.choices,
        help_text=_(
            "What must be known of a player. House; 68 IAC 15-2-3(c) has a description logged, and the name if known."
        ),
    )

    cover_asked = WholeNumberField(
        label=_("Cover of the chips in use, percent"),
        required=False,
        at_most=1000,
        help_text=_(
            "Cash and bank accounts are held to this part of what players may ask cash for. Source: 11 CCR 2053(b), "
            "WAC 230-15-050, all of it. Less takes a second person."
        ),
    )
    statement_days = WholeNumberField(
        label=_("A bank’s statement covers for days"),
        required=False,
        at_least=1,
        at_most=366,
        help_text=_("After its own. House: banks state accounts once a month. More takes a second person."),
    )
    variance_notice = _amount(
        _("Variance of a drawer that is noticed"),
        _(
            "Counted short or over by more, at once or together on a gaming day, it is explained or accepted by name. "
            "House; usual at cages in the USA: 5 dollars."
        ),
    )
    investigation_from = _amount(
        _("Variance that two people settle"),
        _("Counted short or over by so much or more. Source: LA 42:III.2729, 50 dollars."),
    )
    variance_days = WholeNumberField(
        label=_("Days to settle a variance"),
        required=False,
        at_least=1,
        at_most=60,
        help_text=_("Then it is overdue. House; the gaming day isn’t locked before. More takes a second person."),
    )
    regulator_note_from = _amount(
        _("Variance that the regulator is told of"),
        _(
            "Short or over by so much or more, at once or of one person on a gaming day; 0: none. Source: "
            "WAC 230-15-495(5)(g), 200 dollars. More, or 0, takes a second person."
        ),
    )
    regulator_note_hours = WholeNumberField(
        label=_("Hours to tell the regulator"),
        required=False,
        at_least=1,
        at_most=720,
        help_text=_("Source: WAC 230-15-495(5)(g), 24 hours. More takes a second person."),
    )
    void_alone = _amount(
        _("Voids at the window, by one person alone"),
        _(
            "On a gaming day, in all. Above it, and after the day, a second person confirms. House: 100; LA "
            "42:III.2717 has voids recorded. More takes a second person too."
        ),
    )
    runner_limit = _amount(
        _("A chip runner carries at most"),
        _("Chips and cash together. House; 25 CFR 543.10(b)(1) speaks of imprest banks."),
    )
    runners_redeem = forms.TypedChoiceField(
        label=_("Chip runners pay cash for chips"),
        choices=[("False", _("no: the window alone")), ("True", _("yes"))],
        coerce=lambda text: text == "True",
        empty_value=None,
        required=False,
        help_text=_("From their own bank, up to what they carry. House."),
    )
    bank_dormant_days = WholeNumberField(
        label=_("A player’s bank is dormant after so many days"),
        required=False,
        at_most=9999,
        help_text=_("Without a move. House; the law of unclaimed property says what follows."),
    )
    tokes_mode = forms.ChoiceField(
        label=_("Tokes"),
        choices=Room.TokesMode.choices,
        required=False,
        help_text=_("Pooled tokes are counted by two and shared by the minutes dealt (COMAR 36.03.10.49)."),
    )
    identity_from = _amount(
        _("Cash of a day without a document, at most"),
        _(
            "In, and out, each. Source: 31 CFR 1021.311, more than 10,000 dollars. What is asked before chips "
            "are sold binds besides. More takes a second person."
        ),
    )
    log_from = _amount(
        _("Log of transactions from"),
        _("Cash of a player and gaming day, in or out. House; usual in the USA: 2,500 to 3,000 dollars."),
    )
    report_from = _amount(
        _("Currency reports from"),
        _(
            "Cash of a player and gaming day, in or out, about which a manager decides before the day is locked; 0: "
            "none. Source: 31 CFR 1021.311, more than 10,000 dollars. More, or 0, takes a second person."
        ),
    )
    presented_alone = _amount(
        _("Chips without a known origin, redeemed alone"),
        _(
            "By a cashier on a gaming day, in all; above it a supervisor counts them too. More takes a second "
            "person. House."
        ),
    )
    vault_most = _amount(
        _("Into the vault at once, at most"),
        _("Of chips, and of cash, in one act: a slip of the keys is no fortune. House. More takes a second person."),
    )
    refill_minutes = WholeNumberField(
        label=_("The same fill again is asked about for minutes"),
        required=False,
        at_least=1,
        at_most=720,
        help_text=_("Of one drawer, with the same chips and cash: a second tap, or a page that was left open. House."),
    )
    opening_looks = WholeNumberField(
        label=_("Told whether a drawer is right when it is opened, times"),
        required=False,
        at_least=1,
        at_most=9,
        help_text=_(
            "One person, of one opening; then a second person confirms what lies there. House: who counts on and on "
            "would find out what must be there. More takes a second person."
        ),
    )
    payouts_alone = _amount(
        _("Prizes, promotions, comps and petty cash, paid alone"),
        _("By a cashier on a gaming day, in all; above it a supervisor confirms. More takes a second person. House."),
    )
    drop_times = TextField(
        label=_("Drops of boxes at"),
        max_length=200,
        required=False,
        help_text=_(
            "Local times with spaces between, such as 02:00 06:00 18:00; none: at any time. Source: MS "
            "35-5-07-02-100(1), at designated times."
        ),
    )
    shift_starts = TextField(
        label=_("Shifts start at"),
        max_length=200,
        required=False,
        help_text=_(
            "Full hours with spaces between, such as 06:00 14:00 22:00: what figures are told apart by. House."
        ),
    )
    week_starts = forms.TypedChoiceField(
        label=_("Weeks start on"),
        choices=Room.Weekday.choices,
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("In figures and reports of a week. House; ISO 8601 says Monday."),
    )
    drop_minutes = WholeNumberField(
        label=_("A drop goes on for minutes"),
        required=False,
        at_most=720,
        help_text=_("After each of these times; 0: never, but after a push and in an emergency. House."),
    )
    push_minutes = WholeNumberField(
        label=_("Boxes are pulled after a push for minutes"),
        required=False,
        at_least=1,
        at_most=120,
        help_text=_(
            "As that of the down. House; MS 35-5-07-02-100(1) asks for designated times. More takes a second person."
        ),
    )
    fills_by_slip = forms.TypedChoiceField(
        label=_("Drawers are filled"),
        required=False,
        choices=[("False", _("from the vault, by two people")), ("True", _("by slips, through three people’s hands"))],
        coerce=lambda value: value == "True",
        empty_value=None,
        help_text=_("Source: LA 42:III.2717. Filling without slips again takes a second person."),
    )
    slip_minutes = WholeNumberField(
        label=_("Minutes until an open slip is an alarm"),
        required=False,
        at_least=1,
        at_most=600,
        help_text=_("House; usual at cages: 15."),
    )
    late_chips = forms.ChoiceField(
        label=_("Chips of a retired set after its last day"),
        choices=Room.LateChips.choices,
        required=False,
        help_text=_("Source: house, as its notice of the retirement says. Taking them again takes a second person."),
    )
    late_chips_way = TextField(
        label=_("Then patrons turn to"),
        max_length=120,
        required=False,
        help_text=_("The end of a sentence, such as: the manager, Monday to Friday from 10 to 16. House."),
    )
    dealers_sign = forms.ChoiceField(
        label=_("At their tray sign with their own PIN"),
        choices=Room.DealersSign.choices,
        required=False,
        help_text=_(
            "Counts, fills and credits. Dealers’ PINs are set under Dealers. Source: 25 CFR 543.10(b), (e). "
            "Fewer takes a second person."
        ),
    )
    vault_counted = forms.ChoiceField(
        label=_("The vault is counted"),
        choices=Room.VaultCounted.choices,
        required=False,
        help_text=_(
            "By two people, one of them a supervisor; a gaming day isn’t locked without it. Source: 25 CFR 543.10(e), "
            "at the end of each shift. Less often takes a second person."
        ),
    )
    pools_signed = forms.TypedChoiceField(
        label=_("The pools’ reconciliation"),
        choices=[("False", _("not asked for")), ("True", _("signed before the day is locked"))],
        coerce=lambda text: text == "True",
        empty_value=None,
        required=False,
        help_text=_(
            "What a gaming day brought the players’ pools, signed by somebody independent of the card room. Source: "
            "25 CFR 543.10(g)(9). Asking no more takes a second person."
        ),
    )
    awards_need_deposit = forms.TypedChoiceField(
        label=_("Awards out of pools need a deposit"),
        choices=[("False", _("no: what was counted is awarded")), ("True", _("yes: counted, and deposited first"))],
        coerce=lambda text: text == "True",
        empty_value=None,
        required=False,
        help_text=_("In the pool’s own bank account. Source: WAC 230-15-400(3). Asking no more takes a second person."),
    )
    pool_deposit_within = WholeNumberField(
        label=_("Then it is deposited within days"),
        required=False,
        at_least=0,
        at_most=30,
        help_text=_(
            "What was counted for a pool so many days before keeps a gaming day open until it is deposited; 0: not "
            "asked. House; WAC 230-07-090(1)(d) has other receipts deposited by the second banking day. More, or 0, "
            "takes a second person."
        ),
    )
    at_work_minutes = WholeNumberField(
        label=_("On duty around an act, minutes"),
        required=False,
        at_least=1,
        at_most=720,
        help_text=_(
            "Whoever works here and did something so long before a hand or after it has no share of a pool for people "
            "off duty. House. Fewer takes a second person."
        ),
    )
    minimum_age = WholeNumberField(
        label=_("Players are at least so old, years"),
        required=False,
        at_least=16,
        at_most=99,
        help_text=_("Source: the law of the place; 21 is the strictest of the usual. Younger takes a second person."),
    )
    late_time = forms.ChoiceField(
        label=_("Who sits down within a half hour pays"),
        choices=Room.LateTime.choices,
        required=False,
        help_text=_(
            "At a table that charges for time, where more wait for the game than stands below; else nothing. What is "
            "left is rounded down to the smallest chip. House; allcasinoguide.com, poker procedures."
        ),
    )
    late_waiting = WholeNumberField(
        label=_("They pay nothing while so many wait, at most"),
        required=False,
        at_most=20,
        help_text=_("For the game. Source: allcasinoguide.com, poker procedures, one."),
    )
    courtesy_hand = forms.TypedChoiceField(
        label=_("One courtesy hand"),
        choices=[("True", _("yes: who then leaves owes nothing for it")), ("False", _("no"))],
        coerce=lambda text: text == "True",
        empty_value=None,
        required=False,
        help_text=_(
            "After the stroke of a half hour, while nobody waits for the game, once in a gaming day. Source: "
            "allcasinoguide.com, poker procedures; once: house."
        ),
    )
    courtesy_minutes = WholeNumberField(
        label=_("It is given for minutes after the stroke"),
        required=False,
        at_least=1,
        at_most=29,
        help_text=_("House: a hand goes on no longer, at tables whose hands nobody records."),
    )
    courtesy_hands = WholeNumberField(
        label=_("And while so many hands were recorded since, at most"),
        required=False,
        at_most=9,
        help_text=_("Source: allcasinoguide.com, poker procedures, one."),
    )
    dealer_minute_cost = _amount(
        _("Cost of a dealer’s minute"),
        _("At a table, with breaks and taxes in it: figures take it off the revenue. House; 0: not set."),
    )
    table_hour_cost = _amount(
        _("Cost of a table’s hour"),
        _("Open, besides its dealer: floor, cards, space. House; 0: not set."),
    )
    second_factor = forms.ChoiceField(
        label=_("Second factor at sign-in"),
        choices=Room.SecondFactor.choices,
        required=False,
        help_text=_(
            "Who enters the code of an authenticator besides the password. House. Asking fewer takes a second person."
        ),
    )
    badge = TextField(label=_("Second person’s badge"), max_length=12, required=False)
    pin = forms.CharField(
        label=_("Their PIN"),
        max_length=8,
        required=False,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    badge.needed = pin.needed = _("needed where one may not do it alone")  # type: ignore[attr-defined]  # of its template

    @property
    def told(self) -> list[tuple[str, str, str]]:
        """Each setting with its value in the words that the form offers, and its text and source, for whoever only
        reads them."""
        fields = [field for field in self.visible_fields() if field.name not in ("badge", "pin")]
        return [(str(field.label), _words(field), str(field.help_text)) for field in fields]

    def clean(self) -> dict[str, Any]:
        """The settings, with their amounts in minor units."""
        facts = self.cleaned_data
        for name in _AMOUNTS:
            if facts.get("exponent") is not None and name in facts:
                self._read_amount(name, facts["exponent"])
        if facts.get("smallest_chip") == 0:
            self.add_error("smallest_chip", "The smallest chip is worth more than nothing.")
        return facts

    def clean_drop_times(self) -> list[str]:
        """The times in the order of the day. Refused where one is no time."""
        return _times(self.cleaned_data["drop_times"])

    def clean_shift_starts(self) -> list[str] | None:
        """The hours in the order of the day; None where none is given. Refused where one is no full hour."""
        starts = _times(self.cleaned_data["shift_starts"])
        if any(not start.endswith(":00") for start in starts):
            raise forms.ValidationError(_("Shifts start on a full hour: write 06:00 14:00 22:00."))
        return starts or None

    def _read_amount(self, name: str, exponent: int) -> None:
        """One amount in minor units; None where it was left empty and may be."""
        written = self.cleaned_data[name]
        try:
            self.cleaned_data[name] = parse_major(written, exponent=exponent) if written else None
        except Malformed as error:
            self.add_error(name, error.message)

    @staticmethod
    def initial_for(room: Room) -> dict[str, Any]:
        """The values that the form shows before anybody changes it."""
        facts = {name: getattr(room, name) for name in SettingsForm.base_fields if name not in ("badge", "pin")}
        facts |= {name: " ".join(facts[name]) for name in ("drop_times", "shift_starts")}
        return facts | {name: plain_major(facts[name], exponent=room.exponent) for name in _AMOUNTS}


def _words(field: BoundField) -> str:
    """A field's value as people read it: the words of its choice, a dash where nothing is set."""
    value = field.value()
    if isinstance(field.field, forms.ChoiceField):
        words = {str(choice): said for choice, said in field.field.widget.choices}
        return str(words.get(str(value), value))
    if isinstance(value, time):
        return f"{value:%H:%M}"
    return "–" if value in (None, "") else str(value)


def _times(text: str) -> list[str]:
    """Times of a day, each once, in its order. Refused where one is no time."""
    words = text.replace(",", " ").split()
    if not all(_TIME.fullmatch(word) for word in words):
        raise forms.ValidationError(_("Write times as 02:00 18:30, with spaces between."))
    return sorted({word.zfill(5) for word in words})
