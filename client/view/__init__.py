"""What a person sees of a match, and what a click means, without a window: the headless view model."""
