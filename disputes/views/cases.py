"""The list of disputes, and one case."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from config.staff.roles import Permission
from config.web.views import RoomRequest, page, staff
from disputes.forms import DisputesFilterForm
from disputes.models import Dispute
from disputes.selectors.cases import case_page, cases_of, cases_with, clock_of, row_of
from disputes.selectors.replay import is_undone
from players.selectors.known import known_in

PAGE = 40


@require_safe
@staff(Permission.HAND_VIEW)
def disputes(request: RoomRequest) -> HttpResponse:
    """The cases of the room, those that wait for a ruling first; searched and narrowed by what is asked."""
    form = DisputesFilterForm(request.GET, room=request.room)
    asked = form.cleaned_data if form.is_valid() else {}
    listed = Paginator(cases_of(request.room, **asked), PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "page": listed,
        "rows": [row_of(case) for case in listed],
        "narrowed": any(value not in (None, "") for value in asked.values()),
        "query": f"{query.urlencode()}&" if query else "",
    }
    return page(request, "disputes/disputes.html", context)


@require_safe
@staff(Permission.HAND_VIEW)
def dispute(request: RoomRequest, dispute_id: int) -> HttpResponse:
    """One case: what was reported, how it stands to the next deal, what is held, how it was ruled."""
    shown = case_page(find_case(request, dispute_id))
    word, sentence = clock_of(shown.dispute, shown.row)
    house, game = shown.dispute.house_rules.house.name, shown.dispute.plaque.plaque.game
    citation = shown.dispute.sort.rule.cite(house, game)
    context = {"case": shown, "clock": word, "clock_sentence": sentence, "citation": citation}
    context["action_undone"] = is_undone(shown.dispute)
    return page(request, "disputes/dispute.html", context)


@require_safe
@staff(Permission.HAND_VIEW)
def player_cases(request: RoomRequest, player_id: int) -> HttpResponse:
    """The cases that name a player, hold their chips or moved them: a part of the player’s page, or one of its own."""
    player = get_object_or_404(known_in(request.room), pk=player_id)
    context = {"player": player, "cases": cases_with(player, request.room)}
    return page(request, "disputes/player_cases.html", context)


def find_case(request: RoomRequest, dispute_id: int) -> Dispute:
    """The case of this room, with where it stands."""
    cases = cases_of(request.room).select_related(
        "room", "session__table", "session__room", "session__plaque__house_rules", "plaque", "house_rules", "opened_by"
    )
    return get_object_or_404(cases, pk=dispute_id)
