"""The chips that a hand has moved until now, all of it: by its versions, by debts of its corrections, and by rulings on
it.

One figure for each player and each box of the house, in minor units, positive where chips came to it. Corrections and
voids book the difference to it, and rulings are bounded by it, so that one pot is never paid twice.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from django.db.models import Q, QuerySet

from games.cases import cases
from games.models import Hand, HandSeat
from games.shares import BOXES, Owner, Shares
from players.models import Account, AccountKind, Debt, DebtEntry, Sitting, Transfer, TransferKind


def stated(hand: Hand) -> Shares:
    """The chips that a version of a hand says everybody won, lost and dropped; of a tick the boxes alone."""
    shares: Shares = Counter()
    for player, put_in, took_out in hand.seats.values_list("player", "put_in", "took_out"):
        shares[player] += took_out - put_in
    shares[AccountKind.RAKE_BOX] += hand.rake_taken
    shares[AccountKind.PROMO_BOX] += hand.promo_taken
    return shares


def booked(hand: Hand) -> Shares:
    """The chips that all versions of a hand have moved, corrections and what they made owed included, and what of it
    was set off."""
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
        if (winner := owner_of(debt.goes_to)) is not None:
            shares[winner] += debt.amount
    set_off = DebtEntry.objects.filter(how=DebtEntry.How.SET_OFF, debt__in=debts_about(hand))
    for entry in set_off.select_related("debt__goes_to"):
        shares[entry.debt.player_id] += entry.amount
        if (winner := owner_of(entry.debt.goes_to)) is not None:
            shares[winner] -= entry.amount
    return shares


def debts_about(hand: Hand) -> QuerySet[Debt]:
    """The debts to a hand, open and settled: by its corrections, and by rulings on it."""
    return Debt.objects.filter(Q(hand_id__in=versions_of(hand)) | Q(case_id__in=cases().numbers(hand)))


def difference(hand: Hand) -> Shares:
    """The chips that a new version of a hand still has to move: what it says, less what was moved until now. Nobody
    twice.

    Of a tick the boxes alone, for it says nothing of seats.
    """
    shares = stated(hand)
    shares.subtract(booked(hand))
    shares.subtract(cases().moved(hand))
    return Counter({owner: amount for owner, amount in shares.items() if amount and _says(hand, owner)})


def versions_of(hand: Hand) -> list[int]:
    """The ids of all versions of a hand."""
    return list(Hand.objects.filter(session=hand.session_id, number=hand.number).values_list("pk", flat=True))


def players_of(hand: Hand) -> Mapping[int, Sitting]:
    """The people who played a hand by any version of it, or had chips moved by a ruling on it: the sitting by player.

    Where somebody has left and sat down again, the sitting that lasts.
    """
    seats = HandSeat.objects.filter(hand__in=versions_of(hand)).values_list("sitting", flat=True)
    rows = Sitting.objects.filter(pk__in={*seats, *cases().sittings(hand)}).select_related("player", "session__room")
    return {each.player_id: each for each in sorted(rows, key=lambda each: (each.left_at is None, each.pk))}


def open_holds(hand: Hand) -> Iterator[Account]:
    """The impounds of cases that still hold something of a hand."""
    held = Account.objects.filter(kind=AccountKind.IMPOUND, case_id__in=cases().numbers(hand), balance__gt=0)
    return iter(held)


def owner_of(account: Account) -> Owner | None:
    """The owner of the chips in an account: a player at a seat or with a rack, or a box; None of any other place."""
    if account.kind in BOXES:
        return AccountKind(account.kind)
    return account.sitting.player_id if account.sitting else account.player_id


def _says(hand: Hand, owner: Owner) -> bool:
    return hand.tier == Hand.Tier.FULL or isinstance(owner, AccountKind)
