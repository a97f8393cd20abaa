"""`sandtable serve` as somebody starts it."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from sandtable.cli import serve
from sandtable.cli.main import app
from sandtable.kernel.refusal import Refused
from sandtable.server.settings import Settings

ROOT = Path(__file__).parents[2]


def test_serve_prints_where_the_table_is_and_keeps_games_when_it_is_stopped(tmp_path):
    command = [sys.executable, "-c", "from sandtable.cli.main import main; main()", "serve"]
    options = ["--port", "0", "--database", str(tmp_path / "games.sqlite")]
    with subprocess.Popen(
        [*command, *options], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.fullmatch(r"The table is at (http://127\.0\.0\.1:\d+)/\n", said)
        assert address is not None, said
        assert httpx.get(f"{address[1]}/api/health").json()["ok"]
        seats = {"A": {"force": "seafolk"}, "B": {"force": "automata", "sits": "ai"}}
        game = {"book": "companies-and-captains", "scenario": "ambush", "seats": seats}
        assert httpx.post(f"{address[1]}/api/games", json=game, timeout=60).status_code == 201
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=60)[0]
        assert process.returncode == 0, rest
        assert "Traceback" not in rest
    assert (tmp_path / "games.sqlite").stat().st_size > 0


def test_a_port_that_is_taken_is_passed_over_unless_somebody_named_it():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = Settings(port=port)
        with pytest.raises(Refused, match=f"Port {port} is taken"):
            serve._bound(settings, 1)
        with serve._bound(settings, serve.PORTS_TRIED) as bound:
            assert port < bound.getsockname()[1] < port + serve.PORTS_TRIED


@pytest.mark.parametrize(
    ("options", "environment"),
    [(["--trusted-proxy", "localhost"], None), ([], {"SANDTABLE_TRUSTED_PROXIES": "192.0.2.7 localhost"})],
)
def test_a_proxy_is_trusted_by_its_address_and_not_by_a_name(options, environment):
    ran = CliRunner().invoke(app, ["serve", "--port", "0", *options], env=environment)
    assert ran.exit_code == 2
    assert '"localhost" is no address of a proxy.' in ran.output
