"""`evalstore serve`: the store as web pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalstore_cli.emit import emit_text
from evalstore_cli.options import DEFAULT_DB, DEFAULT_WAIT, Database, QueryMemory, Wait, in_bytes
from evalstore_cli.stores import check_exists

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore serve
  evalstore serve --port 0 --open
  evalstore serve --queries sql/ --timeout 10 --memory 1GB"""
)
def serve(
    port: Annotated[
        int, typer.Option(metavar="P", min=0, max=65535, help="Port; 0 for any free port.")
    ] = 8321,
    host: Annotated[
        str,
        typer.Option(metavar="H", help="Address to listen on; 0.0.0.0 for all network interfaces."),
    ] = "127.0.0.1",
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser.")
    ] = False,
    queries: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            file_okay=False,
            exists=True,
            help="Folder of saved queries, NAME.sql.",
        ),
    ] = None,
    timeout: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.1, help="Time limit of a query."),
    ] = 30,
    memory: QueryMemory = "2GB",
    db: Database = DEFAULT_DB,
    wait: Wait = DEFAULT_WAIT,
) -> None:
    """Serve the store as read-only web pages. Runs can be loaded while it is running."""
    from evalstore.extras import requires

    check_exists(db)
    with requires("web", "web pages"):
        from evalstore.web.server import serve

    def ready(address: str) -> None:
        emit_text(f"{address}\n")
        if open_browser:
            import webbrowser

            webbrowser.open(address)

    serve(
        db,
        host=host,
        port=port,
        ready=ready,
        wait=wait,
        seconds=timeout,
        memory=in_bytes(memory),
        queries=queries,
    )
