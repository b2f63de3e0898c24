"""serving.py - a server of the program under test, and ways to talk to it. For the tests in this folder and bench/serve."""
import functools
import http.client
import http.server
import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HUSK = os.environ.get("HUSK") or str(ROOT / "build" / "husk")
SECONDS = 120


class Server:
    """`husk serve` on a free port, until the end of a with block, which checks that it ended well."""

    def __init__(self, *arguments, log="none", pass_fds=(), env=None, port="0"):
        self.is_ended = False
        command = [HUSK, "serve", "--port", port, "--log", log, "-q", *map(str, arguments)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, pass_fds=pass_fds,
                                        env={**os.environ, **(env or {})})
        if not select.select([self.process.stdout], [], [], SECONDS)[0]:
            raise AssertionError("no address within two minutes")
        self.address = self.process.stdout.readline().decode().strip()
        if not self.address:
            raise AssertionError(f"it did not start: {self.process.stderr.read().decode()}")
        self.host, self.port = self.address.split("/")[2].rsplit(":", 1)

    def __enter__(self):
        return self

    def end(self):
        """Once: a second signal would end it at once."""
        if not self.is_ended:
            self.process.send_signal(signal.SIGTERM)
        self.is_ended = True

    def __exit__(self, kind, value, trace):
        self.end()
        try:
            _, errors = self.process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("SIGTERM did not end it")
        self.errors = errors.decode(errors="replace")
        if kind is None and (self.process.returncode != 0 or "Sanitizer" in self.errors):
            raise AssertionError(f"exit status {self.process.returncode}\n{self.errors}")

    def ask(self, method, path, body=None, type=None, **headers):
        """Status, headers and body of the answer."""
        connection = http.client.HTTPConnection(self.host, int(self.port), timeout=SECONDS)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if type:
            headers["Content-Type"] = type
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, answer.headers, data

    def ask_json(self, method, path, body=None):
        status, _, data = self.ask(method, path, None if body is None else json.dumps(body).encode(), "application/json")
        return status, json.loads(data)

    def raw(self, request):
        """What comes back for these bytes, until the server closes or nothing more comes for a while."""
        with socket.create_connection((self.host, int(self.port)), timeout=SECONDS) as connection:
            connection.sendall(request)
            connection.settimeout(10)
            answer = b""
            try:
                while piece := connection.recv(65536):
                    answer += piece
            except (TimeoutError, ConnectionResetError):
                pass
            return answer


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class Files:
    """A web site: the files of a folder, on a free port of this machine, until the end of a with block."""

    def __init__(self, folder):
        self.web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        self.port = self.web.server_port

    def __enter__(self):
        threading.Thread(target=self.web.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *unused):
        self.web.shutdown()
        self.web.server_close()


def program(*arguments, stdin=None):
    """What the program prints."""
    return subprocess.run([HUSK, *map(str, arguments)], cwd=ROOT, input=stdin, stdout=subprocess.PIPE, check=True, timeout=SECONDS).stdout
