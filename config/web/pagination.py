"""The API's lists: newest first, one page after the other, none skipped or doubled while rows are added."""

import re
from typing import Any

from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request


class Pages(CursorPagination):
    """Pages by id; `page_size` up to 200. The cursor is opaque, and one that was tampered with is refused (404)."""

    PARAMETERS = ("cursor", "page_size")
    ordering = "-id"
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int | None:
        """The size that was asked for. Refuses what is no whole number, as a field that can't be read."""
        asked = request.query_params.get(self.page_size_query_param, "1")
        if not re.fullmatch(r"-?[0-9]{1,18}", asked):
            raise ValidationError({self.page_size_query_param: ["Give a whole number, at most 200."]})
        return super().get_page_size(request)

    def decode_cursor(self, request: Request) -> Cursor | None:
        """The cursor that came with the request; its position is an id and nothing else."""
        cursor: Any = super().decode_cursor(request)
        position = cursor.position if cursor is not None else None
        if position is not None and not (position.isascii() and position.isdigit() and len(position) <= 18):
            raise NotFound(self.invalid_cursor_message)
        return cursor
