"""The work of `dev.py`: the virtual environment, the private PostgreSQL, the processes. Standard library only."""
