"""An answer of the lab as CSV: what was asked, the figures, who would pay, and the hands that change most."""

from __future__ import annotations

from collections.abc import Iterator

from config.amounts import plain_major
from config.rooms.models import Room
from config.web.spreadsheets import csv_row, text_cell
from rake.lab import words
from rake.lab.asking import Question
from rake.lab.judging import Answer, ceiling_in
from rake.lab.naming import named
from rake.lab.past import LEFT_OUT, TAKEN_FOR
from rake.models import LabTrial
from rules.house.fee_schedule import FeeSchedule

HEADINGS = ("Part", "Name", "Hands", "Pots", "Now", "Then", "Why")

_Row = tuple[str, str, str, str, str, str, str]


def csv_lines(trial: LabTrial, answer: Answer, empty: str) -> Iterator[str]:
    """The answer to a trial as CSV (RFC 4180); amounts are plain major units. Of a period without hands it has the
    sentence `empty` in place of figures."""
    room, question = trial.room, Question.from_json(trial.question)
    yield csv_row(HEADINGS)
    for cells in (
        *_asked(trial, question, answer),
        *(_told(room, answer) if answer.judged else _nothing(answer, empty)),
    ):
        yield csv_row([text_cell(cell) for cell in cells])


def _told(room: Room, answer: Answer) -> Iterator[_Row]:
    yield from _schedules(room, answer)
    yield from _hands(room, answer)
    yield from _figures(room, answer)
    yield from _best(room, answer)
    yield from _changes(room, answer)


def _nothing(answer: Answer, empty: str) -> Iterator[_Row]:
    for sentence in [empty] if not answer.hands else words.coverage(answer):
        yield "hands", "judged", str(answer.judged), "", "", "", sentence


def _asked(trial: LabTrial, question: Question, answer: Answer) -> Iterator[_Row]:
    """The question: every fact of it, so that the file can be read without the page."""
    room = trial.room
    facts = (
        ("gaming days", f"{question.first.isoformat()} to {question.last.isoformat()}"),
        *words.asked(question, room, has_ceiling=ceiling_in(answer).is_set),
        ("ceiling", ceiling_in(answer).in_words(room.money) or "none"),
        ("asked by", str(trial.asked_by)),
        ("asked at", trial.asked_at.astimezone(room.zone).isoformat(timespec="minutes")),
        ("supposed", words.HELD_FIXED),
    )
    for name, text in facts:
        yield "asked", name[0].lower() + name[1:], "", "", "", "", text


def _schedules(room: Room, answer: Answer) -> Iterator[_Row]:
    for fee, _, hands, *_ in answer.schedules:
        yield "schedule now", named(FeeSchedule.from_json(fee), room), str(hands), "", "", "", fee["mode"]


def _hands(room: Room, answer: Answer) -> Iterator[_Row]:
    yield "hands", "all", str(answer.hands), "", "", "", ""
    yield "hands", "judged", str(answer.judged), _money(answer.pots, room), "", "", ""
    for code, why in LEFT_OUT.items():
        yield "hands", "not judged", str(answer.left_out.get(code, 0)), "", "", "", why
    for code, why in TAKEN_FOR.items():
        yield "hands", "supposed", str(answer.supposed.get(code, 0)), "", "", "", why


def _figures(room: Room, answer: Answer) -> Iterator[_Row]:
    all_of_them = (str(answer.judged), _money(answer.pots, room))
    for name in ("rake", "promo"):
        yield "figure", name, *all_of_them, _money(answer.now[name], room), _money(answer.then[name], room), ""
    small = (str(answer.small_hands), _money(answer.small_pots, room))
    now_small, then_small = (_money(fees["small"], room) for fees in (answer.now, answer.then))
    yield "figure", "rake from small pots", *small, now_small, then_small, ""
    yield "figure", "hands beyond the ceiling", "", "", str(answer.now["breaches"]), str(answer.then["breaches"]), ""
    for name, (least, most) in (answer.chance or {}).items():
        yield "chance", name, "", "", _money(least, room), _money(most, room), "least and most"
    for name, hands, now, then in answer.players:
        yield "players dealt in", name, str(hands), "", _money(now, room), _money(then, room), ""


def _best(room: Room, answer: Answer) -> Iterator[_Row]:
    best = answer.best
    if best is None:
        return
    why = f"{best['tried']} tried; {', '.join(words.best_keeps_to(answer, room))}"
    if best["schedule"] is None:
        yield "best schedule", "none keeps to all that was asked for", "", "", "", "", why
        return
    name = named(FeeSchedule.from_json(best["schedule"]), room)
    now, then = _money(answer.now["rake"], room), _money(best["rake"], room)
    yield "best schedule", name, str(answer.judged), _money(answer.pots, room), now, then, why
    now, then = _money(answer.now["small"], room), _money(best["small"], room)
    small_pots = _money(answer.small_pots, room)
    yield "best schedule", "rake from small pots", str(answer.small_hands), small_pots, now, then, ""


def _changes(room: Room, answer: Answer) -> Iterator[_Row]:
    for change in answer.changes:
        pot, now, then = (_money(change[name], room) for name in ("pot", "now", "then"))
        why = " ".join(step["sentence"] for step in change["steps_then"])
        yield "change", f"{change['name']} ({change['day']})", "1", pot, now, then, why


def _money(amount: int, room: Room) -> str:
    return plain_major(amount, exponent=room.exponent)
