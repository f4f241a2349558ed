"""What `dev.py` does: the virtual environment, the private PostgreSQL, the processes. Standard library only."""
