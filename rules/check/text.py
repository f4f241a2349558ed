"""A checked hand in words for people at a terminal: who sat where, what happened street by street, what came of it."""

from collections.abc import Iterator

from rules.check.checker import CheckReport
from rules.entry.story import StreetStory, tell
from rules.phh.actions import print_notation
from rules.play.hand import Hand
from rules.play.legal import Acting, Completing, Drawing
from rules.play.settlement import Settlement
from rules.text.violation import Violation


def describe(report: CheckReport) -> Iterator[str]:
    """The lines that tell the hand, the refusal or the settlement, and whether the file says the same."""
    yield _title(report)
    if report.hand is not None:
        yield from _seats(report, report.hand)
        yield from _streets(report, report.hand)
    if report.violation is not None:
        yield from _refusal(report, report.violation)
    elif report.settlement is not None:
        yield from _settlement(report, report.settlement)
    else:
        yield "  Not settled:"
        yield from (f"    {fact}" for fact in report.missing)
        yield from _next(report)
        yield from _feasible(report)
    yield from _agreement(report)
    yield from (f"  Note: {warning}." for warning in report.phh.warnings)


def summary(report: CheckReport) -> str:
    """The outcome of the hand in a word or two, for counting."""
    if report.violation is not None:
        return f"refused ({report.violation.code})"
    if not report.agrees:
        return "settled otherwise than the file says" if report.settlement else "contradicted by its own results"
    return "settled" if report.settlement else "legal, not settled"


def _title(report: CheckReport) -> str:
    phh = report.phh
    game = report.hand.setup.plaque.short_name(report.money) if report.hand else phh.variant
    day = "-".join(f"{part:02}" for part in (phh.year, phh.month, phh.day) if part is not None)
    told = (
        f"{phh.source.file} hand {phh.source.key}",
        game,
        f"{phh.player_count} players",
        phh.venue or phh.event,
        day,
    )
    return " · ".join(part for part in told if part)


def _seats(report: CheckReport, hand: Hand) -> Iterator[str]:
    names = _names(report, hand)
    for position, (seat, stack) in enumerate(zip(hand.setup.seats, hand.setup.stacks, strict=True), 1):
        held = "a stack that is unknown" if stack is None else report.money(stack)
        button = ", button" if seat == hand.setup.button else ""
        name = f" {names[seat]}" if seat in names else ""
        yield f"  p{position} seat {seat}{name}: {held}{button}"


def _names(report: CheckReport, hand: Hand) -> dict[int, str]:
    """The players' names by seat, as far as the file knows them."""
    players = report.phh.players or ()
    return {seat: name for seat, name in zip(hand.setup.seats, players, strict=False) if name}


def _streets(report: CheckReport, hand: Hand) -> Iterator[str]:
    _, streets = tell(hand.setup, hand.actions, _names(report, hand), report.money)
    for street in streets:
        yield f"  {_heading(report, street)}"
        for line in street.lines:
            seats = "seats" if line.did == "fold" else "seat"
            who = f"{seats} {line.who} " if line.who else ""
            yield f"    {who}{line.did} {line.cards}".rstrip()


def _heading(report: CheckReport, street: StreetStory) -> str:
    pot = f"pot {report.money(street.pot)}" if street.pot else ""
    return " · ".join(part for part in (f"{street.title} {street.cards}".strip(), pot) if part)


def _refusal(report: CheckReport, refused: Violation) -> Iterator[str]:
    entry = report.phh.actions[refused.index] if refused.index is not None else None
    tried = f" “{print_notation(entry, report.phh.exponent)}” (entry {refused.index} of the file)" if entry else ""
    yield f"  REFUSED{tried}: {refused.message}"
    yield f"    rule: {refused.rule}"
    yield f"    source: {refused.citation}"
    yield f"    code: {refused.code}"
    call, least, most = (refused.allowed.get(name) for name in ("call", "min_raise_to", "max_raise_to"))
    if call is not None:
        yield f"    allowed: {_options(report, call, least, most)}"


def _options(report: CheckReport, call: object, least: object, most: object) -> str:
    """The acts open to a player, in words."""
    stay = f"fold or call {report.money(call)}" if isinstance(call, int) and call else "check or fold"
    return ", ".join([stay, *_raise(report, least, most)])


def _raise(report: CheckReport, least: object, most: object) -> Iterator[str]:
    if isinstance(least, int) and least:
        upper = f" up to {report.money(most)}" if isinstance(most, int) and most != least else ""
        yield f"make it {report.money(least)}{upper}"


def _next(report: CheckReport) -> Iterator[str]:
    if report.next is not None:
        yield f"  Seat {report.next.seat} (p{report.next.position}) is next: {_may(report, report.next)}"


def _may(report: CheckReport, legal: Acting) -> str:
    """The acts open to the next player: with cards, to open stud, or with chips."""
    if isinstance(legal, Drawing):
        return f"change up to {legal.most_discards} cards"
    if isinstance(legal, Completing):
        return "take a card or stand" if legal.may_hit else "stand"
    if legal.bring_in:
        opens = f"bring it in for {report.money(legal.bring_in)}{'' if legal.must_open else ' or fold'}"
        return ", ".join([opens, *_raise(report, legal.raising.least, legal.raising.most)])
    return _options(report, legal.call, legal.raising.least, legal.raising.most)


def _feasible(report: CheckReport) -> Iterator[str]:
    """The outcome that the hand may have come to, as far as that is known."""
    found = report.feasible
    if found is not None:
        yield "  Feasible"
        yield from (f"    {line}" for line in found.words(report.money))


def _settlement(report: CheckReport, settled: Settlement) -> Iterator[str]:
    money = report.money
    yield "  Settlement"
    for step in settled.steps:
        yield f"    {step.text} ({step.citation})" if step.citation else f"    {step.text}"
    taken = [f"rake {money(settled.rake)}", *([f"drop {money(settled.promo)}"] if settled.promo else [])]
    yield f"    {', '.join(taken)}"
    for position, (stack, net) in enumerate(zip(settled.finishing_stacks, settled.net, strict=True), 1):
        finishes = "unknown" if stack is None else money(stack)
        yield f"    p{position} seat {settled.seats[position - 1]}: {finishes} ({'+' if net > 0 else ''}{money(net)})"


def _agreement(report: CheckReport) -> Iterator[str]:
    if report.settlement is None:
        yield from (f"  CONTRADICTS ITSELF: {difference}" for difference in report.disagreements)
        return
    if not report.agrees:
        yield "  DISAGREES with the file: is a rake or a house rule missing?"
        yield from (f"    {difference}" for difference in report.disagreements)
    elif report.phh.finishing_stacks is not None:
        yield "  Agrees with the file's finishing stacks."
    if report.winnings_agree is not None:
        yield f"  {'Agrees with' if report.winnings_agree else 'Differs from'} the file's winnings."
