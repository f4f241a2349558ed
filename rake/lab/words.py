"""The answer of the lab in sentences: what was judged, what is supposed, how sure it is, who would pay."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from config.days.registry import in_words as day_in_words
from config.rooms.models import Room
from config.web.text import how_many
from rake.lab.asking import Question
from rake.lab.bootstrap import FEWEST_BLOCKS, LEVEL
from rake.lab.family import AIMS, Wish
from rake.lab.judging import Answer, ceiling_in
from rake.lab.naming import named, rounding
from rake.lab.past import LEFT_OUT, SMALL, TAKEN_FOR
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import HOUSES
from rules.house.variants import SHEETS
from tables.models import TableSession

HELD_FIXED = (
    "Players’ behaviour is held fixed: every hand is taken to have been played as it was, with the same pots and by "
    "the same players. Whoever would bet, stay, leave or come because of another schedule is not in these figures."
)
ON_THE_SAME_HANDS = (
    "It was chosen by the very hands that it is judged by, so it looks somewhat better here than it will do: "
    "try it on another period."
)


def signed(room: Room, amount: int) -> str:
    """A difference with its sign: “+120”, “−3.50”, “±0”."""
    return f"{'+' if amount > 0 else '−' if amount < 0 else '±'}{room.money(abs(amount))}"


def coverage(answer: Answer) -> list[str]:
    """The number of hands that the figures are of, and those that they are not of."""
    if not answer.hands:
        return [no_hands(None)]
    share = f"{100 * answer.judged / answer.hands:.1f} %"
    said = [f"Judged: {answer.judged:,} of {how_many(answer.hands, 'hand')} ({share}). All figures are of these alone."]
    for code, words in LEFT_OUT.items():
        if hands := answer.left_out.get(code, 0):
            said.append(f"Could not be judged: {how_many(hands, 'hand')}, {words}.")
    for code, words in TAKEN_FOR.items():
        if hands := answer.supposed.get(code, 0):
            said.append(f"{how_many(hands, 'judged hand')} {_singular(words, hands)}.")
    if answer.left_out.get("no_pot"):
        said.append("Pots that somebody chose to state are no random sample: large ones are stated more often.")
    return said


def no_hands(days: tuple[date, date] | None) -> str:
    """The answer about a period without hands, with the first and the last gaming day that have some."""
    if days is None:
        return "No hand like these was ever played here: ask for another game, another plaque or other hands."
    first, last = map(day_in_words, days)
    return f"No such hand was played in this period: hands like these were played from {first} to {last}."


def asked(question: Question, room: Room, *, has_ceiling: bool) -> list[tuple[str, str]]:
    """The question fact by fact, but for its days: name and text."""
    wish = question.wish
    best = ": ".join(filter(None, [AIMS[wish.aim], ", ".join(wish.in_words(has_ceiling=has_ceiling))])) if wish else ""
    game = SHEETS[question.game].name if question.game in SHEETS else question.game
    return [
        ("Other schedule", named(question.other, room)),
        ("Rounding", rounding(question.other, room) or _unrounded(question.other)),
        ("Hands of", TableSession.Source(question.source).label),
        ("Game", game or "all games"),
        ("Plaque", question.plaque or "all plaques"),
        ("Full hands by the rules of", HOUSES[question.house].title if question.house else "their own house"),
        ("Best schedule", best or "not looked for"),
        ("Seed of the draws", str(question.seed)),
    ]


def _unrounded(schedule: FeeSchedule) -> str:
    return "none: a collection is what it is" if schedule.rakes else "none: nothing is raked"


def asked_of(question: Question) -> str:
    """The hands of a question in one breath: “1 March 2025 to 7 March 2025, NLH 1/3”."""
    days = f"{day_in_words(question.first)} to {day_in_words(question.last)}"
    game = SHEETS[question.game].name if question.game in SHEETS else question.game
    imported = "imported hands" if question.source == TableSession.Source.IMPORT else ""
    return ", ".join(filter(None, [days, question.plaque or game, imported]))


def changes_elsewhere(answer: Answer, room: Room) -> str:
    """The schedules of the hands that change, where none of them is the one that is drawn as now; empty else."""
    if any(len(line) < 4 for line in answer.schedules) or not answer.schedules or answer.schedules[0][3]:
        return ""
    told = [(named(FeeSchedule.from_json(fee), room), many) for fee, _, _, many in answer.schedules if many]
    if not told:
        return ""
    listed = "; ".join(f"{name} ({how_many(many, 'hand')})" for name, many in told)
    return f"No hand under the line drawn as now changes. All that change were played under other plaques: {listed}."


def best_keeps_to(answer: Answer, room: Room) -> list[str]:
    """All that the best schedule keeps to; where no ceiling is set, the highest cap that was tried."""
    best = answer.best or {}
    kept = Wish.from_json(best["wish"]).in_words(has_ceiling=ceiling_in(answer).is_set)
    if ceiling_in(answer).is_set:
        return kept
    tried = f": the highest cap tried was {room.money(best['highest_cap'])}" if "highest_cap" in best else ""
    return [*kept, f"no ceiling is set{tried}"]


def best_rake(answer: Answer, room: Room) -> str:
    """The rake of the best schedule: “rake 96 (+54), 12 of it from small pots”."""
    best = answer.best or {}
    apart, small = signed(room, best["rake"] - answer.now["rake"]), room.money(best["small"])
    return f"rake {room.money(best['rake'])} ({apart}), {small} of it from small pots"


def _singular(words: str, hands: int) -> str:
    return words.replace("say ", "says ", 1).replace("they count", "it counts") if hands == 1 else words


def chance(answer: Answer, room: Room) -> str:
    """The distance by which chance alone might have moved the difference."""
    if answer.chance is None:
        hours = how_many(answer.table_hours, "hour")
        return (
            f"How much of the difference is chance is not said: these hands are of only {hours} of play "
            f"(an hour of one table counts as one), and it takes {FEWEST_BLOCKS} to say."
        )
    least, most = answer.chance["difference"]
    now, then = (" to ".join(map(room.money, answer.chance[name])) for name in ("now", "then"))
    return (
        f"By chance alone (the {answer.table_hours:,} hours of the tables drawn anew, {LEVEL} % of the draws): "
        f"difference {signed(room, least)} to {signed(room, most)}, rake now {now}, then {then}."
    )


def small_pots(answer: Answer, name: str) -> str:
    """The part of the rake that comes from small pots, “12.5 %”; a dash where there is no rake."""
    fees = getattr(answer, name)
    return f"{100 * fees['small'] / fees['rake']:.1f} %" if fees["rake"] else "–"


def an_hour(answer: Answer, name: str, room: Room) -> str:
    """The rake of a player’s hour in money; a dash where players’ hours aren’t known."""
    worth: Fraction | None = answer.an_hour(name)
    return "–" if worth is None else room.money(round(worth))


def hours_in_words(answer: Answer) -> str:
    """The hours that the rake of a player's hour rests on."""
    if not answer.played_seconds:
        return "Players’ hours of these hands aren’t known: imported hands have none, other days have them once built."
    hours = f"{answer.played_seconds / 3600:,.1f}"
    if answer.judged < answer.hands:
        return f"Over {hours} hours of players present; hands that could not be judged count at the mean of the others."
    return f"Over {hours} hours of players present."


