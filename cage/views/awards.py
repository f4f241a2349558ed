"""Awards out of promotional pools: declared by two, taken back by two, and a share paid at a window."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from cage import services
from cage.forms.awards import AwardForm, AwardPayForm, AwardStandForm, AwardVoidForm
from cage.models import AwardShare, PoolAward
from cage.selectors.awards import awards_of, seated_at, unpaid_shares
from cage.selectors.changed_awards import to_look_at
from cage.selectors.drawers import own_drawers
from cage.selectors.pools import pool_rows
from cage.views.window import serve
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players.dealt import dealt
from tables.models import Table


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.AWARD_DECLARE, read=Permission.AWARD_VIEW)
def awards(request: RoomRequest) -> HttpResponse:
    """Show the pools, the shares that are owed and the newest awards; declare one with somebody of another role."""
    room, now = request.room, timezone.now()
    tables = list(Table.objects.filter(room=room, is_retired=False))
    asked = next((each for each in tables if str(each.pk) == request.GET.get("table")), None)
    seated = seated_at(asked)
    form = AwardForm(sent(request), room=room, seated=seated, initial={"table": asked}, auto_id="award_%s")
    if form.is_valid():
        names = ("pool", "kind", "what", "amount", "table", "hand", "shares", "key")
        facts = {name: form.cleaned_data[name] for name in names}
        try:
            facts |= {"second": form.second(at=now), "confirmed": form.cleaned_data["confirm"]}
            award = services.declare_award(by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("award", args=[award.pk]), gettext("The award is owed to those named."))
    context = {"rows": pool_rows(room, room.gaming_day(now)), "owed": unpaid_shares(room), "awards": awards_of(room)}
    context |= {"form": form, "tables": tables}
    return page(request, "cage/awards.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.AWARD_DECLARE, read=Permission.AWARD_VIEW)
def award(request: RoomRequest, award_id: int) -> HttpResponse:
    """One award with its shares; take it back, or one share, while it isn't paid."""
    now = timezone.now()
    found = _award(request, award_id)
    form = AwardVoidForm(sent(request), room=request.room, award=found, auto_id="void_%s")
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("share", "reason", "key")}
        try:
            services.void_award(award=found, second=form.second(at=now), by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("award", args=[found.pk]), gettext("It lies in its pool again."))
    return _show(request, found, form, AwardStandForm(None, room=request.room, auto_id="stands_%s"))


@require_POST
@staff(Permission.AWARD_DECLARE)
def stands(request: RoomRequest, award_id: int) -> HttpResponse:
    """Let an award stand, though the hand that won it was corrected or voided since."""
    now = timezone.now()
    found = _award(request, award_id)
    form = AwardStandForm(request.POST, room=request.room, auto_id="stands_%s")
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("reason", "key")}
        try:
            services.let_award_stand(award=found, second=form.second(at=now), by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("award", args=[found.pk]), gettext("The award stands for the hand as it is."))
    return _show(request, found, AwardVoidForm(None, room=request.room, award=found, auto_id="void_%s"), form)


def _award(request: RoomRequest, award_id: int) -> PoolAward:
    kept = PoolAward.objects.select_related("pool", "room", "table", "declared_by", "approved_by")
    return get_object_or_404(kept, pk=award_id, room=request.room)


def _show(request: RoomRequest, found: PoolAward, form: AwardVoidForm, stand_form: AwardStandForm) -> HttpResponse:
    """The page of an award, with what became of the hand that won it."""
    shares = found.shares.select_related("player", "void").prefetch_related("slips__void")
    hand = dealt().names([found.hand_id]).get(found.hand_id) if found.hand_id else None
    context: dict[str, Any] = {"award": found, "hand": hand, "shares": shares, "form": form}
    context |= {"is_owed": found.shares.unpaid().exists()}
    context |= {"changed": next(iter(to_look_at(PoolAward.objects.filter(pk=found.pk))), None)}
    context |= {"reviews": found.reviews.select_related("by", "second"), "stand_form": stand_form}
    is_bound = form.is_bound or stand_form.is_bound
    return page(request, "cage/award.html", context, status=422 if is_bound else 200)


@require_POST
@staff(Permission.CASH_OUT)
def pay(request: RoomRequest, share_id: int) -> HttpResponse:
    """Pay a share from the own drawer."""
    owed = AwardShare.objects.select_related("player", "award__room", "award__pool")
    share = get_object_or_404(owed, pk=share_id, award__room=request.room)
    drawers = own_drawers(request.room, request.user)
    form = AwardPayForm(request.POST, room=request.room, drawers=drawers, auto_id=f"share_{share.pk}_%s")
    if form.is_valid():
        now = timezone.now()
        facts: dict[str, Any] = {"drawer": form.cleaned_data["drawer"], "key": form.cleaned_data["key"]}
        try:
            second = form.second(at=now)
            slip = services.pay_award_share(share=share, second=second, by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("cash_slip_receipt", args=[slip.pk]))
    return serve(request, share.player, "", award_form=(share, form))
