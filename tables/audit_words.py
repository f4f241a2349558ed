"""Words of the audit trail about tables, plaques, dealers and alarms."""

from typing import Any

from django.db.models import Q

from config.audit.words import Subject, register, search_by
from config.rooms.models import Room
from rules.house.fee_schedule import FeeSchedule, FeeScheduleError
from rules.house.variants import SHEETS, STRUCTURES
from tables.models import (
    Dealer,
    DealerShift,
    Down,
    HouseRulesVersion,
    PlaqueVersion,
    SessionAlarm,
    Table,
    TablePlan,
    TableSession,
)

PLAQUE_AMOUNTS = {
    "ante", "big_bet", "blinds", "bring_in", "buy_in_max", "buy_in_min", "min_bet", "qualifies_at", "ranges",
    "small_bet", "spread_max", "spread_min", "unit",
}  # fmt: skip


def _fee(fee: Any, room: Room) -> str:
    """The line on the plaque; where it was written by rules of fees that are no longer known, that it stands there."""
    try:
        return FeeSchedule.from_json(fee).describe(room.money)
    except FeeScheduleError:
        return "as the plaque says"


register(
    verbs={
        "alarm.cleared": "cleared an alarm",
        "alarm.put_away": "put an alarm away",
        "dealer.registered": "registered a dealer",
        "dealer.on": "let a dealer come on shift",
        "dealer.off": "ended a dealer’s shift",
        "dealer.in": "put a dealer in",
        "dealer.out": "tapped a dealer out",
        "dealer.pin_set": "let a dealer choose a PIN",
        "dealer.pin_wrong": "entered a wrong PIN of a dealer",
        "dealer.pin_locked": "entered wrong PINs of a dealer, and waits",
        "dealer.push_undone": "undid a push of the dealers",
        "house_rules.posted": "posted house rules",
        "house_rules.imported": "kept the house rules of imported hands",
        "must_move.linked": "made a must-move game",
        "must_move.ended": "ended a must-move game",
        "plaque.posted": "posted a plaque",
        "plaque.approved": "changed the plaque with a manager",
        "plaques.reposted": "posted plaques again under new house rules",
        "plaque.imported": "kept the plaque of imported hands",
        "plaque.in_force": "a plaque came into force",
        "table.added": "added a table",
        "tables.planned": "planned tables",
        "table.section_set": "put a table in a section",
        "table.opened": "opened a table",
        "table.closed": "closed a table",
    },
    subjects=(
        Subject(Table, "table", links=lambda table: ("table", [table.pk])),
        Subject(
            TableSession, "table", ("table",), lambda session: str(session.table),
            lambda session: ("table", [session.table_id]),
        ),
        Subject(
            PlaqueVersion, "plaque", ("table",), lambda plaque: f"{plaque} of {plaque.table}",
            lambda plaque: ("sign", [plaque.table_id, plaque.number]),
        ),
        Subject(HouseRulesVersion, "house rules", links=lambda rules: ("house_rules_version", [rules.number])),
        Subject(TablePlan, "plan of tables", links=lambda plan: ("table_plan", [])),
        Subject(Dealer, "dealer", links=lambda dealer: ("dealers", [])),
        Subject(
            DealerShift, "dealer", ("dealer",), lambda shift: str(shift.dealer), lambda shift: ("dealers", []),
        ),
        Subject(
            Down, "dealer", ("session__table", "shift__dealer"),
            lambda down: f"{down.shift.dealer} at {down.session.table}", lambda down: ("dealers", []),
        ),
        Subject(SessionAlarm, "alarm", ("session__table",), lambda alarm: f"{alarm.session.table}: {alarm.text}"),
    ),
    labels={"waits_seconds": "waits, seconds"},
    facts={"session": "tablesession", "like": "plaqueversion", "plaques": "plaqueversion"},
    money=PLAQUE_AMOUNTS,
    codes={
        "game": {code: sheet.name for code, sheet in SHEETS.items()},
        "structure": {str(code): words for code, words in STRUCTURES.items()},
    },
    tellers={"fee": _fee},
)  # fmt: skip


def _about_table(room: Room, text: str) -> Q:
    """The events at the tables whose name holds the text: their sessions, plaques, alarms, and what names them."""
    tables = Table.objects.filter(room=room, name__icontains=text)
    sessions = [str(pk) for pk in TableSession.objects.filter(table__in=tables).values_list("pk", flat=True)]
    plaques = [str(pk) for pk in PlaqueVersion.objects.filter(table__in=tables).values_list("pk", flat=True)]
    alarms = SessionAlarm.objects.filter(session__table__in=tables).values_list("pk", flat=True)
    about = Q(subject_kind="table", subject_id__in=[str(table.pk) for table in tables])
    about |= Q(subject_kind="tablesession", subject_id__in=sessions)
    about |= Q(subject_kind="plaqueversion", subject_id__in=plaques)
    about |= Q(subject_kind="sessionalarm", subject_id__in=[str(pk) for pk in alarms])
    about |= Q(after__session__in=[int(pk) for pk in sessions]) | Q(before__session__in=[int(pk) for pk in sessions])
    for table in tables:
        about |= Q(after__table=table.name) | Q(after__tables__contains=[table.name])
    return about


search_by("table", _about_table)
