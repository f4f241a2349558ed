"""Forms that the dispute desk sends: a case, a question about its hand, a ruling, an appeal, and what the list
shows."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.rooms.models import Room
from config.web.days import DayField
from config.web.forms import AmountField, RequestKeyField, StrictForm, TextField
from config.web.widgets import AmountInput, SearchInput
from disputes.acts import Chosen
from disputes.directing import DIRECTS, Direction, What
from disputes.models import Dispute, Place
from disputes.on_the_hand import kills_a_hand, running_hand
from disputes.outcomes import UPHELD
from disputes.put_right import outcomes_of, why_not_between_players
from disputes.selectors.cases import STATES, dealers_of
from disputes.selectors.rules import RuleChoice, rules_to_choose
from games.forms import SeatsField
from games.selectors.dispute_rules import rule_name
from rules.disputes.kinds import GROUPS, KINDS, LIKELY
from rules.house.house import HOUSES
from rules.house.house_rules import GROUPS as HOUSE_RULES
from rules.text.rulebook import RULES

PAYMENTS, MOST_PAYMENTS = 3, 12
"""The number of payments that a ruling's form has room for, and at most where a what-if has worked out more."""
OTHER, NOTHING = "other", "none"
_BLINDS = {
    True: [("small", "the small blind dead"), ("big", "the big blind"), ("both", "both, the small one dead")],
    False: [("big", "the blind")],
}
"""The blinds that a player may owe, by whether the game has a small blind."""
_KINDS = [(group, [(kind.code, kind.term) for kind in kinds]) for group, kinds in GROUPS.items()]


def _read_act(text: str) -> tuple[int, str]:
    """An action as the form sends it: its place, and the mark that only it has there."""
    index, _, mark = text.partition("-")
    return int(index), mark


