"""The key that signs anchors: a file of the worker's machine, which whoever owns the database does not hold.

`CARDROOM_ANCHOR_KEY` names the file, readable by its account alone; beside it, with `.pub`, lie the public keys, the
one in force first, those of before below it. Both in the form of C2SP's signed notes; Ed25519 by `cryptography`.
"""

import base64
import binascii
import hashlib
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ED25519 = b"\x01"
"""The byte by which a signed note calls this kind of key."""


class KeyMissingError(Exception):
    """There is no key where one is looked for; the sentence says how to make it."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A possible signer: a name, and the key."""

    name: str
    raw: bytes

    @property
    def hash(self) -> bytes:
        """The four bytes by which a signature says whose it is."""
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.raw).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.hash.hex()}+{base64.b64encode(ED25519 + self.raw).decode()}"

    def verifies(self, signature: bytes, text: str) -> bool:
        """Whether this key has signed the text."""
        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, text.encode())
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True)
class SigningKey:
    """The key in force: what signs, and what it is verified with."""

    public: PublicKey
    seed: bytes

    def __str__(self) -> str:
        key = base64.b64encode(ED25519 + self.seed).decode()
        return f"PRIVATE+KEY+{self.public.name}+{self.public.hash.hex()}+{key}"

    def sign(self, text: str) -> bytes:
        """The signature of the text."""
        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(text.encode())


def make_key(file: Path) -> SigningKey:
    """Make a key and keep it in the file; public keys of before stay in the list beside it, for what they signed."""
    seed = secrets.token_bytes(32)
    raw = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    key = SigningKey(PublicKey(f"cardroom-{secrets.token_hex(4)}", raw), seed)
    before = [str(public) for public in public_keys(file)] if _list_of(file).exists() else []
    _write(file, f"{key}\n", mode=0o600)
    _write(_list_of(file), "".join(f"{line}\n" for line in [str(key.public), *before]), mode=0o644)
    return key


def signing_key(file: Path) -> SigningKey:
    """The key in force. Raises KeyMissingError."""
    try:
        name, _, key = file.read_text(encoding="ascii").strip().removeprefix("PRIVATE+KEY+").split("+", 2)
        seed = base64.b64decode(key, validate=True).removeprefix(ED25519)
        raw = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    except (OSError, ValueError, binascii.Error) as error:
        raise KeyMissingError(
            f"The key that signs anchors can't be read ({file}: {error}): make one with `manage.py anchor_key`."
        ) from error
    return SigningKey(PublicKey(name, raw), seed)


def public_keys(file: Path) -> list[PublicKey]:
    """The public keys beside the signing key's file, the one in force first. Raises KeyMissingError."""
    try:
        lines = _list_of(file).read_text(encoding="ascii").split()
        return [_public(line) for line in lines]
    except (OSError, ValueError, binascii.Error) as error:
        raise KeyMissingError(f"The public keys of the anchors can't be read ({_list_of(file)}: {error}).") from error


def _public(line: str) -> PublicKey:
    name, _, key = line.split("+", 2)
    return PublicKey(name, base64.b64decode(key, validate=True).removeprefix(ED25519))


def _list_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.pub")


def _write(file: Path, text: str, *, mode: int) -> None:
    """Write the whole file or nothing of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.draft")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="ascii") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    draft.replace(file)
