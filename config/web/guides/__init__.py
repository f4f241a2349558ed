"""Guides for the people who work here, one for each role: a shift in steps, in plain words, with pictures.

`reading` reads them from the TOML files beside it, `views` shows them. What a step names in **bold** is the text of a
button, a link, a field or a heading of the page that it is about: a browser test follows every guide and finds each of
them there, so that a button that is renamed is renamed in the guide too. The pictures are taken by that test.
"""
