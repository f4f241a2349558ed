"""Entries on the console, where a number is always a seat: words, cards alone, or a pasted line of a file."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.play.actions import MalformedAction
from rules.table.seats import Seat

_CARD = r"(?:10|[2-9tjqka])[cdhs]|\?\?"
_CARDS = re.compile(rf"(?:(?P<seat>\d{{1,2}})\s+)?(?P<cards>(?:(?:{_CARD})[\s,]*)+)", re.IGNORECASE)
_QUOTED = re.compile(r"""\s*(?P<quote>["'])(?P<line>.+)(?P=quote)\s*,?\s*""")
_HALF_A_LINE = re.compile(r"(?P<seat>\d{1,2})\s+(?P<word>sm|cbr|cc|pb|db|dh)\b\s*(?P<rest>[^\s\-]*)", re.IGNORECASE)
_SAID = {"sm": "show", "cbr": "r", "cc": "c", "pb": "bring", "dh": ""}
"""The entry for a file's word; a board is dealt to no seat."""
_OF_A_FILE = re.compile(r"p(?P<position>\d{1,2})\b|d\s+d[bh]\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Entered:
    """One entry: `text` for `notation.read_action`, or `cards` in file notation, of `seat` where one was named.

    `note` says how a line of a file was read, for the page to repeat.
    """

    text: str = ""
    cards: str = ""
    seat: str = ""
    note: str = ""


def read_entry(text: str, seats: Sequence[Seat]) -> Entered:
    """The entry that was made in a hand in which `seats` are dealt in, by position.

    A file counts players from the button and writes p7; people mean seat 7. Such a line is read only where it was
    pasted whole, with the quotation marks that it has in a file. Raises MalformedAction where it was not.
    """
    if quoted := _QUOTED.fullmatch(text):
        return Entered(quoted["line"], note=_note(quoted["line"], seats))
    if found := _OF_A_FILE.match(text.strip()):
        raise MalformedAction(_warning(found["position"], text.strip(), seats))
    if found := _HALF_A_LINE.match(text.strip()):
        raise MalformedAction(_said_instead(found["seat"], found["word"].casefold(), found["rest"]))
    if found := _CARDS.fullmatch(text.strip()):
        return Entered(cards=_in_file_notation(found["cards"]), seat=found["seat"] or "")
    return Entered(text)


def _in_file_notation(cards: str) -> str:
    """ "ah 10D" is AhTd."""
    found = re.findall(_CARD, cards, re.IGNORECASE)
    return "".join(card[:-1].upper().replace("10", "T") + card[-1].lower() for card in found)


def _note(line: str, seats: Sequence[Seat]) -> str:
    position = next((int(number) for number in re.findall(r"\bp(\d{1,2})\b", line)), 0)
    where = f": p{position} is seat {seats[position - 1]}" if 1 <= position <= len(seats) else ""
    return f"Read as a line of a file{where}."


def _warning(position: str | None, line: str, seats: Sequence[Seat]) -> str:
    if position is None:
        instead = "Type flop Ah7d2c, up Kd, or the cards alone"
    else:
        known = 1 <= int(position) <= len(seats)
        who = f": p{position} sits in seat {seats[int(position) - 1]}" if known else ""
        typed = f"Type the seat itself, as in {seats[0]} f; the seat on turn folds by f alone"
        instead = f"A file counts players from the button{who}. {typed}"
    return f"“{line[:24]}” is a line of a file. {instead}; or paste the file’s line with its quotation marks."


def _said_instead(seat: str, word: str, rest: str) -> str:
    """The words of people for what was typed half as a file's line, half as a seat's."""
    if word == "db":
        instead = f"Type flop {rest or 'Ah7d2c'}, turn 9s, or the cards alone"
    elif word == "sm" and not rest:
        instead = f"Type {seat} muck, or {seat} show AhKd"
    else:
        example = {"cbr": "12", "dh": "AhKd"}.get(word, "")
        instead = f"Type {' '.join(filter(None, [seat, _SAID[word], rest or example]))}"
    return f"“{word}” is a word of the file. {instead}."
