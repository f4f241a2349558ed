"""An authenticator application: it took a secret over, and shows the code of an instant."""

import base64
import re
from datetime import datetime, timedelta

from django.test import Client
from django_otp.oath import TOTP  # type: ignore[import-untyped]

from config.staff.models import User
from config.staff.second_factor import secret_of, set_up

EARLIER = timedelta(minutes=5)


def code_of(secret: str, at: datetime) -> str:
    """The code that an application with this secret shows at an instant."""
    totp = TOTP(base64.b32decode(secret))
    totp.time = at.timestamp()
    return f"{totp.token():06}"


def code_for(person: User, at: datetime) -> str:
    """The code that the person's authenticator shows at an instant."""
    return code_of(secret_of(person.authenticator_nonce), at)


def with_authenticator(person: User, at: datetime) -> list[str]:
    """Let the person have set an authenticator up some minutes before; returns the recovery codes."""
    nonce, earlier = f"nonce-of-{person.username}", at - EARLIER
    _, codes = set_up(person=person, nonce=nonce, code=code_of(secret_of(nonce), earlier), at=earlier)
    person.refresh_from_db()
    return codes


def shown_secret(client: Client) -> str:
    """The secret that the page shows on which an authenticator is set up."""
    found = re.search(r"<code>([A-Z2-7 ]+)</code>", client.get("/account/authenticator/").content.decode())
    assert found
    return found[1].replace(" ", "")
