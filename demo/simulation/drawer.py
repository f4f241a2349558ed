"""The drawer of a simulated room: opened with a count, counted by two when the day is over, and answered for."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final

from cage import services
from cage.counted import Counted, fewest_pieces
from cage.models import DrawerCount, DrawerSession, DrawerVariance, Investigation
from cage.selectors.denominations import values_of
from cage.selectors.drawers import running_session
from cage.selectors.explained import told_by
from cage.selectors.of_day import investigations_still_open
from cage.selectors.regulator_notes import not_told
from demo.simulation.part import Part, Settler, Shown
from demo.simulation.planted import Effect, Kind, Mark, Planted
from demo.simulation.stage import Stage
from demo.simulation.truth import Lying
from demo.simulation.window import Window, variance_of
from players.models import Transfer

MISCOUNTED: Final = Kind("miscounted", "two counts of a close differ: three count together, and nothing is short by it")
TAKEN_OVERNIGHT: Final = Kind(
    "taken_overnight", "the opening count is short in cash by the amount, against who closed and who opens"
)
NOTE = 20_00
_S = DrawerSession.State


class Drawers(Part):
    """The cage: one cashier at one window. What is counted is what really lies there."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.drawer, self.chance = stage.house.drawer, stage.chance_of("drawer")
        self.mistakes = stage.chance_of("window")
        self.session: DrawerSession | None = None
        self._lying().put(chips=stage.house.plan.chips, cash=stage.house.plan.cash)

    def open(self) -> None:
        """Open the drawer for the cashier of the day, where it is closed."""
        self.session = running_session(self.drawer) or self._opened()
        self.stage.open_window = Window(self.stage, self.mistakes, self.session)

    def _opened(self) -> DrawerSession:
        """Count the drawer and open it; what it lacks since the evening is accepted before a second person."""
        taken = self._is_wrong()
        if taken:
            self._lying().put(cash=-NOTE)
        session = services.open_drawer(drawer=self.drawer, counted=self._counted(), **self._by("cashier"))
        if session.state == _S.OPENING:
            session = services.recount_opening(session=session, counted=self._counted(), **self._by("cashier"))
        if session.state == _S.OPENING:
            session = services.accept_opening(session=session, second=self.stage.by("floor"), **self._by("cashier"))
        if taken:
            who, mark = str(session.cashier), variance_of(session.pk, DrawerVariance.Part.OPENING.value)
            self.stage.plant(TAKEN_OVERNIGHT, mark, Effect(cash=-NOTE), str(self.drawer), who=who)
        return session

    def count(self) -> None:
        """Close the drawer: the cashier counts it, the floor supervisor counts it, and three where these differ."""
        if self.session is None:
            return
        session = services.begin_close(session=self.session, by=self.stage.by("cashier"), at=self.stage.now)
        wrong = self.chance.choice(("cashier", "floor")) if self._is_wrong() else ""
        for who in ("cashier", "floor"):
            counted = self._counted(chips=self.stage.house.room.smallest_chip if who == wrong else 0)
            session = services.count_drawer(session=session, counted=counted, **self._by(who))
        if session.state == _S.RECOUNT:
            three = self._by("cashier") | {"second": self.stage.by("floor"), "third": self.stage.by("relief")}
            services.recount_drawer(session=session, counted=self._counted(), **three)
        if wrong:
            mark = Mark("drawer recount", session.pk)
            self.stage.plant(MISCOUNTED, mark, Effect(times=1), str(self.drawer), who=str(self.stage.by(wrong)))
        self.session = self.stage.open_window = None

    def settlers(self) -> Mapping[str, Settler]:
        """A drawer that is still open is counted; whatever is investigated is explained, or accepted by the manager,
        who tells the regulator of what is large."""
        return {
            "drawer_open": lambda day: self.count(),
            "variance_open": self._answer_for_variances,
            "regulator_not_told": self._tell_regulator,
        }

    def shown(self) -> Iterator[Shown]:
        """Every variance, and every close that three had to count."""
        variances = DrawerVariance.objects.filter(room=self.stage.house.room).select_related("session__drawer")
        for each in variances.order_by("pk"):
            sentence = f"{each.session.drawer} {each.get_part_display()} of {each.gaming_day}"
            mark = variance_of(each.session_id, each.part)
            yield Shown(mark, Effect(each.chips, each.cash), sentence)
        together = DrawerCount.objects.filter(session__room=self.stage.house.room, part=DrawerCount.Part.TOGETHER)
        for count in together.select_related("session__drawer").order_by("pk"):
            yield Shown(Mark("drawer recount", count.session_id), Effect(times=1), f"{count.session.drawer} by three")

    # ---------------------------------------------------------------------------------------------------- privates

    def _answer_for_variances(self, day: date) -> None:
        """Look at the recordings: what one act explains is explained by its rows, the rest is accepted by name."""
        variances = DrawerVariance.objects.filter(room=self.stage.house.room, gaming_day=day)
        still_open = variances.filter(investigation__state=Investigation.State.OPEN)
        for variance in still_open.select_related("investigation").order_by("investigation__pk"):
            causes = self._causes(variance_of(variance.session_id, variance.part))
            facts: dict[str, Any] = {
                "outcome": Investigation.State.ACCEPTED,
                "text": "nothing was found",
            }
            if len(causes) == 1 and causes[0].request:
                rows = Transfer.objects.filter(request_key=causes[0].request).order_by("number")
                facts |= {"text": "seen on the recording"} | self._explained(variance, rows)
            facts |= {"by": self.stage.by("manager"), "second": self.stage.by("deputy"), "at": self.stage.now}
            services.settle_investigation(investigation=variance.investigation, **facts)
        self._answer_for_others(day)

    def _answer_for_others(self, day: date) -> None:
        """The deputy, who has no slip in hand and counts no vault, looks at the recording of whatever else was
        short; the manager at that of felts, whose close the deputy confirmed."""
        for investigation in investigations_still_open(self.stage.house.room, day):
            facts: dict[str, Any] = {"outcome": Investigation.State.ACCEPTED, "text": "nothing was found"}
            facts |= {"by": self.stage.by("deputy"), "at": self.stage.now}
            if investigation.felt:
                facts |= {"by": self.stage.by("manager"), "second": self.stage.by("relief")}
            services.settle_investigation(investigation=investigation, **facts)

    def _tell_regulator(self, day: date) -> None:
        """Call the regulator about each variance of the day, and write it down."""
        for investigation in not_told(self.stage.house.room, day):
            facts: dict[str, Any] = {"text": "told by telephone", **self._by("manager")}
            services.note_regulator(investigation=investigation, **facts)

    def _explained(self, variance: DrawerVariance, rows: Iterable[Transfer]) -> dict[str, Any]:
        """The row of an act that comes to the difference; nothing where it does so only in part, which is accepted."""
        for row in rows:
            told = told_by(variance, [row.chain_number])
            if not (told.strange or told.undone or told.left_of(variance.chips, variance.cash)):
                return {"outcome": Investigation.State.EXPLAINED, "transfers": [row.chain_number]}
        return {}

    def _causes(self, mark: Mark) -> list[Planted]:
        return [each for each in self.stage.planted if each.mark == mark]

    def _is_wrong(self) -> bool:
        return self.chance.random() < self.stage.script.errors

    def _lying(self) -> Lying:
        return self.stage.truth.drawer(self.drawer.pk)

    def _counted(self, *, chips: int = 0) -> Counted:
        """The pieces that lie in the drawer, and so many chips more that somebody believes to see."""
        lying, values = self._lying(), values_of(self.stage.house.room)
        return Counted(fewest_pieces(lying.chips + chips, values.chips), fewest_pieces(lying.cash, values.cash))

    def _by(self, who: str) -> dict[str, Any]:
        return {"key": self.stage.key("drawer"), "by": self.stage.by(who), "at": self.stage.now}
