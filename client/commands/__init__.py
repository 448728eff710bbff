"""The commands of ``wabe``, one module each."""
