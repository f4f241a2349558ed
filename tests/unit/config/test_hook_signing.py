"""The signature of what is told: a known one, and both secrets' for a day."""

from datetime import UTC, datetime, timedelta

from config.hooks import signing
from config.hooks.models import Hook

AT = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
SECRET = "4f1d2c3b5a69788796a5b4c3d2e1f00f4f1d2c3b5a69788796a5b4c3d2e1f00f"
BODY = b'{"id":"0b8f7c1e","kind":"hand.recorded"}'
KNOWN = "7f77966323e65f4e30e0f3f19e52f05cfc2c39b8d8773ed2c2923d2ba6e9e22b"
"""Reckoned by another program: printf '%s' "1795809600.$BODY" | openssl dgst -sha256 -hmac "$SECRET"."""


def test_the_signature_is_the_known_one() -> None:
    assert int(AT.timestamp()) == 1795809600
    assert signing.signature(SECRET, 1795809600, BODY) == KNOWN


def test_another_instant_body_or_secret_signs_otherwise() -> None:
    assert len({KNOWN, *(signing.signature(*each) for each in (
        (SECRET, 1795809601, BODY), (SECRET, 1795809600, BODY + b" "), (SECRET[:-1] + "0", 1795809600, BODY),
    ))}) == 4  # fmt: skip


def test_a_secret_is_made_of_its_nonce_and_is_not_the_nonce() -> None:
    one, other = signing.new_nonce(), signing.new_nonce()
    assert one != other
    assert signing.secret_of(one) == signing.secret_of(one) != signing.secret_of(other)
    assert one not in signing.secret_of(one)
    assert len(signing.secret_of(one)) == 64


def test_both_secrets_sign_until_the_earlier_one_ends() -> None:
    hook = Hook(nonce="new", earlier_nonce="old", earlier_until=AT + timedelta(days=1))
    assert hook.nonces(AT + timedelta(hours=23)) == ["new", "old"]
    assert hook.nonces(AT + timedelta(days=1)) == ["new"]
    assert Hook(nonce="new").nonces(AT) == ["new"]
    marks = [f"v1={signing.signature(signing.secret_of(each), 1795809600, BODY)}" for each in ("new", "old")]
    assert signing.header(hook.nonces(AT), BODY, AT) == ",".join(["t=1795809600", *marks])
