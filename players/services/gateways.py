"""The ways in which a message leaves the house: one interface, two ways. Messages are chosen and kept by
players.services."""

import json
from http.client import HTTPMessage
from typing import IO, Protocol
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from django.conf import settings
from django.core.mail import send_mail

from config.language import said
from players.models import Message

PATIENCE = 10  # seconds


class Gateway(Protocol):
    """Hands one message over for delivery; raises OSError (smtplib's and urllib's errors are) where it can't."""

    def send(self, message: Message) -> None: ...


class MailGateway:
    """By mail, through the server that CARDROOM_MAIL names."""

    def send(self, message: Message) -> None:
        """Hand it to the mail server."""
        send_mail(said(message.subject), said(message.body), None, [message.address])


class SmsGateway:
    """By text message: a POST of `to` and `text` as JSON to the provider's address, with its token.

    The key of the message goes along, so that a provider that knows idempotency sends it once.
    """

    def send(self, message: Message) -> None:
        """Hand it to the provider; a redirect counts as a failure, for the token goes nowhere else."""
        body = json.dumps({"to": message.address, "text": f"{said(message.subject)}. {said(message.body)}"}).encode()
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {settings.SMS_TOKEN}",
            "Idempotency-Key": f"cardroom-message-{message.pk}",
        }
        asked = Request(settings.SMS_GATEWAY, data=body, headers=headers, method="POST")  # noqa: S310 - https, by settings
        _opener().open(asked, timeout=PATIENCE).close()


class _StayHere(HTTPRedirectHandler):
    def redirect_request(  # noqa: PLR0917 - urllib's own
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


def _opener() -> OpenerDirector:
    return build_opener(_StayHere())


GATEWAYS: dict[str, Gateway] = {Message.Channel.MAIL: MailGateway(), Message.Channel.SMS: SmsGateway()}
