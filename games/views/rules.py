"""The rulebook: every rule with its sources and examples, the questions on which houses differ, the games, words.

Anyone may read it, signed in or not: a player who asks “where does it say that?” has a right to the answer, and nothing
here is about anybody. Whoever is signed in sees the room's own house rules beside the rulebooks.
"""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.rooms.models import Room
from config.web.views import page, public
from games.selectors.game_sheets import game_page
from games.selectors.glossary import explained, terms_found
from games.selectors.house_differences import chosen, key_of, side_by_side
from games.selectors.rulebook import AskedHouse, asked_houses, games_found, house_rule_page, index, rule_page
from rules.book.citations import LIBRARY
from tables.models import HouseRulesVersion
from tables.services import house_rules_in_force

LONGEST_SEARCH = 80


@require_safe
@public
def rules(request: HttpRequest) -> HttpResponse:
    """Every rule and every question by chapter; with words in `q`, those in which all of them stand."""
    words = _searched(request)
    context = {
        "words": words,
        "sections": index(words),
        "games": games_found(words),
        "terms": terms_found(words),
        "books": LIBRARY.values(),
        "in_force": _in_force(request),
    }
    return page(request, "rules/index.html", context)


@require_safe
@public
def rule(request: HttpRequest, code: str) -> HttpResponse:
    """One rule, to be read by whoever asks for it: the sentence, the house's own lines first, then an example."""
    houses = _houses(request)
    return _page_or_404(request, "rules/rule.html", rule_page(code, houses), houses)


@require_safe
@public
def house_rule(request: HttpRequest, name: str) -> HttpResponse:
    """One question on which houses differ: each answer, who gives it, and what it comes to in the same hand."""
    houses = _houses(request)
    return _page_or_404(request, "rules/house_rule.html", house_rule_page(name, houses), houses)


@require_safe
@public
def moved_house_rule(request: HttpRequest, name: str) -> HttpResponse:
    """The way on from the address that the page of a house rule had before."""
    return redirect("house_rule", name, permanent=True)


@require_safe
@public
def game(request: HttpRequest, key: str) -> HttpResponse:
    """One game: what is dealt when, who opens, how hands are read, and who spreads it."""
    houses = _houses(request)
    return _page_or_404(request, "rules/game.html", game_page(key, houses), houses)


@require_safe
@public
def glossary(request: HttpRequest) -> HttpResponse:
    """The words of the game, each with its lines and what it leads to; with `q`, those in which all its words stand."""
    words = _searched(request)
    return page(request, "rules/glossary.html", {"words": words, "terms": explained(words)})


@require_safe
@public
def houses(request: HttpRequest) -> HttpResponse:
    """Two houses side by side, `one` and `two`: the questions they answer differently, and their games."""
    listed = _houses(request)
    one = chosen(listed, request.GET.get("one", ""), listed[0])
    two = chosen(listed, request.GET.get("two", ""), _compared_with(one, listed))
    options = [(key_of(asked), _option(asked)) for asked in listed]
    context = {"compared": side_by_side(one, two), "options": options, "one": key_of(one), "two": key_of(two)}
    return page(request, "rules/houses.html", context)


def _searched(request: HttpRequest) -> str:
    return request.GET.get("q", "").strip()[:LONGEST_SEARCH]


def _page_or_404(request: HttpRequest, template: str, shown: object, houses: list[AskedHouse]) -> HttpResponse:
    if shown is None:
        raise Http404
    context: Mapping[str, Any] = {"shown": shown, "here": houses[0] if houses[0].is_here else None}
    return page(request, template, context)


def _in_force(request: HttpRequest) -> HouseRulesVersion | None:
    """The house rules of the room that the person works in; None where nobody is known or nothing is posted."""
    room: Room | None = getattr(request, "room", None)
    return house_rules_in_force(room, timezone.now()) if room is not None else None


def _houses(request: HttpRequest) -> list[AskedHouse]:
    in_force = _in_force(request)
    return asked_houses(in_force.house, "This room", in_force.room.money) if in_force else asked_houses(None, "")


def _compared_with(one: AskedHouse, listed: list[AskedHouse]) -> AskedHouse:
    """The house that another is compared with until somebody chooses: the rulebook that a room changed, or another
    house."""
    differing = [asked for asked in listed if side_by_side(one, asked).count]
    own = (asked for asked in differing if asked.house.name == one.house.name)
    return next(own, differing[0])


def _option(asked: AskedHouse) -> str:
    return f"{asked.title}, after {asked.house.title}" if asked.is_here else asked.title
