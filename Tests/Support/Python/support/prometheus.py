# SPDX-License-Identifier: MIT
"""A Prometheus of the test's own, which scrapes a daemon's metrics socket, and promtool."""

import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

from support.daemon import PATIENCE
from support.reserved_port import ReservedPort
from support.session_bus import tool

PACE = 0.05


def promtool(*words):
    """Runs promtool; returns its status and everything that it says."""
    done = subprocess.run(
        [tool("promtool"), *map(str, words)], check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout


class Proxy:
    """Forwards connections to a port, as the unit popoverd-metrics-proxy does."""

    def __init__(self, place):
        self.reserved = ReservedPort()
        self.port = self.reserved.number
        self.process = subprocess.Popen(
            ["systemd-socket-activate", "--listen", f"127.0.0.1:{self.port}",
             "/lib/systemd/systemd-socket-proxyd", place],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.reserved.close()


class Prometheus:
    """Scrapes a port four times a second as the job popoverd, and evaluates the rules of a file."""

    def __init__(self, port, rules):
        self.folder = tempfile.mkdtemp(prefix="popover-prometheus-")
        self.reserved = ReservedPort()
        configuration = os.path.join(self.folder, "prometheus.yml")
        # YAML contains JSON.
        with open(configuration, "w", encoding="utf-8") as file:
            json.dump({
                "global": {"scrape_interval": "250ms", "scrape_timeout": "250ms"},
                "rule_files": [str(rules)],
                "scrape_configs": [{
                    "job_name": "popoverd",
                    "static_configs": [{"targets": [f"127.0.0.1:{port}"]}]}]}, file)
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(
                [tool("prometheus"), f"--config.file={configuration}",
                 f"--storage.tsdb.path={self.folder}/data",
                 f"--web.listen-address=127.0.0.1:{self.reserved.number}"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.until(self.is_ready, "Prometheus to be ready")

    def is_ready(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.reserved.number}/-/ready", timeout=PATIENCE):
                return True
        except OSError:
            return False

    def until(self, condition, what):
        """Polls the condition and returns its first true value."""
        deadline = time.monotonic() + PATIENCE
        while not (value := condition()):
            if self.process.poll() is not None or time.monotonic() > deadline:
                with open(os.path.join(self.folder, "log"), encoding="utf-8") as log:
                    raise AssertionError(f"timed out waiting for {what}:\n{log.read()}")
            time.sleep(PACE)
        return value

    def ask(self, path, **params):
        """The data of an answer of the HTTP interface; an error raises."""
        where = f"http://127.0.0.1:{self.reserved.number}/api/v1/{path}?{urllib.parse.urlencode(params)}"
        with urllib.request.urlopen(where, timeout=PATIENCE) as answer:
            return json.load(answer)["data"]

    def values(self, expression):
        """The present values of an expression."""
        return [float(each["value"][1]) for each in self.ask("query", query=expression)["result"]]

    def rules(self):
        """The alert rules, as Prometheus has read them."""
        return [rule for group in self.ask("rules")["groups"] for rule in group["rules"]]

    def close(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.reserved.close()
        shutil.rmtree(self.folder, ignore_errors=True)
