"""What goes wrong in a model's message, one failure in each file, judged before anybody hears or sees it."""
