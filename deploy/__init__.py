"""Files for an operator: units, the proxy, roles, containers, alarms; and the programs of backups and of the drill.

The programs need PostgreSQL's own and Python's standard library: they run where the product is broken. How all of it
is used, in order: docs/OPERATIONS.md.
"""
