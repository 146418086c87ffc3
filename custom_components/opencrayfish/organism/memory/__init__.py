"""What the animal remembers: the latest dialogue, its journal, and its soul."""
