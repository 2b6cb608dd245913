"""Statistics over arrays of topics by systems: no database, no names, no output."""
