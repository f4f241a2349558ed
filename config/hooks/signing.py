"""The signature of what is sent: HMAC-SHA256 over the instant and the body, with the secret of the address.

The secret is not kept: it is made of a nonce in the address's row and the server's SECRET_KEY, so that a copy of the
database signs nothing.
"""

import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from django.utils.crypto import salted_hmac

HEADER = "Cardroom-Signature"
_SALT = "config.hooks.secret"


def new_nonce() -> str:
    """A nonce of 192 random bits, of which a secret is made."""
    return secrets.token_urlsafe(24)


def secret_of(nonce: str) -> str:
    """The secret of a nonce: 64 hexadecimal digits, used as they are written."""
    return salted_hmac(_SALT, nonce, algorithm="sha256").hexdigest()


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """The HMAC-SHA256 of "timestamp.body" with the secret, in hexadecimal; `timestamp` is in seconds since 1970."""
    return hmac.new(secret.encode(), b"%d." % timestamp + body, sha256).hexdigest()


def header(nonces: Sequence[str], body: bytes, at: datetime) -> str:
    """The value of the header: `t=SECONDS,v1=HEX`, with a further `v1=` for each secret that is good at `at`."""
    timestamp = int(at.timestamp())
    return ",".join([f"t={timestamp}", *(f"v1={signature(secret_of(each), timestamp, body)}" for each in nonces)])
