"""The draw: which hands of a table's gaming day are asked for their pot, by a secret that is shown afterwards.

Whoever holds the seed draws the same hands again; without it the next one can't be foreseen. The digest of the seed
lies open from before the first hand, so that nobody chooses another seed once the answers are known.
"""

import hashlib
import hmac
import secrets
from typing import NamedTuple

_DIGEST_BITS = 256
SEED_BYTES = 32


class Lot(NamedTuple):
    """The lot of one hand: its number in the order of the draw, and whether it is asked for its pot."""

    order: int
    is_drawn: bool


def new_seed() -> str:
    """A fresh secret of 256 bits, in hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def commitment(seed: str) -> str:
    """The digest of a seed (SHA-256 of its bytes) that is on record while the seed is secret."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def lot(seed: str, session: int, number: int, *, one_in: int) -> Lot:
    """The lot of hand `number` of a table session: HMAC-SHA256 of "session:number" under the seed.

    Read as a number below 2**256, it is drawn below the `one_in`-th part of that; 0 draws none. Among drawn hands the
    numbers are in random order, which no order of time is: errors of one dealer lie together in time.
    """
    message = f"{session}:{number}".encode()
    order = int.from_bytes(hmac.digest(bytes.fromhex(seed), message, "sha256"))
    return Lot(order, one_in > 0 and order * one_in < 1 << _DIGEST_BITS)
