"""A reading as JSON: what the command prints, what is kept, and what the page shows."""

from collections.abc import Mapping
from typing import Any

from rake.assurance.causes import Cause
from rake.assurance.pace_bets import PaceEvidence
from rake.assurance.power import LONGEST
from rake.assurance.reading import BOXES, POTS, PROMO, Reading
from rake.assurance.seen import Side, Subject
from rake.assurance.split import ALPHA, WEIGHTS, Signal
from rake.assurance.watching import Line, Watched
from rake.assurance.words import (
    ACTS,
    NULLS,
    TITLES,
    cause_in_words,
    in_hundred,
    kind_in_words,
    money_a_down,
    money_in_words,
    odds,
)

_SHOWN = 12
"""The lines of each signal that are kept besides the flags: those that are nearest to their goal."""


def as_json(reading: Reading) -> dict[str, Any]:
    """Every signal with its figures and words; amounts are minor units."""
    boxes = {"seen": reading.boxes.seen, "missing": reading.rake.missing, "without_hands": reading.rake.empty}
    promo = {"seen": reading.promos.seen, "missing": reading.promo.missing, "without_hands": reading.promo.empty}
    pots = {"seen": round(reading.pots.hands), "missing": None, "without_hands": 0}
    signals = [
        *_signals(reading, reading.boxes, BOXES, boxes),
        *_signals(reading, reading.promos, PROMO, promo),
        *_signals(reading, reading.pots, POTS, pots),
        _pace(reading),
    ]
    return {
        "room": reading.room.slug,
        "read_at": reading.at.isoformat(),
        "currency": reading.room.currency,
        "alpha": ALPHA,
        "signals": signals,
        "flags": [line for signal in signals for line in signal["lines"] if line["is_flagged"]],
        "power": _power(reading),
    }


def _signals(
    reading: Reading, watch: Watched, signals: Mapping[Side, Signal], counts: Mapping[str, int | None]
) -> list[dict[str, Any]]:
    return [
        _signal(
            signal,
            counts,
            [_line(line, reading, watch) for line in watch.lines if line.signal == signal],
            [_cause(cause, reading) for cause in watch.causes if cause.part is None or cause.part.side == side],
        )
        for side, signal in signals.items()
    ]


def _signal(
    signal: Signal, counts: Mapping[str, int | None], lines: list[dict[str, Any]], causes: list[dict[str, Any]]
) -> dict[str, Any]:
    flagged = [line for line in lines if line["is_flagged"]]
    others = [line for line in lines if not line["is_flagged"]][:_SHOWN]
    facts = {"title": TITLES[signal], "null": NULLS[signal], "alpha": ALPHA * WEIGHTS[signal]}
    return {"signal": signal, **facts, **counts, "lines": flagged + others, "causes": causes}


def _line(line: Line, reading: Reading, watch: Watched) -> dict[str, Any]:
    rate = watch.rates[line.subject]
    is_over = line.signal in (Signal.BOX_OVER, Signal.PROMO_OVER, Signal.OVER_RAKE)
    if is_over:
        rate = type(rate)(-rate.about, -rate.most, -rate.least, rate.hands)
    money = money_a_down(rate, reading.design.hands_a_down, reading.room)
    said = money_in_words(money, reading.room)
    return _base(line, reading) | {
        "hands": round(rate.hands),
        "a_hand": round(rate.about, 5),
        "a_down": money,
        "figure": f"estimated at {in_hundred(rate.about)} beyond the others: {said}",
    }


def _base(line: Line, reading: Reading) -> dict[str, Any]:
    name = _name(line.subject, reading)
    return {
        "signal": line.signal,
        "kind": line.subject.kind,
        "kind_in_words": kind_in_words(line.subject),
        "id": line.subject.pk,
        "name": name,
        "evidence": round(line.evidence, 3),
        "goal": round(line.goal, 3),
        "odds": odds(line.evidence),
        "is_flagged": line.is_flagged,
        "round": line.round,
        "next": ACTS[line.signal],
    }


def _name(subject: Subject, reading: Reading) -> str:
    return reading.names.get(subject, f"{kind_in_words(subject)} {subject.pk}")


def _cause(cause: Cause, reading: Reading) -> dict[str, Any]:
    subject = cause.part.subject if cause.part else None
    name = _name(subject, reading) if subject else ""
    who = {"kind": subject.kind, "id": subject.pk} if subject else {"kind": "", "id": None}
    words = cause_in_words(cause, name)
    return {"cause": cause.name, **who, "gain": round(cause.gain, 2), "late": cause.late, "sentence": words}


def _pace(reading: Reading) -> dict[str, Any]:
    ordered = sorted(reading.pace_lines, key=lambda line: (not line.is_flagged, line.goal - line.evidence))
    lines = [_pace_line(line, reading) for line in ordered]
    counts = {"seen": sum(each.hands for each in reading.paces.values()), "missing": None, "without_hands": 0}
    return _signal(Signal.PACE, counts, lines, [])


def _pace_line(line: Line, reading: Reading) -> dict[str, Any]:
    own: PaceEvidence = reading.paces[line.subject.pk]
    hours = own.seconds / 3600
    said = f"{own.hands / hours:.1f} hands an hour where other dealers’ hours come to {own.due / hours:.1f}"
    facts = {"hands": own.hands, "a_hand": None, "a_down": None, "due": round(own.due, 1)}
    return _base(line, reading) | facts | {"figure": said}


def _power(reading: Reading) -> dict[str, Any]:
    design = reading.design
    return {
        "is_example": reading.is_example,
        "hands_a_down": round(design.hands_a_down, 1),
        "downs_a_shift": round(design.downs, 1),
        "tables": round(design.tables),
        "dealers": round(design.dealers),
        "errors_in_hundred": round((design.lacking + design.surplus) * 100, 2),
        "longest": LONGEST,
        "rows": [{"skim": each.skim, "by_shift": each.by_shift, "by_down": each.by_down} for each in reading.power],
    }
