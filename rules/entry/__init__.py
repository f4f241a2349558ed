"""A hand as people enter it and are told of it: words for actions, buttons for sizes, its story."""
