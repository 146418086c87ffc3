"""Model servers, one file for each wire format."""
