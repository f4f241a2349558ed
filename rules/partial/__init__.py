"""Hands of which not everything is known: what the pots and the fees may have been."""
