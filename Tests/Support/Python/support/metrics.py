# SPDX-License-Identifier: MIT
"""Metrics read as monitoring reads them: over HTTP on a Unix socket, with Prometheus' own parser."""

import contextlib
import http.client
import json
import socket
import subprocess

from support.daemon import PATIENCE

# Debian's, which has the packages that Debian has: here Prometheus' own parser.
PYTHON = "/usr/bin/python3"
PARSE = """
import json, sys
from prometheus_client.parser import text_string_to_metric_families
print(json.dumps([
    [family.name, family.type, family.documentation,
     [[sample.name, sample.labels, sample.value] for sample in family.samples]]
    for family in text_string_to_metric_families(sys.stdin.read())]))
"""


def parse(text):
    """The families of a text, as Prometheus' own client for Python reads them."""
    done = subprocess.run(
        [PYTHON, "-c", PARSE], input=text, capture_output=True, text=True, check=False,
        timeout=PATIENCE)
    if done.returncode != 0:
        raise AssertionError(f"python3-prometheus-client does not take it:\n{done.stderr}")
    return json.loads(done.stdout)


class Numbers:
    """The samples of a metrics text, by name and labels."""

    def __init__(self, text):
        self.families = parse(text)
        self.samples = {
            (name, tuple(sorted(labels.items()))): value
            for _, _, _, samples in self.families for name, labels, value in samples}

    def __call__(self, name, **labels):
        return self.samples[(name, tuple(sorted(labels.items())))]


class Scraper:
    """An HTTP client for the metrics socket."""

    def __init__(self, path):
        self.path = path

    def connect(self):
        stream = socket.socket(socket.AF_UNIX)
        stream.settimeout(PATIENCE)
        stream.connect(self.path)
        return stream

    def get(self, target="/metrics", method="GET"):
        connection = http.client.HTTPConnection("localhost", timeout=PATIENCE)
        connection.sock = self.connect()
        with contextlib.closing(connection):
            connection.request(method, target)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()

    def ask(self, request):
        """Sends these bytes and returns the whole response."""
        with contextlib.closing(self.connect()) as stream:
            # Who is sent away at once may be gone already.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                stream.sendall(request)
            told = b""
            while True:
                try:
                    data = stream.recv(65536)
                except ConnectionResetError:
                    return told
                if not data:
                    return told
                told += data
