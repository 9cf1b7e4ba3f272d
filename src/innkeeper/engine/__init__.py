"""The kernel: chance, decisions, frames, matches, records. It knows no game and does no I/O."""
