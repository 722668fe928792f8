"""Self-play training of the Doge's value network: ``python -m ridotto.bots.doge.training FOLDER``.

The Doge plays itself (`selfplay`), a network learns from all turns so far who won (`learning`), and the next generation
plays with that network (`__main__`). Needs NumPy; nobody who only plays imports it.
"""
