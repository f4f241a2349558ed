"""The figures that managers live by: each has one definition, and every page and file shows it by that (R-8)."""
