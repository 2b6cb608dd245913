"""Getting runs, judgements and topics into a store."""
