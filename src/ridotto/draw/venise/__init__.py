"""Venise as SVG and as text. ``python -m ridotto.draw.venise day`` (or ``night``) prints a picture of the README.

The four colours differ in the shape of their gems and in a letter as well, and stay apart for colour-blind eyes. Planks
lie in two layers: T and H planks rest on others and throw their shadow on them. Nothing is drawn that the view does not
hold; what happened last is told by `Effects`.

`canal` says where things are; `water`, `pieces`, `marks`, `cards` and `seats` draw them with the `looks`; `pictures`
makes whole drawings, `scene` the parts that a page moves by itself, and `text` is for terminals.
"""

from ridotto.draw.venise.canal import Setting
from ridotto.draw.venise.pictures import board_svg, card_svg, detail_svg, svg

__all__ = ["Setting", "board_svg", "card_svg", "detail_svg", "svg"]
