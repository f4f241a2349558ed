"""Checks of `audit_books` on drawers and on what was sold and paid there."""
