"""The line typed at the window: who, which way the money goes, and how much: “leif +200” sells, “leif -200” pays out,
“te 120 leif” takes a tournament's entry, “po 35 taxi” pays petty cash (`cage.cash_kinds` has the letters).

The way is what was typed, never what the books make likely; where nothing says it, the page asks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import urlencode

Way = Literal["", "sell", "pay", "te", "tp", "pp", "cp", "po", "pi", "bank_put", "bank_take", "bank_sell", "bank_pay"]
WAYS: Final[tuple[Way, ...]] = (
    "", "sell", "pay", "te", "tp", "pp", "cp", "po", "pi", "bank_put", "bank_take", "bank_sell", "bank_pay",
)  # fmt: skip
BANK_WAYS: Final = frozenset(way for way in WAYS if way.startswith("bank_"))
"""The ways that lead to the page of a player's bank: “bank leif +500” puts in, “bank leif -500” takes out, “leif +200
bank” sells chips from it, “leif -200 bank” redeems into it."""
_SIGNED: Final = re.compile(r"(?P<who>.*\S)(?:\s*(?P<sell>\+)|\s+[-−])\s*(?P<amount>[\d.,]*)")
_OTHER: Final = re.compile(r"(?P<way>te|tp|pp|cp|po|pi)\s+(?P<amount>\d[\d.,]*)\s+(?P<who>\S.*)", re.IGNORECASE)
_PIECES: Final = re.compile(r"(?<![\d.])(\d{1,5})\s*[x×*]\s*(\d{1,9}(?:\.\d{1,4})?)", re.ASCII)
_SIDE: Final = r"\d{1,5}\s*[x×*]\s*[\d.]{1,14}(?:\s*[+, ]\s*\d{1,5}\s*[x×*]\s*[\d.]{1,14}){0,9}"
_EXCHANGE: Final = re.compile(rf"x(?P<cash>c)?\s+(?P<taken>{_SIDE})\s*=\s*(?P<given>{_SIDE})", re.ASCII)
_OF_BANK: Final = re.compile(r"bank\s+(?P<line>.*\S)|(?P<paid>.*\S)\s+bank", re.IGNORECASE)
_CREDIT: Final = re.compile(r"(marker|credit|iou|loan|cheque|check)\s.*\S\s*[-−+]?\s*\d[\d.,]*", re.IGNORECASE)
_NO_AMOUNT: Final = re.compile(r"(?P<who>.*?\S)(?:\s*\+|\s+[-−](?=.*\d))\s*(?P<amount>\S.*)")
_NO_NAME: Final = re.compile(r"(?P<sign>[+−-])\s*(?P<amount>\D?[\d.,]*\d\S*)\s+(?P<who>\D.*)")
_NUMBER_FIRST: Final = re.compile(r"[+−-]?\s*(?P<amount>\d[\d.,]*)(?:\s+(?P<who>.*[^\W\d_].*))?", re.ASCII | re.DOTALL)
_LIKE_PIECES: Final = re.compile(r"[=×*]|\bxc?\s*\d|\d\s*x", re.IGNORECASE)
_BARE: Final = re.compile(r"(?P<who>.*\S)\s+(?P<amount>\d[\d.,]*)")


@dataclass(frozen=True, slots=True)
class Entry:
    """A typed line as it was read: whom it names, the way (empty: not said), the amount as it was typed (may be
    empty); and the void that it puts right, where the page was about one."""

    who: str
    way: Way = ""
    amount: str = ""
    corrects: str = ""

    @property
    def is_petty(self) -> bool:
        """Whether it names no patron: petty cash."""
        return self.way in ("po", "pi")

    @property
    def query(self) -> str:
        """The entry for the address of a player's page, with its question mark; empty where only somebody is named."""
        said = {"do": self.way, "amount": self.amount, "corrects": self.corrects}
        kept = {name: value for name, value in said.items() if value}
        return f"?{urlencode(kept)}" if kept else ""


