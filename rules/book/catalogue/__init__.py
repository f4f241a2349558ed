"""One module for each family of cases in the conformance catalogue.

A module here is found by being here: it registers its kinds with `rules.book.conformance.kind`.
"""
