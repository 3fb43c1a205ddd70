# SPDX-License-Identifier: MIT
"""A window of Chromium that tells which presses and touches reach its page. It knows no popoverd.

    chromium_window.py PROGRAM PAGE WIDTH HEIGHT [X Y WIDTH HEIGHT]...
Its lines are those of gtk3_window.py. Chromium is asked through its debugging pipe, which has
nothing to do with how taps reach the page.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile


class Chromium:
    """`command` is all but the pipe; `ask` waits for the answer."""

    def __init__(self, command):
        theirs_in, self.orders = os.pipe()
        self.answers, theirs_out = os.pipe()

        def hand_over():
            # Chromium reads the descriptor 3 and writes 4.
            os.dup2(theirs_in, 63)
            os.dup2(theirs_out, 64)
            os.dup2(63, 3)
            os.dup2(64, 4)
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, close_fds=False,
            stderr=subprocess.DEVNULL, preexec_fn=hand_over)
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

    def value(self, expression):
        result = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True,
                          returnByValue=True)
        return result.get("result", {}).get("value")

    def close(self):
        self.process.kill()
        self.process.wait()


# It has been painted, and what came before has been handed to the page.
PAINTED = ("new Promise((done) => requestAnimationFrame(() => "
           "requestAnimationFrame(() => done(document.readyState === 'complete'))))")


def main():
    program, page, width, height, *places = sys.argv[1:]
    buttons = ";".join(",".join(places[first:first + 4]) for first in range(0, len(places), 4))
    profile = tempfile.mkdtemp(prefix="popover-chromium-")
    # Of a Wayland server it takes the place that it is given; else it fills the screen.
    platform = ["--ozone-platform=wayland"] if os.environ.get("WAYLAND_DISPLAY") else [
        "--ozone-platform=x11", "--kiosk"]
    sandbox = [] if os.geteuid() else ["--no-sandbox", "--test-type"]
    chromium = Chromium([
        program, *sandbox, f"--app={pathlib.Path(page).as_uri()}#{buttons}",
        "--remote-debugging-pipe", f"--user-data-dir={profile}", *platform,
        "--window-position=0,0", f"--window-size={width},{height}", "--no-first-run",
        "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
        "--disable-pinch", "--touch-events=enabled", "--password-store=basic"])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        chromium.attach()
        while not chromium.value(PAINTED):
            pass
        print("ready", flush=True)
        for _ in sys.stdin:
            for line in chromium.value("noted.splice(0)"):
                print(line)
            print("pong", flush=True)
    finally:
        chromium.close()
        shutil.rmtree(profile, ignore_errors=True)


if __name__ == "__main__":
    main()
