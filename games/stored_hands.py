"""The check of what a recorded full hand's row and seats say, held against the file that the same hand keeps."""

from collections.abc import Iterator
from typing import Any

from games.files import named_takings
from games.models import Hand
from rules.phh.values import PhhHand
from rules.play import hand as rules
from rules.play.settlement import Settlement
from tables.models import TableSession


def unlike_its_file(hand: Hand, phh: PhhHand, played: rules.Hand, settlement: Settlement) -> Iterator[str]:
    """A sentence for each fact of the row or of a seat that is not what the file comes to; amounts in minor units."""
    for what, stands, due in _facts(hand, played, settlement):
        if stands != due:
            yield f"{what} {'unknown' if stands is None else stands} stand in its row, its file comes to {due}"
    stated = named_takings(phh)
    if stated and stated != (hand.rake_taken, hand.promo_taken):
        yield (
            f"rake {hand.rake_taken} and promo {hand.promo_taken} stand in its row,"
            f" its file says {stated[0]} and {stated[1]}"
        )
    on_the_floor = hand.session.source == TableSession.Source.FLOOR
    if on_the_floor and played.setup.plaque.fee != hand.plaque.plaque.fee:
        yield f"its file was played under another rake schedule than plaque {hand.plaque.number} of its table says now"
    yield from _seats(hand, played, settlement)


def _facts(hand: Hand, played: rules.Hand, settlement: Settlement) -> Iterator[tuple[str, Any, Any]]:
    won = zip(settlement.seats, settlement.won, strict=True)
    yield "pots of", hand.called_pots, [pot.amount for pot in settlement.pots]
    yield "a whole pot of", hand.pot, settlement.called_pot
    yield "winners in seats", hand.winners, sorted(seat for seat, amount in won if amount)
    yield "players dealt", hand.players_dealt, played.players
    yield "flop dealt", hand.flop_dealt, settlement.flop_dealt
    yield "void by", hand.void_cause, played.voided


def _seats(hand: Hand, played: rules.Hand, settlement: Settlement) -> Iterator[str]:
    due = {
        position: (seat, played.setup.stacks[position - 1], put_in, won)
        for position, (seat, put_in, won) in enumerate(
            zip(settlement.seats, settlement.put_in, settlement.won, strict=True), start=1
        )
    }
    stands = {seat.position: (seat.seat, seat.starting_stack, seat.put_in, seat.took_out) for seat in hand.seats.all()}
    for position in sorted(due.keys() | stands.keys()):
        if stands.get(position) != due.get(position):
            yield (
                f"seat {(due.get(position) or stands[position])[0]} says {_said(stands.get(position))},"
                f" its file comes to {_said(due.get(position))}"
            )


def _said(seat: tuple[int, int | None, int, int] | None) -> str:
    if seat is None:
        return "nothing"
    _, stack, put_in, won = seat
    return f"{'an unknown stack' if stack is None else f'{stack} at the deal'}, {put_in} put in, {won} taken out"
