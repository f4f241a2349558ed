"""Let a system in that sends `Authorization: Token …`, as the person in whose name the token was given."""

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from config.staff.models import ApiToken, User
from config.staff.tokens import note_use, token_of

_KEYWORD = "Token"


class TokenAuthentication(BaseAuthentication):
    """The person of the token, and the token itself as `request.auth`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The person who calls, with the token; None where no token came. One that is unknown, over or of a disabled
        person answers 401."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != _KEYWORD.lower().encode():
            return None
        if len(words) != 2:
            raise AuthenticationFailed("Send one token: Authorization: Token …")
        now = timezone.now()
        token = token_of(words[1].decode("latin-1"))
        if token is None or not token.is_good(now) or not token.user.is_active:
            raise AuthenticationFailed("This token lets nobody in: it is unknown or has ended. Ask for another.")
        note_use(token, now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """The scheme that a 401 asks for."""
        return _KEYWORD


class TokenScheme(OpenApiAuthenticationExtension):
    """The description of the tokens in the schema."""

    target_class = TokenAuthentication
    name = "tokenAuth"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """The header, in OpenAPI's words."""
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": "Token …"}
