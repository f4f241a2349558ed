"""Rooms full of everything that a room can hold, for what another room must not see of them."""

from datetime import timedelta

from django.apps import apps
from django.db import models
from django.utils import timezone

from cage.services import look_at_expected, post_denominations
from config.days.models import DayLock, KeptFigures
from config.days.services import digest_of
from config.rooms.models import Room
from config.staff.access_review import Result, access_in, review_access
from config.staff.tokens import give_token
from players.services import go_away, warn_player
from rules.house.house import LIVE
from tables.services import put_in, register_dealer, start_shift
from tests.support.days import a_day_of_everything, case_that_holds
from tests.support.desk import OPENING, key
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.house import House, furnished_house
from tests.support.key_samples import SAMPLES
from tests.support.source import PACKAGES

SERVICES = (
    "close_flag", "post_revenue_version", "set_journal_accounts", "take_appeal", "start_hand", "enter_statement",
    "hand_over_boxes", "post_pool", "reconcile_pools", "decide_currency", "let_award_stand",
    "export_journal", "import_hand", "void_hand", "describe_patron",
)  # fmt: skip
"""Services whose rows no day of everything makes; each is asked once, in a room of its own."""


def fill_other_rooms() -> House:
    """Make rooms that hold a row of nearly every kind; returns the one with something for every address."""
    house = furnished_house(barred="Nobody at home")
    a_day_of_everything()
    what_else_a_room_holds(open_dispute_table())
    for name in SERVICES:
        at = open_dispute_table(house=LIVE.with_answers(appeal="manager"))
        service, given, _ = SAMPLES[name](at)
        service(**({"key": key()} | at.by() | given))
    return house


def what_else_a_room_holds(at: DisputeTable) -> None:
    """A locked day, a token, a warning, values that are counted, a look at the books, a dealer at a table, a held pot
    a player who is away, and a review of who has access."""
    desk, room = at.table.desk, at.table.desk.room
    case_that_holds(at)
    two = {"locked_by": desk.manager, "second": at.other, "locked_at": desk.now, "request_key": key()}
    lock = DayLock.objects.create(room=room, gaming_day=room.gaming_day(OPENING) - timedelta(days=1), **two)
    KeptFigures.objects.create(lock=lock, code="rake_report", text="{}", digest=digest_of("{}"))
    give_token(person=desk.manager, room=room, scope="record", days=90, by=None, at=timezone.now())
    sitting = at.sitting(2)
    warn_player(room=room, player=sitting.player, text="threw cards at the dealer", **at.by())
    post_denominations(room=room, chips=[100, 500, 100_00], cash=[100], by=desk.manager, at=desk.at())
    look_at_expected(drawer=desk.drawer, by=desk.manager, at=desk.at())
    dealer = register_dealer(room=room, badge_number="D77", display_name="Dolores", **desk.by())
    start_shift(dealer=dealer, **desk.by())
    put_in(session=desk.open_table(), dealer=dealer, **desk.by())
    go_away(sitting=sitting, **at.by())
    kept = {each.person.pk: Result(each.codes, keeps=True) for each in access_in(room, desk.now)}
    review_access(room=room, results=kept, by=at.other, second=desk.manager, key=key(), at=desk.now)


def of_rooms() -> dict[type[models.Model], list[str]]:
    """Every model of ours whose rows belong to a room, and the ways to look their room up by its own foreign keys: one
    that every row has, or all. Those of people alone, and of nobody, are not among them."""
    found: dict[type[models.Model], list[str]] = {Room: [""]}
    ours = [model for model in apps.get_models() if model.__module__.split(".")[0] in PACKAGES]
    while more := {model: ways for model in ours if model not in found and (ways := _ways(model, found))}:
        found |= more
    return {model: ways for model, ways in found.items() if model is not Room}


def _ways(model: type[models.Model], found: dict[type[models.Model], list[str]]) -> list[str]:
    fields = [field for field in model._meta.concrete_fields if field.is_relation and field.related_model in found]
    ways = {
        field: [f"{field.name}__{way}".removesuffix("__") for way in found[field.related_model]] for field in fields
    }
    always = [way for field in fields if not field.null for way in ways[field]]
    return [min(always, key=len)] if always else [way for field in fields for way in ways[field]]


def rooms_of(model: type[models.Model]) -> set[int]:
    """The ids of the rooms in which there are rows of that kind."""
    rows = model._default_manager.order_by()
    return {room for way in of_rooms()[model] for room in rows.values_list(way, flat=True).distinct()} - {None}
