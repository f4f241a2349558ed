"""Requests sent to the room by somebody whom nobody knows yet: large bodies, bodies of no length, files."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config.serving.arrivals import LARGEST_BODY, SMALL_BODY
from config.web.bodies import BoundedBodies
from tests.support.people import a_person, a_room, signed_in


@pytest.mark.parametrize(
    ("address", "kind", "known", "largest"),
    [
        ("/sign-in/", "application/x-www-form-urlencoded", True, SMALL_BODY),
        ("/sign-in/", "multipart/form-data; boundary=x", True, SMALL_BODY),
        ("/api/v1/players/", "application/json", False, SMALL_BODY),
        ("/api/v1/players/", "multipart/form-data; boundary=x", True, SMALL_BODY),
        ("/api/v1/players/", "application/json", True, LARGEST_BODY),
        ("/hands/import/", "multipart/form-data; boundary=x", False, SMALL_BODY),
        ("/hands/import/", "application/x-www-form-urlencoded", True, SMALL_BODY),
        ("/hands/import/", "multipart/form-data; boundary=x", True, LARGEST_BODY),
    ],
)
def test_a_body_is_bounded_before_a_byte_is_read(address: str, kind: str, *, known: bool, largest: int) -> None:
    front = BoundedBodies(lambda request: HttpResponse())
    headers = {"Authorization": "Token of nobody"} if known else {}
    for size, status in ((largest, 200), (largest + 1, 413), (10**15, 413)):
        facts = {"CONTENT_LENGTH": str(size), "CONTENT_TYPE": kind}
        request = RequestFactory().generic("POST", address, b"", headers=headers, **facts)
        request._read = request.read = nothing_is_read  # type: ignore[attr-defined, method-assign]
        answer = front(request)
        assert answer.status_code == status, size
        said = f"larger than {largest} bytes" if address.startswith("/api/") else "too much for one form"
        assert status == 200 or said in answer.text


def nothing_is_read(*args: object) -> bytes:
    raise AssertionError("the body was read")


@pytest.mark.parametrize("facts", [{"CONTENT_LENGTH": "-1"}, {"HTTP_TRANSFER_ENCODING": "chunked"}])
def test_a_body_of_unknown_length_is_refused(facts: dict[str, str]) -> None:
    assert Client().generic("POST", "/sign-in/", b"", **facts).status_code == 411


@pytest.mark.django_db
def test_no_page_takes_a_file_from_anybody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    sent = {"username": "x", "password": "y", "photo": SimpleUploadedFile("face.png", b"z" * 100_000)}
    for client in (Client(), signed_in(a_person(a_room(), "manager"))):
        assert client.post("/sign-in/", sent).status_code == 400
        assert list(tmp_path.iterdir()) == []
