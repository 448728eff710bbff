"""Every screen in prepared states, as pictures: ``python -m client.ui.gallery OUT_DIR`` (for developers)."""
