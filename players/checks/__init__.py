"""Checks of `audit_books` on people, lists and the ledger."""
