"""What happens when: the heart and all that time drives."""
