"""Away from home: playing at an inn that somebody else keeps, by its protocol alone (docs/PROTOCOL.md)."""
