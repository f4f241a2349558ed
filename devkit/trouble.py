"""The one exception of the set-up: a sentence that says what is wrong, and what to do about it."""


class TroubleError(Exception):
    """Something that the person at the terminal has to put right; `remedy` is what to type or change."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message}\n{self.remedy}"
