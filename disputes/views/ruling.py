"""A case is ruled, taken to the manager, and heard."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.staff.second import second_person
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from disputes import services
from disputes.forms import OTHER, AmendForm, AppealForm, HearingForm, RulingForm
from disputes.limits import limit_of
from disputes.models import Dispute, Place
from disputes.put_right import outcomes_of, why_not_between_players
from disputes.selectors.cases import CasePage, case_page, clock_of
from disputes.selectors.payments import Payer, initial_payments, payers_of, standing_payments
from disputes.views.cases import find_case
from games.selectors.deals import suggest_places
from games.selectors.kill_notes import kill_note
from games.selectors.seats import present, seats_taken
from players.models import Sitting


@require_http_methods(["GET", "POST"])
@staff(Permission.DISPUTE_RULE)
def rule_case(request: RoomRequest, dispute_id: int) -> HttpResponse:
    """Rule on an open case; ?pay= fills payments in as the what-if has worked them out."""
    return _rule(request, find_case(request, dispute_id), RulingForm)


@require_http_methods(["GET", "POST"])
@staff(Permission.DISPUTE_APPEAL)
def hear_case(request: RoomRequest, dispute_id: int) -> HttpResponse:
    """Rule on a case that was taken to the manager."""
    return _rule(request, find_case(request, dispute_id), HearingForm)


@require_http_methods(["GET", "POST"])
@staff(Permission.DISPUTE_APPEAL)
def amend_ruling(request: RoomRequest, dispute_id: int) -> HttpResponse:
    """Amend the last ruling of a case: what shall have moved in all, and why."""
    return _rule(request, find_case(request, dispute_id), AmendForm)


@require_http_methods(["GET", "POST"])
@staff(Permission.DISPUTE_RULE)
def appeal_case(request: RoomRequest, dispute_id: int) -> HttpResponse:
    """Take a ruled case to the manager."""
    case = find_case(request, dispute_id)
    form = AppealForm(sent(request), room=request.room)
    if form.is_valid():
        data = form.cleaned_data
        try:
            services.take_appeal(
                dispute=case,
                party=data["party"],
                words=data["words"],
                key=data["key"],
                by=request.user,
                at=timezone.now(),
            )
            return done(
                request,
                reverse("dispute", args=[case.pk]),
                gettext("Case %(case)s is with the manager.") % {"case": case.pk},
            )
        except DomainError as error:
            show_refusal(form, error)
    return page(request, "disputes/appeal.html", {"form": form, "dispute": case}, status=422 if form.errors else 200)


def _rule(request: RoomRequest, case: Dispute, form_class: type[RulingForm]) -> HttpResponse:
    payers = payers_of(case)
    choices = [(code, payer.label) for code, payer in payers.items()]
    initial = _initial(request, case, payers, form_class)
    asked = sum(name.startswith("amount_") for name in initial)
    seats = seats_taken(case.session)
    form = form_class(
        sent(request),
        dispute=case,
        places=choices,
        sitting={seat: taken.player.display_name for seat, taken in seats.items()},
        asked=asked,
        room=request.room,
        initial=initial,
    )
    if form.is_valid():
        try:
            return _ruled(request, case, form, payers)
        except DomainError as error:
            show_refusal(form, error)
    shown = case_page(case)
    word, sentence = clock_of(case, shown.row)
    chips_move = form.is_bound or bool(asked) or bool(shown.held) or "H" not in case.sort.reversal
    context = {"form": form, "case": shown, "clock": word, "clock_sentence": sentence, "chips_move": chips_move}
    context |= {"may_rule": _may_rule(form, shown), "between_players": why_not_between_players(case)}
    context["offers_chips"] = (
        form.is_bound or bool(asked) or not context["between_players"] or "A" in case.sort.reversal
    )
    context |= {"limit": limit_of(case), "limit_answer": case.house_rules.house.explain("second_person_above")}
    if form.directs():
        context |= {"next_places": suggest_places(case.session, present(seats)), "kill_note": kill_note(case.session)}
    return page(request, "disputes/rule.html", context, status=422 if form.errors else 200)


def _initial(
    request: RoomRequest, case: Dispute, payers: dict[str, Payer], form_class: type[RulingForm]
) -> dict[str, Any]:
    """The values that the form begins with: what the what-if worked out, or what was ruled, where that is amended."""
    if form_class is not AmendForm:
        return initial_payments(request.GET.getlist("pay"), payers) | {"rule_code": case.sort.rule.code}
    last = case.rulings.order_by("pk").last()
    if last is None:
        return {}
    known = last.outcome in outcomes_of(case)
    said = {"outcome": last.outcome if known else OTHER, "other": "" if known else last.outcome}
    return standing_payments(case, payers) | said | {"rule_code": last.rule_code, "amends": last.pk}


def _may_rule(form: RulingForm, shown: CasePage) -> bool:
    """Whether the case waits for what this form says."""
    if isinstance(form, AmendForm):
        return shown.may_be_amended
    return shown.row.state == ("appealed" if isinstance(form, HearingForm) else "open")


def _ruled(request: RoomRequest, case: Dispute, form: RulingForm, payers: dict[str, Payer]) -> HttpResponse:
    data, now = form.cleaned_data, timezone.now()
    decision = services.Decision(
        outcome=data["said"],
        rule_code=data["rule_code"],
        words=data["words"],
        objection=data["objection"],
        payments=tuple(
            services.Payment(_place(payers, source), _place(payers, target), amount)
            for source, target, amount in data["payments"]
        ),
        directions=tuple(data["directions"]),
        is_meant=data["is_meant"],
        dead_seat=data.get("dead_seat"),
    )
    given: dict[str, Any] = {
        "dispute": case,
        "decision": decision,
        "second": second_person(request.room, data["badge"], data["pin"], at=now) if data["badge"] else None,
        "key": data["key"],
        "by": request.user,
        "at": now,
    }
    if isinstance(form, HearingForm):
        services.rule_on_appeal(takes_back=data["takes_back"], **given)
    elif isinstance(form, AmendForm):
        services.amend(amends=get_object_or_404(case.rulings, pk=data["amends"]), **given)
    else:
        services.rule(**given)
    return done(request, reverse("dispute", args=[case.pk]), gettext("Case %(case)s is ruled.") % {"case": case.pk})


def _place(payers: dict[str, Payer], code: str) -> Sitting | Place:
    return payers[code].place
