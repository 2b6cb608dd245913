"""What a store answers, one module for each kind of table."""