class ReportForm(StrictForm):
    """A case: what kind of dispute it is, and what happened, in words. All else may stay empty."""

    kind = forms.ChoiceField(label=_("What is disputed"), choices=_KINDS, widget=forms.RadioSelect())
    facts = TextField(label=_("What happened"), max_length=2000, lines=3)
    seats = SeatsField(label=_("Seats"), required=False)
    hold = forms.ChoiceField(
        label=_("Hold meanwhile"),
        choices=Dispute.Hold.choices,
        widget=forms.RadioSelect(),
        initial="none",
        required=False,
    )
    hold_amount = AmountField(label=_("How much of it"), required=False, widget=AmountInput())
    dealer = forms.TypedChoiceField(label=_("Dealer"), required=False, coerce=int, empty_value=None)
    reporter = TextField(label=_("Reported by"), max_length=60, required=False)
    reported = forms.TimeField(
        label=_("Reported at"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    act = forms.TypedChoiceField(label=_("Disputed action"), required=False, coerce=_read_act, empty_value=None)
    cards = TextField(label=_("Cards"), max_length=120, required=False)
    chips = AmountField(label=_("Chips in dispute"), of_chips=False, required=False, widget=AmountInput())
    cameras_asked = forms.BooleanField(label=_("Cameras were asked for"), required=False)
    key = RequestKeyField()

    def __init__(
        self,
        data: Any = None,
        *,
        room: Room,
        place: str = "table",
        now: datetime,
        acts: Sequence[Chosen] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(data, room=room, **kwargs)
        last_first = [(f"{act.index}-{act.mark}", f"{act.index + 1}: {act.words}") for act in reversed(acts)]
        self.fields["act"].choices = [("", _("none")), *last_first]  # type: ignore[attr-defined]  # a ChoiceField
        self.fields["act"].error_messages["invalid_choice"] = _("That action was undone meanwhile: choose it again.")
        self.place, self.now = place, now
        dealers = [(dealer.pk, f"{dealer.badge_number} {dealer}") for dealer in room.dealers.all()]
        self.fields["dealer"].choices = [("", _("nobody named")), *dealers]  # type: ignore[attr-defined]  # a ChoiceField

    def likely_kinds(self) -> list[tuple[str, str]]:
        """The usual kinds where the case is opened."""
        return [(code, KINDS[code].term) for code in LIKELY[self.place]]

    def other_kinds(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """All the others, by group."""
        likely = LIKELY[self.place]
        return [(group, [(code, term) for code, term in kinds if code not in likely]) for group, kinds in _KINDS]

    def clean(self) -> dict[str, Any]:
        """Adds `reported_at`, the last time the clock showed what was entered; holding a part needs its amount."""
        data = super().clean()
        if data.get("hold") == Dispute.Hold.PART and not data.get("hold_amount"):
            self.add_error("hold_amount", "Enter how much of the pot is held.")
        return data | {"reported_at": self._reported_at(data), "hold": data.get("hold") or Dispute.Hold.NONE}

    def _reported_at(self, data: dict[str, Any]) -> datetime | None:
        if not data.get("reported"):
            return None
        local = self.now.astimezone(self.room.zone)
        stated = datetime.combine(local.date(), data["reported"], tzinfo=self.room.zone)
        return stated if stated <= local else stated - timedelta(days=1)


class DisputesFilterForm(forms.Form):
    """The choice of cases that the list shows."""

    q = forms.CharField(required=False, label=_("Words or number"), max_length=80, widget=SearchInput())
    state = forms.ChoiceField(required=False, label=_("Where it stands"), choices=[("", _("all")), *STATES.items()])
    kind = forms.ChoiceField(required=False, label=_("Kind"), choices=[("", _("all")), *_KINDS])
    rule = forms.ChoiceField(required=False, label=_("Rule"))
    table = forms.ChoiceField(required=False, label=_("Table"))
    dealer = forms.ChoiceField(required=False, label=_("Dealer"))
    day = DayField(required=False, label=_("Gaming day"))

    def __init__(self, *args: Any, room: Room, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = [(str(table.pk), table.name) for table in room.tables.all()]
        dealers = dealers_of(room)
        own = [(kind.rule.code, kind.term) for kind in KINDS.values()]
        rules = sorted(((code, rule_name(code)) for code in RULES if code not in dict(own)), key=lambda each: each[1])
        choices: dict[str, list[Any]] = {
            "table": tables,
            "dealer": dealers,
            "rule": [("The dispute’s own", own), ("The rulebook", rules)],
        }
        for name, offered in choices.items():
            self.fields[name].choices = [("", _("all")), *offered]  # type: ignore[attr-defined]  # a ChoiceField


class StatisticsForm(forms.Form):
    """Between which gaming days disputes are counted."""

    since = DayField(required=False, label=_("From"))
    until = DayField(required=False, label=_("To"))


class WhatIfForm(forms.Form):
    """A question about the hand: what is otherwise, from which action on."""

    CHANGES = (
        ("replace", "instead"),
        ("insert", "before it"),
        ("remove", "without it"),
        ("rest", "otherwise from here on"),
        ("dead", "a hand is dead"),
        ("void", "the hand is void"),
        ("house", "under other rules"),
        ("owed", "as the plaque asks for"),
    )
    change = forms.ChoiceField(choices=CHANGES)
    step = forms.IntegerField(min_value=0, max_value=500, required=False)
    lines = forms.CharField(max_length=4000, required=False)
    seat = forms.IntegerField(min_value=1, max_value=10, required=False)
    house = forms.ChoiceField(required=False, choices=[("", ""), *((name, h.title) for name, h in HOUSES.items())])
    house_rule = forms.ChoiceField(
        required=False,
        choices=[
            ("", ""),
            *((title, [(rule.name, rule.question) for rule in listed]) for title, listed in HOUSE_RULES.items()),
        ],
    )
    value = forms.CharField(max_length=40, required=False)


class AppealForm(StrictForm):
    """A ruling taken to the manager: who asks, and why."""

    party = TextField(label=_("Who appeals"), max_length=60)
    words = TextField(label=_("What they object to"), max_length=2000, lines=3)
    key = RequestKeyField()


class RulingForm(StrictForm):
    """A ruling: the outcome, the rule, and the chips that move; a second person confirms it where one is needed."""

    outcome = forms.ChoiceField(label=_("Outcome"), widget=forms.RadioSelect())
    other = TextField(label=_("In other words"), max_length=120, required=False)
    rule_code = forms.ChoiceField(label=_("Rule"), widget=forms.RadioSelect())
    is_meant = forms.BooleanField(label=_("It is meant so, for the reason that is given"), required=False)
    words = TextField(label=_("Why"), max_length=2000, lines=2, required=False)
    objection = TextField(label=_("A player objects"), max_length=400, required=False)
    badge = TextField(label=_("Badge"), max_length=12, required=False)
    pin = forms.CharField(
        label=_("PIN"),
        max_length=8,
        required=False,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    badge.needed = pin.needed = _("needed where one may not do it alone")  # type: ignore[attr-defined]  # of its template
    key = RequestKeyField()

    def __init__(
        self,
        data: Any = None,
        *,
        dispute: Dispute,
        places: Sequence[tuple[str, str]],
        sitting: Mapping[int, str],
        asked: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.dispute, self.sitting = dispute, sitting
        self.numbers = range(1, min(max(asked, PAYMENTS), MOST_PAYMENTS) + 1)
        outcomes = [(remedy, remedy) for remedy in self.outcomes()]
        self._choose("outcome", [*outcomes, (OTHER, "something else")])
        self.rules = rules_to_choose(dispute)
        self._choose("rule_code", [(rule.code, rule.name) for rule in self.rules.all])
        for number in self.numbers:
            self._add_payment(number, places)
        self._add_directions(DIRECTS.get(dispute.kind, ()))
        self._add_dead_seat()

    def _add_dead_seat(self) -> None:
        """Ask whose hand is dead, where the hand is still being played and that is a likely outcome."""
        if running_hand(self.dispute) is None or not any(map(kills_a_hand, self.dispute.sort.remedies)):
            return
        parties = list(self.dispute.parties.values_list("seat", flat=True))
        self.fields["dead_seat"] = forms.TypedChoiceField(
            label=_("Whose hand is dead"),
            coerce=int,
            empty_value=None,
            required=False,
            choices=[("", _("nobody’s")), *((str(seat), f"{seat} {name}") for seat, name in self.sitting.items())],
            initial=str(parties[0]) if len(parties) == 1 else "",
        )

    def outcomes(self) -> Sequence[str]:
        """The usual outcomes of such a case that can still be carried out."""
        return outcomes_of(self.dispute)

    def is_asked(self) -> bool:
        """Whether outcome and chips were found to say different things."""
        return getattr(getattr(self, "refusal", None), "code", "") == "outcome_contradicts" or bool(
            self["is_meant"].value()
        )

    def chosen_rule(self) -> RuleChoice | None:
        """The rule that is chosen among those that are not likely; None where a likely one is."""
        return self.rules.found(self["rule_code"].value())

    def payment_rows(self) -> list[tuple[Any, Any, Any]]:
        """From, to and amount of each payment."""
        return [(self[f"from_{n}"], self[f"to_{n}"], self[f"amount_{n}"]) for n in self.numbers]

    def clean(self) -> dict[str, Any]:
        """Adds `said`, the outcome in words, and `payments` as (from, to, amount)."""
        data = super().clean()
        said = data.get("other") if data.get("outcome") == OTHER else data.get("outcome")
        if data.get("outcome") == OTHER and not said:
            self.add_error("other", "Say what was decided.")
        directions = list(self._directions(data))
        return data | {"said": said or "", "payments": list(self._payments(data)), "directions": directions}

    def _payments(self, data: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
        for number in self.numbers:
            parts = [data.get(f"{side}_{number}") for side in ("from", "to", "amount")]
            if all(parts):
                yield tuple(parts)
            elif any(parts):
                self.add_error(f"amount_{number}", "A payment says from whom, to whom, and how much.")

    def owes_rows(self) -> list[Any]:
        """The fields of what each seat owes, where the dispute is about blinds."""
        return [self[f"owes_{seat}"] for seat in self.sitting if f"owes_{seat}" in self.fields]

    def directs(self) -> bool:
        """Whether anything of the next hand is put right by this kind of dispute."""
        return bool(DIRECTS.get(self.dispute.kind))

    def _directions(self, data: dict[str, Any]) -> Iterator[Direction]:
        kill, button = data.get("kill"), data.get("button")
        if kill:
            yield Direction(What.NO_KILL) if kill == NOTHING else Direction(What.KILL, int(kill))
        if button:
            yield Direction(What.BUTTON, int(button))
        for seat in self.sitting:
            if owes := data.get(f"owes_{seat}"):
                yield Direction(What.BLINDS, seat, "" if owes == NOTHING else owes)

    def _add_directions(self, whats: Sequence[What]) -> None:
        """Add what may be directed for the next hand: nothing changes where nothing is chosen."""
        session = self.dispute.session
        plaque = session.posted
        seats = [(str(seat), f"{seat} {name}") for seat, name in self.sitting.items()]
        if What.KILL in whats and plaque.kill:
            self._add_choice("kill", "Kill", [(NOTHING, "No kill"), *seats])
        if What.BUTTON in whats and session.plaque.has_button:
            self._add_choice("button", "Button", seats)
        for seat, name in self.sitting.items() if What.BLINDS in whats and plaque.blinds else ():
            owed = [
                (NOTHING, "owes nothing"),
                *((missed, f"posts {blind}") for missed, blind in _BLINDS[len(plaque.blinds) > 1]),
            ]
            self._add_choice(f"owes_{seat}", f"{seat} {name}", owed, forms.Select())

    def _add_choice(self, name: str, label: str, choices: list[Any], widget: Any = None) -> None:
        offered = [("", "as it stands"), *choices]
        widget = widget or forms.RadioSelect()
        self.fields[name] = forms.ChoiceField(label=label, choices=offered, required=False, initial="", widget=widget)

    def _choose(self, name: str, choices: list[Any]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]  # a ChoiceField

    def _add_payment(self, number: int, places: Sequence[tuple[str, str]]) -> None:
        offered = [("", "–"), *places]
        source = forms.ChoiceField(label=f"From, {number}", choices=offered, required=False)
        if not self.is_bound and why_not_between_players(self.dispute):
            # the page offers what moves; a refusal says why
            source.widget.choices = [choice for choice in offered if choice[0] in ("", *Place.values)]
        self.fields[f"from_{number}"] = source
        self.fields[f"to_{number}"] = forms.ChoiceField(label=f"To, {number}", choices=offered, required=False)
        amount = AmountField(label=f"Amount, {number}", required=False, widget=AmountInput())
        amount.count_in(self.room)
        self.fields[f"amount_{number}"] = amount


class HearingForm(RulingForm):
    """The manager's ruling on appeal; the first one's chips may be taken back before anything else moves."""

    takes_back = forms.BooleanField(label=_("Take the first ruling’s chips back"), required=False)

    def outcomes(self) -> Sequence[str]:
        """A ruling may simply stand."""
        return (UPHELD, *super().outcomes())


class AmendForm(RulingForm):
    """A ruling that follows another: it begins with what was ruled, and says why it is amended."""

    amends = forms.IntegerField(widget=forms.HiddenInput())

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["words"].label, self.fields["words"].required = "Why it is amended", True
