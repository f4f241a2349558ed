"""The page of imports on a tablet: files are chosen, refused with a sentence, and their outcome stands in the list."""

from pathlib import Path

from games.models import FileImport
from tests.support.browser import PATIENCE, Drawer, either_way
from tests.support.people import a_person, a_room
from tests.support.worker import running_worker

MIXED = Path(__file__).resolve().parents[1] / "data" / "hands" / "mixed.phhs"


@either_way
def test_a_manager_imports_a_file(tablets: Drawer, committed_db: str, tmp_path: Path, size: tuple[int, int]) -> None:
    odd = tmp_path / "picture.phh"
    odd.write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    tablet = tablets.take(a_person(a_room(), "manager"), size=size)
    page = tablet.page
    with running_worker(tmp_path, committed_db):
        tablet.go("/hands/import/")
        page.locator("#id_files").set_input_files([str(MIXED), str(odd)])
        page.get_by_role("button", name="Import").click()
        page.get_by_text("picture.phh is no text file").wait_for()
        tablet.look()
        page.get_by_role("row", name="mixed.phhs").get_by_role("link").first.click()
        page.locator("#job").get_by_text("done").wait_for(timeout=PATIENCE * 3)
    assert FileImport.objects.get().name == "mixed.phhs"
    tablet.go("/hands/import/")
    page.get_by_role("link", name="Report of mixed.phhs").wait_for()
    tablet.look()
