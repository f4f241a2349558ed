"""The facts that a kill asks of a hand that was played: its pots and awards in the kill's own words."""

from collections.abc import Sequence

from rules.play.pots import Award, Pot
from rules.table.kill import PotResult
from rules.table.seats import Seat


def pot_result(pots: Sequence[Pot], awards: Sequence[Award], rake: int) -> PotResult[Seat]:
    """The pots of a hand, gross, and who won which half, for `next_kill`; minor units.

    An uncontested pot counts by the money that was called.
    """
    main = [award for award in awards if award.pot == 0]
    return PotResult(
        pot=sum(pot.amount for pot in pots),
        rake=rake,
        high=frozenset(award.seat for award in main if award.half != "low"),
        low=frozenset(award.seat for award in main if award.half == "low"),
        side=frozenset(award.seat for award in awards if award.pot),
        contested=any(len(pot.eligible) > 1 for pot in pots),
    )
