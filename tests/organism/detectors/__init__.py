"""What goes wrong in a model's message is seen, and what only looks like it is not."""
