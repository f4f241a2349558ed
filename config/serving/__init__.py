"""The way requests come in from the network, before Django: see `worker`."""
