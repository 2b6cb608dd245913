"""Files for other tools: runs, judgements and topics, as they were loaded or in another format."""
