"""The kinds of dispute at a table: the rule of each, until when it is put right, and how."""
