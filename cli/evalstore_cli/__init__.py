"""The command line of evalstore: parse, one library call, one output."""
