"""A reading as CSV: a line for each signal and subject."""

from collections.abc import Iterator, Mapping
from typing import Any

from config.rooms.models import Room
from config.web.spreadsheets import csv_row, text_cell
from rake.assurance.words import amount

HEADINGS = (
    "Signal", "Kind", "Name", "Worth a look", "By chance", "Evidence (log)", "Goal (log)", "Hands", "Chips a hand",
    "A down, about", "A down, at least", "A down, at most", "In words",
)  # fmt: skip


def csv_lines(found: Mapping[str, Any], room: Room, nothing: str) -> Iterator[str]:
    """The lines of a reading (RFC 4180); amounts are plain major units, empty where nothing bounds them. The sentence
    `nothing` stands first where no box and no pot was seen."""
    yield csv_row(HEADINGS)
    if nothing:
        yield csv_row([""] * (len(HEADINGS) - 1) + [text_cell(nothing)])
    for signal in found["signals"]:
        for line in signal["lines"]:
            yield csv_row(_cells(signal, line, room))


def _cells(signal: Mapping[str, Any], line: Mapping[str, Any], room: Room) -> list[str]:
    money = line["a_down"] or dict.fromkeys(("about", "least", "most"))
    rate = "" if line["a_hand"] is None else str(line["a_hand"])
    return [
        signal["title"], line["kind_in_words"], text_cell(line["name"]), "yes" if line["is_flagged"] else "no",
        line["odds"], str(line["evidence"]), str(line["goal"]), str(line["hands"]), rate,
        *(amount(money[name], room) for name in ("about", "least", "most")), text_cell(line["figure"]),
    ]  # fmt: skip
