"""What holds for every game, at every table, however it is played.

The default run is quick and always the same; INNKEEPER_SLOW=1 draws ten times more, and anew.
One game: `pytest tests/properties -k echo`.
"""
