"""`python -m innkeeper` is the same as `innkeeper`."""

from innkeeper.cli import main

main(prog_name="innkeeper")
