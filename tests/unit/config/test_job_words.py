"""The sentence on a job that broke, for whoever reads the jobs of the room."""

from config.errors import DomainError
from config.jobs.work import _sentence
from games.file_importing import TableBusyError


def test_a_job_that_waits_or_was_refused_is_told_in_its_sentence_alone() -> None:
    busy = "Another import works at Table 1: this one waits."
    assert _sentence(TableBusyError(busy)) == busy
    assert _sentence(DomainError("day_locked", "The day is locked.")) == "The day is locked."
    assert _sentence(KeyError("x")) == "KeyError: 'x'"
