"""All words the animal says, reads and is told, as data: one folder for each language."""
