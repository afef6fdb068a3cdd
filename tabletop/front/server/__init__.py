"""`serve`: the game in the browser (docs/playing.md)."""

import contextlib
import errno
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabletop.front.commands.files_of_commands import check_file
from tabletop.front.commands.options import Theme
from tabletop.show.drawing.themes import FIELD, check_theme

if TYPE_CHECKING:
    from starlette.types import ASGIApp
    from uvicorn import Config

    from tabletop.front.commands.shell import Shell

NEEDS = "the pages need starlette, uvicorn and websockets: pip install '{}[web]'"


def serve(
    context: typer.Context,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0: any that is free.")] = 8000,
    host: Annotated[
        str, typer.Option(help="Address to listen to. The usual one is this machine alone; 0.0.0.0: the whole network.")
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None, typer.Option(help="Further name that browsers may call this machine by; may be repeated.")
    ] = None,
    games: Annotated[Path | None, typer.Option(help="File that the games are kept in; left out: see below.")] = None,
    scenario: Annotated[list[str] | None, typer.Option(help="Further scenario, a .toml file; may be repeated.")] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(help="Further agent, with arguments or files: trained:runs/quick/agent; may be repeated."),
    ] = None,
    runs: Annotated[Path, typer.Option(help="Folder of training runs and tournaments to show.")] = Path("runs"),
    theme: Theme = FIELD,
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    page: Annotated[str, typer.Option(hidden=True)] = "/",
) -> None:
    """Play in the browser: against bots, with somebody at the same screen or far away; or watch bots.

    The server listens to this machine alone. With --host 0.0.0.0 everybody in the network can reach it, at an address
    that is printed then: they can begin games and look at all of them, but they can't read files, and can't decide in
    games whose link they haven't got. The link is sent unencrypted, so on a network that you don't trust put a server
    with HTTPS before it (and give its name by --name).

    Games are kept in `~/.local/share/<program>/games.sqlite` (or `$XDG_DATA_HOME`) and go on after a restart.
    """
    run(context.obj, port, host, name or [], games, scenario or [], agent or [], theme, runs, page, show)


def run(
    shell: "Shell",
    port: int,
    host: str,
    names: list[str],
    games: Path | None,
    scenarios: list[str],
    agents: list[str],
    theme: str,
    runs: Path,
    page: str,
    show: bool,
) -> None:
    """Serve until interrupted, and open a page in the browser if that is wanted; ValueError of one line."""
    try:
        import uvicorn

        from tabletop.front.server.app import Server
    except ModuleNotFoundError as error:
        if error.name not in ("starlette", "uvicorn", "websockets"):
            raise
        raise ValueError(NEEDS.format(shell.game.distribution or shell.program)) from None
    from tabletop.base.files import data_folder
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.front.server.guard import Hosts, is_loopback
    from tabletop.front.server.offers import Offers
    from tabletop.front.server.runs import Runs
    from tabletop.front.server.store import Store
    from tabletop.play.game import Game
    from tabletop.show.viewer.browser import open_page
    from tabletop.show.viewer.frames import Frames

    check_theme(theme)
    file = games or data_folder(shell.kept_as) / "games.sqlite"
    check_file(file)
    with bound(host, port) as listening:  # before code is compiled: a mistake is reported at once
        announce_first_compilation(shell.game.package)
        offers = Offers(shell.game, scenarios, agents)
        scenario = shell.game.load(shell.game.default_scenario)
        file.parent.mkdir(parents=True, exist_ok=True)
        store = Store(file, shell.game.name)
        typer.echo(f"{shell.game.title}: getting ready …", err=True)
        Frames(scenario).add(Game(scenario))  # compiles before the first guest comes
        server = Server(offers, store, Hosts(host, names), Runs(runs, shell.game), theme)
        address = address_of(listening, host)
        typer.echo(f"{shell.game.title}: {address}{page.rstrip('/')} (games are kept in {file}; Ctrl+C ends)")
        if not is_loopback(host):
            typer.echo(f"{host}: everybody who can reach this machine can play here; nothing is encrypted")
            if is_everywhere(listening):
                other = address_for_others(listening) or "no address found; is this machine in a network?"
                typer.echo(f"from other machines of the network: {other}")
        if show:
            open_page(address + page)
        try:
            uvicorn.Server(configured(server.app, host, port)).run([listening])
        finally:
            store.close()


def configured(app: "ASGIApp", host: str, port: int) -> "Config":
    """Return uvicorn's configuration: with limits of what a client may send, and how long it may be silent.

    Logging is left as it is, so warnings go to stderr: uvicorn's own set-up would close the log files that others have.
    """
    import uvicorn

    from tabletop.front.server.guard import patient_protocol

    return uvicorn.Config(
        app, host=host, port=port, http=patient_protocol(), log_config=None, log_level="warning", access_log=False,
        ws="websockets-sansio", ws_max_size=4096, ws_max_queue=4, ws_ping_interval=20, ws_ping_timeout=20,
        timeout_keep_alive=10, server_header=False, h11_max_incomplete_event_size=16384, timeout_graceful_shutdown=3,
    )  # fmt: skip


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; ValueError: it can't."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(128)
        except OSError:
            listener.close()
            raise
    except UnicodeError:
        raise ValueError(f"--host {host}: neither an address nor a name") from None
    except OSError as error:
        words = (error.strerror or str(error)).lower()
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            raise ValueError(f"--host {host}: {words}; an address or a name of this machine is meant") from None
        more = "; --port takes another one" if port else ""
        raise ValueError(f"{host}, port {port}: {words}{more}") from None
    return listener


def is_everywhere(listening: socket.socket) -> bool:
    """Tell whether a server listens at all addresses of this machine."""
    return listening.getsockname()[0] in ("0.0.0.0", "::")


def address_of(listening: socket.socket, host: str) -> str:
    """Return the address at which a browser on this machine finds a server that listens at `host`."""
    number, port = listening.getsockname()[:2]
    if number in ("127.0.0.1", "::1") or is_everywhere(listening):  # all addresses are none to be opened
        host = "localhost"
    return _written(host, port)


def address_for_others(listening: socket.socket) -> str | None:
    """Return the address at which other machines of the network find a server that listens at all addresses.

    Of several networks it is the one by which this machine reaches the internet; None: it is in none. The name that a
    machine has for itself often leads to 127.0.1.1; so the system is asked from which address it would send.
    """
    from tabletop.front.server.guard import is_loopback

    ways = [(listening.family, "192.0.2.1" if listening.family == socket.AF_INET else "2001:db8::1")]  # nobody's
    if listening.family == socket.AF_INET6 and not listening.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
        ways.insert(0, (socket.AF_INET, "192.0.2.1"))
    for family, far in ways:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))  # of UDP: nothing is sent
            own = asking.getsockname()[0]
            if not is_loopback(own):
                return _written(own, listening.getsockname()[1])
    return None


def _written(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
