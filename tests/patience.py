"""How long a test waits for what must come."""

PATIENCE = 60.0  # seconds; a busy machine takes some of them
