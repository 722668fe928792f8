"""A view as a picture: SVG for pages and notebooks, text for terminals. Nothing here knows more than the view."""