def read_entry(text: str) -> Entry:
    """Read a line of the window. A minus needs a space before it: names and dates are written with one inside.

    Other money begins with its two letters and the amount; for petty cash `who` are the words for what it is.
    """
    of_bank = _OF_BANK.fullmatch(text)
    if of_bank and (signed := _SIGNED.fullmatch(of_bank["line"] or of_bank["paid"])):
        ways: tuple[Way, Way] = ("bank_put", "bank_take") if of_bank["line"] else ("bank_sell", "bank_pay")
        return Entry(signed["who"].rstrip(), ways[0] if signed["sell"] else ways[1], signed["amount"])
    if other := _OTHER.fullmatch(text):
        return Entry(other["who"].rstrip(), read_way(other["way"].lower()), other["amount"])
    if signed := _SIGNED.fullmatch(text):
        return Entry(signed["who"].rstrip(), "sell" if signed["sell"] else "pay", signed["amount"])
    return Entry(text)


def asks_credit(text: str) -> bool:
    """Whether a line of the window asks for credit: “marker leif 500”, “cheque leif 500”."""
    return _CREDIT.fullmatch(text) is not None


def not_an_amount(text: str) -> str:
    """The words that refuse a line with a sign and no amount, or with no name before it, and say what
    to write; empty for any other line. Such a line is nobody's name."""
    if turned := _NO_NAME.fullmatch(text):
        number = re.sub(r"[^\d.,]", "", turned["amount"])
        return f"The name comes first: write “{turned['who']} {turned['sign']}{number}”."
    signed = _NO_AMOUNT.fullmatch(text)
    if signed is None or read_entry(text).way or read_exchange(text):
        return ""
    amount, sign = signed["amount"], "+" if "+" in text else "-"
    return f"“{amount}” is not an amount: write the number alone, such as “{signed['who']} {sign}100”."


def not_a_name(text: str) -> str:
    """The words for a line that finds nobody and is no name either, and say what to write: pieces of an exchange, or a
    number that comes first. Empty for any other line: its text may be the name of somebody new."""
    if _LIKE_PIECES.search(text):
        return f"“{text}” is no name, and no exchange: write pieces on both sides, such as “x 4x25=1x100”."
    if not (first := _NUMBER_FIRST.match(text)):
        return ""
    amount, who = first["amount"], first["who"]
    if not who:
        return f"Nobody here has the number {text}: write a name, or look at the number again."
    return f"“{text}” is no name: the name comes first, then “{who} +{amount}” sells and “{who} -{amount}” pays out."


def read_bare(text: str) -> Entry | None:
    """Read a line that ends in an amount without a sign, for where nobody is found by all of it; None for any other."""
    bare = _BARE.fullmatch(text)
    return Entry(bare["who"], "", bare["amount"]) if bare else None


@dataclass(frozen=True, slots=True)
class TypedExchange:
    """An even exchange as it was typed: “x 4x25=1x100” of chips, “xc 5x20=1x100” of cash. Each side is a list of pieces
    with their value as it was typed."""

    what: Literal["chips", "cash"]
    taken: tuple[tuple[int, str], ...]
    given: tuple[tuple[int, str], ...]

    @property
    def query(self) -> str:
        """The exchange for the address of its page, with its question mark."""
        sides = {"in": self.taken, "out": self.given}
        words = {name: " ".join(f"{count}x{value}" for count, value in side) for name, side in sides.items()}
        return f"?{urlencode({'what': self.what, **words})}"


def read_exchange(text: str) -> TypedExchange | None:
    """Read the line of an exchange; None for any other."""
    read = _EXCHANGE.fullmatch(text.strip().lower())
    if not read:
        return None
    return TypedExchange("cash" if read["cash"] else "chips", read_pieces(read["taken"]), read_pieces(read["given"]))


def read_pieces(text: str) -> tuple[tuple[int, str], ...]:
    """The pieces of one side, with their value as it was typed; nothing of what can't be read."""
    return tuple((int(count), value) for count, value in _PIECES.findall(text))


def read_way(text: str) -> Way:
    """The way that an address asks for; none for anything else."""
    return next((way for way in WAYS if way == text), "")
