"""The answers of the dispute desk to what hands ask of it (`games.cases.Cases`)."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Combinable

from config.staff.models import User
from disputes.hand_money import cases_about, held_of, not_netted, ruled, standing
from disputes.models import Dispute, Ruling, RulingNetted
from disputes.on_the_hand import refuse_to_lose_ruling
from disputes.selectors.cases import CaseLine, lines_about
from disputes.selectors.directives import button_ruled_meanwhile, directives_of
from disputes.services.holding import hold_awards
from games.cases import RuledApart
from games.models import Hand, HandDraft
from games.shares import Shares
from rules.disputes.kind import RECORD_ERROR


class DeskOfDisputes:
    """The cases of all rooms, for whoever records, corrects and shows hands."""

    refuse_to_lose_ruling = staticmethod(refuse_to_lose_ruling)
    hold_awards = staticmethod(hold_awards)
    directives_of = staticmethod(directives_of)
    button_ruled_meanwhile = staticmethod(button_ruled_meanwhile)

    def open_case(self, draft: HandDraft) -> int | None:
        """The number of a case about the hand of a draft that waits for its ruling."""
        about = {"session": draft.session_id, "hand_number": draft.number, "hand_started_at": draft.started_at}
        return Dispute.objects.filter(rulings=None, **about).values_list("pk", flat=True).first()

    def numbers(self, hand: Hand) -> list[int]:
        """The ids of the cases about a hand."""
        return list(cases_about(hand).values_list("pk", flat=True))

    def moved(self, hand: Hand) -> Shares:
        """The chips that the rulings on a hand moved that nobody took back."""
        return ruled(standing(hand))

    def sittings(self, hand: Hand) -> set[int]:
        """The ids of the sittings from or to which such a ruling moved chips."""
        rows = standing(hand).values_list("source_sitting", "target_sitting")
        return {sitting for row in rows for sitting in row if sitting}

    def ruled_apart(self, hand: Hand) -> list[RuledApart]:
        """The rulings whose moves no version of a hand counts, by id."""
        rows = not_netted(hand).values_list("ruling", "ruling__dispute", "ruling__moved")
        return [RuledApart(*row) for row in sorted(set(rows))]

    def count(self, hand: Hand, rulings: Iterable[int]) -> None:
        """Note that this version of a hand counts what these rulings moved."""
        RulingNetted.objects.bulk_create(RulingNetted(ruling_id=ruling, hand=hand) for ruling in rulings)

    def approves_correction(self, hand: Hand, by: User) -> bool:
        """Whether somebody else than `by` ruled, or confirmed a ruling, on the record of a hand since it was made."""
        about = {"dispute__session": hand.session_id, "dispute__hand_number": hand.number}
        rulings = Ruling.objects.filter(ruled_at__gte=hand.recorded_at, dispute__kind=RECORD_ERROR, **about)
        return rulings.filter(~Q(ruled_by=by) | (Q(second__isnull=False) & ~Q(second=by))).exists()

    def told(self, hand: Hand) -> Sequence[CaseLine]:
        """The cases about a hand, the newest first."""
        return lines_about(hand)

    def held(self, hand: Hand) -> dict[int, int]:
        """Chips of the hand's awards that open cases hold, by sitting; minor units."""
        return held_of(hand)

    def any_about(self, session: Combinable) -> Exists:
        """Whether there is any case about a session, to be asked in a query of its rows."""
        return Exists(Dispute.objects.filter(session=session))

    def with_case(self, hands: QuerySet[Hand]) -> QuerySet[Any]:
        """Hands with the id of the newest case about each (`case`)."""
        about = Dispute.objects.filter(
            session=OuterRef("session"), hand_number=OuterRef("number"), hand_started_at=OuterRef("started_at")
        )
        return hands.annotate(case=Subquery(about.order_by("-pk").values("pk")[:1]))
