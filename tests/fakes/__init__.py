"""Stand-ins for what the crayfish depends on, shared by all tests: real behaviour, no mocks."""
