from django.apps import AppConfig


class RakeConfig(AppConfig):
    name = "rake"
    label = "rake"

    def ready(self) -> None:
        """Let the floor board know this app's alarms, `audit_books` its checks, and the days what keeps them open."""
        from rake import alarms, audit_checks, corrections, open_items  # noqa: F401, PLC0415 - importing registers, and models must be loaded first
        from rake.assurance import audit_words as assurance_words  # noqa: F401, PLC0415 - likewise
        from rake.comps import audit_checks as comp_checks  # noqa: F401, PLC0415 - likewise
        from rake.comps import keeper as comp_keeper  # noqa: F401, PLC0415 - likewise
        from rake.lab import audit_words as lab_words  # noqa: F401, PLC0415 - likewise
        from rake.revenue import audit_checks as revenue_checks  # noqa: F401, PLC0415 - likewise
        from rake.revenue import audit_words as revenue_words  # noqa: F401, PLC0415 - likewise
        from rake.revenue import day_notes as revenue_notes  # noqa: F401, PLC0415 - likewise
        from rake.sampling import audit_checks as sample_checks  # noqa: F401, PLC0415 - likewise
        from rake.sampling import audit_words, keeper  # noqa: F401, PLC0415 - likewise
