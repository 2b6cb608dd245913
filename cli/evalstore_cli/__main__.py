"""`python -m evalstore_cli`, the same as `evalstore`."""

from evalstore_cli.app import main

main()
