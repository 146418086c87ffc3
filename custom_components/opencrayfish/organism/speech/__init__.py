"""What may be spoken or shown of a model's text, found while it streams. Pure text work."""
