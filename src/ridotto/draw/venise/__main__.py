"""Prints a picture of the README."""

import sys

from ridotto.draw.venise.hero import hero

print(hero(sys.argv[1]))
