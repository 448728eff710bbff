"""Painting: shapes, texts, icons and pieces on one canvas."""
