"""How the bluffer's network is made: `selfplay` solves situations, `learning` learns their values.

Nothing that plays needs it. `learning` needs torch (`pip install 'ridotto[train]'`), `selfplay` no more than playing.
"""
