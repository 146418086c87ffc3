"""What holds for the whole project, whoever writes the next file: each test names a rule and the place that breaks it."""
