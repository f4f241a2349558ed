"""Awards of a simulated room: the pool is deposited and drawn for among the regulars in the morning, and paid as they
come."""

from typing import Any, Final

from cage.models import AwardShare, PoolAward, PromoPool
from cage.selectors.pool_money import money_in
from cage.services import declare_award, deposit_pool_money, pay_award_share, void_award
from cage.services.awards import Named
from demo.simulation.part import Part
from demo.simulation.stage import Stage
from players.models import Account, AccountKind

LEAST: Final = 10_00
"""The pool is drawn for when it holds so much, minor units."""
COMES: Final = 0.5
"""The chance that somebody comes for a share in half an hour."""
MISREAD: Final = 0.2
"""The chance that a drawing goes back: the drum held tickets of the day before."""


class Awards(Part):
    """The pool that no terms name, all of it the players'. Whoever has a share comes for it, on a day after too."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.chance = stage.chance_of("awards")
        self.players = [each.player for each in stage.house.regulars]

    def open(self) -> None:
        """Draw for what was counted on the days before."""
        room = self.stage.house.room
        held = Account.objects.filter(room=room, kind=AccountKind.POOL_PRIMARY).order_by("pk").first()
        if held is None or held.balance < LEAST:
            return
        pool = PromoPool.objects.get(room=room, is_default=True)
        self._deposit(pool)
        facts: dict[str, Any] = {"pool": pool, "kind": PoolAward.Kind.DRAWING}
        first, other = self.chance.sample(self.players, 2)
        award = declare_award(
            amount=held.balance, shares=[Named(first, 2), Named(other)], what="the drawing of the morning",
            key=self.stage.key("award"), **facts, **self._two(),
        )  # fmt: skip
        if self.chance.random() < MISREAD:
            reason = "the drum held tickets of the day before"
            void_award(award=award, reason=reason, key=self.stage.key("award-back"), **self._two())

    def _deposit(self, pool: PromoPool) -> None:
        """Bring what was counted to the pool's own bank account: nothing is awarded before that."""
        if amount := money_in(pool).not_deposited:
            two: dict[str, Any] = {
                "by": self.stage.by("manager"),
                "second": self.stage.by("cashier"),
                "at": self.stage.now,
            }
            key = self.stage.key("deposit")
            deposit_pool_money(pool=pool, amount=amount, reference=f"slip {self.stage.keys}", key=key, **two)
            self.stage.truth.vault.put(cash=-amount)

    def half_hour(self) -> None:
        """Now and then somebody comes to the window for a share."""
        owed = AwardShare.objects.filter(award__room=self.stage.house.room).unpaid()
        share = owed.select_related("player", "award__room", "award__pool").order_by("pk").first()
        if share is not None and self.chance.random() < COMES:
            self._pay(share)

    def _pay(self, share: AwardShare) -> None:
        by, second = self.stage.by("cashier"), self.stage.by("shift")
        drawer, key = self.stage.house.drawer, self.stage.key("award-paid")
        pay_award_share(share=share, drawer=drawer, key=key, by=by, second=second, at=self.stage.now)
        self.stage.window.hand_over(cash=-share.amount, key=key)
        self.stage.truth.vault.put(chips=share.amount)  # the pool's chips, which the drawer's cash has paid

    def _two(self) -> dict[str, Any]:
        return {"by": self.stage.by("shift"), "second": self.stage.by("manager"), "at": self.stage.now}
