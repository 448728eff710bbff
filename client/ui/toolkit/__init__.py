"""Widgets: layout, focus, input. They paint on a canvas and know no game."""
