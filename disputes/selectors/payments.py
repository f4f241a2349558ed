"""Between whom a ruling may move chips: the players of the hand or the table, and the boxes of the house."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from disputes.models import Dispute, Place, Remedy
from disputes.places import hand_of
from disputes.standing import netted, paid_by, rulings_of, standing_rulings
from players.held import held_for
from players.models import Account, AccountKind, Sitting, in_play


@dataclass(frozen=True, slots=True)
class Payer:
    """One place as a form offers it: a player with what they have there, or a box of the house."""

    label: str
    place: Sitting | Place


def payers_of(dispute: Dispute) -> dict[str, Payer]:
    """The places by the code that the form sends: seat-4, rake_box, promo_box; a fixed number of queries."""
    sittings = _sittings(dispute)
    seats = dict(Account.objects.filter(sitting__in=sittings).values_list("sitting", "balance"))
    gone = [sitting.player_id for sitting in sittings if sitting.left_at]
    racks = Account.objects.filter(room=dispute.room_id, kind=AccountKind.RACK, player__in=gone)
    rack = dict(racks.values_list("player", "balance"))
    money = dispute.room.money
    impounded = _impounded(sittings)
    payers: dict[str, Payer] = {}
    for sitting in sittings:
        where = "off the table" if sitting.left_at else "on the table"
        held = rack.get(sitting.player_id, 0) if sitting.left_at else seats.get(sitting.pk, 0)
        apart = f", {money(impounded[sitting.pk])} held" if impounded[sitting.pk] else ""
        label = f"seat {sitting.seat} {sitting.player}, {money(held)} {where}{apart}"
        payers[f"seat-{sitting.seat}"] = Payer(label, sitting)
    boxes = {place.value: Payer(place.label.capitalize(), place) for place in (Place.RAKE, Place.PROMO)}
    return payers | boxes


def _impounded(sittings: Iterable[Sitting]) -> Counter[int]:
    """The chips that cases hold for the player of each sitting, minor units."""
    sums: Counter[int] = Counter()
    for held in held_for(Sitting.objects.filter(pk__in=[sitting.pk for sitting in sittings])):
        sums[held.sitting] += held.amount
    return sums


def initial_payments(asked: Iterable[str], payers: Mapping[str, Payer]) -> dict[str, Any]:
    """The values that the form begins with: payments as a what-if worked them out ("seat-2:seat-1:6600", minor
    units)."""
    initial: dict[str, Any] = {}
    for number, text in enumerate(asked, start=1):
        source, _, rest = text.partition(":")
        target, _, amount = rest.partition(":")
        readable = amount.isascii() and amount.isdigit() and len(amount) < 19
        if source in payers and target in payers and readable:
            initial |= {f"from_{number}": source, f"to_{number}": target, f"amount_{number}": int(amount)}
    return initial


def _sittings(dispute: Dispute) -> list[Sitting]:
    """One player for each seat: whom rulings let pay or be paid, else whom the case names, who played the hand, or who
    sits there now."""
    hand = hand_of(dispute)
    ruled = _ruled(dispute)
    played = list(hand.seats.values_list("sitting", flat=True)) if hand else []
    named = list(dispute.parties.values_list("sitting", flat=True))
    known = Q(pk__in=[*ruled, *played, *named]) | Q(session=dispute.session_id, left_at=None)
    rows = list(Sitting.objects.filter(known).select_related("player", "session__room"))
    ranks = {pk: rank for rank, pks in enumerate((played, named, ruled), start=1) for pk in pks}
    by_seat: dict[int, Sitting] = {}
    now = in_play(rows)
    for sitting in sorted(rows, key=lambda each: (-ranks.get(each.pk, 0), each not in now)):
        by_seat.setdefault(sitting.seat, sitting)
    return [by_seat[seat] for seat in sorted(by_seat)]


def _ruled(dispute: Dispute) -> set[int]:
    """The sittings between which rulings of the case moved chips."""
    sides = Remedy.objects.filter(ruling__dispute=dispute).values_list("source_sitting", "target_sitting")
    return {pk for pair in sides for pk in pair if pk}


def standing_payments(dispute: Dispute, payers: Mapping[str, Payer]) -> dict[str, Any]:
    """The values that the form of an amendment begins with: what the rulings that stand have moved in all."""
    codes = {_key(payer.place): code for code, payer in payers.items()}
    initial: dict[str, Any] = {}
    for number, payment in enumerate(netted(paid_by(standing_rulings(rulings_of(dispute)))), start=1):
        source, target = codes.get(_key(payment.source)), codes.get(_key(payment.target))
        initial |= {f"from_{number}": source, f"to_{number}": target, f"amount_{number}": payment.amount}
    return initial


def _key(place: Sitting | Place) -> int | str:
    return place.pk if isinstance(place, Sitting) else place.value
