"""The API's lists: newest first, one page after the other, none skipped or doubled while rows are added."""

from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request


class Pages(CursorPagination):
    """Pages by id; `page_size` up to 200. The cursor is opaque, and one that was tampered with is refused (404)."""

    PARAMETERS = ("cursor", "page_size")
    ordering = "-id"
    page_size_query_param = "page_size"
    max_page_size = 200

    def decode_cursor(self, request: Request) -> Cursor | None:
        """The cursor that came with the request; its position is an id and nothing else."""
        cursor: Any = super().decode_cursor(request)
        position = cursor.position if cursor is not None else None
        if position is not None and not (position.isascii() and position.isdigit() and len(position) <= 18):
            raise NotFound(self.invalid_cursor_message)
        return cursor
