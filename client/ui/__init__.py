"""The window: everything that knows pyglet and OpenGL, and nothing that knows a rule."""
