"""What a hand has moved until now, all of it: by its versions, by debts of its corrections, and by rulings on it.

One figure for each player and each box of the house, in minor units, positive where chips came to it. Corrections and
voids book the difference to it, and rulings are bounded by it, so that one pot is never paid twice.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.disputes.models import Dispute, Place, Remedy, Ruling
from games.models import Hand, HandSeat
from players.models import Account, AccountKind, Debt, DebtEntry, Sitting, Transfer, TransferKind

Owner = int | Place
"""A player, by id, or a box of the house."""
Shares = Counter[Owner]
"""How much each owner has by a hand; below zero where the hand took it."""

_BOXES = {AccountKind.RAKE_BOX.value: Place.RAKE, AccountKind.PROMO_BOX.value: Place.PROMO}


def stated(hand: Hand) -> Shares:
    """What a version of a hand says that everybody won, lost and dropped; of a tick the boxes alone."""
    shares: Shares = Counter()
    for player, put_in, took_out in hand.seats.values_list("player", "put_in", "took_out"):
        shares[player] += took_out - put_in
    shares[Place.RAKE] += hand.rake_taken
    shares[Place.PROMO] += hand.promo_taken
    return shares


def booked(hand: Hand) -> Shares:
    """What all versions of a hand have moved, corrections and what they made owed included, and what of it was set
    off."""
    versions = versions_of(hand)
    kinds = (TransferKind.HAND, TransferKind.CORRECTION)
    rows = Transfer.objects.filter(hand_id__in=versions, kind__in=kinds)
    shares: Shares = Counter()
    for row in rows.select_related("source__sitting", "target__sitting"):
        for account, amount in ((row.source, -row.amount), (row.target, row.amount)):
            if (owner := owner_of(account)) is not None:
                shares[owner] += amount
    for debt in Debt.objects.filter(hand_id__in=versions).select_related("goes_to"):
        shares[debt.player_id] -= debt.amount
        if debt.goes_to and (winner := owner_of(debt.goes_to)) is not None:
            shares[winner] += debt.amount
    set_off = DebtEntry.objects.filter(how=DebtEntry.How.SET_OFF, debt__in=debts_about(hand))
    for entry in set_off.select_related("debt__goes_to"):
        shares[entry.debt.player_id] += entry.amount
        if entry.debt.goes_to and (winner := owner_of(entry.debt.goes_to)) is not None:
            shares[winner] -= entry.amount
    return shares


def debts_about(hand: Hand) -> QuerySet[Debt]:
    """What is or was owed to a hand: by its corrections, and by rulings on it."""
    cases = cases_about(hand).values("pk")
    return Debt.objects.filter(Q(hand_id__in=versions_of(hand)) | Q(case_id__in=cases))


def ruled(remedies: QuerySet[Remedy]) -> Shares:
    """What these remedies moved, whatever of it is still owed."""
    shares: Shares = Counter()
    for remedy in remedies.select_related("source_sitting", "target_sitting"):
        shares[_side(remedy.source, remedy.source_sitting)] -= remedy.amount
        shares[_side(remedy.target, remedy.target_sitting)] += remedy.amount
    return shares


def standing(hand: Hand) -> QuerySet[Remedy]:
    """The remedies of rulings on a hand that were not taken back, those that a later version counts among them."""
    later = Ruling.objects.filter(dispute=OuterRef("ruling__dispute"), takes_back__isnull=False)
    taken_back = Exists(later.filter(pk__gt=OuterRef("ruling")))
    return Remedy.objects.filter(~taken_back, ruling__dispute__in=cases_about(hand))


def not_netted(hand: Hand) -> QuerySet[Remedy]:
    """Those of them that no version of the hand counts: they stand besides what the hand says."""
    return standing(hand).filter(ruling__netted=None)


def difference(hand: Hand) -> Shares:
    """What a new version of a hand still has to move: what it says, less what was moved until now. Nobody twice.

    Of a tick the boxes alone, for it says nothing of seats.
    """
    shares = stated(hand)
    shares.subtract(booked(hand))
    shares.subtract(ruled(standing(hand)))
    return Counter({owner: amount for owner, amount in shares.items() if amount and _says(hand, owner)})


def cases_about(hand: Hand) -> QuerySet[Dispute]:
    """The cases about a hand, whichever version they were opened about."""
    about = {"session": hand.session_id, "hand_number": hand.number, "hand_started_at": hand.started_at}
    return Dispute.objects.filter(**about)


def versions_of(hand: Hand) -> list[int]:
    """The ids of all versions of a hand."""
    return list(Hand.objects.filter(session=hand.session_id, number=hand.number).values_list("pk", flat=True))


def players_of(hand: Hand) -> Mapping[int, Sitting]:
    """Who played a hand by any version of it, or had chips moved by a ruling on it: the sitting by player.

    Where somebody has left and sat down again, the sitting that lasts.
    """
    seats = HandSeat.objects.filter(hand__in=versions_of(hand)).values_list("sitting", flat=True)
    named = {pk for row in standing(hand).values_list("source_sitting", "target_sitting") for pk in row if pk}
    rows = Sitting.objects.filter(pk__in={*seats, *named}).select_related("player", "session__room")
    return {each.player_id: each for each in sorted(rows, key=lambda each: (each.left_at is None, each.pk))}


def open_holds(hand: Hand) -> Iterator[Account]:
    """The impounds of cases that still hold something of a hand."""
    cases = list(cases_about(hand).values_list("pk", flat=True))
    return iter(Account.objects.filter(kind=AccountKind.IMPOUND, case_id__in=cases, balance__gt=0))


def owner_of(account: Account) -> Owner | None:
    """Whose chips an account holds: a player's at a seat or in a rack, or a box's; None of any other place."""
    if account.kind in _BOXES:
        return _BOXES[account.kind]
    return account.sitting.player_id if account.sitting else account.player_id


def _side(place: str, sitting: Sitting | None) -> Owner:
    return sitting.player_id if sitting else Place(place)


def _says(hand: Hand, owner: Owner) -> bool:
    return hand.tier == Hand.Tier.FULL or isinstance(owner, Place)
