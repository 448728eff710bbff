"""The board as a widget: camera, cells, pieces, marks, motion."""
