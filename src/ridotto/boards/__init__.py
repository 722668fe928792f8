"""The board workshop: what a board of Venise costs to play alone, how fair it is, and new boards to measure."""
