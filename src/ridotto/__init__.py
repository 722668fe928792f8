"""Ridotto: a digital table for two Venetian board games, and a library to study them."""

__version__ = "0.1.0"
