"""Words of the audit trail about players, seats and lists."""

from typing import Any

from django.db.models import Q

from config.audit.words import Subject, register, search_by
from config.rooms.models import Room
from players.models import (
    Absence,
    Ban,
    CompDay,
    CompEntry,
    CompRate,
    CompRules,
    ConductWarning,
    Debt,
    Employment,
    ListEntry,
    Player,
    SeatChange,
    Separation,
    Sitting,
    StatementLink,
    WaitingList,
)
from players.selectors.people import few_found


def _player_of(row: Any) -> tuple[str, list[Any]]:
    return "player", [row.player_id]


register(
    verbs={
        "comps.expired": "took points off that were gone",
        "comps.link_ended": "ended the address of a statement",
        "comps.link_made": "made the address of a statement",
        "comps.rate": "posted what an hour of play earns",
        "comps.redeemed": "redeemed points",
        "comps.reversed": "took a redemption of points back",
        "comps.rules": "posted the rules of comps",
        "comps.corrected": "corrected hours of a player",
        "comps.day": "gave the points of a gaming day",
        "comps.earned": "gave the points of a player’s day",
        "debt.collection_voided": "gave chips back that were collected on a debt by mistake",
        "debt.payment_voided": "gave cash back that was paid on a debt by mistake",
        "debt.settled": "settled a debt",
        "debt.taken_back": "took a debt back",
        "ledger.exported": "took a search of the ledger as a file",
        "list.arrived": "noted an arrival",
        "list.called": "called from the list",
        "list.closed": "closed a list",
        "list.declined": "noted a declined seat",
        "list.followed": "let a list follow its table",
        "list.held": "held a place on the list",
        "list.joined": "put on the list",
        "list.joined_on_top": "put on top of the list",
        "list.no_show": "noted a no-show",
        "list.opened": "opened a list",
        "list.put_back": "put back on the list",
        "list.removed": "removed from the list",
        "list.resumed": "resumed a place on the list",
        "list.seat_given_on": "gave a kept seat on",
        "list.seated": "seated from the list",
        "player.added_on": "added chips to a stack",
        "player.agreed_to_be_played_over": "noted consent to being played over",
        "player.away": "noted an absence",
        "player.back": "noted a return",
        "player.barred": "barred or excluded a player",
        "player.changed_seat": "changed a seat",
        "player.declined_must_move": "noted a declined move",
        "player.described": "described a patron",
        "player.edited": "changed a player’s particulars",
        "player.guest_made": "noted a guest",
        "player.identified": "checked who a player is",
        "player.kept_seat": "kept a seat",
        "player.left": "let a player leave",
        "player.let_in": "ended a ban",
        "player.met": "got to know a player of another room by what they showed",
        "player.moved": "moved a player",
        "player.parted": "decided that a record is of another person",
        "player.picked_up": "picked up an absent player’s chips",
        "player.papers_read": "was shown the date of birth and the document",
        "player.registered": "registered a player",
        "player.same_person": "decided that two records are one person",
        "player.seated": "seated a player",
        "player.told_apart": "decided that two records are two people",
        "player.took_incidental": "let a player take chips for an incidental",
        "player.warned": "warned a player",
        "player.works_here": "noted that a player works here",
        "player.works_here_no_more": "noted that a player works here no more",
        "players.kept_apart": "kept two players apart",
        "players.let_together": "let two players together again",
        "seat_change.asked": "noted a wish for another seat",
        "seat_change.taken_back": "took back a wish for another seat",
        "stack.counted": "counted a stack",
        "stacks.stated": "took the stacks as a file states them",
        "table.settled": "counted or cleared a whole table",
        "table.shortfall_covered": "covered from the vault what a table lacked",
        "time.collected": "collected time charges",
        "time.voided": "voided a time charge that was collected",
        "time.waived": "waived a time charge",
    },
    subjects=(
        Subject(Player, "player", links=lambda player: ("player", [player.pk])),
        Subject(
            Sitting, "seat", ("player", "session__table"),
            lambda row: f"{row.player}, {row.session.table} seat {row.seat}", _player_of,
        ),
        Subject(
            Absence, "absence", ("sitting__player",), lambda row: str(row.sitting.player),
            lambda row: ("player", [row.sitting.player_id]),
        ),
        Subject(Ban, "ban", ("player",), links=_player_of),
        Subject(Debt, "debt", ("player",), links=lambda row: ("debt", [row.pk])),
        Subject(WaitingList, "list", links=lambda row: ("lists", [])),
        Subject(ListEntry, "list entry", ("player", "waiting_list"), links=lambda row: ("list_entry", [row.pk])),
        Subject(CompRules, "comp rules", links=lambda row: ("comps", [])),
        Subject(CompRate, "comp rate", links=lambda row: ("comps", [])),
        Subject(CompDay, "points of a day", links=lambda row: ("comps", [])),
        Subject(CompEntry, "points", ("player",), links=lambda row: ("player_comps", [row.player_id])),
        Subject(StatementLink, "statement", ("player",), links=lambda row: ("player_comps", [row.player_id])),
        Subject(ConductWarning, "warning", ("player",), lambda row: str(row.player), _player_of),
        Subject(Separation, "separation", ("first", "second"), links=lambda row: ("player", [row.first_id])),
        Subject(Employment, "work of a player", ("player", "user", "dealer"), links=_player_of),
        Subject(SeatChange, "seat change", ("sitting__player",), lambda row: str(row.sitting.player)),
    ),
    money={"amount", "stack", "left_with", "counted", "refunded", "restored", "sent"},
    facts={"player": "player", "players": "player", "other": "player", "played_over": "player"},
    codes={
        "source": dict(ListEntry.Source.choices),
        "state": dict(ListEntry.State.choices),
    },
    labels={
        "notice": "the regulator’s notice", "notice_day": "dated",
        "of_day": "of the gaming day", "was_wrong": "noted by mistake", "points_an_hour": "points an hour",
    },
)  # fmt: skip


def _about_player(room: Room, text: str) -> Q:
    """The events about the players whom the text finds: sales, seats, lists, bans. Refuses `search_too_wide`."""
    ids = few_found(text, room)
    about = Q(subject_kind="player", subject_id__in=[str(pk) for pk in ids]) | Q(after__player__in=ids)
    for pk in ids:
        about |= Q(after__players__contains=pk) | Q(before__players__contains=pk)
    for model in (CompEntry, StatementLink, Sitting, Ban, Debt, Employment, ListEntry, ConductWarning):
        rows = model._default_manager.filter(player__in=ids).values_list("pk", flat=True)
        about |= Q(subject_kind=model._meta.model_name, subject_id__in=[str(pk) for pk in rows])
    away = Absence.objects.filter(sitting__player__in=ids).values_list("pk", flat=True)
    return about | Q(subject_kind="absence", subject_id__in=[str(pk) for pk in away])


search_by("player", _about_player)
