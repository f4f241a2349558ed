"""The room: the place that everything else belongs to, and the clock and money it keeps."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone

from config.amounts import format_major

USUAL_LATE_WAITING: Final = 1
"""The number of players who waited for a game while nobody who sat down there paid, before a room could say."""


def usual_shifts() -> list[str]:
    """Three shifts of eight hours."""
    return ["06:00", "14:00", "22:00"]


@dataclass(frozen=True, slots=True)
class Clock:
    """A time zone, the local time at which a gaming day starts, and the instant until which both held (None: still)."""

    zone: ZoneInfo
    gaming_day_start: time
    until: datetime | None = None

    def gaming_day(self, at: datetime) -> date:
        """The gaming day of the instant by this clock."""
        local = at.astimezone(self.zone)
        return local.date() if local.time() >= self.gaming_day_start else local.date() - timedelta(days=1)

    def start_of(self, day: date) -> datetime:
        """The instant at which a gaming day starts by this clock."""
        return datetime.combine(day, self.gaming_day_start, tzinfo=self.zone)


class Room(models.Model):
    """One card room: its currency, its smallest chip, its time zone and the hour at which its gaming day starts."""

    class IdentityAsked(models.TextChoices):
        NAME = "name", "a name"
        BIRTH = "birth", "legal name and date of birth"
        DOCUMENT = "document", "legal name, date of birth and a valid document"

    class SecondFactor(models.TextChoices):
        NOBODY = "nobody", "nobody"
        WEIGHTY = "weighty", "who moves money or changes rights or rules"
        EVERYBODY = "everybody", "everybody who works here"

    class TokesMode(models.TextChoices):
        OWN = "own", "each dealer’s own"
        POOLED = "pooled_by_hours", "pooled, shared by the minutes dealt"

    class Weekday(models.IntegerChoices):
        MONDAY = 0, "Monday"
        TUESDAY = 1, "Tuesday"
        WEDNESDAY = 2, "Wednesday"
        THURSDAY = 3, "Thursday"
        FRIDAY = 4, "Friday"
        SATURDAY = 5, "Saturday"
        SUNDAY = 6, "Sunday"

    class LateChips(models.TextChoices):
        APPROVED = "approved", "a manager approves with badge and PIN"
        REFUSED = "refused", "nobody: the patron is told where to turn"

    class VaultCounted(models.TextChoices):
        DAILY = "day", "once a gaming day"
        EACH_SHIFT = "shift", "at the end of each shift"

    class LateTime(models.TextChoices):
        FREE = "free", "nothing until the next half hour"
        PRORATA = "prorata", "for what is left of it"
        FULL = "full", "for all of it"

    class DealersSign(models.TextChoices):
        NOBODY = "nobody", "nobody: a colleague signs for them"
        WITH_PIN = "with_pin", "dealers who have a PIN"
        EVERYBODY = "everybody", "every dealer"

    name = models.CharField(max_length=80, unique=True)
    slug = models.SlugField(max_length=40, unique=True)
    currency = models.CharField(max_length=3, default="USD", help_text="ISO 4217")
    currency_symbol = models.CharField(max_length=4, default="$", blank=True)
    exponent = models.PositiveSmallIntegerField(default=2, help_text="decimals of the currency")
    smallest_chip = models.PositiveBigIntegerField(
        default=100, validators=[MinValueValidator(1)], help_text="minor units; every amount on a table is a multiple"
    )
    time_zone = models.CharField(max_length=64, default="UTC", help_text="IANA name")
    gaming_day_start = models.TimeField(default=time(6, 0), help_text="local time at which a new gaming day starts")
    helpline = models.CharField(max_length=160, blank=True, help_text="problem-gambling helpline, printed on plaques")
    identity_asked = models.CharField(
        max_length=10,
        choices=IdentityAsked.choices,
        default=IdentityAsked.NAME,
        help_text="what must be known of a player before chips are sold (house; 68 IAC 15-2-3(c): a description, "
        "and the name if known)",
    )
    second_factor = models.CharField(
        max_length=10,
        choices=SecondFactor.choices,
        default=SecondFactor.WEIGHTY,
        help_text="who signs in with a code of an authenticator besides the password",
    )
    cover_asked = models.PositiveSmallIntegerField(
        default=100,
        db_default=100,
        help_text="percent of the chips in use that the house’s money must cover (11 CCR 2053(b): all of it)",
    )
    statement_days = models.PositiveSmallIntegerField(
        default=31,
        db_default=31,
        help_text="days after which a bank’s statement covers chips in use no more (house: banks state accounts once a "
        "month)",
    )
    variance_notice = models.PositiveBigIntegerField(
        default=500,
        db_default=500,
        help_text="minor units; a drawer counted short or over by more is noticed (house; usual at cages: 5.00)",
    )
    investigation_from = models.PositiveBigIntegerField(
        default=5000,
        db_default=5000,
        help_text="minor units; a drawer counted short or over by so much is investigated (LA 42:III.2729: 50.00)",
    )
    variance_days = models.PositiveSmallIntegerField(
        default=3,
        db_default=3,
        help_text="days in which a variance beyond the notice is explained or accepted (house; LA 42:III.2729 asks for "
        "an investigation and names no days)",
    )
    regulator_note_from = models.PositiveBigIntegerField(
        default=200_00,
        db_default=200_00,
        help_text="minor units; the regulator is told of a variance of so much or more; 0: of none "
        "(WAC 230-15-495(5)(g): 200.00)",
    )
    regulator_note_hours = models.PositiveSmallIntegerField(
        default=24,
        db_default=24,
        help_text="hours in which the regulator is told of such a variance (WAC 230-15-495(5)(g): 24)",
    )
    void_alone = models.PositiveBigIntegerField(
        default=100_00,
        db_default=100_00,
        help_text="minor units; what one person voids alone at the window on a gaming day (house: 100; LA 42:III.2717: "
        "voids recorded)",
    )
    runner_limit = models.PositiveBigIntegerField(
        default=2_000_00,
        db_default=2_000_00,
        help_text="minor units; the most that a chip runner carries, chips and cash together (house; imprest banks: "
        "25 CFR 543.10(b)(1))",
    )
    runners_redeem = models.BooleanField(
        default=False, db_default=False, help_text="whether chip runners pay cash for chips too (house)"
    )
    bank_dormant_days = models.PositiveSmallIntegerField(
        default=365,
        db_default=365,
        help_text="days without a move after which a player’s bank is listed as dormant (house; unclaimed property)",
    )
    tokes_mode = models.CharField(
        max_length=16,
        choices=TokesMode.choices,
        default=TokesMode.OWN,
        db_default=TokesMode.OWN,
        help_text="whose the tokes are (COMAR 36.03.10.49: pooled, shared pro rata)",
    )
    identity_from = models.PositiveBigIntegerField(
        default=10_000_00,
        db_default=10_000_00,
        help_text="minor units; more cash than that, in or out, moves on a gaming day for nobody whose identity is not "
        "on record (31 CFR 1021.311: more than 10,000)",
    )
    log_from = models.PositiveBigIntegerField(
        default=3_000_00,
        db_default=3_000_00,
        help_text="minor units; whose cash of a gaming day, in or out, comes to that is in the log of transactions "
        "(a house parameter, usually 2,500 to 3,000)",
    )
    report_from = models.PositiveBigIntegerField(
        default=10_000_01,
        db_default=10_000_01,
        help_text="minor units; whose cash of a gaming day, in or out, comes to that is a candidate for a currency "
        "report, and somebody decides; 0: the house reports none (31 CFR 1021.311: more than 10,000)",
    )
    dealer_minute_cost = models.PositiveBigIntegerField(
        default=0,
        db_default=0,
        help_text="minor units; what a dealer’s minute at a table costs, breaks and taxes in it (house; 0: not set)",
    )
    table_hour_cost = models.PositiveBigIntegerField(
        default=0,
        db_default=0,
        help_text="minor units; what an open table costs in an hour besides its dealer (house; 0: not set)",
    )
    presented_alone = models.PositiveBigIntegerField(
        default=500_00,
        db_default=500_00,
        help_text="minor units; chips without a known origin that a cashier redeems alone on a gaming day (house)",
    )
    vault_most = models.PositiveBigIntegerField(
        default=10_000_000_00,
        db_default=10_000_000_00,
        validators=[MinValueValidator(1)],
        help_text="minor units; the most that one act brings into the vault, of chips and of cash each (house: a slip "
        "of the keys is no fortune)",
    )
    refill_minutes = models.PositiveSmallIntegerField(
        default=10,
        db_default=10,
        help_text="minutes within which a second fill of a drawer with the same amounts is asked about (house: a "
        "second tap, or a page that was left open)",
    )
    opening_looks = models.PositiveSmallIntegerField(
        default=2,
        db_default=2,
        help_text="how often one person who opens a drawer is told whether it is what its last close left (house: who "
        "counts on and on would find out what must be there)",
    )
    payouts_alone = models.PositiveBigIntegerField(
        default=500_00,
        db_default=500_00,
        help_text="minor units; prizes, promotions, comps and petty cash that a cashier pays alone on a gaming day "
        "(house; 25 CFR 543.10(g)(3) asks for papers from 600)",
    )
    drop_times = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        help_text="local times at which drop boxes are pulled, HH:MM (MS 35-5-07-02-100(1)); none: at any time",
    )
    drop_minutes = models.PositiveSmallIntegerField(
        default=60, db_default=60, help_text="how long after its time a drop may go on, minutes (house)"
    )
    push_minutes = models.PositiveSmallIntegerField(
        default=10,
        db_default=10,
        help_text="minutes after a push within which a box may be pulled as that of the down (house; MS "
        "35-5-07-02-100(1): at designated times)",
    )
    fills_by_slip = models.BooleanField(
        default=False,
        db_default=False,
        help_text="drawers are filled by slips that are asked for, authorised, sent and received (LA 42:III.2717)",
    )
    slip_minutes = models.PositiveSmallIntegerField(
        default=15,
        db_default=15,
        help_text="minutes after which a slip that is still open is an alarm (house; usual at cages: 15)",
    )
    late_chips = models.CharField(
        max_length=10,
        choices=LateChips.choices,
        default=LateChips.APPROVED,
        db_default=LateChips.APPROVED,
        help_text="who takes chips of a retired set after its last day (house, as its notice of the retirement says)",
    )
    late_chips_way = models.CharField(
        max_length=120,
        blank=True,
        default="",
        db_default="",
        help_text="whom patrons turn to with chips that nobody takes any more; the end of a sentence (house)",
    )
    dealers_sign = models.CharField(
        max_length=10,
        choices=DealersSign.choices,
        default=DealersSign.WITH_PIN,
        db_default=DealersSign.WITH_PIN,
        help_text="which dealers sign with their own PIN what is counted at their tray (25 CFR 543.10(b), (e); COMAR "
        "36.05.03.03)",
    )
    vault_counted = models.CharField(
        max_length=5,
        choices=VaultCounted.choices,
        default=VaultCounted.DAILY,
        db_default=VaultCounted.DAILY,
        help_text="how often two people count the vault (25 CFR 543.10(e): at the end of each shift)",
    )
    pools_signed = models.BooleanField(
        default=False,
        db_default=False,
        help_text="whether a gaming day waits for its pools to be reconciled by somebody independent of the card room "
        "before it is locked (25 CFR 543.10(g)(9))",
    )
    awards_need_deposit = models.BooleanField(
        default=False,
        db_default=False,
        help_text="whether a pool’s money is awarded only once it was deposited in the pool’s own bank account "
        "(WAC 230-15-400(3))",
    )
    pool_deposit_within = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        help_text="days after which a gaming day waits for the deposit of what was counted for pools, where awards "
        "need it; 0: not asked (house; WAC 230-07-090(1)(d): of other receipts by the second banking day)",
    )
    at_work_minutes = models.PositiveSmallIntegerField(
        default=30,
        db_default=30,
        help_text="minutes before and after an act in the room within which whoever did it was on duty, for the terms "
        "of pools (house; WAC 230-15-400: whether employees share)",
    )
    minimum_age = models.PositiveSmallIntegerField(
        default=21,
        db_default=21,
        help_text="years that a player must have completed (the law of the place; 21 is the strictest of the usual)",
    )
    late_time = models.CharField(
        max_length=8,
        choices=LateTime.choices,
        default=LateTime.FREE,
        db_default=LateTime.FREE,
        help_text="what a newcomer pays for the half hour in which they sit down, where more than late_waiting wait "
        "for the game (house; allcasinoguide.com, poker procedures: who joins with at most one waiting pays nothing)",
    )
    late_waiting = models.PositiveSmallIntegerField(
        default=USUAL_LATE_WAITING,
        db_default=USUAL_LATE_WAITING,
        help_text="so many may wait for a game, and who sits down there pays nothing for what is left of the half hour "
        "(allcasinoguide.com, poker procedures: one)",
    )
    earlier_late_time = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        editable=False,
        help_text="what newcomers paid before, and while how many waited, each rule until an instant: what was owed "
        "under it stays so",
    )
    courtesy_hand = models.BooleanField(
        default=True,
        db_default=True,
        help_text="whether who leaves after at most one more hand owes nothing for the half hour that has just begun, "
        "while nobody waits for the game (allcasinoguide.com, poker procedures: one courtesy hand)",
    )
    courtesy_minutes = models.PositiveSmallIntegerField(
        default=5,
        db_default=5,
        help_text="minutes after the stroke within which who leaves is given it (house: a hand goes on no longer)",
    )
    courtesy_hands = models.PositiveSmallIntegerField(
        default=1,
        db_default=1,
        help_text="so many recorded hands may be dealt since the stroke (allcasinoguide.com, poker procedures: one)",
    )
    shift_starts = models.JSONField(
        default=usual_shifts,
        db_default=models.Value(["06:00", "14:00", "22:00"], models.JSONField()),
        help_text="local times at which shifts start, for figures: full hours, HH:MM (house; usual: three of 8 hours)",
    )
    week_starts = models.PositiveSmallIntegerField(
        choices=Weekday.choices,
        default=Weekday.MONDAY,
        db_default=Weekday.MONDAY,
        help_text="the day on which weeks start in figures (house; ISO 8601: Monday)",
    )
    earlier_clocks = models.JSONField(
        default=list, help_text="time zones and starts of the gaming day that held before, each until an instant"
    )
    told_events = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        editable=False,
        help_text="codes of the kinds of events that a webhook of the room asks for; kept by config.hooks",
    )
    is_demo = models.BooleanField(default=False)
    books_opened_at = models.DateTimeField(
        null=True, blank=True, help_text="when money was first booked; the currency is fixed from then on"
    )

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=models.Q(smallest_chip__gte=1), name="room_smallest_chip_positive"),
            models.CheckConstraint(condition=models.Q(exponent__lte=4), name="room_exponent_at_most_four"),
            models.CheckConstraint(
                condition=models.Q(variance_notice__lte=models.F("investigation_from")),
                name="room_variance_noticed_before_investigated",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The time zone that the room goes by now: another one that was chosen holds from another gaming day on."""
        if not self.earlier_clocks:  # pages ask for each time that they show
            return ZoneInfo(self.time_zone)
        return self.clock_at(timezone.now()).zone

    def gaming_day(self, at: datetime) -> date:
        """The gaming day that the instant `at` belongs to, by the clock and start hour that the room had then.

        Days tile time: on the two days a year when the clocks change a gaming day has 23 or 25 hours.
        """
        return self.clock_at(at).gaming_day(at)

    def clock_at(self, at: datetime) -> Clock:
        """The clock that the room goes, went or will go by at an instant."""
        return next(clock for clock in self.clocks if clock.until is None or at < clock.until)

    def late_time_at(self, at: datetime) -> str:
        """The rule that the room had at an instant for newcomers who sat down then: one of `LateTime`."""
        earlier = (each["rule"] for each in self._late_time_after(at))
        return next(earlier, self.late_time)

    def late_waiting_at(self, at: datetime) -> int:
        """The number of players who might wait for a game at an instant, and who sat down there then paid nothing."""
        earlier = (each.get("waiting", USUAL_LATE_WAITING) for each in self._late_time_after(at))
        return next(earlier, self.late_waiting)

    def _late_time_after(self, at: datetime) -> list[dict[str, Any]]:
        """The rules for newcomers that ended after an instant, the first of them the one that held then."""
        return [each for each in self.earlier_late_time if at < datetime.fromisoformat(each["until"])]

    def start_of(self, day: date) -> datetime:
        """The instant at which a gaming day of the room starts, by the clock that it has or had then."""
        since = None
        for clock in self.clocks:
            starts = clock.start_of(day)
            if since is not None:
                starts = max(starts, since)
            if clock.until is None or starts < clock.until:
                return starts
            since = clock.until
        raise AssertionError("the last clock has no end")

    @property
    def clocks(self) -> list["Clock"]:
        """The clocks that the room has had, the oldest first; the last has no end."""
        earlier = [
            Clock(ZoneInfo(each["time_zone"]), time.fromisoformat(each["start"]), datetime.fromisoformat(each["until"]))
            for each in self.earlier_clocks
        ]
        return [*earlier, Clock(ZoneInfo(self.time_zone), self.gaming_day_start)]

    def money(self, amount: int) -> str:
        """`amount` minor units for people, without the currency sign: "1,250" or "12.50"."""
        return format_major(amount, exponent=self.exponent)
