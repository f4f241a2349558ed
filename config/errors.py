"""The refusals of services: a sentence for the person at the desk, with the rule behind it."""

from collections.abc import Mapping
from typing import Any

from config.language import said


class DomainError(Exception):
    """A refusal of the domain. Nothing was changed.

    `code` is stable and for machines; `message` is one sentence that says what to do next; `rule` and
    `citation` name the rule and its source where there is one; `allowed` holds what would have been allowed
    (amounts in minor units); `field` names the form field at fault, if one is.
    """

    status = 409

    def __init__(
        self,
        code: str,
        message: str,
        *,
        rule: str = "",
        citation: str = "",
        allowed: Mapping[str, Any] | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.citation = citation
        self.allowed = dict(allowed or {})
        self.field = field

    def to_json(self) -> dict[str, Any]:
        """The refusal as the API states it: code, message, rule, citation, allowed; the sentences in the language of
        the moment."""
        return {
            "code": self.code,
            "message": said(self.message),
            "rule": said(self.rule),
            "citation": self.citation,
            "allowed": self.allowed,
        }


class KeyReused(DomainError):  # noqa: N818 - what happened, as services say it
    """The same idempotency key came again with another body."""

    status = 422

    def __init__(self) -> None:
        super().__init__(
            "key_reused",
            "This request was already used for something else; reload the page and enter it again.",
        )


class Malformed(DomainError):  # noqa: N818 - what the input is
    """The input can't be read at all: an amount that is no amount, a field that is not there."""

    status = 400
