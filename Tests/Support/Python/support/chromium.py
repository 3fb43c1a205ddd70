# SPDX-License-Identifier: MIT
"""Chromium on a screen. Tests control it through its debugging pipe; taps reach it through the screen."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile

from support.process_table import kill_family


def options(profile):
    """What every test starts Chromium with."""
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    return [*sandbox, f"--user-data-dir={profile}", "--no-first-run", "--disable-gpu",
            "--disable-dev-shm-usage", "--disable-background-networking"]


def admit(profile, hosts):
    """Writes the manifests of native hosts into a profile."""
    folder = os.path.join(profile, "NativeMessagingHosts")
    os.mkdir(folder)
    for host in hosts:
        with open(os.path.join(folder, f"{host['name']}.json"), "w", encoding="utf-8") as file:
            json.dump(host, file)


class Chromium:
    """A window with a profile of its own; `ask` waits for the answer. `hosts` are manifests of native hosts."""

    def __init__(self, program, *more, hosts=()):
        self.profile = tempfile.mkdtemp(prefix="popover-chromium-")
        admit(self.profile, hosts)
        self.environment = dict(os.environ)
        # Without --test-type, a bar complains of the missing sandbox.
        self.command = [
            program, *options(self.profile), *more, "--remote-debugging-pipe", "--test-type",
            "--password-store=basic"]
        self.start()

    def start(self):
        """Starts it, again with the same profile if it was killed."""
        theirs_in, self.orders = os.pipe()
        self.answers, theirs_out = os.pipe()

        def hand_over():
            # Chromium reads the descriptor 3 and writes 4, of which neither is the other's before.
            read, write = (fcntl.fcntl(own, fcntl.F_DUPFD, 5) for own in (theirs_in, theirs_out))
            os.dup2(read, 3)
            os.dup2(write, 4)
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, close_fds=False,
            stderr=subprocess.DEVNULL, preexec_fn=hand_over, env=self.environment)
        os.close(theirs_in)
        os.close(theirs_out)
        self.rest, self.number, self.session = b"", 0, {}

    def ask(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params, **self.session}
        os.write(self.orders, json.dumps(message).encode() + b"\0")
        while (answer := self.read()).get("id") != self.number:
            pass
        return answer.get("result", {})

    def read(self):
        while b"\0" not in self.rest:
            data = os.read(self.answers, 65536)
            if not data:
                sys.exit("Chromium has ended")
            self.rest += data
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def attach(self):
        """To the page, once there is one."""
        while not self.session:
            for target in self.ask("Target.getTargets").get("targetInfos", []):
                if target["type"] == "page":
                    self.session = {"sessionId": self.ask(
                        "Target.attachToTarget", targetId=target["targetId"],
                        flatten=True)["sessionId"]}

    def addresses(self):
        """Of its pages, also of those that hang."""
        attached, self.session = self.session, {}
        targets = self.ask("Target.getTargets")["targetInfos"]
        self.session = attached
        return [target["url"] for target in targets if target["type"] == "page"]

    def value(self, expression):
        result = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True,
                          returnByValue=True)
        return result.get("result", {}).get("value")

    def kill(self):
        kill_family(self.profile)
        self.process.wait()

    def close(self):
        self.kill()
        shutil.rmtree(self.profile)
