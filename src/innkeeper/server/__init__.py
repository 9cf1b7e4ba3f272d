"""The authority over the network: tables, seats, storage, streams."""