def breaches(answer: Answer, room: Room) -> list[str]:
    """The hands beyond the ceiling now and then, and whose ceiling it is."""
    ceiling = ceiling_in(answer)
    if not ceiling.is_set:
        return ["No ceiling: this room’s house rules set none, and none was typed in."]
    told = [f"Ceiling: {ceiling.in_words(room.money)}. The promo drop is no part of it."]
    for name, fees in (("now", answer.now), ("then", answer.then)):
        beyond = f", {room.money(fees['beyond'])} beyond it in all" if fees["breaches"] else ""
        told.append(f"Beyond it {name}: {how_many(fees['breaches'], 'hand')}{beyond}.")
    return told


def rows(answer: Answer, room: Room) -> Iterator[tuple[str, str, str, str]]:
    """The figures as a table: name, now, then, difference."""
    for title, name in (("Rake", "rake"), ("Promo", "promo"), (f"Rake from pots below {SMALL} big bets", "small")):
        now, then = answer.now[name], answer.then[name]
        yield title, room.money(now), room.money(then), signed(room, then - now)
    yield (f"Share from pots below {SMALL} big bets", small_pots(answer, "now"), small_pots(answer, "then"), "")
    now_hour, then_hour = answer.an_hour("now"), answer.an_hour("then")
    apart = signed(room, round(then_hour - now_hour)) if now_hour is not None and then_hour is not None else ""
    yield "Rake of a player’s hour", an_hour(answer, "now", room), an_hour(answer, "then", room), apart
    over = (answer.now["breaches"], answer.then["breaches"])
    yield (
        "Hands beyond the ceiling",
        f"{over[0]:,}",
        f"{over[1]:,}",
        f"{over[1] - over[0]:+,}" if over != (0, 0) else "±0",
    )
