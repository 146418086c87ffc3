"""What the animal feels: its vital signs, its mood, the time of day, and how people speak to it."""
